"""What does not fit on a sheet, and by how much."""

from __future__ import annotations

import math
from collections.abc import Iterator

from sheetgen.drawing.canvas import SMALLEST_TEXT
from sheetgen.drawing.cells import BONUS_NUMBER, number_size
from sheetgen.drawing.edition import Edition
from sheetgen.errors import Problem
from sheetgen.layouts.looks import SheetLook
from sheetgen.layouts.values import MIN_TYPE_PT

MARK_SHARE = 0.038
"""Marks below this share of the sheet's width are seldom found in a photo of the whole sheet."""
MARGIN_SHARE = 0.025
"""Nearer to the edge than this, marks are lost to careless cutting."""
TIGHT = 1e-6


class SheetFit:
    """Compares what a sheet needs with what it has."""

    def __init__(self, edition: Edition, look: SheetLook, width: float) -> None:
        self.edition, self.look, self.width = edition, look, width

    def clash(self) -> Iterator[Problem]:
        """Two parts in one place."""
        places = self.look.places
        if places.name == places.totals:
            message = f"name line and sums both stand at the {places.name}"
            hint = 'Give one of them "top" and the other "bottom".'
            yield self.edition.layout.problem(("sheet", "places"), message, hint)

    def small_numbers(self) -> Iterator[Problem]:
        """Numbers that nobody can read in such small cells."""
        has_bonus = any(row.between for row in self.edition.rulebook.rows)
        size = number_size(self.edition, self.look.cell) * (BONUS_NUMBER if has_bonus else 1)
        if size < SMALLEST_TEXT:
            points = size / SMALLEST_TEXT * MIN_TYPE_PT
            message = f"the numbers in the cells would be {points:.1f} pt, too small to be read"
            hint = f"At least {MIN_TYPE_PT} pt: make the cells larger by {SMALLEST_TEXT / size - 1:.0%}."
            cell = ("sheet", "cell")
            where = self.edition.layout.source.nearest((*cell, "width"), (*cell, "height"), cell)
            yield Problem(message, hint, where)

    def excess(self, key: str, word: str, needed: float, given: float) -> Iterator[Problem]:
        """What does not fit, and by how much."""
        if needed > given + TIGHT:
            message = f"the parts of the sheet are {rounded_up(needed - given)} mm too {word} for it"
            hint = (
                f'They need sheet.{key} = "{rounded_up(needed)}mm". Make them smaller, or let the sheet grow:'
                ' sheet.width = "auto", sheet.height = "auto".'
            )
            parts = ((key,), ("cell", key), ("cell",), ("code",), ("text",), ("band",), ("places",), ("margin",), ())
            keys = (*(("sheet", *part) for part in parts), ("game", "rows"))
            yield Problem(message, hint, self.edition.layout.source.nearest(*keys))

    def lack(self, key: str, given: float, share: float, message: str) -> Iterator[Problem]:
        """What is too small for the width of the sheet."""
        least = share * self.width
        if given < least - TIGHT:
            hint = f'It takes sheet.{key} = "{rounded_up(least)}mm" or more, {share:.1%} of the width.'
            yield Problem(message, hint, self.edition.layout.source.nearest(("sheet", key), ("sheet", "width")))


def rounded_up(millimetres: float) -> str:
    """So that who obeys a message is not told the same again."""
    return f"{math.ceil(millimetres * 10 - TIGHT) / 10:.1f}"
