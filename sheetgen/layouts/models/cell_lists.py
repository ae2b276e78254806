"""The small languages of games inside layout values: cell lists, links, pairs and track spaces."""

from __future__ import annotations

import re
from typing import Annotated, Any, NamedTuple

from sheetgen.errors import as_toml
from sheetgen.layouts.models.marks import Parsed
from sheetgen.layouts.models.values import WrongValueError

MAX_CELLS = 60
MAX_SPACES = 120
MAX_CELLS_TEXT, MAX_SPACES_TEXT = 2000, 6000
MAX_LINKS = 60
MAX_PAIRS = 24

_RUN = r"([0-9]{1,3})\.\.([0-9]{1,3})"
_WORD = r"[a-z][a-z0-9]{0,23}"
_PAIR = r"([0-9]{1,3})/([0-9]{1,3})"
_REF = r"([a-z][a-z0-9]{0,23})\s+([0-9]{1,3}(?:#[0-9]{1,2})?)"
_SPACE = r"([a-z][a-z0-9]{0,23})\s+([0-9]{1,3})\s*\+([0-9]{1,3})"
"""Compiled when they are used first: few layouts need them all."""


class CellSpec(NamedTuple):
    """One cell of a row as the layout writes it."""

    colour: str
    number: int


class CellRef(NamedTuple):
    """A cell that is named: its row, and its number as cell ids write it."""

    row: str
    mark: str

    @property
    def id(self) -> str:
        """The cell's id."""
        return f"{self.row} {self.mark}"


class SpaceSpec(NamedTuple):
    """One space of a track as the layout writes it."""

    row: str
    number: int
    extra: int


def _text(value: Any, what: str, hint: str, most: int = MAX_CELLS_TEXT) -> str:
    """The value, if it is a text that is not too long."""
    if not isinstance(value, str) or len(value) > most:
        raise WrongValueError(f"{what} a text in quotes of at most {most:,} characters", hint)
    return value


def parse_cells(value: Any) -> tuple[CellSpec, ...]:
    """`"red 2..12"`, `"yellow 2..4, blue 5..7"` or `"red 10 6 2 8"`."""
    hint = 'Cells are written "red 2..12", "green 12..2" or "yellow 2..4, blue 5 7 9".'
    text = _text(value, "cells are", hint)
    cells: list[CellSpec] = []
    for part in text.split(","):
        words = part.split()
        if len(words) < 2 or not re.fullmatch(_WORD, words[0]):
            raise WrongValueError(f"{as_toml(part.strip())} needs a colour and its numbers", hint)
        for word in words[1:]:
            cells.extend(CellSpec(words[0], number) for number in _numbers(word, hint))
    if len(cells) > MAX_CELLS:
        raise WrongValueError(f"{len(cells)} cells are too many for a row", f"At most {MAX_CELLS}.")
    return tuple(cells)


def _numbers(word: str, hint: str) -> list[int]:
    if run := re.fullmatch(_RUN, word):
        first, last = int(run.group(1)), int(run.group(2))
        step = 1 if last >= first else -1
        return list(range(first, last + step, step))
    if word.isdecimal() and word.isascii() and len(word) <= 3:
        return [int(word)]
    raise WrongValueError(f"{as_toml(word)} is neither a number nor a run of numbers", hint)


def parse_numbers(value: Any) -> tuple[int, ...]:
    """`"2..11"` or `"3 5 9 11"`: some of a row's numbers."""
    hint = 'Numbers are written "2..11" or "3 5 9 11".'
    text = _text(value, "numbers are", hint)
    numbers = [number for word in text.split() for number in _numbers(word, hint)]
    if not 0 < len(numbers) <= MAX_CELLS:
        raise WrongValueError(f"these are {len(numbers)} numbers", f"At least 1 and at most {MAX_CELLS}. {hint}")
    return tuple(numbers)


def parse_line_cells(value: Any) -> tuple[CellRef, ...]:
    """`"yellow 2, green 11, blue 10"`: cells of any rows."""
    hint = 'Cells are named "yellow 2, green 11, blue 10": row and number.'
    text = _text(value, "cells are", hint)
    refs = tuple(_ref(part, hint) for part in text.split(","))
    if len(refs) > MAX_CELLS:
        raise WrongValueError(f"{len(refs)} cells are too many for a line", f"At most {MAX_CELLS}.")
    return refs


def parse_links(value: Any) -> tuple[tuple[CellRef, CellRef], ...]:
    """`"red 6 + yellow 6, yellow 3 + green 11"`: pairs of cells."""
    hint = 'Links are written "red 6 + yellow 6, yellow 3 + green 11".'
    text = _text(value, "links are", hint)
    links = []
    for part in text.split(","):
        ends = part.split("+")
        if len(ends) != 2:
            raise WrongValueError(f"{as_toml(part.strip())} is not a pair of cells", hint)
        links.append((_ref(ends[0], hint), _ref(ends[1], hint)))
    if len(links) > MAX_LINKS:
        raise WrongValueError(f"{len(links)} links are too many", f"At most {MAX_LINKS}.")
    return tuple(links)


def _ref(text: str, hint: str) -> CellRef:
    found = re.fullmatch(_REF, text.strip(), re.ASCII)
    if not found:
        raise WrongValueError(f"{as_toml(text.strip())} is not a cell", hint)
    return CellRef(found.group(1), found.group(2))


def parse_pairs(value: Any) -> tuple[tuple[int, int], ...]:
    """`"8/5 9/7 11/3"`: numbers that stand for one another."""
    hint = 'Pairs are written "8/5 9/7 11/3".'
    text = _text(value, "pairs are", hint)
    words = text.split()
    found = [re.fullmatch(_PAIR, word) for word in words]
    for word, match in zip(words, found, strict=True):
        if not match:
            raise WrongValueError(f"{as_toml(word)} is not a pair of numbers", hint)
    if not 0 < len(words) <= MAX_PAIRS:
        raise WrongValueError(f"these are {len(words)} pairs", f"At least 1 and at most {MAX_PAIRS}. {hint}")
    return tuple((int(match.group(1)), int(match.group(2))) for match in found if match)


def parse_spaces(value: Any) -> tuple[SpaceSpec, ...]:
    """`"red 4 +1, yellow 6 +1, …"`."""
    hint = 'Spaces are written "red 4 +1, yellow 6 +1": row, number, extra points.'
    text = _text(value, "a track is", hint, MAX_SPACES_TEXT)
    spaces = []
    for part in text.split(","):
        found = re.fullmatch(_SPACE, part.strip(), re.ASCII)
        if not found:
            raise WrongValueError(f"{as_toml(part.strip())} is not a space", hint)
        spaces.append(SpaceSpec(found.group(1), int(found.group(2)), int(found.group(3))))
    if len(spaces) > MAX_SPACES:
        raise WrongValueError(f"{len(spaces)} spaces are too many for a track", f"At most {MAX_SPACES}.")
    return tuple(spaces)


Cells = Annotated[
    tuple[CellSpec, ...],
    Parsed(
        parse_cells,
        {"type": "string", "maxLength": MAX_CELLS_TEXT, "examples": ["red 2..12", "yellow 2..4, blue 5 7 9"]},
    ),
]
Numbers = Annotated[
    tuple[int, ...],
    Parsed(parse_numbers, {"type": "string", "maxLength": MAX_CELLS_TEXT, "examples": ["2..11", "3 5 9 11"]}),
]
LineCells = Annotated[
    tuple[CellRef, ...],
    Parsed(
        parse_line_cells, {"type": "string", "maxLength": MAX_CELLS_TEXT, "examples": ["yellow 2, green 11, blue 10"]}
    ),
]
Links = Annotated[
    tuple[tuple[CellRef, CellRef], ...],
    Parsed(parse_links, {"type": "string", "maxLength": MAX_CELLS_TEXT, "examples": ["red 6 + yellow 6"]}),
]
Pairs = Annotated[
    tuple[tuple[int, int], ...],
    Parsed(parse_pairs, {"type": "string", "maxLength": MAX_CELLS_TEXT, "examples": ["8/5 9/7 11/3"]}),
]
Spaces = Annotated[
    tuple[SpaceSpec, ...],
    Parsed(parse_spaces, {"type": "string", "maxLength": MAX_SPACES_TEXT, "examples": ["red 4 +1, yellow 6 +1"]}),
]
