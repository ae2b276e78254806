"""The data and the drawings that the script of a scorer page is given."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.scene import Box
from sheetgen.drawing.sheet_links import DEFAULT_BASE
from sheetgen.errors import InputError
from sheetgen.layouts.catalog import is_built_in, locale_of
from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.rules.audit.findings import Finding
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.shuffle.arrangement import shufflings_of
from sheetgen.scorer.page.shuffled_parts import ShuffledParts
from sheetgen.scorer.page.symbols import ViewSymbols, rounded, symbols_svg, view_symbols
from sheetgen.scorer.page.views import View, make_views, shuffled_views
from sheetgen.scorer.page.words import page_reasons, page_words
from sheetgen.themes.theme import PieceColours, Theme


@dataclass(frozen=True, slots=True)
class Translation:
    """A layout in one language, with its views."""

    edition: Edition
    views: list[View]

    @property
    def cells(self) -> list[dict[str, Box]]:
        """Boxes of the cells of each view."""
        return [view.scene.cells() for view in self.views]


@dataclass(frozen=True, slots=True)
class PageContent:
    """JSON-able data of a page, and the SVG element with its symbols."""

    data: dict[str, Any]
    symbols: str


def translate(layout: Layout, theme: Theme, locales: Sequence[Locale]) -> dict[str, Translation]:
    """Return the layout in each language in which it can be drawn with its cells at the same places.

    The layout's own language comes first.
    """
    own = locale_of(layout, None).code
    found: dict[str, Translation] = {}
    for locale in sorted(locales, key=lambda each: each.code != own):
        try:
            edition = Edition(layout, theme, locale)
            translation = Translation(edition, make_views(edition))
        except InputError:  # reported to users who print in that language
            if locale.code == own:
                raise
            continue
        if not found or translation.cells == found[own].cells:
            found[locale.code] = translation
    return found


def page_content(translations: Mapping[str, Translation], has_camera: bool) -> PageContent:
    """Return the content of a page. Its fingerprint and the places of its cells are those of the first language."""
    first = next(iter(translations.values()))
    edition = first.edition
    layout, theme, rulebook = edition.layout, edition.theme, edition.rulebook
    editions = {code: each.edition for code, each in sorted(translations.items())}
    symbols = view_symbols({code: translations[code].views for code in editions})
    is_redrawn = any(shuffling.moves_cells for shuffling in shufflings_of(rulebook))
    parts = ShuffledParts(edition, shuffled_views(edition)) if is_redrawn else None
    data = {
        "slug": layout.slug,
        "reference": _reference(layout),
        "fingerprint": fingerprint(edition),
        "rules_fingerprint": rulebook.rules_print,
        "address": f"{DEFAULT_BASE}/{layout.slug}/",
        "rulebook": rulebook.to_data(),
        "views": {view.name: _view_data(view, symbols, list(editions)) for view in first.views},
        "shuffled_parts": parts.data if parts else None,
        "colours": {row.id: edition.row_colours(row).edge for row in rulebook.coloured_rows},
        "tokens": [_piece(theme.tokens[colour]) for colour in rulebook.token_colours],
        "pieces": [_piece(piece) for piece in theme.pieces] if rulebook.tracks else [],
        "camera": has_camera,
        "findings": finding_kinds(rulebook),
        "languages": {code: page_words(layout, rulebook, each.locale, has_camera) for code, each in editions.items()},
    }
    return PageContent(data, symbols_svg({**symbols.scenes, **(parts.scenes if parts else {})}))


def finding_kinds(rulebook: Rulebook) -> dict[str, dict[str, str]]:
    """Return code and severity of each reason that can be found in this game."""
    findings = (Finding(reason, rule="") for reason in page_reasons(rulebook))
    return {finding.reason: {"code": finding.code, "severity": finding.severity} for finding in findings}


def _reference(layout: Layout) -> dict[str, str]:
    """Return the entry by which a record names this layout."""
    return {"variant": layout.slug} if is_built_in(layout) else {"layout": f"{layout.slug}.toml"}


def _view_data(view: View, symbols: ViewSymbols, languages: Sequence[str]) -> dict[str, Any]:
    """Return the box of a view, the box and touch target of each cell (all in mm), and its symbols by language."""
    boxes = view.scene.cells()
    return {
        "box": _box(view.box),
        "cells": {id: {"box": _box(boxes[id]), "target": _box(target)} for id, target in view.targets.items()},
        "symbols": {language: symbols.ids[view.name, language] for language in languages},
    }


def _box(box: Box) -> list[float]:
    return [rounded(length) for length in box]


def _piece(piece: PieceColours) -> dict[str, str]:
    return {"fill": piece.fill, "ink": piece.ink}
