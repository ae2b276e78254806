"""Tiny boards with tokens, on which every game is played: the audit refuses none of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sheetgen.rules.audit.audit import audit
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.token_game import TokenGameState
from sheetgen.rules.game_spec import GameSpec, compile_rulebook
from sheetgen.rules.rulebook import Rulebook
from tests.profiles import Counted


def tiny_board(numbers: int, tokens: int, boxes: int, players: int) -> Rulebook:
    """Two rows of numbers from 2 on, one up and one down."""
    rows = {"red": f"red 2..{1 + numbers}", "blue": f"blue {1 + numbers}..2"}
    game = {
        "dice": 4,
        "players": {"min": players, "max": players},
        "points": [1, 3, 6],
        "penalties": {"boxes": boxes, "points": -5},
        "end": {"closed_rows": 2},
        "tokens": {"each": tokens, "colours": ["black", "grey", "white"][:players]},
        "rows": {name: {"cells": cells, "lock": {"colour": name, "needs": 1}} for name, cells in rows.items()},
    }
    return compile_rulebook(GameSpec.model_validate(game))


def turns_of(game: TokenGameState, numbers: range) -> Iterator[TokenGameState]:
    """The game after each way to play a turn. The dice can show any of these numbers, in either action."""
    for white in numbers:
        for option in [None, *game.legal(game.active, game.grid.white.get(white, ()))]:
            after = game.copied()
            after.action1({game.active: option} if option else {})
            coloured = [
                each
                for colour in ([] if after.end else after.dice)
                for number in numbers
                for each in after.legal(game.active, game.grid.dice[colour].get(number, ()))
            ]
            for second in [None, *coloured]:
                last = after.copied()
                if second:
                    last.action2(second)
                last.end_turn()
                yield last


@pytest.mark.parametrize(
    ("numbers", "tokens", "boxes", "players"), [(2, 3, 4, 2), (2, 4, 4, 2), (3, 3, 3, 2), (2, 3, 3, 3)]
)
def test_no_legal_game_is_refused(
    numbers: int, tokens: int, boxes: int, players: int, record_property: Counted
) -> None:
    rules = tiny_board(numbers, tokens, boxes, players)
    names = "ABC"[:players]
    unfinished = [TokenGameState([Grid(rules)] * players)]
    seen = set()
    finished = 0
    while unfinished:
        for game in turns_of(unfinished.pop(), range(2, 2 + numbers)):
            position = (game.active, tuple(game.heights.items()), *game.crossed, *game.penalties)
            if position in seen:
                continue
            seen.add(position)
            if game.end:
                finished += 1
                assert not audit(rules, game.record(names)).findings
            else:
                unfinished.append(game)
    assert finished > 100
    record_property("finished games of tiny boards", finished)
