"""The card game: cards of one colour played in a turn, rows that close for one player only, and what sheets prove."""

from __future__ import annotations

from typing import Any

import pytest

import sheetgen as sg
from tests.game_helpers import audited, found, read, rulebook
from tests.rules.logs import crosses, played
from tests.rules.variant_cases import broken, looked_at, points, rules_of

GAME = "card-game"
Turn = dict[str, Any]


def draw(active: str, card: int, first: str = "", second: str = "", hand: str = "") -> Turn:
    """A turn: "A red 5, B blue 5" with the top card, "red 6 7" with cards of the hand, which may hold others, too."""
    row, *numbers = second.split() or [""]
    played_cards = [f"{row} {number}" for number in numbers]
    others = [each for each in hand.split(", ") if each]
    action1 = dict(choice.split(" ", 1) for choice in filter(None, first.split(", ")))
    return {
        "active": active,
        "card": card,
        "hand": [*played_cards, *others],
        "action1": action1,
        "action2": played_cards,
        "penalty": active not in action1 and not second,
    }


def climb(row: str, *numbers: int) -> list[Turn]:
    """Both cross these numbers of a row with top cards, turn by turn, A first."""
    return [draw("AB"[at % 2], number, f"A {row} {number}, B {row} {number}") for at, number in enumerate(numbers)]


FIVE = climb("red", 2, 3, 4, 5, 6)
A_CLOSED = [*FIVE, draw("B", 12, "A red 12, B blue 12")]
"""Red is closed for A; B has five crosses there."""
BOTH_LATE = [*A_CLOSED, *climb("green", 12, 11, 10, 9, 8)]
"""Both have five green crosses, too, and B is active."""


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([draw("A", 7, "", "red 2 3 5")], {"A": {"red": 3}, "B": {}}),  # 4 is left out
        ([draw("A", 7, "", "blue 12 11 10")], {"A": {"blue": 3}, "B": {}}),
        ([draw("A", 2, "A red 2", "red 3 4 6")], {"A": {"red": 4}, "B": {}}),  # four crosses in one turn
        ([draw("A", 7, "B yellow 7", "red 9")], {"A": {"red": 1}, "B": {"yellow": 1}}),
        ([draw("A", 7, "", "", "red 2, red 3")], {"A": {}, "B": {}}),  # nobody has to cross what is played
        ([*FIVE, draw("B", 7, "", "red 11 12")], {"A": {"red": 5}, "B": {"red": 8}}),  # closes the row: 5 + 2 + lock
        (A_CLOSED, {"A": {"red": 7}, "B": {"red": 5, "blue": 1}}),
        ([*A_CLOSED, draw("A", 12, "B red 12")], {"A": {"red": 7}, "B": {"red": 7, "blue": 1}}),  # a turn later
    ],
)
def test_turns_that_are_legal(turns: list[Turn], wanted: dict[str, dict[str, int]]) -> None:
    assert broken(GAME, turns) is None
    assert crosses(played(GAME, "A B", turns)) == wanted


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([draw("A", 7, "A red 6")], ("A", "C3", "card-number")),
        ([draw("A", 7, "", "red 2 5")], ("A", "P1", "card-gap")),  # 3 and 4 are left out
        ([draw("A", 7, "", "red 2 4 6")], ("A", "P1", "card-gap")),  # 3 and 5 are left out
        ([draw("A", 7, "", "red 2 3 4 5")], ("A", "P1", "too-many-cards")),
        ([draw("A", 7, "", "red 3 2")], ("A", "C2", "passed")),
        ([{**draw("A", 7, "", "red 2"), "hand": ["red 3", "blue 2"]}], ("A", "P1", "card-missing")),
        (
            [{**draw("A", 7, "", "red 2", "blue 12"), "action2": ["red 2", "blue 12"]}],
            ("A", "P1", "card-colour"),
        ),
        ([draw("A", 7, "", "red 12")], ("A", "C6", "too-few")),
        ([*A_CLOSED, draw("A", 8, "A red 8")], ("A", "C7", "row-closed")),
        ([*BOTH_LATE[:-1], draw("A", 2, "A green 2")], ("A", "C6", "too-few")),  # four crosses there
        (
            [*BOTH_LATE, {**draw("B", 2, "A green 2"), "penalty": False}, draw("A", 7)],
            ("A", "C8", "after-end"),
        ),  # A's second row
    ],
)
def test_turns_that_are_not(turns: list[Turn], wanted: tuple[str, str, str]) -> None:
    assert broken(GAME, turns) == wanted


def test_two_rows_of_different_players_do_not_end_the_game() -> None:
    """A has closed red, B closes green: the game goes on until one of them has closed two."""
    turns = [*BOTH_LATE, draw("B", 2, "B green 2"), draw("A", 7, "A blue 7"), draw("B", 12, "B red 12")]
    assert [finding.reason for finding in played(GAME, "A B", turns[:-1]).findings] == ["game-not-over-own"]
    assert played(GAME, "A B", turns).findings == ()


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("red 2-12 lock; yellow 2-6 12 lock; penalties 1", {"red": 78, "yellow": 28, "total": 101}),
        ("blue 12-8 2 lock", {"blue": 28, "total": 28}),
        ("green 12 11; penalties 4", {"green": 3, "total": -17}),
    ],
)
def test_points_are_those_of_the_classic_game(sheet: str, wanted: dict[str, int]) -> None:
    assert points(GAME, sheet) == wanted


RED_YELLOW, GREEN_BLUE = "red 2-6 12 lock; yellow 2-6 12 lock", "green 12-8 2 lock; blue 12-8 2 lock"
RED_GREEN = "red 2-6 12 lock; green 12-8 2 lock"


@pytest.mark.parametrize(
    ("sheets", "wanted"),
    [
        ([f"A: {RED_YELLOW}", "B: red 2-6; blue 12; penalties 1"], []),
        (["A: red 2-6 12 lock; penalties 1", "B: yellow 2-6 12 lock; penalties 1"], ["C8 game-not-over-own"]),
        (["A: red 2-6 12 lock; penalties 4", "B: red 2-6 12 lock"], []),
        ([f"A: {RED_YELLOW}", f"B: {RED_GREEN}"], []),  # both closed their second row with the same 12
        ([f"A: {RED_YELLOW}", f"B: {GREEN_BLUE}"], ["C8 impossible-closing-own"]),  # no 12 on B's side, no 2 on A's
        ([f"A: {RED_YELLOW}; penalties 4", "B: red 2-6"], ["C8 ended-twice-alone"]),
        ([f"A: {RED_YELLOW}", "B: red 2-9; penalties 4"], ["C8 ended-twice"]),
        ([f"A: {RED_YELLOW}; green 12-8 2 lock", "B: blue 12-8 7 6"], ["C8 too-many-locks"]),
        # A had four turns, all without a cross, and the last one: B had at most four, with 4 · 4 + 4 crosses.
        (["A: penalties 4", "B: red 2-11; yellow 2-11"], []),
        (["A: penalties 4", "B: red 2-11; yellow 2-11; green 12"], ["C8 impossible-turns-last"]),
    ],
)
def test_what_the_sheets_of_a_game_prove(sheets: list[str], wanted: list[str]) -> None:
    assert rules_of(looked_at(GAME, *sheets)) == wanted


def test_two_players_may_close_the_same_rows_in_different_orders() -> None:
    """Rows close for one player only, so the two 12 of A and those of B have nothing to do with each other."""
    numbers = {row: [2, 3, 4, 5, 6, 12] for row in ("red", "yellow")}
    sheets = [
        {
            "name": name,
            "marks": numbers,
            "locks": order,
            "history": [f"{row} {number}" for row in order for number in numbers[row]],
        }
        for name, order in (("A", ["red", "yellow"]), ("B", ["yellow", "red"]))
    ]
    assert found(audited(GAME, read(GAME, {"players": sheets}))) == set()
    assert found(audited("classic", read("classic", {"players": sheets}))) == {"impossible-closing|"}


def test_the_layout_is_what_reviews_tell() -> None:
    book = rulebook(GAME)
    assert book.cards and (book.cards.hand, book.cards.most, book.cards.gap) == (5, 3, 1)
    assert book.has_own_closing and book.most_crosses == 4


def test_a_match_is_played_with_cards() -> None:
    match = sg.load(GAME).start("Anna", "Ben", seed=5)
    match.draw()
    assert len(match.hand) == 5 and 2 <= match.white[0] <= 12
    with pytest.raises(sg.InputError, match="already begun"):
        match.draw()
    with pytest.raises(sg.InputError, match="the top card shows"):
        match.cross(
            "Anna", next(f"green {number}" for number in range(12, 2, -1) if f"green {number}" not in match.hand)
        )
    match.end_turn()
    with pytest.raises(sg.InputError, match="there is no card 'red 13'"):
        match.draw(card=4, hand=["red 13"])
    with pytest.raises(sg.InputError, match="cards instead of dice"):
        match.roll()
    with pytest.raises(sg.InputError, match="dice instead of cards"):
        sg.load("classic").start("Anna", "Ben").draw()
