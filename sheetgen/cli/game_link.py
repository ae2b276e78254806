"""Read the link that the scorer's page shares: the layout is in its path, the sheets are behind its `#`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from sheetgen.cli.pick import pick_layout
from sheetgen.errors import InputError, shortened
from sheetgen.layouts.catalog import variants
from sheetgen.layouts.compile import compile_rulebook
from sheetgen.layouts.labels import render
from sheetgen.layouts.locales import Locale
from sheetgen.layouts.models import Layout
from sheetgen.layouts.names import row_name
from sheetgen.rules.link import decode_record
from sheetgen.rules.reading import Node, Notes
from sheetgen.rules.record import Record
from sheetgen.rules.record_reader import read_record
from sheetgen.rules.rulebook import Rulebook


def is_link(text: str) -> bool:
    """Is this a link, and not the name of a file?"""
    return text.lower().startswith(("http://", "https://", "file://")) and "#" in text


def read_game_link(
    link: str, variant: str | None, layout_file: Path | None, locale: Locale
) -> tuple[Layout, Rulebook, Record]:
    """The game of a link. A layout of one's own must be given along with it."""
    layout = pick_layout(variant, layout_file) if variant or layout_file else _built_in(link)
    rulebook = compile_rulebook(layout.game)
    record = decode_record(rulebook, link.partition("#")[2])
    named = [
        replace(sheet, name=sheet.name or _seat(rulebook, seat, locale)) for seat, sheet in enumerate(record.sheets)
    ]
    data = replace(record, sheets=tuple(named)).to_data(rulebook, {})
    # A link may come from anybody: what it holds is checked like a file.
    return layout, rulebook, read_record(rulebook, Node(data, (), Notes()))


def _built_in(link: str) -> Layout:
    """The layout that the link's path ends with."""
    try:
        slug = urlsplit(link).path.removesuffix("index.html").rstrip("/").rpartition("/")[2]
    except ValueError:
        slug = ""
    if slug not in variants():
        raise InputError.of(
            f"the link leads to {shortened(slug)!r}, which is no built-in layout", "Give its file with --layout."
        )
    return pick_layout(slug, None)


def _seat(rulebook: Rulebook, seat: int, locale: Locale) -> str:
    """What a player without a name is called: by his tokens, or by his seat."""
    if rulebook.token_colours:
        return row_name(rulebook.token_colours[seat], locale)
    return render(locale.scorer.player, {"number": seat + 1})
