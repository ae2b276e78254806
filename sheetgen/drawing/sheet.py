"""The score sheet: what one player writes on.

A sheet is drawn in two parts: the front, the same for all, and a stamp with what differs (number, name, code).
This is the front.
"""

from __future__ import annotations

from sheetgen.drawing.canvas import WHITE, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts import text_width
from sheetgen.drawing.marks import draw_mark
from sheetgen.drawing.notes import draw_lock_note, draw_lucky, lock_note, lucky_width
from sheetgen.drawing.rows import draw_rows
from sheetgen.drawing.scene import Box, Paint, Scene
from sheetgen.drawing.sheet_plan import TITLE, SheetPlan
from sheetgen.drawing.totals import draw_totals

NOTES_SHARE = 0.75
"""The notes above the rows take at most this share of their width; the rest lies over the locks and between them."""


def sheet_front(edition: Edition) -> Scene:
    """All that is the same on every sheet; of a shuffled one, all but its number, name and code."""
    plan = edition.once(SheetPlan)
    canvas = edition.canvas(plan.width, plan.height)
    canvas.ground(edition.theme.ink.paper)
    for number, box in enumerate(plan.marks):
        draw_mark(canvas, number, box, edition.theme.ink.paper)
    _draw_header(canvas, edition, plan)
    _draw_notes(canvas, edition, plan)
    draw_rows(canvas, edition, plan.look.cell, plan.rows, plan.look.text)
    if plan.points:
        _draw_points(canvas, edition, plan, plan.points)
    _draw_penalties(canvas, edition, plan)
    if plan.totals:
        draw_totals(canvas, edition, plan.totals, plan.look.text)
    return canvas.scene(None if edition.arrangement else "sheet")


def _draw_header(canvas: Canvas, edition: Edition, plan: SheetPlan) -> None:
    ink, size, header = edition.theme.ink, plan.look.text, plan.header
    # On coloured paper the white around the marks can be seen.
    apart = 0.0 if ink.paper == WHITE else size * 0.4
    x, y, room = header.x + apart, header.centre[1], plan.title_room - apart
    title = canvas.text(x, y, edition.title, size * TITLE, ink.text, "bold", room=room)
    before = title.left + title.width
    for line, key in ((plan.name_line, "name"), (plan.date_line, "date")):
        label = edition.label(key)
        if label:
            canvas.line(line.x, line.y, line.right, line.y, Paint(stroke=ink.line, line=size * 0.1))
            x, y = line.x - size * 0.45, line.y - size * 0.45
            canvas.text(x, y, label, size, ink.soft, anchor="end", room=x - before - size * 0.6)
            before = line.right


def _draw_notes(canvas: Canvas, edition: Edition, plan: SheetPlan) -> None:
    """How to cross, at the left; over the last numbers, what they need; lucky numbers between them."""
    ink, size, first = edition.theme.ink, plan.look.text, plan.rows[0]
    left, half = first.band.x + size * 0.15, first.band.w * 0.45
    lucky = lucky_width(canvas, edition, size)
    cross, closing = edition.label("cross"), lock_note(edition)
    face = canvas.faces["regular"]
    # How to cross is known to most; where there is not room for all, lucky numbers need it more.
    if lucky and lucky + text_width(cross, size, face) + text_width(closing, size, face) > first.band.w * NOTES_SHARE:
        cross = ""
    note = canvas.text(left, plan.note_y, cross, size, ink.soft, room=half - lucky / 2)
    after = note.left + note.width + size
    least = after + lucky + size if lucky else after
    end = draw_lock_note(canvas, edition, plan.rows, closing, plan.note_y, size, least)
    draw_lucky(canvas, edition, plan.note_y, size, after, end - size)


def _draw_points(canvas: Canvas, edition: Edition, plan: SheetPlan, box: Box) -> None:
    """What 1, 2, 3 … crosses in a row are worth."""
    ink, size = edition.theme.ink, plan.look.text
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
    label, spot = edition.label("penalties", penalty=edition.penalty), plan.penalty_label
    canvas.text(spot.x, spot.y, label, look.text, ink.text, "bold", spot.anchor, spot.room)
    for id, box in zip(edition.rulebook.penalty_cells, plan.penalties, strict=True):
        canvas.rect(box, Paint(ink.box, ink.on_box, edition.theme.outline), look.cell.corner, id)
        canvas.text(
            *box.centre, edition.penalty, look.text * 1.15, ink.on_box_soft, "number", "middle", room=box.w * 0.7
        )
