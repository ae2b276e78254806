"""The files that matter to a layout: those that it names, those to watch for changes, and those offered as choices."""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from sheetgen.errors import InputError, KeyPath
from sheetgen.layouts.catalog import kind_of
from sheetgen.layouts.files.extend import Kind, is_built_in_name, merge, referenced_path
from sheetgen.layouts.files.source import read_source

MAX_NAMED = 40  # files that are followed from one to the next, as they may name one another in a circle
MAX_ENTRIES = 2000  # files and folders that are listed, as the folder may be somebody's whole home
WATCHED_LEVELS = 3  # levels of subfolders that are watched
OFFERED_LEVELS = 1  # levels of subfolders in which themes and languages are offered
MAX_OFFERED = 20  # themes, and as many languages
MAX_READ = 100  # files that are read to determine their kind

FileVersion = tuple[int, int, int]  # time of the last change in ns, size, and inode, as a file may be replaced
Snapshot = dict[Path, FileVersion | None]  # versions of files at one moment; None if a file does not exist


def named_files(first: Iterable[Path], home: Path) -> frozenset[Path]:
    """Return these files and all files that they name directly or indirectly, even if missing or broken."""
    waiting = list(first)
    found = set(waiting)
    while waiting:
        for path in _files_named_in(waiting.pop(), home):
            if path not in found and len(found) < MAX_NAMED:
                found.add(path)
                waiting.append(path)
    return frozenset(found)


def _files_named_in(path: Path, home: Path) -> Iterator[Path]:
    try:
        source = read_source(path, home=home)
    except InputError:
        return
    fonts = source.data.get("fonts")
    named: list[tuple[KeyPath, object]] = [((key,), source.data.get(key)) for key in ("extends", "theme", "lang")]
    if isinstance(fonts, dict):
        named += [(("fonts", use), name) for use, name in fonts.items()]
    for key, name in named:
        if isinstance(name, str) and (key[0] == "fonts" or not is_built_in_name(name)):
            with suppress(InputError):  # loading the layout reports it
                yield referenced_path(merge([source]), key, name)


def snapshot(first: Path, used: Iterable[Path]) -> Snapshot:
    """Return the versions of the first file, of the used ones, and of all files near the first that it could name."""
    paths = {path.absolute() for path in (first, *used)}
    near = _files_below(first.absolute().parent, WATCHED_LEVELS)
    paths.update(path for path in near if path.name.lower().endswith((".toml", ".ttf")))
    return {path: _version(path) for path in paths}


def _version(path: Path) -> FileVersion | None:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


class OfferedFiles:
    """The theme and language files in and below a folder. A file that was offered once stays valid."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._kinds: dict[str, Kind] = {}

    def scan(self) -> dict[Kind, list[str]]:
        """Return the names of the files that exist now, relative to the folder."""
        found: dict[Kind, list[str]] = {"themes": [], "locales": []}
        files = (path.relative_to(self.home).as_posix() for path in _files_below(self.home, OFFERED_LEVELS))
        for name in sorted(islice((name for name in files if name.endswith(".toml")), MAX_READ)):
            kind = self._kind(name)
            if kind in found and len(found[kind]) < MAX_OFFERED:
                found[kind].append(name)
                self._kinds[name] = kind
        return found

    def has(self, kind: Kind, name: str) -> bool:
        """Return whether the file was offered or, for a page that an earlier run served, would be offered now."""
        return self._kinds.get(name) == kind or name in self.scan().get(kind, ())

    def _kind(self, name: str) -> Kind | None:
        try:
            return kind_of(read_source(self.home / name))
        except InputError:
            return self._kinds.get(name)  # it may be broken while somebody edits it


def _files_below(home: Path, levels: int) -> Iterator[Path]:
    """Yield files down to so many levels of folders, nearest first, without hidden and symbolically linked folders."""
    waiting = deque([(home, 0)])
    left = MAX_ENTRIES
    while waiting:
        folder, level = waiting.popleft()
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if not left:
                    return
                left -= 1
                if not entry.is_dir(follow_symlinks=False):
                    yield Path(entry.path)
                elif level < levels and not entry.name.startswith("."):
                    waiting.append((Path(entry.path), level + 1))
