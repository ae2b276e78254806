"""Shapes made of paths: polygons, arcs, symbols, the padlock, and outlines of black-and-white bitmaps."""

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise, product

from sheetgen.drawing.scene import Box, Circle, Item, Paint, Path, Rect, Segment
from sheetgen.file_model import SymbolName

LEAF_SIZE = 0.54  # size of the hearts of a clover / radius of the clover
LEAF_DISTANCE = 0.09  # distance of the tips of the hearts from the centre of the clover / its radius


def polygon(points: Sequence[tuple[float, float]]) -> tuple[Segment, ...]:
    """Return the closed outline through the given points."""
    first, *others = points
    return (("M", first), *(("L", point) for point in others), ("Z", ()))


def arc(x: float, y: float, r: float, start: float, end: float) -> tuple[Segment, ...]:
    """Return curves along a circle between two angles in degrees, clockwise from the right, without a first "M"."""
    pieces = math.ceil(abs(end - start) / 90)
    step = math.radians(end - start) / pieces
    tangent = 4 / 3 * math.tan(step / 4) * r
    segments: list[Segment] = []
    for piece in range(pieces):
        a, b = (math.radians(start) + step * (piece + offset) for offset in (0, 1))
        x0 = math.cos(a)
        y0 = math.sin(a)
        x1 = math.cos(b)
        y1 = math.sin(b)
        control0 = x + r * x0 - tangent * y0, y + r * y0 + tangent * x0
        control1 = x + r * x1 + tangent * y1, y + r * y1 - tangent * x1
        segments.append(("C", (*control0, *control1, x + r * x1, y + r * y1)))
    return tuple(segments)


def rounded_rect(box: Box, r: float, left: bool, right: bool) -> tuple[Segment, ...]:
    """Return the outline of a box whose left or right corners, or all, are rounded with radius r."""
    a, b = (r if left else 0.0), (r if right else 0.0)
    corners = (
        ((box.right - b, box.y), (box.right - b, box.y + b), b, 270),
        ((box.right, box.bottom - b), (box.right - b, box.bottom - b), b, 0),
        ((box.x + a, box.bottom), (box.x + a, box.bottom - a), a, 90),
        ((box.x, box.y + a), (box.x + a, box.y + a), a, 180),
    )
    segments: list[Segment] = [("M", (box.x + a, box.y))]
    for before, centre, radius, start in corners:
        segments.append(("L", before))
        segments += arc(*centre, radius, start, start + 90) if radius else ()
    return (*segments, ("Z", ()))


def _regular_polygon(corners: int, start: float = -90.0) -> list[tuple[float, float]]:
    angles = [math.radians(start + 360 * i / corners) for i in range(corners)]
    return [(math.cos(angle), math.sin(angle)) for angle in angles]


def _star() -> list[tuple[float, float]]:
    outer, inner = _regular_polygon(5), _regular_polygon(5, -54.0)
    return [(x * s, y * s) for o, i in zip(outer, inner, strict=True) for (x, y), s in ((o, 1.1), (i, 0.46))]


def _heart() -> list[tuple[float, float]]:
    angles = [math.tau * i / 32 for i in range(32)]
    tops = [13 * math.cos(a) - 5 * math.cos(2 * a) - 2 * math.cos(3 * a) - math.cos(4 * a) for a in angles]
    return [(math.sin(a) ** 3, -top / 16 - 0.06) for a, top in zip(angles, tops, strict=True)]


_SYMBOL_CORNERS: dict[str, list[tuple[float, float]]] = {  # around the origin, for a radius of 1
    "triangle": [(x * 1.1, y * 1.1 + 0.14) for x, y in _regular_polygon(3)],
    "square": [(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)],
    "diamond": [(0.0, -1.05), (0.85, 0.0), (0.0, 1.05), (-0.85, 0.0)],
    "hexagon": _regular_polygon(6),
    "star": _star(),
    "plus": [
        (-0.3, -0.95), (0.3, -0.95), (0.3, -0.3), (0.95, -0.3), (0.95, 0.3), (0.3, 0.3),
        (0.3, 0.95), (-0.3, 0.95), (-0.3, 0.3), (-0.95, 0.3), (-0.95, -0.3), (-0.3, -0.3),
    ],
    "hourglass": [
        (-0.85, -0.95), (0.85, -0.95), (0.85, -0.8), (0.2, 0.0),
        (0.85, 0.8), (0.85, 0.95), (-0.85, 0.95), (-0.85, 0.8), (-0.2, 0.0), (-0.85, -0.8),
    ],
    "heart": _heart(),
    "house": [(0.0, -1.0), (1.0, -0.1), (0.78, -0.1), (0.78, 0.85), (-0.78, 0.85), (-0.78, -0.1), (-1.0, -0.1)],
    "chevron": [(-1.0, -0.9), (0.0, -0.15), (1.0, -0.9), (1.0, 0.05), (0.0, 0.9), (-1.0, 0.05)],
    "bar": [(-1.0, -0.42), (1.0, -0.42), (1.0, 0.42), (-1.0, 0.42)],
    "arrow": [(-0.45, -0.85), (0.65, 0.0), (-0.45, 0.85)],
    "arrow-down": [(-1.0, -0.8), (1.0, -0.8), (0.0, 1.0)],
}  # fmt: skip


def symbol(name: SymbolName, x: float, y: float, r: float, fill: str) -> Item:
    """Return a symbol about 2r wide, centred at x, y."""
    if name == "circle":
        return Circle(x, y, r * 0.9, Paint(fill=fill))
    if name == "ring":
        return Circle(x, y, r * 0.75, Paint(stroke=fill, line=r * 0.35))
    return Path(polygon([(x + px * r, y + py * r) for px, py in _SYMBOL_CORNERS[name]]), Paint(fill=fill))


def padlock(x: float, y: float, height: float, ink: str) -> tuple[Item, ...]:
    """Return a padlock of this height, centred at x, y."""
    body_w, body_h = height * 0.78, height * 0.56
    top = y - height / 2
    body = Box(x - body_w / 2, y + height / 2 - body_h, body_w, body_h)
    line = height * 0.12
    r = height * 0.24
    arch = top + line / 2 + r
    shackle: tuple[Segment, ...] = (
        ("M", (x - r, body.y + line / 2)),
        ("L", (x - r, arch)),
        *arc(x, arch, r, 180, 360),
        ("L", (x + r, body.y + line / 2)),
    )
    return Path(shackle, Paint(stroke=ink, line=line)), Rect(body, Paint(fill=ink), height * 0.08)


_PIPS: dict[int, tuple[tuple[int, int], ...]] = {  # centres of the pips of a die, from -1 to 1
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(box: Box, pips: int, paint: Paint, ink: str) -> tuple[Item, ...]:
    """Return a die seen from above, with 1 to 6 pips."""
    x, y = box.centre
    centres = ((x + box.w * 0.27 * px, y + box.h * 0.27 * py) for px, py in _PIPS[pips])
    return Rect(box, paint, box.w * 0.2), *(Circle(*centre, box.w * 0.1, Paint(fill=ink)) for centre in centres)


def cross(box: Box, ink: str, line: float) -> Item:
    """Return a cross like one drawn with a pen, a little smaller than the box."""
    x0, x1, y0, y1 = box.x + box.w * 0.14, box.right - box.w * 0.14, box.y + box.h * 0.14, box.bottom - box.h * 0.14
    segments: tuple[Segment, ...] = (
        ("M", (x0, y0)),
        ("C", (x0 + box.w * 0.3, y0 + box.h * 0.22, x1 - box.w * 0.3, y1 - box.h * 0.3, x1, y1)),
        ("M", (x1, y0 + box.h * 0.03)),
        ("C", (x1 - box.w * 0.3, y0 + box.h * 0.3, x0 + box.w * 0.26, y1 - box.h * 0.3, x0, y1 - box.h * 0.02)),
    )
    return Path(segments, Paint(stroke=ink, line=line))


def opposed_arrows(x: float, y: float, r: float, fill: str) -> Item:
    """Return two arrows that point in opposite directions, about 2r wide, centred at x, y."""
    segments: list[Segment] = []
    for side in (-1, 1):
        outline = [(-1.0, 0.27), (0.2, 0.27), (0.2, 0.0), (1.0, 0.52), (0.2, 1.04), (0.2, 0.77), (-1.0, 0.77)]
        segments += polygon([(x + side * px * r, y + side * py * r) for px, py in outline])
    return Path(tuple(segments), Paint(fill=fill))


def clover(x: float, y: float, r: float, fill: str) -> tuple[Item, ...]:
    """Return a four-leaf clover about 2r wide, centred at x, y: hearts that point to the centre, and a stem."""
    stem = [(-0.05, 0.0), (0.05, 0.0), (0.28, 1.15), (0.06, 1.2)]
    outlines = [*(_leaf(turn) for turn in (45, 135, 225, 315)), stem]
    return tuple(Path(polygon([(x + px * r, y + py * r) for px, py in each]), Paint(fill=fill)) for each in outlines)


def _leaf(degrees: float) -> list[tuple[float, float]]:
    """Return a heart with its point near the origin that extends in this direction, clockwise from the top."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    small = [(px * LEAF_SIZE, (py - 1.0) * LEAF_SIZE - LEAF_DISTANCE) for px, py in _SYMBOL_CORNERS["heart"]]
    return [(px * cos - py * sin, px * sin + py * cos) for px, py in small]


def bitmap_path(dark: Callable[[int, int], bool], modules: int, x: float, y: float, side: float) -> tuple[Segment, ...]:
    """Return the outline of the dark modules of a square bitmap, so that no renderer shows seams between them."""
    module = side / modules
    segments: list[Segment] = []
    for outline in bitmap_outlines(dark, modules):
        segments += polygon([(x + column * module, y + row * module) for column, row in outline])
    return tuple(segments)


def bitmap_outlines(dark: Callable[[int, int], bool], modules: int) -> list[list[tuple[int, int]]]:
    """Return closed polygons around the dark areas, in modules, with the dark side on the right of each edge."""

    def is_dark(column: int, row: int) -> bool:
        return 0 <= column < modules and 0 <= row < modules and dark(column, row)

    edges: defaultdict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)  # end points by start point
    for row, column in product(range(modules), repeat=2):
        if not is_dark(column, row):
            continue
        corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1), (column, row)]
        neighbours = [(column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)]
        for (start, end), neighbour in zip(pairwise(corners), neighbours, strict=True):
            if not is_dark(*neighbour):
                edges[start].append(end)
    outlines = []
    while edges:
        outline, here = [], min(edges)
        while here in edges:
            outline.append(here)
            here = edges[here].pop()
            if not edges[outline[-1]]:
                del edges[outline[-1]]
        outlines.append(_without_collinear(outline))
    return outlines


def _without_collinear(outline: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the points of a closed outline at which it changes direction."""
    neighbours = zip([outline[-1], *outline], outline, [*outline[1:], outline[0]], strict=False)
    return [
        point
        for before, point, after in neighbours
        if not (before[0] == point[0] == after[0] or before[1] == point[1] == after[1])
    ]
