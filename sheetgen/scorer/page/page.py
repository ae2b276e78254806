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

from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.resources import folder
from sheetgen.scorer.page.bundle import bundle, script_folder
from sheetgen.scorer.page.data import page_content, translate
from sheetgen.scorer.page.words import page_locales
from sheetgen.themes.theme import Theme

WORKER = "sw.js"
MANIFEST = "manifest.webmanifest"
TOUCH_ICON = "apple-touch-icon.png"


@dataclass(frozen=True, slots=True)
class HtmlPage:
    """An HTML page, and the Content-Security-Policy that it also declares itself."""

    html: str
    policy: str


def scorer_page(
    layout: Layout,
    theme: Theme,
    more: Sequence[Locale] = (),
    on_site: bool = False,
    has_camera: bool = False,
) -> HtmlPage:
    """Return the scorer page of a layout.

    Args:
        layout: the layout of the sheet or board.
        theme: the theme in which the page shows the sheet or board.
        more: locales besides the built-in ones and the layout's own. Languages that do not fit the layout are left out.
        on_site: whether the page is part of a site, where it can be installed and works offline.
        has_camera: whether the page sends photos of sheets to its server. Layouts without sheets have no camera.
    """
    has_camera = has_camera and layout.sheet is not None
    translations = translate(layout, theme, page_locales([layout], more))
    content = page_content(translations, has_camera)
    editions = {code: each.edition for code, each in translations.items()}
    values = {
        "title": layout.title["en"],
        "data": _json(content.data),
        "symbols": content.symbols,
        "script_needed": [(code, editions[code].locale.scorer.script_needed) for code in sorted(editions)],
    }
    rulebook = next(iter(editions.values())).rulebook
    script = bundle(script_folder() / "main.js", rulebook, has_camera)
    styles = ["page.css", *(["camera.css"] if has_camera else [])]
    return _page("page.html.j2", styles, script, "../" if on_site else None, values, has_camera)


def start_page(
    layouts: Sequence[Layout],
    more: Sequence[Locale] = (),
    root: str = "",
    missing: bool = False,
    on_site: bool = False,
) -> HtmlPage:
    """Return the page that lists the layouts, with links relative to `root`.

    With `missing`, its title says that the requested page does not exist.
    """
    languages = page_locales(layouts, more)
    entries = [
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
    values = {"layouts": entries, "titles": titles}
    script = bundle(script_folder() / "start.js")
    return _page("start.html.j2", ["start.css"], script, root if on_site else None, values)


def _page(
    template: str,
    styles: Sequence[str],
    script: str,
    root: str | None,
    values: Mapping[str, Any],
    has_camera: bool = False,
) -> HtmlPage:
    """Return a page with inline style and script. `root` is the folder of a site's files; None if not on a site."""
    css = minified_css(*(folder("templates") / "scorer" / style for style in styles))
    policy = "; ".join(_policy(css, script, root is not None, has_camera))
    files = {"manifest": MANIFEST, "touch_icon": TOUCH_ICON, "worker": WORKER}
    site = None if root is None else {use: f"{root}{file}" for use, file in files.items()}
    shown = {**values, "css": css, "script": script, "policy": policy, "site": site}
    return HtmlPage(templates("scorer").get_template(template).render(shown), policy)


def minified_css(*styles: Path) -> str:
    """Return the common colours and these style sheets as one."""
    colours = folder("templates") / "scorer" / "colours.css"
    return str(cssmin("".join(file.read_text(encoding="utf-8") for file in (colours, *styles))))


def _policy(css: str, script: str, is_on_site: bool, has_camera: bool) -> list[str]:
    """Return the directives that allow this style and script and, with a camera, requests to the page's own server."""
    return [
        "default-src 'none'",
        f"script-src {csp_hash(script)}",
        f"style-src {csp_hash(css)}",
        *(["img-src data: 'self'", "manifest-src 'self'", "worker-src 'self'"] if is_on_site else ["img-src data:"]),
        *(["connect-src 'self'"] if has_camera else []),
        "base-uri 'none'",
        "form-action 'none'",
    ]


def _json(data: Any) -> str:
    """Return JSON that is safe inside a script element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def csp_hash(text: str) -> str:
    """Return the source expression by which a Content-Security-Policy allows this inline script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def templates(*kinds: str) -> Environment:
    """Return the Jinja environment of the templates in these folders."""
    loader = FileSystemLoader([folder("templates") / kind for kind in kinds])
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
