"""Score lines: sets of cells of any rows that score once more, in addition to their rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Interval, Len

from sheetgen.errors import KeyPath, Problem, suggest
from sheetgen.file_model import Model, Name, SymbolName, Text
from sheetgen.rules.audit.findings import Figures, Value
from sheetgen.rules.features.base import Feature
from sheetgen.rules.features.doubles import BoxPlace, boxes_of
from sheetgen.rules.notation import CellRef, LineCells, numbers_hint
from sheetgen.rules.rulebook import Rulebook, ScoreLine
from sheetgen.rules.shuffle.enumeration import Paths, Product
from sheetgen.rules.shuffle.shuffling import SHUFFLE_KEY, Choose, LayoutFiles, Shuffling, numbers_by_row, places_of

if TYPE_CHECKING:
    from sheetgen.rules.game_spec import GameSpec, SheetSpec

LineRows = tuple[tuple[int, ...], ...]  # the rows of the cells of each line


class LineSpec(Model):
    """Cells of any rows that score once more together."""

    title: Text
    """The name of its sum."""
    cells: LineCells
    """Its cells by row and number: `"yellow 2, green 11, blue 10"`."""
    points: Annotated[list[Annotated[int, Interval(ge=0, le=9999)]], Len(1, 60)] | None = None
    """Points for 1, 2, 3 … crosses in it; by default those of the rows."""
    symbol: SymbolName = "star"
    """The symbol that marks its cells and its sum."""


class LinesKeys(Model):
    """The key of score lines in `[game]`."""

    lines: Annotated[dict[Name, LineSpec], Len(0, 4)] = {}
    """Score lines over cells of any rows, by name. `steps = false` removes one of the extended layout."""


class LinesSheetKeys(Model):
    """The key of score lines in a named sheet."""

    lines: Annotated[dict[Name, LineCells], Len(0, 4)] = {}
    """The cells of score lines on this sheet, each in the same place of a row: `{ steps = "blue 12, green 11" }`."""


def cell_places(game: GameSpec) -> dict[str, BoxPlace]:
    """Return the places of all cells of coloured rows, by id."""
    return {box.id: box for name, row in game.rows.items() for box in boxes_of(name, row)}


def unknown_cell(ref: CellRef, game: GameSpec, known: dict[str, BoxPlace]) -> tuple[str, str] | None:
    """Return a message and a hint if the game does not have this cell."""
    if ref.row not in game.rows:
        return f"{ref.id!r} is in {ref.row!r}, which is not a row", suggest(ref.row, game.rows)
    if ref.id not in known:
        return f"{ref.row!r} has no {ref.number}", numbers_hint(game.rows[ref.row].cells)
    return None


def repeated(refs: Sequence[CellRef]) -> list[str]:
    """Return the ids of cells that are named more than once."""
    return [id for id, count in Counter(ref.id for ref in refs).items() if count > 1]


def falling_points(points: Sequence[int], path: KeyPath, files: LayoutFiles) -> Iterator[Problem]:
    """Yield a problem for each entry in a table of points that is lower than the one before it."""
    for index, (fewer, more) in enumerate(pairwise(points)):
        if more < fewer:
            message = f"{index + 2} crosses score less ({more}) than {index + 1} ({fewer})"
            hint = "Every number must be at least as high as the one before it."
            yield files.problem((*path, index + 1), message, hint)


class LineShuffling(Shuffling):
    """Score lines through other rows. The value has the rows of each line's cells, which stay in their columns."""

    kind = "lines"
    noun = "lines"

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        known = cell_places(game)
        shortest = min(len(row.cells) for row in game.rows.values())
        hint = 'Change them, or leave "lines" out of shuffle.'
        for name, line in game.lines.items():
            place = files.own_place(SHUFFLE_KEY, ("game", "lines", name, "cells"))
            taken: set[int] = set()
            for ref in line.cells:
                cell = known.get(ref.id)
                if cell and cell.is_double:
                    yield Problem(f"{ref.id!r} is a second box, so {name!r} cannot be shuffled", hint, place)
                elif cell and cell.column >= shortest:
                    message = f"not every row reaches as far as {ref.id!r}, so {name!r} cannot be shuffled"
                    yield Problem(message, hint, place)
                elif cell and cell.column in taken:
                    message = f"{ref.id!r} is not the only cell of {name!r} in its column, so it cannot be shuffled"
                    yield Problem(message, hint, place)
                taken |= {cell.column} if cell else set()

    def current(self, rulebook: Rulebook) -> LineRows:
        places = places_of(rulebook)
        return tuple(tuple(places[id][0] for id in line.cells) for line in rulebook.own_lines)

    def walk(self, rulebook: Rulebook, value: LineRows, choose: Choose) -> LineRows:
        rows = len(rulebook.coloured_rows)
        return tuple(tuple(choose(rows, row) for row in line) for line in value)

    def is_possible(self, rulebook: Rulebook, value: LineRows) -> bool:
        """Return whether every chosen row reaches as far as the cell's column."""
        lengths = [len(cells) for cells in numbers_by_row(rulebook)]
        columns = self._columns(rulebook)
        return all(
            column < lengths[row]
            for line, rows in zip(columns, value, strict=True)
            for column, row in zip(line, rows, strict=True)
        )

    def applied(self, rulebook: Rulebook, value: LineRows) -> Rulebook:
        rows = numbers_by_row(rulebook)
        cells = {
            line.id: tuple(rows[row][column].id for column, row in zip(columns, chosen, strict=True))
            for line, columns, chosen in zip(rulebook.own_lines, self._columns(rulebook), value, strict=True)
        }
        scores = tuple(line._replace(cells=cells.get(line.id, line.cells)) for line in rulebook.scores)
        return replace(rulebook, scores=scores)

    def variations(self, rulebook: Rulebook) -> Product[tuple[int, ...]]:
        """Return all lines that move by as many rows from cell to cell as those of the layout."""
        height = len(rulebook.coloured_rows)
        return Product([_line_paths(rows, height) for rows in self.current(rulebook)])

    def _columns(self, rulebook: Rulebook) -> list[list[int]]:
        places = places_of(rulebook)
        return [[places[id][1] for id in line.cells] for line in rulebook.own_lines]


class Lines(Feature):
    """Score lines over cells of any rows."""

    key = "lines"
    noun = "lines of its own"
    shuffling = LineShuffling()

    def is_in(self, rulebook: Rulebook) -> bool:
        return bool(rulebook.own_lines)

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        known = cell_places(game)
        for name, line in game.lines.items():
            at = ("game", "lines", name)
            if name in game.rows:
                yield files.problem(at, f"a line and a row are both called {name!r}", "Choose another name.")
            for ref in dict.fromkeys(line.cells):
                if wrong := unknown_cell(ref, game, known):
                    yield Problem(*wrong, files.own_place((*at, "cells"), ("game", "rows", ref.row, "cells")))
            for id in repeated(line.cells):
                yield files.problem((*at, "cells"), f"{id!r} is in the line twice", "Name each cell once.")
            yield from falling_points(line.points or [], (*at, "points"), files)

    def score_lines(self, game: GameSpec) -> Iterator[ScoreLine]:
        for name, line in game.lines.items():
            yield ScoreLine(name, tuple(cell.id for cell in line.cells), (0, *(line.points or game.points)))

    def sheet_refs(self, sheet: SheetSpec) -> dict[KeyPath, list[CellRef]]:
        return {("lines", name): list(cells) for name, cells in sheet.lines.items()}

    def sheet_fields(self, rulebook: Rulebook, sheet: SheetSpec) -> dict[str, Any]:
        cells = {name: tuple(ref.id for ref in refs) for name, refs in sheet.lines.items()}
        return {"scores": tuple(line._replace(cells=cells.get(line.id, line.cells)) for line in rulebook.scores)}

    def rule_values(self, rulebook: Rulebook) -> dict[str, Value]:
        return {"lines": Figures(tuple(line.id for line in rulebook.own_lines))}

    def facts(self, rulebook: Rulebook) -> Iterator[tuple[str, str]]:
        for line in rulebook.own_lines:
            yield f"line {line.id}", ", ".join(line.cells)


def _line_paths(rows: tuple[int, ...], height: int) -> Paths[int, int]:
    """Return all lines that move by as many rows from cell to cell as this one, each time up or down."""
    distances = [abs(one - other) for one, other in pairwise(rows)]

    def options(step: int, row: int) -> Iterator[tuple[int, int]]:
        rows_reached = {row - distances[step - 1], row + distances[step - 1]} if step else range(height)
        for next_row in sorted(rows_reached):
            if 0 <= next_row < height:
                yield next_row, next_row

    return Paths(len(rows), -1, options)
