"""Score lines: cells of any rows that score once more together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

from annotated_types import Interval, Len

from sheetgen.errors import KeyPath, Problem, suggest
from sheetgen.file_model import Model, Name, SymbolName, Text
from sheetgen.rules.features.base import Feature
from sheetgen.rules.features.doubles import BoxPlace, boxes_of
from sheetgen.rules.notation import CellRef, LineCells, numbers_hint
from sheetgen.rules.rulebook import Rulebook, ScoreLine
from sheetgen.rules.shuffle.enumeration import Paths, Product
from sheetgen.rules.shuffle.shuffling import SHUFFLE_KEY, Choose, LayoutFiles, Shuffling, numbers_by_row, places_of

if TYPE_CHECKING:
    from sheetgen.rules.game_spec import GameSpec


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


def cell_places(game: GameSpec) -> dict[str, BoxPlace]:
    """Return the places of all cells of coloured rows, by id."""
    return {box.id: box for name, row in game.rows.items() for box in boxes_of(name, row)}


def unknown_cell(ref: CellRef, game: GameSpec, known: dict[str, BoxPlace]) -> tuple[str, str] | None:
    """Return a message and a hint if there is no such cell."""
    if ref.row not in game.rows:
        return f"{ref.id!r} is in {ref.row!r}, which is no row", suggest(ref.row, game.rows)
    if ref.id not in known:
        return f"{ref.row!r} has no {ref.number}", numbers_hint(game.rows[ref.row].cells)
    return None


def repeated(refs: Sequence[CellRef]) -> list[str]:
    """Return the ids of cells that are named more than once."""
    return [id for id, count in Counter(ref.id for ref in refs).items() if count > 1]


def falling_points(points: Sequence[int], path: KeyPath, files: LayoutFiles) -> Iterator[Problem]:
    """Yield the entries of a table of points that are lower than the one before."""
    for index, (fewer, more) in enumerate(pairwise(points)):
        if more < fewer:
            message = f"{index + 2} crosses score less ({more}) than {index + 1} ({fewer})"
            hint = "Every number must be at least as high as the one before it."
            yield files.problem((*path, index + 1), message, hint)


def _walks(rows: tuple[int, ...], height: int) -> Paths[int, int]:
    """Return all ways to go as far from cell to cell as these rows do, up or down."""
    far = [abs(one - other) for one, other in pairwise(rows)]

    def options(step: int, row: int) -> Iterator[tuple[int, int]]:
        reached = {row - far[step - 1], row + far[step - 1]} if step else range(height)
        for each in sorted(reached):
            if 0 <= each < height:
                yield each, each

    return Paths(len(rows), -1, options)


class LineShuffling(Shuffling):
    """Lines on other rows: for each line the rows of its cells. The cells stay in their columns."""

    kind = "lines"
    noun = "lines"

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        known, shortest = cell_places(game), min(len(row.cells) for row in game.rows.values())
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

    def current(self, rulebook: Rulebook) -> tuple[tuple[int, ...], ...]:
        places = places_of(rulebook)
        return tuple(tuple(places[id][0] for id in line.cells) for line in rulebook.own_lines)

    def walk(
        self, rulebook: Rulebook, value: tuple[tuple[int, ...], ...], choose: Choose
    ) -> tuple[tuple[int, ...], ...]:
        rows = len(rulebook.coloured_rows)
        return tuple(tuple(choose(rows, row) for row in line) for line in value)

    def is_possible(self, rulebook: Rulebook, value: tuple[tuple[int, ...], ...]) -> bool:
        """Return whether every chosen row reaches as far as the cell's column."""
        lengths = [len(cells) for cells in numbers_by_row(rulebook)]
        columns = self._columns(rulebook)
        return all(
            column < lengths[row]
            for line, rows in zip(columns, value, strict=True)
            for column, row in zip(line, rows, strict=True)
        )

    def applied(self, rulebook: Rulebook, value: tuple[tuple[int, ...], ...]) -> Rulebook:
        rows = numbers_by_row(rulebook)
        cells = {
            line.id: tuple(rows[row][column].id for column, row in zip(columns, chosen, strict=True))
            for line, columns, chosen in zip(rulebook.own_lines, self._columns(rulebook), value, strict=True)
        }
        scores = tuple(line._replace(cells=cells.get(line.id, line.cells)) for line in rulebook.scores)
        return replace(rulebook, scores=scores)

    def variations(self, rulebook: Rulebook) -> Product[tuple[int, ...]]:
        """Return all lines that go as far up or down from cell to cell as those of the layout."""
        height = len(rulebook.coloured_rows)
        return Product([_walks(rows, height) for rows in self.current(rulebook)])

    def _columns(self, rulebook: Rulebook) -> list[list[int]]:
        places = places_of(rulebook)
        return [[places[id][1] for id in line.cells] for line in rulebook.own_lines]


class Lines(Feature):
    """Score lines of a game's own."""

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
                yield files.problem(at, f"a line cannot be called {name!r}, as a row is", "Choose another name.")
            for ref in dict.fromkeys(line.cells):
                if wrong := unknown_cell(ref, game, known):
                    yield Problem(*wrong, files.own_place((*at, "cells"), ("game", "rows", ref.row, "cells")))
            for id in repeated(line.cells):
                yield files.problem((*at, "cells"), f"{id!r} is in the line twice", "Name each cell once.")
            yield from falling_points(line.points or [], (*at, "points"), files)

    def score_lines(self, game: GameSpec) -> Iterator[ScoreLine]:
        for name, line in game.lines.items():
            yield ScoreLine(name, tuple(cell.id for cell in line.cells), (0, *(line.points or game.points)))

    def facts(self, rulebook: Rulebook) -> Iterator[tuple[str, str]]:
        for line in rulebook.own_lines:
            yield f"line {line.id}", ", ".join(line.cells)
