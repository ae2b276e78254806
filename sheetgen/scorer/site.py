"""The scorer as a folder of files for any host: pages, icons, and what makes it an app that works without a network."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from sheetgen.drawing.app_icon import app_icon
from sheetgen.errors import InputError
from sheetgen.layouts.catalog import DEFAULT_THEME, load_theme
from sheetgen.layouts.models.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.resources import folder
from sheetgen.scorer.page.page import MANIFEST, TOUCH_ICON, WORKER, Page, start_page
from sheetgen.themes.theme import Theme
from sheetgen.writers.atomic_files import atomic_folder, require_empty
from sheetgen.writers.raster import png_icon
from sheetgen.writers.svg import svg_text

Files = dict[str, bytes]

MARKER = "sheetgen-site.json"
"""Lists what `sheetgen site` made, so that it can be made again, and nothing else is ever lost."""

NAME = "sheetgen"
ABOUT = "Scores the dice game that you play on printed sheets, and checks its rules."

_LITTER = {".DS_Store", "Thumbs.db"}
"""Files that file managers leave behind where they have been."""


def site_files(layouts: Sequence[Layout], scorers: Mapping[str, Page], root: str, more: Sequence[Locale] = ()) -> Files:
    """All files by their paths. The root is the path at which the site will stand, for the page of unknown paths."""
    theme = load_theme(DEFAULT_THEME)  # an app looks the same, however its sheets are printed
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
    """All files or none, in a new or empty folder or in place of a site that was made before."""
    with atomic_folder(path, _must_be_ours) as temporary:
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
    def icon(name: str, sizes: str, kind: str = "image/png", purpose: str = "any") -> dict[str, str]:
        return {"src": name, "sizes": sizes, "type": kind, "purpose": purpose}

    return {
        "name": NAME,
        "short_name": NAME,
        "description": ABOUT,
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
    """It knows pages by their folders, because some hosts lead from index.html there, and browsers refuse that."""
    code = (folder("templates") / "scorer" / WORKER).read_text(encoding="utf-8")
    version = _hash(_json({name: _hash(data) for name, data in files.items()}) + code.encode())[:16]
    addresses = [name.removesuffix("index.html") or "./" for name in files]
    return f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(addresses)};\n{code}".encode()


def _must_be_ours(path: Path) -> None:
    """Refuse a folder in which anything would be lost."""
    try:
        made = json.loads((path / MARKER).read_bytes())["files"]
    except FileNotFoundError:
        require_empty(path)
        return
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        made = {}
    hashes = made if isinstance(made, dict) else {}
    others = sorted(name for name, file in _inside(path).items() if name != MARKER and not _is(file, hashes.get(name)))
    if others:
        some = ", ".join(others[:3]) + (f" and {len(others) - 3} more" if len(others) > 3 else "")
        raise InputError.of(
            f"{path} has files that sheetgen site did not make, or that were changed since: {some}",
            "Name a new folder, and copy the site from there.",
        )


def _inside(path: Path) -> dict[str, Path]:
    return {
        file.relative_to(path).as_posix(): file
        for file in path.rglob("*")
        if (file.is_symlink() or not file.is_dir()) and file.name not in _LITTER
    }


def _is(file: Path, made: object) -> bool:
    return made is not None and file.is_file() and not file.is_symlink() and _hash(file.read_bytes()) == made


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()


def _json(data: object) -> bytes:
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()
