"""A finished sheet: whose it is, what is crossed on it, and what was skipped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy

from sheetgen.drawing.edition import Edition
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.simulate import SimulationSetup
from sheetgen.rules.records import Sheet
from sheetgen.rules.rulebook import Row
from tests.game_helpers import play_alike

STRATEGIES = ("careful", "careful", "greedy", "random")


class Finished(NamedTuple):
    """One player's sheet after the game."""

    edition: Edition
    sheet: Sheet
    serial: int
    notes: Sequence[str] = ()
    """What is written into the name field and the boxes of the sums, if it is not by chance."""

    @property
    def crossed(self) -> frozenset[str]:
        """All cells with a cross, locks and penalty boxes included."""
        return frozenset(self.sheet.crosses) | set(self.edition.rulebook.penalty_cells[: self.sheet.penalties])

    @property
    def skipped(self) -> list[list[str]]:
        """Numbers that were passed over, in runs of neighbours: some players strike them out."""
        return [run for row in self.edition.rulebook.rows for run in self._runs(row)]

    @property
    def left(self) -> list[list[str]]:
        """Numbers after the last cross of each row: some players strike them out when the row is closed."""
        rests = []
        for row in self.edition.rulebook.rows:
            ids = [cell.id for cell in row.cells]
            crossed = [at for at, id in enumerate(ids) if id in self.crossed]
            rests += [ids[crossed[-1] + 1 :]] if crossed else []
        return rests

    def _runs(self, row: Row) -> list[list[str]]:
        ids = [cell.id for cell in row.cells]
        crossed = [at for at, id in enumerate(ids) if id in self.crossed]
        runs = [ids[before + 1 : after] for before, after in zip([-1, *crossed], crossed, strict=False)]
        return [run for run in runs if run]


def finished(edition: Edition, random: numpy.random.Generator) -> Finished:
    """A sheet of a random game."""
    rulebook = edition.rulebook
    players = int(random.integers(rulebook.players[0], rulebook.players[1] + 1))
    side = str(random.choice(list(rulebook.tracks))) if rulebook.tracks else None
    setup = SimulationSetup(players, str(random.choice(STRATEGIES)), int(random.integers(1 << 30)), side)
    record = play_alike(Grid(rulebook), setup, 1).record
    return Finished(edition, record.sheets[int(random.integers(players))], int(random.integers(1, 5000)))
