"""The front of a score sheet: everything that is the same on all sheets of a run, unless they are shuffled."""

from collections.abc import Iterator
from typing import NamedTuple

from sheetgen.drawing.canvas import MIN_TEXT_SIZE, WHITE, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.scene import Box, FontRole, Paint, Scene
from sheetgen.drawing.shapes import bitmap_path, symbol
from sheetgen.drawing.sheet.cells_and_locks import draw_penalty_boxes
from sheetgen.drawing.sheet.plan import TITLE_SIZE, WHITE_SHARE, SheetPlan
from sheetgen.drawing.sheet.rows import draw_feature_note, draw_lock_note, draw_rows, feature_note_width, lock_note
from sheetgen.file_model import SymbolName
from sheetgen.locales.names import MINUS

NOTES_SHARE = 0.75  # largest width of the notes above the rows / width of the rows
SIGN_SHARE = 0.24  # room for a plus, minus or equals sign / width of a box for sums
TOTAL_SHARE = 1.4  # width of the box for the total / width of the other boxes for sums
MAX_WITH_NOTES = 6  # largest number of sums that leaves room for a box for notes
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
    canvas = edition.canvas(plan.width, plan.height)
    canvas.background(edition.theme.ink.paper)
    for number, box in enumerate(plan.marks):
        draw_mark(canvas, number, box, edition.theme.ink.paper)
    _draw_header(canvas, edition, plan)
    _draw_notes(canvas, edition, plan)
    draw_rows(canvas, edition, look.cell, plan.rows, look.text)
    if plan.points:
        _draw_points(canvas, edition, plan, plan.points)
    spot = plan.penalty_label
    label = edition.label("penalties", penalty=edition.penalty_text)
    canvas.text(spot.x, spot.y, label, look.text, edition.theme.ink.text, "bold", spot.anchor, spot.room)
    draw_penalty_boxes(canvas, edition, plan.penalties, look.cell.corner, look.text * 1.15, 0.7)
    if plan.totals:
        _draw_totals(canvas, edition, plan.totals, look.text)
    return canvas.scene(None if edition.arrangement else "sheet")


def draw_mark(canvas: Canvas, number: int, box: Box, paper: str) -> None:
    """Draw one corner mark, in black on white in every theme."""

    def is_dark(column: int, row: int) -> bool:
        inside = 0 < column < 5 and 0 < row < 5
        return not inside or MARK_BITS[number][row - 1][column - 1] == "0"

    canvas.tile(box.grown(box.w * WHITE_SHARE), box.w * WHITE_SHARE, paper)
    canvas.path(bitmap_path(is_dark, 6, box.x, box.y, box.w), Paint(fill="#000000"))


def _draw_header(canvas: Canvas, edition: Edition, plan: SheetPlan) -> None:
    ink = edition.theme.ink
    size = plan.look.text
    # On coloured paper, keep clear of the white border around the marks.
    gap = 0.0 if ink.paper == WHITE else size * 0.4
    x, y, room = plan.header.x + gap, plan.header.centre[1], plan.title_room - gap
    title = canvas.text(x, y, edition.title, size * TITLE_SIZE, ink.text, "bold", room=room)
    before = title.left + title.width
    for line, key in ((plan.name_line, "name"), (plan.date_line, "date")):
        label = edition.label(key)
        if label:
            canvas.line(line.x, line.y, line.right, line.y, Paint(stroke=ink.line, line=size * 0.1))
            x, y = line.x - size * 0.45, line.y - size * 0.45
            canvas.text(x, y, label, size, ink.soft, anchor="end", room=x - before - size * 0.6)
            before = line.right


def _draw_notes(canvas: Canvas, edition: Edition, plan: SheetPlan) -> None:
    """Draw the note on how to cross, that on the game's features, and that on locks above the last numbers."""
    size = plan.look.text
    first = plan.rows[0]
    left = first.band.x + size * 0.15
    half = first.band.w * 0.45
    features = feature_note_width(canvas, edition, size)
    cross = edition.label("cross")
    closing = lock_note(edition)
    face = canvas.faces["regular"]
    # If there is no room for all three, leave out how to cross, which most players know.
    together = features + text_width(cross, size, face) + text_width(closing, size, face)
    if features and together > first.band.w * NOTES_SHARE:
        cross = ""
    note = canvas.text(left, plan.note_y, cross, size, edition.theme.ink.soft, room=half - features / 2)
    after = note.left + note.width + size
    min_x = after + features + size if features else after
    end = draw_lock_note(canvas, edition, plan.rows, closing, plan.note_y, size, min_x)
    draw_feature_note(canvas, edition, plan.note_y, size, after, end - size)


def _draw_points(canvas: Canvas, edition: Edition, plan: SheetPlan, box: Box) -> None:
    """Draw the table of points for 1, 2, 3 … crosses in a row."""
    ink = edition.theme.ink
    size = plan.look.text
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
    """Draw the boxes for sums: one per score line, for penalties, for extra points or notes, and for the total."""
    sums = list(_sum_boxes(edition, size))
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


def _sum_boxes(edition: Edition, size: float) -> Iterator[_SumBox]:
    ink = edition.theme.ink
    line = edition.theme.outline
    plain = Paint(ink.box, ink.on_box, line)
    heavy = Paint(ink.box, ink.on_box, line * 2)
    scores = edition.rulebook.scores
    rows = {row.id: row for row in edition.rulebook.rows}
    for score in scores:
        sign = "+" if score is not scores[-1] else MINUS
        if score.id in rows:
            colours = edition.row_colours(rows[score.id])
            paint = Paint(colours.cell, colours.edge, line * 2)
            name = colours.symbol if edition.theme.symbols else None
            yield _SumBox(edition.colour_name(score.id), sign, colours.ink, paint, symbol=name)
        else:
            score_line = edition.layout.game.lines[score.id]
            yield _SumBox(edition.locale.text(score_line.title), sign, ink.on_box, heavy, symbol=score_line.symbol)
    has_extra = bool(edition.rulebook.tracks)
    has_notes = not has_extra and not edition.rulebook.own_lines and len(scores) <= MAX_WITH_NOTES
    sign = "+" if has_extra else "" if has_notes else "="
    yield _SumBox(edition.label("sum_penalties"), sign, ink.on_box_soft, plain)
    if has_extra:
        yield _SumBox(edition.label("sum_extra"), "=", ink.on_box_soft, plain)
    if has_notes:
        yield _SumBox("", "=", ink.on_box_soft, plain._replace(dash=(size * 0.3, size * 0.3)))
    yield _SumBox(edition.label("sum_total"), "", ink.on_box_soft, heavy, "bold", share=TOTAL_SHARE)
