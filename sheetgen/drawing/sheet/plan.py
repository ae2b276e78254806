"""The plan of a sheet: the boxes of its parts, computed from the sizes and places in the layout. It draws nothing.

From top to bottom: a strip between the upper marks, the points above the rows, the rows, the parts below them, and a
strip between the lower marks. The code with its address and the penalty boxes are beside the rows or below them.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

from sheetgen.drawing.canvas import LINE_HEIGHT, MIN_TEXT_SIZE
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.scene import TOLERANCE, Anchor, Box
from sheetgen.drawing.sheet.cells_and_locks import BONUS_NUMBER, number_size
from sheetgen.drawing.sheet.rows import PlacedRow, lock_note, place_rows, rows_width
from sheetgen.errors import InputError, Problem
from sheetgen.file_model import MIN_TYPE_PT
from sheetgen.layouts.layout import SheetLook
from sheetgen.rules.features import printed_notes

MIN_MARK = 0.038  # side of the smallest marks that are usually found in photos / sheet width
AUTO_MARK = 0.04  # side of marks whose size is "auto" / sheet width
WHITE_SHARE = 0.25  # width of the white border around a mark / side of the mark
MIN_MARGIN = 0.025  # smallest margin that protects marks from careless cutting / sheet width
HEADER_HEIGHT = 2.0  # smallest height of the header with title and name / type size of small print
TITLE_SIZE = 2.0  # type size of the title / that of small print
TITLE_SHARES = (0.24, 0.37)  # smallest and largest room for the title / width of the header
ADDRESS_LINES = 3  # lines of the address below the code
ADDRESS_WIDTH = 9  # smallest room for the address beside the code / type size
PENALTY_LABEL_WIDTH = 7  # smallest room for the label of the penalty boxes / type size
SUMS_HEIGHT = 1.35  # height of the boxes for sums / side of a mark
LABELLED_HEIGHT = 2.6  # height of boxes for sums with room for a label / type size
SUMS_GAP = 0.35  # distance of sums from cells, so that the photo reader takes none for a cross / side of a mark


class TextSpot(NamedTuple):
    """Position of a line of text: its anchor point, at half the height of its capitals, and its room in mm."""

    x: float
    y: float
    anchor: Anchor
    room: float


class SheetPlan:
    """The boxes of one sheet. Raises InputError with everything that does not fit."""

    def __init__(self, edition: Edition) -> None:
        assert edition.layout.sheet is not None
        look: SheetLook = edition.layout.sheet
        self._edition = edition
        self.look = look
        self._line_height = look.text * LINE_HEIGHT
        self._measure_widths()
        self.width = self._needed_width if look.width is None else look.width
        # If the width is automatic, marks and margin grow with it.
        auto_width = self.width if look.width is None else 0.0
        self.margin = max(look.margin, MIN_MARGIN * auto_width)
        self.mark = AUTO_MARK * self.width if look.mark is None else max(look.mark, MIN_MARK * auto_width)
        self._corner_size = self.margin + self.mark * (1 + WHITE_SHARE)
        self._strip_height = max(self.mark, HEADER_HEIGHT * look.text)
        is_left = look.places.code == "left"
        self._left = self.width - self.margin - self._middle_width if is_left else self.margin
        # The boxes for sums have room for labels if the sheet is tall enough.
        needed_height = self._place(max(SUMS_HEIGHT * self.mark, LABELLED_HEIGHT * look.text))
        if look.height is not None and needed_height > look.height + TOLERANCE:
            needed_height = self._place(SUMS_HEIGHT * self.mark)
        self.height = needed_height if look.height is None else look.height
        self._place_strips()
        self._check(needed_height)

    def _measure_widths(self) -> None:
        look = self.look
        cell = self.look.cell
        places = self.look.places
        edition = self._edition
        self._box_count = len(edition.rulebook.penalty_cells)
        self._has_penalty_label = bool(edition.label("penalties", penalty=edition.penalty_text))
        # Distance of the rows from a line of penalty boxes below them.
        self._penalty_label_height = self._line_height * (1.5 if self._has_penalty_label else 0.6)
        self._rows_width = rows_width(edition.rulebook, cell, look.band)
        # The penalty boxes in a line, or their label if that is wider.
        self._boxes_width = max(self._box_count * (cell.width + cell.gap) - cell.gap, look.text * PENALTY_LABEL_WIDTH)
        below = self._boxes_width if places.penalties == "below" else 0.0
        if places.code == "below":  # penalty boxes, address and code side by side
            below = self._boxes_width + look.text * ADDRESS_WIDTH + look.code
        self._middle_width = max(self._rows_width, below)
        # Below the code beside the rows, there is one column of penalty boxes, or two if the width is automatic.
        columns = 1 if look.width is not None or self._box_count == 1 else 2
        boxes = columns * (cell.width + cell.gap) - (cell.gap if columns == 1 else 0)
        self._side_width = max(look.code, boxes if places.penalties == "code" else 0.0)
        inner = self._middle_width + (0.0 if places.code == "below" else self._side_width)
        automatic = inner / (1 - 2 * MIN_MARGIN) if look.width is None else 0.0
        self._needed_width = max(inner + 2 * look.margin, automatic)

    def _place(self, sums: float) -> float:
        """Place all parts between the strips, for sums of this height. Return the height that the sheet needs."""
        places = self.look.places
        self._sums_height = sums
        self.points: Box | None = None
        with_name = max(self._corner_size, self.margin + self._strip_height)
        top = with_name if places.name == "top" else self._corner_size
        if places.totals == "top":
            top = self.margin + sums + SUMS_GAP * self.mark
        bottom = with_name if places.name == "bottom" else self._corner_size
        self._bottom_height = self.margin + sums if places.totals == "bottom" else bottom
        return self._place_below(self._place_rows(top), top) + self._bottom_height

    def _place_rows(self, y: float) -> float:
        """Place the points above the rows, the notes and the rows below y. Return the bottom of the rows."""
        line = self._line_height
        edition = self._edition
        if self.look.places.points == "above":
            y = self._place_points(y - line * 0.45) + line * 0.3
        has_notes = bool(edition.label("cross") or lock_note(edition) or printed_notes(edition.rulebook))
        self.note_y = y + line * 0.4
        top = y + line * (0.95 if has_notes else 0.15)
        self.rows: list[PlacedRow] = place_rows(edition.rulebook, self.look.cell, self.look.band, self._left, top)
        return self.rows[-1].band.bottom

    def _place_points(self, y: float) -> float:
        """Place the label and the table of points below y. Return the bottom of the table."""
        line = self._line_height
        self.points_label_y = y + line * 0.85
        top = y + line * (1.35 if self._edition.label("points") else 0.6)
        self.points = Box(self._left, top, self._rows_width, line * 2.3)
        return self.points.bottom

    def _place_below(self, rows_bottom: float, top: float) -> float:
        """Place the parts below and beside the rows. Return the y at which the sums may begin."""
        look = self.look
        gap = SUMS_GAP * self.mark
        bottom = self._place_points(rows_bottom) if look.places.points == "below" else rows_bottom
        if look.places.code == "below":
            return self._place_code_below(bottom) + 1.5 * gap
        side = self._side_width
        x = self.margin if look.places.code == "left" else self.width - self.margin - side
        self.code = Box(x + (side - look.code) / 2, top, look.code, look.code)
        # The address is as wide as the dark part of the code, to keep clear of the rows.
        inset = look.code * 0.08
        lines = ADDRESS_LINES + (1 if self._edition.label("scan") else 0)
        self.address = Box(self.code.x + inset, self.code.bottom, look.code - 2 * inset, lines * self._line_height)
        self.address_anchor: Anchor = "middle"
        if look.places.penalties == "below":
            self.penalties = self._box_grid(self._left, bottom + self._penalty_label_height, self._box_count)
            label_y = bottom + self._line_height * 0.9
            self.penalty_label = TextSpot(self._left + look.text * 0.15, label_y, "start", self._rows_width)
            return max(self.penalties[-1].bottom + 1.5 * gap, self.address.bottom + gap)
        return max(bottom + gap, self._place_penalties_beside(rows_bottom) + 1.5 * gap)

    def _place_penalties_beside(self, rows_bottom: float) -> float:
        """Place penalty boxes below the address, level with the last cells or the points. Return their bottom."""
        look, (middle, _) = self.look, self.code.centre
        pitch = look.cell.width + look.cell.gap
        columns = max(1, min(self._box_count, int((self._side_width + TOLERANCE) // pitch)))
        boxes = self._box_grid(middle - (columns * pitch - look.cell.gap) / 2, 0, columns)
        label = look.text * (1.5 if self._has_penalty_label else 0.5)
        free = self.address.bottom + label
        ends = [rows_bottom - look.band.padding]
        if self.points and look.places.points == "below":
            needed = self.points.bottom + 1.5 * SUMS_GAP * self.mark + self._bottom_height
            if look.height is None or needed <= look.height + TOLERANCE:
                ends.append(self.points.bottom)
        top = next((end - boxes[-1].bottom for end in ends if end - boxes[-1].bottom >= free), free)
        self.penalties = [Box(box.x, box.y + top, box.w, box.h) for box in boxes]
        self.penalty_label = TextSpot(middle, top - look.text * 0.8, "middle", self.address.w)
        self.address = Box(self.address.x, self.address.y, self.address.w, top - label - self.address.y)
        return self.penalties[-1].bottom

    def _place_code_below(self, y: float) -> float:
        """Place code, address and penalty boxes below the rows, from right to left. Return the bottom of the block."""
        look = self.look
        y += self._line_height * 0.5
        label = self._penalty_label_height
        boxes_height = label + look.cell.height
        bottom = y + max(look.code, boxes_height)
        # Code and penalty boxes are centred vertically on each other.
        right = self._left + self._middle_width
        self.code = Box(right - look.code, (y + bottom - look.code) / 2, look.code, look.code)
        top = (y + bottom - boxes_height) / 2
        self.penalties = self._box_grid(self._left, top + label, self._box_count)
        self.penalty_label = TextSpot(self._left, top + self._line_height * 0.9, "start", self._boxes_width)
        left = self._left + self._boxes_width + look.text
        self.address = Box(left, self.code.y, self.code.x - look.text * 0.5 - left, look.code)
        self.address_anchor = "end"
        return bottom

    def _place_strips(self) -> None:
        inset = self.mark / 8
        sums = self._sums_height
        self.marks = mark_boxes(self.width, self.height, self.margin, self.mark)
        left = self._corner_size + inset
        width = self.width - 2 * (self._corner_size + inset)
        low = self.height - self.margin
        strip = self._strip_height
        self.header = Box(left, self.margin if self.look.places.name == "top" else low - strip, width, strip)
        foot = self.header.y + self.header.h * 0.9
        # Without a date there is more room for name and number.
        name_end, number_share = (0.605, 0.13) if self._edition.label("date") else (0.775, 0.20)
        self.title_room = self._title_room(self.header.w)
        name_x = self.title_room + self.header.w * 0.095
        self.name_line = Box(self.header.x + name_x, foot, self.header.w * name_end - name_x, 0)
        self.date_line = Box(self.header.x + self.header.w * 0.70, foot, self.header.w * 0.14, 0)
        self.number_room = self.header.w * number_share
        self.totals: Box | None = None
        if self.look.places.totals != "none":
            self.totals = Box(left, self.margin if self.look.places.totals == "top" else low - sums, width, sums)

    def _title_room(self, width: float) -> float:
        """Return the room for the title in mm. A long title takes room from the name."""
        least, most = TITLE_SHARES
        try:
            wanted = text_width(self._edition.title, self.look.text * TITLE_SIZE, self._edition.faces["bold"])
        except InputError:  # a missing glyph is reported with its place when the title is drawn
            wanted = 0.0
        return min(max(wanted, least * width), most * width)

    def _box_grid(self, left: float, top: float, columns: int) -> list[Box]:
        """Return the penalty boxes in a grid with this number of columns."""
        width = self.look.cell.width
        height = self.look.cell.height
        gap = self.look.cell.gap
        places = (divmod(index, columns) for index in range(self._box_count))
        return [
            Box(left + column * (width + gap), top + line * (height + gap), width, height) for line, column in places
        ]

    def _check(self, needed_height: float) -> None:
        places = self.look.places
        if places.name == places.totals:
            message = f"the name line and the sums are both at the {places.name}"
            hint = 'Give one of them "top" and the other "bottom".'
            raise InputError([self._edition.layout.problem(("sheet", "places"), message, hint)])
        problems = [
            *self._overflow("width", "wide", self._needed_width, self.width),
            *self._overflow("height", "high", needed_height, self.height),
            *self._below_share("mark", self.mark, MIN_MARK, "the corner marks are too small to be found in a photo"),
            *self._small_numbers(),
            *self._below_share("margin", self.margin, MIN_MARGIN, "the marks are too near to the sheet's edge"),
        ]
        if problems:
            raise InputError(problems)

    def _overflow(self, key: str, word: str, needed: float, given: float) -> Iterator[Problem]:
        if needed > given + TOLERANCE:
            message = f"the parts of the sheet are {_rounded_up(needed - given)} mm too {word} for it"
            hint = (
                f'They need sheet.{key} = "{_rounded_up(needed)}mm". Make them smaller, or let the sheet grow:'
                ' sheet.width = "auto", sheet.height = "auto".'
            )
            parts = ((key,), ("cell", key), ("cell",), ("code",), ("text",), ("band",), ("places",), ("margin",), ())
            keys = (*(("sheet", *part) for part in parts), ("game", "rows"))
            yield Problem(message, hint, self._edition.layout.source.own_place(*keys))

    def _below_share(self, key: str, given: float, share: float, message: str) -> Iterator[Problem]:
        """Yield a problem with this message if a size is below a share of the sheet's width."""
        least = share * self.width
        if given < least - TOLERANCE:
            hint = f'It takes sheet.{key} = "{_rounded_up(least)}mm" or more, {share:.1%} of the width.'
            yield Problem(message, hint, self._edition.layout.source.own_place(("sheet", key), ("sheet", "width")))

    def _small_numbers(self) -> Iterator[Problem]:
        has_bonus = any(row.between for row in self._edition.rulebook.rows)
        size = number_size(self._edition, self.look.cell) * (BONUS_NUMBER if has_bonus else 1)
        if size < MIN_TEXT_SIZE:
            points = size / MIN_TEXT_SIZE * MIN_TYPE_PT
            message = f"the numbers in the cells would be {points:.1f} pt, too small to be read"
            hint = f"At least {MIN_TYPE_PT} pt: make the cells larger by {MIN_TEXT_SIZE / size - 1:.0%}."
            cell = ("sheet", "cell")
            nearest = self._edition.layout.source.own_place((*cell, "width"), (*cell, "height"), cell)
            yield Problem(message, hint, nearest)


def mark_boxes(width: float, height: float, margin: float, side: float) -> tuple[Box, ...]:
    """Return the boxes of the corner marks, clockwise from the top left."""
    right, low = width - margin - side, height - margin - side
    return tuple(Box(x, y, side, side) for x, y in ((margin, margin), (right, margin), (right, low), (margin, low)))


def _rounded_up(millimetres: float) -> str:
    """Return a length with one decimal, rounded up so that it is accepted when a user follows the hint."""
    return f"{math.ceil(millimetres * 10 - TOLERANCE) / 10:.1f}"
