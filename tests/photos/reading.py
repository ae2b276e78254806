"""Readings for the tests, made in this process: the known sheets of all that is built in, which are made once."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from PIL import Image

from sheetgen.layouts.catalog import load_layout, load_locale, load_variant
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.image import open_photo
from sheetgen.photos.known_sheets import KnownSheets
from sheetgen.photos.page_reader import PageReader, page_reader
from sheetgen.photos.sheet_reading import PhotoReading, SheetReading
from tests.helpers import LANGUAGES, VARIANTS
from tests.photos.studio.shot import Shot


@cache
def built_in_sheets(languages: tuple[str, ...] = tuple(LANGUAGES)) -> KnownSheets:
    return KnownSheets([load_variant(name) for name in VARIANTS], [load_locale(name) for name in languages])


@cache
def own_sheets(file: Path) -> KnownSheets:
    return KnownSheets([load_layout(file)])


def read(content: bytes, sheets: KnownSheets | None = None) -> SheetReading:
    """The reading of the only sheet on a photo."""
    known = sheets or built_in_sheets()
    [sheet], cut_off = read_once(open_photo(content), known)
    assert not cut_off
    if isinstance(sheet, PhotoError):
        raise sheet
    return sheet.of_sheet(known)


def read_once(photo: Image.Image, sheets: KnownSheets) -> PhotoReading:
    """What the reader says, remembered for each photo and its known sheets."""
    key = sha256(photo.tobytes()).digest(), sheets
    if key not in _READINGS:
        _READINGS[key] = _READ(page_reader(), photo, sheets)
    return _READINGS[key]


_READ = PageReader.read  # which tests may replace by `read_once`
_READINGS: dict[tuple[bytes, KnownSheets], PhotoReading] = {}


def silently_wrong(reading: SheetReading, shot: Shot) -> set[str]:
    """Cells that were told wrongly, and are not asked for."""
    asked = {doubt.cell for doubt in reading.doubts({})}
    return {id for id, cell in reading.cells.items() if cell.is_crossed != (id in shot.crossed)} - asked
