"""Start a game of the kind that a rulebook describes."""

from collections.abc import Sequence

from sheetgen.rules.engine.card_game import CardGameState
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.state import GameState
from sheetgen.rules.engine.token_game import TokenGameState


def start_game(grids: Sequence[Grid], side: str | None = None) -> GameState:
    """Return a game at its beginning, with a grid for each player. `side` is the side of the track, if any."""
    rulebook = grids[0].rulebook
    if rulebook.tokens_each:
        return TokenGameState(grids)
    return CardGameState(grids) if rulebook.cards else GameState(grids, side)
