"""The scene: a frozen display list in millimetres, origin at the top left, y downwards.

Writers take a scene and nothing else. What can be crossed carries its cell id, so that the scorer page and the
photo reader ask the same scene where the cells are.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Literal, NamedTuple

Anchor = Literal["start", "middle", "end"]
Face = Literal["regular", "bold", "number"]
Turn = Literal[0, 90, 270]
Segment = tuple[Literal["M", "L", "C", "Z"], tuple[float, ...]]


class Typeface:
    """A TrueType file: what it is used for, its name, and the height of its capitals as a share of the type size.

    A user's file comes with the content that was checked, because the file may be another one by now.
    """

    def __init__(self, use: Face, name: str, file: FilePath, cap_height: float, content: bytes | None = None) -> None:
        self.use = use
        self.name = name
        self.file = file
        self.cap_height = cap_height
        self.content = content

    def __eq__(self, other: object) -> bool:
        """The name tells contents apart."""
        return isinstance(other, Typeface) and (self.use, self.name) == (other.use, other.name)

    def __hash__(self) -> int:
        return hash((self.use, self.name))

    @property
    def data(self) -> bytes:
        """The bytes of the font."""
        return self.file.read_bytes() if self.content is None else self.content


class Box(NamedTuple):
    """An upright rectangle."""

    x: float
    y: float
    w: float
    h: float

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box."""
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.h

    def grown(self, by: float) -> Box:
        """The box with a margin around it (or inside it, if negative)."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)


class Paint(NamedTuple):
    """How a shape is filled and outlined. Colours are `#rrggbb`; None leaves it out."""

    fill: str | None = None
    stroke: str | None = None
    line: float = 0.0
    dash: tuple[float, ...] = ()


class Rect(NamedTuple):
    """A rectangle, its corners perhaps rounded."""

    box: Box
    paint: Paint
    radius: float = 0.0
    cell: str | None = None


class Circle(NamedTuple):
    """A circle."""

    x: float
    y: float
    r: float
    paint: Paint
    cell: str | None = None

    @property
    def box(self) -> Box:
        """The square around it."""
        return Box(self.x - self.r, self.y - self.r, 2 * self.r, 2 * self.r)


class Path(NamedTuple):
    """Lines and curves. Overlapping parts cancel out (even-odd)."""

    segments: tuple[Segment, ...]
    paint: Paint


_BEFORE: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Text(NamedTuple):
    """One line of text on its baseline. `width` is measured, so that writers need not."""

    x: float
    y: float
    text: str
    size: float
    width: float
    face: Typeface
    fill: str = "#000000"
    anchor: Anchor = "start"

    @property
    def left(self) -> float:
        """Where the text begins."""
        return self.x - _BEFORE[self.anchor] * self.width


class Code(NamedTuple):
    """A QR code with its quiet zone, filling the box. `modules` is its size without the quiet zone."""

    box: Box
    text: str
    modules: int


class Link(NamedTuple):
    """A clickable area."""

    box: Box
    url: str


class Use(NamedTuple):
    """Another scene, scaled, turned clockwise, and placed with its top left corner at x, y."""

    scene: Scene
    x: float
    y: float
    scale: float = 1.0
    turn: Turn = 0

    @property
    def matrix(self) -> Matrix:
        """From the placed scene's coordinates to those around it."""
        s, w, h = self.scale, self.scene.width * self.scale, self.scene.height * self.scale
        match self.turn:
            case 0:
                return Matrix(s, 0, 0, s, self.x, self.y)
            case 90:
                return Matrix(0, s, -s, 0, self.x + h, self.y)
            case 270:
                return Matrix(0, -s, s, 0, self.x, self.y + w)


class Matrix(NamedTuple):
    """An affine map: x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a point goes."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def box(self, box: Box) -> Box:
        """Where a box goes; turns are quarter turns, so it stays upright."""
        (x0, y0), (x1, y1) = self.point(box.x, box.y), self.point(box.right, box.bottom)
        return Box(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))

    def after(self, inner: Matrix) -> Matrix:
        """First the inner map, then this one."""
        e, f = self.point(inner.e, inner.f)
        return Matrix(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            e,
            f,
        )

    @property
    def scale(self) -> float:
        """How much longer things become."""
        return float(abs(self.a * self.d - self.b * self.c) ** 0.5)


Item = Rect | Circle | Path | Text | Code | Link | Use


class Scene:
    """A picture of the given size. One with a name is meant to be used often: writers may draw it just once."""

    __slots__ = ("height", "items", "name", "width")

    def __init__(self, width: float, height: float, items: tuple[Item, ...], name: str | None = None) -> None:
        self.width = width
        self.height = height
        self.items = items
        self.name = name

    def flat(self, matrix: Matrix | None = None) -> Iterator[tuple[Item, Matrix]]:
        """Every item that is not a Use, with the map to this scene's coordinates."""
        matrix = matrix or Matrix()
        for item in self.items:
            if isinstance(item, Use):
                yield from item.scene.flat(matrix.after(item.matrix))
            else:
                yield item, matrix

    def cells(self) -> dict[str, Box]:
        """Where the cells are."""
        found = {}
        for item, matrix in self.flat():
            if isinstance(item, Rect | Circle) and item.cell:
                found[item.cell] = matrix.box(item.box)
        return found
