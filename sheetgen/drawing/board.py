"""The board on which both players place tokens: rows with locks, points at the right, the misthrow row."""

from __future__ import annotations

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.links import LINE, SheetLinks, address_lines, draw_code
from sheetgen.drawing.rows import draw_legend, draw_lock_note, draw_rows, place_rows
from sheetgen.drawing.scene import Box, Paint, Scene


def token_board(edition: Edition, links: SheetLinks, serial: int) -> Scene:
    """The whole board."""
    look = edition.layout.board
    assert look is not None and look.band is not None
    canvas = Canvas(look.width, look.height)
    ink, size, cell = edition.theme.ink, look.text, look.cell

    header = Box(look.margin, look.margin, look.width - 2 * look.margin, size * 3)
    canvas.text(header.x, header.centre[1], edition.title, size * 2.4, ink.text, "bold", room=header.w * 0.4)
    number = edition.label("number", serial=serial)
    written = canvas.text(header.right, header.centre[1], number, size * 1.1, ink.text, "bold", "end")
    draw_legend(canvas, edition, written.left - size * 3, header.centre[1], size * 1.1)

    rows = place_rows(edition.rulebook, cell, look.band, look.margin, header.bottom + size)
    draw_rows(canvas, edition, cell, rows)
    draw_lock_note(canvas, edition, rows, "at_least_tokens", header.bottom + size * 0.3, size, look.margin)
    table_x = rows[0].band.right + size * 1.5
    table = Box(table_x, rows[0].band.y, look.width - look.margin - table_x, rows[-1].band.bottom - rows[0].band.y)
    foot_y = rows[-1].band.bottom + size * 1.2
    foot = Box(look.margin, foot_y, look.width - 2 * look.margin, look.height - look.margin - foot_y)
    needed = max(cell.height + 2 * look.band.padding + size * 1.6, look.code)
    if table.w < size * 4 or foot.h < needed - 1e-6:
        raise edition.layout.error(
            ("board", "cell"),
            f"the rows are {max(size * 4 - table.w, needed - foot.h):.1f} mm too large for the board",
            "Make its cells smaller or the board larger.",
        )
    heading = edition.label("points_tokens")
    canvas.text(table.x, header.bottom + size * 0.3, heading, size, ink.soft, room=table.w)
    _draw_points(canvas, edition, table, size)
    _draw_misthrows(canvas, edition, foot)
    _draw_code(canvas, edition, links, serial, foot)
    return canvas.scene()


def _draw_points(canvas: Canvas, edition: Edition, area: Box, size: float) -> None:
    """A table from top to bottom: so many tokens, so many points."""
    ink = edition.theme.ink
    points = edition.layout.game.points
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


def _draw_misthrows(canvas: Canvas, edition: Edition, foot: Box) -> None:
    look, ink = edition.layout.board, edition.theme.ink
    assert look is not None and look.band is not None
    cell, size = look.cell, look.text
    ids = edition.rulebook.penalty_cells
    width = len(ids) * (cell.width + cell.gap) - cell.gap
    panel = Box(foot.x, foot.y, width + 2 * look.band.padding, foot.h)
    canvas.rect(panel, Paint(ink.panel, ink.line, 0.4), size * 0.6)
    label = edition.label("misthrows", penalty=edition.penalty)
    top = panel.bottom - look.band.padding - cell.height
    label_y = (panel.y + top) / 2 + size * 0.1
    canvas.text(panel.x + look.band.padding, label_y, label, size * 1.2, ink.text, "bold", room=width)
    for index, id in enumerate(ids):
        x = panel.x + look.band.padding + index * (cell.width + cell.gap)
        box = Box(x, top, cell.width, cell.height)
        canvas.rect(box, Paint(ink.box, ink.text, edition.theme.outline), cell.radius, id)
        canvas.text(*box.centre, edition.penalty, size * 1.2, ink.soft, "number", "middle")


def _draw_code(canvas: Canvas, edition: Edition, links: SheetLinks, serial: int, foot: Box) -> None:
    look, ink = edition.layout.board, edition.theme.ink
    assert look is not None
    size = look.text
    code = Box(foot.right - look.code, foot.bottom - look.code, look.code, look.code)
    draw_code(canvas, links, serial, code)
    lines = address_lines(links.url(serial), size, look.code * 2)
    y = code.centre[1] - len(lines) * size * LINE / 2
    canvas.text(code.x, y, edition.label("scan"), size, ink.text, "bold", "end", room=look.code * 2)
    for index, line in enumerate(lines, start=1):
        canvas.text(code.x, y + index * size * LINE, line, size, ink.soft, anchor="end")
