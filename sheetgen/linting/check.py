"""Everything that is wrong with a file or unwise in it, whichever kind of file it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import faces_of
from sheetgen.drawing.pages.document import Back, Document, Job
from sheetgen.drawing.pages.paper import Paper
from sheetgen.errors import Collector, Place, Problem
from sheetgen.layouts.catalog import (
    DEFAULT_LANGUAGE,
    DEFAULT_THEME,
    checked_locale,
    checked_theme,
    kind_of,
    load_layout,
    load_locale,
    load_theme,
    load_variant,
    own_locale,
    theme_of,
    variants,
)
from sheetgen.layouts.files.extend import Kind, built_in_names, merge_chain
from sheetgen.layouts.files.source import Source, read_source
from sheetgen.layouts.models.layout import Layout
from sheetgen.linting.advice import advice, theme_advice
from sheetgen.locales.locale import Locale
from sheetgen.themes.theme import Theme

VAST = Paper("vast", 4000.0, 4000.0)
"""Whether a layout is right does not depend on the paper in the printer."""


def check_file(path: Path, changes: Sequence[str] = ()) -> list[Problem]:
    """All problems of a layout, a theme or a locale, errors first. Changes are for layouts."""
    faults = Collector()
    source = faults.attempt(lambda: read_source(path))
    if source is None:
        return faults.problems
    kind = kind_of(source)
    if changes and kind != "layouts":
        return [Problem(f"{path} is no layout, so there is nothing that --set could change", "Leave it out.")]
    checks: dict[Kind, Callable[[Source], Iterator[Problem]]] = {
        "layouts": partial(_check_layout, changes=changes),
        "themes": _check_theme,
        "locales": _check_locale,
    }
    found = faults.attempt(lambda: list(checks[kind](source))) or []
    return list(dict.fromkeys([*faults.problems, *found]))


def _check_layout(source: Source, changes: Sequence[str]) -> Iterator[Problem]:
    layout = load_layout(source, changes)
    faults = Collector()
    theme = faults.attempt(lambda: theme_of(layout, None))
    own = faults.attempt(lambda: [own_locale(layout)])
    faults.attempt(lambda: faces_of(layout))
    faults.raise_if_any()
    assert theme and own
    locale = own[0] or load_locale(DEFAULT_LANGUAGE)
    document = faults.attempt(partial(_document, layout, theme, locale))
    anywhere = layout.source.own_place(("sheet",), ("board",), ("game",), ("extends",), ("slug",))
    yield from (problem._replace(place=problem.place or anywhere) for problem in faults.problems)
    if document:
        yield from _elsewhere(layout, theme, locale, anywhere)
        yield from advice(document.edition, document.links)


def _elsewhere(layout: Layout, theme: Theme, locale: Locale, anywhere: Place) -> Iterator[Problem]:
    """What does not fit on the back, or in other languages. It can be printed all the same."""
    backs = Collector()
    backs.attempt(partial(_document, layout, theme, locale, back="rules"))
    yield from (each._replace(place=each.place or anywhere, severity="warning") for each in backs.problems)
    for name in built_in_names("locales"):
        others = Collector()
        other = load_locale(name)
        others.attempt(partial(_document, layout, theme, other))
        for each in others.problems:
            message = f"in {other.language}, {each.message}"
            yield each._replace(message=message, place=each.place or anywhere, severity="warning")


def _document(layout: Layout, theme: Theme, locale: Locale, back: Back = "none") -> Document:
    """Everything that there is to print, drawn once."""
    document = Document(Job(Edition(layout, theme, locale), VAST, back=back))
    for _ in document.pages():
        pass
    return document


def _check_theme(source: Source) -> Iterator[Problem]:
    merged = merge_chain("themes", source)
    theme = checked_theme(merged)
    for key, message, hint in theme_advice(theme, theme.colours):
        yield Problem(message, hint, merged.place(key), "warning")


def _check_locale(source: Source) -> Iterator[Problem]:
    """Also whether its texts fit, on all built-in sheets and boards."""
    merged = merge_chain("locales", source)
    locale, faults = checked_locale(merged), Collector()
    for name in variants():
        faults.attempt(partial(_document, load_variant(name), load_theme(DEFAULT_THEME), locale, back="rules"))
    start: Place = merged.own_place(("code",), ("extends",))
    told: dict[Place, Problem] = {}
    for problem in faults.problems:  # what does not fit on one sheet seldom fits on the next
        place = problem.place or start
        told.setdefault(place, problem._replace(place=place))
    yield from told.values()
