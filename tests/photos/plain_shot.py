"""A plain photo of a sheet: a little from the side, in good light, with just the crosses that a test wants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy
from numpy.typing import NDArray
from PIL import Image

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box
from sheetgen.drawing.sheet.front import sheet_front
from tests.helpers import edition
from tests.photos.reading import read
from tests.photos.studio.hand import Stroke, bent
from tests.photos.studio.paper import draw, printed
from tests.photos.studio.pens import Ink

PEN = Ink("gel", (0.07, 0.09, 0.40), 0.6, 0.95, 0.03)
SCALE = 6
"""Pixels for each millimetre: less than in the studio, and more than a reader needs."""
TABLE = 90
"""Pixels around the sheet, and how bright they are."""

Picture = NDArray[Any]


def photo(
    name: str,
    crossed: Iterable[str] = (),
    variant: str = "classic",
    serial: int = 1,
    heights: Mapping[str, float] | None = None,
    of: Edition | None = None,
) -> str:
    """The name of a new file, a JPEG."""
    sheet = of or edition(variant)
    Path(name).write_bytes(plain_shot(sheet, serial, tuple(crossed), tuple((heights or {}).items())))
    return name


def page_photo(page: str) -> str:
    """The name of a new file: a JPEG of a page that lies on the table, given its PNG file."""
    with Image.open(page) as opened:
        picture = numpy.asarray(opened.convert("RGB"), numpy.float32)
    file = Path(page).with_suffix(".jpg")
    file.write_bytes(as_jpeg(_on_table(picture, numpy.random.default_rng(1))))
    return str(file)


@cache
def plain_shot(
    sheet: Edition, serial: int, crossed: tuple[str, ...], heights: tuple[tuple[str, float], ...] = ()
) -> bytes:
    """A JPEG. `heights` are cells with a line that rises by only so much of the cell's height."""
    return as_jpeg(plain_picture(sheet, serial, crossed, heights))


def plain_picture(
    sheet: Edition, serial: int, crossed: Iterable[str], heights: Iterable[tuple[str, float]] = ()
) -> Picture:
    """The pixels, RGB, before they become a file. A test may change them."""
    return _plain_picture(sheet, serial, tuple(crossed), tuple(heights)).copy()


@cache
def _plain_picture(
    sheet: Edition, serial: int, crossed: tuple[str, ...], heights: tuple[tuple[str, float], ...]
) -> Picture:
    random = numpy.random.default_rng(serial)
    boxes = sheet.cached(sheet_front).cells()
    picture = printed(sheet, serial, SCALE).astype(numpy.float32) / 255
    strokes = [bent(stroke, random, 0.03) for id in crossed for stroke in _cross(boxes[id])]
    strokes += [bent(_slash(boxes[id], high), random, 0.02) for id, high in heights]
    draw(picture, strokes, PEN, random, SCALE)
    return _on_table(picture * 235, random)


def picture_with_strokes(
    sheet: Edition,
    crossed: Iterable[str],
    strokes: Iterable[Stroke],
    ink: Ink = PEN,
    cross_ink: Ink = PEN,
    stains: tuple[Iterable[Stroke], Ink, float] = ((), PEN, 0),
) -> Picture:
    """Return the pixels of a sheet with crosses, and with other strokes in `ink`.

    `stains` are strokes below all others, their ink, and the sigma in mm of their blur.
    """
    random = numpy.random.default_rng(1)
    boxes = sheet.cached(sheet_front).cells()
    picture = printed(sheet, 1, SCALE).astype(numpy.float32) / 255
    stained = numpy.ones_like(picture)
    draw(stained, list(stains[0]), stains[1], numpy.random.default_rng(2), SCALE)
    picture *= cv2.GaussianBlur(stained, (0, 0), stains[2] * SCALE) if stains[2] else stained
    crosses = [bent(stroke, random, 0.03) for id in crossed for stroke in _cross(boxes[id])]
    draw(picture, crosses, cross_ink, random, SCALE)
    draw(picture, list(strokes), ink, random, SCALE)
    return _on_table(picture * 235, random)


def as_jpeg(picture: Picture) -> bytes:
    done, content = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 90])
    assert done
    return content.tobytes()


@cache
def unclear_height(is_crossed: bool = True) -> float:
    """Return the height of a slanting line that is unclear, and rather taken for this.

    Lines become steeper from cell to cell, and the reader asks about some of them.
    """
    heights = {f"yellow {number}": 0.13 + 0.015 * number for number in range(2, 12)}
    sheet, crossed = edition("classic"), ("red 2", "red 3", "red 4", "green 12", "green 9", "blue 4")
    content = plain_shot(sheet, 1, crossed, tuple(heights.items()))
    cells = read(content).cells
    asked = [id for id in heights if cells[id].answer == "ask" and cells[id].is_crossed == is_crossed]
    return heights[asked[len(asked) // 2]]


def _cross(box: Box) -> list[Stroke]:
    inner = Box(box.x + box.w * 0.12, box.y + box.h * 0.14, box.w * 0.76, box.h * 0.72)
    ends = (((inner.x, inner.y), (inner.right, inner.bottom)), ((inner.right, inner.y), (inner.x, inner.bottom)))
    return [numpy.array(each) for each in ends]


def _slash(box: Box, high: float) -> Stroke:
    """Return a line through the cell that rises by this share of its height."""
    x, y = box.centre
    return numpy.array([(x - box.w * 0.36, y + box.h * high / 2), (x + box.w * 0.36, y - box.h * high / 2)])


def _on_table(picture: Picture, random: numpy.random.Generator) -> Picture:
    high, wide = picture.shape[:2]
    corners = numpy.array([(0, 0), (wide, 0), (wide, high), (0, high)], numpy.float32)
    seen = corners + TABLE + random.uniform(-0.012, 0.012, (4, 2)) * wide
    view = cv2.getPerspectiveTransform(corners, seen.astype(numpy.float32))
    size = (wide + 2 * TABLE, high + 2 * TABLE)
    photo = cv2.warpPerspective(picture, view, size, flags=cv2.INTER_LINEAR, borderValue=(TABLE,) * 3)
    noisy = cv2.GaussianBlur(photo, (0, 0), 0.6) + 2.5 * random.standard_normal(photo.shape, numpy.float32)
    return noisy.clip(0, 255).astype(numpy.uint8)
