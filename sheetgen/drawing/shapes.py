"""Small pictures made of paths: symbols, the lock, arcs, and the outlines of black-and-white patterns."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from sheetgen.drawing.scene import Box, Circle, Item, Paint, Path, Rect, Segment
from sheetgen.layouts.themes import SymbolName

_KAPPA = 0.5522847498
"""Control points at this share of the radius make a quarter circle out of a cubic curve."""


def polygon(points: Sequence[tuple[float, float]]) -> tuple[Segment, ...]:
    """A closed outline through these points."""
    first, *others = points
    return (("M", first), *(("L", point) for point in others), ("Z", ()))


def half_disc(x: float, y: float, r: float, upper: bool) -> tuple[Segment, ...]:
    """The upper or lower half of a disc."""
    k, up = _KAPPA * r, -1 if upper else 1
    return (
        ("M", (x - r, y)),
        ("C", (x - r, y + up * k, x - k, y + up * r, x, y + up * r)),
        ("C", (x + k, y + up * r, x + r, y + up * k, x + r, y)),
        ("Z", ()),
    )


def _regular(corners: int, start: float = -90.0) -> list[tuple[float, float]]:
    angles = [math.radians(start + 360 * i / corners) for i in range(corners)]
    return [(math.cos(angle), math.sin(angle)) for angle in angles]


def _star() -> list[tuple[float, float]]:
    outer, inner = _regular(5), _regular(5, -54.0)
    return [(x * s, y * s) for o, i in zip(outer, inner, strict=True) for (x, y), s in ((o, 1.1), (i, 0.46))]


_CORNERS: dict[str, list[tuple[float, float]]] = {
    "triangle": [(x * 1.1, y * 1.1 + 0.14) for x, y in _regular(3)],
    "square": [(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)],
    "diamond": [(0.0, -1.05), (0.85, 0.0), (0.0, 1.05), (-0.85, 0.0)],
    "hexagon": _regular(6),
    "star": _star(),
    "plus": [
        (-0.3, -0.95), (0.3, -0.95), (0.3, -0.3), (0.95, -0.3), (0.95, 0.3), (0.3, 0.3),
        (0.3, 0.95), (-0.3, 0.95), (-0.3, 0.3), (-0.95, 0.3), (-0.95, -0.3), (-0.3, -0.3),
    ],
    "arrow": [(-0.45, -0.85), (0.65, 0.0), (-0.45, 0.85)],
}  # fmt: skip


def symbol(name: SymbolName, x: float, y: float, r: float, fill: str) -> Item:
    """A symbol about 2r wide, centred at x, y."""
    if name == "circle":
        return Circle(x, y, r * 0.9, Paint(fill=fill))
    if name == "ring":
        return Circle(x, y, r * 0.75, Paint(stroke=fill, line=r * 0.35))
    return Path(polygon([(x + px * r, y + py * r) for px, py in _CORNERS[name]]), Paint(fill=fill))


def lock(x: float, y: float, height: float, ink: str) -> tuple[Item, ...]:
    """A padlock centred at x, y."""
    body_w, body_h = height * 0.78, height * 0.56
    top = y - height / 2
    body = Box(x - body_w / 2, y + height / 2 - body_h, body_w, body_h)
    line = height * 0.12
    r = height * 0.24
    k = _KAPPA * r
    arch = top + line / 2 + r
    shackle: tuple[Segment, ...] = (
        ("M", (x - r, body.y + line / 2)),
        ("L", (x - r, arch)),
        ("C", (x - r, arch - k, x - k, arch - r, x, arch - r)),
        ("C", (x + k, arch - r, x + r, arch - k, x + r, arch)),
        ("L", (x + r, body.y + line / 2)),
    )
    return Path(shackle, Paint(stroke=ink, line=line)), Rect(body, Paint(fill=ink), height * 0.08)


def bitmap_outline(dark: Callable[[int, int], bool], columns: int, rows: int) -> list[list[tuple[int, int]]]:
    """The outlines of the dark area as closed polygons: no seams between its modules, whatever draws it.

    Walks the unit edges between dark and light with the dark side on the right hand.
    """

    def is_dark(column: int, row: int) -> bool:
        return 0 <= column < columns and 0 <= row < rows and dark(column, row)

    follows: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row in range(rows):
        for column in range(columns):
            if not is_dark(column, row):
                continue
            if not is_dark(column, row - 1):
                follows.setdefault((column, row), []).append((column + 1, row))
            if not is_dark(column + 1, row):
                follows.setdefault((column + 1, row), []).append((column + 1, row + 1))
            if not is_dark(column, row + 1):
                follows.setdefault((column + 1, row + 1), []).append((column, row + 1))
            if not is_dark(column - 1, row):
                follows.setdefault((column, row + 1), []).append((column, row))
    outlines = []
    while follows:
        start = min(follows)
        outline, here = [start], start
        while True:
            there = follows[here].pop()
            if not follows[here]:
                del follows[here]
            if there == start:
                break
            outline.append(there)
            here = there
        outlines.append(_corners_only(outline))
    return outlines


def _corners_only(outline: list[tuple[int, int]]) -> list[tuple[int, int]]:
    around = zip([outline[-1], *outline], outline, [*outline[1:], outline[0]], strict=False)
    return [
        point
        for before, point, after in around
        if not (before[0] == point[0] == after[0] or before[1] == point[1] == after[1])
    ]
