"""The small notes above the rows: what locks need, what features are on the sheet, and the legend of the dice."""

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.shapes import clover, symbol
from sheetgen.drawing.sheet.placement import PlacedRow
from sheetgen.rules.features import printed_notes

NOTE_SIZE = 1.1  # type size of the note about features / that of small print
NOTE_SIGN = 1.4  # room for the sign before that note / type size of small print


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


def feature_note_width(canvas: Canvas, edition: Edition, size: float) -> float:
    """Return the width of the note about the game's features with its sign in mm, 0 if there is none."""
    words = _feature_note(edition)
    return size * NOTE_SIGN + text_width(words, size * NOTE_SIZE, canvas.faces["bold"]) if words else 0.0


def draw_feature_note(canvas: Canvas, edition: Edition, y: float, size: float, left: float, right: float) -> None:
    """Draw the note about the game's features with a clover before it, centred between left and right."""
    words = _feature_note(edition)
    if not words:
        return
    x = left + max(0.0, right - left - feature_note_width(canvas, edition, size)) / 2
    canvas.add(*clover(x + size * 0.45, y, size * 0.45, edition.theme.ink.text))
    x += size * NOTE_SIGN
    canvas.text(x, y, words, size * NOTE_SIZE, edition.theme.ink.text, "bold", room=right - x)


def _feature_note(edition: Edition) -> str:
    """Return the notes of the game's features in words, empty if there are none."""
    notes = printed_notes(edition.rulebook)
    return ", ".join(edition.label(note.label, **note.values) for note in notes)


def draw_legend(canvas: Canvas, edition: Edition, right: float, y: float, size: float) -> None:
    """Draw the legend of the symbols for the dice colours, ending at `right`, if the theme has symbols."""
    if not edition.theme.symbols:
        return
    for name in reversed(edition.rulebook.die_colours):
        word = canvas.text(right, y, edition.colour_name(name), size, edition.theme.ink.soft, anchor="end")
        colours = edition.theme.colours[name]
        canvas.add(symbol(colours.symbol, word.left - size * 0.75, y, size * 0.36, edition.theme.ink.text))
        right = word.left - size * 2.2
