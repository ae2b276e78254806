"""Tell crosses from flat lines and from nothing, by how much of a cell's height its ink takes up.

How dark ink is says little: a thick line through a skipped number has more of it than a thin cross. But a cross
reaches from the upper part of its cell to the lower one, and a flat line does not.

Ink on a straightened sheet: how much darker a place is than the paper around it, whatever the light.

What print leaves beside itself on a blurred photo, taken away from the ink in a cell.

It is the same all along an outline, and a stroke of the pen is not: so what most places have, at one distance from
the print, is a trace of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from math import exp
from statistics import median
from typing import NamedTuple

import cv2
import numpy
from numpy import float32

from sheetgen.photos.arrays import Floats, Mask, Pixels
from sheetgen.photos.reading import CellReading
from sheetgen.photos.template import STROKE, CellTarget, Rings

EDGE = 4.5
"""Pixels at a cell's frame that are not looked at, for photos are blurred however large the sheet is,"""
AROUND_PRINT = 2.6
"""and around its number."""
ROOM = 100
"""Pixels that must be left of a cell, or else nothing can be told about it."""
WIDE_ENOUGH = 0.35
"""A cell is as high as the part of it that has so much of its width: round ones have narrow ends."""
SHORTEST = 0.8
"""Ink shorter than this is nothing, in millimetres."""
WIDEST = 2.2
"""No stroke is wider than this, in millimetres: what is, was filled in."""
HIDDEN = 0.6
"""A stroke goes on behind the number if so much of the way between its ends is printed."""
FAINTEST, DARK = 0.06, 0.22
"""Ink is darker than the paper by at least this; and what is darker by this is ink, however uneven the cell is."""
NOISE, NOISE_SURELY = 3.5, 5.5
"""Ink stands out of the noise of the paper by so many times its usual size, perhaps and surely."""
OF_PEN, OF_PEN_SURELY = 0.2, 0.4
"""Ink is at least so dark, as a share of its sheet's pen: weaker traces are shadows, folds, what shows through.
Between the two, nobody can be sure."""
CLEARLY = 0.45
"""The pen is known from crosses with at least this extent,"""
FEWEST = 3
"""if there are so many of them."""
NOT, CROSS = 0.18, 0.40
"""Up to this extent it is no cross, and from this on it is one. Between them we ask."""
SEEN = 0.26
"""So much of it must be seen beside the number."""
SLOPE = 0.03
"""How quickly doubts fade on both sides."""
EMPTY = 0.05
"""With less extent than this nothing covers the number."""
FADED, GONE = 0.7, 0.45
"""Where print is so much weaker than in cells alike, ink may have vanished in glare; or something covers the cell."""


def open_paper(cell: CellTarget) -> Mask:
    """Where in a cell ink can be seen."""
    paper: Mask = (cell.from_frame > EDGE) & (cell.from_print > AROUND_PRINT)
    return paper


class Evidence(NamedTuple):
    """What speaks for a cross in a cell."""

    extent: float
    """The share of its height that carries ink, less the width of the strokes, or else thick pens would make much of
    a flat line."""
    seen: float
    """The same without what is behind the number."""
    strength: float
    """How dark that ink is."""


class Seen:
    """The ink in one cell, apart from what is printed there."""

    def __init__(self, cell: CellTarget, ink: Floats, scale: float) -> None:
        inside = cell.from_frame > EDGE
        self._ink, self._open = ink, open_paper(cell)
        self._shortest, self._widest = SHORTEST * scale, WIDEST * scale
        wide = inside.sum(axis=1)
        self._height = float((wide > WIDE_ENOUGH * wide.max()).sum())
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
            return Evidence(0.0, 0.0, 0.0)
        inked = numpy.flatnonzero(marked.any(axis=1))
        rows = len(inked) - min(_width(marked), self._widest)
        extent = (rows + self._hidden(marked, inked)) / self._height
        return Evidence(float(extent), float(rows / self._height), float(numpy.percentile(self._ink[marked], 75)))

    def _hidden(self, marked: Mask, inked: Floats) -> int:
        """In how many rows of pixels a stroke passes behind the number."""
        lines = marked[inked]
        middles = lines @ numpy.arange(lines.shape[1]) / lines.sum(axis=1)
        hidden = 0
        for at in numpy.flatnonzero(numpy.diff(inked) > 1):
            between = numpy.arange(inked[at] + 1, inked[at + 1])
            along = numpy.interp(between, inked[at : at + 2], middles[at : at + 2]).round().astype(int)
            if (~self._open[between, along]).mean() > HIDDEN:
                hidden += len(between)
        return hidden


def judge(cells: Mapping[str, CellTarget], inks: Mapping[str, Floats], scale: float) -> dict[str, CellReading]:
    """All cells of a sheet, which was most likely written with one pen. In those that are too small nothing is seen."""
    large = {id: cell for id, cell in cells.items() if open_paper(cell).sum() >= ROOM}
    found = _judged(large, {id: inks[id] for id in large}, scale) if large else {}
    return {id: found.get(id, CellReading("ask", 0.5, is_crossed=False)) for id in cells}


def _judged(cells: Mapping[str, CellTarget], inks: Mapping[str, Floats], scale: float) -> dict[str, CellReading]:
    clean = without_traces(cells, inks)
    seen = {id: Seen(cell, clean[id], scale) for id, cell in cells.items()}
    noise = float(numpy.percentile([each.noise for each in seen.values()], 25))
    first = [each.evidence(NOISE_SURELY * noise) for each in seen.values()]
    clear = [found.strength for found in first if found.extent > CLEARLY]
    pen = median(clear) if len(clear) >= FEWEST else 0.0
    perhaps = {id: each.evidence(max(NOISE * noise, OF_PEN * pen)) for id, each in seen.items()}
    surely = {id: each.evidence(max(NOISE_SURELY * noise, OF_PEN_SURELY * pen)) for id, each in seen.items()}
    print = _usual_print([seen[id] for id, found in perhaps.items() if found.extent < EMPTY])
    return {id: _reading(perhaps[id], surely[id], _visible(each, print)) for id, each in seen.items()}


def _usual_print(cells: list[Seen]) -> dict[tuple[int, ...], float]:
    """How dark print of each colour is on this sheet, where nobody wrote on it."""
    found = defaultdict(list)
    for seen in cells:
        if seen.print is not None:
            found[seen.colour].append(seen.print)
    return {colour: median(strengths) for colour, strengths in found.items()}


def _visible(seen: Seen, usual: Mapping[tuple[int, ...], float]) -> float:
    """How well print can be seen in a cell, compared with cells alike."""
    if seen.print is None or seen.colour not in usual:
        return 1.0
    return seen.print / max(usual[seen.colour], FAINTEST)


def _reading(perhaps: Evidence, surely: Evidence, visible: float) -> CellReading:
    """By all ink that there may be, and by that which there is for sure: both must say the same."""
    middle, extent = (NOT + CROSS) / 2, (perhaps.extent + surely.extent) / 2
    is_crossed = extent > middle
    is_clear = surely.extent >= CROSS and surely.seen >= SEEN if is_crossed else perhaps.extent <= NOT
    confidence = 1 / (1 + exp(-abs(extent - middle) / SLOPE))
    if not is_clear or visible < (GONE if is_crossed else FADED):
        return CellReading("ask", min(confidence, 0.9), is_crossed)
    return CellReading("cross" if is_crossed else "not", confidence, is_crossed)


def _width(strokes: Mask) -> float:
    """How high strokes usually are in a column of pixels: a flat line is just as high as the pen is wide."""
    edges = numpy.diff(strokes.astype(numpy.int8), axis=0, prepend=0, append=0).T
    runs = numpy.argwhere(edges < 0)[:, 1] - numpy.argwhere(edges > 0)[:, 1]
    return float(numpy.percentile(runs, 75))


SOFT = 20
"""Levels that are added to the paper's, because in the dark there is more noise than ink."""


class Ink:
    """Knows the paper of a whole picture, and by it the ink in any cell."""

    def __init__(self, picture: Pixels, scale: float) -> None:
        self._picture = cv2.GaussianBlur(picture, (0, 0), 0.8)
        height, width = picture.shape[:2]
        # Paper is even, so a quarter of the pixels shows it as well.
        small = cv2.resize(self._picture, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        side = round(STROKE * scale / 2) | 1
        paper = cv2.morphologyEx(small, cv2.MORPH_CLOSE, numpy.ones((side, side), numpy.uint8))
        self._paper = cv2.resize(paper, (width, height), interpolation=cv2.INTER_LINEAR)

    def within(self, cell: CellTarget) -> Floats:
        """From 0, paper, to 1, black. In the colour in which it is darkest, so that red ink on pale red shows."""
        paper = cell.part(self._paper)
        darker = cv2.subtract(paper, cell.part(self._picture)).astype(float32) / (paper + float32(SOFT))
        ink: Floats = darker.max(axis=2)
        return ink


MORE, SPARE = 1.6, 0.02
"""Traces are at most so many times as strong as usual on their sheet, and a little: or else a cell that is filled in
would be taken for one."""


def without_traces(cells: Mapping[str, CellTarget], inks: Mapping[str, Floats]) -> dict[str, Floats]:
    """The ink of each cell, without traces of its frame and of its number."""
    by_frame = _traces({id: cell.by_frame for id, cell in cells.items()}, inks)
    by_print = _traces({id: cell.by_print for id, cell in cells.items()}, inks)
    return {id: ink - by_frame[id] - by_print[id] for id, ink in inks.items()}


def _traces(rings: Mapping[str, Rings], inks: Mapping[str, Floats]) -> dict[str, Floats]:
    """For each pixel what it has from the print beside it."""
    paper = {id: numpy.percentile(ink, 10) for id, ink in inks.items()}
    found = {id: (rings[id].medians(ink - paper[id])).clip(0) for id, ink in inks.items()}
    usual = MORE * numpy.median(list(found.values()), axis=0) + SPARE
    return {id: numpy.minimum(traces, usual)[rings[id].numbers] for id, traces in found.items()}
