"""The scorer's pages: one self-contained HTML file for each layout, and the start page that lists them."""

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from rcssmin import cssmin

from sheetgen.layouts.models.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.resources import folder
from sheetgen.scorer.page.bundle import bundle
from sheetgen.scorer.page.data import drawn_in, page_data
from sheetgen.scorer.page.words import page_locales
from sheetgen.themes.theme import Theme

WORKER = "sw.js"
MANIFEST = "manifest.webmanifest"
TOUCH_ICON = "apple-touch-icon.png"


@dataclass(frozen=True, slots=True)
class Page:
    """A page, and the Content-Security-Policy that it also states itself."""

    html: str
    policy: str


def scorer_page(
    layout: Layout,
    theme: Theme,
    more: Sequence[Locale] = (),
    on_site: bool = False,
    has_camera: bool = False,
) -> Page:
    """The scorer of one layout. On a site it can be installed, and works offline.

    It speaks all built-in languages, that of the layout, and some `more`, as far as the layout has room for them. With
    a camera it sends photos of sheets to the server that it comes from; boards without sheets have nothing to send.
    """
    has_camera = has_camera and layout.sheet is not None
    drawn = drawn_in(layout, theme, page_locales([layout], more))
    data = page_data(drawn, has_camera)
    script_needed = [(code, each.edition.locale.scorer.script_needed) for code, each in sorted(drawn.items())]
    values = {"title": layout.title["en"], "data": _json(data), "script_needed": script_needed}
    script = bundle("main", next(iter(drawn.values())).edition.rulebook, has_camera)
    styles = ["page.css", *(["camera.css"] if has_camera else [])]
    return _page("page.html.j2", styles, script, "../" if on_site else None, values, has_camera)


def start_page(
    layouts: Sequence[Layout],
    more: Sequence[Locale] = (),
    root: str = "",
    missing: bool = False,
    on_site: bool = False,
) -> Page:
    """The list of layouts; also for those who look for a page that is not there. Links lead to `root`."""
    languages = page_locales(layouts, more)
    known = [
        {
            "link": f"{root}{layout.slug}/",
            "texts": [(locale.code, locale.text(layout.title), locale.text(layout.about)) for locale in languages],
        }
        for layout in layouts
    ]
    titles = [
        (locale.code, locale.scorer.missing_title, locale.scorer.missing_hint)
        if missing
        else (locale.code, locale.scorer.start_title, locale.scorer.start_hint)
        for locale in languages
    ]
    values = {"layouts": known, "titles": titles}
    return _page("start.html.j2", ["start.css"], bundle("start"), root if on_site else None, values)


def _page(
    template: str,
    styles: Sequence[str],
    script: str,
    root: str | None,
    values: Mapping[str, Any],
    has_camera: bool = False,
) -> Page:
    """A page with its style and script inside, allowed to run just these. `root` is where a site has its files."""
    css = styled(*(folder("templates") / "scorer" / style for style in styles))
    policy = "; ".join(_policy(css, script, root is not None, has_camera))
    files = {"manifest": MANIFEST, "touch_icon": TOUCH_ICON, "worker": WORKER}
    site = None if root is None else {use: f"{root}{file}" for use, file in files.items()}
    shown = {**values, "css": css, "script": script, "policy": policy, "site": site}
    return Page(templates("scorer").get_template(template).render(shown), policy)


def styled(*styles: Path) -> str:
    """The style of a page: the colours that all pages have, and its own."""
    colours = folder("templates") / "scorer" / "colours.css"
    return str(cssmin("".join(file.read_text(encoding="utf-8") for file in (colours, *styles))))


def _policy(css: str, script: str, is_on_site: bool, has_camera: bool) -> list[str]:
    """Just this style and this script, and nothing from anywhere else. Photos go where the page comes from."""
    return [
        "default-src 'none'",
        f"script-src {allowance(script)}",
        f"style-src {allowance(css)}",
        *(["img-src data: 'self'", "manifest-src 'self'", "worker-src 'self'"] if is_on_site else ["img-src data:"]),
        *(["connect-src 'self'"] if has_camera else []),
        "base-uri 'none'",
        "form-action 'none'",
    ]


def _json(data: Any) -> str:
    """JSON that can stand inside a script element, whatever texts it has."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def allowance(text: str) -> str:
    """What a policy calls this very script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def templates(*kinds: str) -> Environment:
    """The templates in these folders."""
    loader = FileSystemLoader([folder("templates") / kind for kind in kinds])
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
