"""From the options of a scan to the game on its photos."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from sheetgen.cli.pick import one_of, pick_layout, pick_locale
from sheetgen.cli.prepare import named_file
from sheetgen.cli.scan_files import name_in_record, overlay_files
from sheetgen.cli.scan_game import Game, Player, check_together
from sheetgen.cli.scan_photos import languages_of, read_photos
from sheetgen.cli.settings import Settings, load_settings
from sheetgen.errors import Collector, InputError
from sheetgen.games.quick_entry import read_space
from sheetgen.layouts.models.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.locales.names import player_names, synonyms
from sheetgen.rules.compile import compile_rulebook
from sheetgen.rules.rulebook import Rulebook


class ScanJob(NamedTuple):
    """What is to be read, and what is known besides. Of names, spaces and overlays there is one for each photo."""

    photos: Sequence[Path]
    only: Layout | None
    lang: str | None
    settings: Settings
    names: Sequence[str]
    side: str | None
    spaces: Sequence[str]
    overlays: Sequence[Path | None]


def prepare_job(
    *,
    photos: Sequence[Path],
    variant: str | None,
    layout: Path | None,
    changes: Sequence[str] | None,
    names: Sequence[str] | None,
    side: str | None,
    spaces: Sequence[str] | None,
    lang: str | None,
    output: Path | None,
    overlay: Path | None,
) -> ScanJob:
    """What the options ask for, or one error with everything that is wrong with them, before anything is read."""
    faults = Collector()
    settings = faults.attempt(load_settings) or Settings()
    is_given = variant is not None or layout is not None or bool(changes)
    only = faults.attempt(lambda: pick_layout(variant, layout, changes)) if is_given else None
    faults.attempt(lambda: pick_locale(lang, only, settings))
    if output:
        faults.attempt(lambda: named_file(output, "game", "json"))
    if output and only:
        faults.attempt(lambda: name_in_record(output, only, layout, changes))
    files = faults.attempt(lambda: overlay_files(overlay, photos)) if overlay else None
    given_names = faults.attempt(lambda: _for_each("--name", names or (), photos))
    given_spaces = faults.attempt(lambda: _for_each("--space", spaces or (), photos))
    faults.raise_if_any()
    assert given_names is not None and given_spaces is not None
    return ScanJob(photos, only, lang, settings, given_names, side, given_spaces, files or [None] * len(photos))


def read_game(job: ScanJob, quiet: bool) -> tuple[Game, Locale]:
    """The game on the photos and the language of its answer, or one error for all photos that cannot be read."""
    languages = languages_of(job.lang, job.settings)
    readings = read_photos(job.photos, job.only, languages, pick_locale(job.lang, job.only, job.settings), quiet)
    photos = [str(photo) for photo in job.photos]
    check_together(photos, readings)
    layout = readings[0].edition.layout
    rulebook, locale = compile_rulebook(layout.game), pick_locale(job.lang, layout, job.settings)
    names = player_names(rulebook, job.names, locale)
    side, spaces = _pieces(job, names, rulebook, synonyms(layout, locale))
    players = [Player(*each) for each in zip(photos, readings, names, spaces, job.overlays, strict=True)]
    game = Game(layout, rulebook, players, side)
    game.record()  # what is wrong with names or their number is told before anybody is asked
    return game, locale


def _for_each(option: str, given: Sequence[str], photos: Sequence[Path]) -> list[str]:
    """One text for each photo, empty where none is given."""
    if len(given) > len(photos):
        raise InputError.of(
            f"{option} is given {len(given)} times", f"Photos: {len(photos)}. Give at most one for each."
        )
    return [normalize("NFC", text.strip()) for text in given] + [""] * (len(photos) - len(given))


def _pieces(
    job: ScanJob, names: Sequence[str], rulebook: Rulebook, words: dict[str, str]
) -> tuple[str | None, list[int | None]]:
    """The side of the board, and where the pieces stand, as far as the options say so."""
    if not rulebook.tracks and (job.side is not None or any(job.spaces)):
        raise InputError.of("this game has no track, and so neither --side nor --space", "Leave them out.")
    side = one_of("side", job.side, tuple(rulebook.tracks)) if job.side is not None else None
    faults = Collector()
    spaces = [
        faults.attempt(partial(read_space, rulebook, name, text, side, words)) if text else None
        for name, text in zip(names, job.spaces, strict=True)
    ]
    faults.raise_if_any()
    return side, spaces
