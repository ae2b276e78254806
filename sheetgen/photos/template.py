"""The templates that a rectified photo is compared with: a sheet and its cells as they are printed, in pixels."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box
from sheetgen.drawing.sheet.front import sheet_front, theme_signs
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.photos.image import Floats, Mask, Pixels, Points, corners, downscaled, smoothed
from sheetgen.photos.parameters import parameters, reference_scale, reference_size
from sheetgen.writers.raster import render_scene

_TEMPLATE = parameters("template")
MATCH_SCALE = 0.5  # size of the pictures that are compared for alignment / full size


class DistanceRings:
    """The pixels of a cell grouped into rings: by their distance from an outline, and by its direction there."""

    def __init__(self, distance: Floats, is_representative: Mask) -> None:
        """Group pixels by `distance` from the outline; only representative ones count for the median of a ring."""
        down, right = numpy.gradient(distance)
        direction = (
            (numpy.arctan2(down, right) / numpy.pi * _TEMPLATE.directions + 0.5) % _TEMPLATE.directions
        ).astype(int)
        pixels = distance.astype(int)
        self.distance = distance
        # The index of each pixel's ring; 0 for print, and for pixels that are far from it.
        self.indices = numpy.where(
            (pixels > 0) & (pixels < _TEMPLATE.halo_radius), pixels * _TEMPLATE.directions + direction, 0
        )
        self._representative = numpy.where(is_representative, self.indices, 0)

    def medians(self, values: Floats) -> Floats:
        """Return the median of the values in each ring; rings with fewer than `min_ring_pixels` count as zero."""
        medians = numpy.zeros(_TEMPLATE.halo_radius * _TEMPLATE.directions)
        for ring in range(_TEMPLATE.directions, len(medians)):
            members = values[self._representative == ring]
            if len(members) >= _TEMPLATE.min_ring_pixels:
                medians[ring] = numpy.sort(members)[len(members) // 2]
        return medians


class CellTemplate(NamedTuple):
    """The box of one cell on the rectified sheet, and what is printed in it."""

    top: int
    left: int
    frame: DistanceRings  # inside the frame; the distance is 0 on the frame and outside
    print: DistanceRings  # around the number or symbol; the distance is 0 on it
    open: Mask  # where ink can be seen: away from the frame and the print
    beside_print: Mask  # right beside the print, where only dark ink can be told from the print's halo
    side: float  # the shorter side of the inside, in mm
    core: Mask  # the middle of the strokes of the number or symbol; empty if they are wider than a pen's
    paper_colour: tuple[int, ...]  # RGB, in steps of `colour_step`; cells that share it here share it in every theme
    print_colour: tuple[int, ...]  # that of the core; empty if there is none

    @property
    def centre(self) -> tuple[float, float]:
        """The x and y of the cell's centre, in pixels."""
        height, width = self.frame.distance.shape
        return self.left + width / 2, self.top + height / 2

    def moved(self, right: float, down: float) -> CellTemplate:
        """Return the same cell moved by this many pixels, rounded."""
        return self._replace(top=max(0, self.top + round(down)), left=max(0, self.left + round(right)))

    def crop(self, picture: Pixels) -> Pixels:
        """Return the part of a picture of the sheet that is in the cell's box."""
        height, width = self.frame.distance.shape
        return picture[self.top : self.top + height, self.left : self.left + width]


class SheetTemplate:
    """A sheet as it was printed, in pixels. The theme is unknown, so nothing here depends on absolute colours."""

    def __init__(self, edition: Edition) -> None:
        plan = edition.cached(SheetPlan)
        front = edition.cached(sheet_front)
        self.scale = reference_scale(plan.width, plan.height)  # pixels per mm
        self.size = reference_size(plan.width, plan.height)
        self.boxes = front.cells()  # in mm, by cell id
        self.marks: list[Points] = [corners(box) * self.scale - 0.5 for box in plan.marks]
        picture = numpy.ascontiguousarray(render_scene(front, self.scale).to_numpy()[..., :3])
        self.picture = cv2.resize(picture, self.size, interpolation=cv2.INTER_AREA)
        self._signs = edition.cached(theme_signs)
        self.cells = {id: self._cell(id, box) for id, box in self.boxes.items()}
        self.edges = edges(downscaled(darkest(self.picture), 2))

    def _cell(self, id: str, box: Box) -> CellTemplate:
        left, top, right, bottom = self._pixels(box)
        picture = self.picture[top:bottom, left:right].astype(int)
        paper = _most_frequent_colour(picture)
        blank = abs(picture - paper).max(axis=2) <= _TEMPLATE.paper_tolerance
        inside = _spanned(_largest_component(blank))
        printed = inside & ~blank
        depth = _distance_inside(printed)
        core = (depth > _TEMPLATE.core_depth) & (_distance_inside(inside) > _TEMPLATE.core_frame_distance)
        if 2 * depth.max() > _TEMPLATE.wide_print * self.scale:
            core = numpy.zeros_like(core)
        if id in self._signs:
            x, y, end_x, end_y = self._pixels(self._signs[id].grown(_TEMPLATE.sign_margin))
            printed[y - top : end_y - top, x - left : end_x - left] = True
            printed &= inside
        from_frame, from_print = _distance_inside(inside), _distance_inside(~printed)
        away_from_frame = from_frame > _TEMPLATE.frame_margin
        nearest, farthest = _TEMPLATE.near_print
        is_open = away_from_frame & (from_print > _TEMPLATE.print_margin)
        beside_print = away_from_frame & ~is_open & (from_print > nearest) & (from_print <= farthest)
        return CellTemplate(
            top=top,
            left=left,
            frame=DistanceRings(from_frame, from_print > _TEMPLATE.halo_overlap),
            print=DistanceRings(from_print, from_frame > _TEMPLATE.halo_overlap),
            open=is_open,
            beside_print=beside_print,
            side=min(away_from_frame.any(axis=axis).sum() for axis in (0, 1)) / self.scale,
            core=core,
            paper_colour=_stepped(paper),
            print_colour=_stepped(numpy.median(picture[core], axis=0)) if core.any() else (),
        )

    def _pixels(self, box: Box) -> tuple[int, int, int, int]:
        """Return the left, top, right and bottom edge of a box in pixels."""
        left, top, right, bottom = (round(edge * self.scale) for edge in (box.x, box.y, box.right, box.bottom))
        return left, top, right, bottom


def darkest(picture: Pixels) -> Pixels:
    """Return the minimum of red, green and blue, in which every colour, even yellow, contrasts with white paper."""
    red, green, blue = cv2.split(picture)
    return cv2.min(cv2.min(red, green), blue)


def edges(dark: Pixels) -> Floats:
    """Return the gradient strength of a grey picture, compressed to 0-1 so that strong edges do not dominate."""
    smooth = smoothed(dark)
    x, y = (cv2.Sobel(smooth, cv2.CV_32F, *direction) for direction in ((1, 0), (0, 1)))
    strength: Floats = cv2.magnitude(x, y)
    compressed: Floats = strength / (strength + _TEMPLATE.edge_softening)
    return compressed


def _most_frequent_colour(picture: Pixels) -> Pixels:
    packed, counts = numpy.unique(picture @ (1 << 16, 1 << 8, 1), return_counts=True)
    colour = packed[counts.argmax()]
    return numpy.array([colour >> 16, colour >> 8 & 255, colour & 255])


def _stepped(colour: Pixels) -> tuple[int, ...]:
    return tuple(int(level) // _TEMPLATE.colour_step for level in colour)


def _largest_component(mask: Mask) -> Mask:
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(numpy.uint8), connectivity=4)
    largest: Mask = labels == 1 + stats[1:, cv2.CC_STAT_AREA].argmax()
    return largest


def _spanned(mask: Mask) -> Mask:
    """Return the pixels between others of the mask, both in their row and in their column. Cells are convex."""
    spans = [
        numpy.maximum.accumulate(mask, axis) & numpy.maximum.accumulate(mask[::-1, ::-1], axis)[::-1, ::-1]
        for axis in (0, 1)
    ]
    return spans[0] & spans[1]


def _distance_inside(mask: Mask) -> Floats:
    """Return the distance of each pixel of a mask from the nearest pixel outside of it, in pixels."""
    framed = cv2.copyMakeBorder(mask.astype(numpy.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(0,))
    return cv2.distanceTransform(framed, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)[1:-1, 1:-1]
