"""What a layout file may say: the game and how it looks. Every key of the layout language stands here."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, StringConstraints

from sheetgen.errors import InputError, KeyPath, Problem
from sheetgen.layouts.extend import Merged
from sheetgen.layouts.values import Cells, Length, Name, Size, Spaces, Text, TypeSize

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$")]


class Model(BaseModel):
    """Unknown keys are errors, a number is not a text, and nothing changes after loading."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Lock(Model):
    """The lock at the end of a row."""

    colour: Name
    needs: Annotated[int, Field(ge=0, le=60)]


class Row(Model):
    """A row of cells, crossed from left to right."""

    cells: Cells
    lock: Lock | None = None


class BonusRow(Model):
    """A row of bonus fields between two neighbours, whose numbers it repeats."""

    between: Annotated[list[Name], Field(min_length=2, max_length=2)]


class Players(Model):
    """How many can play."""

    min: Annotated[int, Field(ge=1, le=12)]
    max: Annotated[int, Field(ge=1, le=12)]

    @property
    def span(self) -> str:
        """As people write it: 2–5, or just 2."""
        return f"{self.min}–{self.max}" if self.min != self.max else str(self.min)


class Penalties(Model):
    """Boxes for misthrows. All boxes crossed end the game."""

    boxes: Annotated[int, Field(ge=1, le=8)]
    points: Annotated[int, Field(ge=-99, le=0)]


class End(Model):
    """What ends the game besides the penalties."""

    closed_rows: Annotated[int, Field(ge=1, le=12)]


class Side(Model):
    """One side of a track."""

    spaces: Spaces


class Track(Model):
    """A track with a piece for each player."""

    move: Annotated[int, Field(ge=1, le=20)]
    final: Annotated[int, Field(ge=1, le=20)]
    sides: Annotated[dict[Name, Side], Field(min_length=1, max_length=4)]


class Tokens(Model):
    """Players place tokens on one board instead of crossing sheets."""

    each: Annotated[int, Field(ge=1, le=60)]
    colours: Annotated[list[Name], Field(min_length=2, max_length=4)]


class Game(Model):
    """The rules that differ from game to game."""

    dice: Annotated[int, Field(ge=4, le=20)]
    players: Players
    rows: Annotated[dict[Name, Row], Field(min_length=1, max_length=12)]
    bonus: Annotated[list[BonusRow], Field(max_length=11)] = []
    points: Annotated[list[Annotated[int, Field(ge=0, le=9999)]], Field(min_length=1, max_length=24)]
    penalties: Penalties
    end: End
    track: Track | None = None
    tokens: Tokens | None = None


class CellLook(Model):
    """The box that is crossed."""

    width: Size
    height: Size
    gap: Length
    radius: Length


class BandLook(Model):
    """The coloured band behind a row's cells."""

    padding: Length
    head: Length
    gap: Length
    bonus: Length


class SheetLook(Model):
    """The sheet that one player writes on."""

    width: Size
    height: Size
    margin: Size
    mark: Size
    code: Size
    text: TypeSize
    cell: CellLook
    band: BandLook


class BoardLook(Model):
    """The board that all share."""

    width: Size
    height: Size
    margin: Size
    code: Size
    text: TypeSize
    columns: Annotated[int, Field(ge=3, le=24)] | None = None
    cell: CellLook
    band: BandLook | None = None


class PiecesLook(Model):
    """What is cut out: fold-up pieces of a track, or tokens."""

    width: Size
    height: Size
    text: TypeSize


class Layout(Model):
    """One layout: what the game is and how it looks."""

    slug: Slug
    title: Text
    about: Text
    game: Game
    labels: dict[str, str] = {}
    sheet: SheetLook | None = None
    board: BoardLook | None = None
    pieces: PiecesLook | None = None
    _source: Merged | None = PrivateAttr(default=None)

    def keep_source(self, source: Merged) -> None:
        """Remember the files, for problems that show only when the layout is drawn."""
        self._source = source

    def source_data(self) -> dict[str, Any]:
        """The layout as its files say it, with all that they extend."""
        return self._source.data if self._source else {}

    def problem(self, path: KeyPath, message: str, hint: str) -> Problem:
        """A problem with the value at this key."""
        return Problem(message, hint, self._source.place(path) if self._source else None)

    def error(self, path: KeyPath, message: str, hint: str) -> InputError:
        """That one problem as an error."""
        return InputError([self.problem(path, message, hint)])
