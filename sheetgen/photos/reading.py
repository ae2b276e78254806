"""Read a photo of a sheet: find its marks and code, rectify it, classify every cell, and list what is unclear."""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any, NamedTuple

import cv2
import numpy
from PIL import Image

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box
from sheetgen.photos.align import Aligner
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.image import Pixels
from sheetgen.photos.judge import CellReading, classify_cells
from sheetgen.photos.known_sheets import KnownSheets
from sheetgen.photos.locate import find_marks, read_code
from sheetgen.photos.parameters import parameters
from sheetgen.photos.template import SheetTemplate
from sheetgen.rules.audit.findings import Finding
from sheetgen.rules.audit.sheet_checks import check_sheet
from sheetgen.rules.records import Record, Sheet, crosses_data
from sheetgen.rules.rulebook import Rulebook

_READING = parameters("reading")


class Doubt(NamedTuple):
    """A cell to ask about: it is unclear, or it breaks a rule and so was probably misread."""

    cell: str
    is_crossed: bool  # as it was read
    finding: Finding | None  # the broken rule; None if the cell is unclear


@dataclass(frozen=True)
class SheetReading:
    """The reading of a sheet on a photo."""

    edition: Edition  # the layout of the sheet and, if it is shuffled, its arrangement
    serial: int | None  # the serial number of the sheet; None if its code could not be read
    cells: Mapping[str, CellReading]  # by cell id: numbers, locks, bonus fields, penalty boxes
    picture: Pixels  # the rectified sheet, RGB, upright
    scale: float  # pixels of the picture per mm of the sheet
    boxes: Mapping[str, Box]  # positions of the cells on the sheet, in mm
    name: str = ""  # of the player that the sheet was printed for; empty if unknown

    @property
    def code(self) -> str | None:
        """The code of a shuffled sheet's arrangement, as in its link; None if it is not shuffled."""
        return self.edition.arrangement.code if self.edition.arrangement else None

    def crosses(self, settled: Mapping[str, bool]) -> dict[str, int]:
        """Return 1 for each crossed cell, penalty boxes included. Settled cells override what was read."""
        return {id: 1 for id, cell in self.cells.items() if settled.get(id, cell.is_crossed)}

    def sheet_data(self, name: str, settled: Mapping[str, bool], game: str) -> dict[str, Any]:
        """Return the player's sheet as it stands in the data of a record of the layout with the slug `game`."""
        crossed = self.crosses(settled)
        penalties = sum(id in crossed for id in self.edition.rulebook.penalty_cells)
        data = {"name": name, **crosses_data(self.edition.rulebook, crossed), "penalties": penalties}
        layout = self.edition.layout.slug
        other = self.code or (layout if layout != game else None)
        return {**data, "sheet": other} if other else data

    def doubts(self, settled: Mapping[str, bool]) -> list[Doubt]:
        """Return one doubt for each unclear or rule-breaking cell that is not settled, in the order of the sheet."""
        found: dict[str, Finding | None] = {**broken_rules(self.edition.rulebook, self.crosses(settled))}
        found |= {id: None for id, cell in self.cells.items() if cell.answer == "ask"}
        left = {id: cell for id, cell in self.cells.items() if id in found and id not in settled}
        return [Doubt(id, cell.is_crossed, found[id]) for id, cell in left.items()]

    def crop(self, cell: str) -> bytes:
        """Return a small picture of one cell, as a JPEG file."""
        box = self.boxes[cell].grown(_READING.cell_picture_margin)
        height, width = self.picture.shape[:2]
        left, right = (round(min(max(x * self.scale, 0), width)) for x in (box.x, box.right))
        top, bottom = (round(min(max(y * self.scale, 0), height)) for y in (box.y, box.bottom))
        buffer = BytesIO()
        Image.fromarray(self.picture[top:bottom, left:right]).save(buffer, "JPEG", quality=85)
        return buffer.getvalue()


def broken_rules(rulebook: Rulebook, crosses: Mapping[str, int]) -> dict[str, Finding]:
    """Return the first broken rule of each cell that breaks one, given the crossed cells of a sheet."""
    sheet = Sheet("", crosses)
    found: dict[str, Finding] = {}
    for finding in check_sheet(rulebook, Record((sheet,)), sheet):
        for id in finding.cells:
            found.setdefault(id, finding)
    return found


def read_photo(photo: Pixels, known_sheets: KnownSheets) -> SheetReading:
    """Return the reading of the sheet on an RGB photo, or raise a PhotoError with the reason why it cannot be read."""
    grey = cv2.cvtColor(photo, cv2.COLOR_RGB2GRAY)
    if numpy.percentile(grey[::16, ::16], 95) < _READING.min_brightness:
        raise PhotoError("dark")
    marks = find_marks(grey)
    edition, serial, name = known_sheets.find(read_code(grey, marks, known_sheets.code_positions()))
    template = edition.cached(SheetTemplate)
    picture, offsets, scores = Aligner(photo, marks, template).align()
    lost = [id for id, score in zip(template.cells, scores, strict=True) if score < _READING.min_score]
    if len(lost) > _READING.max_lost * len(template.cells):
        raise PhotoError("unlike")
    moved = {id: cell.moved(*by) for (id, cell), by in zip(template.cells.items(), offsets, strict=True)}
    readings = classify_cells(moved, picture, template.scale)
    # A thick cross hides most of a cell's print, but a lost cell without a cross may be covered by something.
    covered = [id for id in lost if readings[id].answer != "cross"]
    if len(covered) > _READING.max_covered * len(template.cells):
        raise PhotoError("unlike")
    readings |= {id: readings[id]._replace(answer="ask") for id in covered}
    unclear = sum(reading.answer == "ask" for reading in readings.values())
    if unclear > _READING.max_unclear * len(readings):
        raise PhotoError("unclear", cells=unclear)
    return SheetReading(edition, serial, readings, picture, template.scale, template.boxes, name)
