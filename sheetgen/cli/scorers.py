"""The pages that `serve` and `site` are made of: a scorer for each built-in layout and each of the user's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sheetgen.cli.pick import first
from sheetgen.cli.settings import Settings, load_settings
from sheetgen.errors import Collector, Problem
from sheetgen.layouts.catalog import load_layout, load_variant, variants
from sheetgen.layouts.locales import load_locale
from sheetgen.layouts.models import Layout
from sheetgen.layouts.themes import DEFAULT_THEME, load_theme
from sheetgen.scorer.page import Page, scorer_page


@dataclass(frozen=True, slots=True)
class Scorers:
    """Layouts, and the pages of their scorers by the layouts' slugs."""

    layouts: list[Layout]
    titles: str
    pages: dict[str, Page]


def make_scorers(files: Sequence[Path] | None, on_site: bool = False) -> Scorers:
    """All the pages, or one error with everything that is wrong with the files."""
    faults = Collector()
    settings = faults.attempt(load_settings) or Settings()
    theme = load_theme(first(settings.theme, DEFAULT_THEME))
    locale = load_locale(first(settings.lang, "en"))
    layouts = _layouts(files or (), faults)
    pages = {layout.slug: faults.attempt(partial(scorer_page, layout, theme, on_site)) for layout in layouts}
    faults.raise_if_any()
    titles = ", ".join(locale.text(layout.title) for layout in layouts)
    return Scorers(layouts, titles, {slug: page for slug, page in pages.items() if page})


def _layouts(files: Sequence[Path], faults: Collector) -> list[Layout]:
    """No two may have the same slug, for it is their address."""
    layouts = [load_variant(name) for name in variants()]
    owners = {layout.slug: f"the built-in layout {layout.slug}" for layout in layouts}
    for file in files:
        layout = faults.attempt(partial(load_layout, file))
        if layout is None:
            continue
        if layout.slug in owners:
            message = f"{file} and {owners[layout.slug]} have the same slug {layout.slug!r}"
            faults.problems.append(Problem(message, f"Give {file} another slug."))
            continue
        owners[layout.slug] = str(file)
        layouts.append(layout)
    return layouts
