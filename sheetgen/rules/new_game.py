"""Begin a game: with sheets or with tokens, as the rulebook says."""

from __future__ import annotations

from sheetgen.rules.game import Game
from sheetgen.rules.grid import Grid
from sheetgen.rules.sheets import SheetGame
from sheetgen.rules.tokens import TokenGame


def new_game(grid: Grid, players: int, side: str | None = None) -> Game:
    """A game at its beginning. `side` is the side of the board, where there is a track."""
    if grid.rulebook.tokens_each:
        return TokenGame(grid, players)
    return SheetGame(grid, players, side)
