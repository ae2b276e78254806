"""Crossing sheets: from left to right, the last number after enough others, bonus fields beside a crossed number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sheetgen.rules.game import Game, Refusal
from sheetgen.rules.grid import Grid, Way
from sheetgen.rules.record import Sheet


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
