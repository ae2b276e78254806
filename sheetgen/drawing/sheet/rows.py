"""Drawing rows for sheets and boards: a band of one or several colours, and the cells on it."""

from itertools import groupby, pairwise

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box, Circle, Paint
from sheetgen.drawing.shapes import half_circle, lock, opposed_arrows, rounded_rect, symbol
from sheetgen.drawing.sheet.cells import BONUS_NUMBER, Signs, draw_cell, draw_pair, number_size, signs_of
from sheetgen.drawing.sheet.connectors import Connectors, draw_connectors
from sheetgen.drawing.sheet.placement import PlacedRow
from sheetgen.layouts.models.layout import CellLook
from sheetgen.themes.theme import RowColours

BAND_RADIUS = 1.4  # corner radius of bands / that of cells
HEAD_SYMBOL = 0.28  # radius of the symbol at the head of a band / width of the head


def draw_rows(canvas: Canvas, edition: Edition, cell: CellLook, placed: list[PlacedRow], text: float) -> None:
    """Draw all rows with their bands and connectors. `text` is the type size of words in bands."""
    size, connectors = number_size(edition, cell), Connectors(edition.rulebook, placed)
    signs = signs_of(edition, connectors.letters)
    by_id = {row.row.id: row.row for row in placed}
    for row in placed:
        if row.row.between:
            upper, lower = (edition.row_colours(by_id[name]) for name in row.row.between)
            _draw_bonus_row(canvas, edition, row, upper, lower, size)
        elif row.row.kind == "pairs":
            _draw_pairs_band(canvas, edition, cell, row, text)
            for each, pair, box in zip(row.row.cells, row.row.texts, row.cells, strict=True):
                draw_pair(canvas, edition, cell, box, each, pair, row.row)
        else:
            _draw_coloured_row(canvas, edition, cell, row, signs, size)
    draw_connectors(canvas, edition, connectors)


def _draw_coloured_row(
    canvas: Canvas, edition: Edition, cell: CellLook, placed: PlacedRow, signs: dict[str, Signs], size: float
) -> None:
    """Draw a band, its cells, and the lock as a round cell with a padlock."""
    _draw_band(canvas, edition, cell, placed)
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
    """Draw round fields whose rings show the colour of the upper neighbour above and of the lower one below."""
    box = placed.cells[0]
    r, ring = box.w / 2, box.w * edition.theme.ring
    for each, box in zip(placed.row.cells, placed.cells, strict=True):
        x, y = box.centre
        canvas.add(Circle(x, y, r, Paint(fill=edition.theme.ink.box), each.id))
        for colours, is_upper in ((upper, True), (lower, False)):
            canvas.path(half_circle(x, y, r - ring / 2, is_upper), Paint(stroke=colours.edge, line=ring))
        canvas.text(x, y, str(each.number), size * BONUS_NUMBER, edition.theme.ink.on_box, "number", "middle")


def _draw_band(canvas: Canvas, edition: Edition, cell: CellLook, placed: PlacedRow) -> None:
    """Draw the band of a coloured row with the symbol at its head."""
    colours, theme = edition.row_colours(placed.row), edition.theme
    head = placed.cells[0].x - placed.band.x
    if placed.row.is_mixed:
        _draw_segments(canvas, edition, cell, placed)
        head -= cell.gap / 2  # from there on it has the first cell's colour
    else:
        draw_plain_band(canvas, edition, cell, placed)
    name = colours.symbol if theme.symbols else "arrow"
    canvas.add(symbol(name, placed.band.x + head / 2, placed.band.centre[1], head * HEAD_SYMBOL, colours.mark))


def draw_plain_band(canvas: Canvas, edition: Edition, cell: CellLook, placed: PlacedRow) -> None:
    """Draw a band in the colour of the row."""
    colours, outline = edition.row_colours(placed.row), edition.theme.outline
    edge = placed.band.grown(-outline / 2)
    canvas.rect(edge, Paint(colours.band, colours.edge, outline), cell.radius * BAND_RADIUS)


def _draw_segments(canvas: Canvas, edition: Edition, cell: CellLook, placed: PlacedRow) -> None:
    """Draw a segment for each run of cells of one colour. The head has the colour of the row."""
    row, theme = placed.row, edition.theme
    edge = placed.band.grown(-theme.outline / 2)
    columns = {box.x: each.colour for each, box in zip(row.cells, placed.cells, strict=False)}
    if row.lock:
        columns[placed.cells[-1].x] = row.lock.colour
    colours = [(edge.x, row.colour), *columns.items()]
    runs = [next(run) for _, run in groupby(colours, key=lambda column: column[1])]
    # Colours change halfway between two cells. Each segment overlaps the edge of the previous one to hide the seam.
    starts = [edge.x, *(x - cell.gap / 2 + theme.outline / 2 for x, _ in runs[1:]), edge.right]
    for (_, colour), (left, right) in zip(runs, pairwise(starts), strict=True):
        own = theme.colours[colour or ""]
        box, ends = Box(left, edge.y, right - left, edge.h), (left == edge.x, right == edge.right)
        canvas.path(rounded_rect(box, cell.radius * BAND_RADIUS, *ends), Paint(own.band, own.edge, theme.outline))


def _draw_pairs_band(canvas: Canvas, edition: Edition, cell: CellLook, placed: PlacedRow, text: float) -> None:
    """Draw a plain band with two arrows and its label."""
    ink, band, theme = edition.theme.ink, placed.band, edition.theme
    canvas.rect(band.grown(-theme.outline / 2), Paint(ink.panel, ink.line, theme.outline), cell.radius * BAND_RADIUS)
    x, y = band.x + text * 1.1, band.centre[1]
    canvas.add(opposed_arrows(x, y, text * 0.55, ink.text))
    left = x + text
    canvas.text(
        left, y, edition.label(placed.row.id), text, ink.text, "bold", room=placed.cells[0].x - left - text * 0.4
    )
