"""Second boxes: a number that is thrown again may be crossed once more, as long as nothing to its right is crossed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from sheetgen.errors import Problem
from sheetgen.file_model import Model
from sheetgen.rules.audit.findings import Cells, Finding, sheet_finding
from sheetgen.rules.features.base import Feature, RequirementKind, listed_by_row
from sheetgen.rules.notation import MAX_CELLS, CellSpec, Numbers, numbers_hint
from sheetgen.rules.rulebook import Requirement, Row, Rulebook, cell_ids
from sheetgen.rules.shuffle.shuffling import LayoutFiles

if TYPE_CHECKING:
    from sheetgen.rules.game_spec import GameSpec, RowSpec
    from sheetgen.rules.records import Record, Sheet


class DoublesKeys(Model):
    """The key of second boxes in a row."""

    doubles: Numbers | None = None
    """Numbers with a second box below them, `"2..11"`. It may be crossed when the number is thrown again, as long as
    nothing to its right is crossed, and counts as one more cross."""


class BoxPlace(NamedTuple):
    """A box of a coloured row: a number, or the second box below it."""

    id: str  # cell id
    row: str
    cell: CellSpec
    column: int  # index of its number among the row's numbers
    is_double: bool
    closes: bool  # whether its number closes the row


def boxes_of(name: str, row: RowSpec) -> list[BoxPlace]:
    """Return the boxes of a row in the order they are crossed, each second box right after its number."""
    doubled = Counter(row.doubles or ())
    places = []
    for column, cell in enumerate(row.cells):
        places.append((cell, column, False))
        if doubled[cell.number]:
            doubled[cell.number] -= 1
            places.append((cell, column, True))
    ids = cell_ids(name, [cell.number for cell, _, _ in places])
    return [
        BoxPlace(id, name, cell, column, is_double, column >= row.closing_column)
        for id, (cell, column, is_double) in zip(ids, places, strict=True)
    ]


class Doubles(Feature):
    """Second boxes below numbers."""

    key = "doubles"
    noun = "second boxes"
    needs_dice = True

    def row_problems(self, name: str, row: RowSpec, files: LayoutFiles) -> Iterator[Problem]:
        at = ("game", "rows", name)
        place = files.own_place((*at, self.key), (*at, "lock", "last"), (*at, "lock"), (*at, "cells"))
        counts = Counter(cell.number for cell in row.cells)
        for number, named in sorted(Counter(row.doubles or ()).items()):
            if not counts[number]:
                yield Problem(f"{name!r} has no {number} that could have a second box", numbers_hint(row.cells), place)
            elif named > counts[number]:
                message = f"{name!r} has {counts[number]} × {number}, but {named} second boxes for it"
                yield Problem(message, "Each number has one second box at most.", place)
        boxes = boxes_of(name, row)
        for each in boxes:
            if each.is_double and each.closes:
                message = f"{each.cell.number} closes {name!r}, so it cannot have a second box"
                yield Problem(message, "Nothing can be crossed in a closed row: leave that number out.", place)
        if len(boxes) > MAX_CELLS:
            message = f"{name!r} has {len(row.cells)} cells and {len(boxes) - len(row.cells)} second boxes"
            yield Problem(message, f"At most {MAX_CELLS} together.", place)

    def requirements(self, game: GameSpec, row: Row, rows: Sequence[Row]) -> Iterator[Requirement]:
        if row.id in game.rows:
            for number, box in pairwise(boxes_of(row.id, game.rows[row.id])):
                if box.is_double:
                    yield Requirement(box.id, 1, (number.id,))

    def requirement_kind(self, rulebook: Rulebook, cell: str) -> RequirementKind | None:
        return RequirementKind("double", "number") if cell in rulebook.doubles else None

    def check_sheet(self, rulebook: Rulebook, record: Record, sheet: Sheet) -> Iterator[Finding]:
        for double, number in rulebook.doubles.items():
            if sheet.has(double) and not sheet.has(number):
                box, above = Cells((double,)), Cells((number,))
                yield sheet_finding(sheet.name, "double-without-number", (double, number), cell=box, number=above)

    def facts(self, rulebook: Rulebook) -> Iterator[tuple[str, str]]:
        if rulebook.doubles:
            yield "second boxes", listed_by_row(rulebook.doubles.values())
