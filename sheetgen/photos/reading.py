"""What was read from a photo: an answer for every cell, and the straightened sheet to show it on.

What to ask about a sheet: cells that cannot be told, and readings that break a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Literal, NamedTuple

from PIL import Image

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box
from sheetgen.photos.arrays import Pixels
from sheetgen.rules.audit.findings import Finding
from sheetgen.rules.audit.sheet import check_sheet
from sheetgen.rules.records import Record, Sheet

Answer = Literal["cross", "not", "ask"]
AROUND = 1.6
"""Millimetres around a cell that its picture shows, so that one sees where strokes come from."""


class CellReading(NamedTuple):
    """One cell: what it is taken for, how sure that is (1 is certain), and the better guess where we ask."""

    answer: Answer
    confidence: float
    is_crossed: bool


@dataclass(frozen=True)
class SheetReading:
    """A sheet as a photo shows it."""

    edition: Edition
    """Whose sheet it is: layout and, if it is shuffled, its arrangement."""
    serial: int | None
    """The number of the sheet, if its code could be read."""
    cells: Mapping[str, CellReading]
    """By cell id: numbers, locks, bonus fields, penalty boxes."""
    picture: Pixels
    """The straightened sheet, RGB, upright."""
    scale: float
    """Pixels of the picture for each millimetre of the sheet."""
    boxes: Mapping[str, Box]
    """Where the cells are on the sheet, in millimetres."""

    @property
    def code(self) -> str | None:
        """How the sheet is shuffled, as its link tells it, if it is."""
        return self.edition.arrangement.code if self.edition.arrangement else None

    @property
    def unclear(self) -> list[str]:
        """The cells that must be asked for, because they cannot be told."""
        return [id for id, cell in self.cells.items() if cell.answer == "ask"]

    def sheet(self, name: str, settled: Mapping[str, bool]) -> Sheet:
        """The player's sheet. What was settled by somebody counts more than what was read."""
        crossed = {id for id, cell in self.cells.items() if settled.get(id, cell.is_crossed)}
        boxes = self.edition.rulebook.penalty_cells
        return Sheet(
            name,
            {id: 1 for id in self.cells if id in crossed and id not in boxes},
            sum(id in crossed for id in boxes),
            arrangement=self.edition.arrangement,
        )

    def crop(self, cell: str) -> bytes:
        """A small picture of one cell, as a JPEG file."""
        box = self.boxes[cell].grown(AROUND)
        height, width = self.picture.shape[:2]
        left, right = (round(min(max(x * self.scale, 0), width)) for x in (box.x, box.right))
        top, bottom = (round(min(max(y * self.scale, 0), height)) for y in (box.y, box.bottom))
        buffer = BytesIO()
        Image.fromarray(self.picture[top:bottom, left:right]).save(buffer, "JPEG", quality=85)
        return buffer.getvalue()


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
