"""Read a link: the layout is in its path; behind its `#` are the sheets that the scorer's page shares, or a printed
sheet's own number and code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from sheetgen.cli.pick import pick_layout
from sheetgen.errors import InputError, shortened
from sheetgen.games.json_input import Node
from sheetgen.games.link import PRINTED, decode_record
from sheetgen.games.record_input import read_record
from sheetgen.layouts.catalog import variants
from sheetgen.layouts.models.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.locales.names import player_names
from sheetgen.rules.compile import compile_rulebook
from sheetgen.rules.records import Record
from sheetgen.rules.rulebook import Arrangement, Rulebook
from sheetgen.rules.shuffle.arrangement import read_arrangement

AFTER_LINKS = ".,;:!?)]}'\""
"""What a chat may put behind a link."""


def is_link(text: str) -> bool:
    """Is this a link, and not the name of a file?"""
    return text.lower().startswith(("http://", "https://", "file://"))


def link_layout(link: str, variant: str | None, layout_file: Path | None, changes: Sequence[str] | None) -> Layout:
    """The layout of a link: a built-in one by its path; one's own must be given along with it."""
    name = variant if variant or layout_file else _built_in(link)
    return pick_layout(name, layout_file, changes)


def read_game_link(link: str, layout: Layout, locale: Locale) -> tuple[Rulebook, Record]:
    """The game of a link."""
    rulebook = compile_rulebook(layout.game)
    record = decode_record(rulebook, link.partition("#")[2].rstrip(AFTER_LINKS))
    names = player_names(rulebook, (sheet.name for sheet in record.sheets), locale)
    sheets = tuple(replace(sheet, name=name) for sheet, name in zip(record.sheets, names, strict=True))
    data = replace(record, sheets=sheets).to_data(rulebook, {})
    # A link may come from anybody: what it holds is checked like a file.
    return rulebook, read_record(rulebook, Node(data))


def printed_arrangement(link: str, layout: Layout) -> Arrangement | None:
    """How the printed sheet of a link is shuffled, if it is."""
    fragment = link.partition("#")[2]
    found = PRINTED.fullmatch(fragment) or PRINTED.fullmatch(fragment.rstrip(AFTER_LINKS))
    if not found:
        hint = "On a sheet, a link ends in fingerprint and number: #THGWZT.12. Shared links are for sheetgen score."
        raise InputError.of(f"this is not the link of a printed sheet: {shortened(link)!r}", hint)
    rulebook = compile_rulebook(layout.game)
    if found["rules"] != rulebook.rules_print:
        raise InputError.of(
            f"this sheet was printed from other rules: {found['rules']} instead of {rulebook.rules_print}",
            "Give the layout that it was printed from with --layout.",
        )
    if found["code"] is None:
        return None
    code = found["code"].rstrip(AFTER_LINKS)
    # A dot behind the number of a shuffled sheet says that its code was lost.
    return read_arrangement(rulebook, code) if code or rulebook.shuffle else None


def _built_in(link: str) -> str:
    """The built-in layout that the link's path ends with."""
    try:
        slug = urlsplit(link).path.removesuffix("index.html").rstrip("/").rpartition("/")[2]
    except ValueError:
        slug = ""
    if slug not in variants():
        raise InputError.of(
            f"the link leads to {shortened(slug)!r}, which is no built-in layout", "Give its file with --layout."
        )
    return slug
