"""The small notes above the rows: what locks need, the lucky numbers, and the legend of the dice colours."""

from __future__ import annotations

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.shapes import clover, symbol
from sheetgen.drawing.sheet.placement import PlacedRow

LUCKY = 1.1  # type size of lucky numbers / that of small print
LUCKY_SIGN = 1.4  # room for the sign before them / type size of small print


def lock_note(edition: Edition, has_tokens: bool = False) -> str:
    """Return the note above the last numbers: how many crosses or tokens they need."""
    if has_tokens:
        return edition.label("at_least_tokens", needs=edition.lock_needs)
    lasts = {row.lock.last for row in edition.rulebook.rows if row.lock}
    if lasts == {1}:
        return edition.label("at_least", needs=edition.lock_needs)
    # If rows differ, no note is true for all of them.
    return edition.label("at_least_any", needs=edition.lock_needs, last=lasts.pop()) if len(lasts) == 1 else ""


def draw_lock_note(
    canvas: Canvas, edition: Edition, rows: list[PlacedRow], note: str, y: float, size: float, left: float
) -> float:
    """Draw the note with an arrow to each last number, to the right of `left`. Return the x at which it begins."""
    locked = next(row for row in rows if row.row.lock)
    boxes, ink = locked.boxes, edition.theme.ink
    places = [boxes[cell.id].centre[0] for cell in locked.row.closing]
    x, r = places[0], size * 0.28
    if not note:
        return x
    for place in places:
        canvas.add(symbol("arrow-down", place, y, r, ink.soft))
    return canvas.text(x - 2 * r, y, note, size, ink.soft, anchor="end", room=x - 2 * r - left).left


def lucky_width(canvas: Canvas, edition: Edition, size: float) -> float:
    """Return the width of the lucky numbers with their sign in mm, 0 if there are none."""
    words = _lucky_words(edition)
    return size * LUCKY_SIGN + text_width(words, size * LUCKY, canvas.faces["bold"]) if words else 0.0


def draw_lucky(canvas: Canvas, edition: Edition, y: float, size: float, left: float, right: float) -> None:
    """Draw the lucky numbers of this sheet, centred between left and right."""
    words = _lucky_words(edition)
    if not words:
        return
    x = left + max(0.0, right - left - lucky_width(canvas, edition, size)) / 2
    canvas.add(*clover(x + size * 0.45, y, size * 0.45, edition.theme.ink.text))
    x += size * LUCKY_SIGN
    canvas.text(x, y, words, size * LUCKY, edition.theme.ink.text, "bold", room=right - x)


def _lucky_words(edition: Edition) -> str:
    lucky = edition.rulebook.lucky
    return edition.label("lucky", numbers=", ".join(map(str, lucky))) if lucky else ""


def draw_legend(canvas: Canvas, edition: Edition, right: float, y: float, size: float) -> None:
    """Draw the legend of the symbols for the dice colours, ending at `right`, if the theme has symbols."""
    if not edition.theme.symbols:
        return
    for name in reversed(edition.rulebook.die_colours):
        word = canvas.text(right, y, edition.colour_name(name), size, edition.theme.ink.soft, anchor="end")
        colours = edition.theme.colours[name]
        canvas.add(symbol(colours.symbol, word.left - size * 0.75, y, size * 0.36, edition.theme.ink.text))
        right = word.left - size * 2.2
