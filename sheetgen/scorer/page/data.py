"""The content of a scorer page: the data, drawings and texts that its script shows."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.scene import Box
from sheetgen.drawing.sheet.front import theme_signs
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.drawing.sheet_links import DEFAULT_BASE
from sheetgen.errors import InputError
from sheetgen.layouts.catalog import is_built_in, locale_of, theme_of
from sheetgen.layouts.companions import companion
from sheetgen.layouts.layout import Layout
from sheetgen.locales.game_rules import game_rules
from sheetgen.locales.locale import Locale
from sheetgen.locales.names import cell_name, figure_name, penalty_text, reward_text, row_name
from sheetgen.locales.texts import render, text_value_names
from sheetgen.rules.audit.findings import CODES, FINDINGS, MESSAGE_NAMES, Finding, possible_rules
from sheetgen.rules.features import printed_notes, table_traits
from sheetgen.rules.features.rewards import RewardSpec
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.shuffle.arrangement import shufflings_of
from sheetgen.scorer.page.shuffled_parts import ShuffledParts
from sheetgen.scorer.page.symbols import rounded, svg_nodes, symbols_svg, view_symbols
from sheetgen.scorer.page.views import View, make_views, shuffled_views
from sheetgen.themes.theme import Theme

_SCORING_KEYS = ("fine", "error", "warning", "winner", "winners")  # texts of `[scoring]` on a page
# Texts of `[scorer]` on the page of the book.
_BOOK_PAGE_KEYS = (
    *("all_sheets", "cancel", "close", "delete", "finish", "full", "kept", "load", "newer_games", "player", "players"),
)
# Texts of `[scorer]` that a page needs only if its rulebook has this feature.
FEATURE_KEYS = {
    "tokens": ("over_tokens", "place", "take", "tap", "whose"),
    "track": ("over_track", "side_ask", "side_change", "space", "track", "track_hint"),
}
_LABEL_KEYS = ("name", "number", "side", "start")  # texts of `[labels]` on every page
_CAMERA_PREFIXES = ("photo", "live_")  # of the keys of `[scorer]` that only the camera of a page needs
_PHOTO_BUTTON_KEYS = ("photo", "photo_take", "photo_failed")  # texts of `[scorer]` that a page needs without its camera
# Reasons why a page cannot read a photo: keys of the texts of `[photos]`.
PHOTO_PROBLEMS = (
    *("no_picture", "damaged", "cut_short", "too_large", "too_many_pixels", "too_small", "dark"),
    *("no_marks", "few_marks", "mirrored", "cut_off"),
    *("code_unread_shuffled", "no_sheet_link", "damaged_code", "unlike", "unclear", "part_of_sheet"),
)
_PIECE_KEYS = {"fill", "ink"}  # colours of tokens and pieces on a page

CodePlace = dict[str, list[Any]]  # boxes in mm: that of a sheet's code, and those of its marks


def translate(layout: Layout, theme: Theme, locales: Sequence[Locale]) -> dict[str, Edition]:
    """Return the layout in each language in which it can be drawn with its cells at the same places.

    The layout's own language comes first.
    """
    own = locale_of(layout, None).code
    found: dict[str, Edition] = {}
    for locale in sorted(locales, key=lambda each: each.code != own):
        try:
            edition = Edition(layout, theme, locale)
            cells = _cells(edition)
        except InputError:  # users who print in that language see the error
            if locale.code == own:
                raise
            continue
        if not found or cells == _cells(found[own]):
            found[locale.code] = edition
    return found


def _cells(edition: Edition) -> list[dict[str, Box]]:
    return [view.scene.cells() for view in edition.cached(make_views)]


def page_content(
    editions: Mapping[str, Edition], has_camera: bool, has_book: bool = False
) -> tuple[dict[str, Any], str]:
    """Return the data of a page, which can be written as JSON, and the SVG element with its symbols.

    The fingerprint and the places of the cells are those of the first language.
    """
    edition = next(iter(editions.values()))
    layout = edition.layout
    rulebook = edition.rulebook
    sorted_editions = sorted(editions.items())
    companions = _companion_editions(editions)
    rulebook = replace(rulebook, companions={slug: rulebook.companions[slug] for slug in companions})
    sheets = {"": editions, **companions}
    views = {code: [view for slug in sheets for view in _views_of(sheets[slug][code], slug)] for code in editions}
    symbols, symbol_ids = view_symbols(dict(sorted(views.items())))
    first = {slug: next(iter(each.values())) for slug, each in sheets.items()}
    signs = {slug: each.cached(theme_signs) if has_camera else {} for slug, each in first.items()}
    is_redrawn = any(shuffling.moves_cells for shuffling in shufflings_of(rulebook))
    parts = ShuffledParts(edition, shuffled_views(edition)) if is_redrawn else None
    data = {
        "views": {
            view.name: _view_data(view, symbol_ids[view.name], signs[slug])
            for slug, each in first.items()
            for view in _views_of(each, slug)
        },
        "slug": layout.slug,
        "reference": {"variant": layout.slug} if is_built_in(layout) else {"layout": f"{layout.slug}.toml"},
        "fingerprint": fingerprint(edition),
        "rules_fingerprint": rulebook.rules_fingerprint,
        "address": f"{DEFAULT_BASE}/{layout.slug}/",
        "rulebook": rulebook.to_data(),
        "companions": {slug: _companion_data(first[slug], has_camera) for slug in companions},
        "shuffled_parts": parts.data if parts else None,
        "colours": {row.id: edition.row_colours(row).edge for row in rulebook.coloured_rows},
        "tokens": [edition.theme.tokens[colour].model_dump(include=_PIECE_KEYS) for colour in rulebook.token_colours],
        "pieces": [piece.model_dump(include=_PIECE_KEYS) for piece in edition.theme.pieces] if rulebook.tracks else [],
        "findings": finding_kinds(rulebook),
        "languages": {
            code: page_words(layout, rulebook, each.locale, has_camera, has_book) for code, each in sorted_editions
        },
    }
    tracks = [f"track {side}" for side in rulebook.tracks]
    boards = {id for view in tracks for ids in symbol_ids[view].values() for id in ids}
    return data, symbols_svg({**symbols, **(parts.scenes if parts else {})}, boards)


def _companion_editions(editions: Mapping[str, Edition]) -> dict[str, dict[str, Edition]]:
    """Return the layouts that play together with this one, by slug, if they can be drawn in the same languages."""
    edition = next(iter(editions.values()))
    found = {}
    for slug in edition.rulebook.companions:
        with suppress(InputError):  # it does not fit with this theme
            translated = translate(companion(slug), edition.theme, [each.locale for each in editions.values()])
            if translated.keys() == editions.keys():
                found[slug] = {code: translated[code] for code in editions}
    return found


def _views_of(edition: Edition, companion: str) -> list[View]:
    """Return the views of a page's own layout, or those of a companion's sheet, named after its slug."""
    views = edition.cached(make_views)
    if not companion:
        return views
    return [replace(view, name=f"{companion} {view.name}") for view in views if view.name in ("rows", "penalties")]


def _companion_data(edition: Edition, has_camera: bool) -> dict[str, Any]:
    """Return what a page needs to know about a companion besides its rulebook and its views."""
    photo = {"photo": photo_data(edition, NO_SIBLINGS)} if has_camera else {}
    own = {"fingerprint": fingerprint(edition), "rules_fingerprint": edition.rulebook.rules_fingerprint}
    return {**own, **photo}


class Siblings(NamedTuple):
    """The layouts whose pages are beside each other, as far as a photo of one of their sheets concerns the others."""

    titles: dict[str, dict[str, str]]  # by slug and language
    code_places: list[CodePlace]  # of all sheets


NO_SIBLINGS = Siblings({}, [])


def siblings_of(layouts: Sequence[Layout]) -> Siblings:
    """Return what the pages of these layouts need to know about each other."""
    places = []
    for layout in layouts:
        with suppress(InputError):  # a layout with a problem is reported when its page is made
            edition = Edition(layout, theme_of(layout, None), locale_of(layout, None))
            places += [code_place(edition)] if layout.sheet else []
    return Siblings({layout.slug: layout.title for layout in layouts}, places)


def photo_data(edition: Edition, siblings: Siblings) -> dict[str, Any]:
    """Return what a page needs to read photos of its sheet: places in mm, and the titles of other layouts' pages."""
    plan = edition.cached(SheetPlan)
    name = plan.masthead.name_field
    places = [code_place(edition), *siblings.code_places]
    return {
        "size": [rounded(plan.width), rounded(plan.height)],
        "code_places": [place for at, place in enumerate(places) if place not in places[:at]],
        "name": _box(name.box) if name else None,
        "layouts": siblings.titles,
    }


def code_place(edition: Edition) -> CodePlace:
    """Return where the marks and the code of a sheet are."""
    plan = edition.cached(SheetPlan)
    return {"marks": [_box(box) for box in plan.marks], "code": _box(plan.code)}


def reader_content(edition: Edition) -> dict[str, Any]:
    """Return what the reader of photos is told about a sheet: the data and the drawings of its page."""
    own = edition.shuffled(None)
    page, symbols = page_content({own.locale.code: own}, has_camera=True)
    page["photo"] = photo_data(own, NO_SIBLINGS)
    arrangement = edition.arrangement.code if edition.arrangement else None
    return {"page": page, "definitions": svg_nodes(symbols), "arrangement": arrangement}


def _view_data(view: View, symbols: dict[str, list[str]], signs: Mapping[str, Box]) -> dict[str, Any]:
    """Return the box of a view, its symbols by language, and for each cell its box and the margins of its touch target.

    All of them are in mm. Where only some themes print signs in a cell, their box is there, too.
    """
    boxes = view.scene.cells()
    cells = {id: {"box": _box(boxes[id]), "margins": _margins(boxes[id], view.targets[id])} for id in view.targets}
    for id in cells.keys() & signs.keys():
        cells[id]["signs"] = _box(signs[id])
    return {"box": _box(view.box), "cells": cells, "symbols": symbols}


def _margins(cell: Box, target: Box) -> list[float]:
    """Return how far a touch target extends beyond its cell: to the left, the top, the right and the bottom."""
    edges = (cell.x - target.x, cell.y - target.y, target.right - cell.right, target.bottom - cell.bottom)
    return [rounded(edge) for edge in edges]


def _box(box: Box) -> list[float]:
    return [rounded(length) for length in box]


def finding_kinds(rulebook: Rulebook) -> dict[str, dict[str, str]]:
    """Return the code and the severity of each reason for a finding in this game."""
    findings = (Finding(reason, rule="") for reason in page_reasons(rulebook))
    return {finding.reason: {"code": finding.code, "severity": finding.severity} for finding in findings}


def page_reasons(rulebook: Rulebook) -> list[str]:
    """Return the reasons for all findings that a page of this game can report."""
    own = table_traits(rulebook)
    return [
        name
        for code, reasons in FINDINGS.items()
        for name, reason in reasons.items()
        if (code != "illegal-move" or reason.without_dice) and own.issuperset(reason.needs)
    ]


def cited_rules(rulebook: Rulebook) -> set[str]:
    """Return the ids of the rules that the findings on a page of this game can cite."""
    own = table_traits(rulebook)
    audited = (reason for reason in page_reasons(rulebook) if CODES[reason] != "illegal-move")
    return {rule for reason in audited for rule in possible_rules(reason, own)}


def _rules_in_words(layout: Layout, rulebook: Rulebook, locale: Locale) -> list[dict[str, Any]]:
    """Return the paragraphs of the short rules that tell a cited rule, each with the ids of those that it tells."""
    cited = cited_rules(rulebook)
    others = [game_rules(companion(slug), other, locale) for slug, other in rulebook.companions.items()]
    return [
        {"ids": ids, "heading": paragraph.heading, "text": paragraph.text}
        for paragraph in dict.fromkeys([*game_rules(layout, rulebook, locale), *chain(*others)])
        if (ids := [id for id in paragraph.ids if id in cited])
    ]


def page_words(
    layout: Layout, rulebook: Rulebook, locale: Locale, has_camera: bool, has_book: bool = False
) -> dict[str, Any]:
    """Return the texts of a page in one language, without those of its camera. The page replaces their placeholders."""
    rows = [row.id for row in rulebook.rows]
    penalties = "penalties_tokens" if rulebook.token_colours else "penalties"
    labels = [*_LABEL_KEYS, *(note.label for note in printed_notes(rulebook))]
    others = ("start_", "missing_", "script_", *_CAMERA_PREFIXES)  # texts of other pages and of the camera
    own = _PHOTO_BUTTON_KEYS if has_camera else ()
    features = rulebook.to_data()
    unneeded = {key for feature, keys in FEATURE_KEYS.items() if not features.get(feature) for key in keys}
    scorer = [
        (key, text) for key, text in locale.scorer if key in own or not (key in unneeded or key.startswith(others))
    ]
    scoring = with_placeholders("scoring", locale.scoring)
    figures = {id: figure_name(id, layout, locale) for id in rulebook.figures}
    return {
        "language": locale.language,
        "title": locale.text(layout.title),
        "companions": {slug: locale.text(companion(slug).title) for slug in rulebook.companions},
        "subtitle": locale.text(layout.blocks.subtitle) if layout.blocks.subtitle else "",
        "blocks": [
            *(_reward(each, layout, locale) for each in layout.game.rewards),
            *(locale.text(text) for text in (layout.blocks.dedication, layout.blocks.footer) if text),
        ],
        "rows": {id: row_name(id, locale) for id in dict.fromkeys([*rows, *rulebook.die_colours])},
        "figures": figures,
        "penalties": locale.label(penalties, layout, penalty=penalty_text(rulebook)),
        "seats": [row_name(colour, locale) for colour in rulebook.token_colours],
        "lock": scoring["lock"],
        "both": scoring["both"],
        "findings": {
            reason: render(
                locale.findings[reason], {**_placeholders(MESSAGE_NAMES[reason]), "penalties": figures["penalties"]}
            )
            for reason in page_reasons(rulebook)
        },
        "rules": _rules_in_words(layout, rulebook, locale),
        "texts": {
            **with_placeholders("scorer", scorer),
            **{key: scoring[key] for key in _SCORING_KEYS},
            **{key: locale.label(key, layout, **_placeholders(text_value_names("labels")[key])) for key in labels},
        },
        **({"book": _book_texts(locale)} if has_book else {}),
    }


def _reward(reward: RewardSpec, layout: Layout, locale: Locale) -> str:
    """Return the cells of a reward and what it gives, in words."""
    cells = " + ".join(cell_name(ref.id, layout, locale) for ref in reward.cells)
    return f"{cells}: {reward_text(reward, layout, locale)}"


def photo_words(locale: Locale) -> dict[str, str]:
    """Return the texts of the camera in one language, without those that its page has."""
    own = [(key, text) for key, text in locale.scorer if key.startswith(_CAMERA_PREFIXES)]
    scorer = [(key, text) for key, text in own if key not in _PHOTO_BUTTON_KEYS]
    photos = [(key, text) for key, text in locale.photos if key in PHOTO_PROBLEMS]
    return with_placeholders("scorer", scorer) | with_placeholders("photos", photos)


def with_placeholders(table: str, texts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return texts of a locale's table by their keys, with placeholders that the page's script understands."""
    return {key: render(text, _placeholders(text_value_names(table)[key])) for key, text in texts}


def book_content(layouts: Sequence[Layout], locales: Sequence[Locale]) -> dict[str, Any]:
    """Return the data of the book's page: the layouts whose pages are beside it, and its texts in each language."""
    return {
        "layouts": [layout.slug for layout in layouts],
        "languages": {
            locale.code: {
                "texts": with_placeholders("scorer", [(key, getattr(locale.scorer, key)) for key in _BOOK_PAGE_KEYS]),
                "book": _book_texts(locale),
            }
            for locale in locales
        },
    }


def _book_texts(locale: Locale) -> dict[str, str]:
    """Return the texts of the book, but not that of the start page's link to it."""
    return with_placeholders("book", [(key, text) for key, text in locale.book if key != "about"])


def _placeholders(names: Iterable[str]) -> dict[str, str]:
    """Return for each value its placeholder `{{ name }}`, the only form that the page's script understands."""
    return {name: f"{{{{ {name} }}}}" for name in names}
