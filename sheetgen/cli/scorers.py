"""The pages that `serve` and `site` are made of: a scorer for each built-in layout and each of the user's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sheetgen.cli.pick import pick_layout, pick_locale, pick_theme
from sheetgen.cli.settings import Settings, load_settings
from sheetgen.errors import Collector, Problem
from sheetgen.layouts.catalog import load_variant, variants
from sheetgen.layouts.locales import Locale, load_locale
from sheetgen.layouts.models import Layout
from sheetgen.scorer.page import Page, scorer_page


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
    layouts = _layouts(files or (), changes or (), faults)
    make = partial(_page, settings=settings, on_site=on_site, has_camera=has_camera)
    pages = {layout.slug: faults.attempt(partial(make, layout)) for layout in layouts}
    faults.raise_if_any()
    locale = pick_locale(None, None, settings)
    titles = ", ".join(locale.text(layout.title) for layout in layouts)
    return Scorers(layouts, settings_locales(settings), titles, {slug: page for slug, page in pages.items() if page})


def settings_locales(settings: Settings) -> list[Locale]:
    """The language that the settings bring along."""
    return [load_locale(settings.lang)] if settings.lang else []


def _page(layout: Layout, settings: Settings, on_site: bool, has_camera: bool) -> Page:
    return scorer_page(layout, pick_theme(None, layout, settings), settings_locales(settings), on_site, has_camera)


def _layouts(files: Sequence[Path], changes: Sequence[str], faults: Collector) -> list[Layout]:
    """No two may have the same slug, for it is their address."""
    layouts = [load_variant(name) for name in variants()]
    owners = {layout.slug: f"the built-in layout {layout.slug}" for layout in layouts}
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
