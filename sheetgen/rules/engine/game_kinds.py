"""The two kinds of games: sheets that players cross, and a common board on which they place tokens."""

from collections.abc import Iterable, Sequence

from sheetgen.rules.engine.grid import CrossOption, Grid
from sheetgen.rules.engine.state import GameState, Refusal
from sheetgen.rules.features import requirement_kind
from sheetgen.rules.records import Sheet


class SheetGameState(GameState):
    """A game in which each player has a sheet, and all may use the white sum."""

    def __init__(self, grids: Sequence[Grid], side: str | None = None) -> None:
        super().__init__(grids, side)
        self.history: list[list[str]] = [[] for _ in grids]

    def legal(self, player: int, options: Iterable[CrossOption]) -> list[CrossOption]:
        """Return the options in open rows with nothing crossed from the cell on, and enough of what it requires."""
        crossed, count = self.crossed[player], self.grids[player].count
        taken = crossed | self.closed_mask
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
        """Return why the player may not cross this cell now; None if `legal` allows it."""
        crossed = self.crossed[player]
        if self.legal(player, (option,)):
            return None
        if self.closed_mask & option.bit:
            return "row-closed"
        if crossed & option.onward:
            return "crossed" if crossed & option.bit else "passed"
        kind = requirement_kind(self.grids[player].rulebook, option.cell)
        return kind.reason if kind else "too-few"

    def cross(self, player: int, option: CrossOption) -> None:
        """Cross the cell, its lock, and what features cross along."""
        self.crossed[player] |= option.bit | option.lock | option.along
        if option.via:
            self.history[player].append(option.via)
        self.history[player].append(option.cell)

    def mark_penalty(self, player: int) -> None:
        """Cross a penalty box. The last box of a player ends the game."""
        self.penalties[player] += 1
        if self.penalties[player] == self.rulebook.penalty_boxes:
            self.end = "penalties"

    def crosses(self, player: int, mask: int) -> int:
        """Return how many crosses the player has in a mask of cells; some cells count twice."""
        return self.grids[player].count(self.crossed[player] & mask)

    def sheet(self, player: int, name: str) -> Sheet:
        """Return the player's sheet as it is now."""
        return Sheet(
            name,
            crosses=dict.fromkeys(self.grids[player].ids(self.crossed[player]), 1),
            penalties=self.penalties[player],
            space=self.track.pieces[player] if self.track else 0,
            history=tuple(self.history[player]),
            arrangement=self.grids[player].arrangement,
        )


class TokenGameState(GameState):
    """A game on one common board, on which only the active player places tokens."""

    def __init__(self, grids: Sequence[Grid]) -> None:
        super().__init__(grids)
        self.grid = grids[0]  # all share one board
        self.heights = dict.fromkeys(self.grid.bits.values(), 0)  # how many tokens lie on each square
        self.hand = [self.rulebook.tokens_each] * len(grids)  # how many tokens each player has left
        self.placed_on = 0  # bit of the square that was used in this turn

    def legal(self, player: int, options: Iterable[CrossOption]) -> list[CrossOption]:
        """Return the options where the player may place a token now."""
        return [option for option in options if self.refusal(player, option) is None]

    def refusal(self, player: int, option: CrossOption) -> Refusal | None:
        """Return why the player may not place a token on this square now; None if it is legal."""
        own, taken = self.crossed[player], sum(self.crossed)  # no square holds tokens of two players
        beyond = option.onward ^ option.bit
        if self.closed_mask & option.bit:
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
        """Place a token, return the one that it beats, and place one on the lock if one is left for it."""
        for other, owned in enumerate(self.crossed):
            if other != player and owned & option.bit:
                self.crossed[other] ^= option.bit
                self.hand[other] += 1
                self.heights[option.bit] = 0
        self._place(player, option.bit)
        if option.lock and self.hand[player]:
            self._place(player, option.lock)
        self.placed_on = option.bit
        self._end_if_out_of_tokens(player)

    def mark_penalty(self, player: int) -> None:
        """Place a token on the common penalty row. The game ends when it is full."""
        self.penalties[player] += 1
        self.hand[player] -= 1
        if sum(self.penalties) == self.rulebook.penalty_boxes:
            self.end = "penalties"
        self._end_if_out_of_tokens(player)

    def end_turn(self) -> None:
        """End the turn as in every game, and release the square that was used in it."""
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
        self.hand[player] -= 1

    def _end_if_out_of_tokens(self, player: int) -> None:
        if not self.hand[player] and self.end is None:
            self.end = "tokens"


def start_game(grids: Sequence[Grid], side: str | None = None) -> GameState:
    """Return a game at its beginning, with a grid for each player. `side` is the side of the board, if any."""
    if grids[0].rulebook.tokens_each:
        return TokenGameState(grids)
    return SheetGameState(grids, side)
