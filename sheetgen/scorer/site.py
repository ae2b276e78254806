"""The scorer as a folder of static files: pages, pictures, and what makes them an app that works offline."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from hashlib import sha256
from pathlib import Path

from sheetgen.drawing.edition import Edition
from sheetgen.errors import InputError, Problem
from sheetgen.locales.locale import Locale
from sheetgen.resources import folder
from sheetgen.scorer.page.html_page import BOOK, WORKER, HtmlPage, book_page, page_locales, photo_scripts, start_page
from sheetgen.scorer.page.start_content import PICTURE, picture_svg
from sheetgen.writers.atomic_files import atomic_folder, require_empty

Files = dict[str, bytes]

MARKER = "sheetgen-site.json"  # hashes of all files, by which those are recognised that may be replaced
NO_JEKYLL = ".nojekyll"  # tells GitHub Pages to serve the files as they are

_FILE_MANAGER_FILES = {".DS_Store", "Thumbs.db"}


def site_files(
    editions: Sequence[Edition], scorers: Mapping[str, HtmlPage], root: str, more_locales: Sequence[Locale] = ()
) -> Files:
    """Return all files by their paths.

    Args:
        editions: the layouts, as their pictures on the start page show them.
        scorers: the scorer pages by slug.
        root: the path of the site on its host, for the links of the 404 page.
        more_locales: locales besides the built-in ones and those of the layouts.
    """
    layouts = [edition.layout for edition in editions]
    app = folder("templates") / "scorer" / "app"  # the manifest, and plain and maskable icons
    scripts = photo_scripts(page_locales(layouts, more_locales))
    files = {
        "index.html": start_page(editions, more_locales, on_site=True).html.encode(),
        **{f"{slug}/index.html": page.html.encode() for slug, page in scorers.items()},
        **{f"{edition.layout.slug}/{PICTURE}": picture_svg(edition) for edition in editions},
        f"{BOOK}/index.html": book_page(layouts, more_locales, on_site=True).html.encode(),
        **{file.name: file.read_bytes() for file in sorted(app.iterdir())},
        **{f"{name}.js": script.encode() for name, script in scripts.items()},
    }
    files[WORKER] = _service_worker(files)
    files[NO_JEKYLL] = b""
    files["404.html"] = start_page(editions, more_locales, root, missing=True, on_site=True).html.encode()
    files[MARKER] = _json({"made_by": "sheetgen site", "files": {name: _hash(data) for name, data in files.items()}})
    return files


def write_site(path: Path, files: Files) -> None:
    """Write all files or none, to a new or empty folder, or to replace a site that was written before."""
    with atomic_folder(path, _require_site) as temporary:
        for name, data in files.items():
            file = temporary / name
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(data)


def _service_worker(files: Files) -> bytes:
    """Return the service worker. It names pages by their folders, because some hosts redirect index.html to them."""
    code = (folder("templates") / "scorer" / WORKER).read_text(encoding="utf-8")
    hashes = {name.removesuffix("index.html") or "./": _hash(data) for name, data in files.items()}
    version = _hash(_json(hashes) + code.encode())[:16]
    return f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(hashes)};\n{code}".encode()


def unchanged_files(read: Callable[[Collection[str]], Mapping[str, bytes]]) -> set[str]:
    """Return the paths of a site's files that are as `site_files` made them, by the site's marker.

    `read` returns the contents of those of some paths that are files of the site.
    """
    try:
        written = json.loads(read([MARKER])[MARKER])["files"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return set()
    hashes = written if isinstance(written, dict) else {}
    return {path for path, data in read(list(hashes)).items() if _hash(data) == hashes[path]}


def site_in(folder: Path) -> set[str]:
    """Return the paths of the files in a folder that are as `write_site` wrote them."""
    files = [file for file in folder.rglob("*") if file.is_file() and not file.is_symlink()]
    by_path = {file.relative_to(folder).as_posix(): file for file in files}
    return unchanged_files(lambda paths: {path: by_path[path].read_bytes() for path in paths if path in by_path})


def require_all_layouts(before: Set[str], files: Files, removed: Collection[str]) -> None:
    """Raise an InputError if a site would lose layouts that it had, but for those whose slugs are in `removed`.

    Sheets may have been printed for them, and their codes would open nothing.
    """
    slugs = sorted(name.partition("/")[0] for name in before - files.keys() if name.endswith("/index.html"))
    problems = [
        Problem(
            f"the scorer of {slug} would be gone, and codes printed for it would open nothing",
            f"Give its layout again with --layout, or --remove {slug}.",
        )
        for slug in slugs
        if slug not in removed
    ]
    if problems:
        raise InputError(problems)


def _require_site(folder: Path, name: Path) -> None:
    """Raise an InputError if the folder has files that `sheetgen site` did not write."""
    if not (folder / MARKER).exists():
        require_empty(folder, name)
        return
    made = site_in(folder)
    others = []
    for file in folder.rglob("*"):
        path = file.relative_to(folder).as_posix()
        is_folder = file.is_dir() and not file.is_symlink()
        if not (is_folder or path in made or path == MARKER or file.name in _FILE_MANAGER_FILES):
            others.append(path)
    if others:
        some = ", ".join(sorted(others)[:3]) + (f" and {len(others) - 3} more" if len(others) > 3 else "")
        raise InputError.of(
            f"{name} has files that sheetgen site did not make, or that were changed since: {some}",
            "Name a new folder, and copy the site from there.",
        )


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()


def _json(data: object) -> bytes:
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()
