"""Read one TOML file safely, keeping in mind where each key stands."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sheetgen.errors import InputError, KeyPath, Place
from sheetgen.layouts.positions import NestingError, key_offsets
from sheetgen.resources import folder

MAX_BYTES = 64 * 1024
MAX_LINE = 2000
"""A layout is a few kilobytes in short lines. Far larger ones are mistakes, or meant to keep parsers busy."""


@dataclass(frozen=True, slots=True)
class Source:
    """A parsed TOML file."""

    path: Path
    label: str
    home: Path
    """The folder that the files it names may not leave."""
    data: dict[str, Any]
    text: str
    offsets: dict[KeyPath, int]

    @property
    def is_built_in(self) -> bool:
        """Is it one of the files that come with the program?"""
        return self.path.is_relative_to(folder("templates"))

    def place(self, path: KeyPath) -> Place | None:
        """Where a key stands, if this file has it."""
        offset = self.offsets.get(path)
        return None if offset is None else Place.at(self.label, self.text, offset)


def read_source(path: Path, label: str | None = None, home: Path | None = None) -> Source:
    """Parse the file, or say what is wrong with it. `label` is how messages name the file."""
    label = label or str(path)
    return parse_source(_read_text(path, label), path, label, home or path.parent)


def parse_source(text: str, path: Path, label: str, home: Path) -> Source:
    """Parse what a file says."""
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if len(line) > MAX_LINE:
            place = Place(label, number, 1, line)
            raise InputError.of(f"this line has {len(line):,} characters", f"At most {MAX_LINE:,} are read.", place)
    try:
        data = tomllib.loads(text)
        offsets = key_offsets(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(str(error), text, label) from None
    except (RecursionError, NestingError):
        raise InputError.of(f"{label}: nested too deeply", "A layout never needs more than a few levels.") from None
    return Source(path, label, home, data, text, offsets)


def _read_text(path: Path, label: str) -> str:
    try:
        if path.is_dir():
            raise InputError.of(f"{label} is a folder", "Give the name of a TOML file.")
        if not path.exists():
            raise InputError.of(f"there is no file {label}", _toml_neighbours(path))
        if not path.is_file():
            raise InputError.of(f"{label} is not a regular file")
        if path.stat().st_size > MAX_BYTES:
            raise InputError.of(
                f"{label} is too large ({path.stat().st_size:,} bytes)",
                f"At most {MAX_BYTES:,} bytes are read.",
            )
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise InputError.of(f"{label} is not a text in UTF-8", "Save it as UTF-8.") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError.of(f"cannot read {label}: {reason}") from None


def _toml_neighbours(path: Path) -> str | None:
    try:
        near = sorted(file.name for file in path.parent.glob("*.toml"))[:8]
    except (OSError, ValueError):
        return None
    return "In that folder: " + ", ".join(near) + "." if near else None


def _syntax_error(message: str, text: str, label: str) -> InputError:
    lines = text.split("\n")
    found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    what = message[: found.start()] if found else message
    if found and found.group(1):
        line, column = int(found.group(1)), int(found.group(2))
    else:
        line, column = len(lines), len(lines[-1]) + 1
    place = Place(label, line, column, lines[line - 1] if line <= len(lines) else "")
    return InputError.of(f"not valid TOML: {what}", place=place)
