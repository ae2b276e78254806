"""The scorer's pages: one self-contained HTML file for each layout, and the start page that lists them."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from rcssmin import cssmin

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.links import DEFAULT_BASE
from sheetgen.drawing.scene import Box
from sheetgen.layouts.catalog import load_variant, variants
from sheetgen.layouts.models import Layout
from sheetgen.layouts.themes import Theme
from sheetgen.resources import folder
from sheetgen.scorer.script import bundle
from sheetgen.scorer.views import Symbols, View, make_symbols, make_views
from sheetgen.scorer.words import locales, page_words
from sheetgen.writers.symbols import symbol_data, units

WORKER = "sw.js"
MANIFEST = "manifest.webmanifest"
TOUCH_ICON = "apple-touch-icon.png"


@dataclass(frozen=True, slots=True)
class Page:
    """A page, and the Content-Security-Policy that it also states itself."""

    html: str
    policy: str


def scorer_page(layout: Layout, theme: Theme, on_site: bool = False) -> Page:
    """The scorer of one layout. On a site it can be installed, and works offline."""
    editions = {locale.code: Edition(layout, theme, locale) for locale in locales()}
    views = {code: make_views(edition) for code, edition in editions.items()}
    symbols = make_symbols(views)
    root = "../" if on_site else None
    data = _page_data(editions, views, symbols) | {"worker": f"{root}{WORKER}" if root else None}
    return _page(
        "page.html.j2", "page.css", bundle("main"), root, title=layout.title["en"],
        data=_json(data),
        script_needed=[(locale.code, locale.scorer.script_needed) for locale in locales()],
    )  # fmt: skip


def start_page(layouts: Sequence[Layout], root: str = "", missing: bool = False, on_site: bool = False) -> Page:
    """The list of layouts; also for those who look for a page that is not there. Links lead to `root`."""
    known = [
        {
            "link": f"{root}{layout.slug}/",
            "texts": [(locale.code, locale.text(layout.title), locale.text(layout.about)) for locale in locales()],
        }
        for layout in layouts
    ]
    titles = [
        (locale.code, locale.scorer.missing_title, locale.scorer.missing_hint)
        if missing
        else (locale.code, locale.scorer.start_title, locale.scorer.start_hint)
        for locale in locales()
    ]
    return _page("start.html.j2", "start.css", bundle("start"), root if on_site else None, layouts=known, titles=titles)


def _page(template: str, style: str, script: str, root: str | None, **values: Any) -> Page:
    """A page with its style and script inside, allowed to run just these. `root` is where a site has its files."""
    css = cssmin((folder("templates") / "scorer" / style).read_text(encoding="utf-8"))
    policy = [
        "default-src 'none'",
        f"script-src {_hash(script)}",
        f"style-src {_hash(css)}",
        "img-src data:" if root is None else "img-src data: 'self'",
        *(() if root is None else ("manifest-src 'self'", "worker-src 'self'")),
        "base-uri 'none'",
        "form-action 'none'",
    ]
    files = {"manifest": MANIFEST, "touch_icon": TOUCH_ICON, "worker": WORKER}
    site = None if root is None else {use: f"{root}{file}" for use, file in files.items()}
    html = (
        _templates()
        .get_template(template)
        .render(css=css, script=script, policy="; ".join(policy), site=site, **values)
    )
    return Page(html, "; ".join(policy))


def _page_data(editions: dict[str, Edition], views: dict[str, list[View]], symbols: Symbols) -> dict[str, Any]:
    """All that the script needs to know of this layout."""
    edition = next(iter(editions.values()))
    layout, theme, rulebook = edition.layout, edition.theme, edition.rulebook
    return {
        "slug": layout.slug,
        "game": _game(layout),
        "print": fingerprint(edition),
        "address": f"{DEFAULT_BASE}/{layout.slug}/",
        "rulebook": rulebook.to_data(),
        "views": _views_data(views[edition.locale.code], symbols, list(editions)),
        "drawing": symbol_data(symbols.scenes),
        "colours": {row.id: {"band": edition.row_colours(row).edge} for row in rulebook.coloured_rows},
        "tokens": [theme.tokens[colour].model_dump(include={"fill", "ink"}) for colour in rulebook.token_colours],
        "pieces": [piece.model_dump(include={"fill", "ink"}) for piece in theme.pieces] if rulebook.tracks else [],
        **_side_by_side({code: page_words(layout, rulebook, each.locale) for code, each in editions.items()}),
    }


def _side_by_side(words: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The many texts that all languages have, by their names, with the languages in their order: shorter than apart."""
    tables = {
        kind: {key: [texts[kind][key] for texts in words.values()] for key in next(iter(words.values()))[kind]}
        for kind in ("texts", "findings")
    }
    rest = {code: {key: value for key, value in each.items() if key not in tables} for code, each in words.items()}
    return {"languages": rest, **tables}


def _game(layout: Layout) -> dict[str, str]:
    """How a record of this layout says which game it is."""
    is_built_in = layout.slug in variants() and load_variant(layout.slug).source_data() == layout.source_data()
    return {"variant": layout.slug} if is_built_in else {"layout": f"{layout.slug}.toml"}


def _views_data(views: list[View], symbols: Symbols, languages: list[str]) -> dict[str, Any]:
    """Where views are cut out, and for each cell its box and how far its target reaches out of it on each side.

    A view with the cells of another just names it.
    """
    data: dict[str, Any] = {}
    for view in views:
        boxes = view.scene.cells()
        cells = {id: _rounded(boxes[id]) + _margins(boxes[id], target) for id, target in view.targets.items()}
        same = next((name for name, other in data.items() if other["cells"] == cells), None)
        uses = {language: symbols.uses[view.name, language] for language in languages}
        data[view.name] = {"box": _rounded(view.box), "cells": same or cells, "uses": uses}
    return data


def _rounded(box: Box) -> list[int]:
    return [units(side) for side in astuple(box)]


def _margins(box: Box, around: Box) -> list[int]:
    """At the left, at the top, at the right, below."""
    margins = (box.x - around.x, box.y - around.y, around.right - box.right, around.bottom - box.bottom)
    return [units(margin) for margin in margins]


def _json(data: Any) -> str:
    """JSON that can stand inside a script element, whatever texts it has."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _templates() -> Environment:
    loader = FileSystemLoader(folder("templates") / "scorer")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
