"""The line of sums at the foot of a sheet: rows + … − penalties + extra = total."""

from __future__ import annotations

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.edition import MINUS, Edition
from sheetgen.drawing.scene import Box, Face, Paint
from sheetgen.drawing.shapes import symbol

SIGN_SHARE = 0.24
"""Room for a sign, as a share of a box."""
TOTAL_SHARE = 1.4
"""The total's box is wider than the others."""


def draw_totals(canvas: Canvas, edition: Edition, area: Box, size: float) -> None:
    """A box per row, one for the penalties, one for extra points (or for notes, in games without), and the total."""
    ink, theme = edition.theme.ink, edition.theme
    rows = edition.rulebook.coloured_rows
    boxes = len(rows) + 2
    unit = area.w / (boxes + TOTAL_SHARE + boxes * SIGN_SHARE)
    extra = edition.label("sum_extra") if edition.rulebook.tracks else ""
    signs = ["+"] * (len(rows) - 1) + [MINUS, "+" if extra else "", "="]
    plain = Paint(ink.box, ink.text, theme.outline)

    inset, radius = size * 0.45, size * 0.38
    x = area.x
    for index in range(boxes + 1):
        box = Box(x, area.y, unit * (TOTAL_SHARE if index == boxes else 1), area.h)
        if index < len(rows):
            colours = edition.row_colours(rows[index])
            canvas.rect(box, Paint(colours.cell, colours.edge, theme.outline * 2), radius)
            label_x = box.x + inset
            if theme.symbols:
                canvas.add(symbol(colours.symbol, label_x + size * 0.36, box.y + size * 0.8, size * 0.36, colours.ink))
                label_x += size * 1.05
            word = edition.colour_name(rows[index].colour or "")
            canvas.text(label_x, box.y + size * 0.8, word, size, colours.ink, room=box.right - inset - label_x)
        else:
            dash = (size * 0.3, size * 0.3) if index == boxes - 1 and not extra else ()
            heavier = theme.outline * (2 if index == boxes else 1)
            canvas.rect(box, Paint(plain.fill, plain.stroke, heavier, dash), radius)
            label = (edition.label("sum_penalties"), extra, edition.label("sum_total"))[index - len(rows)]
            if label:
                face: Face = "bold" if index == boxes else "regular"
                canvas.text(box.x + inset, box.y + size * 0.8, label, size, ink.soft, face, room=box.w - 2 * inset)
        x = box.right
        if index < boxes:
            gap = unit * SIGN_SHARE
            if signs[index]:
                canvas.text(x + gap / 2, area.centre[1], signs[index], size * 1.4, ink.soft, "bold", "middle")
            x += gap
