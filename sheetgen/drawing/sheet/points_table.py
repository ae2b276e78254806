"""The table of points for 1, 2, 3 … crosses or tokens in a row."""

from typing import Literal

from sheetgen.drawing.canvas import MIN_TEXT_SIZE, Canvas, errors_at
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.scene import Box, Paint
from sheetgen.drawing.sheet.rows import PlacedRow
from sheetgen.layouts.layout import BandLook, CellLook

TABLE_HEIGHT = 2.75  # height of the table / type size of small print
LINE = 0.25  # width of its lines, in mm


def draw_points_table(
    canvas: Canvas,
    edition: Edition,
    box: Box,
    rows: list[PlacedRow],
    cell: CellLook,
    band: BandLook,
    size: float,
    turn: Literal[0, 180] = 0,
) -> None:
    """Draw the table below or above the rows, on the columns of their cells if both have as many.

    Turned by 180 degrees, it is read from the opposite side, from left to right as well.
    """
    ink = edition.theme.ink
    points = edition.layout.game.points
    canvas.rect(box.grown(-LINE / 2), Paint(ink.panel, ink.line, LINE), cell.radius)
    first = next(placed for placed in rows if placed.row.kind == "coloured").cells[0]
    pitch = cell.width + cell.gap
    left = first.x - cell.gap / 2
    if len(points) != round((box.right - first.x) / pitch):
        left += size  # more room for the label
        pitch = (box.right - band.padding + cell.gap / 2 - left) / len(points)
    has_divider = not turn and not _draw_label(canvas, edition, box, left, pitch, size)
    sign = -1 if turn else 1
    for index, value in enumerate(points):
        column = len(points) - 1 - index if turn else index
        edge = left + column * pitch
        x, y = edge + pitch / 2, box.centre[1]
        if column or has_divider:
            short = size * 0.4
            canvas.line(edge, box.y + short, edge, box.bottom - short, Paint(stroke=ink.line, line=LINE * 0.8))
        room = pitch * 0.86
        count_y, value_y = y - sign * box.h * 0.21, y + sign * box.h * 0.2
        canvas.text(x, count_y, f"{index + 1}×", size, ink.soft, anchor="middle", room=room, turn=turn)
        canvas.text(x, value_y, str(value), size * 1.15, ink.text, "number", "middle", room=room, turn=turn)


def _draw_label(canvas: Canvas, edition: Edition, box: Box, edge: float, pitch: float, size: float) -> bool:
    """Draw the label before the first column, whose edge is given. Return whether it reaches into that column.

    The label of the language is left out if there is no room for it; for one of the layout's own, that is an error.
    """
    label = edition.label("points")
    left = box.x + size * 0.3
    with errors_at(label):
        width = text_width(label, size, canvas.faces["regular"])
    room = edge + pitch / 2 - size * 0.6 - left  # where the first figures begin
    is_own = edition.layout.own_label("points", edition.locale.code) is not None
    if is_own or width * min(1.0, MIN_TEXT_SIZE / size) <= room:
        return canvas.text(left, box.centre[1], label, size, edition.theme.ink.text, room=room).right > edge
    return False
