"""Pictures that show what readers of photos search for over and over again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

import cv2
import numpy

from tests.photos.plain_shot import Picture

LIGHT, DARK = 225, 45
"""Grey values of paper and of what is printed on it."""
MARKS = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def squared_paper(width: int, height: int, step: int) -> Picture:
    down, across = numpy.ogrid[:height, :width]
    line = max(1, step // 14)
    return _printed((across % step < line) | (down % step < line))


def turned_paper(width: int, height: int, step: int) -> Picture:
    """Return squared paper that was turned by 12 degrees."""
    side = width + height
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), 12, 1)
    turned = cv2.warpAffine(squared_paper(side, side, step), turn, (side, side))
    top, left = (side - height) // 2, (side - width) // 2
    return numpy.ascontiguousarray(turned[top : top + height, left : left + width])


def checkerboard(width: int, height: int, step: int) -> Picture:
    down, across = numpy.ogrid[:height, :width]
    return _printed((across // step + down // step) % 2 == 1)


def squares(width: int, height: int, step: int) -> Picture:
    """Return dark squares with as much paper between them."""
    down, across = numpy.ogrid[:height, :width]
    return _printed((across % step < step // 2) & (down % step < step // 2))


def frames(width: int, height: int, step: int) -> Picture:
    """Return dark frames around smaller ones, with paper between them."""
    down, across = numpy.ogrid[:height, :width]
    distance = numpy.maximum(abs(across % step - step / 2), abs(down % step - step / 2)) / (step / 2)
    return _printed((distance < 0.8) & ((10 * distance).astype(int) % 3 < 2))


def dots(width: int, height: int, step: int) -> Picture:
    """Return single dark pixels, six on the way from one step to the next."""
    down, across = numpy.ogrid[:height, :width]
    pitch = max(2, step // 6)
    return _printed((across % pitch == 0) & (down % pitch == 0))


def other_marks(width: int, height: int, step: int) -> Picture:
    """Return marks of other ids than those of sheets, side by side."""
    return _tiled(width, height, step, [_mark(id) for id in range(4, 50)])


def almost_marks(width: int, height: int, step: int) -> Picture:
    """Return marks of sheets in which two modules are wrong, side by side."""
    mark = _mark(0)
    for module in ((1, 1), (4, 3)):
        mark[module] = 255 - mark[module]
    return _tiled(width, height, step, [mark])


def repeated_mark(width: int, height: int, step: int) -> Picture:
    """Return the same mark of a sheet, side by side."""
    return _tiled(width, height, step, [_mark(0)])


def noise(width: int, height: int, step: int = 1) -> Picture:
    return numpy.random.default_rng(step).integers(0, 256, (height, width)).astype(numpy.uint8)


PATTERNS: Mapping[str, Callable[[int, int, int], Picture]] = {
    made.__name__: made
    for made in (
        *(squared_paper, turned_paper, checkerboard, squares, frames, dots),
        *(other_marks, almost_marks, repeated_mark, noise),
    )
}
"""All of them by name. Each is made with a width, a height, and the distance from one to the next, in pixels."""


def _printed(is_dark: Picture) -> Picture:
    return numpy.where(is_dark, DARK, LIGHT).astype(numpy.uint8)


def _mark(id: int) -> Picture:
    """Return a mark with one pixel for each module."""
    return cv2.aruco.generateImageMarker(MARKS, id, 6).copy()


def _tiled(width: int, height: int, step: int, marks: list[Picture]) -> Picture:
    """Return marks side by side, whose sides are two thirds of a step."""
    picture = numpy.full((height, width), LIGHT, numpy.uint8)
    side = step * 2 // 3
    tiles = [cv2.resize(mark, (side, side), interpolation=cv2.INTER_NEAREST) for mark in marks]
    rows, columns = range(step // 6, height - side, step), range(step // 6, width - side, step)
    for at, (top, left) in enumerate(product(rows, columns)):
        picture[top : top + side, left : left + side] = tiles[at % len(tiles)]
    return picture
