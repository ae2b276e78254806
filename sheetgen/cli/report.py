"""What a printing command tells when it is done: file, pages, numbers, and where the codes lead."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from sheetgen.cli.scorer_url import is_local
from sheetgen.drawing.pages.document import Document
from sheetgen.errors import InputError
from sheetgen.layouts.catalog import load_variant, variants
from sheetgen.layouts.models.layout import Layout

if TYPE_CHECKING:
    from sheetgen.rules.shuffle.pad import Pad

LITTLE_SMALLER = 0.8


def tell(document: Document, files: Sequence[Path]) -> None:
    """File, pages, sheets, numbers, and where the codes lead."""
    job, serials = document.job, document.serials
    names = str(files[0]) if len(files) == 1 else f"{files[0]} … {files[-1]}"
    typer.echo(f"Made {names}")
    _line("pages", f"{document.page_count} on {job.paper.name}")
    if document.sheet_count:
        imposition = document.imposition
        size = f"{len(imposition.slots)} on a page at {imposition.scale * 100:.0f} %"
        _line("sheets", f"{_numbers(serials[: document.sheet_count])}, {size}")
    if document.sheet_count and job.per_page is None and len(document.imposition.slots) == 1:
        _tell_about_two(document)
    if document.board_count:
        _line(
            "boards", f"{_numbers(serials[document.sheet_count :])}, at {document.board_imposition.scale * 100:.0f} %"
        )
    if document.pad:
        _tell_about_shuffling(document, document.pad)
    elif serials:
        more = f" to .{serials[-1]}" if len(serials) > 1 else ""
        _line("codes", f"{document.links.url(serials[0])}{more}")
    if serials and _has_scorer_of_another(document.edition.layout):
        slug = document.edition.layout.slug
        _line("note", f"codes lead to the built-in {slug}, which has other rules; better make it a layout of its own")
    if serials and is_local(job.base):
        _line("note", "some Android phones cannot open .local addresses; for them give --scorer-url lan")


def _tell_about_two(document: Document) -> None:
    """Somebody with one sheet on a page may be glad of two that are a little smaller."""
    try:
        scale = document.imposed(2).scale
    except InputError:
        return
    if scale >= LITTLE_SMALLER:
        _line("note", f"two would stand on a page at {scale * 100:.0f} %: --per-page 2")


def _tell_about_shuffling(document: Document, pad: Pad) -> None:
    """Which sheets these are, and the code of the first."""
    sheets = f"{min(document.sheet_count, pad.count):,} of {pad.count:,} possible sheets"
    again = ", which then begin again" if document.sheet_count > pad.count else ""
    _line("shuffle", f"seed {pad.seed}: {sheets}{again}")
    first = document.serials[0]
    _line("codes", document.sheet_links(first).url(first) + (" and so on" if document.sheet_count > 1 else ""))


def _has_scorer_of_another(layout: Layout) -> bool:
    """Is it called like a built-in layout with other rules?"""
    return layout.slug in variants() and load_variant(layout.slug).game != layout.game


def _line(name: str, text: str) -> None:
    typer.echo(f"  {name:<8}{text}")


def _numbers(serials: range) -> str:
    if len(serials) == 1:
        return f"1, number {serials[0]}"
    return f"{len(serials)}, numbers {serials[0]} to {serials[-1]}"
