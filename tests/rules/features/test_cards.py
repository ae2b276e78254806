"""Cards are dealt like real ones, and logs of games with cards are read as strictly as those with dice."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from sheetgen.errors import InputError
from sheetgen.rules.engine.card_game import Dealer
from sheetgen.rules.engine.simulate import STRATEGIES, SimulationSetup
from sheetgen.rules.features.cards import DISPLAY, deck
from tests.game_helpers import grid, logged, play_alike, rulebook

GAME = "card-game"
TURN: dict[str, Any] = {"active": "A", "card": 7, "hand": ["red 2"], "action2": ["red 2"]}


@pytest.mark.parametrize("players", [2, 5])
def test_every_card_is_somewhere_and_only_once(players: int) -> None:
    book, random = rulebook(GAME), Random(players)
    dealer = Dealer(book, players, random.random)
    tops = Counter[str]()
    for turn in range(300):
        top, hand = dealer.begin_turn(turn % players)
        tops[top] += 1
        held = [card for cards in dealer.hands for card in cards]
        assert len(hand) == 5 and len(dealer.display) == DISPLAY and dealer.pile[-1] == top
        assert sorted([*held, *dealer.display, *dealer.pile, *dealer.discarded]) == sorted(deck(book))
        dealer.discard(turn % players, random.sample(hand, random.randrange(4)))
    assert len(tops) == len(deck(book)) == 44


def test_turns_of_simulated_games_are_by_the_cards() -> None:
    several = 0
    for number in range(60):
        strategy = sorted(STRATEGIES)[number % 3]
        for turn in play_alike(grid(GAME), SimulationSetup(2 + number % 4, strategy, 3), number, True).turns:
            assert turn.hand and len(set(turn.hand)) == 5 and set(turn.action2) <= set(turn.hand)
            places = [rulebook(GAME).rows_of[cell].ids.index(cell) for cell in turn.action2]
            assert len(places) <= 3 and len({cell.split()[0] for cell in turn.action2}) <= 1
            assert not places or places[-1] - places[0] - (len(places) - 1) <= 1
            several += len(places) > 1
    assert several > 100


@pytest.mark.parametrize(
    ("variant", "turn", "wanted"),
    [
        (GAME, {**TURN, "white": [1, 2]}, "this game has no 'white'"),
        (GAME, {"active": "A", "card": 7}, "'hand' is missing"),
        (GAME, {**TURN, "card": 13}, "the number of the card"),
        (GAME, {**TURN, "hand": ["red 2", "red 2"]}, "a card is named twice"),
        (GAME, {**TURN, "hand": ["red lock"]}, "a card"),
        (GAME, {**TURN, "hand": ["red 2", "red 3", "red 4", "red 5", "red 6", "red 7"]}, "'hand' has 6 entries"),
        (GAME, {**TURN, "action2": "red 2"}, "'action2'"),
        ("classic", {"active": "A", "white": [1, 2], "dice": {}, "card": 7}, "this game has no 'card'"),
        ("classic", {"active": "A", "white": [1, 2], "dice": {}, "action2": ["red 2"]}, "'action2'"),
    ],
)
def test_wrong_turns_are_told(variant: str, turn: dict[str, Any], wanted: str) -> None:
    with pytest.raises(InputError) as caught:
        logged(variant, ["A", "B"], [turn])
    assert any(wanted in problem.message for problem in caught.value.problems), caught.value
