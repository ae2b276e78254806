"""Connectors between cells of neighbouring rows: chains for linked cells, and stairs for score lines."""

from __future__ import annotations

import math
from itertools import pairwise
from string import ascii_lowercase
from typing import NamedTuple

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import TOLERANCE, Box, Paint, Segment
from sheetgen.drawing.shapes import polygon
from sheetgen.drawing.sheet.cells import HEAVY
from sheetgen.drawing.sheet.placement import PlacedRow
from sheetgen.rules.rulebook import Rulebook

CHAIN = 0.26  # width of a chain / cell width
STAIR = 0.11  # width of a stair's line / cell width
STAIR_FOOT = 0.27  # distance of a stair's ends from the centres of its cells / cell width


class Connector(NamedTuple):
    """Two cells to be connected, the upper or left one first."""

    one: Box
    other: Box

    @property
    def is_level(self) -> bool:
        """Whether both cells are in one row."""
        return self.one.bottom > self.other.y

    @property
    def between(self) -> Box:
        """The box between the two cells."""
        if self.is_level:
            return Box(self.one.right, self.one.centre[1], self.other.x - self.one.right, 0.0)
        left, right = sorted((self.one.centre[0], self.other.centre[0]))
        return Box(left, self.one.bottom, right - left, self.other.y - self.one.bottom)

    def framed(self, frame: float) -> Connector:
        """Return the connector with both boxes grown by half the width of their frames."""
        return Connector(self.one.grown(frame), self.other.grown(frame))


class Connectors:
    """The chains and stairs that can be drawn on a sheet without crossing other cells.

    Linked cells that no chain can connect share a letter instead.
    """

    def __init__(self, rulebook: Rulebook, placed: list[PlacedRow]) -> None:
        self._boxes = {id: box for row in placed for id, box in row.boxes.items()}
        self._rows = {id: index for index, row in enumerate(placed) for id in row.boxes}
        linked = [(pair, self._connect(*pair, columns=0)) for pair in rulebook.links]
        self.chains = [chain for _, chain in linked if chain]
        apart = [pair for pair, chain in linked if not chain]
        self.letters = {id: _letter(index) for index, pair in enumerate(apart) for id in pair}
        steps = (step for line in rulebook.own_lines for step in pairwise(line.cells))
        self.stairs = [stair for step in steps if (stair := self._connect(*step, columns=1))]

    def _connect(self, one: str, other: str, columns: int) -> Connector | None:
        """Connect two cells of one row or of neighbouring rows that are this many columns apart, if possible."""
        a, b = self._boxes[one], self._boxes[other]
        upper, lower = sorted((self._rows[one], self._rows[other]))
        offsets = (abs(a.x - each.x) for each in self._boxes.values())
        pitch = min((offset for offset in offsets if offset > TOLERANCE), default=0.0)
        if lower - upper > 1 or abs(abs(a.x - b.x) - columns * pitch) > TOLERANCE:
            return None
        by_position = (lambda box: box.x) if upper == lower else (lambda box: box.y)
        connector = Connector(*sorted((a, b), key=by_position))
        is_blocked = any(connector.between.overlaps(box, TOLERANCE) for box in self._boxes.values())
        return None if is_blocked else connector


def draw_connectors(canvas: Canvas, edition: Edition, connectors: Connectors) -> None:
    """Draw stairs and chains, dark on a pale outline, so that they are visible on every band."""
    ink, frame = edition.theme.ink, edition.theme.outline * HEAVY / 2
    # First all outlines, so that none cuts a stair that meets another one below the same cell.
    for fill, share in ((ink.box, STAIR * 2.2), (ink.on_box, STAIR)):
        for stair in connectors.stairs:
            canvas.path(_stair(stair.framed(frame), stair.one.w * share), Paint(fill=fill))
    for chain in connectors.chains:
        _draw_chain(canvas, edition, chain.framed(frame))


def _stair(connector: Connector, line: float) -> tuple[Segment, ...]:
    """Return the outline of a line of this width from cell to cell that ends along their edges."""
    one, other, half = connector.one, connector.other, line / 2
    if connector.is_level:
        y = one.centre[1]
        return polygon([(one.right, y - half), (other.x, y - half), (other.x, y + half), (one.right, y + half)])
    offset = one.w * STAIR_FOOT * (1 if other.x > one.x else -1)
    top, foot = one.centre[0] + offset, other.centre[0] - offset
    # The ends of a slanted line are wider than the line itself.
    half *= math.hypot(foot - top, other.y - one.bottom) / (other.y - one.bottom)
    return polygon([(top - half, one.bottom), (top + half, one.bottom), (foot + half, other.y), (foot - half, other.y)])


def _draw_chain(canvas: Canvas, edition: Edition, chain: Connector) -> None:
    """Draw three chain links from the upper cell to the lower one; the middle one is seen from its side."""
    ink, (x, _), top, length = edition.theme.ink, chain.one.centre, chain.one.bottom, chain.other.y - chain.one.bottom
    width = chain.one.w * CHAIN
    line, link = width * 0.2, length * 0.46
    rings = [Box(x - width / 2, y, width, link) for y in (top, top + length - link)]
    side = Box(x - line * 0.9, top + length * 0.26, line * 1.8, length * 0.48)
    for box in (*rings, side):
        canvas.rect(box.grown(line * 0.6), Paint(fill=ink.box), min(box.w, box.h) / 2 + line * 0.6)
    for ring in rings:
        canvas.rect(ring.grown(-line / 2), Paint(ink.box, ink.on_box, line), (min(ring.w, ring.h) - line) / 2)
    canvas.rect(side, Paint(fill=ink.on_box), line * 0.9)


def _letter(index: int) -> str:
    """Return a to z for the first 26 indexes, then aa to zz."""
    return ascii_lowercase[index % 26] * (1 + index // 26)
