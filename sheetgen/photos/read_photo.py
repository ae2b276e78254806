"""Read a photo of a sheet: find the marks, read the code, rectify the sheet, and classify every cell."""

import cv2
import numpy

from sheetgen.photos.align import AlignedSheet, align
from sheetgen.photos.arrays import Pixels
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.judge import InkMap, classify_cells
from sheetgen.photos.known_sheets import KnownSheets
from sheetgen.photos.locate import find_marks, read_code
from sheetgen.photos.reading import CellReading, SheetReading
from sheetgen.photos.template import SheetTemplate

MIN_BRIGHTNESS = 40  # level of the brightest parts of a photo that is not black
MIN_SCORE = 0.3  # correlation of a cell with its template; below, it is covered or not where it should be
MAX_LOST = 0.25  # share of the cells with a lower score
MAX_UNCLEAR = 0.15  # share of the cells; with more, another photo is better than so many questions


def read_photo(photo: Pixels, known_sheets: KnownSheets) -> SheetReading:
    """Return the reading of the sheet on an RGB photo, or raise a PhotoError with the reason why it cannot be read."""
    grey = cv2.cvtColor(photo, cv2.COLOR_RGB2GRAY)
    if numpy.percentile(grey[::16, ::16], 95) < MIN_BRIGHTNESS:
        raise PhotoError("dark")
    marks = find_marks(grey)
    edition, serial = known_sheets.find(read_code(grey, marks, known_sheets.code_positions()))
    template = edition.cached(SheetTemplate)
    aligned = align(photo, marks, template)
    cells = _read_cells(aligned, template)
    return SheetReading(edition, serial, cells, aligned.picture, template.scale, template.boxes)


def _read_cells(aligned: AlignedSheet, template: SheetTemplate) -> dict[str, CellReading]:
    """Return the reading of every cell, or raise a PhotoError if too many of them are lost or unclear."""
    lost = [id for id, score in aligned.scores.items() if score < MIN_SCORE]
    if len(lost) > MAX_LOST * len(template.cells):
        raise PhotoError("unlike")
    ink = InkMap(aligned.picture, template.scale)
    cells = {id: cell.moved(*aligned.offsets[id]) for id, cell in template.cells.items()}
    readings = classify_cells(cells, {id: ink.in_cell(cell) for id, cell in cells.items()}, template.scale)
    # A thick cross leaves little of a cell's print to find; but a lost cell without a cross may be covered.
    readings |= {
        id: readings[id]._replace(answer="ask", confidence=0.5) for id in lost if readings[id].answer != "cross"
    }
    unclear = sum(reading.answer == "ask" for reading in readings.values())
    if unclear > MAX_UNCLEAR * len(readings):
        raise PhotoError("unclear", cells=unclear)
    return readings
