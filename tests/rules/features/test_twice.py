"""Four numbers of each row count as two crosses at once, towards the points and towards the seven for the lock."""

from __future__ import annotations

import pytest

from tests.game_helpers import found, rulebook
from tests.rules.logs import crosses, played
from tests.rules.variant_cases import Broken, Turn, broken, looked_at, points, rules_of, step

GAME = "double-b"
PUBLISHED = {"red": "3 5 9 11", "yellow": "3 5 9 11", "green": "10 8 6 4", "blue": "10 8 6 4"}


@pytest.mark.parametrize("row", PUBLISHED)
def test_the_double_fields_are_those_of_the_published_sheet(row: str) -> None:
    book = rulebook(GAME)
    assert [id for id in book.twice if id.startswith(row)] == [f"{row} {number}" for number in PUBLISHED[row].split()]
    (found,) = (each for each in book.rows if each.id == row)
    assert len(found.cells) == 11 and not book.doubles
    assert found.lock and (found.lock.needs, found.lock.last) == (7, 1)


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 2", {"red": 1, "total": 1}),
        ("red 3", {"red": 3, "total": 3}),
        ("red 2 3", {"red": 6, "total": 6}),
        ("red 3 5 9 11", {"red": 36, "total": 36}),
        ("green 3", {"green": 1, "total": 1}),
        ("green 10 8; blue 4", {"green": 10, "blue": 3, "total": 13}),
        ("red 3 5 9 11 12 lock", {"red": 55, "total": 55}),  # ten
        ("red 2-11", {"red": 105, "total": 105}),  # fourteen
        ("red 2-12 lock", {"red": 136, "total": 136}),  # sixteen, all that there are
        ("red 3; penalties 1", {"red": 3, "total": -2}),
    ],
)
def test_points(sheet: str, wanted: dict[str, int]) -> None:
    assert points(GAME, sheet) == wanted
    assert not looked_at(GAME, f"A: {sheet}").findings


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 3 5 9 11 12 lock", []),  # eight
        ("red 2 3 5 9 12 lock", []),  # seven
        ("red 3 5 9 12 lock", ["C6 lock-too-few"]),  # six
        ("red 2 4 6 7 8 10 12 lock", ["C6 lock-too-few"]),  # six without a double field
        ("green 12 10 8 6 2 lock", []),
        ("green 12 11 10 8 2 lock", ["C6 lock-too-few"]),
        ("blue 10 8 6 4 2", ["C6 lock-missing"]),
    ],
)
def test_what_one_sheet_proves(sheet: str, wanted: list[str]) -> None:
    assert rules_of(looked_at(GAME, f"A: {sheet}")) == wanted


def crossed(*numbers: int) -> list[Turn]:
    """Both cross these red numbers, turn by turn."""
    return [
        step("AB"[at % 2], f"{max(1, number - 6)}+{min(6, number - 1)}", f"A red {number}, B red {number}")
        for at, number in enumerate(numbers)
    ]


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        (crossed(3, 5, 9, 11, 12), None),
        ([*crossed(3, 5, 9), step("B", "6+6", "B red 12")], ("B", "C6", "too-few")),
        (crossed(2, 3, 5, 9, 12), None),
        ([*crossed(3), step("B", "1+2", "A red 3, B red 3")], ("A", "C2", "crossed")),  # two crosses, but at once
        ([*crossed(5), step("B", "1+2", "A red 3, B yellow 3")], ("A", "C2", "passed")),
        ([step("A", "1+2", "A red 3", "red 5", red=3)], None),
        ([step("A", "1+2", "A red 3", "red 3", red=2)], ("A", "C2", "crossed")),
    ],
)
def test_steps(turns: list[Turn], wanted: Broken) -> None:
    assert broken(GAME, turns) == wanted


def test_one_cross_counts_as_two() -> None:
    assert crosses(played(GAME, "A B", crossed(3))) == {"A": {"red": 2}, "B": {"red": 2}}
    assert crosses(played(GAME, "A B", crossed(3, 5, 9, 11, 12)))["A"] == {"red": 10}


def test_the_refusal_tells_how_many_there_are() -> None:
    (finding,) = played(GAME, "A B", [*crossed(3, 5, 9), step("B", "6+6", "B red 12")]).findings
    assert (finding.values["needs"], finding.values["has"]) == (7, 6)


def test_a_double_field_takes_one_action() -> None:
    """B had four turns, the last one among them, so A had four too: twelve cells, whatever they count."""
    sheet = "A: red 2-11; blue 12 10"
    assert found(looked_at(GAME, sheet, "B: penalties 4")) == set()
    assert found(looked_at(GAME, sheet + " 4", "B: penalties 4")) == {"impossible-turns|"}
