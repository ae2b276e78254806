"""A stair through all rows: crossed steps score once more, and change nothing else."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.game_helpers import audited, found, one, rulebook
from tests.rules.logs import crosses, played
from tests.rules.variant_cases import Broken, Turn, broken, looked_at, points, rules_of, step

GAME = "connected-steps"
ROWS = ["red", "yellow", "green", "blue"]
STAIR = "y g b g y r y g b g y"
ALL = "yellow 2 3 4 6 8 12 lock; green 11 9 5 3; blue 10 4; red 7"
"""All eleven steps; the yellow 3 and 4 are none."""


def test_the_stair_stands_as_on_the_published_sheet() -> None:
    book = rulebook(GAME)
    (line,) = (line for line in book.scores if line.id == "steps")
    wanted = []
    for column, letter in enumerate(STAIR.split()):
        row = next(row for row in book.rows if row.id.startswith(letter))
        wanted.append(row.cells[column].id)
    assert list(line.cells) == wanted
    assert line.points == (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)


def test_it_goes_up_and_down_by_one_row() -> None:
    (line,) = (line for line in rulebook(GAME).scores if line.id == "steps")
    heights = [ROWS.index(id.split()[0]) for id in line.cells]
    assert {abs(one - other) for one, other in pairwise(heights)} == {1}
    assert len(heights) == 11


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("yellow 2", {"yellow": 1, "steps": 1, "total": 2}),
        ("yellow 3", {"yellow": 1, "total": 1}),
        ("yellow 2; green 11", {"yellow": 1, "green": 1, "steps": 3, "total": 5}),
        ("red 2-7", {"red": 21, "steps": 1, "total": 22}),
        ("green 11 9 5 3", {"green": 10, "steps": 10, "total": 20}),
        ("yellow 2 6 8; green 11 9", {"yellow": 6, "green": 3, "steps": 15, "total": 24}),
        ("yellow 2-6 12 lock", {"yellow": 28, "steps": 6, "total": 34}),  # 2, 6 and 12; a lock is no step
        ("yellow 2-6 12", {"yellow": 28, "steps": 6, "total": 34}),  # the lock was forgotten
        (
            "yellow 2 6 8; green 11 9 5 3; blue 10 4; red 7",
            {"yellow": 6, "green": 10, "blue": 3, "red": 1, "steps": 55, "total": 75},
        ),
        (ALL, {"yellow": 28, "green": 10, "blue": 3, "red": 1, "steps": 66, "total": 108}),
        (ALL + "; penalties 3", {"yellow": 28, "green": 10, "blue": 3, "red": 1, "steps": 66, "total": 93}),
    ],
)
def test_points(sheet: str, wanted: dict[str, int]) -> None:
    assert points(GAME, sheet) == wanted


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        (ALL, []),
        ("yellow 2 6 8 12 lock", ["C6 lock-too-few"]),  # a step needs no less than other last numbers
        ("green 3", []),
        ("yellow 2-6 12", ["C6 lock-missing"]),
    ],
)
def test_what_one_sheet_proves(sheet: str, wanted: list[str]) -> None:
    assert rules_of(looked_at(GAME, f"A: {sheet}")) == wanted


def claimed(**figures: int) -> list[str]:
    return rules_of(audited(GAME, one(GAME, marks={"yellow": [2, 6], "green": [11]}, claimed=figures)))


def test_the_sum_of_the_stair_is_checked() -> None:
    assert claimed(steps=6, yellow=3, green=1, total=10) == []
    assert claimed(steps=3) == ["S1 wrong-sum"]
    assert claimed(total=4) == ["C9 wrong-sum"]


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([step("A", "1+1", "A yellow 2, B yellow 2")], None),
        ([step("A", "3+4", "A red 7"), step("B", "3+3", "A red 6, B red 6")], ("A", "C2", "passed")),
        ([step("A", "6+6", "A yellow 12")], ("A", "C6", "too-few")),
        ([step("A", "5+6", "A yellow 2")], ("A", "C3", "white-sum")),
        ([step("A", "4+6", "A green 10", "green 9", green=5)], None),
        ([step("A", "4+6", "A green 10", "green 11", green=5)], ("A", "C2", "passed")),
    ],
)
def test_steps(turns: list[Turn], wanted: Broken) -> None:
    assert broken(GAME, turns) == wanted


def test_a_step_is_counted_in_its_row_and_in_the_stair() -> None:
    result = played(GAME, "A B", [step("A", "1+1", "A yellow 2, B red 2"), step("B", "5+6", "A green 11, B green 11")])
    assert crosses(result) == {"A": {"yellow": 1, "green": 1, "steps": 2}, "B": {"red": 1, "green": 1, "steps": 1}}


def test_a_finished_game_is_as_in_the_classic_one() -> None:
    sheets = ("A: yellow 2-6 12 lock; red 7", "B: green 12-8 2 lock")
    assert not found(looked_at(GAME, *sheets))
