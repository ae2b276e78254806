"""Crossing sheets: from left to right, the last number after enough others, bonus fields beside a crossed number.

Placing tokens on one board: beating the foremost, stacking on one's own, and the token on the lock.

Begin a game: with sheets or with tokens, as the rulebook says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sheetgen.rules.engine.grid import CrossOption, Grid
from sheetgen.rules.engine.state import GameState, Refusal
from sheetgen.rules.features import requirement_kind
from sheetgen.rules.records import Sheet


class SheetGameState(GameState):
    """Everybody has a sheet, and all may use the white sum."""

    def __init__(self, grids: Sequence[Grid], side: str | None = None) -> None:
        super().__init__(grids, side)
        self.history: list[list[str]] = [[] for _ in grids]

    def legal(self, player: int, options: Iterable[CrossOption]) -> list[CrossOption]:
        """Open rows from left to right, where enough is crossed before or beside."""
        crossed, count = self.crossed[player], self.grids[player].count
        taken = crossed | self.closed_cells
        return [
            option
            for option in options
            if not taken & option.onward and (not option.needs or count(crossed & option.of) >= option.needs)
        ]

    def white_options(self, player: int, total: int) -> Iterable[CrossOption]:
        """Return the fixed options, and those of features that depend on what is crossed."""
        grid = self.grids[player]
        options = grid.white.get(total, ())
        for feature in grid.option_features:
            options = (*options, *feature.options(self, player, total))
        return options

    def refusal(self, player: int, option: CrossOption) -> Refusal | None:
        """Why the player may not cross this cell now; `legal` alone decides whether."""
        crossed = self.crossed[player]
        if self.legal(player, (option,)):
            return None
        if self.closed_cells & option.bit:
            return "row-closed"
        if crossed & option.onward:
            return "crossed" if crossed & option.bit else "passed"
        kind = requirement_kind(self.grids[player].rulebook, option.cell)
        return kind.reason if kind else "too-few"

    def cross(self, player: int, option: CrossOption) -> None:
        """Cross the cell, and its lock along with it."""
        self.crossed[player] |= option.bit | option.lock | option.along
        if option.via:
            self.history[player].append(option.via)
        self.history[player].append(option.cell)

    def penalise(self, player: int) -> None:
        """Cross a penalty box. The last box ends the game."""
        self.penalties[player] += 1
        if self.penalties[player] == self.rulebook.penalty_boxes:
            self.end = "penalties"

    def crosses(self, player: int, mask: int) -> int:
        """How many crosses the player has among these cells."""
        return self.grids[player].count(self.crossed[player] & mask)

    def sheet(self, player: int, name: str) -> Sheet:
        """The player's sheet as it is now."""
        return Sheet(
            name,
            crosses=dict.fromkeys(self.grids[player].ids(self.crossed[player]), 1),
            penalties=self.penalties[player],
            space=self.track.pieces[player] if self.track else 0,
            history=tuple(self.history[player]),
            arrangement=self.grids[player].arrangement,
        )


class TokenGameState(GameState):
    """All share one board, and only the active player places tokens."""

    def __init__(self, grids: Sequence[Grid]) -> None:
        super().__init__(grids)
        self.grid = grids[0]  # all share one board
        self.heights = dict.fromkeys(self.grid.bits.values(), 0)
        self.hand = [self.rulebook.tokens_each] * len(grids)
        self.placed_on = 0
        """The square that was used in this turn."""

    def legal(self, player: int, options: Iterable[CrossOption]) -> list[CrossOption]:
        """Where the player may place a token now."""
        return [option for option in options if self.refusal(player, option) is None]

    def refusal(self, player: int, option: CrossOption) -> Refusal | None:
        """Why the player may not place a token there now, if so."""
        own, taken = self.crossed[player], sum(self.crossed)  # no square holds tokens of two players
        beyond = option.onward ^ option.bit
        if self.closed_cells & option.bit:
            return "row-closed"
        if self.placed_on & option.bit:
            return "same-square"
        if own & beyond:
            return "passed"
        if taken & option.bit and taken & beyond:
            return "overtaken" if own & option.bit else "not-foremost"
        if taken & option.bit & ~own and self.heights[option.bit] > 1:
            return "stack"
        if option.needs and self.crosses(player, option.of) < option.needs:
            return "too-few"
        return None

    def cross(self, player: int, option: CrossOption) -> None:
        """Place a token, giving back the one it beats, and one on the lock if there is one left for it."""
        for other, owned in enumerate(self.crossed):
            if other != player and owned & option.bit:
                self.crossed[other] ^= option.bit
                self.hand[other] += 1
                self.heights[option.bit] = 0
        self._place(player, option.bit)
        if option.lock and self.hand[player]:
            self._place(player, option.lock)
        self.placed_on = option.bit
        self._check_hand(player)

    def penalise(self, player: int) -> None:
        """Put a token into the common row of penalties. So many of them in all end the game."""
        self.penalties[player] += 1
        self.hand[player] -= 1
        if sum(self.penalties) == self.rulebook.penalty_boxes:
            self.end = "penalties"
        self._check_hand(player)

    def finish_turn(self) -> None:
        """As in every game; then no square has been used."""
        super().finish_turn()
        self.placed_on = 0

    def crosses(self, player: int, mask: int) -> int:
        """How many tokens the player has on these squares."""
        squares, count = self.crossed[player] & mask, 0
        while squares:
            square = squares & -squares
            count += self.heights[square]
            squares ^= square
        return count

    def sheet(self, player: int, name: str) -> Sheet:
        """The player's tokens on the board."""
        marks = {id: self.heights[self.grid.bits[id]] for id in self.grid.ids(self.crossed[player])}
        return Sheet(name, marks, self.penalties[player])

    def _place(self, player: int, square: int) -> None:
        self.crossed[player] |= square
        self.heights[square] += 1
        self.hand[player] -= 1

    def _check_hand(self, player: int) -> None:
        if not self.hand[player] and self.end is None:
            self.end = "tokens"


def start_game(grids: Sequence[Grid], side: str | None = None) -> GameState:
    """A game at its beginning, a grid for each player. `side` is the side of the board, where there is a track."""
    if grids[0].rulebook.tokens_each:
        return TokenGameState(grids)
    return SheetGameState(grids, side)
