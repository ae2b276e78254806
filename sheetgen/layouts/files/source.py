"""Read one TOML file safely, with the position of every key, and explain syntax errors in plain words."""

import difflib
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sheetgen.bounded_reading import ReadHints, read_bounded
from sheetgen.errors import InputError, KeyPath, Place
from sheetgen.layouts.files.positions import key_offsets

SET_LABEL = "--set"  # label of changes from the command line, which are merged like small files
MAX_BYTES = 64 * 1024  # layouts have a few kilobytes; far larger files are mistakes or attacks
MAX_LINE = 2000  # characters; longer lines would keep the parser busy

_SHORTER_LINES = f"At most {MAX_LINE:,} are read. Lists may span several lines, and so may texts in triple quotes."
_KEY_AND_VALUE = 'Every line is a key and its value, such as width = "200mm", or a heading, such as [sheet].'
_QUOTES = 'Put texts and lengths in quotes: title = "Game Night", width = "200mm".'
_HEADING = "Headings are written [game.penalties]."
_TABLE = "Tables in braces are written { boxes = 4, points = -5 }, all on one line."
_BACKSLASH = "Write / between folders, and two for a backslash: \\\\."
_CLOSED = "A text ends with the same quotes that it begins with, on the same line."

# Pattern of the beginning of a message of tomllib, explanation, hint.
_EXPLANATIONS = (
    ("Expected '=' after a key", "a key needs a = and its value", _KEY_AND_VALUE),
    ("Expected newline", "there is unexpected text after the value", _QUOTES + " Write decimals with a point: 0.4."),
    (r"Expected '\]", "the heading is not closed", _HEADING),
    (r"Expected|Unterminated string|Illegal character '\\n'", "the text is not closed", _CLOSED),
    ("Cannot overwrite a value|Duplicate inline table key", "this key is already defined", "Leave one of them out."),
    ("Cannot (declare|mutate|redefine)", "this table is already defined", "Put all its keys below one heading."),
    ("Unclosed array", "the list is not closed, or a comma is missing", "Lists are written [1, 3, 6]."),
    ("Unclosed inline table", "the table is not closed, or a comma is missing", _TABLE),
    ("Invalid initial character", "a key is missing here", f"{_HEADING} {_TABLE}"),
    ("Invalid statement", "this is not a key", _KEY_AND_VALUE),
    ("Invalid value", "this is not a value", _QUOTES),
    ("Invalid date", "this date or time does not exist", "If it is a text, put it in quotes."),
    ("Unescaped|Invalid hex value", "a backslash has a special meaning in a text", _BACKSLASH),
    ("Escaped character", "this character does not exist", _BACKSLASH),
)
_CURLY_QUOTES = "“”„‟«»‘’‚"


@dataclass(frozen=True)
class Source:
    """A parsed TOML file. `label` names it in messages."""

    path: Path
    label: str
    home: Path  # folder that must contain all files that this one names
    data: dict[str, Any]
    text: str
    offsets: dict[KeyPath, int]  # offset in the text of every key and list entry
    is_built_in: bool = False

    def place(self, path: KeyPath) -> Place | None:
        """Return the place of a key, or None if this file does not have it."""
        offset = self.offsets.get(path)
        return None if offset is None else Place.at(self.label, self.text, offset)


@cache
def read_built_in(path: Path, label: str) -> Source:
    """Read a file that comes with the program and is known to be valid."""
    text = path.read_text(encoding="utf-8")
    return Source(path, label, path.parent, tomllib.loads(text), text, key_offsets(text, label), is_built_in=True)


def read_source(path: Path, label: str | None = None, home: Path | None = None) -> Source:
    """Read and parse a user's file. By default, the files that it names may not leave its own folder."""
    label = label or str(path)
    return parse_source(_read_text(path, label), path, label, home or path.parent)


def parse_source(text: str, path: Path, label: str, home: Path) -> Source:
    """Parse the text of a file, or raise an error with the place of the fault."""
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > MAX_LINE:
            place = Place(label, number, 1, line)
            raise InputError.of(f"this line has {len(line):,} characters", _SHORTER_LINES, place)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise syntax_error(str(error), text, label) from None
    except RecursionError:
        key_offsets(text, label)  # raises an error with the place
        raise
    return Source(path, label, home, data, text, key_offsets(text, label))


def _read_text(path: Path, label: str) -> str:
    hint = "Give the name of a TOML file."
    data = read_bounded(path, label, MAX_BYTES, ReadHints(hint, missing=_missing_file_hint, other=hint))
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError.of(f"{label} is not a text in UTF-8", "Save it as UTF-8.", Place(label, line, 1, "")) from None


def _missing_file_hint(path: Path) -> str:
    """Return a hint about a missing file that names a similar file, or the TOML files in its folder."""
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


def syntax_error(message: str, text: str, label: str) -> InputError:
    """Return the error for a message of tomllib about a text, in plain words and with its place."""
    lines = text.split("\n")
    found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    if found and found.group(1):
        line, column = int(found.group(1)), int(found.group(2))
    else:
        line, column = len(lines), len(lines[-1]) + 1
    source = lines[line - 1] if line <= len(lines) else ""
    explanation, hint = _explain(message, source[column - 1 :])
    if explanation.endswith("already defined"):  # tomllib reports the end of the line
        column = len(source) - len(source.lstrip()) + 1
    return InputError.of(f"not valid TOML: {explanation}", hint, Place(label, line, column, source))


def _explain(message: str, rest: str) -> tuple[str, str]:
    """Return what a message of tomllib means, and a hint. `rest` is the source line from the error on."""
    if message.startswith("Invalid value") and not rest.partition("#")[0].strip():
        return "the value is missing", _KEY_AND_VALUE
    if rest[:1] and rest[0] in _CURLY_QUOTES:
        return "these are typographic quotes", 'Use straight quotes: "Game Night".'
    for beginning, explanation, hint in _EXPLANATIONS:
        if re.match(beginning, message):
            return explanation, hint
    return "this character is not allowed here", "Type it again; perhaps it was copied from elsewhere."
