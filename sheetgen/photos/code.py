"""The code on a sheet, read from a photo: as it is, and if that fails, sharpened, enlarged and straightened."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy
import zxingcpp

from sheetgen.photos.arrays import Pixels, shrunk
from sheetgen.photos.marks import Marks

LARGE = 2600
"""Of a photo with a longer side than this, half is enough for most codes, and quicker."""
WIDE = 1800
"""Pixels across a sheet that is straightened only to read its code."""


def read_code(grey: Pixels, marks: Marks) -> str | None:
    """The link in the code, or None if no try can read it."""
    for picture in _tries(grey, marks):
        found = zxingcpp.read_barcodes(picture, zxingcpp.BarcodeFormat.QRCode, try_invert=False)  # type: ignore[arg-type]
        texts = [code.text for code in found if code.valid and code.text]
        if texts:
            return min(texts, key=lambda text: "#" not in text)
    return None


def _tries(grey: Pixels, marks: Marks) -> Iterator[Pixels]:
    if max(grey.shape) > LARGE:
        yield shrunk(grey, 2)
    yield grey
    flat = _flattened(grey, marks)
    yield flat
    yield _sharpened(flat)
    larger = cv2.resize(flat, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    yield larger
    yield _sharpened(larger)
    yield _sharpened(_sharpened(larger))


def _flattened(grey: Pixels, marks: Marks) -> Pixels:
    """The sheet from above. How high it is, is told by its marks, which are squares."""
    middles = {number: corners.mean(axis=0) for number, corners in marks.items()}
    if len(middles) < 4:  # the fourth corner of a parallelogram
        (lost,) = set(range(4)) - set(middles)
        middles[lost] = middles[(lost + 1) % 4] + middles[(lost + 3) % 4] - middles[(lost + 2) % 4]
    seen = numpy.array([middles[number] for number in range(4)], numpy.float32)
    sides = numpy.linalg.norm(seen - numpy.roll(seen, -1, axis=0), axis=1)
    edges = [numpy.linalg.norm(corners - numpy.roll(corners, -1, axis=0), axis=1) for corners in marks.values()]
    across, down = numpy.mean(edges, axis=0).reshape(2, 2).mean(axis=0)
    width, height = (sides[0] + sides[2]) / across, (sides[1] + sides[3]) / down
    high = int(min(WIDE * height / width, 2 * WIDE))
    room = WIDE * 0.05
    corners = [(room, room), (WIDE - room, room), (WIDE - room, high - room), (room, high - room)]
    outline = cv2.getPerspectiveTransform(seen, numpy.array(corners, numpy.float32))
    return cv2.warpPerspective(grey, outline, (WIDE, high), flags=cv2.INTER_CUBIC)


def _sharpened(grey: Pixels) -> Pixels:
    return cv2.addWeighted(grey, 2.2, cv2.GaussianBlur(grey, (0, 0), 2.5), -1.2, 0)
