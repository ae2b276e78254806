"""Mixed numbers: the order on the sheet decides, whatever the numbers, and every row closes with another one."""

from __future__ import annotations

import pytest

from sheetgen.errors import InputError
from tests.game_helpers import entered, found, rulebook
from tests.rules.logs import climb, crosses, played
from tests.rules.variant_cases import Broken, Turn, broken, looked_at, points, rules_of, step

GAME = "gemixxt-b"
PUBLISHED = {
    "red": "10 6 2 8 3 4 12 5 9 7 11",
    "yellow": "9 12 4 6 7 2 5 8 11 3 10",
    "green": "8 2 10 12 6 9 7 4 5 11 3",
    "blue": "5 7 11 9 12 3 8 10 2 6 4",
}


@pytest.mark.parametrize("row", PUBLISHED)
def test_the_numbers_stand_as_published(row: str) -> None:
    (found,) = (each for each in rulebook(GAME).rows if each.id == row)
    assert " ".join(str(cell.number) for cell in found.cells) == PUBLISHED[row]
    assert {cell.colour for cell in found.cells} == {row}
    assert sorted(cell.number for cell in found.cells) == list(range(2, 13))
    assert found.lock and (found.lock.colour, found.lock.needs) == (row, 5)


def test_the_closing_numbers_are_all_different() -> None:
    assert [row.closing[0].number for row in rulebook(GAME).rows] == [11, 10, 3, 4]


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 10 6 2", {"red": 6, "total": 6}),
        ("red 10-3", {"red": 15, "total": 15}),  # 10 6 2 8 3: a run follows the row
        ("red 10 6 2 8 3 11 lock", {"red": 28, "total": 28}),
        ("blue 5 7 11 9 12 3 8 10 2 6 4 lock", {"blue": 78, "total": 78}),
        ("yellow 12; green 12; blue 12; penalties 1", {"yellow": 1, "green": 1, "blue": 1, "total": -2}),
    ],
)
def test_points(sheet: str, wanted: dict[str, int]) -> None:
    assert points(GAME, sheet) == wanted
    assert not looked_at(GAME, f"A: {sheet}").findings


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 12", []),  # in the middle of its row
        ("red 10 6 2 8 11 lock", ["C6 lock-too-few"]),
        ("red 10 6 2 8 3 11", ["C6 lock-missing"]),
        ("red 10 6 2 8 3 12 lock", ["C6 lock-without-number"]),
        ("green 8 2 10 12 6 3 lock; blue 5 7 11 9 12 4 lock", []),
        ("yellow 9 12 4 6 10 lock", ["C6 lock-too-few"]),
    ],
)
def test_what_one_sheet_proves(sheet: str, wanted: list[str]) -> None:
    assert rules_of(looked_at(GAME, f"A: {sheet}")) == wanted


FIVE = climb("A B", "red", [10, 6, 2, 8, 3])
CLOSED = [*FIVE, step("B", "5+6", "A red 11, B red 11")]


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([step("A", "5+5", "A red 10"), step("B", "3+3", "A red 6, B red 6")], None),
        ([step("A", "3+3", "A red 6"), step("B", "5+5", "A red 10, B red 10")], ("A", "C2", "passed")),
        ([step("A", "1+1", "A red 2"), step("B", "4+4", "A red 8, B red 8")], None),
        ([step("A", "4+4", "A red 8"), step("B", "1+1", "A red 2, B red 2")], ("A", "C2", "passed")),
        ([step("A", "1+1", "A green 2"), step("B", "6+6", "A green 12, B green 12")], None),
        ([step("A", "1+2", "A green 3")], ("A", "C6", "too-few")),
        ([step("A", "6+6", "A yellow 12")], None),  # the second cell, and so no last number
        ([*FIVE[:4], step("A", "5+6", "A red 11")], ("A", "C6", "too-few")),
        (CLOSED, None),
        ([*CLOSED, step("A", "6+6", "A red 12", gone="red")], ("A", "C7", "row-closed")),
        ([*FIVE, step("B", "6+6", "B red 12", "red 5", red=4)], ("B", "C4", "coloured-sum")),
        ([*FIVE, step("B", "6+1", second="red 12", red=6)], None),
        ([*FIVE, step("B", "6+6", "B red 12"), step("A", "2+2", "A red 4, B red 4")], ("B", "C2", "passed")),
    ],
)
def test_steps(turns: list[Turn], wanted: Broken) -> None:
    assert broken(GAME, turns) == wanted


THREE = (
    "A: red 10 6 2 8 3 11 lock; penalties 1",
    "B: yellow 9 12 4 6 7 10 lock; penalties 1",
    "C: green 8 2 10 12 6 3 lock; penalties 1",
)


def test_a_third_row_never_closes_together_with_the_second() -> None:
    """No two rows end with the same number, so no white sum closes two."""
    assert "impossible-closing|" in found(looked_at(GAME, *THREE))
    classic = ("A: red 2-6 12 lock", "B: yellow 2-6 12 lock", "C: green 12-8 2 lock")
    assert "impossible-closing|" not in found(looked_at("classic", *classic))


def test_two_rows_end_the_game() -> None:
    assert not found(looked_at(GAME, *THREE[:2]))


def test_the_second_closed_row_ends_the_game_in_play() -> None:
    turns = [*CLOSED, *climb("A B", "yellow", [9, 12, 4, 6, 7])]
    for turn in turns[6:]:
        turn["dice"] = dict.fromkeys(("yellow", "green", "blue"), 1)
    turns.append(step("B", "5+5", "A yellow 10", gone="red", penalty=False))
    result = played(GAME, "A B", turns)
    assert not result.findings
    assert crosses(result) == {"A": {"red": 7, "yellow": 7}, "B": {"red": 7, "yellow": 5}}


def test_a_run_that_goes_back_is_refused() -> None:
    with pytest.raises(InputError, match="6-10 runs against 'red'"):
        entered(GAME, "A: red 6-10")
