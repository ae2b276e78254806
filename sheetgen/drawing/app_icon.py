"""The scorer's icon for a phone's home screen: four cells of a sheet, one of them crossed."""

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.scene import Box, Circle, Paint, Scene
from sheetgen.themes.theme import Theme

SIDE = 48.0
SAFE_SHARE = 0.56  # width of the cells / width of a full icon, small enough that a phone can mask it to any shape


def app_icon(theme: Theme, full: bool) -> Scene:
    """Return the icon with round corners or, if full, up to the edges for systems that apply their own mask."""
    canvas = Canvas(SIDE, SIDE)
    canvas.rect(Box(0, 0, SIDE, SIDE), Paint(fill=theme.ink.text), 0.0 if full else SIDE * 0.22)
    block = SIDE * (SAFE_SHARE if full else 0.7)
    gap = block * 0.07
    cell = (block - gap) / 2
    edge = (SIDE - block) / 2
    for index, colours in enumerate(list(theme.colours.values())[:4]):
        row, column = divmod(index, 2)
        box = Box(edge + column * (cell + gap), edge + row * (cell + gap), cell, cell)
        canvas.rect(box, Paint(fill=colours.band), cell * 0.2)
        if index == 3:  # not on red, where a cross would look like an error
            (x, y), reach, line, ink = box.centre, cell * 0.24, cell * 0.2, colours.mark
            for rise in (reach, -reach):  # two bold strokes with round ends
                canvas.line(x - reach, y - rise, x + reach, y + rise, Paint(stroke=ink, line=line))
                for end in (-reach, reach):
                    canvas.add(Circle(x + end, y + end * rise / reach, line / 2, Paint(fill=ink)))
    return canvas.scene()
