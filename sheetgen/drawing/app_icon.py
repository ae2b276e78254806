"""The icon of the scorer on a phone's home screen: four cells of a sheet, one of them crossed."""

from __future__ import annotations

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.scene import Box, Circle, Paint, Scene
from sheetgen.themes.theme import Theme

SIDE = 48.0
SAFE = 0.56
"""How much of a full icon the cells may fill, so that a phone can cut it to a circle or any other shape."""


def app_icon(theme: Theme, full: bool) -> Scene:
    """The icon on a tile with round corners; or full, up to the edges, for systems that cut out their own shape."""
    canvas = Canvas(SIDE, SIDE)
    canvas.rect(Box(0, 0, SIDE, SIDE), Paint(fill=theme.ink.text), 0.0 if full else SIDE * 0.22)
    block = SIDE * (SAFE if full else 0.7)
    gap = block * 0.07
    cell = (block - gap) / 2
    edge = (SIDE - block) / 2
    for index, colours in enumerate(list(theme.colours.values())[:4]):
        row, column = divmod(index, 2)
        box = Box(edge + column * (cell + gap), edge + row * (cell + gap), cell, cell)
        canvas.rect(box, Paint(fill=colours.band), cell * 0.2)
        if index == 3:  # not on red, where it would look like an error
            _cross(canvas, box, colours.mark)
    return canvas.scene()


def _cross(canvas: Canvas, box: Box, ink: str) -> None:
    """Two bold strokes with round ends."""
    (x, y), reach, line = box.centre, box.w * 0.24, box.w * 0.2
    for rise in (reach, -reach):
        canvas.line(x - reach, y - rise, x + reach, y + rise, Paint(stroke=ink, line=line))
        canvas.add(*(Circle(x + end, y + end * rise / reach, line / 2, Paint(fill=ink)) for end in (-reach, reach)))
