"""Pairs of numbers: who crosses a pair along with the white sum uses its other number, in action 1 and for himself."""

from __future__ import annotations

from typing import Any

import pytest

from tests.game_helpers import audited, found, one, rulebook
from tests.rules.logs import climb, crosses, played
from tests.rules.variant_cases import Broken, Turn, broken, looked_at, points, rules_of, step

GAME = "xchange"
PUBLISHED = "8/5 9/7 11/3 7/4 10/3 8/6 10/5 11/9 6/4"


def test_the_pairs_stand_as_published() -> None:
    row = rulebook(GAME).rows[-1]
    assert [cell.id for cell in row.cells] == [f"swap {pair}" for pair in PUBLISHED.split()]
    assert [f"{one}/{other}" for one, other in row.swaps] == PUBLISHED.split()
    assert row.lock is None


def test_they_score_nothing() -> None:
    assert [line.id for line in rulebook(GAME).scores] == ["red", "yellow", "green", "blue"]
    assert not any(id.startswith("swap") for line in rulebook(GAME).scores for id in line.cells)


def test_no_pair_has_the_number_of_a_last_cell() -> None:
    assert not {2, 12} & {number for pair in rulebook(GAME).rows[-1].swaps for number in pair}


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 5; swap 8/5", {"red": 1, "total": 1}),
        ("red 2-8; swap 8/5 7/4 10/3 8/6", {"red": 28, "total": 28}),
        ("swap 8/5; red 5; penalties 1", {"red": 1, "total": -4}),
        ("red 2-6 12 lock; swap 8/5", {"red": 28, "total": 28}),
    ],
)
def test_points(sheet: str, wanted: dict[str, int]) -> None:
    assert points(GAME, sheet) == wanted
    assert not looked_at(GAME, f"A: {sheet}").findings


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("swap 8/5", ["X1 swap-without-number"]),
        ("red 5; swap 8/5", []),
        ("blue 8; swap 8/5", []),  # either of the two can have been used
        ("red 4; swap 8/5", ["X1 swap-without-number"]),
        ("red 5; swap 8/5 10/5", ["X1 swap-without-number"]),  # each pair needs a number of its own
        ("red 5; blue 10; swap 8/5 10/5", []),
        ("red 5; yellow 5; swap 8/5 10/5", []),
        ("red 8 10; swap 8/5 8/6 10/5", ["X1 swap-without-number"]),
        ("red 6 8 10; swap 8/5 8/6 10/5", []),
        ("red 2-5 12 lock; swap 8/5", ["C6 lock-too-few"]),  # a pair is no cross of the row
    ],
)
def test_what_one_sheet_proves(sheet: str, wanted: list[str]) -> None:
    assert rules_of(looked_at(GAME, f"A: {sheet}")) == wanted


NINE = step("A", "4+5", "A red 7 by 9/7")


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([step("A", "4+4", "A red 5 by 8/5, B red 8")], None),
        ([step("A", "2+3", "A red 8 by 8/5, B blue 8 by 8/5")], None),
        ([step("A", "4+4", "A red 5")], ("A", "C3", "white-sum")),
        ([step("A", "4+4", "A red 5 by 8/5, B red 5")], ("B", "C3", "white-sum")),  # it helps nobody else
        ([step("A", "4+4", "A red 8 by 8/5")], ("A", "X1", "swap-number")),
        ([step("A", "4+4", "A red 6 by 8/5")], ("A", "X1", "swap-number")),
        ([step("A", "3+4", "A red 5 by 8/5")], ("A", "X1", "swap-sum")),
        ([step("A", "4+4", "A  by 8/5", penalty=True)], ("A", "X1", "swap-alone")),
        ([step("A", "4+4", "A  by 8/5", penalty=False)], ("A", "X1", "swap-alone")),
        ([step("A", "4+4", "A swap 8/5")], ("A", "X1", "swap-alone")),
        ([step("A", "4+4", second="swap 8/5")], ("A", "X1", "swap-alone")),
        ([step("A", "4+6", second="red 5", red=4)], ("A", "C4", "coloured-sum")),  # an 8 in action 2 stays an 8
        ([NINE, step("B", "4+4", "A yellow 5 by 8/5, B red 8")], ("A", "X1", "passed")),
        ([NINE, step("B", "4+5", "A yellow 7 by 9/7, B red 9")], ("A", "X1", "crossed")),
        ([NINE, step("B", "5+6", "A yellow 3 by 11/3, B red 11")], None),
        ([NINE, step("B", "2+2", "A red 7 by 7/4, B red 4")], ("A", "C2", "crossed")),
        ([NINE, step("B", "3+5", "A red 6 by 8/6, B red 8")], ("A", "C2", "passed")),
        ([step("A", "4+4", "A red 5 by 8/5", "red 9", red=5)], None),
        ([step("A", "4+5", "A red 7 by 9/7, B red 9"), step("B", "1+2", "B red 11 by 11/3")], None),
    ],
)
def test_steps(turns: list[Turn], wanted: Broken) -> None:
    assert broken(GAME, turns) == wanted


def test_a_closed_row_stays_closed_to_pairs() -> None:
    turns = [*climb("A B", "red", [2, 3, 4, 5, 6, 12]), step("A", "4+5", "A red 7 by 9/7", gone="red")]
    assert broken(GAME, turns) == ("A", "C7", "row-closed")


def test_the_pair_is_crossed_and_scores_nothing() -> None:
    result = played(GAME, "A B", [NINE])
    assert crosses(result) == {"A": {"red": 1}, "B": {}}
    assert [score.total for score in result.scores] == [1, 0]


def test_pairs_take_no_action_of_their_own() -> None:
    """B had four turns, the last one among them, so A had four too: twelve crosses, and any pairs with them."""
    sheet = "A: red 2-8; blue 12-8"
    assert found(looked_at(GAME, f"{sheet}; swap 8/5 9/7 7/4", "B: penalties 4")) == set()
    assert found(looked_at(GAME, f"{sheet} 5; swap 8/5 9/7 7/4", "B: penalties 4")) == {"impossible-turns|"}


def ordered(*history: str) -> list[str]:
    sheet: dict[str, Any] = {"marks": {"red": [5, 7], "swap": ["8/5", "9/7"]}, "history": list(history)}
    return rules_of(audited(GAME, one(GAME, **sheet)))


def test_a_history_tells_the_order_of_pairs() -> None:
    assert ordered("swap 8/5", "red 5", "swap 9/7", "red 7") == []
    assert ordered("swap 9/7", "red 5", "swap 8/5", "red 7") == ["X1 order-passed"]
    assert ordered("red 5", "red 7", "swap 8/5") == ["C2 order-unlisted"]
