"""The `[game]` table of a layout: its keys as pydantic models, and how they compile to a rulebook."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

from annotated_types import Interval, Len

from sheetgen.errors import InputError
from sheetgen.file_model import Model, Name
from sheetgen.rules.features import FEATURES, GameKeys, RowKeys, SheetKeys
from sheetgen.rules.features.doubles import boxes_of
from sheetgen.rules.notation import RowCells, Spaces
from sheetgen.rules.rulebook import Arrangement, Cell, Lock, Requirement, Row, Rulebook, ScoreLine
from sheetgen.rules.shuffle.arrangement import SHUFFLINGS, order_of, read_arrangement, write_arrangement

if TYPE_CHECKING:  # type checkers cannot evaluate a computed literal
    ShuffleKind = str
else:
    ShuffleKind = Literal[*(shuffling.kind for shuffling in SHUFFLINGS)]


class LockSpec(Model):
    """The lock at the end of a row."""

    colour: Name
    """The colour of the die that leaves the game when the row is closed."""
    needs: Annotated[int, Interval(ge=0, le=60)]
    """How many crosses the row needs before its last number may be crossed."""
    last: Annotated[int, Interval(ge=1, le=4)] = 1
    """How many of the last numbers close the row: with 2, either of the last two does."""


class CoreRowSpec(Model):
    """The keys of a row that belong to no feature."""

    cells: RowCells
    """Colour and numbers in the order in which they are crossed: `"red 2..12"`, `"green 12..2"`, `"red 10 6 2 8"`, or
    several colours, `"yellow 2..4, blue 5..7"`. At most 60 cells."""
    lock: LockSpec | None = None
    """The lock at the end of the row. `lock = false` removes that of the extended layout."""
    scores: bool = True
    """`false` for a row that is crossed from left to right but scores nothing."""


class RowSpec(RowKeys, CoreRowSpec):
    """A row of cells, crossed from left to right."""

    @property
    def closing_column(self) -> int:
        """The first column whose number closes the row; one past the last column if there is no lock."""
        return len(self.cells) - (self.lock.last if self.lock else 0)


class PlayersSpec(Model):
    """The number of players."""

    min: Annotated[int, Interval(ge=1, le=12)]
    """The fewest players."""
    max: Annotated[int, Interval(ge=1, le=12)]
    """The most players."""

    @property
    def span(self) -> str:
        """The range as people write it: 2–5, or just 2."""
        return f"{self.min}–{self.max}" if self.min != self.max else str(self.min)


class PenaltiesSpec(Model):
    """Boxes for misthrows. The game ends when a player has crossed all of them."""

    boxes: Annotated[int, Interval(ge=1, le=8)]
    """The number of boxes. With tokens, the number of penalties of all players together that ends the game."""
    points: Annotated[int, Interval(ge=-99, le=0)]
    """The points of a penalty: 0 or negative."""


class EndSpec(Model):
    """What ends the game besides penalties."""

    closed_rows: Annotated[int, Interval(ge=1, le=12)]
    """How many closed rows end the game."""
    per_player: bool = False
    """`true`: a row is closed only for the player who closed it, and one player must have closed so many."""


class SideSpec(Model):
    """One side of a track."""

    spaces: Spaces
    """Row, number and extra points of each space from the start on: `"red 4 +1, yellow 6 +1"`. At most 120 spaces."""


class TrackSpec(Model):
    """A track with a piece for each player."""

    move: Annotated[int, Interval(ge=1, le=20)]
    """How many free spaces a piece may move."""
    final: Annotated[int, Interval(ge=1, le=20)]
    """How many spaces at the end start the final round."""
    sides: Annotated[dict[Name, SideSpec], Len(1, 4)]
    """The sides of the board by name."""


class TokensSpec(Model):
    """Players place tokens on one board instead of crossing sheets."""

    each: Annotated[int, Interval(ge=1, le=60)]
    """The number of tokens of each player."""
    colours: Annotated[list[Name], Len(2, 4)]
    """The colour of the tokens of each player."""


class SheetSpec(SheetKeys):
    """A named sheet: what differs from the layout itself. `a = {}` is the layout itself."""


class CoreGameSpec(Model):
    """The keys of a game that belong to no feature."""

    dice: Annotated[int, Interval(ge=4, le=20)]
    """The number of sides of a die."""
    players: PlayersSpec
    """The number of players."""
    rows: Annotated[dict[Name, RowSpec], Len(1, 12)]
    """The rows by name. `blue = false` removes a row of the extended layout."""
    order: Annotated[list[Name], Len(0, 12)] = []
    """The names of all rows from top to bottom, if they are not written in this order."""
    points: Annotated[list[Annotated[int, Interval(ge=0, le=9999)]], Len(1, 24)]
    """Points for 1, 2, 3 … crosses in a row. Further crosses add nothing."""
    penalties: PenaltiesSpec
    """Boxes for misthrows."""
    end: EndSpec
    """What ends the game besides penalties."""
    shuffle: Annotated[list[ShuffleKind], Len(0, 5)] = []
    """What `--shuffle` may change from sheet to sheet: `"numbers"` within rows, `"colours"` of the same number, or
    things that features of the game bring along."""
    sheets: Annotated[dict[Name, SheetSpec], Len(0, 26)] = {}
    """Sheets with names, which `--sheets` prints: everything in which they differ must be in `shuffle`."""
    together: Annotated[list[Annotated[str, Len(1, 40)]], Len(0, 4)] = []
    """Names of built-in layouts whose sheets other players of the same game may use. They may differ in the cells of
    rows and in points, but not in what all players share."""
    track: TrackSpec | None = None
    """A race track. It requires a `[board]`."""
    tokens: TokensSpec | None = None
    """Tokens on one board instead of crosses on sheets. They require a `[board]` and no `[sheet]`."""


class GameSpec(GameKeys, CoreGameSpec):
    """The rules of the game."""

    @property
    def has_valid_order(self) -> bool:
        """Whether `order` is empty or names every row once."""
        return not self.order or sorted(self.order) == sorted(self.rows)

    @property
    def ordered_rows(self) -> dict[str, RowSpec]:
        """The rows from top to bottom; in the order written if `order` is empty or invalid."""
        return {name: self.rows[name] for name in self.order} if self.order and self.has_valid_order else self.rows


def compile_rulebook(game: GameSpec) -> Rulebook:
    """Return the rulebook of a checked game. Named sheets of an extended layout that no longer fit are left out."""
    rulebook = unnamed_rulebook(game)
    named = {name: named_arrangement(rulebook, sheet) for name, sheet in game.sheets.items()}
    return replace(rulebook, named_sheets={name: own.code for name, own in named.items() if own})


def named_arrangement(rulebook: Rulebook, sheet: SheetSpec) -> Arrangement | None:
    """Return the arrangement of a named sheet; None if it cannot be shuffled out of the layout."""
    try:
        fields = {key: value for feature in FEATURES for key, value in feature.sheet_fields(rulebook, sheet).items()}
        own = replace(rulebook, **fields)
        arrangement = read_arrangement(rulebook, write_arrangement(rulebook, order_of(own)).code)
    except (InputError, LookupError):  # it has other cells, or more or fewer of them
        return None
    return arrangement if arrangement.rulebook == own else None


def unnamed_rulebook(game: GameSpec) -> Rulebook:
    """Return the rulebook of a game whose named sheets may not have been checked, without them."""
    rows = tuple(_rows(game))
    track = game.track
    tokens = game.tokens
    sides = track.sides if track else {}
    features = {name: value for feature in FEATURES for name, value in feature.rulebook_fields(game, rows).items()}
    return Rulebook(
        die_sides=game.dice,
        players=(game.players.min, game.players.max),
        rows=rows,
        requirements=tuple(_requirements(game, rows)),
        scores=tuple(_scores(game, rows)),
        penalty_boxes=game.penalties.boxes,
        penalty_points=game.penalties.points,
        closed_rows=game.end.closed_rows,
        has_own_closing=game.end.per_player,
        move=track.move if track else 0,
        final=track.final if track else 0,
        tracks={side: each.spaces for side, each in sides.items()},
        tokens_each=tokens.each if tokens else 0,
        token_colours=tuple(tokens.colours) if tokens else (),
        shuffle=tuple(game.shuffle),
        **features,
    )


def _rows(game: GameSpec) -> Iterator[Row]:
    for name, row in game.ordered_rows.items():
        cells = tuple(Cell(box.id, box.cell.number, box.cell.colour) for box in boxes_of(name, row))
        lock = Lock(f"{name} lock", row.lock.colour, row.lock.needs, row.lock.last) if row.lock else None
        fields = {key: value for feature in FEATURES for key, value in feature.row_fields(row).items()}
        yield Row(name, cells, lock, **fields)
        for feature in FEATURES:
            yield from feature.rows_below(game, name)


def _requirements(game: GameSpec, rows: tuple[Row, ...]) -> Iterator[Requirement]:
    for row in rows:
        for feature in FEATURES:
            yield from feature.requirements(game, row, rows)
        if row.lock:
            counted = (cell for cell in row.cells if cell.id not in row.closing_ids)
            others = tuple(
                cell.id for cell in counted if all(each.counts_for_lock(game, cell.number) for each in FEATURES)
            )
            for id in row.closing_ids:
                yield Requirement(id, row.lock.needs, others)
            yield Requirement(row.lock.id, 1, row.closing_ids)


def _scores(game: GameSpec, rows: tuple[Row, ...]) -> Iterator[ScoreLine]:
    """Yield a score line for each row that scores, then those of features."""
    for row in rows:
        if row.id in game.rows and game.rows[row.id].scores:
            counted = [id for feature in FEATURES for id in feature.counted_cells(row, rows)]
            yield ScoreLine(row.id, (*row.ids, *counted), (0, *game.points))
    for feature in FEATURES:
        yield from feature.score_lines(game)
