"""The line of sums at the foot of a sheet: rows + … − penalties + extra = total."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sheetgen.drawing.canvas import SMALLEST_TEXT, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts import text_width
from sheetgen.drawing.scene import Box, Face, Paint
from sheetgen.drawing.shapes import symbol
from sheetgen.layouts.looks import SymbolName
from sheetgen.layouts.names import MINUS

SIGN_SHARE = 0.24
"""Room for a sign, as a share of a box."""
TOTAL_SHARE = 1.4
"""The total's box is wider than the others."""
MOST_WITH_NOTES = 6
"""With more sums than this there is no room for notes, nor with those of own lines."""
WORD_HEIGHT = 2.5
"""Boxes lower than this many type sizes have room for a sum, but for no word above it."""


class _Sum(NamedTuple):
    """One box, and the sign that follows it."""

    label: str
    sign: str
    ink: str
    paint: Paint
    face: Face = "regular"
    symbol: SymbolName | None = None
    share: float = 1.0

    def taken(self, size: float) -> float:
        """The width that words cannot have."""
        return size * (0.9 if self.symbol is None else 1.95)


def draw_totals(canvas: Canvas, edition: Edition, area: Box, size: float) -> None:
    """A box per score line, one for the penalties, one for extra points (or for notes, if there is room), the total."""
    sums = list(_sums(edition, size))
    unit = area.w / (sum(each.share for each in sums) + (len(sums) - 1) * SIGN_SHARE)
    inset, gap = size * 0.45, unit * SIGN_SHARE
    sign_size = max(SMALLEST_TEXT, min(size * 1.4, gap))
    # Colours and signs tell enough where words do not fit.
    has_words = area.h >= WORD_HEIGHT * size and all(
        text_width(each.label, SMALLEST_TEXT, canvas.faces[each.face]) <= unit * each.share - each.taken(size)
        for each in sums
    )
    x = area.x
    for each in sums:
        box = Box(x, area.y, unit * each.share, area.h)
        canvas.rect(box, each.paint, size * 0.38)
        left, y = box.x + inset, box.y + size * 0.8
        if each.symbol:
            canvas.add(symbol(each.symbol, left + size * 0.36, y, size * 0.36, each.ink))
            left += size * 1.05
        if has_words:
            canvas.text(left, y, each.label, size, each.ink, each.face, room=box.right - inset - left)
        sign_x = box.right + gap / 2
        canvas.text(sign_x, area.centre[1], each.sign, sign_size, edition.theme.ink.soft, "bold", "middle")
        x = box.right + gap


def _sums(edition: Edition, size: float) -> Iterator[_Sum]:
    theme, ink, line = edition.theme, edition.theme.ink, edition.theme.outline
    scores, rows = edition.rulebook.scores, {row.id: row for row in edition.rulebook.rows}
    for score in scores:
        sign = "+" if score is not scores[-1] else MINUS
        if score.id in rows:
            colours = edition.row_colours(rows[score.id])
            paint = Paint(colours.cell, colours.edge, line * 2)
            name = colours.symbol if theme.symbols else None
            yield _Sum(edition.colour_name(score.id), sign, colours.ink, paint, symbol=name)
        else:
            own, paint = edition.layout.game.lines[score.id], Paint(ink.box, ink.on_box, line * 2)
            yield _Sum(edition.locale.text(own.title), sign, ink.on_box, paint, symbol=own.symbol)
    extra = bool(edition.rulebook.tracks)
    plain = Paint(ink.box, ink.on_box, line)
    dashed = Paint(ink.box, ink.on_box, line, (size * 0.3, size * 0.3))
    notes = not extra and not edition.rulebook.own_lines and len(scores) <= MOST_WITH_NOTES
    yield _Sum(edition.label("sum_penalties"), "+" if extra else "" if notes else "=", ink.on_box_soft, plain)
    if extra or notes:
        yield _Sum(edition.label("sum_extra") if extra else "", "=", ink.on_box_soft, plain if extra else dashed)
    heavy = Paint(ink.box, ink.on_box, line * 2)
    yield _Sum(edition.label("sum_total"), "", ink.on_box_soft, heavy, "bold", share=TOTAL_SHARE)
