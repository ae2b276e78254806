"""All that a scorer's page knows of its layout, told briefly: pages travel to phones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.scene import Box
from sheetgen.drawing.sheet_links import DEFAULT_BASE
from sheetgen.errors import InputError
from sheetgen.layouts.catalog import is_built_in, locale_of
from sheetgen.layouts.models.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.scorer.page.shuffled_parts import Kit
from sheetgen.scorer.page.views import Symbols, View, make_symbols, make_views, shuffled_views
from sheetgen.scorer.page.words import page_words
from sheetgen.themes.theme import PieceColours, Theme
from sheetgen.writers.scene_data import symbol_data, units


@dataclass(frozen=True, slots=True)
class Drawn:
    """A layout in one language, with its views."""

    edition: Edition
    views: list[View]

    @property
    def cells(self) -> list[dict[str, Box]]:
        """Where its cells are."""
        return [view.scene.cells() for view in self.views]


def drawn_in(layout: Layout, theme: Theme, languages: Sequence[Locale]) -> dict[str, Drawn]:
    """The layout in all languages in which it can be drawn, with its cells where they are in its own."""
    own = locale_of(layout, None).code
    found: dict[str, Drawn] = {}
    for locale in sorted(languages, key=lambda each: each.code != own):
        try:
            edition = Edition(layout, theme, locale)
            drawn = Drawn(edition, make_views(edition))
        except InputError:  # in another language, who prints in it is told so
            if locale.code == own:
                raise
            continue
        if not found or drawn.cells == found[own].cells:
            found[locale.code] = drawn
    return found


def page_data(drawn: Mapping[str, Drawn], has_camera: bool) -> dict[str, Any]:
    """What the script is given, from the layout in every language. As the first one is printed, so it is drawn."""
    edition = next(iter(drawn.values())).edition
    in_order = dict(sorted(drawn.items()))
    editions = {code: each.edition for code, each in in_order.items()}
    views = {code: each.views for code, each in in_order.items()}
    symbols = make_symbols(views)
    layout, theme, rulebook = edition.layout, edition.theme, edition.rulebook
    kit = Kit(edition, shuffled_views(edition)) if set(rulebook.shuffle) - {"lucky"} else None
    scenes = {**symbols.scenes, **(kit.scenes if kit else {})}
    return {
        "slug": layout.slug,
        "game": _game(layout),
        "fingerprint": fingerprint(edition),
        "rules": rulebook.rules_print,
        "address": f"{DEFAULT_BASE}/{layout.slug}/",
        "book": _as_tables(rulebook.to_data()),
        "views": _views_data(views[edition.locale.code], symbols, list(editions)),
        "drawing": symbol_data(scenes),
        **({"kit": kit.data} if kit else {}),
        "colours": {row.id: edition.row_colours(row).edge for row in rulebook.coloured_rows},
        "tokens": [_piece(theme.tokens[colour]) for colour in rulebook.token_colours],
        "pieces": [_piece(piece) for piece in theme.pieces] if rulebook.tracks else [],
        **({"camera": True} if has_camera else {}),
        **_side_by_side(
            {code: page_words(layout, rulebook, each.locale, has_camera) for code, each in editions.items()}
        ),
    }


def _piece(piece: PieceColours) -> dict[str, str]:
    return {"fill": piece.fill, "ink": piece.ink}


def _side_by_side(words: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The many texts that all languages have, by their names, with the languages in their order: shorter than apart."""
    tables = {
        kind: {key: [texts[kind][key] for texts in words.values()] for key in next(iter(words.values()))[kind]}
        for kind in ("texts", "findings")
    }
    rest = {code: {key: value for key, value in each.items() if key not in tables} for code, each in words.items()}
    return {"languages": rest, **tables}


def _as_tables(data: Any) -> Any:
    """Lists of objects with the same keys as tables, which name them once, in brief; the page turns them back."""
    if isinstance(data, dict):
        return {key: _as_tables(value) for key, value in data.items()}
    if not isinstance(data, list | tuple):
        return data
    values = [_as_tables(value) for value in data]
    keys = list(data[0]) if data and isinstance(data[0], dict) else []
    if not keys or any(list(value) != keys for value in data):
        return values
    return {"table": [keys, *_in_brief([list(value.values()) for value in values])]}


def _game(layout: Layout) -> dict[str, str]:
    """How a record of this layout says which game it is."""
    return {"variant": layout.slug} if is_built_in(layout) else {"layout": f"{layout.slug}.toml"}


def _views_data(views: list[View], symbols: Symbols, languages: list[str]) -> dict[str, Any]:
    """Where views are cut out, and for each cell its box and how far its target reaches out of it on each side.

    A view with the cells of another just names it.
    """
    data: dict[str, Any] = {}
    for view in views:
        boxes = view.scene.cells()
        places = [_place(boxes[id], target) for id, target in view.targets.items()]
        cells = dict(zip(view.targets, _in_brief(places), strict=True))
        same = next((name for name, other in data.items() if other["cells"] == cells), None)
        uses = {language: symbols.uses[view.name, language] for language in languages}
        data[view.name] = {"box": _rounded(view.box), "cells": same or cells, "uses": uses}
    return data


def _rounded(box: Box) -> list[int]:
    return [units(side) for side in box]


def _place(box: Box, around: Box) -> list[int]:
    """First what differs from cell to cell: left edge, margins at the right and the left; then what differs from row to
    row: upper edge, margins above and below; then height and width."""
    x, y = (box.x, around.right - box.right, box.x - around.x), (box.y, box.y - around.y, around.bottom - box.bottom)
    return [units(length) for length in (*x, *y, box.h, box.w)]


def _in_brief(lists: Sequence[list[Any]]) -> list[list[Any]]:
    """Lists of the same length, each without its end where that is the same as of the one before."""
    brief = list(lists[:1])
    for before, after in pairwise(lists):
        length = len(after)
        while length and before[length - 1] == after[length - 1]:
            length -= 1
        brief.append(after[:length])
    return brief
