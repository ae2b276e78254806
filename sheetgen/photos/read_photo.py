"""From a photo to a reading: find the marks, read the code, straighten the sheet, and judge every cell."""

from __future__ import annotations

import cv2
import numpy

from sheetgen.photos.align import Straight, Straightener
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.image import Photo
from sheetgen.photos.judge import Ink, judge
from sheetgen.photos.known_sheets import Shelf
from sheetgen.photos.locate import find_marks, read_code
from sheetgen.photos.reading import CellReading, SheetReading
from sheetgen.photos.template import Target

DARKEST = 40
"""A photo whose brightest parts stay below this level is black."""
LIKE = 0.3
"""A cell that is less like itself than this is covered, or not where it should be."""
LOST = 0.25
"""At most this share of the cells may be lost,"""
UNCLEAR = 0.15
"""and at most this share may be unclear, or else another photo is better."""


def read_sheet(photo: Photo, shelf: Shelf) -> SheetReading:
    """The sheet on a photo, or a PhotoError with the reason why it cannot be read."""
    grey = cv2.cvtColor(photo.pixels, cv2.COLOR_RGB2GRAY)
    if numpy.percentile(grey[::16, ::16], 95) < DARKEST:
        raise PhotoError("dark")
    marks = find_marks(grey)
    found = shelf.find(read_code(grey, marks, shelf.code_places()))
    target = found.edition.cached(Target)
    straight = Straightener(photo.pixels, marks, target).straight()
    return SheetReading(
        found.edition, found.serial, _cells(straight, target), straight.picture, target.scale, target.boxes
    )


def _cells(straight: Straight, target: Target) -> dict[str, CellReading]:
    """Every cell, or an error if too many of them cannot be told."""
    lost = [id for id, likeness in straight.likeness.items() if likeness < LIKE]
    if len(lost) > LOST * len(target.cells):
        raise PhotoError("unlike")
    ink = Ink(straight.picture, target.scale)
    placed = {id: cell.moved(*straight.shifts[id]) for id, cell in target.cells.items()}
    cells = judge(placed, {id: ink.within(cell) for id, cell in placed.items()}, target.scale)
    # A thick cross leaves little of a cell; but what shows no cross there may be covered.
    cells |= {id: cells[id]._replace(answer="ask", confidence=0.5) for id in lost if cells[id].answer != "cross"}
    unclear = sum(cell.answer == "ask" for cell in cells.values())
    if unclear > UNCLEAR * len(cells):
        raise PhotoError("unclear", cells=unclear)
    return cells
