"""Tell crosses from flat lines and from nothing, by how much of a cell's height its ink takes up.

How dark ink is says little: a thick line through a skipped number has more of it than a thin cross. But a cross
reaches from the upper part of its cell to the lower one, and a flat line does not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from math import exp
from statistics import median
from typing import NamedTuple

import cv2
import numpy

from sheetgen.photos.arrays import Floats, Mask
from sheetgen.photos.sheet_reading import CellReading
from sheetgen.photos.target import CellTarget

EDGE = 0.7
"""Millimetres at a cell's frame that are not looked at,"""
AROUND_PRINT = 0.3
"""and around its number."""
OPEN = 0.35
"""A line of pixels is looked at if it is open for so much of the widest line."""
SHORTEST = 1.2
"""Ink shorter than this is a dot or a slip of the pen, in millimetres."""
FAINTEST, DARK = 0.06, 0.22
"""Ink is darker than the paper by at least this; and what is darker by this is ink, however uneven the cell is."""
NOISE = 5.5
"""Ink stands out of the noise of the paper by so many times its usual size."""
OF_PEN, OF_PEN_SURELY = 0.2, 0.4
"""Ink is at least so dark, as a share of its sheet's pen: weaker traces are shadows, folds, what shows through.
Between the two, nobody can be sure."""
CLEARLY = 0.45
"""The pen is known from crosses with at least this extent,"""
FEWEST = 3
"""if there are so many of them."""
NOT, CROSS = 0.28, 0.40
"""Up to this extent it is no cross, and from this on it is one. Between them we ask."""
SLOPE = 0.03
"""How quickly doubts fade on both sides."""
FADED, GONE = 0.78, 0.5
"""Where print is so much weaker than in cells alike, ink may have vanished in glare; or something covers the cell."""


class Evidence(NamedTuple):
    """What speaks for a cross in a cell."""

    extent: float
    """The share of its height that carries ink, less the width of the strokes, or else thick pens would make much of
    a flat line."""
    strength: float
    """How dark that ink is."""


class Seen:
    """The ink in one cell, apart from what is printed there."""

    def __init__(self, cell: CellTarget, ink: Floats, scale: float) -> None:
        inside = cv2.erode(cell.inside.astype(numpy.uint8), _disc(EDGE * scale), borderValue=0)
        printed = cv2.dilate(cell.printed.astype(numpy.uint8), _disc(AROUND_PRINT * scale))
        self._ink, self._open, self._shortest = ink, inside > printed, SHORTEST * scale
        room = self._open.sum(axis=1)
        self._lines = room > OPEN * room.max()
        low, self._paper, middle = numpy.percentile(ink[self._open], (10, 15, 40)).tolist()
        self.noise = middle - low
        self.colour = cell.colour
        self.print = float(numpy.percentile(ink[cell.core], 60)) if cell.core.any() else None

    def evidence(self, least: float) -> Evidence:
        """Of ink that is at least so dark."""
        marked = (self._ink > min(max(self._paper + least, FAINTEST), max(least, DARK))) & self._open
        _, pieces, sizes, _ = cv2.connectedComponentsWithStats(marked.astype(numpy.uint8), connectivity=8)
        is_long = numpy.hypot(*sizes[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].T) >= self._shortest
        is_long[0] = False  # that is what is not marked
        marked = is_long[pieces]
        if not marked.any():
            return Evidence(0.0, 0.0)
        lines, wide = marked.any(axis=1), _width(marked)
        extent = (lines.sum() - wide) / max((lines | self._lines).sum() - wide, 1.0)
        return Evidence(float(extent), float(numpy.percentile(self._ink[marked], 75)))


def judge(cells: Mapping[str, Seen]) -> dict[str, CellReading]:
    """All cells of a sheet, which was most likely written with one pen."""
    noise = NOISE * float(numpy.percentile([seen.noise for seen in cells.values()], 25))
    clear = [found.strength for found in (seen.evidence(noise) for seen in cells.values()) if found.extent > CLEARLY]
    pen = median(clear) if len(clear) >= FEWEST else 0.0
    perhaps, surely = max(noise, OF_PEN * pen), max(noise, OF_PEN_SURELY * pen)
    print = _usual_print(cells)
    return {
        id: _reading(seen.evidence(perhaps), seen.evidence(surely), _visible(seen, print)) for id, seen in cells.items()
    }


def _usual_print(cells: Mapping[str, Seen]) -> dict[tuple[int, ...], float]:
    """How dark print of each colour is on this sheet."""
    found = defaultdict(list)
    for seen in cells.values():
        if seen.print is not None:
            found[seen.colour].append(seen.print)
    return {colour: median(strengths) for colour, strengths in found.items()}


def _visible(seen: Seen, usual: Mapping[tuple[int, ...], float]) -> float:
    """How well print can be seen in a cell, compared with cells alike."""
    return 1.0 if seen.print is None else seen.print / max(usual[seen.colour], FAINTEST)


def _reading(perhaps: Evidence, surely: Evidence, visible: float) -> CellReading:
    """By all ink that there may be, and by that which there is for sure: both must say the same."""
    middle, extent = (NOT + CROSS) / 2, (perhaps.extent + surely.extent) / 2
    is_crossed = extent > middle
    is_clear = surely.extent >= CROSS if is_crossed else perhaps.extent <= NOT
    confidence = 1 / (1 + exp(-abs(extent - middle) / SLOPE))
    if not is_clear or visible < (GONE if is_crossed else FADED):
        return CellReading("ask", min(confidence, 0.9), is_crossed)
    return CellReading("cross" if is_crossed else "not", confidence, is_crossed)


def _width(strokes: Mask) -> float:
    """How wide strokes are, in pixels: a long band has as many pixels as one of its edges, times its width."""
    filled = strokes.astype(numpy.uint8)
    edge = filled - cv2.erode(filled, numpy.ones((3, 3), numpy.uint8), borderValue=0)
    return 2 * float(strokes.sum()) / float(edge.sum())


def _disc(radius: float) -> Mask:
    side = 2 * round(radius) + 1
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
