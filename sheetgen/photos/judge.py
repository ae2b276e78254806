"""Decide which cells of a rectified sheet are crossed, by the share of a cell's height that its ink takes up.

Darkness alone does not decide: a thick flat line through a skipped number has more ink than a thin cross. But a cross
reaches from the upper part of its cell to the lower part, and a flat line does not.

Ink is darkness relative to the paper. `classify_cells` subtracts the halo that blur spreads around the print, measures
the strokes in each cell, and decides.
"""

from collections import defaultdict
from collections.abc import Mapping
from math import exp
from statistics import median
from typing import Literal, NamedTuple

import cv2
import numpy
from numpy import float32

from sheetgen.photos.image import Floats, Mask, Pixels
from sheetgen.photos.template import SHADOW_WIDTH, CellTemplate, DistanceRings

SOFT_BLACK = 20  # levels added to the paper's level, so that noise in dark places does not look like ink
MAX_HALO = 1.6  # halo of a cell / median halo on its sheet; anything beyond is ink that fills the cell
MAX_HALO_EXCESS = 0.02  # darkness by which a halo may exceed MAX_HALO times the median

FRAME_MARGIN = 4.5  # pixels inside the frame that are ignored; in pixels, because blur does not depend on the size
PRINT_MARGIN = 2.6  # pixels around the number that are ignored
MIN_OPEN_PIXELS = 100  # with less open paper a cell cannot be classified
MIN_ROW_WIDTH = 0.35  # width of a pixel row that counts towards a cell's height / widest row; round cells taper
MIN_STROKE_LENGTH = 0.8  # mm; shorter ink is ignored
MAX_STROKE_WIDTH = 2.2  # mm; wider ink is a filled area
MIN_HIDDEN_SHARE = 0.6  # printed share of the gap between two pieces of a stroke that passes behind the number
MIN_INK = 0.06  # darkness of the faintest ink
DARK_INK = 0.22  # darkness that is ink even in a cell with uneven paper
MIN_NOISE_RATIO, SURE_NOISE_RATIO = 3.5, 5.5  # darkness of possible and of certain ink / noise of the paper
# Darkness of possible and of certain ink / darkness of the sheet's pen. Shadows, folds and show-through are fainter.
MIN_PEN_RATIO, SURE_PEN_RATIO = 0.2, 0.4
PEN_EXTENT = 0.45  # extent from which the darkness of a cross counts as that of the pen
MIN_PEN_CROSSES = 3  # with fewer crosses the darkness of the pen is unknown

MAX_EMPTY_EXTENT, MIN_CROSS_EXTENT = 0.18, 0.40  # extent without and with a cross; cells in between are unclear
MIN_VISIBLE_EXTENT = 0.26  # extent of a cross outside the number
CONFIDENCE_SLOPE = 0.03  # extent over which the logistic function raises the confidence from 0.5 to 0.73
CONFIDENCE_DIGITS = 3  # decimal places; smaller differences mean nothing
MAX_BLANK_EXTENT = 0.05  # extent up to which nothing is written in a cell, so that its print is uncovered
# Darkness of print / that in similar cells. If it is lower, glare may hide ink, or something covers the cell.
MIN_EMPTY_PRINT, MIN_CROSSED_PRINT = 0.7, 0.45

Answer = Literal["cross", "not", "ask"]
Cells = Mapping[str, CellTemplate]  # by cell id


class CellReading(NamedTuple):
    """The reading of one cell: its answer, its confidence from 0 to 1, and the better guess if the answer is "ask"."""

    answer: Answer
    confidence: float
    is_crossed: bool


class InkMeasurement(NamedTuple):
    """The measurements that tell a cross from other ink in a cell."""

    extent: float  # share of the cell's height with ink, less the stroke width, so that a thick flat line has little
    visible_extent: float  # the same without the rows in which a stroke passes behind the number
    darkness: float


def classify_cells(cells: Cells, picture: Pixels, scale: float) -> dict[str, CellReading]:
    """Return a reading of each cell of a rectified sheet with `scale` pixels per mm.

    Cells with too little open paper are unclear.
    """
    large = {id: cell for id, cell in cells.items() if _open_paper(cell).sum() >= MIN_OPEN_PIXELS}
    readings = _classify(large, _measure_ink(large, picture, scale), scale) if large else {}
    return {id: readings.get(id, CellReading("ask", 0.5, is_crossed=False)) for id in cells}


def _classify(cells: Cells, inks: Mapping[str, Floats], scale: float) -> dict[str, CellReading]:
    """Measure possible and certain ink in each cell, relative to the noise and the pen of the whole sheet."""
    clean = _without_halos(cells, inks)
    cell_inks = {id: _CellInk(cell, clean[id], scale) for id, cell in cells.items()}
    noise = float(numpy.percentile([ink.noise for ink in cell_inks.values()], 25))
    first = [ink.measure(SURE_NOISE_RATIO * noise) for ink in cell_inks.values()]
    crosses = [measured.darkness for measured in first if measured.extent > PEN_EXTENT]
    pen = median(crosses) if len(crosses) >= MIN_PEN_CROSSES else 0.0
    min_darkness = max(MIN_NOISE_RATIO * noise, MIN_PEN_RATIO * pen)
    sure_darkness = max(SURE_NOISE_RATIO * noise, SURE_PEN_RATIO * pen)
    possible = {id: ink.measure(min_darkness) for id, ink in cell_inks.items()}
    certain = {id: ink.measure(sure_darkness) for id, ink in cell_inks.items()}
    usual = defaultdict(list)  # darkness of print by colour, in cells without ink
    for id, ink in cell_inks.items():
        if possible[id].extent < MAX_BLANK_EXTENT and ink.print_darkness is not None:
            usual[ink.print_colour].append(ink.print_darkness)
    readings = {}
    for id, ink in cell_inks.items():
        ratio = 1.0  # darkness of the print / that in similar cells
        if ink.print_darkness is not None and ink.print_colour in usual:
            ratio = ink.print_darkness / max(median(usual[ink.print_colour]), MIN_INK)
        readings[id] = _reading(possible[id], certain[id], ratio)
    return readings


def _reading(possible: InkMeasurement, certain: InkMeasurement, print_ratio: float) -> CellReading:
    """Classify a cell. It is clear only if possible and certain ink agree, and if its print is visible."""
    middle = (MAX_EMPTY_EXTENT + MIN_CROSS_EXTENT) / 2
    extent = (possible.extent + certain.extent) / 2
    is_crossed = extent > middle
    if is_crossed:
        is_clear = certain.extent >= MIN_CROSS_EXTENT and certain.visible_extent >= MIN_VISIBLE_EXTENT
    else:
        is_clear = possible.extent <= MAX_EMPTY_EXTENT
    confidence = round(1 / (1 + exp(-abs(extent - middle) / CONFIDENCE_SLOPE)), CONFIDENCE_DIGITS)
    if not is_clear or print_ratio < (MIN_CROSSED_PRINT if is_crossed else MIN_EMPTY_PRINT):
        return CellReading("ask", min(confidence, 0.9), is_crossed)
    return CellReading("cross" if is_crossed else "not", confidence, is_crossed)


def _measure_ink(cells: Cells, picture: Pixels, scale: float) -> dict[str, Floats]:
    """Return the ink of each pixel in each cell of a rectified sheet with `scale` pixels per mm.

    Ink is the largest darkness of red, green and blue relative to the paper, from 0 for paper to 1 for black, so that
    it does not depend on the light. Morphological closing estimates the paper.
    """
    smooth = cv2.GaussianBlur(picture, (0, 0), 0.8)
    height, width = picture.shape[:2]
    # Paper is smooth, so half of the resolution is enough.
    small = cv2.resize(smooth, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    side = round(SHADOW_WIDTH * scale / 2) | 1
    closed = cv2.morphologyEx(small, cv2.MORPH_CLOSE, numpy.ones((side, side), numpy.uint8))
    paper = cv2.resize(closed, (width, height), interpolation=cv2.INTER_LINEAR)
    inks = {}
    for id, cell in cells.items():
        own = cell.crop(paper)
        darkness = cv2.subtract(own, cell.crop(smooth)).astype(float32) / (own + float32(SOFT_BLACK))
        inks[id] = darkness.max(axis=2)
    return inks


def _without_halos(cells: Cells, inks: Mapping[str, Floats]) -> dict[str, Floats]:
    """Return the ink of each cell without the halos that blur leaves around its frame and its number.

    A halo is the same all along an outline and a pen stroke is not, so the median at each distance is the halo. It is
    capped relative to the median halo of the sheet.
    """
    paper = {id: numpy.percentile(ink, 10) for id, ink in inks.items()}
    clean = dict(inks)
    for which in ("frame", "print"):
        rings: dict[str, DistanceRings] = {id: getattr(cell, which) for id, cell in cells.items()}
        medians = {id: rings[id].medians(ink - paper[id]).clip(0) for id, ink in inks.items()}
        limit = MAX_HALO * numpy.median(list(medians.values()), axis=0) + MAX_HALO_EXCESS
        for id, halo in medians.items():
            clean[id] = clean[id] - numpy.minimum(halo, limit)[rings[id].indices]
    return clean


class _CellInk:
    def __init__(self, cell: CellTemplate, ink: Floats, scale: float) -> None:
        self._ink = ink
        self._open = _open_paper(cell)
        self._min_length = MIN_STROKE_LENGTH * scale
        self._max_width = MAX_STROKE_WIDTH * scale
        row_widths = (cell.frame.distance > FRAME_MARGIN).sum(axis=1)
        self._height = float((row_widths > MIN_ROW_WIDTH * row_widths.max()).sum())
        low, self._paper, middle = numpy.percentile(ink[self._open], (10, 15, 40)).tolist()
        self.noise = middle - low
        self.print_colour = cell.colour
        self.print_darkness = float(numpy.percentile(ink[cell.core], 60)) if cell.core.any() else None

    def measure(self, min_darkness: float) -> InkMeasurement:
        """Measure the ink that is darker than the paper by at least `min_darkness`."""
        threshold = min(max(self._paper + min_darkness, MIN_INK), max(min_darkness, DARK_INK))
        inked = (self._ink > threshold) & self._open
        _, labels, stats, _ = cv2.connectedComponentsWithStats(inked.astype(numpy.uint8), connectivity=8)
        is_long = numpy.hypot(*stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].T) >= self._min_length
        is_long[0] = False  # the background
        inked = is_long[labels]
        if not inked.any():
            return InkMeasurement(0.0, 0.0, 0.0)
        inked_rows = numpy.flatnonzero(inked.any(axis=1))
        visible = len(inked_rows) - min(_stroke_width(inked), self._max_width)
        extent = (visible + self._hidden_rows(inked, inked_rows)) / self._height
        darkness = numpy.percentile(self._ink[inked], 75)
        return InkMeasurement(float(extent), float(visible / self._height), float(darkness))

    def _hidden_rows(self, inked: Mask, inked_rows: Floats) -> int:
        """Return the number of rows without ink in which a stroke passes behind the number."""
        rows = inked[inked_rows]
        centres = rows @ numpy.arange(rows.shape[1]) / rows.sum(axis=1)
        hidden = 0
        for at in numpy.flatnonzero(numpy.diff(inked_rows) > 1):
            gap = numpy.arange(inked_rows[at] + 1, inked_rows[at + 1])
            columns = numpy.interp(gap, inked_rows[at : at + 2], centres[at : at + 2]).round().astype(int)
            if (~self._open[gap, columns]).mean() > MIN_HIDDEN_SHARE:
                hidden += len(gap)
        return hidden


def _open_paper(cell: CellTemplate) -> Mask:
    """Return the mask of the pixels in a cell where ink can be seen: away from its frame and its print."""
    paper: Mask = (cell.frame.distance > FRAME_MARGIN) & (cell.print.distance > PRINT_MARGIN)
    return paper


def _stroke_width(inked: Mask) -> float:
    """Return the typical height of strokes in a pixel column; for a flat line, it is the width of the pen."""
    edges = numpy.diff(inked.astype(numpy.int8), axis=0, prepend=0, append=0).T
    runs = numpy.argwhere(edges < 0)[:, 1] - numpy.argwhere(edges > 0)[:, 1]
    return float(numpy.percentile(runs, 75))
