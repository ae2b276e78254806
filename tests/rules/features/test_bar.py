"""Numbers in boxes cross the next field of the bar, which forces the next number in the row of its colour."""

from __future__ import annotations

import pytest

from tests.game_helpers import found, rulebook
from tests.rules.logs import crosses, played
from tests.rules.variant_cases import Turn, broken, looked_at, points, rules_of, step

GAME = "bonus-a"
BOXES = {"red": [3, 6, 9], "yellow": [5, 8, 11], "green": [11, 7, 4], "blue": [10, 8, 5]}
BAR = "red yellow green blue green red blue yellow red yellow blue green"


def test_boxes_and_bar_are_those_of_the_published_sheet() -> None:
    bar = rulebook(GAME).bar
    assert bar
    assert bar.cells == tuple(f"{row} {number}" for row, numbers in BOXES.items() for number in numbers)
    assert bar.rows == tuple(BAR.split())
    assert [cell.colour for cell in rulebook(GAME).rows[-1].cells] == BAR.split()


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("bar 1-12", {"total": 0}),
        ("red 3 4; bar 1", {"red": 3, "total": 3}),
        ("yellow 5; red 2; bar 1; penalties 1", {"yellow": 1, "red": 1, "total": -3}),
    ],
)
def test_the_bar_scores_nothing(sheet: str, wanted: dict[str, int]) -> None:
    assert points(GAME, sheet) == wanted


FIVE = step("A", "2+3", "A red 5")


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([step("A", "1+1", "A red 2")], {"A": {"red": 1}}),  # no box
        ([step("A", "1+2", "A red 3")], {"A": {"red": 2}}),  # and 4
        ([step("A", "2+3", "A yellow 5")], {"A": {"yellow": 1, "red": 1}}),  # red 2 is the next one
        ([step("A", "2+3", "A yellow 5, B yellow 5")], {"A": {"yellow": 1, "red": 1}, "B": {"yellow": 1, "red": 1}}),
        ([FIVE, step("B", "2+3", "A yellow 5, B red 5")], {"A": {"red": 2, "yellow": 2}, "B": {"red": 1}}),  # a chain
        ([step("A", "4+6", "A blue 10", "blue 8", blue=4)], {"A": {"blue": 2, "red": 1, "yellow": 1}}),
        (
            [step("A", "1+2", "A red 3"), step("B", "5+6", "A green 11, B red 11")],
            {"A": {"red": 2, "green": 1, "yellow": 1}, "B": {"red": 1}},
        ),
        (
            [step("A", "5+6", "A red 11"), step("B", "2+3", "A yellow 5, B red 5")],
            {"A": {"red": 1, "yellow": 1}, "B": {"red": 1}},
        ),  # twelve needs five crosses: the forced one is lost
    ],
)
def test_what_a_box_forces(turns: list[Turn], wanted: dict[str, dict[str, int]]) -> None:
    assert {name: rows for name, rows in crosses(played(GAME, "A B", turns)).items() if rows} == wanted


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([step("A", "1+2", "A red 3"), step("B", "2+2", "A red 4, B red 4")], ("A", "C2", "crossed")),
        ([step("A", "2+3", "A yellow 5"), step("B", "1+1", "A red 2, B red 2")], ("A", "C2", "crossed")),
        ([step("A", "2+3", "A bar 1")], ("A", "A1", "bar-alone")),
        ([step("A", "2+3", second="bar 1")], ("A", "A1", "bar-alone")),
    ],
)
def test_what_is_refused(turns: list[Turn], wanted: tuple[str, str, str]) -> None:
    assert broken(GAME, turns) == wanted


SIX = [
    step("A", "1+1", "A red 2"),
    step("B", "2+2", "A red 4, B green 4"),
    step("A", "2+3", "A red 5"),
    step("B", "3+4", "A red 7, B red 7"),
    step("A", "4+4", "A red 8"),
    step("B", "5+5", "A red 10, B red 10"),
    step("A", "5+6", "A red 11"),
]
"""A has seven red crosses, none of them in a box, and the next one is the last. B's green 4 has forced red 2."""


def test_a_forced_cross_can_close_a_row() -> None:
    closed = [*SIX, step("B", "2+3", "A yellow 5, B blue 5")]
    assert crosses(played(GAME, "A B", closed))["A"] == {"red": 9, "yellow": 1}
    assert broken(GAME, [*closed, step("A", "6+6", "B red 12", gone="red")]) == ("B", "C7", "row-closed")


def test_fields_of_a_closed_row_are_skipped() -> None:
    """Red is closed, so A's first yellow box takes the second field, which is yellow, and forces yellow 6."""
    closed = [*SIX, step("B", "6+6", "A red 12, B yellow 12", penalty=True)]
    turns = [*SIX, step("B", "6+6", "A red 12, B blue 12"), step("A", "2+3", "A yellow 5", gone="red")]
    assert crosses(played(GAME, "A B", turns))["A"] == {"red": 9, "yellow": 2}
    assert broken(GAME, closed) == ("B", "C6", "too-few")


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 3 4; bar 1; penalties 2", []),
        ("red 3 4; penalties 2", ["A1 bar-count"]),
        ("red 2; bar 1; penalties 3", ["A1 bar-count"]),
        ("yellow 5; bar 1; penalties 3", ["A1 bar-row"]),
        ("red 3; bar 1; penalties 3", ["A1 bar-row"]),  # red 4 is missing
        ("red 3 5; bar 1; penalties 3", ["A1 bar-row"]),
        ("red 2 3; bar 1; penalties 2", []),  # it is here too, but red 2 could be a forced cross
        ("yellow 5; red 2; bar 2; penalties 2", ["A1 bar-gap"]),
        ("yellow 5; red 2; bar 1 3; penalties 2", ["A1 bar-gap"]),
        ("red 5 6; yellow 5 6; bar 1 2; penalties 2", []),
        ("red 5 6; yellow 5; bar 1 2; penalties 3", ["A1 bar-row"]),  # yellow 6 is missing
        ("red 11; yellow 5; bar 1; penalties 2", []),  # red 12 was not allowed
    ],
)
def test_what_all_sheets_prove(sheet: str, wanted: list[str]) -> None:
    assert rules_of(looked_at(GAME, f"A: {sheet}", "B: penalties 4")) == wanted
    assert not [each for each in rules_of(looked_at(GAME, f"A: {sheet}")) if "bar" in each], "others may close rows"


@pytest.mark.parametrize("bar", ["2", "1 2"])
def test_fields_of_closed_rows_prove_nothing(bar: str) -> None:
    """B has closed red, so A may have skipped the first field, or crossed it out."""
    closer = "B: red 2 4 5 7 8 12 lock; penalties 4"
    assert found(looked_at(GAME, f"A: yellow 5 6; bar {bar}; penalties 3", closer)) == set()


def test_forced_crosses_take_no_action() -> None:
    """A had four turns and four white sums of B: twelve crosses. Three boxes force three more."""
    sheet = "red 2 4 5 7; yellow 2 3 4 5 6; green 12 11 10; blue 12 10"
    three = "A: " + sheet + "; bar 1-3"
    assert found(looked_at(GAME, three, "B: penalties 4")) == set()
    assert found(looked_at(GAME, three.replace("blue 12 10", "blue 12 11 10 9 7 6"), "B: penalties 4")) == {
        "impossible-turns|"
    }
