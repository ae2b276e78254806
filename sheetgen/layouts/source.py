"""Read one TOML file safely, keeping in mind where each key stands."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from sheetgen.errors import InputError, KeyPath, Place

SET_LABEL = "--set"
"""What messages call a change from the command line, which is laid over a layout like a small file."""
MAX_BYTES = 64 * 1024
MAX_LINE = 2000
"""A layout is a few kilobytes in short lines. Far larger ones are mistakes, or meant to keep parsers busy."""

_SHORTER_LINES = f"At most {MAX_LINE:,} are read. Lists may go over several lines, and texts within three quotes, too."


class Source:
    """A parsed TOML file."""

    def __init__(
        self,
        path: Path,
        label: str,
        home: Path,
        data: dict[str, Any],
        text: str,
        offsets: dict[KeyPath, int] | None = None,
        is_built_in: bool = False,
    ) -> None:
        self.path = path
        self.label = label
        self.home = home
        """The folder that the files it names may not leave."""
        self.data = data
        self.text = text
        self.is_built_in = is_built_in
        """Is it one of the files that come with the program?"""
        self._offsets = offsets

    @property
    def offsets(self) -> dict[KeyPath, int]:
        """Where each key stands. Of built-in files nobody wants to know it, as a rule."""
        if self._offsets is None:
            from sheetgen.layouts.positions import key_offsets

            self._offsets = key_offsets(self.text)
        return self._offsets

    def place(self, path: KeyPath) -> Place | None:
        """Where a key stands, if this file has it."""
        offset = self.offsets.get(path)
        return None if offset is None else Place.at(self.label, self.text, offset)


def read_built_in(path: Path, label: str) -> Source:
    """A file that comes with the program, and is known to be right."""
    text = path.read_text(encoding="utf-8")
    return Source(path, label, path.parent, tomllib.loads(text), text, is_built_in=True)


def read_source(path: Path, label: str | None = None, home: Path | None = None) -> Source:
    """Parse the file, or say what is wrong with it. `label` is how messages name the file."""
    label = label or str(path)
    return parse_source(_read_text(path, label), path, label, home or path.parent)


def parse_source(text: str, path: Path, label: str, home: Path) -> Source:
    """Parse what a file says."""
    from sheetgen.layouts.positions import NestingError, deepest, key_offsets
    from sheetgen.layouts.syntax import syntax_error

    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if len(line) > MAX_LINE:
            place = Place(label, number, 1, line)
            raise InputError.of(f"this line has {len(line):,} characters", _SHORTER_LINES, place)
    try:
        data = tomllib.loads(text)
        offsets = key_offsets(text)
    except tomllib.TOMLDecodeError as error:
        raise syntax_error(str(error), text, label) from None
    except (RecursionError, NestingError):
        place = Place.at(label, text, deepest(text))
        raise InputError.of("nested too deeply", "No file needs more than a few levels.", place) from None
    return Source(path, label, home, data, text, offsets)


def _read_text(path: Path, label: str) -> str:
    from sheetgen.bounded import Wanted, read_bounded

    hint = "Give the name of a TOML file."
    wanted = Wanted(hint, missing=_toml_neighbours, other=hint)
    return _decoded(read_bounded(path, label, MAX_BYTES, wanted), label)


def _decoded(data: bytes, label: str) -> str:
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError.of(f"{label} is not a text in UTF-8", "Save it as UTF-8.", Place(label, line, 1, "")) from None


def _toml_neighbours(path: Path) -> str:
    """What may have been meant instead of a file that is not there."""
    import difflib

    if "\\" in path.name:
        return "Write / between the names of folders and files."
    try:
        names = sorted(file.name for file in path.parent.glob("*.toml"))
    except (OSError, ValueError):
        names = []
    same = [name for name in names if name == f"{path.name}.toml"]
    if near := same or difflib.get_close_matches(path.name, names, n=1, cutoff=0.7):
        return f"Did you mean {near[0]!r}?"
    return "In that folder: " + ", ".join(names[:8]) + "." if names else "There is no TOML file in that folder."
