"""A trio: both white dice and a coloured one that make a certain sum allow a cross in a row of fields with points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Interval, Len

from sheetgen.errors import Problem
from sheetgen.file_model import Model
from sheetgen.rules.audit.findings import Cells, Finding, IllegalMoveError, sheet_finding
from sheetgen.rules.features.base import Feature, PrintedNote
from sheetgen.rules.rulebook import Cell, Row, Rulebook, ScoreLine, Trio, cell_ids
from sheetgen.rules.shuffle.shuffling import LayoutFiles

if TYPE_CHECKING:
    from sheetgen.rules.audit.findings import Value
    from sheetgen.rules.engine.grid import CrossOption
    from sheetgen.rules.engine.state import GameState
    from sheetgen.rules.game_spec import GameSpec
    from sheetgen.rules.records import Record, Sheet

_ROW = "trio"


class TrioSpec(Model):
    """A row of fields that score by themselves. If both white dice and a coloured one add up to a certain sum, the
    active player may cross the next field instead of both actions."""

    sum: Annotated[int, Interval(ge=3, le=60)]
    """What the three dice add up to."""
    points: Annotated[list[Annotated[int, Interval(ge=0, le=9999)]], Len(1, 12)]
    """Points for 1, 2, 3 … crossed fields. There are as many fields."""


class TrioKeys(Model):
    """The key of a trio in `[game]`."""

    trio: TrioSpec | None = None
    """Fields that the active player crosses with three dice."""


class ThreeDice(Feature):
    """Fields that are crossed with three dice instead of both actions of a turn."""

    key = "trio"
    noun = "fields for three dice"
    needs_dice = True
    own_row = _ROW
    own_rule = "T1"
    adds_turn_options = True

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        if game.trio and game.trio.sum > 3 * game.dice:
            hint = f"With {game.dice}-sided dice, sums of three run from 3 to {3 * game.dice}."
            yield files.problem(("game", "trio", "sum"), f"no three dice add up to {game.trio.sum}", hint)

    def rows_below(self, game: GameSpec, name: str) -> Iterator[Row]:
        if game.trio and name == list(game.ordered_rows)[-1]:
            ids = cell_ids(_ROW, range(1, 1 + len(game.trio.points)))
            labels = tuple(map(str, game.trio.points))
            yield Row(_ROW, tuple(Cell(id, 0, None) for id in ids), labels=labels, rule=self.own_rule)

    def score_lines(self, game: GameSpec) -> Iterator[ScoreLine]:
        if game.trio:
            cells = tuple(cell_ids(_ROW, range(1, 1 + len(game.trio.points))))
            yield ScoreLine(_ROW, cells, (0, *game.trio.points))

    def rulebook_fields(self, game: GameSpec, rows: Sequence[Row]) -> dict[str, Any]:
        return {"trio": Trio(game.trio.sum, tuple(game.trio.points)) if game.trio else None}

    def turn_options(self, state: GameState, white: tuple[int, ...], dice: Mapping[str, int]) -> Iterator[CrossOption]:
        """Yield the next field if the dice fit and the active player has crossed nothing in this turn."""
        trio = state.rulebook.trio
        assert trio
        if not state.has_crossed and any(sum(white) + dice[colour] == trio.sum for colour in state.dice):
            following = _next_field(state)
            yield from [state.grids[state.active].own[following]] if following else []

    def turn_refusal(
        self, state: GameState, cell: str, white: tuple[int, ...], dice: Mapping[str, int]
    ) -> IllegalMoveError:
        trio = state.rulebook.trio
        assert trio
        if state.has_crossed:
            return IllegalMoveError("trio-too-late", cell)
        if state.crosses(state.active, state.grids[state.active].bits[cell]):
            return IllegalMoveError("crossed", cell)
        following = _next_field(state)
        sums = sorted({sum(white) + dice[colour] for colour in state.dice})
        if trio.sum in sums and following:
            return IllegalMoveError("trio-next", cell, next=Cells((following,)))
        return IllegalMoveError("trio-sum", cell, sum=trio.sum, sums=", ".join(map(str, sums)))

    def check_sheet(self, rulebook: Rulebook, record: Record, sheet: Sheet) -> Iterator[Finding]:
        for before, cell in pairwise(_fields(rulebook)):
            if sheet.has(cell) and not sheet.has(before):
                one, other = Cells((cell,)), Cells((before,))
                yield sheet_finding(sheet.name, "trio-skipped", (before, cell), cell=one, before=other)

    def whole_turns(self, rulebook: Rulebook, sheet: Sheet) -> int:
        return sheet.count(_fields(rulebook))

    def facts(self, rulebook: Rulebook) -> Iterator[tuple[str, str]]:
        if rulebook.trio:
            points = " ".join(map(str, rulebook.trio.points))
            yield "trio", f"two white dice and a coloured one = {rulebook.trio.sum}: {points} points"

    def rule_values(self, rulebook: Rulebook) -> dict[str, Value]:
        trio = rulebook.trio
        return {"trio": trio.sum, "trio_most": trio.points[-1]} if trio else {"trio": 0, "trio_most": 0}

    def row_label(self, rulebook: Rulebook) -> PrintedNote:
        assert rulebook.trio
        return PrintedNote("trio_sum", {"sum": rulebook.trio.sum})


def _fields(rulebook: Rulebook) -> tuple[str, ...]:
    """Return the ids of the fields; none in games without a trio."""
    return next((row.ids for row in rulebook.rows if row.id == _ROW), ())


def _next_field(state: GameState) -> str | None:
    """Return the first field that the active player has not crossed."""
    bits = state.grids[state.active].bits
    return next((id for id in _fields(state.rulebook) if not state.crosses(state.active, bits[id])), None)
