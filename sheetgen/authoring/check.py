"""Check a layout, theme or locale file: return its errors, and warnings about unwise choices."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from sheetgen.authoring.advice import layout_advice, theme_advice
from sheetgen.authoring.translation import translation_advice
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import faces_of
from sheetgen.drawing.pages.document import Back, Document, Job
from sheetgen.drawing.pages.paper import Paper
from sheetgen.errors import Collector, Place, Problem
from sheetgen.layouts import catalog
from sheetgen.layouts.files.merge import Kind, built_in_names, merge_chain
from sheetgen.layouts.files.source import Source, read_source
from sheetgen.layouts.layout import Layout
from sheetgen.layouts.validation import validate
from sheetgen.locales.locale import Locale, checked_locale
from sheetgen.themes.theme import Theme

VAST_PAPER = Paper("vast", 4000.0, 4000.0)  # in mm; fits any layout, because a check must not depend on the paper


def check_file(path: Path, changes: Sequence[str] = ()) -> list[Problem]:
    """Return all problems of a layout, theme or locale, errors first. `changes` apply to layouts only."""
    faults = Collector()
    source = faults.attempt(lambda: read_source(path))
    if source is None:
        return faults.problems
    kind = catalog.kind_of(source)
    if changes and kind != "layouts":
        return [Problem(f"{path} is not a layout, so --set has nothing to change", "Leave it out.")]
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
    locale = faults.attempt(lambda: catalog.locale_of(layout, None))
    faults.attempt(lambda: faces_of(layout))
    faults.raise_if_any()
    assert theme and locale
    anywhere = layout.source.own_place(("sheet",), ("board",), ("game",), ("extends",), ("slug",))
    errors = _print_problems(layout, theme, locale)
    for error in errors or _other_prints(layout, theme, locale):
        yield error._replace(place=error.place or anywhere)
    if not errors:
        document = Document(Job(Edition(layout, theme, locale), VAST_PAPER))
        yield from layout_advice(document.edition, document.links)


def _print_problems(layout: Layout, theme: Theme, locale: Locale, back: Back = "none") -> list[Problem]:
    """Return the problems that occur while everything that can be printed is drawn."""
    faults = Collector()
    faults.attempt(lambda: list(Document(Job(Edition(layout, theme, locale), VAST_PAPER, back=back)).pages()))
    return faults.problems


def _other_prints(layout: Layout, theme: Theme, locale: Locale) -> Iterator[Problem]:
    """Yield warnings about what does not fit on the back or in other languages."""
    for problem in _print_problems(layout, theme, locale, back="rules"):
        yield problem._replace(severity="warning")
    for other in map(catalog.load_locale, built_in_names("locales")):
        for problem in _print_problems(layout, theme, other):
            yield problem._replace(message=f"in {other.language}, {problem.message}", severity="warning")


def _check_theme(source: Source) -> Iterator[Problem]:
    merged = merge_chain("themes", source)
    theme = validate(Theme, merged)
    for key, message, hint in theme_advice(theme, theme.colours):
        yield Problem(message, hint, merged.place(key), "warning")


def _check_locale(source: Source) -> Iterator[Problem]:
    merged = merge_chain("locales", source)
    locale = checked_locale(merged)
    theme = catalog.load_theme(catalog.DEFAULT_THEME)
    start = merged.own_place(("code",), ("extends",))
    reported: dict[Place, Problem] = {}
    for layout in map(catalog.load_variant, catalog.variants()):
        for problem in _print_problems(layout, theme, locale, back="rules"):
            place = problem.place or start
            reported.setdefault(place, problem._replace(place=place))  # a text that is too long seldom fits any sheet
    yield from reported.values()
    if not reported:
        yield from translation_advice(merged)
