"""The result of reading a photo: an answer for every cell, the rectified sheet, and what is left to ask."""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Literal, NamedTuple

from PIL import Image

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box
from sheetgen.photos.arrays import Pixels
from sheetgen.rules.audit.findings import Finding
from sheetgen.rules.audit.sheet import check_sheet
from sheetgen.rules.records import Record, Sheet, crosses_data

Answer = Literal["cross", "not", "ask"]
CELL_PICTURE_MARGIN = 1.6  # mm around a cell in its picture, to show where strokes come from


class CellReading(NamedTuple):
    """The reading of one cell: its answer, its confidence from 0 to 1, and the better guess if the answer is "ask"."""

    answer: Answer
    confidence: float
    is_crossed: bool


@dataclass(frozen=True)
class SheetReading:
    """The reading of a sheet on a photo."""

    edition: Edition  # the layout of the sheet and, if it is shuffled, its arrangement
    serial: int | None  # the number of the sheet, if its code could be read
    cells: Mapping[str, CellReading]  # by cell id: numbers, locks, bonus fields, penalty boxes
    picture: Pixels  # the rectified sheet, RGB, upright
    scale: float  # pixels of the picture per mm of the sheet
    boxes: Mapping[str, Box]  # positions of the cells on the sheet, in mm

    @property
    def code(self) -> str | None:
        """The code of the sheet's arrangement, as in its link, if it is shuffled."""
        return self.edition.arrangement.code if self.edition.arrangement else None

    @property
    def unclear(self) -> list[str]:
        """The ids of the cells whose answer is "ask"."""
        return [id for id, cell in self.cells.items() if cell.answer == "ask"]

    def crosses(self, settled: Mapping[str, bool]) -> dict[str, int]:
        """Return 1 for each crossed cell, penalty boxes included. Settled cells, by id, override what was read."""
        return {id: 1 for id, cell in self.cells.items() if settled.get(id, cell.is_crossed)}

    def sheet_data(self, name: str, settled: Mapping[str, bool]) -> dict[str, Any]:
        """Return the player's sheet as data of a record."""
        crossed = self.crosses(settled)
        penalties = sum(id in crossed for id in self.edition.rulebook.penalty_cells)
        data = {"name": name, **crosses_data(self.edition.rulebook, crossed), "penalties": penalties}
        return {**data, "sheet": self.code} if self.code else data

    def crop(self, cell: str) -> bytes:
        """Return a small picture of one cell, as a JPEG file."""
        box = self.boxes[cell].grown(CELL_PICTURE_MARGIN)
        height, width = self.picture.shape[:2]
        left, right = (round(min(max(x * self.scale, 0), width)) for x in (box.x, box.right))
        top, bottom = (round(min(max(y * self.scale, 0), height)) for y in (box.y, box.bottom))
        buffer = BytesIO()
        Image.fromarray(self.picture[top:bottom, left:right]).save(buffer, "JPEG", quality=85)
        return buffer.getvalue()


class Doubt(NamedTuple):
    """A cell to ask about: it is unclear, or breaks a rule, which is more likely misread than cheated."""

    cell: str
    is_crossed: bool  # as it was read
    finding: Finding | None  # the broken rule; None if the cell is unclear


def doubts(reading: SheetReading, settled: Mapping[str, bool]) -> list[Doubt]:
    """Return the doubts about cells that are not settled, in the order of the sheet, one for each cell."""
    sheet = Sheet("", reading.crosses(settled))
    found: dict[str, Finding | None] = {}
    for finding in check_sheet(reading.edition.rulebook, Record((sheet,)), sheet):
        for id in finding.cells:
            found.setdefault(id, finding)
    found |= dict.fromkeys(reading.unclear)
    return [
        Doubt(id, cell.is_crossed, found[id]) for id, cell in reading.cells.items() if id in found and id not in settled
    ]
