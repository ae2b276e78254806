"""Swaps: a row of pairs of numbers. Crossing a pair that contains the white sum allows its other number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import PlainValidator

from sheetgen.errors import Problem, as_toml
from sheetgen.file_model import Model, WrongValueError
from sheetgen.rules.audit.findings import Cells, Finding, IllegalMoveError, sheet_finding
from sheetgen.rules.features.base import Feature, never_thrown
from sheetgen.rules.notation import notation_schema, require_text
from sheetgen.rules.rulebook import Cell, Row, Rulebook, cell_ids
from sheetgen.rules.shuffle.shuffling import LayoutFiles

if TYPE_CHECKING:
    from sheetgen.rules.engine.grid import CrossOption, Grid
    from sheetgen.rules.engine.state import GameState
    from sheetgen.rules.game_spec import GameSpec
    from sheetgen.rules.records import Record, Sheet

MAX_PAIRS = 24  # in the row

_PAIR = re.compile(r"([0-9]{1,3})/([0-9]{1,3})")


def parse_pairs(value: Any) -> tuple[tuple[int, int], ...]:
    """Parse pairs of numbers that stand for each other: `"8/5 9/7 11/3"`."""
    hint = 'Pairs are written "8/5 9/7 11/3".'
    pairs = []
    for word in require_text(value, "pairs", hint).split():
        found = _PAIR.fullmatch(word)
        if not found:
            raise WrongValueError(f"{as_toml(word)} is not a pair of numbers", hint)
        pairs.append((int(found[1]), int(found[2])))
    if not 0 < len(pairs) <= MAX_PAIRS:
        raise WrongValueError(f"there are {len(pairs)} pairs", f"At least 1 and at most {MAX_PAIRS}. {hint}")
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
    own_rule = "X1"
    alone_reason = "swap-alone"
    is_chosen_along = True

    def is_in(self, rulebook: Rulebook) -> bool:
        return bool(_pairs(rulebook))

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        at = ("game", "swap", "pairs")
        pairs = dict.fromkeys(game.swap.pairs if game.swap else ())
        for one, other in pairs:
            if one == other:
                yield files.problem(at, f"{one}/{other} swaps nothing", "Give two different numbers.")
        for number in sorted({number for pair in pairs for number in pair}):
            if wrong := never_thrown(number, game.dice):
                yield files.problem(at, *wrong)

    def rows_below(self, game: GameSpec, name: str) -> Iterator[Row]:
        if game.swap and name == list(game.ordered_rows)[-1]:
            ids = cell_ids(self.own_row, [f"{one}/{other}" for one, other in game.swap.pairs])
            yield Row(self.own_row, tuple(Cell(id, 0, None) for id in ids), swaps=game.swap.pairs)

    def fixed_options(self, grid: Grid) -> Iterator[CrossOption]:
        """Yield all options to use the other number of a pair. Pairs are crossed from left to right, too."""
        for id, pair in _pairs(grid.rulebook).items():
            bit = grid.bits[id]
            blockers = bit | grid.mask(grid.rulebook.rows_of[id].after[id])
            for thrown, used in {pair, pair[::-1]}:
                for option in grid.plain.values():
                    if option.number == used:
                        both = option.blockers | blockers
                        yield replace(option, number=thrown, blockers=both, along=option.along | bit, via=id)

    def options_via(
        self, state: GameState, player: int, via: str, total: int, cell: str
    ) -> tuple[list[CrossOption], IllegalMoveError]:
        grid = state.grids[player]
        one, other = _pairs(grid.rulebook)[via]
        if total not in (one, other):
            raise IllegalMoveError("swap-sum", via, sum=total)
        if state.crosses(player, grid.bits[via]):
            raise IllegalMoveError("crossed", via)
        if passed := [id for id in grid.rulebook.rows_of[via].after[via] if state.crosses(player, grid.bits[id])]:
            raise IllegalMoveError("passed", via, before=Cells((passed[0],)))
        number = other if total == one else one
        options = [option for option in grid.white.get(total, ()) if option.via == via]
        return options, IllegalMoveError("swap-number", cell, number=number)

    def check_sheet(self, rulebook: Rulebook, record: Record, sheet: Sheet) -> Iterator[Finding]:
        """Yield crossed pairs without a crossed number: each pair needs a cell with one of its numbers for itself."""
        for id, (one, other) in _unused_pairs(rulebook, sheet).items():
            yield sheet_finding(sheet.name, "swap-without-number", (id,), cell=Cells((id,)), one=one, other=other)

    def crossed_along(self, rulebook: Rulebook, sheet: Sheet) -> int:
        return sheet.count(_pairs(rulebook))

    def closing_sums(self, rulebook: Rulebook, sheet: Sheet, row: Row, closing: Sequence[Cell]) -> Iterable[int]:
        """Return the sums that were swapped for a closing number, by the crossed pairs of this sheet."""
        numbers = {cell.number for cell in closing}
        for id, pair in _pairs(rulebook).items():
            if sheet.has(id) and numbers.intersection(pair):
                yield from pair


def _pairs(rulebook: Rulebook) -> dict[str, tuple[int, int]]:
    """Return the two numbers of each pair, by cell id."""
    return {
        cell.id: pair for row in rulebook.rows if row.swaps for cell, pair in zip(row.cells, row.swaps, strict=True)
    }


def _unused_pairs(rulebook: Rulebook, sheet: Sheet) -> dict[str, tuple[int, int]]:
    """Return the crossed pairs that are left over when pairs are matched one to one to crossed numbers."""
    pairs = {id: pair for id, pair in _pairs(rulebook).items() if sheet.has(id)}
    cells = (cell for row in rulebook.rows if row.kind != "own" for cell in row.cells)
    numbers = {cell.id: cell.number for cell in cells if sheet.has(cell.id)}
    used_by: dict[str, str] = {}

    def match_pair(pair: str, tried: set[str]) -> bool:
        """Match the pair to a number, moving other pairs if necessary (augmenting path); return whether it worked."""
        for id, number in numbers.items():
            if number in pairs[pair] and id not in tried:
                tried.add(id)
                if id not in used_by or match_pair(used_by[id], tried):
                    used_by[id] = pair
                    return True
        return False

    return {id: pair for id, pair in pairs.items() if not match_pair(id, set())}
