"""The scorer as a folder of static files: pages, icons, and what makes it an installable app that works offline."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from sheetgen.drawing.app_icon import app_icon
from sheetgen.errors import InputError
from sheetgen.layouts.catalog import DEFAULT_THEME, load_theme
from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.resources import folder
from sheetgen.scorer.page.page import MANIFEST, TOUCH_ICON, WORKER, HtmlPage, start_page
from sheetgen.themes.theme import Theme
from sheetgen.writers.atomic_files import atomic_folder, require_empty
from sheetgen.writers.raster import png_icon
from sheetgen.writers.svg import svg_text

Files = dict[str, bytes]

MARKER = "sheetgen-site.json"  # lists the hashes of all files, so that only files of a site are ever replaced
NAME = "sheetgen"
DESCRIPTION = "Scores the dice game that you play on printed sheets, and checks its rules."

_FILE_MANAGER_FILES = {".DS_Store", "Thumbs.db"}


def site_files(
    layouts: Sequence[Layout], scorers: Mapping[str, HtmlPage], root: str, more: Sequence[Locale] = ()
) -> Files:
    """Return all files by their paths. `root` is the path of the site on its host, to which the 404 page links."""
    theme = load_theme(DEFAULT_THEME)  # the app's icons do not depend on the theme of the sheets
    files = {
        "index.html": start_page(layouts, more, on_site=True).html.encode(),
        **{f"{slug}/index.html": page.html.encode() for slug, page in scorers.items()},
        **_icons(theme),
        MANIFEST: _json(_manifest(theme)),
    }
    files[WORKER] = _service_worker(files)
    files["404.html"] = start_page(layouts, more, root, missing=True, on_site=True).html.encode()
    files[MARKER] = _json({"made_by": "sheetgen site", "files": {name: _hash(data) for name, data in files.items()}})
    return files


def write_site(path: Path, files: Files) -> None:
    """Write all files or none, to a new or empty folder or in place of a site that was written before."""
    with atomic_folder(path, _must_be_site) as temporary:
        for name, data in files.items():
            file = temporary / name
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(data)


def _icons(theme: Theme) -> Files:
    tile, full = app_icon(theme, full=False), app_icon(theme, full=True)
    return {
        "icon.svg": svg_text(tile, NAME, "en", paper=False).encode(),
        "icon-192.png": png_icon(tile, 192),
        "icon-512.png": png_icon(tile, 512),
        "icon-maskable-512.png": png_icon(full, 512),
        TOUCH_ICON: png_icon(full, 180),
    }


def _manifest(theme: Theme) -> dict[str, object]:
    def icon(name: str, sizes: str, media_type: str = "image/png", purpose: str = "any") -> dict[str, str]:
        return {"src": name, "sizes": sizes, "type": media_type, "purpose": purpose}

    return {
        "name": NAME,
        "short_name": NAME,
        "description": DESCRIPTION,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": theme.ink.panel,
        "theme_color": theme.ink.text,
        "icons": [
            icon("icon.svg", "any", "image/svg+xml"),
            icon("icon-192.png", "192x192"),
            icon("icon-512.png", "512x512"),
            icon("icon-maskable-512.png", "512x512", purpose="maskable"),
        ],
    }


def _service_worker(files: Files) -> bytes:
    """Return the service worker. It names pages by their folders, because some hosts redirect index.html to them."""
    code = (folder("templates") / "scorer" / WORKER).read_text(encoding="utf-8")
    version = _hash(_json({name: _hash(data) for name, data in files.items()}) + code.encode())[:16]
    addresses = [name.removesuffix("index.html") or "./" for name in files]
    return f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(addresses)};\n{code}".encode()


def _must_be_site(path: Path) -> None:
    """Raise an InputError if the folder has files that `sheetgen site` did not write."""
    try:
        written = json.loads((path / MARKER).read_bytes())["files"]
    except FileNotFoundError:
        require_empty(path)
        return
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        written = {}
    hashes = written if isinstance(written, dict) else {}
    others = sorted(
        name for name, file in _files(path).items() if name != MARKER and not _has_hash(file, hashes.get(name))
    )
    if others:
        some = ", ".join(others[:3]) + (f" and {len(others) - 3} more" if len(others) > 3 else "")
        raise InputError.of(
            f"{path} has files that sheetgen site did not make, or that were changed since: {some}",
            "Name a new folder, and copy the site from there.",
        )


def _files(path: Path) -> dict[str, Path]:
    return {
        file.relative_to(path).as_posix(): file
        for file in path.rglob("*")
        if (file.is_symlink() or not file.is_dir()) and file.name not in _FILE_MANAGER_FILES
    }


def _has_hash(file: Path, known: object) -> bool:
    return known is not None and file.is_file() and not file.is_symlink() and _hash(file.read_bytes()) == known


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()


def _json(data: object) -> bytes:
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()
