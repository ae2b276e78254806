"""Read one TOML file safely, keeping in mind where each key stands.

What is wrong with a text that is no TOML, told to people who never heard of TOML.
"""

from __future__ import annotations

import re
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
            from sheetgen.layouts.files.positions import key_offsets

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
    from sheetgen.layouts.files.positions import NestingError, deepest, key_offsets

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
    from sheetgen.bounded_reading import ReadHints, read_bounded

    hint = "Give the name of a TOML file."
    wanted = ReadHints(hint, missing=_toml_neighbours, other=hint)
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


_KEY_AND_VALUE = 'Every line is a key and its value, such as width = "200mm", or a heading, such as [sheet].'
_QUOTES = 'Texts and lengths stand in quotes: title = "Game Night", width = "200mm".'
_HEADING = "Headings are written [game.penalties]."
_TABLE = "Tables in braces are written { boxes = 4, points = -5 }, all on one line."
_ONE_TABLE = "Put all its keys below one heading."
_BACKSLASH = "Write / between folders, and two for a backslash: \\\\."
_CLOSED = "A text ends with the same quotes that it begins with, on the same line."

_WORDS = (
    ("Expected '=' after a key", "a key needs a = and its value", _KEY_AND_VALUE),
    ("Expected newline", "something follows the value", _QUOTES + " Fractions have a point: 0.4."),
    ("Expected ']", "the heading is not closed", _HEADING),
    ("Expected", "the text is not closed", _CLOSED),
    ("Unterminated string", "the text is not closed", _CLOSED),
    ("Illegal character '\\n'", "the text is not closed", _CLOSED),
    ("Cannot overwrite a value", "this key is there already", "Leave one of them out."),
    ("Duplicate inline table key", "this key is there already", "Leave one of them out."),
    ("Cannot declare", "this table is there already", _ONE_TABLE),
    ("Cannot mutate", "this table is there already", _ONE_TABLE),
    ("Cannot redefine", "this table is there already", _ONE_TABLE),
    ("Unclosed array", "the list is not closed, or a comma is missing", "Lists are written [1, 3, 6]."),
    ("Unclosed inline table", "the table is not closed, or a comma is missing", _TABLE),
    ("Invalid initial character", "here a key is missing", f"{_HEADING} {_TABLE}"),
    ("Invalid statement", "this is no key", _KEY_AND_VALUE),
    ("Invalid value", "this is no value", _QUOTES),
    ("Invalid date", "there is no such date or time", "If it is a text, put it in quotes."),
    ("Unescaped", "a backslash has a meaning of its own in a text", _BACKSLASH),
    ("Invalid hex value", "a backslash has a meaning of its own in a text", _BACKSLASH),
    ("Escaped character", "there is no such character", _BACKSLASH),
)
"""How a message of the parser begins, what it means, and what would be right."""

_CURLY = "“”„‟«»‘’‚"


def syntax_error(told: str, text: str, label: str) -> InputError:
    """What the parser tells about a file's text, in plain words and with its place."""
    lines = text.split("\n")
    found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", told)
    if found and found.group(1):
        line, column = int(found.group(1)), int(found.group(2))
    else:
        line, column = len(lines), len(lines[-1]) + 1
    source = lines[line - 1] if line <= len(lines) else ""
    what, hint = _explained(told, source[column - 1 :])
    if what.endswith("there already"):  # the parser has gone on to the end of the line
        column = len(source) - len(source.lstrip()) + 1
    return InputError.of(f"not valid TOML: {what}", hint, Place(label, line, column, source))


def _explained(told: str, rest: str) -> tuple[str, str]:
    """What is wrong and what would be right. `rest` is the line from there on."""
    if told.startswith("Invalid value") and not rest.partition("#")[0].strip():
        return "the value is missing", _KEY_AND_VALUE
    if rest[:1] and rest[0] in _CURLY:
        return "these are not the quotes of a keyboard", 'Use straight quotes: "Game Night".'
    for beginning, what, hint in _WORDS:
        if told.startswith(beginning):
            return what, hint
    return "here is a character that cannot stand here", "Write it anew; perhaps it was copied from elsewhere."
