"""The four corner marks in a photo: by them the sheet is found, and which way up it lies.

The code on a sheet, read from a photo: as it is, and if that fails, where it should be, ever more sharpened.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

import cv2
import numpy
import zxingcpp

from sheetgen.drawing.scene import Box
from sheetgen.photos.arrays import Floats, Pixels, Points, corners, sharpened, shrunk
from sheetgen.photos.errors import PhotoError

Marks = dict[int, Points]
"""The corners of each mark that was found, clockwise from its own top left."""

NUMBER = 4
ENOUGH = 3
"""With so many marks, cells are found; the fourth may be under a thumb."""
SMALLEST = 900
"""The longer side of the photo at least, when marks are looked for in a smaller copy of it."""
REACH, STRENGTH = 3.0, 2.0
"""How a blurred photo is sharpened."""


def find_marks(grey: Pixels) -> Marks:
    """All marks of the sheet on the photo."""
    best: Marks = {}
    for found in _mark_tries(grey):
        if len(found) > len(best):
            best = found
        if len(best) == NUMBER:
            break
    if len(best) >= ENOUGH:
        return best
    if not best and len(_found(cv2.flip(grey, 1), 1)) >= ENOUGH:
        raise PhotoError("mirrored")
    raise PhotoError("few_marks", found=len(best)) if best else PhotoError("no_marks")


def _mark_tries(grey: Pixels) -> Iterator[Marks]:
    """A small copy is quick, and shows most marks; a sharpened one shows those that are blurred."""
    times = 2 if max(grey.shape) >= 2 * SMALLEST else 1
    yield _found(shrunk(grey, times), times)
    sharp = sharpened(grey, REACH, STRENGTH)
    yield _found(sharp, 1)
    yield _found(sharp, 1, is_patient=True)


def _found(grey: Pixels, times: int, is_patient: bool = False) -> Marks:
    """The marks on a photo that is so many times smaller than it was."""
    seen: defaultdict[int, list[Points]] = defaultdict(list)
    corners, ids, _ = cv2.aruco.ArucoDetector(*_detection(is_patient)).detectMarkers(grey)
    for points, number in zip(corners, [] if ids is None else map(int, ids.ravel()), strict=True):
        if number < NUMBER:
            # Pixels have their middles at whole numbers.
            seen[number].append((points.reshape(4, 2) + 0.5) * times - 0.5)
    if sum(len(each) > 1 for each in seen.values()) > 1:
        raise PhotoError("two_sheets")
    # A single one may be at the edge of another sheet, or none at all: it has another size.
    usual = numpy.median([_size(points) for points in chain(*seen.values())]) if seen else 0
    return {number: min(each, key=lambda points: abs(_size(points) - usual)) for number, each in sorted(seen.items())}


def _detection(is_patient: bool) -> tuple[cv2.aruco.Dictionary, cv2.aruco.DetectorParameters]:
    """What is looked for, and how. Patience finds pale and crooked marks, and a few more things that are none."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 3
    parameters.minMarkerPerimeterRate = 0.02
    parameters.adaptiveThreshWinSizeMax = 43
    parameters.adaptiveThreshWinSizeStep = 20
    if is_patient:
        parameters.adaptiveThreshConstant = 4
        parameters.polygonalApproxAccuracyRate = 0.06
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters


def _size(corners: Points) -> float:
    return cv2.contourArea(corners.astype(numpy.float32))


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
    for picture in _code_tries(grey, marks, places):
        found = zxingcpp.read_barcodes(picture, formats=formats, try_invert=False)
        texts = [code.text for code in found if code.valid and code.text]
        if texts:
            return min(texts, key=lambda text: "#" not in text)
    return None


def _code_tries(grey: Pixels, marks: Marks, places: Iterable[CodePlace]) -> Iterator[Pixels]:
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
