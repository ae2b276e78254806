"""The theme model: colours, fills and symbols. Every theme works with every layout.

The values of the built-in themes are in `templates/themes/color.toml` and the files beside it.
"""

from collections import Counter
from typing import Annotated, Any, ClassVar, Literal, get_args

from annotated_types import Interval, Len
from pydantic import BeforeValidator

from sheetgen.file_model import Colour, ColourSymbol, Model, Name, SymbolName, is_colour, parse_colour
from sheetgen.layouts.files.merge import Kind
from sheetgen.themes.colours import shades_of

MAX_COLOURS = 60
PLACEHOLDER_BAND = "#808080"  # replaces a missing or wrong band while the other shades of its colour are checked


class RowColours(Model):
    """The shades of one colour of the game. If only one is given, it is the band, and the rest follows from it."""

    band: Colour
    """The band behind the row."""
    edge: Colour
    """The line around the band and around the row's sum."""
    cell: Colour
    """The background of cells and locks: pale, so that crosses stand out."""
    frame: Colour
    """The line around cells and locks."""
    ink: Colour
    """Numbers and locks."""
    mark: Colour
    """Name, symbol and direction on the band."""
    symbol: SymbolName
    """The symbol of the colour, in themes with symbols."""


class PieceColours(Model):
    """The colours of a piece or token."""

    fill: Colour
    """The colour of the piece."""
    ink: Colour
    """The colour of the symbol on it."""
    symbol: SymbolName
    """The symbol on it."""


class Inks(Model):
    """Colours that belong to no row."""

    text: Colour
    """Titles and emphasised words."""
    soft: Colour
    """Other words."""
    line: Colour
    """Thin lines."""
    paper: Colour = "#ffffff"
    """The background of sheets and boards. White is not printed."""
    panel: Colour
    """The background of tables."""
    box: Colour
    """The background of boxes to write in: pale, so that photos show what is written."""
    box_text: Colour | None = None
    """Words and lines on boxes, if different from `text`."""
    box_soft: Colour | None = None
    """Other words on boxes, if different from `soft`."""
    head: Colour | None = None
    """The head of sheets and boards, if different from `text`."""
    head_text: Colour | None = None
    """Words on the head, if different from `box`."""
    path: Colour
    """The road of a track."""
    path_edge: Colour
    """The edges of the road."""
    on_path: Colour
    """Arrows on the road."""
    final: Colour
    """The road along the final spaces."""
    final_edge: Colour
    """The edges of the road along the final spaces."""
    on_final: Colour
    """Arrows on the road along the final spaces."""
    final_text: Colour
    """The finish, and the lines around the final spaces."""

    @property
    def on_box(self) -> str:
        """The colour of words and lines on boxes, and on plain paper."""
        return self.box_text or self.text

    @property
    def on_box_soft(self) -> str:
        """The colour of softer words on boxes, and on plain paper."""
        return self.box_soft or self.soft


def _complete_colours(colours: Any) -> Any:
    """Return each colour as a complete table: missing shades follow from its band, a missing symbol is a free one.

    Wrong values are not changed, so that they are reported at their own keys.
    """
    if not isinstance(colours, dict):
        return colours
    tables = {name: {"band": value} if is_colour(value) else value for name, value in colours.items()}
    stated = [table for table in tables.values() if isinstance(table, dict)]
    taken = Counter(table["symbol"] for table in stated if isinstance(table.get("symbol"), str))
    for name, table in tables.items():
        if not isinstance(table, dict):
            continue
        valid = {key: parse_colour(value) for key, value in table.items() if is_colour(value)}
        complete = {**shades_of(valid.get("band", PLACEHOLDER_BAND), valid.get("cell"), valid.get("ink")), **table}
        if "symbol" not in complete:
            complete["symbol"] = _free_symbol(taken)
            taken[complete["symbol"]] += 1
        tables[name] = complete
    return tables


def _free_symbol(taken: Counter[str]) -> SymbolName:
    """Return the symbol that the fewest colours have; the first of several."""
    symbols: tuple[SymbolName, ...] = get_args(ColourSymbol)
    return min(symbols, key=lambda symbol: taken[symbol])


def _table_or_error(value: Any) -> Any:
    """Return a table or `false`, and raise an error for anything else. `_complete_colours` has made colours tables."""
    return value if isinstance(value, dict) or value is False else parse_colour(value)


class Theme(Model):
    """The colours, fills and symbols that layouts are printed in."""

    kind: ClassVar[Kind] = "themes"
    about: Annotated[str, Len(0, 120)]
    """One line of description, for lists."""
    symbols: bool
    """Whether each colour has a symbol of its own."""
    outline: Annotated[float, Interval(ge=0.2, le=1.2)]
    """The width of the lines around cells, in mm."""
    head: Literal["solid", "ruled", "plain"] = "solid"
    """The head with the title: `"solid"` is filled with `ink.head`, `"ruled"` has a frame, and `"plain"` a line."""
    ring: Annotated[float, Interval(ge=0.03, le=0.2)]
    """The width of the ring of a bonus field, as a share of the field."""
    ink: Inks
    """Colours that belong to no row."""
    colours: Annotated[
        dict[Name, Annotated[RowColours, BeforeValidator(_table_or_error, json_schema_input_type=RowColours | Colour)]],
        Len(0, MAX_COLOURS),
        BeforeValidator(_complete_colours),
    ]
    """The colours of rows and dice by name, each a table or only the colour of its band."""
    tokens: Annotated[dict[Name, PieceColours], Len(0, MAX_COLOURS)]
    """The colours of tokens by name."""
    pieces: Annotated[list[PieceColours], Len(4, MAX_COLOURS)]
    """The colours of the pieces on a track, in the order of the players."""

    @property
    def head_fill(self) -> str:
        """The colour behind the words on the head."""
        match self.head:
            case "solid":
                return self.ink.head or self.ink.text
            case "ruled":
                return self.ink.panel
            case "plain":
                return self.ink.paper

    @property
    def head_words(self) -> str:
        """The colour of words on the head."""
        if self.head == "solid":
            return self.ink.head_text or self.ink.box
        return self.ink.head_text or self.ink.text


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
