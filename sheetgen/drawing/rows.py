"""Rows of cells: how they look. Sheets and boards share them."""

from __future__ import annotations

from sheetgen.drawing.bands import draw_band, draw_swap_band
from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.cells import BONUS_NUMBER, Signs, draw_cell, draw_pair, number_size, signs_of
from sheetgen.drawing.connectors import Joins, draw_joins
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.placing import PlacedRow
from sheetgen.drawing.scene import Circle, Paint, Path
from sheetgen.drawing.shapes import half_circle, lock
from sheetgen.layouts.looks import CellLook
from sheetgen.layouts.themes import RowColours


def draw_rows(canvas: Canvas, edition: Edition, cell: CellLook, placed: list[PlacedRow], text: float) -> None:
    """All rows with their bands. The text size is that of words in bands."""
    size, joins = number_size(edition, cell), Joins(edition.rulebook, placed)
    signs = signs_of(edition, joins.letters)
    by_id = {row.row.id: row.row for row in placed}
    for row in placed:
        if row.row.between:
            upper, lower = (edition.row_colours(by_id[name]) for name in row.row.between)
            _draw_bonus_row(canvas, edition, row, upper, lower, size)
        elif row.row.swaps:
            draw_swap_band(canvas, edition, cell, row, text)
            for each, pair, box in zip(row.row.cells, row.row.swaps, row.cells, strict=True):
                draw_pair(canvas, edition, cell, box, each, pair, row.row)
        else:
            _draw_coloured_row(canvas, edition, cell, row, signs, size)
    draw_joins(canvas, edition, joins)


def _draw_coloured_row(
    canvas: Canvas, edition: Edition, cell: CellLook, placed: PlacedRow, signs: dict[str, Signs], size: float
) -> None:
    draw_band(canvas, edition, cell, placed)
    for each, box in zip(placed.row.cells, placed.cells, strict=False):
        draw_cell(canvas, edition, cell, box, each, signs[each.id], size)
    if placed.row.lock:
        box, own = placed.cells[-1], edition.theme.colours[placed.row.lock.colour]
        round_corner = min(box.w, box.h) / 2
        canvas.rect(box, Paint(own.cell, own.frame, edition.theme.outline), round_corner, placed.row.lock.id)
        canvas.add(*lock(*box.centre, min(box.w, box.h) * 0.46, own.ink))


def _draw_bonus_row(
    canvas: Canvas, edition: Edition, placed: PlacedRow, upper: RowColours, lower: RowColours, size: float
) -> None:
    """Round fields, the upper half of the ring in one neighbour's colour, the lower in the other's."""
    box = placed.cells[0]
    r, ring = box.w / 2, box.w * edition.theme.ring
    for each, box in zip(placed.row.cells, placed.cells, strict=True):
        x, y = box.centre
        canvas.add(Circle(x, y, r, Paint(fill=edition.theme.ink.box), each.id))
        for colours, is_upper in ((upper, True), (lower, False)):
            canvas.add(Path(half_circle(x, y, r - ring / 2, is_upper), Paint(stroke=colours.edge, line=ring)))
        canvas.text(x, y, str(each.number), size * BONUS_NUMBER, edition.theme.ink.on_box, "number", "middle")
