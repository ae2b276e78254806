"""What to ask about a sheet: cells that cannot be told, and readings that break a rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sheetgen.photos.sheet_reading import SheetReading
from sheetgen.rules.findings import Finding
from sheetgen.rules.record import Record
from sheetgen.rules.sheet_checks import check_sheet


class Doubt(NamedTuple):
    """A cell to ask for. A lock without its number is more likely misread than cheated: so are all broken rules."""

    cell: str
    is_crossed: bool
    """What it was taken for."""
    finding: Finding | None
    """The rule that this breaks; None if the cell cannot be told."""


def doubts(reading: SheetReading, settled: Mapping[str, bool]) -> list[Doubt]:
    """What is left to ask when some cells are settled, in the order of the sheet, each cell once."""
    sheet = reading.sheet("", settled)
    found: dict[str, Finding | None] = {}
    for finding in check_sheet(sheet.rules(reading.edition.rulebook), Record((sheet,)), sheet):
        for id in finding.cells:
            found.setdefault(id, finding)
    found |= dict.fromkeys(reading.unclear)
    return [
        Doubt(id, cell.is_crossed, found[id]) for id, cell in reading.cells.items() if id in found and id not in settled
    ]
