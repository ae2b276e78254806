"""The scene: an immutable display list in millimetres, with the origin at the top left and y pointing down.

Writers need nothing but a scene. Every cell that can be crossed carries its cell id, so that the scorer page and the
photo reader find the positions of cells in the same scene that was printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Anchor = Literal["start", "middle", "end"]
FontRole = Literal["regular", "bold", "number", "address"]
Turn = Literal[0, 90, 180, 270]  # degrees clockwise
Segment = tuple[Literal["M", "L", "C", "Z"], tuple[float, ...]]  # an SVG path command and its absolute coordinates

TOLERANCE = 1e-6  # lengths in mm that differ by less are treated as equal


@dataclass(frozen=True)
class Typeface:
    """A TrueType font in one role. Its name identifies its content, so typefaces with equal role and name are equal."""

    role: FontRole
    name: str
    cap_height: float = field(compare=False)  # height of capitals / type size
    data: bytes = field(compare=False, repr=False)  # content of the font file


@dataclass(frozen=True)
class Bitmap:
    """A picture as PNG files. Its name identifies its content."""

    name: str
    width: int = field(compare=False)  # pixels
    height: int = field(compare=False)  # pixels
    printed: bytes = field(compare=False, repr=False)  # PNG file to print
    shown: bytes = field(compare=False, repr=False)  # small PNG file for the scorer page


class Box(NamedTuple):
    """A rectangle with sides parallel to the axes."""

    x: float
    y: float
    w: float
    h: float

    @classmethod
    def around(cls, boxes: Iterable[Box]) -> Box:
        """Return the bounding box of one or more boxes."""
        boxes = list(boxes)
        x, y = min(box.x for box in boxes), min(box.y for box in boxes)
        return cls(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)

    @property
    def centre(self) -> tuple[float, float]:
        """Centre point of the box."""
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def right(self) -> float:
        """X coordinate of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """Y coordinate of the bottom edge."""
        return self.y + self.h

    def grown(self, by: float) -> Box:
        """Return the box with a margin added on all sides, or removed if it is negative."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def contains(self, other: Box) -> bool:
        """Return whether the other box lies inside this one, or touches its edges from inside."""
        return self.x <= other.x and other.right <= self.right and self.y <= other.y and other.bottom <= self.bottom

    def overlaps(self, other: Box, tolerance: float = 0.0) -> bool:
        """Return whether the boxes overlap by more than the tolerance in both directions."""
        return (
            self.x < other.right - tolerance
            and other.x < self.right - tolerance
            and self.y < other.bottom - tolerance
            and other.y < self.bottom - tolerance
        )


class Paint(NamedTuple):
    """Fill and outline of a shape. Colours are `#rrggbb`, or None for no fill or no outline."""

    fill: str | None = None
    stroke: str | None = None
    line: float = 0.0  # width of the outline
    dash: tuple[float, ...] = ()  # lengths of dashes and gaps; empty for a solid outline


class Rect(NamedTuple):
    """A rectangle, optionally with rounded corners."""

    box: Box
    paint: Paint
    radius: float = 0.0
    cell: str | None = None


class Circle(NamedTuple):
    """A circle around a centre point."""

    x: float
    y: float
    r: float
    paint: Paint
    cell: str | None = None

    @property
    def box(self) -> Box:
        """Bounding box of the circle."""
        return Box(self.x - self.r, self.y - self.r, 2 * self.r, 2 * self.r)


class Path(NamedTuple):
    """Lines and curves, filled by the even-odd rule."""

    segments: tuple[Segment, ...]
    paint: Paint


_SHARE_BEFORE_ANCHOR: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}  # of the text's width
_DIRECTIONS: dict[Turn, tuple[int, int]] = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}  # by turn


class Text(NamedTuple):
    """One line of text, anchored at x, y on its baseline. It stores its width, so that writers need not measure it."""

    x: float
    y: float
    text: str
    size: float
    width: float
    face: Typeface
    fill: str = "#000000"
    anchor: Anchor = "start"
    turn: Turn = 0

    @property
    def left(self) -> float:
        """X coordinate at which the text begins."""
        return self.matrix.e

    @property
    def right(self) -> float:
        """X coordinate at which a text that is not turned ends."""
        return self.left + self.width

    @property
    def matrix(self) -> Matrix:
        """Map from a system with its origin at the start of the baseline, and y pointing up, to that of the scene."""
        x, y = _DIRECTIONS[self.turn]
        before = _SHARE_BEFORE_ANCHOR[self.anchor] * self.width
        return Matrix(x, y, y, -x, self.x - before * x, self.y - before * y)

    @property
    def box(self) -> Box:
        """Box around the line, with room for letters that reach below the baseline."""
        return self.matrix.box(Box(0, -0.3 * self.size, self.width, 1.3 * self.size))


class Code(NamedTuple):
    """A QR code. The box includes the quiet zone; `modules` is the number of modules per side without it."""

    box: Box
    text: str
    modules: int


class Link(NamedTuple):
    """A clickable area."""

    box: Box
    url: str


class Picture(NamedTuple):
    """A bitmap, stretched to a box."""

    box: Box
    bitmap: Bitmap


class Use(NamedTuple):
    """Another scene, scaled, turned and placed with its top left corner at x, y."""

    scene: Scene
    x: float
    y: float
    scale: float = 1.0
    turn: Turn = 0

    @property
    def matrix(self) -> Matrix:
        """Map from the coordinates of the used scene to those of the scene that contains it."""
        s = self.scale
        w = self.scene.width * self.scale
        h = self.scene.height * self.scale
        match self.turn:
            case 0:
                return Matrix(s, 0, 0, s, self.x, self.y)
            case 90:
                return Matrix(0, s, -s, 0, self.x + h, self.y)
            case 180:
                return Matrix(-s, 0, 0, -s, self.x + w, self.y + h)
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
        """Return the image of a point."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def box(self, box: Box) -> Box:
        """Return the image of a box, assuming that the map turns by multiples of 90°."""
        (x0, y0), (x1, y1) = self.point(box.x, box.y), self.point(box.right, box.bottom)
        return Box(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))

    def after(self, inner: Matrix) -> Matrix:
        """Return the map that applies the inner map first and then this one."""
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
        """Factor by which the map multiplies lengths."""
        return float(abs(self.a * self.d - self.b * self.c) ** 0.5)


Item = Rect | Circle | Path | Text | Code | Link | Picture | Use


def bounds(item: Item) -> Box:
    """Return the area that an item covers, its outline included."""
    match item:
        case Path():
            numbers = [number for _, numbers in item.segments for number in numbers]
            xs, ys = numbers[::2], numbers[1::2]
            box = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
            return box.grown(item.paint.line / 2)
        case Rect() | Circle():
            return item.box.grown(item.paint.line / 2)
        case Use():
            return item.matrix.box(Box(0, 0, item.scene.width, item.scene.height))
        case _:
            return item.box


@dataclass(frozen=True, eq=False, slots=True)
class Scene:
    """A picture of the given size in mm. Writers may store a named scene once and refer to it wherever it is used."""

    width: float
    height: float
    items: tuple[Item, ...]
    name: str | None = None

    def flat(self, matrix: Matrix | None = None) -> Iterator[tuple[Item, Matrix]]:
        """Yield the items of this and all used scenes, each with the map to the coordinates of this scene."""
        matrix = matrix or Matrix()
        for item in self.items:
            if isinstance(item, Use):
                yield from item.scene.flat(matrix.after(item.matrix))
            else:
                yield item, matrix

    def cells(self) -> dict[str, Box]:
        """Return the boxes of all cells by cell id."""
        return {
            item.cell: matrix.box(item.box)
            for item, matrix in self.flat()
            if isinstance(item, Rect | Circle) and item.cell
        }
