"""The four corner marks in a photo: by them the sheet is found, and which way up it lies."""

from __future__ import annotations

import cv2

from sheetgen.photos.arrays import Pixels, Points, shrunk
from sheetgen.photos.photo_error import PhotoError

Marks = dict[int, Points]
"""The corners of each mark that was found, clockwise from its own top left."""

NUMBER = 4
ENOUGH = 3
"""With so many marks, cells are found; the fourth may be under a thumb."""
SMALLEST = 1200
"""The longer side of the photo at least, when marks are looked for in smaller copies of it."""


def find_marks(grey: Pixels) -> Marks:
    """All marks of the sheet on the photo."""
    best: Marks = {}
    for times in range(max(1, min(3, max(grey.shape) // SMALLEST)), 0, -1):
        found = _detected(shrunk(grey, times), times)
        if len(found) > len(best):
            best = found
        if len(best) == NUMBER:
            break
    if len(best) < ENOUGH:
        raise PhotoError("few_marks", found=len(best)) if best else PhotoError("no_marks")
    return best


def _detected(grey: Pixels, times: int) -> Marks:
    """The marks on a photo that is so many times smaller than it was."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 3
    parameters.minMarkerPerimeterRate = 0.02
    parameters.adaptiveThreshWinSizeMax = 43
    parameters.adaptiveThreshWinSizeStep = 20
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(grey)
    found: Marks = {}
    for points, number in zip(corners, [] if ids is None else map(int, ids.ravel()), strict=True):
        if number >= NUMBER:
            continue
        if number in found:
            raise PhotoError("two_sheets")
        # Pixels have their middles at whole numbers.
        found[number] = (points.reshape(4, 2) + 0.5) * times - 0.5
    return found
