"""Readings for the tests: the known sheets of all that is built in, which are made once."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from sheetgen.layouts.catalog import load_layout, load_locale, load_variant
from sheetgen.photos.image import Pixels, open_photo
from sheetgen.photos.known_sheets import KnownSheets
from sheetgen.photos.reading import read_cells, read_photo
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
    return read_photo(open_photo(content), sheets or built_in_sheets())


def read_once(photo: Pixels, sheets: KnownSheets) -> PhotoReading:
    """What `read_cells` says, remembered for each photo and its known sheets."""
    key = sha256(photo.tobytes()).digest(), sheets
    if key not in _READINGS:
        _READINGS[key] = read_cells(photo, sheets)
    return _READINGS[key]


_READINGS: dict[tuple[bytes, KnownSheets], PhotoReading] = {}


def silently_wrong(reading: SheetReading, shot: Shot) -> set[str]:
    """Cells that were told wrongly, and are not asked for."""
    asked = {doubt.cell for doubt in reading.doubts({})}
    return {id for id, cell in reading.cells.items() if cell.is_crossed != (id in shot.crossed)} - asked
