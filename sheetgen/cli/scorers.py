"""The pages that `serve` and `site` are made of: a scorer for each built-in layout and each of the user's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sheetgen.cli.pick import pick_layout, pick_locale, pick_theme
from sheetgen.cli.settings import Settings, load_settings
from sheetgen.errors import Collector, Problem
from sheetgen.layouts.catalog import load_locale, load_variant, variants
from sheetgen.layouts.models.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.scorer.page.page import Page, scorer_page


class Scorers(NamedTuple):
    """Layouts, languages besides theirs and the built-in ones, and the scorers' pages by the layouts' slugs."""

    layouts: list[Layout]
    more: list[Locale]
    titles: str
    pages: dict[str, Page]


def make_scorers(
    files: Sequence[Path] | None, changes: Sequence[str] | None, on_site: bool = False, has_camera: bool = False
) -> Scorers:
    """All the pages, or one error with everything that is wrong with the files."""
    faults = Collector()
    settings = faults.attempt(load_settings) or Settings()
    if changes and not files:
        faults.problems.append(Problem("--set changes your own layouts", "Give one with --layout."))
    built_in = [load_variant(name) for name in variants()]
    own = _own_layouts(files or (), changes or (), built_in, faults)
    make = partial(_page, settings=settings, on_site=on_site, has_camera=has_camera)
    own_pages = [faults.attempt(partial(make, layout)) for layout in own]
    faults.raise_if_any()  # before the many pages of the built-in layouts are made
    pages = {layout.slug: make(layout) for layout in built_in}
    pages |= {layout.slug: page for layout, page in zip(own, own_pages, strict=True) if page}
    layouts = [*built_in, *own]
    locale = pick_locale(None, None, settings)
    titles = ", ".join(locale.text(layout.title) for layout in layouts)
    return Scorers(layouts, settings_locales(settings), titles, pages)


def settings_locales(settings: Settings) -> list[Locale]:
    """The language that the settings bring along."""
    return [load_locale(settings.lang)] if settings.lang else []


def _page(layout: Layout, settings: Settings, on_site: bool, has_camera: bool) -> Page:
    return scorer_page(layout, pick_theme(None, layout, settings), settings_locales(settings), on_site, has_camera)


def _own_layouts(
    files: Sequence[Path], changes: Sequence[str], built_in: Sequence[Layout], faults: Collector
) -> list[Layout]:
    """The user's layouts. No two layouts may have the same slug, for it is their address."""
    layouts: list[Layout] = []
    owners = {layout.slug: f"the built-in layout {layout.slug}" for layout in built_in}
    for file in files:
        layout = faults.attempt(partial(pick_layout, None, file, changes))
        if layout is None:
            continue
        if layout.slug in owners:
            message = f"{file} and {owners[layout.slug]} have the same slug {layout.slug!r}"
            faults.problems.append(Problem(message, f"Give {file} another slug."))
            continue
        owners[layout.slug] = str(file)
        layouts.append(layout)
    return layouts
