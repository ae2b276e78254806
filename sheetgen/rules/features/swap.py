"""Swaps: a row of pairs of numbers. Whoever crosses a pair along with the white sum uses its other number instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import PlainValidator

from sheetgen.errors import Problem, as_toml
from sheetgen.file_model import Model, WrongValueError
from sheetgen.rules.audit.findings import Cells, Finding, IllegalMoveError, of_sheet
from sheetgen.rules.features.base import Feature, never_thrown
from sheetgen.rules.notation import notation_schema, text_of
from sheetgen.rules.rulebook import Cell, Row, Rulebook, cell_ids
from sheetgen.rules.shuffle.shuffling import LayoutFiles

if TYPE_CHECKING:
    from sheetgen.rules.engine.grid import CrossOption, Grid
    from sheetgen.rules.engine.state import GameState
    from sheetgen.rules.game_spec import GameSpec
    from sheetgen.rules.records import Sheet

MAX_PAIRS = 24

_PAIR = re.compile(r"([0-9]{1,3})/([0-9]{1,3})")


def parse_pairs(value: Any) -> tuple[tuple[int, int], ...]:
    """Parse pairs of numbers that stand for each other: `"8/5 9/7 11/3"`."""
    hint = 'Pairs are written "8/5 9/7 11/3".'
    pairs = []
    for word in text_of(value, "pairs are", hint).split():
        found = _PAIR.fullmatch(word)
        if not found:
            raise WrongValueError(f"{as_toml(word)} is not a pair of numbers", hint)
        pairs.append((int(found[1]), int(found[2])))
    if not 0 < len(pairs) <= MAX_PAIRS:
        raise WrongValueError(f"these are {len(pairs)} pairs", f"At least 1 and at most {MAX_PAIRS}. {hint}")
    return tuple(pairs)


class SwapSpec(Model):
    """A row of pairs of numbers, crossed from left to right, that scores nothing. A player who crosses a pair that
    contains the white sum uses the other number of the pair instead."""

    pairs: Annotated[tuple[tuple[int, int], ...], PlainValidator(parse_pairs), notation_schema("8/5 9/7 11/3")]
    """The pairs in the order in which they are crossed: `"8/5 9/7 11/3"`. At most 24 pairs."""


class SwapKeys(Model):
    """The key of swaps in `[game]`."""

    swap: SwapSpec | None = None
    """A row of pairs of numbers by which players swap the white sum."""


class Swap(Feature):
    """Pairs of numbers by which players swap the white sum."""

    key = "swap"
    noun = "swaps"
    own_row = "swap"
    alone_reason = "swap-alone"

    def is_in(self, rulebook: Rulebook) -> bool:
        return any(row.kind == "pairs" for row in rulebook.rows)

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        at = ("game", "swap", "pairs")
        pairs = dict.fromkeys(game.swap.pairs if game.swap else ())
        for one, other in pairs:
            if one == other:
                yield files.problem(at, f"{one}/{other} swaps nothing", "Give two different numbers.")
        for number in sorted({number for pair in pairs for number in pair}):
            if wrong := never_thrown(number, game.dice):
                yield files.problem(at, *wrong)

    def rows_at_end(self, game: GameSpec) -> Iterator[Row]:
        if game.swap:
            ids = cell_ids(self.own_row, [f"{one}/{other}" for one, other in game.swap.pairs])
            yield Row(self.own_row, tuple(Cell(id, 0, None) for id in ids), swaps=game.swap.pairs)

    def fixed_options(self, grid: Grid) -> Iterator[CrossOption]:
        """Yield all options to use the other number of a pair, which is crossed along, from left to right too."""
        for row in grid.rulebook.rows:
            for place, (pair, cell) in enumerate(zip(row.swaps, row.cells, strict=False)):
                onward, bit = grid.mask(row.ids[place:]), grid.bits[cell.id]
                for thrown, used in {pair, pair[::-1]}:
                    for option in grid.plain.values():
                        if option.number == used:
                            yield replace(
                                option,
                                number=thrown,
                                onward=option.onward | onward,
                                along=option.along | bit,
                                via=cell.id,
                            )

    def options_via(
        self, state: GameState, player: int, via: str, total: int, cell: str
    ) -> tuple[list[CrossOption], IllegalMoveError]:
        grid = state.grids[player]
        row = grid.row_of(via)
        place = row.ids.index(via)
        if total not in row.swaps[place]:
            raise IllegalMoveError("swap-sum", via, sum=total)
        crossed = [id for id in row.ids[place:] if state.crosses(player, grid.bits[id])]
        if via in crossed:
            raise IllegalMoveError("crossed", via)
        if crossed:
            raise IllegalMoveError("passed", via, before=Cells((crossed[0],)))
        one, other = row.swaps[place]
        number = other if total == one else one
        options = [option for option in state.white_options(player, total) if option.via == via]
        return options, IllegalMoveError("swap-number", cell, number=number)

    def check_sheet(self, rulebook: Rulebook, sheet: Sheet) -> Iterator[Finding]:
        """Yield crossed pairs of which no number was used: each needs one of its two for itself alone."""
        for row in rulebook.rows:
            for pair in _unused_pairs(rulebook, sheet, row):
                one, other = row.swaps[row.ids.index(pair)]
                cell = Cells((pair,))
                yield of_sheet(sheet.name, "swap-without-number", (pair,), cell=cell, one=one, other=other)

    def crossed_along(self, rulebook: Rulebook, sheet: Sheet) -> int:
        return sheet.count(cell.id for row in rulebook.rows if row.kind == "pairs" for cell in row.cells)

    def closing_sums(self, rulebook: Rulebook, sheet: Sheet, row: Row, closing: Sequence[Cell]) -> Iterable[int]:
        """Return the sums that were swapped for a closing number, by the crossed pairs of this sheet."""
        numbers = {cell.number for cell in closing}
        for each in rulebook.rows:
            for cell, pair in zip(each.cells, each.swaps, strict=False):
                if sheet.has(cell.id) and numbers.intersection(pair):
                    yield from pair


def _unused_pairs(rulebook: Rulebook, sheet: Sheet, row: Row) -> list[str]:
    """Return the crossed pairs of a row for which no crossed number is left, matching pairs to numbers one to one."""
    numbers = {
        cell.id: cell.number
        for other in rulebook.rows
        if other.kind != "pairs"
        for cell in other.cells
        if sheet.has(cell.id)
    }
    pairs = {cell.id: pair for cell, pair in zip(row.cells, row.swaps, strict=False) if sheet.has(cell.id)}
    used_by: dict[str, str] = {}

    def finds_number(pair: str, tried: set[str]) -> bool:
        """Give the pair a number, moving other pairs to other numbers if necessary (augmenting path)."""
        for id, number in numbers.items():
            if number in pairs[pair] and id not in tried:
                tried.add(id)
                if id not in used_by or finds_number(used_by[id], tried):
                    used_by[id] = pair
                    return True
        return False

    return [pair for pair in pairs if not finds_number(pair, set())]
