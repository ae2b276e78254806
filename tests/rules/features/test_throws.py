"""Two dice that show 1 and 5 may be used as a 15: the white ones by all, a coloured one by the active player."""

from __future__ import annotations

import pytest

from tests.game_helpers import found, rulebook
from tests.rules.logs import crosses, played
from tests.rules.variant_cases import Broken, Turn, broken, looked_at, points, rules_of, step

GAME = "connect15"
PUBLISHED = {
    "red": "2 3 15 4 5 6 15 7 8 9 10 15 11 12",
    "yellow": "2 3 4 5 15 6 7 15 8 9 15 10 11 12",
    "green": "12 11 10 15 9 8 7 6 15 5 4 15 3 2",
    "blue": "12 11 15 10 9 8 15 7 6 5 15 4 3 2",
}


@pytest.mark.parametrize("row", PUBLISHED)
def test_the_fields_are_those_of_the_published_sheet(row: str) -> None:
    (found,) = (each for each in rulebook(GAME).rows if each.id == row)
    assert [cell.number for cell in found.cells] == [int(number) for number in PUBLISHED[row].split()]


def test_a_one_and_a_five_are_a_six_and_a_fifteen() -> None:
    book = rulebook(GAME)
    assert book.numbers_thrown(1, 5) == book.numbers_thrown(5, 1) == (6, 15)
    assert book.numbers_thrown(2, 4) == (6,)
    assert [book.chance(number) for number in (2, 6, 7, 15, 16)] == [1, 5, 6, 2, 0]


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 15", {"red": 1, "total": 1}),
        ("red 2 3 15 4", {"red": 10, "total": 10}),
        ("red 15 15#2 15#3", {"red": 6, "total": 6}),
        ("green 12 15 2", {"green": 10, "total": 10}),
        ("red 2 3 15 4 5 6 15#2 7 8 9 10 15#3 11 12 lock", {"red": 120, "total": 120}),
        ("blue 15; penalties 1", {"blue": 1, "total": -4}),
    ],
)
def test_points(sheet: str, wanted: dict[str, int]) -> None:
    assert points(GAME, sheet) == wanted


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 2 3 4 5 6 12 lock", []),
        ("red 2 3 15 4 5 12 lock", ["C6 lock-too-few"]),  # four and a 15
        ("red 2 3 15 4 5 6 12 lock", []),
        ("yellow 15 15#2 15#3 10 11 12 lock", ["C6 lock-too-few"]),
        ("blue 12 11 15 10 9 8 2", ["C6 lock-missing"]),
    ],
)
def test_what_one_sheet_proves(sheet: str, wanted: list[str]) -> None:
    assert rules_of(looked_at(GAME, f"A: {sheet}")) == wanted


FIFTEEN = step("A", "1+5", "A red 15, B green 15")


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([FIFTEEN], {"A": {"red": 1}, "B": {"green": 1}}),
        ([step("A", "5+1", "A red 6, B blue 15#3")], {"A": {"red": 1}, "B": {"blue": 1}}),
        ([FIFTEEN, step("B", "5+1", "A red 15#2, B green 15#2")], {"A": {"red": 2}, "B": {"green": 2}}),
    ],
)
def test_what_may_be_crossed(turns: list[Turn], wanted: dict[str, dict[str, int]]) -> None:
    assert crosses(played(GAME, "A B", turns)) == wanted


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([step("A", "2+4", "A red 15")], ("A", "C3", "white-sum")),
        ([step("A", "5+5", "B red 15")], ("B", "C3", "white-sum")),
        ([step("A", "1+5", "A red 7")], ("A", "C3", "white-sum")),
        ([FIFTEEN, step("B", "1+5", "A red 15")], ("A", "C2", "crossed")),
        ([FIFTEEN, step("B", "1+2", "A red 3")], ("A", "C2", "passed")),
        ([step("A", "3+4", "A red 7"), step("B", "1+5", "A red 15#2")], ("A", "C2", "passed")),
    ],
)
def test_what_may_not_be_crossed(turns: list[Turn], wanted: Broken) -> None:
    assert broken(GAME, turns) == wanted


@pytest.mark.parametrize(
    ("red", "cell", "wanted"),
    [(5, "red 15", None), (5, "red 6", None), (4, "red 15", "coloured-sum"), (5, "blue 15", "coloured-sum")],
)
def test_a_white_and_a_coloured_die_are_for_the_active_player(red: int, cell: str, wanted: str | None) -> None:
    dice = {"red": red, "yellow": 2, "green": 2, "blue": 2}
    turn = {"active": "A", "white": [1, 3], "dice": dice, "action2": cell}
    reasons = [finding.reason for finding in played(GAME, "A B", [turn]).findings]
    assert reasons == ([wanted] if wanted else ["game-not-over"])


def test_a_fifteen_takes_an_action() -> None:
    """B had four turns, the last one among them, so A had four too: twelve crosses."""
    sheet = "A: red 2 3 15 4 5 6 15#2; blue 12 11 15 10 9"
    assert found(looked_at(GAME, sheet, "B: penalties 4")) == set()
    assert found(looked_at(GAME, sheet + " 8", "B: penalties 4")) == {"impossible-turns|"}
