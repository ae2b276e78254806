"""The base class of all file models, and the types of values: lengths, texts, colours, file names, symbols."""

import re
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, Literal, TypeGuard

from pydantic import BaseModel, ConfigDict, PlainValidator, StringConstraints, WithJsonSchema

from sheetgen.errors import as_toml, is_printable

MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
MAX_LENGTH_MM = 2000.0
MIN_SIZE_MM = 1.0
MIN_TYPE_PT = 6
MAX_TEXT = 120  # characters
MAX_FILE_NAME = 200  # characters
AUTO = "auto"
ALL_LANGUAGES = "*"  # key of a label's text that is the same in all languages

_LENGTH_HINT = 'Lengths are written "12mm", "1.2cm", "0.5in" or "14pt".'
_LENGTH = re.compile(r"(\d{1,4}(?:\.\d{1,6})?)\s*(mm|cm|in|pt)", re.ASCII)


class WrongValueError(ValueError):
    """A value of the right type that is not allowed, with a hint about what is."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def parse_length(value: Any, *, hint: str = _LENGTH_HINT) -> float:
    """Return a length such as `"12mm"`, `"0.5in"` or `"14pt"` in millimetres. `hint` explains how to write one."""
    text = value.strip() if isinstance(value, str) else as_toml(value)
    found = _LENGTH.fullmatch(text)
    if not found:
        meant = [each for each in (f"{text}mm", text.replace(",", ".")) if len(each) <= 12 and _LENGTH.fullmatch(each)]
        question = f'Did you mean "{meant[0]}"? ' if meant else ""
        raise WrongValueError(f"{as_toml(value)} is not a length", question + hint)
    millimetres = float(found.group(1)) * MM_PER_UNIT[found.group(2)]
    if millimetres > MAX_LENGTH_MM:
        raise WrongValueError(f"{value!r} is too long", f"At most {MAX_LENGTH_MM:.0f}mm.")
    return millimetres


def parse_size(value: Any, *, hint: str = _LENGTH_HINT) -> float:
    """Return the size of something visible in millimetres: a length of at least 1 mm."""
    millimetres = parse_length(value, hint=hint)
    if millimetres < MIN_SIZE_MM:
        raise WrongValueError(f"{value!r:.60} is too small", f"At least {MIN_SIZE_MM:g}mm.")
    return millimetres


def parse_type_size(value: Any) -> float:
    """Return the size of printed text in millimetres: a length of at least 6 pt."""
    millimetres = parse_length(value)
    if millimetres < MIN_TYPE_PT * MM_PER_UNIT["pt"] - 1e-9:
        raise WrongValueError(f"{value!r:.60} is too small to be read", f"At least {MIN_TYPE_PT}pt.")
    return millimetres


def parse_auto_size(value: Any) -> float | None:
    """Return a size in millimetres, or None for `"auto"`."""
    return None if value == AUTO else parse_size(value, hint=f'{_LENGTH_HINT} Or write "{AUTO}".')


def parse_text(value: Any) -> dict[str, str]:
    """Return a text for every language (`"Classic"`) or one for each (`{ en = "Classic", de = "Klassisch" }`)."""
    hint = 'Write "Classic", or { en = "Classic", de = "Klassisch" }.'
    texts = _texts({"en": value} if isinstance(value, str) else value, hint)
    if "en" not in texts:
        fallback = "It is used for every language that is not listed."
        raise WrongValueError("the English text is missing", f"{fallback} {hint}")
    for text in texts.values():
        if not text.strip() or not is_printable(text):
            raise WrongValueError(f"{as_toml(text)} cannot be printed on one line", hint)
        if len(text) > MAX_TEXT:
            raise WrongValueError(f"the text has {len(text)} characters", f"At most {MAX_TEXT}.")
    return texts


def parse_label(value: Any) -> dict[str, str]:
    """Return a label by language: one text for all languages, or one for each of some."""
    hint = 'Write "Round", or { en = "Round", de = "Runde" }.'
    return _texts({ALL_LANGUAGES: value} if isinstance(value, str) else value, hint)


def _texts(value: Any, hint: str) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise WrongValueError(f"{as_toml(value)} is neither a text nor a table of texts", hint)
    return value


@cache
def css_colours() -> dict[str, str]:
    """Return the colours that CSS has names for, as `#rrggbb`."""
    from PIL import ImageColor  # scoring does without it

    return {name: "#{:02x}{:02x}{:02x}".format(*ImageColor.getrgb(name)) for name in list(ImageColor.colormap)}


def is_colour(value: Any) -> TypeGuard[str]:
    """Return whether a value is a colour: `#rrggbb`, `#rgb` or the name of a CSS colour."""
    if not isinstance(value, str):
        return False
    return re.fullmatch(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})", value) is not None or value.lower() in css_colours()


def parse_colour(value: Any) -> str:
    """Return a colour as `#rrggbb` in lower case."""
    if not is_colour(value):
        hint = 'Colours are written "#d6283b", "#d23" or as in CSS, such as "crimson".'
        similar = get_close_matches(value.lower()[:20], css_colours(), n=1) if isinstance(value, str) else ()
        if similar:
            hint = f'Did you mean "{similar[0]}"? {hint}'
        raise WrongValueError(f"{as_toml(value)} is not a colour", hint)
    colour = value.lower() if value.startswith("#") else css_colours()[value.lower()]
    return colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])


def parse_file_name(value: Any) -> str:
    """Return the name of a file, relative to the file that names it. The file need not exist."""
    if not isinstance(value, str) or not 0 < len(value) <= MAX_FILE_NAME or not value.isprintable():
        hint = "Write its name in quotes, as seen from this file."
        raise WrongValueError(f"{as_toml(value)} is not the name of a file", hint)
    return value


_LENGTH_SCHEMA = {
    "type": "string",
    "pattern": r"^\s*\d{1,4}(\.\d{1,6})?\s*(mm|cm|in|pt)\s*$",
    "examples": ["12mm", "0.5in"],
}
LABEL_SCHEMA = {"anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": {"type": "string"}}]}
_COLOUR_SCHEMA = {
    "type": "string",
    "pattern": "^(#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-zA-Z]{3,20})$",
    "examples": ["#d6283b", "#d23", "crimson"],
}
_TEXT_SCHEMA = {"type": "string", "minLength": 1, "maxLength": MAX_TEXT}
_TEXT_OR_TEXTS_SCHEMA = {"anyOf": [_TEXT_SCHEMA, {"type": "object", "additionalProperties": _TEXT_SCHEMA}]}
_AUTO_SIZE_SCHEMA = {"anyOf": [_LENGTH_SCHEMA, {"const": AUTO}]}
_FILE_NAME_SCHEMA = {"type": "string", "minLength": 1, "maxLength": MAX_FILE_NAME}

Length = Annotated[float, PlainValidator(parse_length), WithJsonSchema(_LENGTH_SCHEMA)]
Size = Annotated[float, PlainValidator(parse_size), WithJsonSchema(_LENGTH_SCHEMA)]
AutoSize = Annotated[float | None, PlainValidator(parse_auto_size), WithJsonSchema(_AUTO_SIZE_SCHEMA)]
TypeSize = Annotated[float, PlainValidator(parse_type_size), WithJsonSchema(_LENGTH_SCHEMA)]
Text = Annotated[dict[str, str], PlainValidator(parse_text), WithJsonSchema(_TEXT_OR_TEXTS_SCHEMA)]
Label = Annotated[dict[str, str], PlainValidator(parse_label), WithJsonSchema(LABEL_SCHEMA)]
Colour = Annotated[str, PlainValidator(parse_colour), WithJsonSchema(_COLOUR_SCHEMA)]
FileName = Annotated[str, PlainValidator(parse_file_name), WithJsonSchema(_FILE_NAME_SCHEMA)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]{0,23}$")]

# Symbols that distinguish colours, in the order in which colours without one get them.
ColourSymbol = Literal[
    "circle", "triangle", "square", "diamond", "star", "hourglass",
    "heart", "house", "chevron", "plus", "ring", "bar",
]  # fmt: skip
SymbolName = Literal[ColourSymbol, "hexagon", "arrow", "arrow-down"]
RulePicture = Literal[
    "dice", "row", "lock", "penalty", "bonus", "double", "twice", "line", "chain", "swap", "trio", "bar",
    "piece", "finish", "stack", "cards",
]  # fmt: skip
EmblemName = Literal[
    "dice", "rings", "flag", "tokens", "chain", "stairs", "boxes", "crosses", "mosaic", "arrows", "clover", "pips",
    "trio", "lock", "crown", "star", "heart", "cards",
]  # fmt: skip


class Model(BaseModel):
    """A table of a TOML file. The docstring below a key documents it, in docs/keys.md and in the JSON Schema."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True, defer_build=True)
