"""Themes: colours, fills and symbols. Every theme works with every layout."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, ClassVar, get_args

from annotated_types import Interval, Len
from pydantic import BeforeValidator

from sheetgen.layouts.files.extend import Kind
from sheetgen.layouts.models.base import OrForm
from sheetgen.model import COLOUR_SCHEMA, Colour, ColourSymbol, Model, Name, SymbolName, is_colour, parse_colour

MAX_COLOURS = 60
STAND_IN = "#808080"
"""For a band that is missing or wrong, while the rest of its colour is checked."""
SHADES = ("edge", "cell", "frame", "ink", "mark")
"""What follows from a band. Built-in themes mostly state all of it."""


class RowColours(Model):
    """How one colour of the game is drawn. A single colour instead stands for the band, and the rest follows."""

    band: Colour
    """The band behind the row."""
    edge: Colour
    """The line around the band and around the row's sum."""
    cell: Colour
    """The paper of the cells: pale, so that crosses stand out."""
    frame: Colour
    """The line around the cells."""
    ink: Colour
    """The numbers and locks."""
    mark: Colour
    """The sign on the band."""
    symbol: SymbolName
    """The sign that stands for the colour, in themes with symbols."""


class PieceColours(Model):
    """How a piece or token is drawn."""

    fill: Colour
    """Its colour."""
    ink: Colour
    """The sign on it."""
    symbol: SymbolName
    """The sign."""


class Inks(Model):
    """Colours that belong to no row."""

    text: Colour
    """Titles and strong words."""
    soft: Colour
    """Other words."""
    line: Colour
    """Thin lines."""
    paper: Colour = "#ffffff"
    """The ground of sheets and boards. On white, nothing is printed."""
    panel: Colour
    """The ground of tables."""
    box: Colour
    """The ground of boxes to write in. Pale, so that a photo shows what is written."""
    box_text: Colour | None = None
    """Words and lines on boxes, if not the same as elsewhere."""
    box_soft: Colour | None = None
    """Softer words on boxes, if not the same as elsewhere."""
    path: Colour
    """The path of a track."""
    final: Colour
    """The path along the final spaces."""
    final_edge: Colour
    """The line around the final spaces."""

    @property
    def on_box(self) -> str:
        """The colour of words and lines on boxes, and on plain paper."""
        return self.box_text or self.text

    @property
    def on_box_soft(self) -> str:
        """The colour of softer words there."""
        return self.box_soft or self.soft


def _filled_in(colours: Any) -> Any:
    """Each colour as a whole table. What it leaves out follows from its band, and its symbol from what is free.

    Wrong values stay as they are, to be told at their own keys.
    """
    if not isinstance(colours, dict):
        return colours
    tables = {name: {"band": value} if is_colour(value) else value for name, value in colours.items()}
    stated = [table for table in tables.values() if isinstance(table, dict)]
    taken = Counter(table["symbol"] for table in stated if isinstance(table.get("symbol"), str))
    for name, table in tables.items():
        if not isinstance(table, dict):
            continue
        whole = {**_shades(table), **table}
        if "symbol" not in whole:
            whole["symbol"] = _free_symbol(taken)
            taken[whole["symbol"]] += 1
        tables[name] = whole
    return tables


def _shades(table: dict[str, Any]) -> dict[str, str]:
    """What follows from a colour's band, and from its cell and ink if it states them."""
    if all(key in table for key in SHADES):
        return {}
    from sheetgen.themes.shades import shades_of

    usable = {key: value for key, value in table.items() if is_colour(value)}
    return shades_of(usable.get("band", STAND_IN), usable.get("cell"), usable.get("ink"))


def _free_symbol(taken: Counter[str]) -> SymbolName:
    """The first symbol that the fewest colours have."""
    symbols: tuple[SymbolName, ...] = get_args(ColourSymbol)
    return min(symbols, key=lambda symbol: taken[symbol])


def _table_or_told(value: Any) -> Any:
    """What is no colour is told so; colours have become tables. `false` is for what can be taken away."""
    return value if isinstance(value, dict) or value is False else parse_colour(value)


class Theme(Model):
    """One theme."""

    kind: ClassVar[Kind] = "themes"
    about: Annotated[str, Len(0, 120)]
    """A line about it, for lists."""
    symbols: bool
    """Does each colour have a sign of its own?"""
    outline: Annotated[float, Interval(ge=0.2, le=1.2)]
    """The width of lines around cells, in mm."""
    ring: Annotated[float, Interval(ge=0.03, le=0.2)]
    """The width of the ring of a bonus field, as a share of the field."""
    ink: Inks
    """Colours that belong to no row."""
    colours: Annotated[
        dict[Name, Annotated[RowColours, BeforeValidator(_table_or_told), OrForm(COLOUR_SCHEMA)]],
        Len(0, MAX_COLOURS),
        BeforeValidator(_filled_in),
    ]
    """The colours of rows and dice by their names, each a table or just the colour of its band."""
    tokens: Annotated[dict[Name, PieceColours], Len(0, MAX_COLOURS)]
    """The colours of tokens by their names."""
    pieces: Annotated[list[PieceColours], Len(4, MAX_COLOURS)]
    """The pieces on a track, in the order of the players."""


def with_missing_colours(theme: Theme, other: Theme) -> Theme:
    """Return the theme with the colours that only the other theme has, each with a symbol that is free."""
    colours = dict(theme.colours)
    taken: Counter[str] = Counter(each.symbol for each in colours.values())
    for name, each in other.colours.items():
        if name not in colours:
            symbol = _free_symbol(taken) if taken[each.symbol] else each.symbol
            taken[symbol] += 1
            colours[name] = each.model_copy(update={"symbol": symbol})
    return theme.model_copy(update={"colours": colours})
