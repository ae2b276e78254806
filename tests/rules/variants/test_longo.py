"""Long rows for eight-sided dice: either of the last two numbers closes a row, and lucky numbers help short rows."""

from __future__ import annotations

import pytest

from tests.game_helpers import found, rulebook
from tests.rules.logs import crosses, played
from tests.rules.variant_cases import Broken, Turn, broken, looked_at, points, rules_of, step

GAME = "longo"


@pytest.mark.parametrize(
    ("row", "first", "last", "closing"),
    [("red", 2, 16, [15, 16]), ("yellow", 2, 16, [15, 16]), ("green", 16, 2, [3, 2]), ("blue", 16, 2, [3, 2])],
)
def test_the_rows_run_from_2_to_16(row: str, first: int, last: int, closing: list[int]) -> None:
    (found,) = (each for each in rulebook(GAME).rows if each.id == row)
    numbers = [cell.number for cell in found.cells]
    assert (len(numbers), numbers[0], numbers[-1]) == (15, first, last)
    assert sorted(numbers) == list(range(2, 17))
    assert [cell.number for cell in found.closing] == closing
    assert found.lock and found.lock.needs == 6


def test_dice_points_and_lucky_numbers() -> None:
    book = rulebook(GAME)
    assert book.die_sides == 8
    assert {(len(line.points) - 1, line.points[-1]) for line in book.scores} == {(15, 120)}
    assert len(set(book.lucky)) == 2


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 2-7 15 lock", {"red": 36, "total": 36}),
        ("red 2-7 16 lock", {"red": 36, "total": 36}),
        ("red 2-14 15 lock", {"red": 120, "total": 120}),
        ("blue 16-4 2 lock", {"blue": 120, "total": 120}),
        ("red 2-14", {"red": 91, "total": 91}),
        ("green 16 8 4; penalties 2", {"green": 6, "total": -4}),
    ],
)
def test_points(sheet: str, wanted: dict[str, int]) -> None:
    assert points(GAME, sheet) == wanted
    assert not looked_at(GAME, f"A: {sheet}").findings


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 2-6 15 lock", ["C6 lock-too-few"]),
        ("red 2-6 16 lock", ["C6 lock-too-few"]),
        ("red 2-6 15 16 lock", ["C6 lock-too-few", "C6 lock-too-few", "C7 closed-twice"]),  # 15 does not help 16
        ("red 2-7 15 16 lock", ["C7 closed-twice"]),
        ("red 2-7 15", ["C6 lock-missing"]),
        ("red 2-14 lock", ["C6 lock-without-number-any"]),
        ("green 16-11 3 lock; blue 16-11 2 lock", []),
    ],
)
def test_what_one_sheet_proves(sheet: str, wanted: list[str]) -> None:
    assert rules_of(looked_at(GAME, f"A: {sheet}")) == wanted


def crossed(row: str, *numbers: int) -> list[Turn]:
    """Both cross these numbers of a row, turn by turn, none of them by luck."""
    return [
        step("AB"[at % 2], f"{max(1, number - 8)}+{min(8, number - 1)}", f"A {row} {number}, B {row} {number}")
        for at, number in enumerate(numbers)
    ]


FIVE, SIX = crossed("red", 2, 3, 4, 5, 7), crossed("red", 2, 3, 4, 5, 7, 8)
CLOSED = [*SIX, step("A", "8+7", "A red 15")]


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        (CLOSED, None),
        ([*SIX, step("A", "8+8", "A red 16")], None),
        ([*SIX, step("A", "8+8", "A red 16, B red 16")], None),
        ([*FIVE, step("B", "8+7", "B red 15")], ("B", "C6", "too-few")),
        ([*FIVE, step("B", "8+8", "B red 16")], ("B", "C6", "too-few")),
        ([*SIX, step("A", "8+7", "A red 15", "red 16", red=8)], ("A", "C7", "row-closed")),
        ([*CLOSED, step("B", "8+8", "B red 16", gone="red")], ("B", "C7", "row-closed")),
        ([*CLOSED, step("B", "8+8", "B green 16")], ("B", "C7", "die-gone")),
        ([*SIX, step("A", "7+6", second="red 15", red=8)], None),
        ([*SIX, step("A", "7+6", "A red 13", "red 14", red=8)], None),  # the number before the last two does not close
        ([*SIX, step("A", "8+6", "A red 14"), step("B", "7+7", "A green 14, B red 14")], None),
        ([step("A", "8+8", "A green 16, B blue 16")], None),
    ],
)
def test_steps(turns: list[Turn], wanted: Broken) -> None:
    assert broken(GAME, turns) == wanted


def test_closing_gives_the_lock() -> None:
    assert crosses(played(GAME, "A B", CLOSED)) == {"A": {"red": 8}, "B": {"red": 6}}


ONE_EACH = [
    step("A", "1+1", "A red 2"),
    step("B", "2+2", "A yellow 4, B yellow 4"),
    step("A", "8+8", "A green 16"),
    step("B", "8+6", "A blue 14, B green 14"),
]
"""A has one cross in each row, B one in yellow and one in green."""
RED_14 = [
    step("A", "7+7", "A red 14"),
    step("B", "1+1", "A yellow 2, B yellow 2"),
    step("A", "8+8", "A green 16"),
    step("B", "8+8", "A blue 16, B green 16"),
]


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([step("A", "3+3", "A red 6, B red 6")], None),  # the number itself may still be used
        ([step("A", "3+3", "A red 2, B green 16")], None),  # all rows are equally short
        ([step("A", "6+6", "A yellow 2")], None),
        ([step("A", "3+3", "A red 3")], ("A", "C3", "white-sum")),  # the next number, not any
        ([step("A", "3+4", "A red 2")], ("A", "C3", "white-sum")),  # seven is not lucky
        ([step("A", "1+1", "A red 2"), step("B", "3+3", "A red 3, B red 2")], ("A", "C3", "white-sum")),
        ([step("A", "1+1", "A red 2"), step("B", "3+3", "A yellow 2, B red 2")], None),
        ([*ONE_EACH, step("A", "3+3", "A yellow 5, B red 2")], None),
        ([*ONE_EACH, step("A", "3+3", "A red 3, B blue 16")], None),
        ([*ONE_EACH, step("A", "3+3", "A green 15, B green 13")], ("B", "C3", "white-sum")),  # not B's shortest
        ([*ONE_EACH, step("A", "3+3", "A yellow 3")], ("A", "C3", "white-sum")),  # it was passed
        ([*RED_14, step("A", "6+6", "A red 15")], ("A", "C6", "too-few")),  # luck closes no row too early
        ([step("A", "3+5", second="red 2", red=3)], ("A", "C4", "coloured-sum")),  # only white dice are lucky
    ],
)
def test_lucky_steps(turns: list[Turn], wanted: Broken) -> None:
    assert broken(GAME, turns) == wanted


ALONE = [
    step("A", "1+1", "A red 2"),
    step("B", "2+2", "A red 4, B yellow 4"),
    step("A", "2+3", "A red 5"),
    step("B", "8+6", "B green 14", penalty=False),
    step("A", "4+4", "A red 8"),
    step("B", "7+7", "B blue 14", penalty=False),
    step("A", "4+5", "A red 9"),
    step("B", "5+5", "A red 10, B green 10"),
    step("A", "8+8", "A red 16"),
]
"""A closes red, where B has nothing; B has two green crosses, one yellow and one blue."""


def test_a_closed_row_is_not_the_shortest() -> None:
    for cell in ("yellow 5", "blue 13"):
        assert broken(GAME, [*ALONE, step("B", "3+3", f"B {cell}", gone="red")]) is None
    assert broken(GAME, [*ALONE, step("B", "3+3", "B green 9", gone="red")]) == ("B", "C3", "white-sum")
    assert broken(GAME, [*ALONE, step("B", "3+3", "B red 2", gone="red")]) == ("B", "C7", "row-closed")


@pytest.mark.parametrize("before", ["2-7", "2-7 14"])
def test_two_cannot_close_a_row_with_different_numbers_not_even_by_luck(before: str) -> None:
    """On a lucky number the 15 may be the next number, but the 16 never is: the 15 before it closes the row."""
    closed = (f"A: red {before} 15 lock; blue 16-11 3 lock", "B: red 2-7 16 lock; penalties 2")
    assert "impossible-closing|" in found(looked_at(GAME, *closed))


def test_two_rows_can_close_at_once_by_luck() -> None:
    """Both have the number before the 15 and the 3, so a 6 or a 12 can have closed them together, and a third row."""
    closed = ("A: red 2-7 14 15 lock; yellow 2-7 16 lock", "B: blue 16-11 4 3 lock; penalties 2")
    assert "impossible-closing|" not in found(looked_at(GAME, *closed))
    unlucky = ("A: red 2-7 15 lock; yellow 2-7 16 lock", "B: blue 16-11 3 lock; penalties 2")
    assert "impossible-closing|" in found(looked_at(GAME, *unlucky))
