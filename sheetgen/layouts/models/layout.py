"""What a layout file may say: the game and how it looks. Every key of the layout language stands here.

The text below a key is its documentation: the reference in docs/ and the JSON Schema are made from it.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from annotated_types import Interval, Len
from pydantic import StringConstraints

from sheetgen.errors import InputError, KeyPath, Problem
from sheetgen.layouts.files.extend import Kind
from sheetgen.layouts.models.base import FileModel, Model
from sheetgen.layouts.models.cell_lists import Cells, LineCells, Links, Numbers, Pairs, Spaces
from sheetgen.layouts.models.looks import BoardLook, Fonts, PiecesLook, SheetLook, SymbolName
from sheetgen.layouts.models.values import ALL_LANGUAGES, FileName, Label, Name, Text

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$")]


Shuffled = Literal["numbers", "colours", "lines", "links", "lucky"]


class Lock(Model):
    """The lock at the end of a row."""

    colour: Name
    """The die that leaves the game when the row is closed."""
    needs: Annotated[int, Interval(ge=0, le=60)]
    """How many crosses the row needs before its last number may be crossed."""
    last: Annotated[int, Interval(ge=1, le=4)] = 1
    """How many of the last numbers close the row: with 2, either of the last two."""


class Row(Model):
    """A row of cells, crossed from left to right."""

    cells: Cells
    """Colour and numbers in the order they are crossed: `"red 2..12"`, `"green 12..2"`, `"red 10 6 2 8"`, or several
    colours, `"yellow 2..4, blue 5..7"`. At most 60 cells."""
    lock: Lock | None = None
    """The lock. `lock = false` takes away the one of the extended layout."""
    doubles: Numbers | None = None
    """Numbers with a second box below them, `"2..11"`: it may be crossed when the number comes again, as long as
    nothing to its right is crossed, and counts as one more cross."""
    twice: Numbers | None = None
    """Numbers that count as two crosses at once, `"3 5 9 11"`."""
    scores: bool = True
    """`false` for a row that is crossed from left to right, but scores nothing."""


class BonusRow(Model):
    """A row of bonus fields between two neighbours, whose numbers it repeats."""

    between: Annotated[list[Name], Len(2, 2)]
    """The rows above and below it. They must be neighbours with the same numbers."""


class Line(Model):
    """Cells of any rows that score once more together."""

    title: Text
    """What its sum is called."""
    cells: LineCells
    """Its cells, by row and number: `"yellow 2, green 11, blue 10"`."""
    points: Annotated[list[Annotated[int, Interval(ge=0, le=9999)]], Len(1, 60)] | None = None
    """Points for 1, 2, 3 … crosses in it; those of the rows unless given."""
    symbol: SymbolName = "star"
    """The symbol by which its cells and its sum are known."""


class Swap(Model):
    """A row of pairs of numbers, crossed from left to right, that scores nothing. Who crosses a pair along with the
    white sum uses its other number instead."""

    pairs: Pairs
    """The pairs in the order they are crossed: `"8/5 9/7 11/3"`. At most 24."""


class Players(Model):
    """How many can play."""

    min: Annotated[int, Interval(ge=1, le=12)]
    """The fewest players."""
    max: Annotated[int, Interval(ge=1, le=12)]
    """The most players."""

    @property
    def span(self) -> str:
        """As people write it: 2–5, or just 2."""
        return f"{self.min}–{self.max}" if self.min != self.max else str(self.min)


class Penalties(Model):
    """Boxes for misthrows. All boxes crossed end the game."""

    boxes: Annotated[int, Interval(ge=1, le=8)]
    """How many boxes there are. With tokens, how many penalties all players may have together."""
    points: Annotated[int, Interval(ge=-99, le=0)]
    """What a penalty costs, with its minus."""


class End(Model):
    """What ends the game besides the penalties."""

    closed_rows: Annotated[int, Interval(ge=1, le=12)]
    """How many closed rows end the game."""


class Side(Model):
    """One side of a track."""

    spaces: Spaces
    """Row, number and extra points of each space, from the start on: `"red 4 +1, yellow 6 +1"`. At most 120."""


class Track(Model):
    """A track with a piece for each player."""

    move: Annotated[int, Interval(ge=1, le=20)]
    """How many free spaces a piece may go."""
    final: Annotated[int, Interval(ge=1, le=20)]
    """How many spaces at the end start the final round."""
    sides: Annotated[dict[Name, Side], Len(1, 4)]
    """The sides of the board by their names."""


class Tokens(Model):
    """Players place tokens on one board instead of crossing sheets."""

    each: Annotated[int, Interval(ge=1, le=60)]
    """How many tokens each player has."""
    colours: Annotated[list[Name], Len(2, 4)]
    """A colour of tokens for each player."""


class Game(Model):
    """The rules that differ from game to game."""

    dice: Annotated[int, Interval(ge=4, le=20)]
    """How many sides a die has."""
    players: Players
    """How many can play."""
    rows: Annotated[dict[Name, Row], Len(1, 12)]
    """The rows by their names. `blue = false` takes away a row of the extended layout."""
    order: Annotated[list[Name], Len(0, 12)] = []
    """The names of all rows from top to bottom, if they shall not stand as they are written."""
    bonus: Annotated[list[BonusRow], Len(0, 11)] = []
    """Rows of bonus fields, each of which counts for both its neighbours."""
    points: Annotated[list[Annotated[int, Interval(ge=0, le=9999)]], Len(1, 24)]
    """Points for 1, 2, 3 … crosses in a row. Further crosses count no more."""
    penalties: Penalties
    """Boxes for misthrows."""
    end: End
    """What ends the game besides the penalties."""
    lines: Annotated[dict[Name, Line], Len(0, 4)] = {}
    """Score lines over cells of any rows, by their names. `steps = false` takes one away."""
    links: Links | None = None
    """Pairs of cells that are crossed together, whichever is crossed first and wherever the other stands:
    `"red 6 + yellow 6, yellow 3 + green 11"`. `links = false` takes them away."""
    swap: Swap | None = None
    """A row of pairs of numbers by which players swap the white sum."""
    lucky: Annotated[list[int], Len(0, 6)] = []
    """White sums with which each player may cross the next number of an own row with the fewest crosses instead."""
    shuffle: Annotated[list[Shuffled], Len(0, 5)] = []
    """What `--shuffle` may change from sheet to sheet: `"numbers"` within rows, `"colours"` of the same number,
    `"lines"` and `"links"` within columns, `"lucky"` numbers."""
    track: Track | None = None
    """A race track. It needs a `[board]`."""
    tokens: Tokens | None = None
    """Tokens on one board instead of crosses on sheets. They need a `[board]`, and no `[sheet]`."""

    @property
    def ordered_rows(self) -> dict[str, Row]:
        """The rows from top to bottom."""
        return {name: self.rows[name] for name in self.order} if self.order else self.rows


class Layout(FileModel):
    """One layout: what the game is and how it looks."""

    kind: ClassVar[Kind] = "layouts"
    slug: Slug
    """The name in the scorer's address and of the file that is made: small letters, digits and `-`."""
    title: Text
    """The title on the sheet: one text, or one for each language, `{ en = "Classic", de = "Klassisch" }`."""
    about: Text
    """A line about it, for lists."""
    theme: FileName | None = None
    """The theme that it is printed in unless another one is asked for: a built-in one, or a file beside this one."""
    lang: FileName | None = None
    """The language that it is printed in unless another one is asked for: a built-in one, or a file beside this one."""
    game: Game
    """The game."""
    labels: dict[str, Label] = {}
    """Own texts instead of the language's, by the names of its `[labels]`: one for all languages, or one for each,
    `{ en = "Round", de = "Runde" }`. An empty text prints nothing."""
    fonts: Fonts = Fonts()
    """Own typefaces."""
    sheet: SheetLook | None = None
    """The sheet that one player writes on."""
    board: BoardLook | None = None
    """The board that all share. `board = false` takes away that of the extended layout."""
    pieces: PiecesLook | None = None
    """What is cut out."""

    def own_label(self, key: str, code: str) -> str | None:
        """The layout's own text for a label in a language; None if it leaves it to the language."""
        texts = self.labels.get(key, {})
        return texts.get(code, texts.get(ALL_LANGUAGES))

    def problem(self, path: KeyPath, message: str, hint: str) -> Problem:
        """A problem with the value at this key."""
        return self.source.problem(path, message, hint)

    def error(self, message: str, hint: str, *paths: KeyPath) -> InputError:
        """One problem as an error, at the first of these keys in the file nearest to the user."""
        return InputError.of(message, hint, self.source.nearest(*paths))
