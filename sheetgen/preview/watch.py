"""Which files may matter to a layout, and what tells their versions apart."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

ENDINGS = (".toml", ".ttf")
LEVELS = 3
"""So many folders below that of the first file are looked into."""
MOST_ENTRIES = 2000
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
    left = MOST_ENTRIES
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
