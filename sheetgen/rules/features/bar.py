"""A bar of fields: crossing certain numbers crosses its next field, which forces a cross in the row of the field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from annotated_types import Len

from sheetgen.errors import KeyPath, Problem, suggest
from sheetgen.file_model import Model, Name
from sheetgen.rules.audit.findings import Cells, Finding, Rows, sheet_finding
from sheetgen.rules.features.base import Feature, listed_by_row
from sheetgen.rules.features.lines import cell_places, repeated, unknown_cell
from sheetgen.rules.notation import CellRef, LineCells
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Bar, Cell, Row, Rulebook, cell_ids
from sheetgen.rules.shuffle.shuffling import LayoutFiles, number_cells

if TYPE_CHECKING:
    from sheetgen.rules.engine.grid import CrossOption
    from sheetgen.rules.engine.state import GameState
    from sheetgen.rules.game_spec import GameSpec, RowSpec

_ROW = "bar"
MAX_FIELDS = 24


class BarSpec(Model):
    """A row of fields that score nothing. Whoever crosses a number with a box also crosses the next field, and then
    must cross the next number in the row of that field. The fields of a closed row are skipped."""

    boxes: LineCells
    """The numbers with a box, by row and number: `"red 3, yellow 5, blue 10"`."""
    rows: Annotated[list[Name], Len(1, MAX_FIELDS)]
    """The row of each field: `["red", "yellow", "green"]`."""


class BarKeys(Model):
    """The key of a bar in `[game]`."""

    bar: BarSpec | None = None
    """A row of fields that force further crosses."""


def forcing_problems(game: GameSpec, files: LayoutFiles, at: KeyPath, refs: Sequence[CellRef]) -> Iterator[Problem]:
    """Yield every reason why these cells cannot force crosses: they are not there, close a row, and so on."""
    known = cell_places(game)
    for id in repeated(refs):
        yield files.problem(at, f"{id!r} is named twice", "Name each cell once.")
    for ref in dict.fromkeys(refs):
        if wrong := unknown_cell(ref, game, known):
            yield files.problem(at, *wrong)
        elif known[ref.id].closes:
            hint = "Name an earlier number: nothing can follow the cross that closes a row."
            yield files.problem(at, f"{ref.id!r} closes its row", hint)
    for key, noun in (("links", "links"), ("shuffle", "shuffled sheets")):
        if getattr(game, key):
            yield files.problem(at, f"a game with {noun} cannot force crosses", "Leave one of them out.", ("game", key))


class _Field(NamedTuple):
    id: str
    row: str  # in which it forces a cross


class ForcingBar(Feature):
    """Fields that force crosses."""

    key = "bar"
    noun = "bar"
    needs_dice = True
    own_row = _ROW
    own_rule = "A1"
    alone_reason = "bar-alone"
    forces_crosses = True

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        if not game.bar:
            return
        yield from forcing_problems(game, files, ("game", "bar", "boxes"), game.bar.boxes)
        for name in dict.fromkeys(game.bar.rows):
            if name not in game.rows:
                hint = suggest(name, game.rows)
                yield files.problem(("game", "bar", "rows"), f"a field belongs to {name!r}, which is not a row", hint)

    def rows_below(self, game: GameSpec, name: str) -> Iterator[Row]:
        rows = game.ordered_rows
        if game.bar and name == list(rows)[-1]:
            ids = cell_ids(_ROW, range(1, 1 + len(game.bar.rows)))
            cells = (Cell(id, 0, _colour(rows[row])) for id, row in zip(ids, game.bar.rows, strict=True))
            yield Row(_ROW, tuple(cells), labels=("",) * len(ids), rule=self.own_rule)

    def rulebook_fields(self, game: GameSpec, rows: Sequence[Row]) -> dict[str, Any]:
        bar = game.bar
        return {"bar": Bar(tuple(ref.id for ref in bar.boxes), tuple(bar.rows)) if bar else None}

    def forced(self, state: GameState, player: int, option: CrossOption) -> Iterator[CrossOption]:
        """Yield the next field after a number with a box, and the next number of its row after a field."""
        grid = state.grids[player]
        bar = grid.rulebook.bar
        assert bar
        rows = {row.id: index for index, row in enumerate(grid.rulebook.rows)}
        fields = _fields(grid.rulebook)
        if option.cell in bar.cells:
            left = (grid.own[field.id] for field in fields if state.is_open(player, rows[field.row]))
            yield from [field for field in left if not state.crosses(player, field.bit)][:1]
        for field in fields:
            if field.id == option.cell:
                yield from state.legal(player, state.next_number(player, rows[field.row]))

    def check_sheet(self, rulebook: Rulebook, record: Record, sheet: Sheet) -> Iterator[Finding]:
        """Yield fields that do not fit the crossed boxes, or the crosses in their rows.

        Only the sheets of all players together show which rows were closed, and fields of closed rows prove nothing.
        """
        bar = rulebook.bar
        if not bar or not record.complete:
            return
        closed = record.closed_rows(rulebook)
        fields = _fields(rulebook)
        left = [field.id for field in fields if field.row not in closed and not sheet.has(field.id)]
        before_gap = fields[: [field.id for field in fields].index(left[0])] if left else fields
        for field in fields[len(before_gap) :]:
            if sheet.has(field.id) and field.row not in closed:
                cell, before = Cells((field.id,)), Cells((left[0],))
                yield sheet_finding(sheet.name, "bar-gap", (left[0], field.id), cell=cell, before=before)
                return
        crossed = [field for field in before_gap if sheet.has(field.id)]
        least = sum(field.row not in closed for field in crossed)
        boxes = sheet.count(bar.cells)
        if boxes < least or (left and boxes > len(crossed)):
            fields_told = least if boxes < least else len(crossed)
            yield sheet_finding(sheet.name, "bar-count", (), boxes=boxes, fields=fields_told)
        for row in record.never_blocked_rows(rulebook, sheet):
            ids = tuple(field.id for field in crossed if field.row == row.id)
            has = _following_crosses(rulebook, sheet, row)
            if has < len(ids):
                yield sheet_finding(sheet.name, "bar-row", ids, row=Rows((row.id,)), fields=len(ids), has=has)

    def forced_crosses(self, rulebook: Rulebook, record: Record, sheet: Sheet) -> tuple[int, int]:
        if not rulebook.bar:
            return 0, 0
        crossed = Counter(field.row for field in _fields(rulebook) if sheet.has(field.id))
        rows = record.never_blocked_rows(rulebook, sheet)
        least = sum(min(crossed[row.id], _following_crosses(rulebook, sheet, row)) for row in rows)
        return least, min(crossed.total(), sheet.count(rulebook.bar.cells))

    def crossed_along(self, rulebook: Rulebook, sheet: Sheet) -> int:
        return sheet.count(field.id for field in _fields(rulebook))

    def closing_sums(self, rulebook: Rulebook, sheet: Sheet, row: Row, closing: Sequence[Cell]) -> Iterable[int]:
        """Return all sums if a field may have forced the cross that closed the row."""
        has_field = any(field.row == row.id and sheet.has(field.id) for field in _fields(rulebook))
        return rulebook.all_sums if has_field and can_be_forced(rulebook, sheet, row) else ()

    def facts(self, rulebook: Rulebook) -> Iterator[tuple[str, str]]:
        if rulebook.bar:
            yield "boxes", listed_by_row(rulebook.bar.cells)
            yield "bar", " ".join(rulebook.bar.rows)


def can_be_forced(rulebook: Rulebook, sheet: Sheet, row: Row) -> bool:
    """Return whether the number that closed a row can have been forced: it is the first, or follows a crossed one."""
    numbers = [cell.id for cell in number_cells(rulebook, row)]
    closing = [at for at, id in enumerate(numbers) if id in row.closing_ids and sheet.has(id)]
    return not closing or any(at == 0 or sheet.has(numbers[at - 1]) for at in closing)


def _fields(rulebook: Rulebook) -> list[_Field]:
    """Return the fields; none in games without a bar."""
    if not rulebook.bar:
        return []
    return [_Field(f"{_ROW} {number}", row) for number, row in enumerate(rulebook.bar.rows, start=1)]


def _following_crosses(rulebook: Rulebook, sheet: Sheet, row: Row) -> int:
    """Return how many numbers of a row can have been forced: its first one, and those right after a crossed one."""
    crossed = [True, *(sheet.has(cell.id) for cell in number_cells(rulebook, row))]
    return sum(before and own for before, own in pairwise(crossed))


def _colour(row: RowSpec) -> str:
    """Return the colour of a row: that of its lock, or else of its first cell."""
    return row.lock.colour if row.lock else row.cells[0].colour
