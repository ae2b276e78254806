"""The plan of a sheet: the boxes of its parts, computed from the sizes and places in the layout. It draws nothing.

From top to bottom: a strip between the upper marks, the points above the rows, the rows, the parts below them, a strip
between the lower marks, and the foot line. The code and the penalty boxes are beside the rows or below them.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

from sheetgen.drawing.canvas import LINE_HEIGHT, MIN_TEXT_SIZE, wrap_text
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.masthead import Masthead
from sheetgen.drawing.qr_codes import WIDEST_BORDER
from sheetgen.drawing.scene import TOLERANCE, Anchor, Box
from sheetgen.drawing.sheet.cells_and_locks import BONUS_NUMBER, number_size
from sheetgen.drawing.sheet.points_table import TABLE_HEIGHT
from sheetgen.drawing.sheet.rows import PlacedRow, feature_notes, place_rows, rows_width
from sheetgen.errors import InputError, Problem
from sheetgen.file_model import MIN_TYPE_PT
from sheetgen.layouts.layout import SheetLook

MIN_MARK = 0.038  # side of the smallest marks that are usually found in photos / sheet width
AUTO_MARK = 0.04  # side of marks whose size is "auto" / sheet width
WHITE_SHARE = 0.25  # width of the white border around a mark / side of the mark
FRAME_SHARE = 0.05  # width of the frame around the white border of a mark / side of the mark
HEAD_EDGE = 0.09  # distance of the edge of the head from the white border of a mark / side of the mark
MIN_MARGIN = 0.025  # smallest margin that protects marks from careless cutting / sheet width
HEAD_HEIGHT = 2.8  # smallest height of the head / type size of small print
NOTE_AIR = 0.7  # more room for the note above the rows, if there is one / type size
CODE_HEADING = 1.0  # height of the heading above the code / type size
FOOT_HEIGHT = 1.4  # height of the foot line with its distance from the sums / its type size
DEDICATION_GAP = 0.6  # space above a dedication or picture below the code / height of a line
PICTURE_HEIGHT = 0.8  # largest height of a picture below the code / its width
CODE_NOTES_WIDTH = 9  # smallest room for the notes beside the code / type size
MIN_PENALTY_WIDTH, MAX_PENALTY_WIDTH = 0.8, 1.3  # width of a penalty box below the code / width of a cell
PENALTY_LABEL_WIDTH = 7  # smallest room for the label of the penalty boxes / type size
SUMS_HEIGHT = 1.2  # height of the boxes for sums / side of a mark
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

    code: Box  # without its white border

    def __init__(self, edition: Edition) -> None:
        assert edition.layout.sheet is not None
        look: SheetLook = edition.layout.sheet
        self._edition = edition
        self.look = look
        self._line_height = look.text * LINE_HEIGHT
        self.code_border = WIDEST_BORDER * look.code
        self._measure_widths()
        self.width = self._needed_width if look.width is None else look.width
        # If the width is automatic, marks and margin grow with it.
        auto_width = self.width if look.width is None else 0.0
        self.margin = max(look.margin, MIN_MARGIN * auto_width)
        self.mark = AUTO_MARK * self.width if look.mark is None else max(look.mark, MIN_MARK * auto_width)
        self._corner_size = self.margin + self.mark * (1 + WHITE_SHARE + HEAD_EDGE)
        # The head reaches beyond the marks on all sides.
        self._head_margin = self.margin - self.mark * (WHITE_SHARE + HEAD_EDGE)
        self._head_height = max(self._corner_size - self._head_margin, HEAD_HEIGHT * look.text)
        is_left = look.places.code == "left"
        self._left = self.width - self.margin - self._middle_width if is_left else self.margin
        # The boxes for sums have room for labels, and the note above the rows has air, if the sheet is tall enough.
        labelled = max(SUMS_HEIGHT * self.mark, LABELLED_HEIGHT * look.text)
        air = NOTE_AIR * look.text if feature_notes(edition) else 0.0
        for sums, note_air in ((labelled, air), (labelled, 0.0), (SUMS_HEIGHT * self.mark, 0.0)):
            needed_height = self._place(sums, note_air)
            if look.height is None or needed_height <= look.height + TOLERANCE:
                break
        self.height = needed_height if look.height is None else look.height
        self._place_strips()
        self._check(needed_height)

    @property
    def bordered_code(self) -> Box:
        """The code with the white border that any code needs."""
        return self.code.grown(self.code_border)

    def _measure_widths(self) -> None:
        look = self.look
        cell = self.look.cell
        places = self.look.places
        edition = self._edition
        self._box_count = len(edition.rulebook.penalty_cells)
        self._has_penalty_label = bool(edition.label("penalties", penalty=edition.penalty_text))
        # Distance of the rows from a line of penalty boxes below them.
        self._penalty_label_height = self._line_height * (1.7 if self._has_penalty_label else 0.6)
        self._rows_width = rows_width(edition.rulebook, cell, look.band)
        # The penalty boxes in a line, or their label if that is wider.
        self._boxes_width = max(self._box_count * (cell.width + cell.gap) - cell.gap, look.text * PENALTY_LABEL_WIDTH)
        below = self._boxes_width if places.penalties == "below" else 0.0
        if places.code == "below":  # penalty boxes, notes and code side by side
            below = self._boxes_width + look.text * CODE_NOTES_WIDTH + look.code
        self._middle_width = max(self._rows_width, below)
        # Below the code beside the rows, there is one column of penalty boxes, or two if the width is automatic.
        columns = 1 if look.width is not None or self._box_count == 1 else 2
        boxes = columns * (cell.width + cell.gap) - cell.gap
        self._side_width = max(look.code, boxes if places.penalties == "code" else 0.0)
        inner = self._middle_width
        if places.code != "below":
            inner += self.code_border + self._side_width + max(0.0, self.code_border - look.margin)
        automatic = inner / (1 - 2 * MIN_MARGIN) if look.width is None else 0.0
        self._needed_width = max(inner + 2 * look.margin, automatic)

    def _place(self, sums: float, note_air: float) -> float:
        """Place all parts between the strips, for sums of this height and a note with so much more room.

        Return the height that the sheet needs.
        """
        places = self.look.places
        self._sums_height = sums
        self.points: Box | None = None
        head = self._head_margin + self._head_height
        top = head if places.name == "top" else self._corner_size
        if places.totals == "top":
            top = self.margin + sums + SUMS_GAP * self.mark
        foot = self.look.text * FOOT_HEIGHT
        if places.name == "bottom":
            self._bottom_height = head + foot
        elif places.totals == "bottom":
            self._bottom_height = self.margin + foot + sums
        else:
            self._bottom_height = self._corner_size
        # The white border of the code fits between the head and the first row.
        top += max(self._line_height * 0.9, self.code_border)
        return self._place_below(self._place_rows(top, note_air)) + self._bottom_height

    def _place_rows(self, y: float, note_air: float) -> float:
        """Place the points above the rows, the notes and the rows below y. Return the bottom of the rows."""
        line = self._line_height
        edition = self._edition
        self.content_top = y
        if self.look.places.points == "above":
            y = self._place_points(y) + (line if feature_notes(edition) else self.look.band.gap)
        self.note_y = y + note_air / 2 - max(self.look.band.gap, line * 0.9) * 0.6
        y += note_air
        self.rows: list[PlacedRow] = place_rows(edition.rulebook, self.look.cell, self.look.band, self._left, y)
        return self.rows[-1].band.bottom

    def _place_points(self, y: float) -> float:
        """Place the table of points below y. Return its bottom."""
        self.points = Box(self._left, y, self._rows_width, self.look.text * TABLE_HEIGHT)
        return self.points.bottom

    def _place_below(self, rows_bottom: float) -> float:
        """Place the parts below and beside the rows. Return the y at which the sums may begin."""
        look = self.look
        gap = SUMS_GAP * self.mark
        bottom = rows_bottom
        if look.places.points == "below":
            bottom = self._place_points(rows_bottom + max(look.band.gap, look.text * 0.5))
        if look.places.code == "below":
            bottom = self._place_code_below(bottom)
            return max(bottom + 1.5 * gap, self.code.bottom + self.code_border)
        side = self._side_width
        edge = max(self.margin, self.code_border)  # the white border of the code stays inside the sheet
        x = edge if look.places.code == "left" else self.width - edge - side
        # The heading above the code keeps it away from fingers that hold the sheet at its corner.
        has_heading = bool(self._edition.label("scan"))
        code_y = self.content_top + (look.text * CODE_HEADING + self.code_border if has_heading else 0.0)
        self.code = Box(x + (side - look.code) / 2, code_y, look.code, look.code)
        self.code_heading = TextSpot(x + side / 2, self.content_top + look.text * 0.35, "middle", side)
        self.code_text = Box(x, self.code.bottom + self.code_border, side, self._code_text_height(side))
        self.code_notes: list[str] = []
        if look.places.penalties == "below":
            self.penalties = self._box_grid(
                self._left, bottom + self._penalty_label_height, self._box_count, look.cell.width
            )
            label_y = bottom + self._line_height * 1.0
            self.penalty_label = TextSpot(self._left, label_y, "start", self._rows_width)
            self._add_code_notes(max(bottom, self.penalties[-1].bottom) - self.code_text.y)
            return max(self.penalties[-1].bottom + 1.5 * gap, self.code_text.bottom + gap)
        return max(bottom + gap, self._place_penalties_beside(rows_bottom) + 1.5 * gap)

    def _code_text_height(self, room: float) -> float:
        """Return the height of dedication and picture beside or below the code."""
        edition = self._edition
        regular = edition.faces["regular"]
        self.dedication = wrap_text(edition.block("dedication"), self.look.text, regular, room)
        gap = DEDICATION_GAP if self.dedication else 0.0
        self.picture_height = 0.0
        if edition.bitmap and edition.layout.blocks.place == "side":
            height = room * edition.bitmap.height / edition.bitmap.width
            self.picture_height = min(height, room * PICTURE_HEIGHT)
            gap += DEDICATION_GAP
        lines = len(self.dedication) + gap
        return lines * self.look.text * LINE_HEIGHT + self.picture_height

    def _add_code_notes(self, height: float) -> None:
        """Add the note on how to cross if there is room for it. No cell depends on it, so languages may differ."""
        area = self.code_text
        notes = wrap_text(self._edition.label("cross"), self.look.text, self._edition.faces["regular"], area.w)
        added = len(notes) * self.look.text * LINE_HEIGHT
        if area.h + added <= height + TOLERANCE:
            self.code_notes = notes
            self.code_text = Box(area.x, area.y, area.w, area.h + added)

    def _place_penalties_beside(self, rows_bottom: float) -> float:
        """Place penalty boxes below the code, level with the last row or the points. Return their bottom."""
        look, (middle, _) = self.look, self.code.centre
        narrow = MIN_PENALTY_WIDTH * look.cell.width + look.cell.gap
        fit = max(1, int((self._side_width + look.cell.gap + TOLERANCE) // narrow))
        columns = math.ceil(self._box_count / math.ceil(self._box_count / fit))  # as even as possible
        # As wide together as the code.
        width = min((self._side_width + look.cell.gap) / columns - look.cell.gap, MAX_PENALTY_WIDTH * look.cell.width)
        pitch = width + look.cell.gap
        boxes = self._box_grid(middle - (columns * pitch - look.cell.gap) / 2, 0, columns, width)
        label = look.text * (1.9 if self._has_penalty_label else 0.5)
        free = self.code_text.bottom + label
        ends = [rows_bottom]
        if self.points and look.places.points == "below":
            needed = self.points.bottom + 1.5 * SUMS_GAP * self.mark + self._bottom_height
            if look.height is None or needed <= look.height + TOLERANCE:
                ends.append(self.points.bottom)
        top = next((end - boxes[-1].bottom for end in ends if end - boxes[-1].bottom >= free), free)
        self.penalties = [Box(box.x, box.y + top, box.w, box.h) for box in boxes]
        self.penalty_label = TextSpot(middle, top - look.text * 1.0, "middle", self._side_width)
        self._add_code_notes(top - label - self.code_text.y)
        return self.penalties[-1].bottom

    def _place_code_below(self, y: float) -> float:
        """Place code, notes and penalty boxes below the rows, from right to left. Return the bottom of the block."""
        look = self.look
        y += max(self._line_height * 0.5, self.code_border)
        label = self._penalty_label_height
        boxes_height = label + look.cell.height
        bottom = y + max(look.code, boxes_height)
        # Code and penalty boxes are centred vertically on each other.
        right = min(self._left + self._middle_width, self.width - self.code_border)
        self.code = Box(right - look.code, (y + bottom - look.code) / 2, look.code, look.code)
        top = (y + bottom - boxes_height) / 2
        self.penalties = self._box_grid(self._left, top + label, self._box_count, look.cell.width)
        self.penalty_label = TextSpot(self._left, top + self._line_height * 0.9, "start", self._boxes_width)
        left = self._left + self._boxes_width + look.text
        width = self.code.x - self.code_border - look.text * 0.5 - left
        self.code_notes = []
        self.code_text = Box(left, 0.0, width, self._code_text_height(width))
        self._add_code_notes(look.code - self._line_height * 2)
        middle = self.code.centre[1]
        self.code_heading = TextSpot(
            left + width, middle - self.code_text.h / 2 - self._line_height * 0.2, "end", width
        )
        self.code_text = self.code_text._replace(y=middle - self.code_text.h / 2 + self._line_height * 0.6)
        return bottom

    def _place_strips(self) -> None:
        inset = self.mark / 8
        sums = self._sums_height
        places = self.look.places
        self.marks = mark_boxes(self.width, self.height, self.margin, self.mark)
        left = self._corner_size + inset
        width = self.width - 2 * left
        low = self.height - self.margin
        head_y = self._head_margin if places.name == "top" else self.height - self._head_margin - self._head_height
        panel = Box(self._head_margin, head_y, self.width - 2 * self._head_margin, self._head_height)
        self.masthead = Masthead(self._edition, panel, left, left + width, self.look.text, fields=True)
        foot_y = panel.y if places.name == "bottom" else low
        self.foot = Box(left, foot_y - self.look.text, width, self.look.text)
        self.totals: Box | None = None
        if places.totals == "top":
            self.totals = Box(left, self.margin, width, sums)
        elif places.totals == "bottom":
            self.totals = Box(left, low - self.look.text * FOOT_HEIGHT - sums, width, sums)

    def _box_grid(self, left: float, top: float, columns: int, width: float) -> list[Box]:
        """Return the penalty boxes in a grid with this number of columns."""
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
