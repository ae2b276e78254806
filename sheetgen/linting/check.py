"""Checking a layout, theme or locale file: its errors, and warnings about what is unwise in it."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import faces_of
from sheetgen.drawing.pages.document import Back, Document, Job
from sheetgen.drawing.pages.paper import Paper
from sheetgen.errors import Collector, Place, Problem
from sheetgen.layouts import catalog
from sheetgen.layouts.files.extend import Kind, built_in_names, merge_chain
from sheetgen.layouts.files.source import Source, read_source
from sheetgen.layouts.layout import Layout
from sheetgen.layouts.validation import validate
from sheetgen.linting.advice import layout_advice, theme_advice
from sheetgen.locales.locale import Locale, checked_locale
from sheetgen.themes.theme import Theme

VAST = Paper("vast", 4000.0, 4000.0)  # large enough for any layout, as a check must not depend on the paper


def check_file(path: Path, changes: Sequence[str] = ()) -> list[Problem]:
    """Return all problems of a layout, theme or locale, errors first. `changes` apply to layouts only."""
    faults = Collector()
    source = faults.attempt(lambda: read_source(path))
    if source is None:
        return faults.problems
    kind = catalog.kind_of(source)
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
    layout = catalog.load_layout(source, changes)
    faults = Collector()
    theme = faults.attempt(lambda: catalog.theme_of(layout, None))
    own = faults.attempt(lambda: [catalog.own_locale(layout)])  # in a list, because None is a valid result
    faults.attempt(lambda: faces_of(layout))
    faults.raise_if_any()
    assert theme and own
    locale = own[0] or catalog.load_locale(catalog.DEFAULT_LANGUAGE)
    document = faults.attempt(partial(_document, layout, theme, locale))
    anywhere = layout.source.own_place(("sheet",), ("board",), ("game",), ("extends",), ("slug",))
    yield from (problem._replace(place=problem.place or anywhere) for problem in faults.problems)
    if document:
        yield from _other_prints(layout, theme, locale, anywhere)
        yield from layout_advice(document.edition, document.links)


def _other_prints(layout: Layout, theme: Theme, locale: Locale, anywhere: Place) -> Iterator[Problem]:
    """Yield warnings about what does not fit on the back or in other languages."""
    backs = Collector()
    backs.attempt(partial(_document, layout, theme, locale, back="rules"))
    yield from (each._replace(place=each.place or anywhere, severity="warning") for each in backs.problems)
    for name in built_in_names("locales"):
        others = Collector()
        other = catalog.load_locale(name)
        others.attempt(partial(_document, layout, theme, other))
        for each in others.problems:
            message = f"in {other.language}, {each.message}"
            yield each._replace(message=message, place=each.place or anywhere, severity="warning")


def _document(layout: Layout, theme: Theme, locale: Locale, back: Back = "none") -> Document:
    """Return the document with everything that can be printed, after drawing all its pages."""
    document = Document(Job(Edition(layout, theme, locale), VAST, back=back))
    for _ in document.pages():
        pass
    return document


def _check_theme(source: Source) -> Iterator[Problem]:
    merged = merge_chain("themes", source)
    theme = validate(Theme, merged)
    for key, message, hint in theme_advice(theme, theme.colours):
        yield Problem(message, hint, merged.place(key), "warning")


def _check_locale(source: Source) -> Iterator[Problem]:
    merged = merge_chain("locales", source)
    locale, faults = checked_locale(merged), Collector()
    theme = catalog.load_theme(catalog.DEFAULT_THEME)
    for name in catalog.variants():
        faults.attempt(partial(_document, catalog.load_variant(name), theme, locale, back="rules"))
    start: Place = merged.own_place(("code",), ("extends",))
    reported: dict[Place, Problem] = {}
    for problem in faults.problems:  # one per place, because a text that is too long seldom fits any sheet
        place = problem.place or start
        reported.setdefault(place, problem._replace(place=place))
    yield from reported.values()
