"""What a straightened photo is compared with: where everything is on the sheet. All of it comes from the scene."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy
import pypdfium2

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box, Scene
from sheetgen.drawing.sheet import sheet_front
from sheetgen.drawing.sheet_plan import SheetPlan
from sheetgen.layouts.base import changed
from sheetgen.photos.arrays import Floats, Mask, Pixels, Points
from sheetgen.writers.picture import scene_pdf

LONG_SIDE = 1500
"""Pixels of the longer side of a straightened sheet."""
ALIKE = 10
"""Levels by which the paper of a cell may differ in its picture."""
LEVELS = 16
"""Colours are told apart in steps of so many levels."""
QUARTER, HALF, WHOLE = 0.25, 0.5, 1.0
"""The shares of its full size at which a photo is compared."""


class CellTarget(NamedTuple):
    """One cell on the straightened sheet: the pixels of its box, and those within it."""

    top: int
    left: int
    inside: Mask
    """Its paper, with all that is printed on it, without its frame."""
    printed: Mask
    """Its number or sign,"""
    core: Mask
    """the middle of its strokes,"""
    colour: tuple[int, ...]
    """and its colour: cells that have the same here have the same in any theme."""

    def moved(self, right: float, down: float) -> CellTarget:
        """The same cell some pixels further."""
        return self._replace(top=max(0, self.top + round(down)), left=max(0, self.left + round(right)))

    def part(self, picture: Pixels) -> Pixels:
        """What a picture of the sheet shows in the cell's box."""
        height, width = self.inside.shape
        return picture[self.top : self.top + height, self.left : self.left + width]


class Target:
    """A sheet as it was printed, in pixels. The theme is not known, so nothing here is about colours."""

    def __init__(self, edition: Edition) -> None:
        plan, front = edition.once(SheetPlan), sheet_front(_with_symbols(edition))
        self.scale = LONG_SIDE / max(plan.width, plan.height)
        self.size = (round(plan.width * self.scale), round(plan.height * self.scale))
        self.boxes = front.cells()
        self.marks: list[Points] = [_corners(box, self.scale) for box in plan.marks]
        self.picture = _rendered(front, self.scale, self.size)
        self.cells = {id: self._cell(box) for id, box in self.boxes.items()}
        grey = cv2.cvtColor(self.picture, cv2.COLOR_RGB2GRAY)
        self.edges = {
            share: edges(cv2.resize(grey, None, fx=share, fy=share, interpolation=cv2.INTER_AREA))
            for share in (QUARTER, HALF, WHOLE)
        }

    def _cell(self, box: Box) -> CellTarget:
        left, top = round(box.x * self.scale), round(box.y * self.scale)
        right, bottom = round(box.right * self.scale), round(box.bottom * self.scale)
        picture = self.picture[top:bottom, left:right].astype(int)
        paper = numpy.median(picture.reshape(-1, 3), axis=0)
        free = (abs(picture - paper) <= ALIKE).all(axis=2).astype(numpy.uint8)
        _, parts, sizes, _ = cv2.connectedComponentsWithStats(free, connectivity=4)
        largest = parts == 1 + sizes[1:, cv2.CC_STAT_AREA].argmax()
        # Cells are round or rectangles, so all that is between bits of this paper is inside.
        hull = cv2.convexHull(cv2.findNonZero(largest.astype(numpy.uint8)))
        inside = cv2.fillConvexPoly(numpy.zeros_like(free), hull, (1,))
        printed = inside > free
        core = _shrunk(printed, 1) & _shrunk(inside, 4)
        colour = numpy.median(picture[core], axis=0) // LEVELS if core.any() else ()
        return CellTarget(top, left, inside.astype(bool), printed, core, tuple(int(level) for level in colour))


def edges(grey: Pixels) -> Floats:
    """Where lines and borders are, whatever their colours: strong ones count little more than weak ones."""
    smooth = cv2.GaussianBlur(grey, (0, 0), 0.8)
    x, y = (cv2.Sobel(smooth, cv2.CV_32F, *direction) for direction in ((1, 0), (0, 1)))
    strength = cv2.magnitude(x, y)
    return strength / (strength + 40)


def _shrunk(mask: Mask, by: int) -> Mask:
    """Without the pixels at its edges."""
    kernel = numpy.ones((2 * by + 1, 2 * by + 1), numpy.uint8)
    return cv2.erode(mask.astype(numpy.uint8), kernel, borderValue=0).astype(bool)


def _with_symbols(edition: Edition) -> Edition:
    """The sheet with all signs that any theme may print in a cell."""
    if edition.theme.symbols:
        return edition
    return Edition(edition.layout, changed(edition.theme, symbols=True), edition.locale, edition.arrangement)


def _corners(box: Box, scale: float) -> Points:
    """Clockwise from the top left, in pixels, whose middles are at whole numbers."""
    points = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
    return numpy.array(points, numpy.float32) * scale - 0.5


def _rendered(scene: Scene, scale: float, size: tuple[int, int]) -> Pixels:
    with scene_pdf(scene, "sheet") as pdf, pypdfium2.PdfDocument(pdf) as document:
        picture = document[0].render(scale=scale * 25.4 / 72).to_numpy()[..., :3]
    return cv2.resize(numpy.ascontiguousarray(picture[..., ::-1]), size, interpolation=cv2.INTER_AREA)
