"""Where the parts of a sheet stand. Everything follows from the sizes in the layout; nothing here draws."""

from __future__ import annotations

from sheetgen.drawing.address import LINE
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.marks import WHITE_SHARE, mark_boxes
from sheetgen.drawing.rows import PlacedRow, place_rows, rows_width
from sheetgen.drawing.scene import Box
from sheetgen.layouts.models import SheetLook

ADDRESS_LINES = 4
"""Lines below the code: what it is for, and the address."""
SUMS_APART = 0.35
"""Written sums keep away from what is above them, so that no photo reader takes them for crosses. In marks."""


class SheetPlan:
    """The boxes of one sheet."""

    def __init__(self, edition: Edition) -> None:
        assert edition.layout.sheet is not None
        look = edition.layout.sheet
        self.look: SheetLook = look
        line = look.text * LINE
        self.marks = mark_boxes(look.width, look.height, look.margin, look.mark)
        corner = look.margin + look.mark * (1 + WHITE_SHARE)
        inner = look.width - 2 * corner
        inset = look.mark / 8
        self.header = Box(corner + inset, look.margin, inner - 2 * inset, look.mark)
        foot = self.header.y + self.header.h * 0.9
        self.name_line = Box(self.header.x + self.header.w * 0.335, foot, self.header.w * 0.27, 0)
        self.date_line = Box(self.header.x + self.header.w * 0.70, foot, self.header.w * 0.14, 0)
        self.number_room = self.header.w * 0.13
        self.note_y = corner + line * 0.4
        self.rows: list[PlacedRow] = place_rows(
            edition.rulebook, look.cell, look.band, look.margin, corner + line * 0.95
        )
        bottom = self.rows[-1].band.bottom
        width = rows_width(edition.rulebook, look.cell, look.band)
        self.code = Box(look.width - look.margin - look.code, corner, look.code, look.code)
        self.points_label_y = bottom + line * 0.85
        self.points = Box(look.margin, bottom + line * 1.35, width, line * 2.3)
        sums = look.mark * 1.35
        self.totals = Box(self.header.x, look.height - look.margin - sums, self.header.w, sums)
        # Below the code come the address and the penalty boxes, ending level with the rows if they fit.
        boxes = self._penalty_boxes(len(edition.rulebook.penalty_cells))
        label = look.text * 1.5
        level = bottom - look.band.padding - boxes[-1].bottom
        top = max(level, self.code.bottom + ADDRESS_LINES * line + label)
        self.penalties = [Box(box.x, box.y + top, box.w, box.h) for box in boxes]
        self.penalty_label_y = top - look.text * 0.8
        # As wide as the code's dark part, so that it keeps away from the rows.
        narrow = look.code * 0.08
        self.address = Box(
            self.code.x + narrow, self.code.bottom, look.code - 2 * narrow, top - label - self.code.bottom
        )
        smaller = "Make cells, gaps or the code smaller, or the sheet larger."
        self._check_fit(edition, "the rows are too wide", self.code.x - look.margin - width, smaller)
        apart = SUMS_APART * look.mark
        self._check_fit(edition, "the rows are too high", self.totals.y - self.points.bottom - apart, smaller)
        fewer = "Have fewer penalty boxes, lower cells or a smaller code, or make the sheet larger."
        spare = self.totals.y - self.penalties[-1].bottom - 1.5 * apart
        self._check_fit(edition, "code and penalty boxes are too high", spare, fewer)

    def _penalty_boxes(self, count: int) -> list[Box]:
        """The penalty boxes in the middle below the code, as many to a line as fit, the first line at 0."""
        cell = self.look.cell
        pitch_x, pitch_y = cell.width + cell.gap, cell.height + cell.gap
        columns = max(1, min(count, int((self.code.w + cell.gap) // pitch_x)))
        left = self.code.centre[0] - (columns * pitch_x - cell.gap) / 2
        return [
            Box(left + index % columns * pitch_x, index // columns * pitch_y, cell.width, cell.height)
            for index in range(count)
        ]

    def _check_fit(self, edition: Edition, what: str, spare: float, hint: str) -> None:
        if spare < -1e-6:
            message = f"{what} for the sheet, by {-spare:.1f} mm"
            raise edition.layout.error(("sheet", "cell"), message, hint)
