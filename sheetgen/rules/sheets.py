"""Crossing sheets: from left to right, the last number after enough others, bonus fields beside a crossed number."""

from __future__ import annotations

from collections.abc import Iterable

from sheetgen.rules.game import Game, Refusal
from sheetgen.rules.grid import Grid, Way
from sheetgen.rules.record import Sheet


class SheetGame(Game):
    """Everybody has a sheet, and all may use the white sum."""

    def __init__(self, grid: Grid, players: int, side: str | None = None) -> None:
        super().__init__(grid, players, side)
        self.history: list[list[str]] = [[] for _ in range(players)]

    def legal(self, player: int, ways: Iterable[Way]) -> list[Way]:
        """Open rows from left to right, where enough is crossed before or beside."""
        crossed = self.crossed[player]
        taken = crossed | self.shut
        return [
            way
            for way in ways
            if not taken & way.onward and (not way.needs or (crossed & way.of).bit_count() >= way.needs)
        ]

    def refusal(self, player: int, way: Way) -> Refusal | None:
        """Why the player may not cross this cell now; `legal` alone decides whether."""
        crossed = self.crossed[player]
        if self.legal(player, (way,)):
            return None
        if self.shut & way.bit:
            return "row-closed"
        if crossed & way.onward:
            return "crossed" if crossed & way.bit else "passed"
        return "neighbour" if self.grid.row_of(way).between else "too-few"

    def cross(self, player: int, way: Way) -> None:
        """Cross the cell, and its lock along with it."""
        self.crossed[player] |= way.bit | way.lock
        self.history[player].append(way.cell)

    def penalise(self, player: int) -> None:
        """Cross a penalty box. The last box ends the game."""
        self.penalties[player] += 1
        if self.penalties[player] == self.grid.rulebook.penalty_boxes:
            self.end = "penalties"

    def crosses(self, player: int, mask: int) -> int:
        """How many of these cells the player has crossed."""
        return (self.crossed[player] & mask).bit_count()

    def sheet(self, player: int, name: str) -> Sheet:
        """The player's sheet as it is now."""
        return Sheet(
            name,
            marks=dict.fromkeys(self.grid.ids(self.crossed[player]), 1),
            penalties=self.penalties[player],
            space=self.track.pieces[player] if self.track else 0,
            history=tuple(self.history[player]),
        )
