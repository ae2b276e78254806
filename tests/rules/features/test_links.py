"""Chains: of two linked cells both are crossed, or neither, wherever the other one stands."""

from __future__ import annotations

from typing import Any

import pytest

from tests.game_helpers import audited, found, one, rulebook
from tests.rules.logs import climb, crosses, played
from tests.rules.variant_cases import Broken, Turn, broken, looked_at, points, rules_of, step

GAME = "connected-chain"
PUBLISHED = "R6-Y6 R11-Y11 Y3-G11 Y8-G6 G9-B9 G4-B4"
NAMES = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}


def test_the_chains_are_those_of_the_published_sheet() -> None:
    wanted = [tuple(f"{NAMES[end[0]]} {end[1:]}" for end in pair.split("-")) for pair in PUBLISHED.split()]
    assert list(rulebook(GAME).links) == wanted


def test_they_join_neighbours_in_one_column_and_never_the_first_or_the_last() -> None:
    book = rulebook(GAME)
    places = {cell.id: (at, place) for at, row in enumerate(book.rows) for place, cell in enumerate(row.cells)}
    for upper, lower in book.links:
        (above, column), (below, same) = places[upper], places[lower]
        assert (below, same) == (above + 1, column)
        assert 0 < column < 10


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 6; yellow 6", {"red": 1, "yellow": 1, "total": 2}),
        ("red 2-7; yellow 6", {"red": 21, "yellow": 1, "total": 22}),
        (
            "red 6 11; yellow 3 6 8 11; green 11 9 6 4; blue 9 4",
            {"red": 3, "yellow": 10, "green": 10, "blue": 3, "total": 26},
        ),
        ("yellow 2 4 5 6 7 9 12 lock; red 6", {"yellow": 36, "red": 1, "total": 37}),
    ],
)
def test_what_comes_along_counts_like_any_cross(sheet: str, wanted: dict[str, int]) -> None:
    assert points(GAME, sheet) == wanted
    assert not looked_at(GAME, f"A: {sheet}").findings


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 6", ["K1 link-broken"]),
        ("yellow 6", ["K1 link-broken"]),
        ("blue 4; green 9", ["K1 link-broken", "K1 link-broken"]),
        ("yellow 3; green 11", []),
        ("red 2 3 4 5 7 8 9 10; yellow 2 4 5", []),
        ("red 2 3 4 6 11 12 lock; yellow 6 11", []),  # five before the last, two of them linked
        ("red 3 4 6 11 12 lock; yellow 6 11", ["C6 lock-too-few"]),
    ],
)
def test_what_one_sheet_proves(sheet: str, wanted: list[str]) -> None:
    assert rules_of(looked_at(GAME, f"A: {sheet}")) == wanted


YELLOW_CLOSED = climb("A B", "yellow", [2, 4, 5, 7, 9, 12])
"""None of these numbers is linked."""
EIGHT = step("A", "4+4", "A yellow 8")
SIX = step("B", "3+3", "A red 6, B red 6")


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([step("A", "3+3", "A red 6")], None),
        ([EIGHT, SIX], None),  # the yellow 6 is left of the yellow 8
        ([EIGHT, step("B", "3+3", "A yellow 6, B red 6")], ("A", "C2", "passed")),  # it cannot be chosen there
        ([step("A", "3+3", "A red 6"), step("B", "2+3", "A yellow 5, B red 5")], ("A", "C2", "passed")),
        ([step("A", "3+3", "A red 6"), step("B", "3+4", "A yellow 7, B red 7")], None),
        ([step("A", "3+3", "A red 6"), step("B", "3+3", "A yellow 6, B red 6")], ("A", "C2", "crossed")),
        ([step("A", "3+3", "A red 6", "yellow 6", yellow=3)], ("A", "C2", "crossed")),
        ([*YELLOW_CLOSED, step("A", "3+3", "A red 6, B red 6", gone="yellow")], None),
        ([*YELLOW_CLOSED, step("A", "3+3", "A yellow 6", gone="yellow")], ("A", "C7", "row-closed")),
        ([*YELLOW_CLOSED, step("A", "3+3", "A green 6", gone="yellow")], None),  # brings the yellow 8 along
        ([step("A", "4+4", "A yellow 8"), step("B", "3+4", "A green 7, B red 7")], ("A", "C2", "passed")),
        ([step("A", "2+3", second="blue 9", blue=6), step("B", "5+5", "A green 10, B red 10")], ("A", "C2", "passed")),
    ],
)
def test_steps(turns: list[Turn], wanted: Broken) -> None:
    assert broken(GAME, turns) == wanted


def test_the_partner_is_crossed_to_the_left_of_other_crosses() -> None:
    result = played(GAME, "A B", [EIGHT, SIX])
    assert crosses(result) == {"A": {"yellow": 2, "green": 1, "red": 1}, "B": {"red": 1, "yellow": 1}}


def test_the_partner_is_crossed_in_a_closed_row_and_counts() -> None:
    result = played(GAME, "A B", [*YELLOW_CLOSED, step("A", "3+3", "A red 6", gone="yellow")])
    assert crosses(result) == {"A": {"yellow": 8, "red": 1}, "B": {"yellow": 7}}


def test_what_comes_along_helps_to_close_a_row() -> None:
    """Red 6 brings yellow 6; with 7, 8, 9 and 10 these are five."""
    turns = [
        step("A", "3+3", "A red 6"),
        step("B", "3+4", "A yellow 7, B red 7"),
        step("A", "4+4", "A yellow 8"),
        step("B", "4+5", "A yellow 9, B red 9"),
        step("A", "5+5", "A yellow 10"),
        step("B", "6+6", "A yellow 12", penalty=True),
    ]
    assert broken(GAME, turns) is None
    assert crosses(played(GAME, "A B", turns))["A"]["yellow"] == 7
    assert broken(GAME, [*turns[:4], step("A", "6+6", "A yellow 12")]) == ("A", "C6", "too-few")


MANY = "A: red 2 3 4 6 11; yellow 3 6 8 11; green 11 9 6 4; blue 9 4"
"""Fifteen crosses, six of which came along."""


def test_turn_counts_ignore_what_came_along() -> None:
    """B had four turns, so A had five at most: fourteen crosses of his own."""
    assert found(looked_at(GAME, MANY, "B: penalties 4")) == set()
    assert found(looked_at("classic", MANY, "B: penalties 4")) == {"impossible-turns|"}


def ordered(marks: dict[str, list[int]], *history: str) -> list[str]:
    sheet: dict[str, Any] = {"marks": marks, "history": list(history)}
    return rules_of(audited(GAME, one(GAME, **sheet)))


def test_a_history_need_not_list_what_came_along() -> None:
    marks = {"yellow": [6, 8], "green": [6], "red": [6]}
    assert ordered(marks, "yellow 8", "red 6") == []
    assert ordered(marks, "green 6", "red 6", "yellow 6") == []
    assert ordered(marks, "yellow 8", "yellow 6") == ["C2 order-passed"]
