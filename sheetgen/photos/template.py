"""The templates that a rectified photo is compared with: a sheet and its cells as they are printed, in pixels."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.photos.image import Floats, Mask, Pixels, Points, corners
from sheetgen.writers.raster import render_scene

LONG_SIDE = 1500  # pixels of the longer side of a rectified sheet
MATCH_SCALE = 0.5  # size of the pictures that are compared for alignment / full size
PAPER_TOLERANCE = 10  # levels (0-255) by which the paper of a cell may vary in its template
COLOUR_STEP = 16  # levels (0-255); colours within the same step count as equal
SHADOW_WIDTH = 3.6  # mm; dark areas wider than this, and so than any pen stroke, count as shadow
WIDE_PRINT = 0.9  # width from which print may be taken for shadow / SHADOW_WIDTH
HALO_RADIUS = 10  # pixels around print beyond which it has no halo, even on the worst readable photo
HALO_OVERLAP = 3  # pixels around print within which its halo hides the halo of other print
DIRECTIONS = 4  # sectors of outline directions with separate rings, because motion blur acts in one direction
MIN_RING_PIXELS = 6  # pixels needed to estimate the median of a ring


class DistanceRings:
    """The pixels of a cell grouped into rings: by their distance from an outline, and by its direction there."""

    def __init__(self, distance: Floats, is_representative: Mask) -> None:
        """Group pixels by `distance` from the outline; only representative ones count for the median of a ring."""
        down, right = numpy.gradient(distance)
        direction = ((numpy.arctan2(down, right) / numpy.pi * DIRECTIONS + 0.5) % DIRECTIONS).astype(int)
        pixels = distance.astype(int)
        self.distance = distance
        # The index of each pixel's ring; 0 for print, and for pixels that are far from it.
        self.indices = numpy.where((pixels > 0) & (pixels < HALO_RADIUS), pixels * DIRECTIONS + direction, 0)
        self._representative = numpy.where(is_representative, self.indices, 0)

    def medians(self, values: Floats) -> Floats:
        """Return the median of the values in each ring; rings with fewer than MIN_RING_PIXELS count as zero."""
        medians = numpy.zeros(HALO_RADIUS * DIRECTIONS)
        for ring in range(DIRECTIONS, len(medians)):
            members = values[self._representative == ring]
            if len(members) >= MIN_RING_PIXELS:
                medians[ring] = numpy.sort(members)[len(members) // 2]
        return medians


class CellTemplate(NamedTuple):
    """The box of one cell on the rectified sheet, and what is printed in it."""

    top: int
    left: int
    frame: DistanceRings  # inside the frame; the distance is 0 on the frame and outside
    print: DistanceRings  # around the number or symbol; the distance is 0 on it
    core: Mask  # the middle of the strokes of the number or symbol; empty if they are wider than a pen's
    colour: tuple[float, ...]  # of the core, in steps of COLOUR_STEP; cells that share it here share it in every theme

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
        theme = edition.theme.model_copy(update={"symbols": True})  # any theme may print symbols in cells
        front = sheet_front(Edition(edition.layout, theme, edition.locale, edition.arrangement))
        self.scale = LONG_SIDE / max(plan.width, plan.height)  # pixels per mm
        self.size = (round(plan.width * self.scale), round(plan.height * self.scale))
        self.boxes = front.cells()  # in mm, by cell id
        self.marks: list[Points] = [corners(box) * self.scale - 0.5 for box in plan.marks]
        picture = numpy.ascontiguousarray(render_scene(front, self.scale).to_numpy()[..., :3])
        self.picture = cv2.resize(picture, self.size, interpolation=cv2.INTER_AREA)
        self.cells = {id: self._cell(box) for id, box in self.boxes.items()}
        small = cv2.resize(darkest(self.picture), None, fx=MATCH_SCALE, fy=MATCH_SCALE, interpolation=cv2.INTER_AREA)
        self.edges = edges(small)

    def _cell(self, box: Box) -> CellTemplate:
        left, top = round(box.x * self.scale), round(box.y * self.scale)
        right, bottom = round(box.right * self.scale), round(box.bottom * self.scale)
        picture = self.picture[top:bottom, left:right].astype(int)
        paper = _most_frequent_colour(picture)
        blank = (abs(picture - paper).max(axis=2) <= PAPER_TOLERANCE).astype(numpy.uint8)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(blank, connectivity=4)
        largest = labels == 1 + stats[1:, cv2.CC_STAT_AREA].argmax()
        # Cells are convex, so the convex hull of their paper is their inside.
        hull = cv2.convexHull(cv2.findNonZero(largest.astype(numpy.uint8)))
        inside = cv2.fillConvexPoly(numpy.zeros_like(blank), hull, (1,))
        printed = inside > blank
        core = _eroded(printed, 3) & _eroded(inside, 9)
        if _eroded(printed, round(SHADOW_WIDTH * WIDE_PRINT * self.scale)).any():
            core = numpy.zeros_like(core)
        colour = tuple(numpy.median(picture[core], axis=0) // COLOUR_STEP) if core.any() else ()
        from_frame, from_print = _distance_inside(inside), _distance_inside(~printed)
        frame = DistanceRings(from_frame, from_print > HALO_OVERLAP)
        return CellTemplate(top, left, frame, DistanceRings(from_print, from_frame > HALO_OVERLAP), core, colour)


def darkest(picture: Pixels) -> Pixels:
    """Return the minimum of red, green and blue, in which every colour, even yellow, contrasts with white paper."""
    red, green, blue = cv2.split(picture)
    return cv2.min(cv2.min(red, green), blue)


def edges(dark: Pixels) -> Floats:
    """Return the gradient strength of a grey picture, compressed to 0-1 so that strong edges do not dominate."""
    smooth = cv2.GaussianBlur(dark, (0, 0), 0.8)
    x, y = (cv2.Sobel(smooth, cv2.CV_32F, *direction) for direction in ((1, 0), (0, 1)))
    strength = cv2.magnitude(x, y)
    return strength / (strength + 40)


def _most_frequent_colour(picture: Pixels) -> Pixels:
    packed, counts = numpy.unique(picture @ (1 << 16, 1 << 8, 1), return_counts=True)
    colour = packed[counts.argmax()]
    return numpy.array([colour >> 16, colour >> 8 & 255, colour & 255])


def _distance_inside(mask: Mask) -> Floats:
    """Return the distance of each pixel of a mask from the nearest pixel outside of it, in pixels."""
    framed = cv2.copyMakeBorder(mask.astype(numpy.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(0,))
    return cv2.distanceTransform(framed, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)[1:-1, 1:-1]


def _eroded(mask: Mask, side: int) -> Mask:
    return cv2.erode(mask.astype(numpy.uint8), numpy.ones((side, side), numpy.uint8), borderValue=0).astype(bool)
