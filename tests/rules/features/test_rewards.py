"""Whoever has crossed both numbers with a symbol gets crosses at once, or points at the end."""

from __future__ import annotations

import pytest

from tests.game_helpers import rulebook
from tests.rules.logs import crosses, played
from tests.rules.variant_cases import Turn, looked_at, points, rules_of, step

GAME = "bonus-b"
PUBLISHED = {
    "weakest row": ("yellow 11", "green 9"),
    "every row": ("yellow 7", "blue 7"),
    "double": ("red 8", "blue 10"),
    "points": ("red 6", "blue 4"),
    "no penalties": ("yellow 3", "green 5"),
}


def test_the_rewards_are_those_of_the_published_sheet() -> None:
    assert {reward.gives: reward.cells for reward in rulebook(GAME).rewards} == PUBLISHED
    assert [reward.amount for reward in rulebook(GAME).rewards] == [2, 1, 1, 13, 1]


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 6", {"red": 1, "total": 1}),
        ("red 6; blue 4", {"red": 1, "blue": 1, "total": 15}),
        ("red 8; blue 10", {"red": 1, "blue": 1, "total": 2}),  # yellow is the weakest, with nothing
        ("red 8; blue 10; yellow 2 3; green 12 11", {"red": 1, "blue": 1, "yellow": 3, "green": 3, "total": 9}),
        ("red 6 8; blue 10 4; yellow 2; green 12", {"red": 3, "blue": 3, "yellow": 1, "green": 1, "total": 22}),
        ("yellow 3; penalties 2", {"yellow": 1, "total": -9}),
        ("yellow 3; green 5; penalties 3", {"yellow": 1, "green": 1, "total": 2}),
    ],
)
def test_points(sheet: str, wanted: dict[str, int]) -> None:
    assert points(GAME, sheet) == wanted


def test_sums_are_compared_with_what_was_earned() -> None:
    data = "A: red 6; yellow 3; green 5; blue 4; penalties 2"
    (score,) = looked_at(GAME, data).scores
    assert (score.penalties, score.extra, score.total) == (0, 13, 17)


ELEVEN, NINE = step("A", "5+6", "A yellow 11"), step("B", "4+5", "A green 9, B red 9")
SEVEN = step("A", "3+4", "A yellow 7")


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([ELEVEN], {"yellow": 1}),
        ([ELEVEN, NINE], {"yellow": 1, "green": 1, "red": 2}),  # red and blue are empty: the upper one
        (
            [step("A", "1+1", "A red 2"), step("B", "5+6", "A yellow 11, B red 11"), step("A", "4+5", "A green 9")],
            {"red": 1, "yellow": 1, "green": 1, "blue": 2},
        ),
        ([SEVEN, step("B", "3+4", "A blue 7, B red 7")], {"red": 1, "yellow": 2, "green": 1, "blue": 2}),
        (
            [step("A", "6+6", "A blue 12"), step("B", "5+6", "A blue 11, B blue 11"), ELEVEN, NINE],
            {"blue": 2, "yellow": 1, "green": 1, "red": 2},
        ),
    ],
)
def test_crosses_that_are_earned(turns: list[Turn], wanted: dict[str, int]) -> None:
    assert crosses(played(GAME, "A B", turns))["A"] == wanted


def test_a_reward_leads_to_another() -> None:
    """Red 8 is one of the forced crosses. With blue 10 it makes the weakest row count twice: one point."""
    turns = [
        step("A", "4+6", "A blue 10"),
        step("B", "3+4", "A red 7, B red 7"),
        step("A", "5+6", "A yellow 11"),
        step("B", "4+5", "A green 9, B red 9"),
    ]
    (score, _) = played(GAME, "A B", turns).scores
    assert {id: row.crosses for id, row in score.rows.items()} == {"red": 3, "yellow": 1, "green": 1, "blue": 1}
    assert (score.extra, score.total) == (1, 6 + 3 + 1)


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("yellow 7; blue 7; penalties 3", ["R1 reward-row"] * 4),
        ("yellow 7; blue 7; red 2; penalties 3", ["R1 reward-row"] * 3),
        ("yellow 7; blue 7; red 2; green 12; penalties 3", ["R1 reward-row"] * 2),  # 8 and 6 are forced, too
        ("yellow 7 8; blue 7 6; red 2; green 12; penalties 2", []),
    ],
)
def test_what_all_sheets_prove(sheet: str, wanted: list[str]) -> None:
    assert rules_of(looked_at(GAME, f"A: {sheet}", "B: penalties 4")) == wanted


def test_one_cross_can_close_several_rows() -> None:
    """Yellow 7 and blue 7 force the next numbers, red 12 and yellow 12 among them if 11 is crossed there."""
    three = "red 2 3 4 5 {} 12 lock; yellow 2 4 5 7 {} 12 lock; green 12-8 2 lock"
    assert rules_of(looked_at(GAME, f"A: {three.format(11, 11)}")) == ["C8 too-many-locks"]
    assert rules_of(looked_at(GAME, f"A: {three.format(11, 11)}; blue 7 6")) == []
    assert rules_of(looked_at(GAME, f"A: {three.format(10, 10)}; blue 7 6")) == ["C8 too-many-locks"]


def test_the_last_penalty_ends_the_game_even_if_it_costs_nothing() -> None:
    result = looked_at(GAME, "A: yellow 3; green 5; penalties 4", "B: red 2 3; penalties 2")
    assert rules_of(result) == []
    assert [score.total for score in result.scores] == [2, 3 - 10]
