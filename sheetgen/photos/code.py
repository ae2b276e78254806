"""The code on a sheet, read from a photo: as it is, and if that fails, where it should be, ever more sharpened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import cv2
import numpy
import zxingcpp

from sheetgen.drawing.scene import Box
from sheetgen.photos.arrays import Floats, Pixels, corners, sharpened
from sheetgen.photos.marks import Marks

SCALE = 10
"""Pixels for each millimetre of a code that is cut out."""
AROUND = 3.0
"""Millimetres around it: paper is bent."""
SHARPENED = ((3.0, 3.0), (5.0, 2.0), (8.0, 2.0))
"""How far around each pixel is looked, and how strongly it is set off."""
BLURS = (3.0, 4.0, 5.0)
"""Blurs that are undone, as far as noise lets them."""
NOISE = 0.01


class CodePlace(NamedTuple):
    """Where sheets of a layout have their code and their marks, in millimetres."""

    code: Box
    marks: tuple[Box, ...]


def read_code(grey: Pixels, marks: Marks, places: Iterable[CodePlace]) -> str | None:
    """The link in the code, or None if no try can read it; the places are those that sheets may have it at."""
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    for picture in _tries(grey, marks, places):
        found = zxingcpp.read_barcodes(picture, formats=formats, try_invert=False)
        texts = [code.text for code in found if code.valid and code.text]
        if texts:
            return min(texts, key=lambda text: "#" not in text)
    return None


def _tries(grey: Pixels, marks: Marks, places: Iterable[CodePlace]) -> Iterator[Pixels]:
    yield grey
    for place in places:
        cut = _cut(grey, marks, place)
        yield _pixels(cut)
        for reach, strength in SHARPENED:
            yield _pixels(sharpened(cut, reach, strength))
        for blur in BLURS:
            yield _pixels(_unblurred(cut, blur))


def _cut(grey: Pixels, marks: Marks, place: CodePlace) -> Floats:
    """The code from above."""
    known = numpy.concatenate([corners(place.marks[number]) for number in marks])
    corner = (place.code.x - AROUND, place.code.y - AROUND)
    outline, _ = cv2.findHomography(numpy.concatenate(list(marks.values())), (known - corner) * SCALE - 0.5)
    size = tuple(round((side + 2 * AROUND) * SCALE) for side in (place.code.w, place.code.h))
    return cv2.warpPerspective(grey, outline, size, flags=cv2.INTER_CUBIC).astype(numpy.float32)


def _unblurred(picture: Floats, blur: float) -> Floats:
    """As it was before it was blurred evenly (Wiener's way)."""
    height, width = picture.shape
    down, across = numpy.fft.fftfreq(height)[:, None], numpy.fft.rfftfreq(width)
    passed = numpy.exp(-2 * (numpy.pi * blur) ** 2 * (down**2 + across**2))
    mean = picture.mean()
    waves = numpy.fft.rfft2(picture - mean) * passed / (passed**2 + NOISE)
    sharp: Floats = numpy.fft.irfft2(waves, (height, width)) + mean
    return sharp


def _pixels(picture: Floats) -> Pixels:
    return numpy.ascontiguousarray(picture.clip(0, 255).astype(numpy.uint8))
