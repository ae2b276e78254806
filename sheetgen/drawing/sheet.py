"""The score sheet: what one player writes on.

A sheet is drawn in two parts: the front, the same for all, and a stamp with what differs (number, name, code).
"""

from __future__ import annotations

from sheetgen.drawing.canvas import SMALLEST_TEXT, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.links import SheetLinks, address_lines, draw_code
from sheetgen.drawing.marks import WHITE_SHARE, mark, mark_boxes
from sheetgen.drawing.rows import PlacedRow, draw_lock_note, draw_rows, place_rows, rows_width
from sheetgen.drawing.scene import Box, Paint, Scene
from sheetgen.drawing.totals import draw_totals
from sheetgen.errors import InputError
from sheetgen.layouts.models import SheetLook

LINE = 1.2
"""From one line of small print to the next, in type sizes."""
ADDRESS_LINES = 4
"""Lines below the code: what it is for, and the address."""
SUMS_APART = 0.35
"""Written sums keep away from what is above them, so that no photo reader takes them for crosses. In marks."""


class SheetPlan:
    """Where the parts of a sheet stand. Everything follows from the sizes in the layout."""

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
        _check_fit("the rows are", self.code.x - (look.margin + width), "wide", smaller)
        apart = SUMS_APART * look.mark
        _check_fit("the rows are", self.totals.y - self.points.bottom - apart, "high", smaller)
        fewer = "Have fewer penalty boxes, lower cells or a smaller code, or make the sheet larger."
        spare = self.totals.y - self.penalties[-1].bottom - 1.5 * apart
        _check_fit("code and penalty boxes are", spare, "high", fewer)

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


def _check_fit(what: str, spare: float, side: str, hint: str) -> None:
    if spare < -1e-6:
        raise InputError.of(f"{what} {-spare:.1f} mm too {side} for the sheet", hint)


def sheet_front(edition: Edition) -> Scene:
    """All that is the same on every sheet."""
    plan = SheetPlan(edition)
    canvas = Canvas(plan.look.width, plan.look.height)
    for number, box in enumerate(plan.marks):
        canvas.add(*mark(number, box))
    _draw_header(canvas, edition, plan)
    _draw_notes(canvas, edition, plan)
    draw_rows(canvas, edition, plan.look.cell, plan.rows)
    _draw_points(canvas, edition, plan)
    _draw_penalties(canvas, edition, plan)
    draw_totals(canvas, edition, plan.totals, plan.look.text)
    return canvas.scene("sheet")


def sheet_stamp(edition: Edition, links: SheetLinks, serial: int, player: str | None) -> Scene:
    """What differs from sheet to sheet."""
    plan = SheetPlan(edition)
    canvas = Canvas(plan.look.width, plan.look.height)
    ink, size = edition.theme.ink, plan.look.text
    y = plan.header.centre[1]
    canvas.text(
        plan.header.right, y, edition.label("number", serial=serial), size * 1.1, ink.text, "bold", "end",
        room=_number_room(plan.header),
    )  # fmt: skip
    if player:
        line = _name_line(plan.header)
        canvas.text(line.x + size * 0.3, line.y - size * 0.95, player, size * 1.4, ink.text, "bold", room=line.w - size)
    draw_code(canvas, links, serial, plan.code)
    _draw_address(canvas, edition, plan, links.url(serial))
    return canvas.scene()


def _name_line(header: Box) -> Box:
    return Box(header.x + header.w * 0.335, header.y + header.h * 0.9, header.w * 0.27, 0)


def _date_line(header: Box) -> Box:
    return Box(header.x + header.w * 0.70, header.y + header.h * 0.9, header.w * 0.14, 0)


def _number_room(header: Box) -> float:
    return header.w * 0.13


def _draw_header(canvas: Canvas, edition: Edition, plan: SheetPlan) -> None:
    ink, size, header = edition.theme.ink, plan.look.text, plan.header
    canvas.text(header.x, header.centre[1], edition.title, size * 2, ink.text, "bold", room=header.w * 0.24)
    for line, key in ((_name_line(header), "name"), (_date_line(header), "date")):
        canvas.line(line.x, line.y, line.right, line.y, Paint(stroke=ink.line, line=size * 0.1))
        canvas.text(
            line.x - size * 0.45,
            line.y - size * 0.45,
            edition.label(key),
            size,
            ink.soft,
            anchor="end",
            room=header.w * 0.075,
        )


def _draw_notes(canvas: Canvas, edition: Edition, plan: SheetPlan) -> None:
    """How to cross, at the left; over the last numbers, what they need."""
    ink, size, first = edition.theme.ink, plan.look.text, plan.rows[0]
    left, half = first.band.x + size * 0.15, first.band.w * 0.45
    note = canvas.text(left, plan.note_y, edition.label("cross"), size, ink.soft, room=half)
    draw_lock_note(canvas, edition, plan.rows, "at_least", plan.note_y, size, note.left + note.width + size)


def _draw_points(canvas: Canvas, edition: Edition, plan: SheetPlan) -> None:
    """What 1, 2, 3 … crosses in a row are worth."""
    ink, size, box = edition.theme.ink, plan.look.text, plan.points
    points = edition.layout.game.points
    canvas.text(box.x + size * 0.15, plan.points_label_y, edition.label("points"), size, ink.soft, room=box.w)
    canvas.rect(box, Paint(fill=ink.panel, stroke=ink.line, line=0.25), plan.look.cell.radius)
    pitch, short = box.w / len(points), size * 0.3
    for index, value in enumerate(points):
        x = box.x + (index + 0.5) * pitch
        if index:
            edge = x - pitch / 2
            canvas.line(edge, box.y + short, edge, box.bottom - short, Paint(stroke=ink.line, line=0.2))
        canvas.text(x, box.y + box.h * 0.29, f"{index + 1}×", size, ink.soft, anchor="middle", room=pitch * 0.86)
        canvas.text(x, box.y + box.h * 0.71, str(value), size * 1.15, ink.text, "number", "middle", room=pitch * 0.86)


def _draw_penalties(canvas: Canvas, edition: Edition, plan: SheetPlan) -> None:
    ink, look = edition.theme.ink, plan.look
    label = edition.label("penalties", penalty=edition.penalty)
    middle = plan.address.centre[0]
    canvas.text(middle, plan.penalty_label_y, label, look.text, ink.text, "bold", "middle", room=plan.address.w)
    for id, box in zip(edition.rulebook.penalty_cells, plan.penalties, strict=True):
        canvas.rect(box, Paint(ink.box, ink.text, edition.theme.outline), look.cell.radius, id)
        canvas.text(*box.centre, edition.penalty, look.text * 1.15, ink.soft, "number", "middle", room=box.w * 0.7)


def _draw_address(canvas: Canvas, edition: Edition, plan: SheetPlan, url: str) -> None:
    """What the code is for, and the same link to type in."""
    ink, area, size = edition.theme.ink, plan.address, plan.look.text
    middle = area.centre[0]
    canvas.text(middle, area.y + size * 0.4, edition.label("scan"), size, ink.text, "bold", "middle", room=area.w)
    top = area.y + size * LINE
    lines = address_lines(url, size, area.w)
    while top + len(lines) * size * LINE > area.bottom:
        size *= 0.95
        if size < SMALLEST_TEXT:
            raise InputError.of(f"the address {url} is too long to be printed", "Use a shorter scorer URL.")
        lines = address_lines(url, size, area.w)
    for index, line in enumerate(lines):
        canvas.text(middle, top + (index + 0.4) * size * LINE, line, size, ink.soft, anchor="middle")
