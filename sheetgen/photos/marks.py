"""The four corner marks in a photo: by them the sheet is found, and which way up it lies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

import cv2
import numpy

from sheetgen.photos.arrays import Pixels, Points, sharpened, shrunk
from sheetgen.photos.photo_error import PhotoError

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
    for found in _tries(grey):
        if len(found) > len(best):
            best = found
        if len(best) == NUMBER:
            break
    if len(best) >= ENOUGH:
        return best
    if not best and len(_found(cv2.flip(grey, 1), 1)) >= ENOUGH:
        raise PhotoError("mirrored")
    raise PhotoError("few_marks", found=len(best)) if best else PhotoError("no_marks")


def _tries(grey: Pixels) -> Iterator[Marks]:
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
