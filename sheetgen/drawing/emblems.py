"""Emblems: the small pictures beside the title, made of simple shapes in the colours of the rows."""

import math
from collections.abc import Callable
from typing import NamedTuple

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.scene import Box, Circle, Paint, Path, Rect, Segment
from sheetgen.drawing.shapes import arc, clover, die, padlock, polygon, symbol
from sheetgen.file_model import EmblemName, SymbolName

LINE = 0.05  # width of outlines / side of the emblem


class EmblemColours(NamedTuple):
    """The colours of an emblem."""

    fills: tuple[str, ...]  # at least one
    outline: str
    plain: str  # of white dice
    ink: str  # on `plain`

    def fill(self, index: int) -> str:
        """Return the fill with this index, starting again after the last one."""
        return self.fills[index % len(self.fills)]


class _Pen:
    """Draws shapes with coordinates from 0 to 1 into the box of an emblem."""

    def __init__(self, canvas: Canvas, box: Box, colours: EmblemColours) -> None:
        self.canvas = canvas
        self.box = box
        self.colours = colours
        self.line = LINE * box.w

    def point(self, x: float, y: float) -> tuple[float, float]:
        return self.box.x + x * self.box.w, self.box.y + y * self.box.h

    def rect(self, x: float, y: float, w: float, h: float, fill: str, radius: float = 0.0) -> None:
        left, top = self.point(x, y)
        box = Box(left, top, w * self.box.w, h * self.box.h)
        self.canvas.add(Rect(box, Paint(fill, self.colours.outline, self.line), radius * self.box.w))

    def circle(self, x: float, y: float, r: float, fill: str | None, stroke: str | None = None) -> None:
        paint = Paint(fill, stroke or self.colours.outline, self.line)
        self.canvas.add(Circle(*self.point(x, y), r * self.box.w, paint))

    def polygon(self, points: list[tuple[float, float]], fill: str) -> None:
        outline = polygon([self.point(x, y) for x, y in points])
        self.canvas.add(Path(outline, Paint(fill, self.colours.outline, self.line)))

    def stroke(self, segments: tuple[Segment, ...], colour: str, width: float) -> None:
        """Draw a line of this width / side of the emblem with an outline."""
        self.canvas.path(segments, Paint(stroke=self.colours.outline, line=width * self.box.w + 2 * self.line))
        self.canvas.path(segments, Paint(stroke=colour, line=width * self.box.w))

    def die(self, x: float, y: float, side: float, fill: str, ink: str, pips: int) -> None:
        left, top = self.point(x, y)
        box = Box(left, top, side * self.box.w, side * self.box.h)
        self.canvas.add(*die(box, pips, Paint(fill, self.colours.outline, self.line), ink))


def draw_emblem(canvas: Canvas, name: EmblemName, box: Box, colours: EmblemColours) -> None:
    """Draw an emblem into a square box."""
    _EMBLEMS[name](_Pen(canvas, box, colours))


def _dice(pen: _Pen) -> None:
    pen.die(0.36, 0.02, 0.6, pen.colours.fill(0), pen.colours.plain, 3)
    pen.die(0.03, 0.34, 0.62, pen.colours.plain, pen.colours.ink, 5)


def _pips(pen: _Pen) -> None:
    """Draw dice that show 1 and 5."""
    pen.die(0.36, 0.02, 0.6, pen.colours.fill(3), pen.colours.plain, 1)
    pen.die(0.03, 0.34, 0.62, pen.colours.plain, pen.colours.ink, 5)


def _trio(pen: _Pen) -> None:
    """Draw two white dice and a coloured one."""
    pen.die(0.04, 0.04, 0.44, pen.colours.plain, pen.colours.ink, 4)
    pen.die(0.52, 0.04, 0.44, pen.colours.plain, pen.colours.ink, 5)
    pen.die(0.28, 0.52, 0.44, pen.colours.fill(2), pen.colours.plain, 6)


def _cards(pen: _Pen) -> None:
    """Draw the back of a card, with a number but no colour, and two cards in front of it."""
    pen.rect(0.04, 0.04, 0.46, 0.66, pen.colours.plain, 0.07)
    pen.rect(0.27, 0.17, 0.46, 0.66, pen.colours.fill(1), 0.07)
    pen.rect(0.5, 0.3, 0.46, 0.66, pen.colours.fill(0), 0.07)


def _rings(pen: _Pen) -> None:
    for index, (x, y) in enumerate(((0.32, 0.32), (0.68, 0.68))):
        cx, cy = pen.point(x, y)
        r = 0.22 * pen.box.w
        pen.canvas.add(Circle(cx, cy, r * 1.3, Paint(fill=pen.colours.plain)))
        for half, end in ((0, 360), (1, 0)):
            segments: tuple[Segment, ...] = (("M", (cx - r, cy)), *arc(cx, cy, r, 180, end))
            pen.stroke(segments, pen.colours.fill(2 * index + half), 0.12)


def _flag(pen: _Pen) -> None:
    pen.rect(0.13, 0.08, 0.8, 0.54, pen.colours.plain)
    for row in range(3):
        for column in range(row % 2, 5, 2):
            left, top = pen.point(0.13 + 0.16 * column, 0.08 + 0.18 * row)
            pen.canvas.rect(Box(left, top, 0.16 * pen.box.w, 0.18 * pen.box.h), Paint(fill=pen.colours.ink))
    pen.rect(0.02, 0.02, 0.12, 0.96, pen.colours.fill(1), 0.05)


def _tokens(pen: _Pen) -> None:
    for x, y, fill, ring in (
        (0.63, 0.36, pen.colours.fill(0), pen.colours.plain),
        (0.36, 0.64, pen.colours.plain, pen.colours.ink),
    ):
        pen.circle(x, y, 0.32, fill)
        pen.circle(x, y, 0.21, None, ring)


def _chain(pen: _Pen) -> None:
    """Draw three links side by side, the middle one through the others."""
    centres = [pen.point(x, 0.5) for x in (0.26, 0.5, 0.74)]
    r = 0.19 * pen.box.w

    def link(index: int, start: float, end: float) -> None:
        x, y = centres[index]
        first = (x + r * math.cos(math.radians(start)), y + r * math.sin(math.radians(start)))
        pen.stroke((("M", first), *arc(x, y, r, start, end)), pen.colours.fill(index), 0.09)

    link(0, 0, 360)
    link(2, 0, 360)
    link(1, 0, 360)
    link(0, -100, 10)  # above the middle one
    link(2, 80, 190)


def _stairs(pen: _Pen) -> None:
    for index in range(4):
        left = 0.04 + 0.23 * index
        pen.rect(left, 0.72 - 0.22 * index, 0.96 - left, 0.22, pen.colours.fill(index), 0.02)


def _boxes(pen: _Pen) -> None:
    for index, x in enumerate((0.06, 0.54)):
        pen.rect(x, 0.06, 0.4, 0.5, pen.colours.plain, 0.08)
        pen.rect(x, 0.62, 0.4, 0.32, pen.colours.fill(index), 0.08)


def _crosses(pen: _Pen) -> None:
    for index, (x, y) in enumerate(((0.12, 0.12), (0.38, 0.38))):
        one, other = pen.point(x, y), pen.point(x + 0.5, y + 0.5)
        down: tuple[Segment, ...] = (("M", one), ("L", other))
        up: tuple[Segment, ...] = (("M", (one[0], other[1])), ("L", (other[0], one[1])))
        pen.stroke((*down, *up), pen.colours.fill(index), 0.16)


def _mosaic(pen: _Pen) -> None:
    for index in range(4):
        pen.rect(0.06 + 0.46 * (index % 2), 0.06 + 0.46 * (index // 2), 0.42, 0.42, pen.colours.fill(index), 0.08)


def _arrows(pen: _Pen) -> None:
    for index, side in enumerate((-1, 1)):
        outline = [(-0.46, 0.12), (0.12, 0.12), (0.12, 0.0), (0.46, 0.22), (0.12, 0.44), (0.12, 0.32), (-0.46, 0.32)]
        pen.polygon([(0.5 + side * x, 0.5 + side * y) for x, y in outline], pen.colours.fill(index))


def _clover(pen: _Pen) -> None:
    pen.canvas.add(*clover(*pen.point(0.5, 0.48), 0.44 * pen.box.w, pen.colours.fill(2)))


def _lock(pen: _Pen) -> None:
    pen.canvas.add(*padlock(*pen.point(0.5, 0.5), 0.9 * pen.box.h, pen.colours.fill(0)))


def _crown(pen: _Pen) -> None:
    points = [(0.08, 0.84), (0.04, 0.26), (0.3, 0.5), (0.5, 0.12), (0.7, 0.5), (0.96, 0.26), (0.92, 0.84)]
    pen.polygon(points, pen.colours.fill(1))


def _one_symbol(name: SymbolName, fill: int) -> Callable[[_Pen], None]:
    def draw(pen: _Pen) -> None:
        pen.canvas.add(symbol(name, *pen.point(0.5, 0.52), 0.44 * pen.box.w, pen.colours.fill(fill)))

    return draw


_EMBLEMS: dict[EmblemName, Callable[[_Pen], None]] = {
    "dice": _dice,
    "rings": _rings,
    "flag": _flag,
    "tokens": _tokens,
    "chain": _chain,
    "stairs": _stairs,
    "boxes": _boxes,
    "crosses": _crosses,
    "mosaic": _mosaic,
    "arrows": _arrows,
    "clover": _clover,
    "pips": _pips,
    "trio": _trio,
    "cards": _cards,
    "lock": _lock,
    "crown": _crown,
    "star": _one_symbol("star", 1),
    "heart": _one_symbol("heart", 0),
}
