"""Both white dice and a coloured one that make 15 allow a cross on a field with points, instead of both actions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.game_helpers import audited, found, one, rulebook
from tests.rules.logs import DICE, crosses, played
from tests.rules.variant_cases import looked_at, points, rules_of, step

GAME = "lucky15"


def test_the_fields_are_those_of_the_published_sheet() -> None:
    book = rulebook(GAME)
    assert book.trio and (book.trio.sum, book.trio.points) == (15, (5, 11, 18, 25))
    assert [row.id for row in book.rows] == ["red", "yellow", "green", "blue", "trio"]
    assert book.rows[-1].texts == ("5", "11", "18", "25")


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("trio 1", {"trio": 5, "total": 5}),
        ("trio 1 2", {"trio": 11, "total": 11}),
        ("trio 1-3", {"trio": 18, "total": 18}),
        ("trio 1-4", {"trio": 25, "total": 25}),
        ("red 2 3; trio 1; penalties 1", {"red": 3, "trio": 5, "total": 3}),
    ],
)
def test_the_last_crossed_field_counts(sheet: str, wanted: dict[str, int]) -> None:
    assert points(GAME, sheet) == wanted
    assert not looked_at(GAME, f"A: {sheet}").findings


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [("trio 2", ["T1 trio-skipped"]), ("trio 1 3", ["T1 trio-skipped"]), ("trio 2 4", ["T1 trio-skipped"] * 2)],
)
def test_no_field_is_skipped(sheet: str, wanted: list[str]) -> None:
    assert rules_of(looked_at(GAME, f"A: {sheet}")) == wanted


def test_fields_are_crossed_from_left_to_right_and_a_wrong_sum_is_told() -> None:
    sheet = one(GAME, marks={"trio": [1, 2]}, history=["trio 2", "trio 1"], claimed={"trio": 16})
    assert rules_of(audited(GAME, sheet)) == ["T1 order-passed", "T1 wrong-sum"]


def turn(white: str, second: str | None, first: str = "", red: int = 1, blue: int = 1) -> dict[str, Any]:
    return step("A", white, first, second, red=red, blue=blue)


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([turn("4+5", "trio 1", red=6)], None),
        ([turn("6+6", "trio 1", blue=3)], None),
        ([turn("4+5", "trio 1", "B red 9", red=6)], None),  # the others may use the white sum
        ([turn("4+5", "trio 1", "A red 9", red=6)], "trio-too-late"),
        ([turn("4+5", "trio 1", red=5)], "trio-sum"),
        ([turn("4+5", "trio 2", red=6)], "trio-next"),
        ([turn("4+5", "trio 1", red=6), step("B", "4+5", second="trio 1", blue=6)], None),
        ([turn("4+5", "trio 1", red=6), step("B", "4+5", second="trio 2", blue=6)], "trio-next"),
        ([turn("4+5", None, "A red 9", red=6)], None),  # nobody has to
    ],
)
def test_steps(turns: list[dict[str, Any]], wanted: str | None) -> None:
    reasons = [finding.reason for finding in played(GAME, "A B", turns).findings]
    assert reasons == [wanted or "game-not-over"]


def test_a_field_is_no_misthrow_and_only_for_the_active_player() -> None:
    result = played(GAME, "A B", [turn("4+5", "trio 1", red=6)])
    assert crosses(result) == {"A": {"trio": 1}, "B": {}}
    bold = {"active": "A", "white": [4, 5], "dice": {**DICE, "red": 6}, "action1": {"B": "trio 1"}, "penalty": True}
    assert [finding.reason for finding in played(GAME, "A B", [bold]).findings] == ["white-sum"]


def test_the_die_of_a_closed_row_makes_no_trio() -> None:
    climbed = [
        step("AB"[at % 2], f"{max(1, number - 6)}+{min(6, number - 1)}", f"A red {number}, B red {number}")
        for at, number in enumerate([2, 3, 4, 5, 6])
    ]
    closing = step("B", "6+6", "A red 12, B red 12")
    last = step("A", "4+5", second="trio 1", gone="red", blue=5)
    reasons = [finding.reason for finding in played(GAME, "A B", [*climbed, closing, last]).findings]
    assert reasons == ["trio-sum"]


def test_a_field_takes_a_whole_turn() -> None:
    """B had four turns, the last one among them, so A had four: eight crosses and four of B's, but less by a field."""
    plain = "A: red 2 3 4 5 6 7; blue 12 11 10 9 8 7"
    assert found(looked_at(GAME, plain, "B: penalties 4")) == set()
    assert found(looked_at(GAME, "A: red 2 3 4 5 6 7; blue 12 11 10 9; trio 1", "B: penalties 4")) == set()
    assert found(looked_at(GAME, f"{plain}; trio 1", "B: penalties 4")) == {"impossible-turns|"}
