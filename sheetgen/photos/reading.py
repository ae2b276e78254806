"""Read a photo of a sheet: find its marks and code, rectify it, and classify every cell."""

import cv2
import numpy

from sheetgen.photos.align import Aligner
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.image import Pixels
from sheetgen.photos.judge import classify_cells
from sheetgen.photos.known_sheets import KnownSheets
from sheetgen.photos.locate import find_marks, read_code
from sheetgen.photos.parameters import parameters
from sheetgen.photos.sheet_reading import PhotoReading, SheetReading
from sheetgen.photos.template import SheetTemplate

_READING = parameters("reading")


def read_photo(photo: Pixels, known_sheets: KnownSheets) -> SheetReading:
    """Return the reading of the sheet on an RGB photo, or raise a PhotoError with the reason why it cannot be read."""
    return read_cells(photo, known_sheets).of_sheet(known_sheets)


def read_cells(photo: Pixels, known_sheets: KnownSheets) -> PhotoReading:
    """Return the code and the cells of the sheet on an RGB photo, or raise a PhotoError like `read_photo`."""
    grey = cv2.cvtColor(photo, cv2.COLOR_RGB2GRAY)
    if numpy.percentile(grey[::16, ::16], 95) < _READING.min_brightness:
        raise PhotoError("dark")
    marks = find_marks(grey)
    link = read_code(grey, marks, known_sheets.code_positions())
    template = known_sheets.find(link).edition.cached(SheetTemplate)
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
    return PhotoReading(link, readings, picture)
