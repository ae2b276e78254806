"""What lies beside a layout: the files that it names, and the themes and languages that it could be shown in.

Which files may matter to a layout, and what tells their versions apart.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from sheetgen.errors import InputError, KeyPath
from sheetgen.layouts.catalog import kind_of
from sheetgen.layouts.files.extend import Kind, is_built_in_name, merge, referenced_path
from sheetgen.layouts.files.source import Source, read_source

MOST_NAMED = 40
"""So many files that name one another are followed. They may go round in a circle."""
MOST_OFFERED = 20
"""So many themes, and so many languages, are offered."""
MOST_ENTRIES = 500
"""So many files and folders are looked at."""
MOST_READ = 100
"""So many files are read to see what they are."""
ENDING = ".toml"


def named_files(first: Iterable[Path], home: Path) -> frozenset[Path]:
    """These files, and all that they name, and so on; whether they are there or not, and however broken they are."""
    waiting = list(first)
    found = set(waiting)
    while waiting:
        for path in _names(waiting.pop(), home):
            if path not in found and len(found) < MOST_NAMED:
                found.add(path)
                waiting.append(path)
    return frozenset(found)


def _names(path: Path, home: Path) -> Iterator[Path]:
    try:
        source = read_source(path, home=home)
    except InputError:
        return
    for key, name in _named_at(source):
        with suppress(InputError):  # it is told by who loads it
            yield referenced_path(merge([source]), key, name)


def _named_at(source: Source) -> Iterator[tuple[KeyPath, str]]:
    for key in ("extends", "theme", "lang"):
        name = source.data.get(key)
        if isinstance(name, str) and not is_built_in_name(name):
            yield (key,), name
    fonts = source.data.get("fonts")
    if isinstance(fonts, dict):
        yield from ((("fonts", use), name) for use, name in fonts.items() if isinstance(name, str))


class Offers:
    """The themes and languages in a folder and one level below. What was offered once can always be chosen."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._kinds: dict[str, Kind] = {}

    def look(self) -> dict[Kind, list[str]]:
        """What there is now, by the names that a layout would use."""
        found: dict[Kind, list[str]] = {"themes": [], "locales": []}
        for name in sorted(islice(_toml_names(self.home), MOST_READ)):
            kind = self._kind(name)
            if kind in found and len(found[kind]) < MOST_OFFERED:
                found[kind].append(name)
                self._kinds[name] = kind
        return found

    def has(self, kind: Kind, name: str) -> bool:
        """Was it offered? Or would it be now, as when a page is older than this program?"""
        return self._kinds.get(name) == kind or name in self.look().get(kind, ())

    def _kind(self, name: str) -> Kind | None:
        try:
            return kind_of(read_source(self.home / name))
        except InputError:
            return self._kinds.get(name)  # somebody is editing it


def _toml_names(home: Path) -> Iterator[str]:
    """Of the folder first, then of those in it; hidden ones and links to folders are left out."""
    inside = list(_entries(home))
    yield from (entry.name for entry in inside if entry.name.endswith(ENDING))
    left = MOST_ENTRIES
    for folder in inside:
        if not folder.name.startswith(".") and _is_folder(folder):
            below = list(islice(_entries(folder.path), left))
            left -= len(below)
            yield from (f"{folder.name}/{entry.name}" for entry in below if entry.name.endswith(ENDING))


def _entries(folder: Path | str) -> Iterator[os.DirEntry[str]]:
    with suppress(OSError), os.scandir(folder) as entries:
        yield from islice(entries, MOST_ENTRIES)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


ENDINGS = (".toml", ".ttf")
LEVELS = 3
"""So many folders below that of the first file are looked into."""
MOST_WATCHED = 2000
"""So many files and folders are looked at, for the folder may be somebody's whole home."""

Mark = tuple[int, int, int]
"""Time of the last change, size, and which file it is: a new one may have been put in its place."""
Snapshot = dict[Path, Mark | None]
"""The marks of files at one moment; None for those that are not there."""


def snapshot(first: Path, used: Iterable[Path]) -> Snapshot:
    """The first file, those that were really used, and all in its folder and below that it could name."""
    paths = {path.absolute() for path in (first, *used)}
    paths.update(_candidates(first.absolute().parent))
    return {path: _mark(path) for path in paths}


def _mark(path: Path) -> Mark | None:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _candidates(home: Path) -> Iterator[Path]:
    """Folder by folder, the nearest first; hidden ones and links to folders are left out."""
    waiting = deque([(home, 0)])
    left = MOST_WATCHED
    while waiting:
        folder, level = waiting.popleft()
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if not left:
                    return
                left -= 1
                if entry.name.lower().endswith(ENDINGS):
                    yield Path(entry.path)
                elif level < LEVELS and not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False):
                    waiting.append((Path(entry.path), level + 1))
