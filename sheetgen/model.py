"""The base of all models of files, and the types of their values: lengths, texts, colours, file names, symbols."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeGuard

from pydantic import BaseModel, ConfigDict, PlainValidator, StringConstraints, WithJsonSchema

from sheetgen.errors import as_toml, is_printable

MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
MAX_LENGTH_MM = 2000.0
MIN_SIZE_MM = 1.0
MIN_TYPE_PT = 6
MAX_TEXT = 120
MAX_FILE_NAME = 200
AUTO = "auto"
ALL_LANGUAGES = "*"

_SO_WRITTEN = 'Lengths are written "12mm", "1.2cm", "0.5in" or "14pt".'

_LENGTH = re.compile(r"(\d{1,4}(?:\.\d{1,6})?)\s*(mm|cm|in|pt)", re.ASCII)


class WrongValueError(ValueError):
    """A value that cannot be meant, and what would be right."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def parse_length(value: Any) -> float:
    """`"12mm"`, `"0.5in"` or `"14pt"` in millimetres."""
    found = _LENGTH.fullmatch(value.strip()) if isinstance(value, str) else None
    if not found:
        raise _no_length(value, _SO_WRITTEN)
    millimetres = float(found.group(1)) * MM_PER_UNIT[found.group(2)]
    if millimetres > MAX_LENGTH_MM:
        raise WrongValueError(f"{value!r} is too long", f"At most {MAX_LENGTH_MM:.0f}mm.")
    return millimetres


def _no_length(value: Any, hint: str) -> WrongValueError:
    """What is likely to be meant stands first in the hint."""
    text = value.strip() if isinstance(value, str) else as_toml(value)
    for meant in (f"{text}mm", text.replace(",", ".")):
        if len(meant) <= 12 and _LENGTH.fullmatch(meant):
            return WrongValueError(f"{as_toml(value)} is not a length", f'Did you mean "{meant}"? {hint}')
    return WrongValueError(f"{as_toml(value)} is not a length", hint)


def parse_size(value: Any) -> float:
    """A length that something must really have."""
    millimetres = parse_length(value)
    if millimetres < MIN_SIZE_MM:
        raise WrongValueError(f"{value!r:.60} is too small", f"At least {MIN_SIZE_MM:g}mm.")
    return millimetres


def parse_type_size(value: Any) -> float:
    """The size of printed text."""
    millimetres = parse_length(value)
    if millimetres < MIN_TYPE_PT * MM_PER_UNIT["pt"] - 1e-9:
        raise WrongValueError(f"{value!r:.60} is too small to be read", f"At least {MIN_TYPE_PT}pt.")
    return millimetres


def parse_auto_size(value: Any) -> float | None:
    """A size, or None for `"auto"`: then it follows from the others."""
    if value == AUTO:
        return None
    if isinstance(value, str) and _LENGTH.fullmatch(value.strip()):
        return parse_size(value)
    raise _no_length(value, f'{_SO_WRITTEN} Or write "{AUTO}".')


def parse_text(value: Any) -> dict[str, str]:
    """A text for every language (`"Classic"`) or one for each (`{ en = "Classic", de = "Klassisch" }`)."""
    hint = 'Write "Classic", or { en = "Classic", de = "Klassisch" }.'
    texts = {"en": value} if isinstance(value, str) else value
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise WrongValueError(f"{as_toml(value)} is neither a text nor a table of texts", hint)
    if "en" not in texts:
        raise WrongValueError(
            "there is no English text among these", f"Where no other fits, the English one is used. {hint}"
        )
    for text in texts.values():
        if not text.strip() or not is_printable(text):
            raise WrongValueError(f"{as_toml(text)} cannot be printed on one line", hint)
        if len(text) > MAX_TEXT:
            raise WrongValueError(f"the text has {len(text)} characters", f"At most {MAX_TEXT}.")
    return texts


def parse_label(value: Any) -> dict[str, str]:
    """A text for all languages, or one for each of some."""
    texts = {ALL_LANGUAGES: value} if isinstance(value, str) else value
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        hint = 'Write "Round", or { en = "Round", de = "Runde" }.'
        raise WrongValueError(f"{as_toml(value)} is neither a text nor a table of texts", hint)
    return texts


def is_colour(value: Any) -> TypeGuard[str]:
    """Is it written `#rrggbb`?"""
    return isinstance(value, str) and re.fullmatch(r"#[0-9a-fA-F]{6}", value) is not None


def parse_colour(value: Any) -> str:
    """A colour as `#rrggbb`, in lower case."""
    if not is_colour(value):
        raise WrongValueError(
            f"{as_toml(value)} is not a colour", 'Colours are written "#d6283b": # and six digits of 0-9 and a-f.'
        )
    return value.lower()


def parse_file_name(value: Any) -> str:
    """The name of a file beside the one that names it. Whether it is there is seen when it is read."""
    if not isinstance(value, str) or not 0 < len(value) <= MAX_FILE_NAME or not value.isprintable():
        raise WrongValueError(
            f"{as_toml(value)} is not the name of a file", "Write its name in quotes, as seen from this file."
        )
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

Length = Annotated[float, PlainValidator(parse_length), WithJsonSchema(_LENGTH_SCHEMA)]
Size = Annotated[float, PlainValidator(parse_size), WithJsonSchema(_LENGTH_SCHEMA)]
AutoSize = Annotated[
    float | None,
    PlainValidator(parse_auto_size),
    WithJsonSchema({"anyOf": [_LENGTH_SCHEMA, {"const": AUTO}]}),
]
TypeSize = Annotated[float, PlainValidator(parse_type_size), WithJsonSchema(_LENGTH_SCHEMA)]
Text = Annotated[
    dict[str, str],
    PlainValidator(parse_text),
    WithJsonSchema({"anyOf": [_TEXT_SCHEMA, _TEXTS_SCHEMA]}),
]
Label = Annotated[
    dict[str, str],
    PlainValidator(parse_label),
    WithJsonSchema(LABEL_SCHEMA),
]
Colour = Annotated[
    str,
    PlainValidator(parse_colour),
    WithJsonSchema(COLOUR_SCHEMA),
]
FileName = Annotated[
    str,
    PlainValidator(parse_file_name),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": MAX_FILE_NAME}),
]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]{0,23}$")]

ColourSymbol = Literal[
    "circle", "triangle", "square", "diamond", "star", "hourglass",
    "heart", "house", "chevron", "plus", "ring", "bar",
]  # fmt: skip
"""Symbols to tell colours apart, in the order in which colours without one get them."""

SymbolName = Literal[ColourSymbol, "hexagon", "arrow", "arrow-down"]


class Model(BaseModel):
    """A table of a TOML file. The docstring below a key documents it, in docs/keys.md and in the JSON Schema."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True)
