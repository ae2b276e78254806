"""The scorer's pages, each a self-contained HTML file: one for each layout, the start page, and the book of games."""

import base64
import hashlib
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from rcssmin import cssmin
from rjsmin import jsmin

from sheetgen.drawing.edition import Edition
from sheetgen.layouts.catalog import load_locale, own_locale
from sheetgen.layouts.files.merge import built_in_names
from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.resources import folder
from sheetgen.rules.rulebook import Rulebook
from sheetgen.scorer.page.data import (
    NO_SIBLINGS,
    Siblings,
    book_content,
    page_content,
    photo_data,
    photo_words,
    translate,
)
from sheetgen.scorer.page.start_content import script_texts, start_entries
from sheetgen.themes.theme import Theme
from sheetgen.writers.svg import png_url

WORKER = "sw.js"
MANIFEST = "manifest.webmanifest"
TOUCH_ICON = "apple-touch-icon.png"
BOOK = "book"  # the folder of the book beside those of the scorers, which are named by slugs

PhotoReader = Literal["file", "inline"]
_IMPORT = re.compile(r'^import \{[^}]*\} from "(\.[\w./]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=function|const|class|async)", re.MULTILINE)
_CONDITION = re.compile(r"// Only (with|without) (\w+)(?: or (\w+))?\.\n")


@dataclass(frozen=True, slots=True)
class HtmlPage:
    """An HTML page, the Content-Security-Policy that it also declares itself, and whether it may use the camera."""

    html: str
    policy: str
    uses_camera: bool = False


def scorer_page(
    layout: Layout,
    theme: Theme,
    more_locales: Sequence[Locale] = (),
    on_site: bool = False,
    photo_reader: PhotoReader | None = None,
    siblings: Siblings = NO_SIBLINGS,
) -> HtmlPage:
    """Return the scorer page of a layout.

    Args:
        layout: the layout of the sheet or board.
        theme: the theme in which the page shows the sheet or board.
        more_locales: locales besides the built-in ones and the layout's own. Those that do not fit are left out.
        on_site: whether the page is part of a site, where it can be installed and works offline.
        photo_reader: where the page has the scripts that read photos of sheets: in files in the folder above, or inside
            the page. None means no photos. Layouts without sheets never have a reader.
        siblings: the layouts whose pages are beside this one, and its own. A page without siblings contains the book.
    """
    if layout.sheet is None:
        photo_reader = None
    has_book = not siblings.titles
    editions = translate(layout, theme, page_locales([layout], more_locales))
    data, symbols = page_content(editions, photo_reader is not None, has_book)
    data["root"] = None if has_book else "../"
    if photo_reader:
        edition = next(iter(editions.values()))
        data["photo"] = {
            **photo_data(edition, siblings),
            "folder": "../" if photo_reader == "file" else None,
        }
    bitmap = next(iter(editions.values())).bitmap
    values = {
        "title": layout.title["en"],
        "data": _json(data),
        "symbols": symbols,
        "picture": png_url(bitmap.shown) if bitmap else None,
        "scripts": photo_scripts([each.locale for each in editions.values()]) if photo_reader == "inline" else {},
        "script_needed": [(code, editions[code].locale.scorer.script_needed) for code in sorted(editions)],
    }
    rulebook = next(iter(editions.values())).rulebook
    script = bundle(script_folder() / "main.js", rulebook, photo_reader is not None, has_book)
    styles = ["common.css", "page.css", *(["book.css"] if has_book else [])]
    page = _page("page.html.j2", styles, script, "../" if on_site else None, values, photo_reader)
    return replace(page, uses_camera=photo_reader is not None)


def photo_scripts(locales: Sequence[Locale]) -> dict[str, str]:
    """Return the scripts that a page needs for photos, by name. Each is a file `name.js`, or inside the page."""
    return {"camera": camera_script(locales), "reader": reader_script()}


def camera_script(locales: Sequence[Locale]) -> str:
    """Return the module that reads photos and shows what was read, with its style and its texts in these languages.

    A page loads it when it is needed. It has its own copies of the page's modules.
    """
    texts = _json(dict(sorted((locale.code, photo_words(locale)) for locale in locales)))
    style = cssmin((folder("templates") / "scorer" / "camera.css").read_text(encoding="utf-8"))
    constants = f"const PHOTO_TEXTS={texts},PHOTO_STYLE={_json(style)};"
    return f"{constants}{bundle(script_folder() / 'camera' / 'camera.js')}\nexport{{Camera}};"


@cache
def reader_script() -> str:
    """Return the script of the worker that reads photos, with its parameters."""
    parameters = tomllib.loads((folder("templates") / "photos" / "parameters.toml").read_text(encoding="utf-8"))
    return f"const PARAMETERS={_json(parameters)};{bundle(script_folder() / 'photos' / 'worker.js')}"


def start_page(
    editions: Sequence[Edition],
    more_locales: Sequence[Locale] = (),
    root: str = "",
    missing: bool = False,
    on_site: bool = False,
) -> HtmlPage:
    """Return the page on which people find the scorer of their sheet.

    Args:
        editions: the layouts whose pages are beside it, as their pictures show them.
        more_locales: locales besides the built-in ones and those of the layouts.
        root: the folder of all links and pictures.
        missing: whether it answers requests for pages that do not exist.
        on_site: whether the page is part of a site, where it can be installed and works offline.
    """
    languages = page_locales([edition.layout for edition in editions], more_locales)
    values = {
        "entries": start_entries(editions, languages, root),
        "languages": languages,
        "missing": missing,
        "command": "sheetgen site DIR --layout FILE" if on_site else "sheetgen serve --layout FILE",  # adds a layout
        "book": f"{root}{BOOK}/",
        "texts": _json(script_texts(languages)),
    }
    script = bundle(script_folder() / "start.js")
    return _page("start.html.j2", ["start.css"], script, root if on_site else None, values, has_pictures=True)


def book_page(layouts: Sequence[Layout], more_locales: Sequence[Locale] = (), on_site: bool = False) -> HtmlPage:
    """Return the page of the book: all games on a device, whatever their layout, and the figures of their players.

    Args:
        layouts: the layouts whose pages are beside it, where games can be opened.
        more_locales: locales besides the built-in ones and those of the layouts.
        on_site: whether the page is part of a site, where it can be installed and works offline.
    """
    languages = page_locales(layouts, more_locales)
    values = {
        "title": next(locale.book.book_title for locale in languages if locale.code == "en"),
        "data": _json(book_content(layouts, languages)),
        "script_needed": [(locale.code, locale.scorer.script_needed) for locale in languages],
    }
    script = bundle(script_folder() / "book.js")
    return _page("book.html.j2", ["common.css", "book.css"], script, "../" if on_site else None, values)


def page_locales(layouts: Sequence[Layout], more_locales: Sequence[Locale]) -> list[Locale]:
    """Return the locales of a page: all built-in ones, `more_locales`, and those that the layouts name."""
    found = [*(load_locale(name) for name in built_in_names("locales")), *more_locales]
    found += [locale for layout in layouts if (locale := own_locale(layout))]
    return list({locale.code: locale for locale in found}.values())


def _page(
    template: str,
    styles: Sequence[str],
    script: str,
    root: str | None,
    values: Mapping[str, Any],
    photo_reader: PhotoReader | None = None,
    has_pictures: bool = False,
) -> HtmlPage:
    """Return a page with inline style and script, and perhaps pictures in files.

    `root` is the folder of a site's files; None if not on a site.
    """
    css = minified_css(*(folder("templates") / "scorer" / style for style in styles))
    site = None
    sources: dict[str, list[str]] = {"img-src": ["data:"], "manifest-src": [], "worker-src": []}
    script_sources = []
    if root is not None:
        files = {"manifest": MANIFEST, "touch_icon": TOUCH_ICON, "worker": WORKER}
        site = {use: f"{root}{file}" for use, file in files.items()}
        for directive in sources:
            sources[directive].append("'self'")
    if has_pictures:
        sources["img-src"].append("'self'")
    if photo_reader:
        sources["img-src"].append("blob:")  # photos, to find their size
        script_sources.append("blob:" if photo_reader == "inline" else "'self'")
        sources["worker-src"] += script_sources
    allowed = [f"{directive} {' '.join(dict.fromkeys(each))}" for directive, each in sources.items() if each]
    return html_page(("scorer",), template, css, script, allowed, {**values, "site": site}, script_sources)


def html_page(
    folders: tuple[str, ...],
    template: str,
    css: str,
    script: str,
    allowed: Sequence[str],
    values: Mapping[str, Any],
    script_sources: Sequence[str] = (),
) -> HtmlPage:
    """Return a page from a template in one of these folders.

    Its Content-Security-Policy allows only this style, this script, scripts from `script_sources`, and the directives
    in `allowed`.
    """
    inline = [" ".join(["script-src", _csp_hash(script), *script_sources]), f"style-src {_csp_hash(css)}"]
    policy = "; ".join(["default-src 'none'", *inline, *allowed, "base-uri 'none'", "form-action 'none'"])
    shown = {**values, "css": css, "script": script, "policy": policy}
    return HtmlPage(_templates(folders).get_template(template).render(shown), policy)


def script_folder() -> Path:
    """Return the folder of the scorer's JavaScript modules."""
    return folder("templates") / "scorer" / "js"


def bundle(entry: Path, rulebook: Rulebook | None = None, has_camera: bool = False, has_book: bool = False) -> str:
    """Return a JavaScript module and everything that it imports as one minified script.

    A self-contained page cannot import modules, so they are joined in dependency order, without the keywords `import`
    and `export`. This works because imports stand at the top of a module, one per line, and because no two modules use
    the same top-level name.

    With a rulebook, a module that starts with `// Only with track.` is left out if the rulebook has no `track`, and one
    that starts with `// Only with camera.` or `// Only with book.` if the page has none. Code that calls them checks
    the rulebook or the page first.
    """
    features = None
    if rulebook:
        data = {"camera": has_camera, "book": has_book}
        sheets = [each.to_data() for each in (rulebook, *rulebook.companions.values())]
        parts = [data, *sheets, *(row for sheet in sheets for row in sheet["rows"])]
        features = {key for part in parts for key, value in part.items() if value}
    modules: dict[Path, str] = {}
    _collect_modules(entry.resolve(), modules, features)
    return str(jsmin("".join(modules.values())))


def _collect_modules(file: Path, modules: dict[Path, str], features: set[str] | None) -> None:
    """Add the source of a module to `modules`, after the modules that it imports."""
    source = file.read_text(encoding="utf-8")
    condition = _CONDITION.match(source)
    if condition and features is not None:
        is_in = not features.isdisjoint(condition.groups()[1:])
        if is_in != (condition[1] == "with"):
            return
    for name in _IMPORT.findall(source):
        imported = (file.parent / name).resolve()
        if imported not in modules:
            _collect_modules(imported, modules, features)
    modules[file] = _EXPORT.sub("", _IMPORT.sub("", source))


def minified_css(*styles: Path) -> str:
    """Return the common colours and these style sheets as one minified style sheet."""
    colours = folder("templates") / "scorer" / "colours.css"
    return str(cssmin("".join(file.read_text(encoding="utf-8") for file in (colours, *styles))))


def _json(data: Any) -> str:
    """Return JSON that is safe inside a script element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _csp_hash(text: str) -> str:
    """Return the source expression by which a Content-Security-Policy allows this inline script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _templates(folders: tuple[str, ...]) -> Environment:
    loader = FileSystemLoader([folder("templates") / name for name in folders])
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
