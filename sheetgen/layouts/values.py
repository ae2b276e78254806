"""The small languages inside layout values: lengths, cell lists and track spaces."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any, TypeGuard

from pydantic import BeforeValidator, StringConstraints, WithJsonSchema
from pydantic_core import PydanticCustomError

from sheetgen.errors import is_plain, shown

MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
MAX_LENGTH_MM = 2000.0
MIN_SIZE_MM = 1.0
MIN_TYPE_PT = 6
MAX_CELLS = 60
MAX_SPACES = 120
MAX_CELLS_TEXT, MAX_SPACES_TEXT = 2000, 6000
MAX_TEXT = 120
MAX_FILE_NAME = 200
AUTO = "auto"
ALL_LANGUAGES = "*"

_SO_WRITTEN = 'Lengths are written "12mm", "1.2cm", "0.5in" or "14pt".'

_LENGTH = re.compile(r"(\d{1,4}(?:\.\d{1,6})?)\s*(mm|cm|in|pt)", re.ASCII)
_RUN = re.compile(r"(\d{1,3})\.\.(\d{1,3})", re.ASCII)
_WORD = re.compile(r"[a-z][a-z0-9]{0,23}")
_SPACE = re.compile(r"([a-z][a-z0-9]{0,23})\s+(\d{1,3})\s*\+(\d{1,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class CellSpec:
    """One cell of a row as the layout writes it."""

    colour: str
    number: int


@dataclass(frozen=True, slots=True)
class SpaceSpec:
    """One space of a track as the layout writes it."""

    row: str
    number: int
    extra: int


def _wrong(message: str, hint: str) -> PydanticCustomError:
    # The braces of pydantic's own templates must not be read into a user's text.
    return PydanticCustomError("value", "{message}", {"message": message, "hint": hint})


def parse_length(value: Any) -> float:
    """`"12mm"`, `"0.5in"` or `"14pt"` in millimetres."""
    found = _LENGTH.fullmatch(value.strip()) if isinstance(value, str) else None
    if not found:
        raise _no_length(value, _SO_WRITTEN)
    millimetres = float(found.group(1)) * MM_PER_UNIT[found.group(2)]
    if millimetres > MAX_LENGTH_MM:
        raise _wrong(f"{value!r} is too long", f"At most {MAX_LENGTH_MM:.0f}mm.")
    return millimetres


def _no_length(value: Any, hint: str) -> PydanticCustomError:
    """What is likely to be meant stands first in the hint."""
    text = value.strip() if isinstance(value, str) else shown(value)
    for meant in (f"{text}mm", text.replace(",", ".")):
        if len(meant) <= 12 and _LENGTH.fullmatch(meant):
            return _wrong(f"{shown(value)} is not a length", f'Did you mean "{meant}"? {hint}')
    return _wrong(f"{shown(value)} is not a length", hint)


def parse_size(value: Any) -> float:
    """A length that something must really have."""
    millimetres = parse_length(value)
    if millimetres < MIN_SIZE_MM:
        raise _wrong(f"{value!r:.60} is too small", f"At least {MIN_SIZE_MM:g}mm.")
    return millimetres


def parse_type_size(value: Any) -> float:
    """The size of printed text."""
    millimetres = parse_length(value)
    if millimetres < MIN_TYPE_PT * MM_PER_UNIT["pt"] - 1e-9:
        raise _wrong(f"{value!r:.60} is too small to be read", f"At least {MIN_TYPE_PT}pt.")
    return millimetres


def parse_auto_size(value: Any) -> float | None:
    """A size, or None for `"auto"`: then it follows from the others."""
    if value == AUTO:
        return None
    if isinstance(value, str) and _LENGTH.fullmatch(value.strip()):
        return parse_size(value)
    raise _no_length(value, f'{_SO_WRITTEN} Or write "{AUTO}".')


def parse_cells(value: Any) -> tuple[CellSpec, ...]:
    """`"red 2..12"`, `"yellow 2..4, blue 5..7"` or `"red 10 6 2 8"`."""
    hint = 'Cells are written "red 2..12", "green 12..2" or "yellow 2..4, blue 5 7 9".'
    if not isinstance(value, str) or len(value) > MAX_CELLS_TEXT:
        raise _wrong(f"cells are a text in quotes of at most {MAX_CELLS_TEXT:,} characters", hint)
    cells: list[CellSpec] = []
    for part in value.split(","):
        words = part.split()
        if len(words) < 2 or not _WORD.fullmatch(words[0]):
            raise _wrong(f"{shown(part.strip())} needs a colour and its numbers", hint)
        for word in words[1:]:
            cells.extend(CellSpec(words[0], number) for number in _numbers(word, hint))
    if len(cells) > MAX_CELLS:
        raise _wrong(f"{len(cells)} cells are too many for a row", f"At most {MAX_CELLS}.")
    return tuple(cells)


def _numbers(word: str, hint: str) -> list[int]:
    if run := _RUN.fullmatch(word):
        first, last = int(run.group(1)), int(run.group(2))
        step = 1 if last >= first else -1
        return list(range(first, last + step, step))
    if word.isdecimal() and word.isascii() and len(word) <= 3:
        return [int(word)]
    raise _wrong(f"{shown(word)} is neither a number nor a run of numbers", hint)


def parse_spaces(value: Any) -> tuple[SpaceSpec, ...]:
    """`"red 4 +1, yellow 6 +1, …"`."""
    hint = 'Spaces are written "red 4 +1, yellow 6 +1": row, number, extra points.'
    if not isinstance(value, str) or len(value) > MAX_SPACES_TEXT:
        raise _wrong(f"a track is a text in quotes of at most {MAX_SPACES_TEXT:,} characters", hint)
    spaces = []
    for part in value.split(","):
        found = _SPACE.fullmatch(part.strip())
        if not found:
            raise _wrong(f"{shown(part.strip())} is not a space", hint)
        spaces.append(SpaceSpec(found.group(1), int(found.group(2)), int(found.group(3))))
    if len(spaces) > MAX_SPACES:
        raise _wrong(f"{len(spaces)} spaces are too many for a track", f"At most {MAX_SPACES}.")
    return tuple(spaces)


def parse_text(value: Any) -> dict[str, str]:
    """A text for every language (`"Classic"`) or one for each (`{ en = "Classic", de = "Klassisch" }`)."""
    hint = 'Write "Classic", or { en = "Classic", de = "Klassisch" }.'
    texts = {"en": value} if isinstance(value, str) else value
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise _wrong(f"{shown(value)} is neither a text nor a table of texts", hint)
    if "en" not in texts:
        raise _wrong("there is no English text among these", f"Where no other fits, the English one is used. {hint}")
    for text in texts.values():
        if not text.strip() or not is_plain(text):
            raise _wrong(f"{shown(text)} cannot be printed on one line", hint)
        if len(text) > MAX_TEXT:
            raise _wrong(f"the text has {len(text)} characters", f"At most {MAX_TEXT}.")
    return texts


def parse_label(value: Any) -> dict[str, str]:
    """A text for all languages, or one for each of some."""
    texts = {ALL_LANGUAGES: value} if isinstance(value, str) else value
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        hint = 'Write "Round", or { en = "Round", de = "Runde" }.'
        raise _wrong(f"{shown(value)} is neither a text nor a table of texts", hint)
    return texts


def is_colour(value: Any) -> TypeGuard[str]:
    """Is it written `#rrggbb`?"""
    return isinstance(value, str) and re.fullmatch(r"#[0-9a-fA-F]{6}", value) is not None


def parse_colour(value: Any) -> str:
    """A colour as `#rrggbb`, in lower case."""
    if not is_colour(value):
        raise _wrong(
            f"{shown(value)} is not a colour", 'Colours are written "#d6283b": # and six digits of 0-9 and a-f.'
        )
    return value.lower()


def parse_file_name(value: Any) -> str:
    """The name of a file beside the one that names it. Whether it is there is seen when it is read."""
    if not isinstance(value, str) or not 0 < len(value) <= MAX_FILE_NAME or not value.isprintable():
        raise _wrong(f"{shown(value)} is not the name of a file", "Write its name in quotes, as seen from this file.")
    return value


_LENGTH_SCHEMA = {
    "type": "string",
    "pattern": r"^\s*\d{1,4}(\.\d{1,6})?\s*(mm|cm|in|pt)\s*$",
    "examples": ["12mm", "0.5in"],
}
LABEL_SCHEMA = {"anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": {"type": "string"}}]}
COLOUR_SCHEMA = {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$", "examples": ["#d6283b"]}
_TEXT_SCHEMA = {"type": "string", "minLength": 1, "maxLength": MAX_TEXT}
_TEXTS_SCHEMA = {"type": "object", "additionalProperties": _TEXT_SCHEMA}

Length = Annotated[float, BeforeValidator(parse_length), WithJsonSchema(_LENGTH_SCHEMA)]
Size = Annotated[float, BeforeValidator(parse_size), WithJsonSchema(_LENGTH_SCHEMA)]
AutoSize = Annotated[
    float | None,
    BeforeValidator(parse_auto_size),
    WithJsonSchema({"anyOf": [_LENGTH_SCHEMA, {"const": AUTO}]}),
]
TypeSize = Annotated[float, BeforeValidator(parse_type_size), WithJsonSchema(_LENGTH_SCHEMA)]
Cells = Annotated[
    tuple[CellSpec, ...],
    BeforeValidator(parse_cells),
    WithJsonSchema(
        {"type": "string", "maxLength": MAX_CELLS_TEXT, "examples": ["red 2..12", "yellow 2..4, blue 5 7 9"]}
    ),
]
Spaces = Annotated[
    tuple[SpaceSpec, ...],
    BeforeValidator(parse_spaces),
    WithJsonSchema({"type": "string", "maxLength": MAX_SPACES_TEXT, "examples": ["red 4 +1, yellow 6 +1"]}),
]
Text = Annotated[
    dict[str, str],
    BeforeValidator(parse_text),
    WithJsonSchema({"anyOf": [_TEXT_SCHEMA, _TEXTS_SCHEMA]}),
]
Label = Annotated[
    dict[str, str],
    BeforeValidator(parse_label),
    WithJsonSchema(LABEL_SCHEMA),
]
Colour = Annotated[
    str,
    BeforeValidator(parse_colour),
    WithJsonSchema(COLOUR_SCHEMA),
]
FileName = Annotated[
    str,
    BeforeValidator(parse_file_name),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": MAX_FILE_NAME}),
]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]{0,23}$")]
