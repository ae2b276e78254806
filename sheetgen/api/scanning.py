"""Read photos of finished sheets: whose sheet each shows, what is unsure about it, and the game that they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from sheetgen.api.printing import Progress, named_file, no_progress, numbered_files
from sheetgen.api.results import Result
from sheetgen.api.selection import choose_locale, one_of
from sheetgen.api.settings import Settings
from sheetgen.bounded_reading import ReadHints, read_bounded
from sheetgen.errors import Collector, InputError, Problem
from sheetgen.games.game_file import game_text
from sheetgen.games.quick_entry import read_space
from sheetgen.games.record_input import make_record
from sheetgen.layouts.catalog import is_built_in, load_locale, load_variant, variants
from sheetgen.layouts.files.extend import built_in_names
from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.locales.names import cell_name, message, player_names, synonyms
from sheetgen.locales.placeholders import render
from sheetgen.photos.errors import PhotoError, can_read_photos
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.game_spec import compile_rulebook
from sheetgen.rules.records import Record
from sheetgen.rules.rulebook import Rulebook
from sheetgen.writers.atomic_files import atomic_file

if TYPE_CHECKING:  # the libraries of the extra `scan` may not be installed
    from sheetgen.photos.known_sheets import KnownSheets
    from sheetgen.photos.reading import Doubt as Doubt
    from sheetgen.photos.reading import SheetReading

CONFIDENCE_DIGITS = 3  # decimal places of a confidence; smaller differences mean nothing

_WANTED = ReadHints(
    "Give a photo: a JPEG, PNG, WebP or HEIC file.", smaller="Photos have a few millions.", other="Give another photo."
)


class ScanResult(Result):
    """The result of a scan, with what the photos leave unsure."""

    def __init__(self, scan: Scan) -> None:
        record = scan.record()
        super().__init__(scan.layout, audit(scan.rulebook, record), scan.locale, record.complete)
        self.doubts = {player.name: player.doubts() for player in scan.players}

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, {sum(map(len, self.doubts.values()))} doubts>"


def scan(
    *photos: str | PathLike[str],
    layout: Layout | None = None,
    names: Sequence[str] = (),
    side: str | None = None,
    spaces: Sequence[str] = (),
    lang: str | None = None,
) -> ScanResult:
    """Read photos of finished sheets, one for each player, and audit the game.

    Args:
        *photos: JPEG, PNG, WebP or HEIC files.
        layout: The layout, if it is not a built-in one.
        names: The players' names in the order of the photos.
        side: The side of the board, for games with a track.
        spaces: Where the pieces stand, in the order of the photos: `5`, or `yellow 6 +3`.
        lang: The language of names and messages.

    Returns:
        Points, findings, and `doubts`: cells that are unsure, by player.

    Raises:
        InputError: If a photo cannot be read. Needs `pip install 'sheetgen[scan]'`.
    """
    request = ScanRequest([Path(photo) for photo in photos], layout, lang, Settings(), names, side, spaces)
    return ScanResult(read_scan(request))


@dataclass(frozen=True)
class ScanRequest:
    """What is to be read, and what is known besides."""

    photos: Sequence[Path]
    layout: Layout | None = None
    lang: str | None = None
    settings: Settings = field(default_factory=Settings)
    names: Sequence[str] = ()
    side: str | None = None
    spaces: Sequence[str] = ()
    overlays: Sequence[Path] = ()  # files for pictures of what was read, one for each photo


@dataclass
class ScannedPlayer:
    """A photo, the sheet on it, and what somebody said about it."""

    photo: str
    reading: SheetReading
    name: str
    space: int | None = None  # of the piece, which no photo of a sheet shows; None if nobody said it
    overlay: Path | None = None
    settled: dict[str, bool] = field(default_factory=dict)  # cells that somebody was asked about, and the answers
    _numbers: dict[str, int] = field(default_factory=dict)

    def doubts(self) -> list[Doubt]:
        """Return what is left to ask."""
        from sheetgen.photos.reading import doubts

        return doubts(self.reading, self.settled)

    def confidence(self, cell: str) -> float:
        """Return how sure the reading of a cell is, from 0 to 1."""
        return round(self.reading.cells[cell].confidence, CONFIDENCE_DIGITS)

    def numbers(self) -> dict[str, int]:
        """Return the numbers by which pictures and questions name the unsure cells. A cell keeps its number."""
        asked = [*self.settled, *(doubt.cell for doubt in self.doubts())]
        for cell in asked:
            self._numbers.setdefault(cell, len(self._numbers) + 1)
        return {cell: self._numbers[cell] for cell in asked}

    def to_data(self) -> dict[str, Any]:
        """Return what was read from the photo as JSON-able data."""
        reading = self.reading
        cells = reading.cells.items()
        return {
            "photo": self.photo,
            "player": self.name,
            "layout": reading.edition.layout.slug,
            "serial": reading.serial,
            "sheet": reading.code,
            "cells": {id: {"answer": cell.answer, "confidence": self.confidence(id)} for id, cell in cells},
        }

    def doubts_data(self) -> list[dict[str, Any]]:
        """Return what is left to ask as JSON-able data."""
        numbers = self.numbers() if self.overlay else {}
        return [
            {
                "player": self.name,
                "photo": self.photo,
                "cell": doubt.cell,
                "guess": "cross" if doubt.is_crossed else "not",
                "confidence": self.confidence(doubt.cell),
                "finding": doubt.finding.code if doubt.finding else None,
                "mark": numbers.get(doubt.cell),
            }
            for doubt in self.doubts()
        ]


@dataclass
class Scan:
    """The game on some photos, as far as it is known."""

    layout: Layout
    rulebook: Rulebook
    locale: Locale
    players: Sequence[ScannedPlayer]
    side: str | None

    @property
    def knows_spaces(self) -> bool:
        """Whether it is known where all pieces stand."""
        return not self.rulebook.tracks or all(player.space is not None for player in self.players)

    def record(self) -> Record:
        """Return the finished game, checked like any other record.

        Two sheets or more are taken for the whole game, but not while nobody said where a piece stands: then it cannot
        be told whether the game was over, whether the turns fit, or who won.
        """
        sheets = [player.reading.sheet_data(player.name, player.settled) for player in self.players]
        if self.rulebook.tracks:
            for sheet, player in zip(sheets, self.players, strict=True):
                sheet["space"] = player.space or 0
        side = {"side": self.side} if self.side else {}
        complete = len(sheets) > 1 and self.knows_spaces
        return make_record(self.rulebook, {**side, "complete": complete, "players": sheets})

    def read_space(self, player: ScannedPlayer, text: str) -> int:
        """Return the space that a text names: `5`, `space 5` or `yellow 6 +3`."""
        return read_space(self.rulebook, player.name, text, self.side, synonyms(self.layout, self.locale))

    def to_data(self) -> dict[str, Any]:
        """Return what is left to ask and what was read as JSON-able data."""
        asked = [each for player in self.players for each in player.doubts_data()]
        unknown = [player.name for player in self.players if self.rulebook.tracks and player.space is None]
        return {
            "ask": [*asked, *({"player": name, "space": None} for name in unknown)],
            "photos": [player.to_data() for player in self.players],
        }

    def write_overlays(self, players: Sequence[ScannedPlayer] | None = None) -> None:
        """Write the pictures of what was read, all of them or none."""
        from sheetgen.photos.overlay import overlay

        with ExitStack() as stack:
            for player in self.players if players is None else players:
                if player.overlay:
                    picture = overlay(player.reading, player.photo, self.locale, player.numbers(), player.settled)
                    stack.enter_context(atomic_file(player.overlay)).write_bytes(picture)

    def words(self, text: str, doubt: Doubt | None = None, **values: str | int) -> str:
        """Return a text of the language with its values, and the name of a doubt's cell."""
        cell = {"cell": cell_name(doubt.cell, self.locale)} if doubt else {}
        return render(text, {**cell, **values})

    def reason(self, doubt: Doubt) -> str:
        """Return in words why a cell is unsure."""
        if doubt.finding:
            return message(doubt.finding, self.layout, self.locale)
        return self.words(self.locale.scan.unclear, doubt)

    def record_text(self, named: Mapping[str, str]) -> str:
        """Return the record as the text of a file. `named` says which game it is."""
        return game_text(self.record().to_data(self.rulebook, named))


def check_scan_extra() -> None:
    """Refuse to go on if the libraries that read photos are not installed."""
    if not can_read_photos():
        raise InputError.of(
            "reading photos needs more than the core of sheetgen", "Install it with: pip install 'sheetgen[scan]'"
        )


def read_scan(request: ScanRequest, progress: Progress = no_progress) -> Scan:
    """Read all photos, or raise one error for all that cannot be read."""
    check_scan_extra()
    readings = _read_photos(request, progress)
    photos = [str(photo) for photo in request.photos]
    _check_together(photos, readings)
    layout = readings[0].edition.layout
    rulebook, locale = compile_rulebook(layout.game), choose_locale(request.lang, layout, request.settings)
    names = player_names(rulebook, _one_each("--name", request.names, photos), locale)
    side, spaces = _pieces(request, names, rulebook, synonyms(layout, locale))
    overlays: list[Path | None] = [*request.overlays] or [None] * len(photos)
    players = [ScannedPlayer(*each) for each in zip(photos, readings, names, spaces, overlays, strict=True)]
    found = Scan(layout, rulebook, locale, players, side)
    found.record()  # problems with names or their number are reported before anybody is asked
    return found


def check_request(request: ScanRequest) -> None:
    """Raise one error with everything that is wrong with names, spaces and language, before anything is read."""
    faults = Collector()
    faults.attempt(lambda: choose_locale(request.lang, request.layout, request.settings))
    faults.attempt(lambda: _one_each("--name", request.names, request.photos))
    faults.attempt(lambda: _one_each("--space", request.spaces, request.photos))
    faults.raise_if_any()


def check_record_file(file: Path, layout: Layout | None, layout_file: Path | None, changes: Sequence[str]) -> None:
    """Refuse a file for the record that is not named .json, or from which the layout cannot be named."""
    named_file(file, "game", "json")
    if layout:
        name_in_record(file, layout, layout_file, changes)


def name_in_record(
    record: Path, layout: Layout, file: Path | None = None, changes: Sequence[str] = ()
) -> dict[str, str]:
    """Return how a record in this file says which game it is: a variant's name, or the layout file's relative path."""
    if is_built_in(layout):
        return {"variant": layout.slug}
    if file is None or changes:
        raise InputError.of(
            "a record names a layout, and cannot say what --set changed in it",
            "Write the changes into a layout file, and give that with --layout.",
        )
    folder, place = record.parent.resolve(), file.resolve()
    if not place.is_relative_to(folder):
        hint = f"Write the record into {file.parent}, or put the layout beside the record."
        raise InputError.of(f"{file} lies outside the folder of {record}, where a record's layout must be", hint)
    return {"layout": place.relative_to(folder).as_posix()}


def overlay_files(overlay: Path, photos: Sequence[Path]) -> list[Path]:
    """Return a file for the picture of each photo, numbered if there are several. Never a photo itself."""
    files = numbered_files(named_file(overlay, "overlay", "png"), len(photos))
    for file in files:
        if any(file.exists() and photo.exists() and file.samefile(photo) for photo in photos):
            raise InputError.of(f"{file} is one of the photos, and would be replaced", "Give --overlay another name.")
    return files


def _read_photos(request: ScanRequest, progress: Progress) -> list[SheetReading]:
    """Read sheets of one layout if it is given, or else of any built-in one, printed in any known language."""
    from sheetgen.photos.known_sheets import KnownSheets

    layouts = [request.layout] if request.layout else [load_variant(name) for name in variants()]
    most = max(layout.game.players.max for layout in layouts)
    if len(request.photos) > most:
        message = f"there are {len(request.photos)} photos"
        raise InputError.of(message, f"One for each player; at most {most} can play.")
    named = [name for name in (request.lang, request.settings.lang) if name]
    languages = [load_locale(name) for name in dict.fromkeys([*named, *built_in_names("locales")])]
    sheets = KnownSheets(layouts, languages, request.layout)
    locale, faults = choose_locale(request.lang, request.layout, request.settings), Collector()
    readings = [
        faults.attempt(partial(_reading, photo, sheets, locale))
        for photo in progress(request.photos, len(request.photos))
    ]
    faults.raise_if_any()
    return [reading for reading in readings if reading]


def _reading(photo: Path, sheets: KnownSheets, locale: Locale) -> SheetReading:
    from sheetgen.photos.image import MAX_BYTES, open_photo
    from sheetgen.photos.reading import read_photo

    content = read_bounded(photo, str(photo), MAX_BYTES, _WANTED)
    try:
        return read_photo(open_photo(content), sheets)
    except PhotoError as error:
        raise InputError.of(f"{photo}: {error.message(locale)}") from None


def _one_each(option: str, given: Sequence[str], photos: Sequence[Any]) -> list[str]:
    """Return one text for each photo, empty where none is given."""
    if len(given) > len(photos):
        hint = f"Photos: {len(photos)}. Give at most one for each."
        raise InputError.of(f"{option} is given {len(given)} times", hint)
    return [normalize("NFC", text.strip()) for text in given] + [""] * (len(photos) - len(given))


def _pieces(
    request: ScanRequest, names: Sequence[str], rulebook: Rulebook, words: dict[str, str]
) -> tuple[str | None, list[int | None]]:
    """Return the side of the board and where the pieces stand, as far as the request says so."""
    texts = _one_each("--space", request.spaces, request.photos)
    if not rulebook.tracks and (request.side is not None or any(texts)):
        raise InputError.of("this game has no track, and so neither --side nor --space", "Leave them out.")
    side = one_of("side", request.side, tuple(rulebook.tracks)) if request.side is not None else None
    faults = Collector()
    spaces = [
        faults.attempt(partial(read_space, rulebook, name, text, side, words)) if text else None
        for name, text in zip(names, texts, strict=True)
    ]
    faults.raise_if_any()
    return side, spaces


def _check_together(photos: Sequence[str], readings: Sequence[SheetReading]) -> None:
    """Refuse sheets that cannot be of one game."""
    slugs = [reading.edition.layout.slug for reading in readings]
    if len(set(slugs)) > 1:
        shown = ", ".join(f"{photo}: {slug}" for photo, slug in zip(photos, slugs, strict=True))
        raise InputError.of(f"the photos show sheets of different games ({shown})", "Give the photos of one game.")
    faults = Collector()
    for (photo, one), (other_photo, other) in combinations(zip(photos, readings, strict=True), 2):
        if _is_same_sheet(one, other):
            message = f"{photo} and {other_photo} show the same sheet, number {one.serial}"
            faults.problems.append(Problem(message, "Give each sheet once."))
    faults.raise_if_any()


def _is_same_sheet(one: SheetReading, other: SheetReading) -> bool:
    """Return whether two photos show the same paper: a file printed twice has equal numbers, but not equal crosses."""
    if one.serial is None or one.serial != other.serial or one.code != other.code:
        return False
    answers = [(one.cells[id].answer, other.cells[id].answer) for id in one.cells]
    return all(answer == same for answer, same in answers if "ask" not in (answer, same))
