"""Placing tokens on one board: beating the foremost, stacking on one's own, and the token on the lock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sheetgen.rules.game import Game, Refusal
from sheetgen.rules.grid import Grid, Way
from sheetgen.rules.record import Sheet


class TokenGame(Game):
    """All share one board, and only the active player places tokens."""

    def __init__(self, grids: Sequence[Grid]) -> None:
        super().__init__(grids)
        self.grid = grids[0]  # all share one board
        self.heights = dict.fromkeys(self.grid.bits.values(), 0)
        self.hand = [self.rulebook.tokens_each] * len(grids)
        self.placed_on = 0
        """The square that was used in this turn."""

    def legal(self, player: int, ways: Iterable[Way]) -> list[Way]:
        """Where the player may place a token now."""
        return [way for way in ways if self.refusal(player, way) is None]

    def refusal(self, player: int, way: Way) -> Refusal | None:
        """Why the player may not place a token there now, if so."""
        own, taken = self.crossed[player], sum(self.crossed)  # no square holds tokens of two players
        beyond = way.onward ^ way.bit
        if self.shut & way.bit:
            return "row-closed"
        if self.placed_on & way.bit:
            return "same-square"
        if own & beyond:
            return "passed"
        if taken & way.bit and taken & beyond:
            return "overtaken" if own & way.bit else "not-foremost"
        if taken & way.bit & ~own and self.heights[way.bit] > 1:
            return "stack"
        if way.needs and self.crosses(player, way.of) < way.needs:
            return "too-few"
        return None

    def cross(self, player: int, way: Way) -> None:
        """Place a token, giving back the one it beats, and one on the lock if there is one left for it."""
        for other, owned in enumerate(self.crossed):
            if other != player and owned & way.bit:
                self.crossed[other] ^= way.bit
                self.hand[other] += 1
                self.heights[way.bit] = 0
        self._place(player, way.bit)
        if way.lock and self.hand[player]:
            self._place(player, way.lock)
        self.placed_on = way.bit
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
