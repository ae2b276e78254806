"""Read a photo of a sheet: find its marks and code, rectify it, classify every cell, and tell what is left to ask."""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any, NamedTuple

import cv2
import numpy
from PIL import Image

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box
from sheetgen.photos.align import AlignedSheet, Aligner
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.image import Pixels
from sheetgen.photos.judge import CellReading, classify_cells, measure_ink
from sheetgen.photos.known_sheets import KnownSheets
from sheetgen.photos.locate import find_marks, read_code
from sheetgen.photos.template import SheetTemplate
from sheetgen.rules.audit.findings import Finding
from sheetgen.rules.audit.sheet import check_sheet
from sheetgen.rules.records import Record, Sheet, crosses_data

MIN_BRIGHTNESS = 40  # level of the brightest parts of a photo that is not black
MIN_SCORE = 0.3  # correlation of a cell with its template; below, it is covered or not where it should be
MAX_LOST = 0.25  # share of the cells with a lower score
MAX_UNCLEAR = 0.15  # share of the cells; with more, another photo is better than so many questions
CELL_PICTURE_MARGIN = 1.6  # mm around a cell in its picture, to show where strokes come from


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


def read_photo(photo: Pixels, known_sheets: KnownSheets) -> SheetReading:
    """Return the reading of the sheet on an RGB photo, or raise a PhotoError with the reason why it cannot be read."""
    grey = cv2.cvtColor(photo, cv2.COLOR_RGB2GRAY)
    if numpy.percentile(grey[::16, ::16], 95) < MIN_BRIGHTNESS:
        raise PhotoError("dark")
    marks = find_marks(grey)
    edition, serial = known_sheets.find(read_code(grey, marks, known_sheets.code_positions()))
    template = edition.cached(SheetTemplate)
    aligned = Aligner(photo, marks, template).align()
    readings = _read_cells(aligned, template)
    return SheetReading(edition, serial, readings, aligned.picture, template.scale, template.boxes)


def _read_cells(aligned: AlignedSheet, template: SheetTemplate) -> dict[str, CellReading]:
    """Return the reading of every cell, or raise a PhotoError if too many of them are lost or unclear."""
    lost = [id for id, score in aligned.scores.items() if score < MIN_SCORE]
    if len(lost) > MAX_LOST * len(template.cells):
        raise PhotoError("unlike")
    cells = {id: cell.moved(*aligned.offsets[id]) for id, cell in template.cells.items()}
    readings = classify_cells(cells, measure_ink(cells, aligned.picture, template.scale), template.scale)
    # A thick cross leaves little of a cell's print to find; but a lost cell without a cross may be covered.
    readings |= {
        id: readings[id]._replace(answer="ask", confidence=0.5) for id in lost if readings[id].answer != "cross"
    }
    unclear = sum(reading.answer == "ask" for reading in readings.values())
    if unclear > MAX_UNCLEAR * len(readings):
        raise PhotoError("unclear", cells=unclear)
    return readings
