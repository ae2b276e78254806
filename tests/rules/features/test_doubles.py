"""A second box below each number but the last: crossed when the number comes again, while it is the right-most one."""

from __future__ import annotations

from typing import Any

import pytest

from sheetgen.errors import InputError
from tests.game_helpers import audited, entered, found, one, rulebook
from tests.rules.logs import crosses, played
from tests.rules.variant_cases import Broken, Turn, broken, looked_at, points, rules_of, step

GAME = "double-a"
TEN = " ".join(f"{number} {number}#2" for number in range(2, 7))
"""Ten crosses of the red row."""


@pytest.mark.parametrize("row", ["red", "yellow", "green", "blue"])
def test_every_number_but_the_last_has_a_second_box(row: str) -> None:
    book = rulebook(GAME)
    (found,) = (each for each in book.rows if each.id == row)
    boxes = {number for box, number in book.doubles.items() if box.startswith(row)}
    assert boxes == {cell.id for cell in found.cells if "#" not in cell.id} - {found.closing[0].id}
    assert all(box == f"{number}#2" for box, number in book.doubles.items())
    assert found.lock and (found.lock.needs, found.lock.last) == (7, 1)


def test_sixteen_crosses_count_at_most() -> None:
    assert {(len(line.points) - 1, line.points[-1]) for line in rulebook(GAME).scores} == {(16, 136)}


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 2 2#2", {"red": 3, "total": 3}),
        ("red 2 2#2 3; green 12 12#2 11 11#2", {"red": 6, "green": 10, "total": 16}),
        (f"red {TEN} 7 7#2 8 8#2 9", {"red": 120, "total": 120}),  # fifteen
        (f"red {TEN} 7 7#2 8 8#2 9 9#2", {"red": 136, "total": 136}),  # sixteen
        (f"red {TEN} 7 7#2 8 8#2 9 9#2 10", {"red": 136, "total": 136}),
        ("red 2 2#2 3 3#2 4 4#2 5 12 lock", {"red": 45, "total": 45}),  # nine
        ("red 2-8 12 lock", {"red": 45, "total": 45}),
        ("red 2 2#2; penalties 1", {"red": 3, "total": -2}),
    ],
)
def test_points(sheet: str, wanted: dict[str, int]) -> None:
    assert points(GAME, sheet) == wanted
    assert not looked_at(GAME, f"A: {sheet}").findings


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 2 2#2 3 3#2 4 4#2 5 12 lock", []),
        ("red 2 2#2 3 3#2 4 4#2 12 lock", ["C6 lock-too-few"]),  # six
        ("red 2-8 12 lock", []),
        ("red 2-7 12 lock", ["C6 lock-too-few"]),
        ("red 3#2", ["W1 double-without-number"]),
        ("red 2 3#2 4; blue 12#2", ["W1 double-without-number", "W1 double-without-number"]),
        ("red 5 5#2 7", []),  # nobody can tell which was first
        ("green 12 12#2 11 11#2 10 10#2 9 2", ["C6 lock-missing"]),
    ],
)
def test_what_one_sheet_proves(sheet: str, wanted: list[str]) -> None:
    assert rules_of(looked_at(GAME, f"A: {sheet}")) == wanted


def test_the_last_number_has_no_second_box() -> None:
    with pytest.raises(InputError, match="'red' has no \"12#2\""):
        entered(GAME, "A: red 2-8 12 12#2 lock")


FIVE = step("A", "2+3", "A red 5, B red 5")
AGAIN = step("B", "1+4", "A red 5#2, B red 5#2")


def doubled(*numbers: int) -> list[Turn]:
    """Both cross these red numbers and their second boxes, one in each turn."""
    turns: list[Turn] = []
    for number in numbers:
        for cell in (f"red {number}", f"red {number}#2"):
            active = "AB"[len(turns) % 2]
            turns.append(step(active, f"1+{number - 1}", f"A {cell}, B {cell}"))
    return turns


SIX = doubled(2, 3, 4)


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([FIVE, AGAIN], None),
        ([step("A", "2+3", "A red 5#2")], ("A", "W1", "double")),
        ([FIVE, step("B", "2+3", "A red 5, B red 5#2")], ("A", "C2", "crossed")),
        ([FIVE, step("B", "3+4", "A red 7, B red 7"), step("A", "2+3", "A red 5#2")], ("A", "C2", "passed")),
        ([FIVE, AGAIN, step("A", "2+3", "A red 5#2")], ("A", "C2", "crossed")),
        ([FIVE, AGAIN, step("A", "3+3", "A red 6, B red 6")], None),
        ([FIVE, AGAIN, step("A", "2+2", "A red 4")], ("A", "C2", "passed")),
        ([FIVE, step("B", "3+3", "A red 5#2, B red 6")], ("A", "C3", "white-sum")),
        ([step("A", "2+3", "A red 5", "red 5#2", red=3)], None),  # with a coloured die, in the same turn
        ([step("A", "2+3", "A red 5", "red 5#2", blue=3)], ("A", "C4", "coloured-sum")),
        ([step("A", "2+3", "A yellow 5", "red 5#2", red=3)], ("A", "W1", "double")),
        ([*SIX, step("A", "6+6", "A red 12")], ("A", "C6", "too-few")),
        ([*SIX, step("A", "1+4", "A red 5, B red 5"), step("B", "6+6", "A red 12, B red 12")], None),
        ([*SIX, step("A", "1+3", "A red 4#2")], ("A", "C2", "crossed")),
    ],
)
def test_steps(turns: list[Turn], wanted: Broken) -> None:
    assert broken(GAME, turns) == wanted


def test_a_second_box_is_a_cross_of_its_own() -> None:
    assert crosses(played(GAME, "A B", [FIVE, AGAIN])) == {"A": {"red": 2}, "B": {"red": 2}}
    turns = [*SIX, step("A", "1+4", "A red 5, B red 5"), step("B", "6+6", "A red 12, B red 12")]
    assert crosses(played(GAME, "A B", turns)) == {"A": {"red": 9}, "B": {"red": 9}}


def test_a_second_box_takes_an_action() -> None:
    """B had four turns, the last one among them, so A had four too: twelve crosses."""
    sheet = "A: red 2 2#2 3 3#2 4 4#2 5; blue 12 12#2 11 11#2 10"
    assert found(looked_at(GAME, sheet, "B: penalties 4")) == set()
    assert found(looked_at(GAME, sheet + " 10#2", "B: penalties 4")) == {"impossible-turns|"}


def ordered(*history: str) -> list[str]:
    sheet: dict[str, Any] = {"marks": {"red": [5, "5#2", 7]}, "history": list(history)}
    return rules_of(audited(GAME, one(GAME, **sheet)))


def test_a_history_tells_whether_the_box_was_open() -> None:
    assert ordered("red 5", "red 5#2", "red 7") == []
    assert ordered("red 5", "red 7", "red 5#2") == ["C2 order-passed"]
    assert ordered("red 5#2", "red 5", "red 7") == ["C2 order-passed", "W1 order-double"]
