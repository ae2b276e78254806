"""Begin a game: with sheets or with tokens, as the rulebook says."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.rules.game import Game
from sheetgen.rules.grid import Grid
from sheetgen.rules.sheets import SheetGame
from sheetgen.rules.tokens import TokenGame


def new_game(grids: Sequence[Grid], side: str | None = None) -> Game:
    """A game at its beginning, a grid for each player. `side` is the side of the board, where there is a track."""
    if grids[0].rulebook.tokens_each:
        return TokenGame(grids)
    return SheetGame(grids, side)
