"""What does not fit on a sheet, and by how much.

Where the parts of a sheet stand. Everything follows from the sizes and places in the layout; nothing here draws.

From top to bottom: a strip between the upper marks, the points above the rows, the rows, what stands below them, and a
strip between the lower marks. Beside the rows or below them stands the code, with its address and the penalty boxes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from sheetgen.drawing.canvas import SMALLEST_TEXT
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.scene import Anchor, Box
from sheetgen.drawing.sheet.cells import BONUS_NUMBER, number_size
from sheetgen.drawing.sheet.corner_marks import WHITE_SHARE, mark_boxes
from sheetgen.drawing.sheet.notes import lock_note
from sheetgen.drawing.sheet.placement import PlacedRow, place_rows, rows_width
from sheetgen.drawing.sheet_links import LINE
from sheetgen.errors import InputError, Problem
from sheetgen.layouts.models.looks import SheetLook
from sheetgen.model import MIN_TYPE_PT

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
            where = self.edition.layout.source.own_place((*cell, "width"), (*cell, "height"), cell)
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
            yield Problem(message, hint, self.edition.layout.source.own_place(*keys))

    def lack(self, key: str, given: float, share: float, message: str) -> Iterator[Problem]:
        """What is too small for the width of the sheet."""
        least = share * self.width
        if given < least - TIGHT:
            hint = f'It takes sheet.{key} = "{rounded_up(least)}mm" or more, {share:.1%} of the width.'
            yield Problem(message, hint, self.edition.layout.source.own_place(("sheet", key), ("sheet", "width")))


def rounded_up(millimetres: float) -> str:
    """So that who obeys a message is not told the same again."""
    return f"{math.ceil(millimetres * 10 - TIGHT) / 10:.1f}"


HEADER = 2.0
"""The least height of the line with title and name, in small print."""
TITLE = 2.0
"""The size of the title, in small print."""
TITLE_SHARES = (0.24, 0.37)
"""The least and the most that the title takes of its line."""
ADDRESS_LINES = 3
"""Lines of the address below the code."""
ADDRESS_WIDTH = 9
"""The least room for the address beside the code, in type sizes."""
LABEL_WIDTH = 7
"""The least room for the label of penalty boxes beside it."""
SUMS = 1.35
"""The height of the boxes for sums, in marks."""
WORDS = 2.6
"""And in small print, so that a word fits above the sum."""
SUMS_APART = 0.35
"""Written sums keep away from what is above them, so that no photo reader takes them for crosses. In marks."""
AUTO_MARK_SHARE = 0.04


class Spot(NamedTuple):
    """Where a line of text stands: its anchor, the height of its middle, and the room that it has."""

    x: float
    y: float
    anchor: Anchor
    room: float


class SheetPlan:
    """The boxes of one sheet. What does not fit is refused, with all that is wrong at once."""

    def __init__(self, edition: Edition) -> None:
        assert edition.layout.sheet is not None
        look: SheetLook = edition.layout.sheet
        self._edition, self.look, self._line = edition, look, look.text * LINE
        self._rows_width = rows_width(edition.rulebook, look.cell, look.band)
        self.width = self._needed_width if look.width is None else look.width
        # A sheet that grows takes its marks and its margin along.
        grown = self.width if look.width is None else 0.0
        self.margin = max(look.margin, MARGIN_SHARE * grown)
        self.mark = AUTO_MARK_SHARE * self.width if look.mark is None else max(look.mark, MARK_SHARE * grown)
        self._corner = self.margin + self.mark * (1 + WHITE_SHARE)
        self._strip = max(self.mark, HEADER * look.text)
        is_left = look.places.code == "left"
        self._left = self.width - self.margin - self._middle_width if is_left else self.margin
        # Sums with room for words, if the sheet has it.
        needed_height = self._place(max(SUMS * self.mark, WORDS * look.text))
        if look.height is not None and needed_height > look.height + TIGHT:
            needed_height = self._place(SUMS * self.mark)
        self.height = needed_height if look.height is None else look.height
        self._place_strips()
        self._check(needed_height)

    def _place(self, sums: float) -> float:
        """All parts between the strips, with sums so high; tells how high the sheet must be."""
        places, self._sums = self.look.places, sums
        self.points: Box | None = None
        beside_name = max(self._corner, self.margin + self._strip)
        top = beside_name if places.name == "top" else self._corner
        if places.totals == "top":
            top = self.margin + sums + SUMS_APART * self.mark
        bottom = beside_name if places.name == "bottom" else self._corner
        self._foot = self.margin + sums if places.totals == "bottom" else bottom
        return self._place_below(self._place_rows(top), top) + self._foot

    def _place_rows(self, y: float) -> float:
        """Points above the rows, the notes over them, and the rows; tells where they end."""
        line, look, edition = self._line, self.look, self._edition
        if look.places.points == "above":
            y = self._place_points(y - line * 0.45) + line * 0.3
        has_notes = bool(edition.label("cross") or lock_note(edition) or edition.rulebook.lucky)
        self.note_y = y + line * 0.4
        top = y + line * (0.95 if has_notes else 0.15)
        self.rows: list[PlacedRow] = place_rows(edition.rulebook, look.cell, look.band, self._left, top)
        return self.rows[-1].band.bottom

    def _place_points(self, y: float) -> float:
        """The table of points, its label first; tells where it ends."""
        line = self._line
        self.points_label_y = y + line * 0.85
        top = y + line * (1.35 if self._edition.label("points") else 0.6)
        self.points = Box(self._left, top, self._rows_width, line * 2.3)
        return self.points.bottom

    def _place_below(self, rows_bottom: float, top: float) -> float:
        """What stands below the rows and beside them; tells how far down anything but the sums must be kept away."""
        look, apart = self.look, SUMS_APART * self.mark
        bottom = rows_bottom
        if look.places.points == "below":
            bottom = self._place_points(rows_bottom)
        if look.places.code == "below":
            return self._place_code_below(bottom) + 1.5 * apart
        aside = self._aside_width
        x = self.margin if look.places.code == "left" else self.width - self.margin - aside
        self.code = Box(x + (aside - look.code) / 2, top, look.code, look.code)
        # As wide as the code's dark part, so that it keeps away from the rows.
        narrow = look.code * 0.08
        lines = ADDRESS_LINES + (1 if self._edition.label("scan") else 0)
        self.address = Box(self.code.x + narrow, self.code.bottom, look.code - 2 * narrow, lines * self._line)
        self.address_anchor: Anchor = "middle"
        if look.places.penalties == "below":
            line = self._place_penalty_line(bottom)
            return max(line + 1.5 * apart, self.address.bottom + apart)
        return max(bottom + apart, self._place_penalties_aside(rows_bottom) + 1.5 * apart)

    def _place_penalties_aside(self, rows_bottom: float) -> float:
        """Below code and address, ending level with the cells or else with the points below them, if they fit."""
        look, (middle, _) = self.look, self.code.centre
        pitch = look.cell.width + look.cell.gap
        columns = max(1, min(self._boxes, int((self._aside_width + TIGHT) // pitch)))
        boxes = self._grid(middle - (columns * pitch - look.cell.gap) / 2, 0, columns)
        label = look.text * (1.5 if self._has_penalty_label else 0.5)
        free = self.address.bottom + label
        ends = [rows_bottom - look.band.padding]
        if self.points and look.places.points == "below" and self._has_room_below(self.points.bottom):
            ends.append(self.points.bottom)
        top = next((end - boxes[-1].bottom for end in ends if end - boxes[-1].bottom >= free), free)
        self.penalties = [Box(box.x, box.y + top, box.w, box.h) for box in boxes]
        self.penalty_label = Spot(middle, top - look.text * 0.8, "middle", self.address.w)
        self.address = Box(self.address.x, self.address.y, self.address.w, top - label - self.address.y)
        return self.penalties[-1].bottom

    def _has_room_below(self, boxes_bottom: float) -> bool:
        """Could penalty boxes end here?"""
        needed = boxes_bottom + 1.5 * SUMS_APART * self.mark + self._foot
        return self.look.height is None or needed <= self.look.height + TIGHT

    def _place_penalty_line(self, y: float) -> float:
        """In a line below the rows, from their left edge on; tells where it ends."""
        self.penalties = self._grid(self._left, y + self._penalty_label_height, self._boxes)
        self.penalty_label = Spot(self._left + self.look.text * 0.15, y + self._line * 0.9, "start", self._rows_width)
        return self.penalties[-1].bottom

    def _place_code_below(self, y: float) -> float:
        """Code, address and penalty boxes in a block below the rows, from right to left; tells where it ends."""
        look, y = self.look, y + self._line * 0.5
        label = self._penalty_label_height
        boxes_height = label + look.cell.height
        bottom = y + max(look.code, boxes_height)
        # The lower one stands in the middle of the other.
        right = self._left + self._middle_width
        self.code = Box(right - look.code, (y + bottom - look.code) / 2, look.code, look.code)
        top = (y + bottom - boxes_height) / 2
        boxes = self._grid(self._left, top + label, self._boxes)
        self.penalties = boxes
        self.penalty_label = Spot(self._left, top + self._line * 0.9, "start", self._boxes_width)
        left = self._left + self._boxes_width + look.text
        self.address = Box(left, self.code.y, self.code.x - look.text * 0.5 - left, look.code)
        self.address_anchor = "end"
        return bottom

    def _place_strips(self) -> None:
        """The line with the name and the boxes for sums, between the marks at the top or at the bottom."""
        look, inset, sums = self.look, self.mark / 8, self._sums
        self.marks = mark_boxes(self.width, self.height, self.margin, self.mark)
        left, width = self._corner + inset, self.width - 2 * (self._corner + inset)
        low = self.height - self.margin
        strip = self._strip
        self.header = Box(left, self.margin if look.places.name == "top" else low - strip, width, strip)
        foot = self.header.y + self.header.h * 0.9
        # Without a date there is more room for the others.
        name_end, number_share = (0.605, 0.13) if self._edition.label("date") else (0.775, 0.20)
        self.title_room = self._title_room(self.header.w)
        name_x = self.title_room + self.header.w * 0.095
        self.name_line = Box(self.header.x + name_x, foot, self.header.w * name_end - name_x, 0)
        self.date_line = Box(self.header.x + self.header.w * 0.70, foot, self.header.w * 0.14, 0)
        self.number_room = self.header.w * number_share
        self.totals: Box | None = None
        if look.places.totals != "none":
            self.totals = Box(left, self.margin if look.places.totals == "top" else low - sums, width, sums)

    def _title_room(self, width: float) -> float:
        """A long title gets more than its share of the line, at the cost of the name."""
        least, most = TITLE_SHARES
        try:
            wanted = text_width(self._edition.title, self.look.text * TITLE, self._edition.faces["bold"])
        except InputError:  # a glyph is missing, which is told with its place when it is drawn
            wanted = 0.0
        return min(max(wanted, least * width), most * width)

    @property
    def _boxes(self) -> int:
        return len(self._edition.rulebook.penalty_cells)

    @property
    def _has_penalty_label(self) -> bool:
        return bool(self._edition.label("penalties", penalty=self._edition.penalty))

    @property
    def _penalty_label_height(self) -> float:
        """From what is above to penalty boxes in a line."""
        return self._line * (1.5 if self._has_penalty_label else 0.6)

    def _grid(self, left: float, top: float, columns: int) -> list[Box]:
        """The penalty boxes, so many to a line."""
        cell = self.look.cell
        return [
            Box(
                left + index % columns * (cell.width + cell.gap),
                top + index // columns * (cell.height + cell.gap),
                cell.width,
                cell.height,
            )
            for index in range(self._boxes)
        ]

    @property
    def _aside_width(self) -> float:
        """The column beside the rows: as wide as the code, or as penalty boxes need it; two of them if it may grow."""
        look, beside = self.look, 1 if self.look.width is not None or self._boxes == 1 else 2
        boxes = beside * (look.cell.width + look.cell.gap) - (look.cell.gap if beside == 1 else 0)
        return max(look.code, boxes if look.places.penalties == "code" else 0.0)

    @property
    def _boxes_width(self) -> float:
        """Penalty boxes in a line, or their label if that is wider."""
        cell = self.look.cell
        return max(self._boxes * (cell.width + cell.gap) - cell.gap, self.look.text * LABEL_WIDTH)

    @property
    def _block_width(self) -> float:
        """Penalty boxes, address and code below the rows, side by side."""
        return self._boxes_width + self.look.text * ADDRESS_WIDTH + self.look.code

    @property
    def _middle_width(self) -> float:
        """What stands in the middle: the rows, and what is below them if that is wider."""
        below = {"code": 0.0, "below": self._boxes_width}[self.look.places.penalties]
        return max(self._rows_width, self._block_width if self.look.places.code == "below" else below)

    @property
    def _needed_width(self) -> float:
        inner = self._middle_width + (0.0 if self.look.places.code == "below" else self._aside_width)
        return max(inner + 2 * self.look.margin, inner / (1 - 2 * MARGIN_SHARE) if self.look.width is None else 0.0)

    def _check(self, needed_height: float) -> None:
        fit = SheetFit(self._edition, self.look, self.width)
        problems = list(fit.clash()) or [
            *fit.excess("width", "wide", self._needed_width, self.width),
            *fit.excess("height", "high", needed_height, self.height),
            *fit.lack("mark", self.mark, MARK_SHARE, "the corner marks are too small to be found in a photo"),
            *fit.small_numbers(),
            *fit.lack("margin", self.margin, MARGIN_SHARE, "the marks are too near to the sheet's edge"),
        ]
        if problems:
            raise InputError(problems)
