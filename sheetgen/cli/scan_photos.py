"""From the files of photos to readings of the sheets on them, or to all that is wrong with any of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.bounded_reading import ReadHints, read_bounded
from sheetgen.cli.console import with_progress
from sheetgen.cli.settings import Settings
from sheetgen.errors import Collector, InputError
from sheetgen.layouts.catalog import load_variant, variants
from sheetgen.layouts.files.extend import built_in_names
from sheetgen.layouts.models.layout import Layout
from sheetgen.locales.locale import Locale, load_locale
from sheetgen.photos.errors import can_read_photos

if TYPE_CHECKING:
    from sheetgen.photos.known_sheets import KnownSheets
    from sheetgen.photos.reading import SheetReading

WANTED = ReadHints(
    "Give a photo: a JPEG, PNG, WebP or HEIC file.", smaller="Photos have a few millions.", other="Give another photo."
)


def check_extra() -> None:
    """Reading photos needs libraries that the other commands do not, and that may not be installed."""
    if not can_read_photos():
        raise InputError.of(
            "reading photos needs more than the core of sheetgen", "Install it with: pip install 'sheetgen[scan]'"
        )


def languages_of(lang: str | None, settings: Settings) -> list[Locale]:
    """The languages in which sheets may have been printed: those that the user names, and the built-in ones."""
    named = [name for name in (lang, settings.lang) if name]
    return [load_locale(name) for name in dict.fromkeys([*named, *built_in_names("locales")])]


def read_photos(
    photos: Sequence[Path], only: Layout | None, languages: Sequence[Locale], locale: Locale, quiet: bool
) -> list[SheetReading]:
    """What is on the photos: sheets of one layout if that is given, or else of any built-in one."""
    from sheetgen.photos.known_sheets import KnownSheets

    layouts = [only] if only else [load_variant(name) for name in variants()]
    _check_number(photos, layouts)
    shelf = KnownSheets(layouts, languages, only)
    faults = Collector()
    readings = [
        faults.attempt(partial(_reading, photo, shelf, locale))
        for photo in with_progress(photos, len(photos), quiet, "Photos")
    ]
    faults.raise_if_any()
    return [reading for reading in readings if reading]


def _check_number(photos: Sequence[Path], layouts: Sequence[Layout]) -> None:
    """Told before a folder full of pictures is read."""
    most = max(layout.game.players.max for layout in layouts)
    if len(photos) > most:
        raise InputError.of(f"there are {len(photos)} photos", f"One for each player; at most {most} can play.")


def _reading(photo: Path, shelf: KnownSheets, locale: Locale) -> SheetReading:
    from sheetgen.photos.errors import PhotoError
    from sheetgen.photos.image import MAX_BYTES, open_photo
    from sheetgen.photos.read_photo import read_photo

    content = read_bounded(photo, str(photo), MAX_BYTES, WANTED)
    try:
        return read_photo(open_photo(content), shelf)
    except PhotoError as error:
        raise InputError.of(f"{photo}: {error.message(locale)}") from None
