"""The end of the tokens: on the last number, on the lock, and in the middle of a turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sheetgen.rules.engine.log import replay
from sheetgen.rules.engine.simulate import SimulationSetup
from sheetgen.rules.engine.token_game import TokenGameState
from tests.game_helpers import found, grid, play_alike, rulebook


def with_five_red(hand: int) -> TokenGameState:
    """The active player has five tokens in the red row and so many left."""
    game = TokenGameState([grid("duel")] * 2)
    for number in range(2, 7):
        (way,) = [way for way in game.grid.white[number] if way.cell == f"red {number}"]
        game.action1({0: way})
        game.placed_on = 0
    game.tokens_left[0] = hand
    return game


@pytest.mark.parametrize(("hand", "lock", "end"), [(1, False, "tokens"), (2, True, "tokens"), (3, True, None)])
def test_d7_d8_the_very_last_token_goes_without_a_lock(hand: int, lock: bool, end: str | None) -> None:
    game = with_five_red(hand)
    (way,) = [way for way in game.grid.white[12] if way.cell == "red 12"]
    assert game.refusal(0, way) is None
    game.action1({0: way})
    assert game.sheet(0, "A").has("red lock") == lock
    assert game.end == end
    assert "red" not in game.dice and game.closed == [[0], [0]]


def test_d3_a_beaten_token_goes_back_to_its_owner() -> None:
    game = TokenGameState([grid("duel")] * 2)
    (way,) = [way for way in game.grid.white[7] if way.cell == "red 7"]
    game.cross(0, way)
    assert game.tokens_left == [21, 22]
    game.placed_on = 0
    game.cross(1, way)
    assert game.tokens_left == [22, 21]
    assert not game.sheet(0, "A").crosses and game.sheet(1, "B").crosses == {"red 7": 1}


def test_d8_no_action_2_after_the_last_token() -> None:
    """Games that ended with a token in action 1 do not go on."""
    tried = 0
    for number in range(200):
        log = play_alike(grid("duel"), SimulationSetup(2, "careful", 2), number, keep_log=True)
        last = log.turns[-1]
        if log.game.end == "tokens" and last.action1 and not last.action2:
            longer = replace(log.log, turns=(*log.turns[:-1], replace(last, action2=("red 5",))))
            (finding,) = replay(rulebook("duel"), longer).findings
            assert (finding.rule, finding.reason, finding.turn) == ("D8", "ended-before", len(log.turns))
            tried += 1
    assert tried >= 5


def test_an_unfinished_final_round_is_told() -> None:
    """Cut the last turn off a game that ended with the final round."""
    setup = SimulationSetup(2, "careful", 2, "a")
    games = (play_alike(grid("onboard"), setup, number, keep_log=True) for number in range(100))
    log = next(game.log for game in games if game.game.end == "final")
    result = replay(rulebook("onboard"), replace(log, turns=log.turns[:-1]))
    assert found(result) == {"game-not-over|"}
    assert result.findings[0].reason == "game-not-over-final"
