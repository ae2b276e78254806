"""Themes: colours, fills and symbols. Every theme works with every layout."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from pydantic import Field

from sheetgen.layouts.extend import load_built_in
from sheetgen.layouts.models import Model
from sheetgen.layouts.validate import validate
from sheetgen.layouts.values import Colour, Name

DEFAULT_THEME = "color"

SymbolName = Literal[
    "circle", "triangle", "square", "diamond", "star", "hexagon", "ring", "plus", "arrow", "arrow-down"
]


class RowColours(Model):
    """How one colour of the game is drawn."""

    band: Colour
    edge: Colour
    cell: Colour
    frame: Colour
    ink: Colour
    mark: Colour
    symbol: SymbolName


class PieceColours(Model):
    """How a piece or token is drawn."""

    fill: Colour
    ink: Colour
    symbol: SymbolName


class Inks(Model):
    """Colours that belong to no row."""

    text: Colour
    soft: Colour
    line: Colour
    box: Colour
    panel: Colour
    path: Colour
    final: Colour
    final_edge: Colour


class Theme(Model):
    """One theme."""

    about: str
    symbols: bool
    outline: Annotated[float, Field(ge=0.2, le=1.2)]
    ring: Annotated[float, Field(ge=0.03, le=0.2)]
    ink: Inks
    colours: dict[Name, RowColours]
    tokens: dict[Name, PieceColours]
    pieces: Annotated[list[PieceColours], Field(min_length=4)]


@cache
def load_theme(name: str) -> Theme:
    """A built-in theme."""
    return validate(Theme, load_built_in("themes", name))
