"""What joins cells of neighbouring rows: the chains of linked cells, and the stairs of score lines."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from string import ascii_lowercase
from typing import NamedTuple

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box, Paint, Segment
from sheetgen.drawing.shapes import polygon
from sheetgen.drawing.sheet.cells import HEAVY
from sheetgen.drawing.sheet.placement import PlacedRow
from sheetgen.rules.rulebook import Rulebook

CHAIN = 0.26
"""The width of a chain, as a share of the cell's."""
STAIR = 0.11
"""The width of a stair's line,"""
STAIR_FOOT = 0.27
"""and how far from the middle of a cell it begins, as shares of the cell's width."""
TIGHT = 1e-6


class _Join(NamedTuple):
    """Two cells, the upper or left one first."""

    one: Box
    other: Box

    @property
    def is_level(self) -> bool:
        return self.one.bottom > self.other.y

    @property
    def between(self) -> Box:
        """What lies between them."""
        if self.is_level:
            return Box(self.one.right, self.one.centre[1], self.other.x - self.one.right, 0.0)
        left, right = sorted((self.one.centre[0], self.other.centre[0]))
        return Box(left, self.one.bottom, right - left, self.other.y - self.one.bottom)

    def framed(self, frame: float) -> _Join:
        """With half the width of their frames."""
        return _Join(self.one.grown(frame), self.other.grown(frame))


class Joins:
    """What can be joined on a sheet without running over other cells, and what cannot."""

    def __init__(self, rulebook: Rulebook, placed: list[PlacedRow]) -> None:
        self._boxes = {id: box for row in placed for id, box in row.boxes.items()}
        self._rows = {id: index for index, row in enumerate(placed) for id in row.boxes}
        joined = [(pair, self._join(*pair, columns=0)) for pair in rulebook.links]
        self.chains = [join for _, join in joined if join]
        apart = [pair for pair, join in joined if not join]
        self.letters = {id: _letter(index) for index, pair in enumerate(apart) for id in pair}
        """By these the others are known."""
        steps = (self._join(one, other, columns=1) for one, other in _steps(rulebook))
        self.stairs = [join for join in steps if join]

    def _join(self, one: str, other: str, columns: int) -> _Join | None:
        """Cells of the same row or of neighbouring ones, so many columns apart."""
        a, b = self._boxes[one], self._boxes[other]
        upper, lower = sorted((self._rows[one], self._rows[other]))
        pitch = min((abs(a.x - each.x) for each in self._boxes.values() if abs(a.x - each.x) > TIGHT), default=0.0)
        if lower - upper > 1 or abs(abs(a.x - b.x) - columns * pitch) > TIGHT:
            return None
        by_place = (lambda box: box.x) if upper == lower else (lambda box: box.y)
        join = _Join(*sorted((a, b), key=by_place))
        return None if any(_overlap(join.between, box) for box in self._boxes.values()) else join


def draw_joins(canvas: Canvas, edition: Edition, joins: Joins) -> None:
    """Stairs and chains, dark on a pale ground of their own, so that they show on every band."""
    ink, frame = edition.theme.ink, edition.theme.outline * HEAVY / 2
    # Those that meet below one cell must not cut one another.
    for fill, share in ((ink.box, STAIR * 2.2), (ink.on_box, STAIR)):
        for join in joins.stairs:
            canvas.path(_stair(join.framed(frame), join.one.w * share), Paint(fill=fill))
    for join in joins.chains:
        _draw_chain(canvas, edition, join.framed(frame))


def _stair(join: _Join, line: float) -> tuple[Segment, ...]:
    """A line of this width from cell to cell, which ends along their edges."""
    one, other, half = join.one, join.other, line / 2
    if join.is_level:
        y = one.centre[1]
        return polygon([(one.right, y - half), (other.x, y - half), (other.x, y + half), (one.right, y + half)])
    aside = one.w * STAIR_FOOT * (1 if other.x > one.x else -1)
    top, foot = one.centre[0] + aside, other.centre[0] - aside
    # Slanted lines are as wide as upright ones only if their ends are wider.
    half *= math.hypot(foot - top, other.y - one.bottom) / (other.y - one.bottom)
    return polygon([(top - half, one.bottom), (top + half, one.bottom), (foot + half, other.y), (foot - half, other.y)])


def _draw_chain(canvas: Canvas, edition: Edition, join: _Join) -> None:
    """Three links from the upper cell to the lower one: two seen from the front, and one from its side between them."""
    ink, (x, _), top, length = edition.theme.ink, join.one.centre, join.one.bottom, join.other.y - join.one.bottom
    width = join.one.w * CHAIN
    line, link = width * 0.2, length * 0.46
    rings = [Box(x - width / 2, y, width, link) for y in (top, top + length - link)]
    side = Box(x - line * 0.9, top + length * 0.26, line * 1.8, length * 0.48)
    for box in (*rings, side):
        canvas.rect(box.grown(line * 0.6), Paint(fill=ink.box), min(box.w, box.h) / 2 + line * 0.6)
    for ring in rings:
        canvas.rect(ring.grown(-line / 2), Paint(ink.box, ink.on_box, line), (min(ring.w, ring.h) - line) / 2)
    canvas.rect(side, Paint(fill=ink.on_box), line * 0.9)


def _steps(rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    """The cells of own score lines that follow one another."""
    for line in rulebook.own_lines:
        yield from pairwise(line.cells)


def _letter(index: int) -> str:
    """a to z, then aa to zz."""
    return ascii_lowercase[index % 26] * (1 + index // 26)


def _overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.right - TIGHT
        and other.x < one.right - TIGHT
        and one.y < other.bottom - TIGHT
        and other.y < one.bottom - TIGHT
    )
