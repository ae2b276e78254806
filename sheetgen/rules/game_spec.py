"""The `[game]` table of a layout: every key that says what is played. `compile` turns it into a rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from annotated_types import Interval, Len

from sheetgen.model import Model, Name
from sheetgen.rules.features import GameKeys, RowKeys
from sheetgen.rules.notation import Cells, Spaces
from sheetgen.rules.shuffle.arrangement import SHUFFLINGS

if TYPE_CHECKING:
    ShuffleKind = str
else:
    ShuffleKind = Literal[*(shuffling.kind for shuffling in SHUFFLINGS)]


class LockSpec(Model):
    """The lock at the end of a row."""

    colour: Name
    """The die that leaves the game when the row is closed."""
    needs: Annotated[int, Interval(ge=0, le=60)]
    """How many crosses the row needs before its last number may be crossed."""
    last: Annotated[int, Interval(ge=1, le=4)] = 1
    """How many of the last numbers close the row: with 2, either of the last two."""


class CoreRowSpec(Model):
    """The keys of a row that belong to no feature."""

    cells: Cells
    """Colour and numbers in the order they are crossed: `"red 2..12"`, `"green 12..2"`, `"red 10 6 2 8"`, or several
    colours, `"yellow 2..4, blue 5..7"`. At most 60 cells."""
    lock: LockSpec | None = None
    """The lock. `lock = false` takes away the one of the extended layout."""
    scores: bool = True
    """`false` for a row that is crossed from left to right, but scores nothing."""


class RowSpec(RowKeys, CoreRowSpec):
    """A row of cells, crossed from left to right."""

    @property
    def closing_column(self) -> int:
        """The first column whose number closes the row; beyond the last column without a lock."""
        return len(self.cells) - (self.lock.last if self.lock else 0)


class PlayersSpec(Model):
    """How many can play."""

    min: Annotated[int, Interval(ge=1, le=12)]
    """The fewest players."""
    max: Annotated[int, Interval(ge=1, le=12)]
    """The most players."""

    @property
    def span(self) -> str:
        """The range as people write it: 2–5, or just 2."""
        return f"{self.min}–{self.max}" if self.min != self.max else str(self.min)


class PenaltiesSpec(Model):
    """Boxes for misthrows. All boxes crossed end the game."""

    boxes: Annotated[int, Interval(ge=1, le=8)]
    """How many boxes there are. With tokens, how many penalties all players may have together."""
    points: Annotated[int, Interval(ge=-99, le=0)]
    """What a penalty costs, with its minus."""


class EndSpec(Model):
    """What ends the game besides the penalties."""

    closed_rows: Annotated[int, Interval(ge=1, le=12)]
    """How many closed rows end the game."""


class SideSpec(Model):
    """One side of a track."""

    spaces: Spaces
    """Row, number and extra points of each space, from the start on: `"red 4 +1, yellow 6 +1"`. At most 120."""


class TrackSpec(Model):
    """A track with a piece for each player."""

    move: Annotated[int, Interval(ge=1, le=20)]
    """How many free spaces a piece may go."""
    final: Annotated[int, Interval(ge=1, le=20)]
    """How many spaces at the end start the final round."""
    sides: Annotated[dict[Name, SideSpec], Len(1, 4)]
    """The sides of the board by their names."""


class TokensSpec(Model):
    """Players place tokens on one board instead of crossing sheets."""

    each: Annotated[int, Interval(ge=1, le=60)]
    """How many tokens each player has."""
    colours: Annotated[list[Name], Len(2, 4)]
    """A colour of tokens for each player."""


class CoreGameSpec(Model):
    """The keys of a game that belong to no feature."""

    dice: Annotated[int, Interval(ge=4, le=20)]
    """How many sides a die has."""
    players: PlayersSpec
    """How many can play."""
    rows: Annotated[dict[Name, RowSpec], Len(1, 12)]
    """The rows by their names. `blue = false` takes away a row of the extended layout."""
    order: Annotated[list[Name], Len(0, 12)] = []
    """The names of all rows from top to bottom, if that is not the order in which they are written."""
    points: Annotated[list[Annotated[int, Interval(ge=0, le=9999)]], Len(1, 24)]
    """Points for 1, 2, 3 … crosses in a row. Further crosses count no more."""
    penalties: PenaltiesSpec
    """Boxes for misthrows."""
    end: EndSpec
    """What ends the game besides the penalties."""
    shuffle: Annotated[list[ShuffleKind], Len(0, 5)] = []
    """What `--shuffle` may change from sheet to sheet: `"numbers"` within rows, `"colours"` of the same number, or
    things that features of the game bring along."""
    track: TrackSpec | None = None
    """A race track. It needs a `[board]`."""
    tokens: TokensSpec | None = None
    """Tokens on one board instead of crosses on sheets. They need a `[board]`, and no `[sheet]`."""


class GameSpec(GameKeys, CoreGameSpec):
    """The rules that differ from game to game."""

    @property
    def has_valid_order(self) -> bool:
        """Whether `order` is empty or names every row once."""
        return not self.order or sorted(self.order) == sorted(self.rows)

    @property
    def ordered_rows(self) -> dict[str, RowSpec]:
        """The rows from top to bottom; as they are written if `order` cannot be followed."""
        return {name: self.rows[name] for name in self.order} if self.order and self.has_valid_order else self.rows
