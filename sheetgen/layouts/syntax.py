"""What is wrong with a text that is no TOML, told to people who never heard of TOML."""

from __future__ import annotations

import re

from sheetgen.errors import InputError, Place

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
