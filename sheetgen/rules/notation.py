"""Parsers for the notation of cells, numbers and track spaces in layouts, such as `red 2..12`."""

import re
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import PlainValidator, WithJsonSchema

from sheetgen.errors import as_toml
from sheetgen.file_model import WrongValueError
from sheetgen.rules.rulebook import Space

MAX_CELLS = 60  # of a row or a score line
MAX_SPACES = 120  # of a track
MAX_CELLS_TEXT, MAX_SPACES_TEXT = 2000, 6000  # characters

T = TypeVar("T")

_WORD = r"[a-z][a-z0-9]{0,23}"
_REF = rf"({_WORD})" r"\s+([0-9]{1,3}(?:#[0-9]{1,2})?)"
_SPACE = rf"({_WORD})" r"\s+([0-9]{1,3})\s*\+([0-9]{1,3})"


class CellSpec(NamedTuple):
    """One cell of a row as the layout writes it."""

    colour: str
    number: int


class CellRef(NamedTuple):
    """A reference to a cell: its row, and its number as in cell ids."""

    row: str
    number: str

    @property
    def id(self) -> str:
        """The cell's id."""
        return f"{self.row} {self.number}"


def require_text(value: Any, what: str, hint: str, most: int = MAX_CELLS_TEXT) -> str:
    """Return the value if it is a text of at most `most` characters. `what` names it in the error."""
    if not isinstance(value, str) or len(value) > most:
        raise WrongValueError(f"{what} must be a text in quotes of at most {most:,} characters", hint)
    return value


def require_at_most(most: int, items: list[T], message: str) -> tuple[T, ...]:
    """Return the items as a tuple; raise an error with their number and the message if there are more than `most`."""
    if len(items) > most:
        raise WrongValueError(f"{len(items)} {message}", f"At most {most}.")
    return tuple(items)


def numbers_hint(cells: tuple[CellSpec, ...]) -> str:
    """Return a hint that lists the numbers of a row."""
    return f"That row has {', '.join(map(str, sorted({cell.number for cell in cells})))}."


def parse_cells(value: Any) -> tuple[CellSpec, ...]:
    """Parse the cells of a row: `"red 2..12"`, `"yellow 2..4, blue 5..7"` or `"red 10 6 2 8"`."""
    hint = 'Cells are written "red 2..12", "green 12..2" or "yellow 2..4, blue 5 7 9".'
    text = require_text(value, "cells", hint)
    cells: list[CellSpec] = []
    for part in text.split(","):
        words = part.split()
        if len(words) < 2 or not re.fullmatch(_WORD, words[0]):
            raise WrongValueError(f"{as_toml(part.strip())} needs a colour and its numbers", hint)
        for word in words[1:]:
            cells.extend(CellSpec(words[0], number) for number in _numbers(word, hint))
    return require_at_most(MAX_CELLS, cells, "cells are too many for a row")


def _numbers(word: str, hint: str) -> list[int]:
    found = re.fullmatch(r"([0-9]{1,3})(?:\.\.([0-9]{1,3}))?", word)
    if not found:
        raise WrongValueError(f"{as_toml(word)} is neither a number nor a run of numbers", hint)
    first, last = int(found[1]), int(found[2] or found[1])
    step = 1 if last >= first else -1
    return list(range(first, last + step, step))


def parse_numbers(value: Any) -> tuple[int, ...]:
    """Parse some of a row's numbers: `"2..11"` or `"3 5 9 11"`."""
    hint = 'Numbers are written "2..11" or "3 5 9 11".'
    text = require_text(value, "numbers", hint)
    numbers = [number for word in text.split() for number in _numbers(word, hint)]
    if not 0 < len(numbers) <= MAX_CELLS:
        raise WrongValueError(f"there are {len(numbers)} numbers", f"At least 1 and at most {MAX_CELLS}. {hint}")
    return tuple(numbers)


def parse_line_cells(value: Any) -> tuple[CellRef, ...]:
    """Parse references to cells of any rows: `"yellow 2, green 11, blue 10"`."""
    hint = 'Cells are named "yellow 2, green 11, blue 10": row and number.'
    parts = require_text(value, "cells", hint).split(",")
    return require_at_most(MAX_CELLS, [parse_ref(part, hint) for part in parts], "cells are too many for a line")


def parse_ref(text: str, hint: str) -> CellRef:
    """Parse a reference to one cell, such as `yellow 2`."""
    found = re.fullmatch(_REF, text.strip(), re.ASCII)
    if not found:
        raise WrongValueError(f"{as_toml(text.strip())} is not a cell", hint)
    return CellRef(found.group(1), found.group(2))


def parse_spaces(value: Any) -> tuple[Space, ...]:
    """Parse the spaces of a track: `"red 4 +1, yellow 6 +1"`."""
    hint = 'Spaces are written "red 4 +1, yellow 6 +1": row, number, extra points.'
    text = require_text(value, "a track", hint, MAX_SPACES_TEXT)
    spaces = []
    for part in text.split(","):
        found = re.fullmatch(_SPACE, part.strip(), re.ASCII)
        if not found:
            raise WrongValueError(f"{as_toml(part.strip())} is not a space", hint)
        spaces.append(Space(found.group(1), int(found.group(2)), int(found.group(3))))
    return require_at_most(MAX_SPACES, spaces, "spaces are too many for a track")


def notation_schema(*examples: str, most: int = MAX_CELLS_TEXT) -> WithJsonSchema:
    """Return the JSON Schema of a value that is written as a text."""
    return WithJsonSchema({"type": "string", "maxLength": most, "examples": list(examples)})


RowCells = Annotated[
    tuple[CellSpec, ...], PlainValidator(parse_cells), notation_schema("red 2..12", "yellow 2..4, blue 5 7 9")
]
Numbers = Annotated[tuple[int, ...], PlainValidator(parse_numbers), notation_schema("2..11", "3 5 9 11")]
LineCells = Annotated[
    tuple[CellRef, ...], PlainValidator(parse_line_cells), notation_schema("yellow 2, green 11, blue 10")
]
Spaces = Annotated[
    tuple[Space, ...], PlainValidator(parse_spaces), notation_schema("red 4 +1, yellow 6 +1", most=MAX_SPACES_TEXT)
]
