"""Mixed colours: a row is closed and scored as a row; a closed row takes its die along, but no cells of other rows."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tests.game_helpers import rulebook
from tests.rules.logs import climb, crosses, played
from tests.rules.variant_cases import Broken, Turn, broken, looked_at, points, rules_of, step

GAME = "gemixxt-a"
LETTERS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
PUBLISHED = {
    "red": "2Y 3Y 4Y 5B 6B 7B 8G 9G 10G 11R 12R",
    "yellow": "2R 3R 4G 5G 6G 7G 8B 9B 10Y 11Y 12Y",
    "green": "12B 11B 10B 9Y 8Y 7Y 6R 5R 4R 3G 2G",
    "blue": "12G 11G 10R 9R 8R 7R 6Y 5Y 4B 3B 2B",
}


@pytest.mark.parametrize("row", PUBLISHED)
def test_the_cells_stand_as_published(row: str) -> None:
    (found,) = (each for each in rulebook(GAME).rows if each.id == row)
    wanted = [(int(cell[:-1]), LETTERS[cell[-1]]) for cell in PUBLISHED[row].split()]
    assert [(cell.number, cell.colour) for cell in found.cells] == wanted
    assert found.lock and (found.lock.colour, found.lock.needs, found.lock.last) == (row, 5, 1)
    assert [cell.colour for cell in found.closing] == [row]


def test_every_number_carries_each_colour_once() -> None:
    colours = defaultdict(list)
    for row in rulebook(GAME).rows:
        for cell in row.cells:
            colours[cell.number].append(cell.colour)
    assert {tuple(sorted(map(str, each))) for each in colours.values()} == {("blue", "green", "red", "yellow")}
    assert set(colours) == set(range(2, 13))


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 2-5", {"red": 10, "total": 10}),  # yellow and blue cells, but one row
        ("red 2; yellow 4; green 12; blue 12", {"red": 1, "yellow": 1, "green": 1, "blue": 1, "total": 4}),
        ("yellow 2 3; green 6 5 4; blue 10-7", {"yellow": 3, "green": 6, "blue": 10, "total": 19}),  # nine red cells
        ("red 2-6 12 lock", {"red": 28, "total": 28}),
        ("red 2-12 lock; penalties 2", {"red": 78, "total": 68}),
    ],
)
def test_a_row_is_scored_as_a_row(sheet: str, wanted: dict[str, int]) -> None:
    assert points(GAME, sheet) == wanted
    assert not looked_at(GAME, f"A: {sheet}").findings


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 2-6 12 lock", []),
        ("red 2-5 12 lock", ["C6 lock-too-few"]),
        ("yellow 2 3; green 6 5 4; red 12 lock", ["C6 lock-too-few"]),  # five red cells, but in other rows
        ("red 11 12 lock", ["C6 lock-too-few"]),
        ("red 2-6 12", ["C6 lock-missing"]),
        ("red 2-11 lock", ["C6 lock-without-number"]),
        ("green 12-8 2 lock; blue 12-8 2 lock", []),
    ],
)
def test_what_one_sheet_proves(sheet: str, wanted: list[str]) -> None:
    assert rules_of(looked_at(GAME, f"A: {sheet}")) == wanted


FIVE = climb("A B", "red", [2, 3, 4, 5, 6])
CLOSED = [*FIVE, step("B", "6+6", "A red 12, B red 12", gone="")]


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([step("A", "2+3", "A red 5, B blue 5")], None),
        ([step("A", "1+6", second="red 3", yellow=2)], None),  # the 3 of the red row is yellow
        ([step("A", "1+6", second="red 3", red=2)], ("A", "C4", "coloured-sum")),
        ([step("A", "1+6", second="yellow 3", red=2)], None),  # and a red 3 stands in the yellow row
        ([step("A", "1+6", second="green 4", red=3)], None),
        ([step("A", "2+3", "A red 5"), step("B", "2+2", "A red 4, B red 4")], ("A", "C2", "passed")),
        ([*FIVE, step("B", "6+1", second="red 12", red=6)], None),
        ([*FIVE, step("B", "6+1", second="red 12", blue=6)], ("B", "C4", "coloured-sum")),
        ([*FIVE[:4], step("A", "6+6", "A red 12")], ("A", "C6", "too-few")),
        ([*CLOSED, step("A", "3+3", "A green 6, B green 6", gone="red")], None),  # red cells, with white dice
        ([*CLOSED, step("A", "1+1", "A yellow 2", gone="red")], None),
        ([*CLOSED, step("A", "4+3", second="blue 8", gone="red")], ("A", "C7", "coloured-gone")),
        ([*CLOSED, step("A", "4+3", "A red 7", gone="red")], ("A", "C7", "row-closed")),
        ([*CLOSED, step("A", "4+3", second="yellow 5", gone="red")], None),  # green 1 and white 4
        ([*CLOSED, step("A", "4+3", "A blue 7")], ("A", "C7", "die-gone")),
        ([*CLOSED, step("A", "4+3", "A blue 7", gone="red blue")], ("A", "C4", "die-missing")),
    ],
)
def test_steps(turns: list[Turn], wanted: Broken) -> None:
    assert broken(GAME, turns) == wanted


def test_the_die_leaves_at_once() -> None:
    """B closes the red row in action 1, so there is no red die for the red 7 of the blue row in action 2."""
    turns = [*FIVE, step("B", "6+6", "B red 12", "green 7", yellow=1)]
    assert broken(GAME, turns) is None
    turns = [*FIVE, step("B", "6+6", "B red 12", "blue 7", red=1)]
    assert broken(GAME, turns) == ("B", "C7", "coloured-gone")


def test_crosses_count_for_the_row_they_stand_in() -> None:
    result = played(GAME, "A B", [*CLOSED, step("A", "3+3", "A green 6, B blue 6", gone="red")])
    assert crosses(result) == {"A": {"red": 7, "green": 1}, "B": {"red": 7, "blue": 1}}
