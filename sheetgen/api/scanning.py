"""Read photos of finished sheets: the player and the unsure cells of each photo, and the game as a record."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize

from sheetgen.api.printing import Progress, named_file, no_progress, numbered_files
from sheetgen.api.scoring import Result
from sheetgen.api.settings import Settings, choose_locale, one_of
from sheetgen.bounded_reading import file_version
from sheetgen.errors import Collector, InputError, Problem
from sheetgen.game_input.game_file import game_text
from sheetgen.game_input.quick_entry import read_space
from sheetgen.game_input.record_input import make_record
from sheetgen.layouts.catalog import is_built_in, load_locale, load_variant, variants
from sheetgen.layouts.companions import rulebook_of
from sheetgen.layouts.files.merge import built_in_names
from sheetgen.layouts.files.source import SET_LABEL
from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.locales.names import cell_name, message, player_names, synonyms
from sheetgen.locales.texts import render
from sheetgen.photos.errors import PhotoError, can_read_photos, install_hint
from sheetgen.photos.known_sheets import KnownSheets
from sheetgen.photos.limited_reading import PhotoReader
from sheetgen.photos.sheet_reading import Doubt as Doubt, SheetReading
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.records import Record
from sheetgen.rules.rulebook import Rulebook
from sheetgen.writers.atomic_files import atomic_file, atomic_files
from sheetgen.writers.own_files import require_replaceable


class ScanResult(Result):
    """The result of a scan, with the cells of each player that are unsure, and sheets that were not read."""

    def __init__(self, scan: Scan) -> None:
        record = scan.record()
        super().__init__(scan.layout, audit(scan.rulebook, record), scan.locale, record.complete)
        self.doubts = {player.name: player.doubts() for player in scan.players}
        self.notices = scan.notices


def scan(
    *photos: str | PathLike[str],
    layout: Layout | None = None,
    names: Sequence[str] = (),
    side: str | None = None,
    spaces: Sequence[str] = (),
    lang: str | None = None,
) -> ScanResult:
    """Read photos of finished sheets, and audit the game. A photo may show several sheets.

    Args:
        *photos: JPEG, PNG, WebP or HEIC files.
        layout: The layout, if it is not a built-in one.
        names: The players' names in the order of the photos, and of the sheets on each, row by row; by default those
            that the sheets were printed for.
        side: The side of the board, for games with a track.
        spaces: Where the pieces stand, in the order of the sheets: `5`, or `yellow 6 +3`.
        lang: The language of names and messages.

    Returns:
        Points, findings, `doubts`, the unsure cells by player, and `notices` of sheets that are cut off.

    Raises:
        InputError: If a photo cannot be read, or the extra `scan` is not installed.
    """
    files = [Path(photo) for photo in photos]
    with open_scan(files, lambda: layout, names=names, side=side, spaces=spaces, lang=lang) as opened:
        return ScanResult(opened)


@contextmanager
def open_scan(
    photos: Sequence[Path],
    load_layout: Callable[[], Layout | None],
    *,
    names: Sequence[str] = (),
    side: str | None = None,
    spaces: Sequence[str] = (),
    lang: str | None = None,
    record: Path | None = None,
    overlay: Path | None = None,
    force: bool = False,
    load_settings: Callable[[], Settings] = Settings,
    progress: Progress = no_progress,
) -> Iterator[Scan]:
    """Read all photos, or raise one error with all problems of the options or of the photos.

    The record is written to its file when the context ends; until then unsure cells can be settled. `overlay` is the
    file for the picture that shows what was read; it is numbered if there are several sheets. Without `force`, neither
    replaces a file that this program did not make.
    """
    if not can_read_photos():
        raise InputError.of("reading photos needs extra libraries", install_hint())
    faults = Collector()
    settings = faults.attempt(load_settings) or Settings()
    layout = faults.attempt(load_layout)
    overlays = faults.attempt(lambda: _overlay_files(overlay, photos, len(photos)))
    if record:
        faults.attempt(lambda: _reference(named_file(record, "game", "json"), layout))
    outputs = [file for file in (record, *(overlays or ())) if file]
    faults.attempt(lambda: require_replaceable(outputs, force))
    locale = faults.attempt(lambda: choose_locale(lang, layout, settings))
    if faults.problems:
        faults.problems += _missing_photos(photos)
    faults.raise_if_any()
    assert locale
    with ExitStack() as stack:
        # Opened before the photos are read, so that an unwritable path is reported at once.
        file = stack.enter_context(atomic_file(record)) if record else None
        sheets, notices = _read_photos(photos, layout, filter(None, (lang, settings.lang)), locale, progress)
        layout = layout or sheets[0].reading.edition.layout
        rulebook = rulebook_of(layout)
        _check_together(sheets, {layout.slug, *rulebook.companions})
        locale = choose_locale(lang, layout, settings)
        given_names = faults.attempt(lambda: _one_each("--name", names, sheets))
        given_spaces = faults.attempt(lambda: _one_each("--space", spaces, sheets))
        overlays = faults.attempt(lambda: _overlay_files(overlay, photos, len(sheets)))
        faults.attempt(lambda: require_replaceable([each for each in overlays or () if each], force))
        faults.raise_if_any()
        assert given_names is not None and given_spaces is not None and overlays
        wanted = [given or sheet.reading.name for given, sheet in zip(given_names, sheets, strict=True)]
        named = zip(sheets, player_names(rulebook, wanted, locale), overlays, strict=True)
        scan = Scan(layout, rulebook, locale, [ScannedPlayer(*sheet, name, file) for sheet, name, file in named])
        scan.notices = notices
        scan.set_pieces(side, given_spaces)
        scan.record()  # reports problems with the names or their number before any question is asked
        yield scan
        if record and file:
            data = scan.record().to_data(rulebook, _reference(record, layout))
            file.write_bytes(game_text(data).encode())


class ScannedSheet(NamedTuple):
    """A sheet on a photo."""

    photo: str
    label: str  # the photo and, if it shows several sheets, which of them this is
    reading: SheetReading


@dataclass
class ScannedPlayer:
    """The reading of a player's sheet, and the user's answers about it."""

    photo: str
    label: str  # the photo and, if it shows several sheets, which of them this is
    reading: SheetReading
    name: str
    overlay: Path | None = None  # the file for a picture of what was read
    space: int | None = None  # of the piece, which no photo of a sheet shows; None if unknown
    settled: dict[str, bool] = field(default_factory=dict)  # the user's answers: whether a cell is crossed, by cell id
    _numbers: dict[str, int] = field(default_factory=dict)

    def doubts(self) -> list[Doubt]:
        """Return the doubts that are not settled."""
        return self.reading.doubts(self.settled)

    def numbers(self) -> dict[str, int]:
        """Return the numbers of the unsure cells in pictures and questions. A cell keeps its number."""
        asked = [*self.settled, *(doubt.cell for doubt in self.doubts())]
        for cell in asked:
            self._numbers.setdefault(cell, len(self._numbers) + 1)
        return {cell: self._numbers[cell] for cell in asked}

    def to_data(self) -> dict[str, Any]:
        """Return what was read from the photo as JSON-able data."""
        reading = self.reading
        return {
            "photo": self.photo,
            "player": self.name,
            "layout": reading.edition.layout.slug,
            "serial": reading.serial,
            "sheet": reading.code,
            "cells": {id: {"answer": cell.answer} for id, cell in reading.cells.items()},
        }


@dataclass
class Scan:
    """The game that the photos show, as far as it is known."""

    layout: Layout
    rulebook: Rulebook
    locale: Locale
    players: Sequence[ScannedPlayer]
    side: str | None = None
    notices: Sequence[str] = ()  # of sheets that were not read, because they are cut off

    @property
    def knows_spaces(self) -> bool:
        """Whether it is known where all pieces stand."""
        return not self.rulebook.tracks or all(player.space is not None for player in self.players)

    def record(self) -> Record:
        """Return the finished game, checked like any other record.

        Two or more sheets count as the complete game, unless the space of a piece is unknown: without it, an audit
        cannot decide whether the game was over, whether the turns add up, or who won.
        """
        sheets = [player.reading.sheet_data(player.name, player.settled, self.layout.slug) for player in self.players]
        if self.rulebook.tracks:
            for sheet, player in zip(sheets, self.players, strict=True):
                sheet["space"] = player.space or 0
        side = {"side": self.side} if self.side else {}
        complete = len(sheets) > 1 and self.knows_spaces
        return make_record(self.rulebook, {**side, "complete": complete, "players": sheets})

    def set_pieces(self, side: str | None, spaces: Sequence[str]) -> None:
        """Set the side of the board and the spaces of the pieces that are given."""
        if not self.rulebook.tracks and (side is not None or any(spaces)):
            raise InputError.of("this game has no track, so --side and --space do not apply", "Leave them out.")
        self.side = one_of("side", side, tuple(self.rulebook.tracks)) if side is not None else None
        faults = Collector()
        for player, text in zip(self.players, spaces, strict=True):
            if text:
                player.space = faults.attempt(partial(self.read_space, player, text))
        faults.raise_if_any()

    def read_space(self, player: ScannedPlayer, text: str) -> int:
        """Return the space that a text names: `5`, `space 5` or `yellow 6 +3`."""
        return read_space(self.rulebook, player.name, text, self.side, synonyms(self.layout, self.locale))

    def to_data(self) -> dict[str, Any]:
        """Return the open questions and what was read as JSON-able data."""
        asked: list[dict[str, Any]] = [
            {
                "player": player.name,
                "photo": player.photo,
                "cell": doubt.cell,
                "guess": "cross" if doubt.is_crossed else "not",
                "finding": doubt.finding.code if doubt.finding else None,
                "mark": player.numbers()[doubt.cell] if player.overlay else None,
            }
            for player in self.players
            for doubt in player.doubts()
        ]
        if self.rulebook.tracks:
            asked += [{"player": player.name, "space": None} for player in self.players if player.space is None]
        return {"ask": asked, "photos": [player.to_data() for player in self.players]}

    def write_overlays(self, players: Sequence[ScannedPlayer] | None = None) -> None:
        """Write the pictures that show what was read, for all players or the given ones: all of them or none."""
        from sheetgen.photos.overlay import overlay

        pictures = {
            player.overlay: overlay(player.reading, player.label, self.locale, player.numbers(), player.settled)
            for player in (self.players if players is None else players)
            if player.overlay
        }
        if pictures:
            with atomic_files(list(pictures)) as temporaries:
                for temporary, picture in zip(temporaries, pictures.values(), strict=True):
                    temporary.write_bytes(picture)

    def words(self, text: str, doubt: Doubt | None = None, **values: str | int) -> str:
        """Return a text of the locale with its values and the name of a doubt's cell filled in."""
        cell = {"cell": cell_name(doubt.cell, self.layout, self.locale)} if doubt else {}
        return render(text, {**cell, **values})

    def reason(self, doubt: Doubt) -> str:
        """Return in words why a cell is unsure."""
        if doubt.finding:
            return message(doubt.finding, self.layout, self.locale)
        return self.words(self.locale.scan.unclear, doubt)


def _reference(record: Path, layout: Layout | None) -> dict[str, str]:
    """Return the key that names the game in this record file: `variant`, or `layout` with a relative path.

    Without a layout, the photos may show any built-in one.
    """
    if layout is None or is_built_in(layout):
        return {"variant": layout.slug} if layout else {}
    source = layout.source.sources[0]
    if source.label == SET_LABEL:
        raise InputError.of(
            "a record names a layout, and cannot say what --set changed in it",
            "Write the changes into a layout file, and give that with --layout.",
        )
    folder = record.parent.resolve()
    place = source.path.resolve()
    if not place.is_relative_to(folder):
        hint = f"Write the record into {source.path.parent}, or put the layout beside the record."
        raise InputError.of(f"{source.path} lies outside the folder of {record}, where a record's layout must be", hint)
    return {"layout": place.relative_to(folder).as_posix()}


def _overlay_files(overlay: Path | None, photos: Sequence[Path], count: int) -> Sequence[Path | None]:
    """Return the overlay file of each sheet, numbered if there are several; refuse to replace a photo."""
    if overlay is None:
        return [None] * count
    files = numbered_files(named_file(overlay, "overlay", "png"), count)
    for file in files:
        if any(file.exists() and photo.exists() and file.samefile(photo) for photo in photos):
            raise InputError.of(f"{file} is one of the photos, and would be replaced", "Give --overlay another name.")
    return files


def _missing_photos(photos: Sequence[Path]) -> Iterator[Problem]:
    """Yield a problem for each photo that does not exist, to be told with the problems of the options."""
    for photo in photos:
        if file_version(photo) is None:
            yield Problem(f"there is no file {photo}")


def _read_photos(
    photos: Sequence[Path], layout: Layout | None, languages: Iterable[str], locale: Locale, progress: Progress
) -> tuple[list[ScannedSheet], list[str]]:
    """Read sheets of the given layout, or else of any built-in one, printed in any known language.

    Return them and notices of sheets that are cut off.
    """
    others = rulebook_of(layout).companions if layout else variants()
    layouts = [*([layout] if layout else []), *map(load_variant, others)]
    most = max(layout.game.players.max for layout in layouts)
    _check_number(len(photos), "photos", most)
    locales = [load_locale(name) for name in dict.fromkeys([*languages, *built_in_names("locales")])]
    known = KnownSheets(layouts, locales, default=layout)
    words = locale.photos
    faults = Collector()
    sheets = []
    notices = []
    with closing(PhotoReader(known)) as reader:
        for photo in progress(photos, len(photos)):
            try:
                found, cut_off = reader.read(photo)
            except PhotoError as error:
                faults.problems.append(Problem(f"{photo}: {error.message(locale)}"))
                continue
            except InputError as error:
                faults.problems += error.problems
                continue
            if cut_off:
                notices.append(f"{photo}: {render(words.part_of_sheet, {'found': cut_off})}")
            for number, sheet in enumerate(found, 1):
                place = render(words.sheet_of_photo, {"number": number, "count": len(found)})
                label = f"{photo}, {place}" if len(found) > 1 else str(photo)
                if isinstance(sheet, PhotoError):
                    faults.problems.append(Problem(f"{label}: {sheet.message(locale)}"))
                else:
                    sheets.append(ScannedSheet(str(photo), label, sheet.of_sheet(known)))
    faults.raise_if_any()
    _check_number(len(sheets), "sheets", most)
    return sheets, notices


def _check_number(count: int, what: str, most: int) -> None:
    """Raise an InputError if there are more photos or sheets than players."""
    if count > most:
        raise InputError.of(f"there are {count} {what}", f"One for each player; at most {most} can play.")


def _one_each(option: str, given: Sequence[str], sheets: Sequence[Any]) -> list[str]:
    """Return one text for each sheet, empty where none is given."""
    if len(given) > len(sheets):
        hint = f"Sheets: {len(sheets)}. Give at most one for each."
        raise InputError.of(f"{option} is given {len(given)} times", hint)
    return [normalize("NFC", text.strip()) for text in given] + [""] * (len(sheets) - len(given))


def _check_together(sheets: Sequence[ScannedSheet], layouts: Collection[str]) -> None:
    """Raise an InputError if the sheets cannot belong to one game, whose layouts are given by their slugs."""
    slugs = [sheet.reading.edition.layout.slug for sheet in sheets]
    if not set(slugs).issubset(layouts):
        shown = ", ".join(f"{sheet.label}: {slug}" for sheet, slug in zip(sheets, slugs, strict=True))
        raise InputError.of(f"the photos show sheets of different games ({shown})", "Give the photos of one game.")
    faults = Collector()
    for (_, label, one), (_, other_label, other) in combinations(sheets, 2):
        is_same = (one.serial, one.code, one.edition.layout) == (other.serial, other.code, other.edition.layout)
        if one.serial is None or not is_same:
            continue
        # If a file was printed twice, two sheets have the same number, but not the same crosses.
        answers = [{one.cells[id].answer, other.cells[id].answer} for id in one.cells]
        if all(len(each) == 1 or "ask" in each for each in answers):
            message = f"{label} and {other_label} show the same sheet, number {one.serial}"
            faults.problems.append(Problem(message, "Give each sheet once."))
    faults.raise_if_any()
