"""Rows of cells: where they stand, and how they look. Sheets and boards share them."""

from __future__ import annotations

from dataclasses import dataclass

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts import text_width
from sheetgen.drawing.scene import Box, Circle, Paint, Path
from sheetgen.drawing.shapes import half_circle, lock, symbol
from sheetgen.layouts.looks import BandLook, CellLook
from sheetgen.layouts.themes import RowColours
from sheetgen.rules.rulebook import Row, Rulebook

NUMBER_WIDTH = 0.62
"""The widest number takes at most this share of its cell's width,"""
NUMBER_HEIGHT = 0.42
"""and its digits at most this share of its height, so that a cross stands out beside it."""
BONUS_NUMBER = 0.92
"""The numbers of bonus fields are so much smaller, to stay off the ring."""


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row with its band and the boxes of its cells, the lock last."""

    row: Row
    band: Box
    cells: tuple[Box, ...]


def rows_width(rulebook: Rulebook, cell: CellLook, band: BandLook) -> float:
    """How wide the rows are, with their bands."""
    columns = max(len(row.ids) for row in rulebook.rows)
    return band.head + columns * (cell.width + cell.gap) - cell.gap + band.padding


def place_rows(rulebook: Rulebook, cell: CellLook, band: BandLook, x: float, y: float) -> list[PlacedRow]:
    """The rows one below the other; bonus rows touch their neighbours' bands, column by column."""
    width = rows_width(rulebook, cell, band)
    placed: list[PlacedRow] = []
    for row in rulebook.rows:
        side = min(cell.width, cell.height)
        height = side + 2 * band.bonus if row.between else cell.height + 2 * band.padding
        if placed and not row.between and not placed[-1].row.between:
            y += band.gap
        boxes = []
        for column in range(len(row.ids)):
            left = x + band.head + column * (cell.width + cell.gap)
            if row.between:
                boxes.append(Box(left + (cell.width - side) / 2, y + band.bonus, side, side))
            else:
                boxes.append(Box(left, y + band.padding, cell.width, cell.height))
        placed.append(PlacedRow(row, Box(x, y, width, height), tuple(boxes)))
        y += height
    return placed


def draw_rows(canvas: Canvas, edition: Edition, cell: CellLook, placed: list[PlacedRow]) -> None:
    """All rows with their bands."""
    size = number_size(edition, cell)
    by_id = {row.row.id: row.row for row in placed}
    for row in placed:
        if row.row.between:
            upper, lower = (edition.row_colours(by_id[name]) for name in row.row.between)
            _draw_bonus_row(canvas, edition, row, upper, lower, size)
        else:
            _draw_coloured_row(canvas, edition, cell, row, size)


def number_size(edition: Edition, cell: CellLook) -> float:
    """One type size for all numbers, set by the widest and the height of the cell."""
    face = edition.faces["number"]
    numbers = {str(each.number) for row in edition.rulebook.rows for each in row.cells}
    widest = max(text_width(number, 1.0, face) for number in numbers)
    return min(NUMBER_WIDTH * cell.width / widest, NUMBER_HEIGHT * cell.height / face.cap_height)


def draw_lock_note(
    canvas: Canvas, edition: Edition, rows: list[PlacedRow], label: str, y: float, size: float, left: float
) -> None:
    """Above the last numbers: how many crosses they need. There is room from `left` on."""
    note = edition.label(label, needs=edition.needs)
    if not note:
        return
    locked = next(row for row in rows if row.row.lock)
    ink = edition.theme.ink
    x, r = locked.cells[-2].centre[0], size * 0.28
    canvas.add(symbol("arrow-down", x, y, r, ink.soft))
    canvas.text(x - 2 * r, y, note, size, ink.soft, anchor="end", room=x - 2 * r - left)


def draw_legend(canvas: Canvas, edition: Edition, right: float, y: float, size: float) -> None:
    """Which symbol stands for which colour of dice, ending at the right; for themes that have symbols."""
    if not edition.theme.symbols:
        return
    for name in reversed(list(dict.fromkeys(row.colour or "" for row in edition.rulebook.coloured_rows))):
        word = canvas.text(right, y, edition.colour_name(name), size, edition.theme.ink.soft, anchor="end")
        colours = edition.theme.colours[name]
        canvas.add(symbol(colours.symbol, word.left - size * 0.75, y, size * 0.36, edition.theme.ink.text))
        right = word.left - size * 2.2


def _draw_coloured_row(canvas: Canvas, edition: Edition, cell: CellLook, placed: PlacedRow, size: float) -> None:
    colours = edition.row_colours(placed.row)
    theme = edition.theme
    edge = Paint(fill=colours.band, stroke=colours.edge, line=theme.outline)
    canvas.rect(placed.band.grown(-theme.outline / 2), edge, cell.radius * 1.4)
    head = placed.cells[0].x - placed.band.x
    name = colours.symbol if theme.symbols else "arrow"
    canvas.add(symbol(name, placed.band.x + head / 2, placed.band.centre[1], head * 0.28, colours.mark))
    for each, box in zip(placed.row.cells, placed.cells, strict=False):
        own = theme.colours[each.colour or ""]
        canvas.rect(box, Paint(own.cell, own.frame, theme.outline), cell.corner, each.id)
        canvas.text(*box.centre, str(each.number), size, own.ink, "number", "middle")
    if placed.row.lock:
        box, own = placed.cells[-1], theme.colours[placed.row.lock.colour]
        round_corner = min(box.w, box.h) / 2
        canvas.rect(box, Paint(own.cell, own.frame, theme.outline), round_corner, placed.row.lock.id)
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
