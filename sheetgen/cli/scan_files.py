"""The files that a scan writes: the record of the game, and a picture of each sheet with what was read."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from sheetgen.cli.prepare import named_file, numbered_files
from sheetgen.cli.scan_game import Player
from sheetgen.errors import InputError
from sheetgen.layouts.catalog import is_built_in
from sheetgen.layouts.models.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.writers.atomic_files import atomic_file


def name_in_record(
    record: Path, layout: Layout, file: Path | None = None, changes: Sequence[str] | None = None
) -> dict[str, str]:
    """How the record in this file says which game it is: by a variant's name, or by the layout's file from there."""
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
    """A file for the picture of each photo: name-1.png, name-2.png … if there are several. Never a photo itself."""
    files = numbered_files(named_file(overlay, "overlay", "png"), len(photos))
    for file in files:
        if any(file.exists() and photo.exists() and file.samefile(photo) for photo in photos):
            raise InputError.of(f"{file} is one of the photos, and would be replaced", "Give --overlay another name.")
    return files


def write_overlays(players: Sequence[Player], locale: Locale) -> None:
    """The pictures of these players' sheets as they are known by now: all of them or none."""
    from sheetgen.photos.overlay import overlay

    with ExitStack() as stack:
        for player in players:
            if player.overlay:
                picture = overlay(player.reading, player.photo, locale, player.numbers(), player.settled)
                stack.enter_context(atomic_file(player.overlay)).write_bytes(picture)
