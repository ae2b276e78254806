"""Numbers that count as two crosses at once, in their row and towards its lock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sheetgen.errors import Problem
from sheetgen.file_model import Model
from sheetgen.rules.features.base import Feature, listed_by_row
from sheetgen.rules.features.doubles import boxes_of
from sheetgen.rules.notation import Numbers, numbers_hint
from sheetgen.rules.rulebook import Row, Rulebook
from sheetgen.rules.shuffle.shuffling import LayoutFiles

if TYPE_CHECKING:
    from sheetgen.rules.game_spec import GameSpec, RowSpec


class TwiceKeys(Model):
    """The key of numbers that count twice, in a row."""

    twice: Numbers | None = None
    """Numbers that count as two crosses at once, `"3 5 9 11"`."""


class Twice(Feature):
    """Numbers that count as two crosses."""

    key = "twice"
    noun = "numbers that count twice"

    def row_problems(self, name: str, row: RowSpec, files: LayoutFiles) -> Iterator[Problem]:
        place = files.own_place(("game", "rows", name, self.key), ("game", "rows", name, "cells"))
        numbers = {cell.number for cell in row.cells}
        for number, named in sorted(Counter(row.twice or ()).items()):
            if number not in numbers:
                yield Problem(f"{name!r} has no {number} that could count twice", numbers_hint(row.cells), place)
            elif named > 1:
                hint = "Wherever it stands in the row it counts twice: name it once."
                yield Problem(f"{number} is named more than once", hint, place)

    def rulebook_fields(self, game: GameSpec, rows: Sequence[Row]) -> dict[str, Any]:
        """Return the cells of these numbers, without second boxes."""
        cells = tuple(
            box.id
            for name, row in game.ordered_rows.items()
            for box in boxes_of(name, row)
            if box.cell.number in (row.twice or ()) and not box.is_double
        )
        return {"twice": cells}

    def facts(self, rulebook: Rulebook) -> Iterator[tuple[str, str]]:
        if rulebook.twice:
            yield "count twice", listed_by_row(rulebook.twice)
