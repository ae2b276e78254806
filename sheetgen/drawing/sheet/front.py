"""The front of a score sheet: everything that is the same on all sheets of a run, unless they are shuffled."""

from collections.abc import Iterator
from typing import NamedTuple

from sheetgen.drawing.canvas import LINE_HEIGHT, MIN_TEXT_SIZE, WHITE, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.masthead import draw_masthead
from sheetgen.drawing.scene import Box, Code, FontRole, Link, Paint, Scene, Use, bounds
from sheetgen.drawing.shapes import bitmap_path, symbol
from sheetgen.drawing.sheet.cells_and_locks import draw_penalty_boxes
from sheetgen.drawing.sheet.plan import DEDICATION_GAP, FRAME_SHARE, WHITE_SHARE, SheetPlan
from sheetgen.drawing.sheet.points_table import draw_points_table
from sheetgen.drawing.sheet.rows import draw_feature_notes, draw_rows
from sheetgen.file_model import SymbolName
from sheetgen.locales.names import MINUS
from sheetgen.rules.features import OWN_ROWS

SIGN_SHARE = 0.24  # room for a plus, minus or equals sign / width of a box for sums
TOTAL_SHARE = 1.4  # width of the box for the total / width of the other boxes for sums
MIN_LABELLED_HEIGHT = 2.5  # smallest height of a box for a sum that has room for a label / type size
# The inner 4 × 4 modules of the corner marks, 1 is white: ArUco markers 0 to 3 of the dictionary 4X4_50.
MARK_BITS = (
    ("1011", "0101", "0011", "0010"),
    ("0000", "1111", "1001", "1010"),
    ("0011", "0011", "0010", "1101"),
    ("1001", "1001", "0100", "0110"),
)


def sheet_front(edition: Edition) -> Scene:
    """Draw the front of a sheet."""
    plan = edition.cached(SheetPlan)
    look = plan.look
    ink = edition.theme.ink
    canvas = edition.canvas(plan.width, plan.height)
    canvas.background(ink.paper, plan.masthead.panel.x / 2)
    draw_masthead(canvas, edition, plan.masthead)
    for number, box in enumerate(plan.marks):
        draw_mark(canvas, edition, number, box, in_head=plan.masthead.panel.overlaps(box))
    draw_feature_notes(canvas, edition, plan.rows[0].band.x, plan.note_y, look.text, plan.rows[0].band.w)
    draw_rows(canvas, edition, look.cell, plan.rows, look.text)
    if plan.points:
        draw_points_table(canvas, edition, plan.points, plan.rows, look.cell, look.band, look.text)
    _draw_code_notes(canvas, edition, plan)
    spot = plan.penalty_label
    label = edition.label("penalties", penalty=edition.penalty_text)
    canvas.text(spot.x, spot.y, label, look.text, ink.text, "bold", spot.anchor, spot.room)
    draw_penalty_boxes(canvas, edition, plan.penalties, look.cell.corner, look.text * 1.15, 0.7)
    if plan.totals:
        _draw_totals(canvas, edition, plan.totals, look.text)
    return canvas.scene(None if edition.arrangement else "sheet")


def theme_signs(edition: Edition) -> dict[str, Box]:
    """Return the box of the signs in a cell that differ between themes with and without symbols, by cell id.

    Where a row has several colours, themes with symbols print that of its colour in each cell.
    """
    drawn = [
        sheet_front(Edition(edition.layout, theme, edition.locale, edition.arrangement))
        for theme in (edition.theme.model_copy(update={"symbols": symbols}) for symbols in (False, True))
    ]
    differing = set(drawn[0].items) ^ set(drawn[1].items)
    boxes = [bounds(item) for item in differing if not isinstance(item, Code | Link | Use)]
    inside = {id: [box for box in boxes if cell.contains(box)] for id, cell in drawn[0].cells().items()}
    return {id: Box.around(signs) for id, signs in inside.items() if signs}


def draw_mark(canvas: Canvas, edition: Edition, number: int, box: Box, in_head: bool) -> None:
    """Draw one corner mark like a die: black on white in every theme, with a frame around its white border.

    A solid head is frame enough for the marks in it.
    """

    def is_dark(column: int, row: int) -> bool:
        inside = 0 < column < 5 and 0 < row < 5
        return not inside or MARK_BITS[number][row - 1][column - 1] == "0"

    white = box.grown(box.w * WHITE_SHARE)
    radius = box.w * WHITE_SHARE
    if in_head and edition.theme.head == "solid":
        canvas.rect(white, Paint(fill=WHITE), radius)
    else:
        line = box.w * FRAME_SHARE
        canvas.rect(white.grown(line / 2), Paint(WHITE, edition.theme.ink.line, line), radius)
    canvas.path(bitmap_path(is_dark, 6, box.x, box.y, box.w), Paint(fill="#000000"))


def _draw_code_notes(canvas: Canvas, edition: Edition, plan: SheetPlan) -> None:
    """Draw the heading above or beside the code, and the notes below it."""
    area = plan.code_text
    size = plan.look.text
    spot = plan.code_heading
    canvas.text(spot.x, spot.y, edition.label("scan"), size, edition.theme.ink.text, "bold", spot.anchor, spot.room)
    x = spot.x
    y = area.y + size * 0.5
    for line in plan.code_notes:
        canvas.text(x, y, line, size, edition.theme.ink.soft, anchor=spot.anchor, room=area.w)
        y += size * LINE_HEIGHT
    for index, line in enumerate(plan.dedication):
        y += size * LINE_HEIGHT * (DEDICATION_GAP if index == 0 else 0.0)
        canvas.text(x, y, line, size, edition.theme.ink.text, "bold", spot.anchor, room=area.w)
        y += size * LINE_HEIGHT
    if edition.bitmap and plan.picture_height:
        canvas.picture(edition.bitmap, Box(area.x, area.bottom - plan.picture_height, area.w, plan.picture_height))


class _SumBox(NamedTuple):
    label: str
    sign: str  # printed after the box
    ink: str
    paint: Paint
    role: FontRole = "regular"
    symbol: SymbolName | None = None
    share: float = 1.0  # width / that of the other boxes

    def reserved(self, size: float) -> float:
        """Return the width in mm that the label cannot use: the insets and the symbol."""
        return size * (0.9 if self.symbol is None else 1.95)


def _draw_totals(canvas: Canvas, edition: Edition, area: Box, size: float) -> None:
    """Draw the boxes for sums: one per score line, for penalties, for extra points, and for the total."""
    sums = list(_sum_boxes(edition))
    unit = area.w / (sum(each.share for each in sums) + (len(sums) - 1) * SIGN_SHARE)
    inset = size * 0.45
    gap = unit * SIGN_SHARE
    sign_size = max(MIN_TEXT_SIZE, min(size * 1.4, gap))
    # If one label does not fit, print none: colours and symbols are enough.
    has_labels = area.h >= MIN_LABELLED_HEIGHT * size and all(
        text_width(each.label, MIN_TEXT_SIZE, canvas.faces[each.role]) <= unit * each.share - each.reserved(size)
        for each in sums
    )
    x = area.x
    for each in sums:
        box = Box(x, area.y, unit * each.share, area.h)
        canvas.rect(box, each.paint, size * 0.38)
        left = box.x + inset
        y = box.y + size * 0.8
        if each.symbol:
            canvas.add(symbol(each.symbol, left + size * 0.36, y, size * 0.36, each.ink))
            left += size * 1.05
        if has_labels:
            canvas.text(left, y, each.label, size, each.ink, each.role, room=box.right - inset - left)
        sign_x = box.right + gap / 2
        canvas.text(sign_x, area.centre[1], each.sign, sign_size, edition.theme.ink.soft, "bold", "middle")
        x = box.right + gap


def _sum_boxes(edition: Edition) -> Iterator[_SumBox]:
    ink = edition.theme.ink
    line = edition.theme.outline
    plain = Paint(ink.box, ink.on_box, line)
    heavy = Paint(ink.box, ink.on_box, line * 2)
    scores = edition.rulebook.scores
    rows = {row.id: row for row in edition.rulebook.rows}
    for score in scores:
        sign = "+" if score is not scores[-1] else MINUS
        if score.id in OWN_ROWS:
            yield _SumBox(edition.colour_name(score.id), sign, ink.on_box, plain)
        elif score.id in rows:
            colours = edition.row_colours(rows[score.id])
            paint = Paint(colours.cell, colours.edge, line * 2)
            name = colours.symbol if edition.theme.symbols else None
            yield _SumBox(edition.colour_name(score.id), sign, colours.ink, paint, symbol=name)
        else:
            score_line = edition.layout.game.lines[score.id]
            yield _SumBox(edition.locale.text(score_line.title), sign, ink.on_box, heavy, symbol=score_line.symbol)
    has_extra = edition.rulebook.has_extra
    yield _SumBox(edition.label("sum_penalties"), "+" if has_extra else "=", ink.on_box_soft, plain)
    if has_extra:
        yield _SumBox(edition.label("sum_extra"), "=", ink.on_box_soft, plain)
    yield _SumBox(edition.label("sum_total"), "", ink.on_box, heavy, "bold", share=TOTAL_SHARE)
