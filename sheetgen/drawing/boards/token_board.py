"""The board on which both players place tokens: rows with locks, the points at the right, the penalty boxes below.

Like a sheet, it consists of a front, which all boards share, and an overlay with number and code.
"""

from sheetgen.drawing.canvas import LINE_HEIGHT, WHITE, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import TOLERANCE, Box, Paint, Scene
from sheetgen.drawing.sheet.cells_and_locks import draw_penalty_boxes
from sheetgen.drawing.sheet.rows import draw_legend, draw_lock_note, draw_rows, lock_note, place_rows
from sheetgen.drawing.sheet_links import SheetLinks, address_lines, draw_address, draw_board_code

NUMBER_SHARE = 0.16  # room for the board's number / width of the header


class BoardPlan:
    """The boxes of a token board. Raises InputError if they do not fit."""

    def __init__(self, edition: Edition) -> None:
        look = edition.layout.board
        assert look is not None and look.band is not None
        self.look = look
        size = look.text
        cell = look.cell
        padding = look.band.padding
        inner = look.width - 2 * look.margin
        self.header = Box(look.margin, look.margin, inner, size * 3)
        self.note_y = self.header.bottom + size * 0.3
        self.rows = place_rows(edition.rulebook, cell, look.band, look.margin, self.header.bottom + size)
        first, last = self.rows[0].band, self.rows[-1].band
        table_x = first.right + size * 1.5
        self.table = Box(table_x, first.y, look.margin + inner - table_x, last.bottom - first.y)
        foot_y = last.bottom + size * 1.2
        foot = Box(look.margin, foot_y, inner, look.height - look.margin - foot_y)
        boxes = edition.rulebook.penalty_boxes
        self.panel = Box(foot.x, foot.y, boxes * (cell.width + cell.gap) - cell.gap + 2 * padding, foot.h)
        top = foot.bottom - padding - cell.height
        self.penalties = [
            Box(self.panel.x + padding + index * (cell.width + cell.gap), top, cell.width, cell.height)
            for index in range(boxes)
        ]
        self.code = Box(foot.right - look.code, foot.bottom - look.code, look.code, look.code)
        self.address_room = self.code.x - self.panel.right - size * 2
        needed = max(cell.height + 2 * padding + size * 1.6, look.code)
        short = max(size * 4 - self.table.w, needed - foot.h, look.code - self.address_room)
        if short > TOLERANCE:
            raise edition.layout.error(
                f"rows, penalty boxes and code are {short:.1f} mm too large for the board",
                "Make them smaller or the board larger.",
                *(("board", key) for key in ("cell", "code", "band", "text", "width", "height")),
                ("game", "rows"),
            )


def board_front(edition: Edition) -> Scene:
    """Draw the front of the board."""
    plan = edition.cached(BoardPlan)
    look = plan.look
    ink = edition.theme.ink
    size = plan.look.text
    canvas = edition.canvas(look.width, look.height)
    canvas.background(ink.paper)
    header = plan.header
    y = plan.header.centre[1]
    canvas.text(header.x, y, edition.title, size * 2.4, ink.text, "bold", room=header.w * 0.4)
    draw_legend(canvas, edition, header.right - header.w * NUMBER_SHARE, y, size * 1.1)
    draw_rows(canvas, edition, look.cell, plan.rows, size)
    draw_lock_note(canvas, edition, plan.rows, lock_note(edition, has_tokens=True), plan.note_y, size, look.margin)
    _draw_points(canvas, edition, plan)
    _draw_penalties(canvas, edition, plan)
    return canvas.scene("board")


def board_overlay(edition: Edition, links: SheetLinks, serial: int) -> Scene:
    """Draw the number, QR code and address of one board."""
    plan = edition.cached(BoardPlan)
    size = plan.look.text
    header = plan.header
    code = plan.code
    canvas = edition.canvas(plan.look.width, plan.look.height)
    canvas.text(
        header.right, header.centre[1], edition.label("number", serial=serial), size * 1.1, edition.theme.ink.text,
        "bold", "end", room=header.w * NUMBER_SHARE * 0.8,
    )  # fmt: skip
    draw_board_code(canvas, edition, links, serial, code)
    lines = address_lines(links.url(serial), size, plan.address_room, canvas.faces["regular"])
    y = code.centre[1] - len(lines) * size * LINE_HEIGHT / 2
    # On white paper, the quiet zone separates the text from the code.
    x = code.x if edition.theme.ink.paper == WHITE else code.x - size * 0.5
    draw_address(canvas, edition, lines, x, y, size, plan.address_room, "end")
    return canvas.scene()


def _draw_points(canvas: Canvas, edition: Edition, plan: BoardPlan) -> None:
    """Draw the table of points for 1, 2, 3 … tokens in a row, from top to bottom."""
    ink = edition.theme.ink
    area = plan.table
    size = plan.look.text
    points = edition.layout.game.points
    canvas.text(area.x, plan.note_y, edition.label("points_tokens"), size, ink.soft, room=area.w)
    canvas.rect(area, Paint(ink.panel, ink.line, 0.4), size * 0.6)
    pitch = area.h / len(points)
    size = min(size, pitch * 0.6)
    for index, value in enumerate(points):
        y = area.y + (index + 0.5) * pitch
        if index:
            x0, x1 = area.x + size * 0.6, area.right - size * 0.6
            canvas.line(x0, y - pitch / 2, x1, y - pitch / 2, Paint(stroke=ink.line, line=0.3))
        canvas.text(area.x + area.w * 0.42, y, f"{index + 1}×", size * 1.2, ink.soft, anchor="end")
        canvas.text(area.x + area.w * 0.70, y, str(value), size * 1.4, ink.text, "number", "end")


def _draw_penalties(canvas: Canvas, edition: Edition, plan: BoardPlan) -> None:
    ink = edition.theme.ink
    size = plan.look.text
    canvas.rect(plan.panel, Paint(ink.panel, ink.line, 0.4), size * 0.6)
    first, last = plan.penalties[0], plan.penalties[-1]
    label = edition.label("penalties_tokens", penalty=edition.penalty_text)
    label_y = (plan.panel.y + first.y) / 2 + size * 0.1
    canvas.text(first.x, label_y, label, size * 1.2, ink.text, "bold", room=last.right - first.x)
    draw_penalty_boxes(canvas, edition, plan.penalties, plan.look.cell.radius, size * 1.2, 0.8)
