"""The state of a game in which players place tokens on a common board."""

from collections.abc import Iterable, Sequence

from sheetgen.rules.engine.grid import CrossOption, Grid
from sheetgen.rules.engine.state import GameState
from sheetgen.rules.records import Sheet


class TokenGameState(GameState):
    """A game on one common board, on which only the active player places tokens."""

    def __init__(self, grids: Sequence[Grid]) -> None:
        super().__init__(grids)
        self.grid = grids[0]  # all share one board
        self.heights = dict.fromkeys(self.grid.bits.values(), 0)  # how many tokens are stacked on each square, by bit
        self.tokens_left = [self.rulebook.tokens_each] * len(grids)  # how many tokens each player has left
        self.placed_on = 0  # bit of the square that was used in this turn

    def legal(self, player: int, options: Iterable[CrossOption]) -> list[CrossOption]:
        """Return the options where the player may place a token now."""
        return [option for option in options if self.refusal(player, option) is None]

    def refusal(self, player: int, option: CrossOption) -> str | None:
        """Return why the player may not place a token on this square now; None if it is legal."""
        own, taken = self.crossed[player], sum(self.crossed)  # no square holds tokens of two players
        beyond = option.blockers ^ option.bit
        if self.closed_masks[player] & option.bit:
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

    def cross(self, player: int, option: CrossOption) -> list[CrossOption]:
        """Place a token, give back a token that it beats, and place one on the lock if any is left."""
        for other, owned in enumerate(self.crossed):
            if other != player and owned & option.bit:
                self.crossed[other] ^= option.bit
                self.tokens_left[other] += 1
                self.heights[option.bit] = 0
        self._place(player, option.bit)
        if option.lock and self.tokens_left[player]:
            self._place(player, option.lock)
        self.placed_on = option.bit
        self._end_if_out_of_tokens(player)
        return [option]

    def mark_penalty(self, player: int) -> None:
        """Place a token on the common penalty row. The game ends when it is full."""
        self.penalties[player] += 1
        self.tokens_left[player] -= 1
        if sum(self.penalties) == self.rulebook.penalty_boxes:
            self.end = "penalties"
        self._end_if_out_of_tokens(player)

    def end_turn(self) -> None:
        """End the turn, and allow all squares again."""
        super().end_turn()
        self.placed_on = 0

    def crosses(self, player: int, mask: int) -> int:
        """Return how many tokens the player has in a mask of squares."""
        squares, count = self.crossed[player] & mask, 0
        while squares:
            square = squares & -squares
            count += self.heights[square]
            squares ^= square
        return count

    def sheet(self, player: int, name: str) -> Sheet:
        """Return the player's tokens on the board."""
        marks = {id: self.heights[self.grid.bits[id]] for id in self.grid.ids(self.crossed[player])}
        return Sheet(name, marks, self.penalties[player])

    def _place(self, player: int, square: int) -> None:
        self.crossed[player] |= square
        self.heights[square] += 1
        self.tokens_left[player] -= 1

    def _end_if_out_of_tokens(self, player: int) -> None:
        if not self.tokens_left[player] and self.end is None:
            self.end = "tokens"
