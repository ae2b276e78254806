"""What a straightened photo is compared with: where everything is on the sheet. All of it comes from the scene.

The pixels of a cell in rings around something that is printed, as waves around a stone.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box, Scene
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.layouts.models.base import changed
from sheetgen.photos.arrays import Floats, Mask, Pixels, Points, corners
from sheetgen.writers.raster import render_scene

LONG_SIDE = 1500
"""Pixels of the longer side of a straightened sheet."""
ALIKE = 10
"""Levels by which the paper of a cell may differ in its picture."""
LEVELS = 16
"""Colours are told apart in steps of so many levels."""
STROKE = 3.6
"""The widest stroke of a pen, in millimetres: what is darker than paper and wider is taken for a shadow,"""
WIDE = 0.9
"""and so may be print that is nearly as wide."""
FAR = 10
"""Pixels from print at which there are no traces of it even on the worst photo that can be read."""
APART = 3
"""Where something else is nearer than this, its traces are mixed with those of the first."""
HALF = 0.5
"""The share of its full size at which a photo is compared."""


class CellTarget(NamedTuple):
    """One cell on the straightened sheet: the pixels of its box, and those within it."""

    top: int
    left: int
    from_frame: Floats
    """How many pixels each pixel within the frame is away from it; 0 on the frame and outside,"""
    from_print: Floats
    """and from its number or sign; 0 on it."""
    by_frame: Rings
    by_print: Rings
    core: Mask
    """The middle of the strokes of its number or sign; nothing if they are wider than a pen's,"""
    colour: tuple[int, ...]
    """and their colour: cells that have the same here have the same in any theme."""

    def moved(self, right: float, down: float) -> CellTarget:
        """The same cell some pixels further."""
        return self._replace(top=max(0, self.top + round(down)), left=max(0, self.left + round(right)))

    def part(self, picture: Pixels) -> Pixels:
        """What a picture of the sheet shows in the cell's box."""
        height, width = self.from_frame.shape
        return picture[self.top : self.top + height, self.left : self.left + width]


class Target:
    """A sheet as it was printed, in pixels. The theme is not known, so nothing here is about colours."""

    def __init__(self, edition: Edition) -> None:
        plan, front = edition.once(SheetPlan), sheet_front(_with_symbols(edition))
        self.scale = LONG_SIDE / max(plan.width, plan.height)
        self.size = (round(plan.width * self.scale), round(plan.height * self.scale))
        self.boxes = front.cells()
        self.marks: list[Points] = [corners(box) * self.scale - 0.5 for box in plan.marks]
        self.picture = _rendered(front, self.scale, self.size)
        self.cells = {id: self._cell(box) for id, box in self.boxes.items()}
        half = cv2.resize(darkest(self.picture), None, fx=HALF, fy=HALF, interpolation=cv2.INTER_AREA)
        self.edges = edges(half)
        """Of the sheet at half of its size."""

    def _cell(self, box: Box) -> CellTarget:
        left, top = round(box.x * self.scale), round(box.y * self.scale)
        right, bottom = round(box.right * self.scale), round(box.bottom * self.scale)
        picture = self.picture[top:bottom, left:right].astype(int)
        paper = _commonest(picture)
        free = (abs(picture - paper).max(axis=2) <= ALIKE).astype(numpy.uint8)
        _, parts, sizes, _ = cv2.connectedComponentsWithStats(free, connectivity=4)
        largest = parts == 1 + sizes[1:, cv2.CC_STAT_AREA].argmax()
        # Cells are round or rectangles, so all that is between bits of this paper is inside.
        hull = cv2.convexHull(cv2.findNonZero(largest.astype(numpy.uint8)))
        inside = cv2.fillConvexPoly(numpy.zeros_like(free), hull, (1,))
        printed = inside > free
        core = _shrunk(printed, 1) & _shrunk(inside, 4)
        if _has_room(printed, STROKE * WIDE * self.scale):
            core = numpy.zeros_like(core)
        colour = numpy.median(picture[core], axis=0) // LEVELS if core.any() else ()
        from_frame, from_print = _distance(inside), _distance(~printed)
        by_frame, by_print = Rings(from_frame, from_print > APART, FAR), Rings(from_print, from_frame > APART, FAR)
        levels = tuple(int(level) for level in colour)
        return CellTarget(top, left, from_frame, from_print, by_frame, by_print, core, levels)


def _commonest(picture: Pixels) -> Pixels:
    """Return the most frequent colour of an RGB picture. Packed into one number each, colours sort quickly."""
    numbers, counts = numpy.unique(picture @ (1 << 16, 1 << 8, 1), return_counts=True)
    number = numbers[counts.argmax()]
    return numpy.array([number >> 16, number >> 8 & 255, number & 255])


def darkest(picture: Pixels) -> Pixels:
    """The darkest of red, green and blue, in which any colour stands out of white paper, even yellow."""
    red, green, blue = cv2.split(picture)
    return cv2.min(cv2.min(red, green), blue)


def edges(dark: Pixels) -> Floats:
    """Where lines and borders are, whatever their colours: strong ones count little more than weak ones."""
    smooth = cv2.GaussianBlur(dark, (0, 0), 0.8)
    x, y = (cv2.Sobel(smooth, cv2.CV_32F, *direction) for direction in ((1, 0), (0, 1)))
    strength = cv2.magnitude(x, y)
    return strength / (strength + 40)


def _distance(mask: Mask) -> Floats:
    """How far each pixel of something is from all that is not part of it; what is around the picture is not."""
    framed = cv2.copyMakeBorder(mask.astype(numpy.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(0,))
    return cv2.distanceTransform(framed, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)[1:-1, 1:-1]


def _has_room(mask: Mask, side: float) -> bool:
    """Has such a square room anywhere in it?"""
    kernel = numpy.ones((round(side), round(side)), numpy.uint8)
    return bool(cv2.erode(mask.astype(numpy.uint8), kernel, borderValue=0).any())


def _shrunk(mask: Mask, by: int) -> Mask:
    """Without the pixels at its edges."""
    kernel = numpy.ones((2 * by + 1, 2 * by + 1), numpy.uint8)
    return cv2.erode(mask.astype(numpy.uint8), kernel, borderValue=0).astype(bool)


def _with_symbols(edition: Edition) -> Edition:
    """The sheet with all signs that any theme may print in a cell."""
    if edition.theme.symbols:
        return edition
    return Edition(edition.layout, changed(edition.theme, symbols=True), edition.locale, edition.arrangement)


def _rendered(scene: Scene, scale: float, size: tuple[int, int]) -> Pixels:
    picture = render_scene(scene, scale).to_numpy()[..., :3]
    return cv2.resize(numpy.ascontiguousarray(picture), size, interpolation=cv2.INTER_AREA)


WAYS = 4
"""The directions in which outlines run. They are told apart, because a camera that moves blurs in one of them."""
FEWEST = 6
"""Pixels that can tell what is usual in their ring."""


class Rings:
    """Each ring has its number. Where something else is near, pixels belong to a ring, but do not speak for it."""

    def __init__(self, distance: Floats, is_apart: Mask, far: int) -> None:
        down, right = numpy.gradient(distance)
        way = ((numpy.arctan2(down, right) / numpy.pi * WAYS + 0.5) % WAYS).astype(int)
        pixels = distance.astype(int)
        self.count = far * WAYS
        self.numbers = numpy.where((pixels > 0) & (pixels < far), pixels * WAYS + way, 0)
        """Of each pixel; 0 is print, and all that is far from it."""
        spoken = numpy.where(is_apart, self.numbers, 0).ravel()
        order = numpy.argsort(spoken, kind="stable")
        self._members = numpy.split(order, numpy.searchsorted(spoken[order], numpy.arange(1, self.count)))

    def medians(self, values: Floats) -> Floats:
        """Of each ring what most of its pixels have, at the least; of rings with few pixels nothing."""
        flat, found = values.ravel(), numpy.zeros(self.count)
        for ring, members in enumerate(self._members[WAYS:], WAYS):
            if len(members) >= FEWEST:
                found[ring] = numpy.sort(flat[members])[len(members) // 2]
        return found
