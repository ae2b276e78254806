"""Measure the ink in the cells of a rectified sheet: how dark it is relative to the paper, and its shape.

The print itself is not ink: its pixels are left out, and the halo that blur spreads around it is subtracted.
"""

from collections.abc import Mapping
from typing import NamedTuple

import cv2
import numpy
from numpy import float32

from sheetgen.photos.image import Floats, Mask, Pixels, downscaled, smoothed
from sheetgen.photos.parameters import parameters
from sheetgen.photos.template import CellTemplate, DistanceRings

_INK = parameters("ink")

Cells = Mapping[str, CellTemplate]  # by cell id


class InkShape(NamedTuple):
    """The shape of the ink in a cell. All values are zero if there is none."""

    height: float = 0.0  # rows with ink, less the height of a stroke / shorter side of the cell
    proportion: float = 0.0  # standard deviation of the ink's rows / that of its columns
    whole_proportion: float = 0.0  # the same with the ink right beside the print
    area: float = 0.0  # mm²
    area_beside_print: float = 0.0  # mm²; a small cross on the number, or a line through it, leaves such ink
    darkness: float = 0.0


class InkLook(NamedTuple):
    """The look of the ink in a cell."""

    height: float  # as in InkShape
    proportion: float  # as in InkShape
    slant: float  # correlation of the ink's rows and columns; 0 for a cross, 1 for a stroke from the top left
    area: float  # mm²
    width: float  # mm; mean width of the strokes
    thickness: float  # mm; diameter of the largest circle inside the ink
    darkness: float
    sharpness: float  # steepness of the ink's edges, per pixel / darkness
    colour: tuple[float, ...]  # darkness in red, green and blue / darkness


class CellInk:
    """The ink of one cell."""

    def __init__(self, cell: CellTemplate, pixels: Pixels, channels: Floats, ink: Floats, scale: float) -> None:
        """Take the RGB pixels, their darkness in red, green and blue, and the largest of these without halos."""
        self._cell = cell
        self._channels = channels
        self._ink = ink
        self._scale = scale
        low, self._paper, middle = numpy.percentile(ink[cell.open], (10, 15, 40)).tolist()
        self.noise: float = middle - low
        # of the paper, 0-255 plus `soft_black`
        self.paper_level = float(numpy.percentile(pixels[cell.open], 70, axis=0).mean()) + _INK.soft_black
        self.print_darkness = float(numpy.percentile(ink[cell.core], 60)) if cell.core.any() else None

    def shape(self, min_darkness: float) -> InkShape:
        """Measure the shape of the ink that is darker than the paper by at least `min_darkness`."""
        threshold = self._threshold(min_darkness)
        inked = self._strokes(threshold)
        beside = self._cell.beside_print & (self._ink > max(threshold, _INK.min_beside_print))
        area_beside_print = float(beside.sum()) / self._scale**2
        whole_proportion = _spread(inked | beside).proportion
        if not inked.any():
            return InkShape(whole_proportion=whole_proportion, area_beside_print=area_beside_print)
        rows = numpy.flatnonzero(inked.any(axis=1))
        height = len(rows) - _stroke_height(inked) + self._hidden_rows(inked, rows)
        return InkShape(
            height=height / self._scale / self._cell.side,
            proportion=_spread(inked).proportion,
            whole_proportion=whole_proportion,
            area=float(inked.sum()) / self._scale**2,
            area_beside_print=area_beside_print,
            darkness=float(numpy.percentile(self._ink[inked], 75)),
        )

    def look(self, min_darkness: float) -> InkLook:
        """Measure the look of the ink that is darker than the paper by at least `min_darkness`; there must be some."""
        shape = self.shape(min_darkness)
        inked = self._strokes(self._threshold(min_darkness))
        depths = cv2.distanceTransform(inked.astype(numpy.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
        colour = self._channels[inked].mean(axis=0)
        return InkLook(
            height=shape.height,
            proportion=shape.proportion,
            slant=_spread(inked).slant,
            area=shape.area,
            width=2 * float(inked.sum()) / max(self._outline(inked), 1) / self._scale,
            thickness=2 * float(depths.max()) / self._scale,
            darkness=shape.darkness,
            sharpness=float(numpy.percentile(_gradient(self._ink)[inked], 80)) / shape.darkness,
            colour=tuple((colour / max(float(colour.max()), 1e-3)).tolist()),
        )

    def _threshold(self, min_darkness: float) -> float:
        return float(min(max(self._paper + min_darkness, _INK.min_ink), max(min_darkness, _INK.dark_ink)))

    def _strokes(self, threshold: float) -> Mask:
        """Return the ink without dots, and without the ends of strokes that reach into the cell from a neighbour."""
        inked = self._cell.open & (self._ink > threshold)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(inked.astype(numpy.uint8), connectivity=8)
        lengths = numpy.hypot(*stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].T)
        depths = numpy.zeros(count)
        numpy.maximum.at(depths, numpy.asarray(labels, int), self._cell.frame.distance)
        is_stroke = (lengths >= _INK.min_stroke_length * self._scale) & (depths >= _INK.edge_strip * self._scale)
        is_stroke[0] = False  # the background
        strokes: Mask = is_stroke[labels]
        return strokes

    def _outline(self, inked: Mask) -> int:
        """Return the number of pixel edges between ink and open paper."""
        across = (inked[:, 1:] != inked[:, :-1]) & self._cell.open[:, 1:] & self._cell.open[:, :-1]
        down = (inked[1:] != inked[:-1]) & self._cell.open[1:] & self._cell.open[:-1]
        return int(across.sum() + down.sum())

    def _hidden_rows(self, inked: Mask, inked_rows: Floats) -> int:
        """Return the number of rows without ink in which a stroke passes behind the number."""
        rows = inked[inked_rows]
        centres = rows @ numpy.arange(rows.shape[1]) / rows.sum(axis=1)
        hidden = 0
        for at in numpy.flatnonzero(numpy.diff(inked_rows) > 1):
            gap = numpy.arange(inked_rows[at] + 1, inked_rows[at + 1])
            columns = numpy.interp(gap, inked_rows[at : at + 2], centres[at : at + 2]).round().astype(int)
            if (~self._cell.open[gap, columns]).mean() > _INK.min_hidden_share:
                hidden += len(gap)
        return hidden


def cell_inks(cells: Cells, picture: Pixels, scale: float) -> dict[str, CellInk]:
    """Return the ink in each cell of a rectified RGB sheet with `scale` pixels per mm.

    Darkness does not depend on the light: it is relative to the paper, which morphological closing estimates.
    """
    smooth = smoothed(picture)
    # Paper is smooth, so half of the resolution is enough.
    side = round(_INK.shadow_width * scale / 2) | 1
    closed = cv2.morphologyEx(downscaled(smooth, 2), cv2.MORPH_CLOSE, numpy.ones((side, side), numpy.uint8))
    paper = cv2.resize(closed, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR)
    odd_row, odd_column = (full - half for full, half in zip(smooth.shape[:2], paper.shape[:2], strict=True))
    paper = cv2.copyMakeBorder(paper, 0, odd_row, 0, odd_column, cv2.BORDER_REPLICATE)
    channels = {}
    for id, cell in cells.items():
        own = cell.crop(paper)
        channels[id] = cv2.subtract(own, cell.crop(smooth)).astype(float32) / (own + float32(_INK.soft_black))
    clean = _without_halos(cells, {id: each.max(axis=2) for id, each in channels.items()})
    return {id: CellInk(cell, cell.crop(smooth), channels[id], clean[id], scale) for id, cell in cells.items()}


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
        limit = _INK.max_halo * numpy.median(list(medians.values()), axis=0) + _INK.max_halo_excess
        for id, halo in medians.items():
            clean[id] = clean[id] - numpy.minimum(halo, limit)[rings[id].indices]
    return clean


class _Spread(NamedTuple):
    """How the pixels of a mask are spread."""

    proportion: float = 0.0  # standard deviation of their rows / that of their columns
    slant: float = 0.0  # correlation of their rows and columns


def _spread(mask: Mask) -> _Spread:
    """Return the spread of the pixels of a mask; zeros if there are none."""
    rows, columns = numpy.nonzero(mask)
    if not len(rows):
        return _Spread()
    down, across = (max(float(each.std()), _INK.min_spread) for each in (rows, columns))
    covariance = float(((rows - rows.mean()) * (columns - columns.mean())).mean())
    return _Spread(down / across, covariance / (down * across))


def _stroke_height(inked: Mask) -> float:
    """Return the typical height of strokes in a pixel column; for a flat line, it is the width of the pen."""
    edges = numpy.diff(inked.astype(numpy.int8), axis=0, prepend=0, append=0).T
    runs = numpy.argwhere(edges < 0)[:, 1] - numpy.argwhere(edges > 0)[:, 1]
    return float(numpy.percentile(runs, 75))


def _gradient(ink: Floats) -> Floats:
    """Return the steepness of the darkness at each pixel, per pixel."""
    steepness: Floats = numpy.hypot(*numpy.gradient(ink))
    return steepness
