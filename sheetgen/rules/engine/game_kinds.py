"""Crossing sheets: from left to right, the last number after enough others, bonus fields beside a crossed number.

Placing tokens on one board: beating the foremost, stacking on one's own, and the token on the lock.

Begin a game: with sheets or with tokens, as the rulebook says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sheetgen.rules.engine.grid import Grid, Way
from sheetgen.rules.engine.state import Game, Refusal
from sheetgen.rules.records import Sheet


class SheetGame(Game):
    """Everybody has a sheet, and all may use the white sum."""

    def __init__(self, grids: Sequence[Grid], side: str | None = None) -> None:
        super().__init__(grids, side)
        self.history: list[list[str]] = [[] for _ in grids]

    def legal(self, player: int, ways: Iterable[Way]) -> list[Way]:
        """Open rows from left to right, where enough is crossed before or beside."""
        crossed, count = self.crossed[player], self.grids[player].count
        taken = crossed | self.shut
        return [
            way for way in ways if not taken & way.onward and (not way.needs or count(crossed & way.of) >= way.needs)
        ]

    def white_ways(self, player: int, total: int) -> Iterable[Way]:
        """As everybody; and on a lucky number the next cell of a shortest row."""
        grid = self.grids[player]
        ways = grid.white.get(total, ())
        return [*ways, *self._lucky_ways(player)] if total in grid.lucky else ways

    def _lucky_ways(self, player: int) -> Iterator[Way]:
        """The next number of each open row that has the fewest crosses."""
        grid, crossed = self.grids[player], self.crossed[player]
        rows = [
            (row, crossed & mask)
            for row, mask in zip(grid.rulebook.rows, grid.rows, strict=True)
            if row.is_coloured and not self.shut & mask
        ]
        fewest = min((grid.count(held) for _, held in rows), default=0)
        for row, held in rows:
            if grid.count(held) == fewest:
                ahead = (cell.id for cell in row.cells if grid.bits[cell.id] > held)
                following = next((id for id in ahead if not grid.doubles & grid.bits[id]), None)
                if following:
                    yield grid.plain[following]

    def refusal(self, player: int, way: Way) -> Refusal | None:
        """Why the player may not cross this cell now; `legal` alone decides whether."""
        crossed = self.crossed[player]
        if self.legal(player, (way,)):
            return None
        if self.shut & way.bit:
            return "row-closed"
        if crossed & way.onward:
            return "crossed" if crossed & way.bit else "passed"
        if self.grids[player].row_of(way).between:
            return "neighbour"
        return "too-few" if way.lock else "double"

    def cross(self, player: int, way: Way) -> None:
        """Cross the cell, and its lock along with it."""
        self.crossed[player] |= way.bit | way.lock | way.along
        if way.swap:
            self.history[player].append(way.swap)
        self.history[player].append(way.cell)

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
            marks=dict.fromkeys(self.grids[player].ids(self.crossed[player]), 1),
            penalties=self.penalties[player],
            space=self.track.pieces[player] if self.track else 0,
            history=tuple(self.history[player]),
            arrangement=self.grids[player].arrangement,
        )


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


def new_game(grids: Sequence[Grid], side: str | None = None) -> Game:
    """A game at its beginning, a grid for each player. `side` is the side of the board, where there is a track."""
    if grids[0].rulebook.tokens_each:
        return TokenGame(grids)
    return SheetGame(grids, side)
