"""Find the corner marks in a photo, which show where the sheet lies and how it is rotated, and read its QR code."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

import cv2
import numpy
import zxingcpp

from sheetgen.photos.errors import PhotoError
from sheetgen.photos.image import Floats, Pixels, Points, corners, downscaled, sharpened
from sheetgen.photos.known_sheets import CodePosition

Marks = dict[int, Points]  # by id: the corners of a mark, clockwise from its own top left

MARK_COUNT = 4  # marks on each sheet, with the ids 0 to 3
MIN_MARKS = 3  # marks needed to locate the cells; a thumb may cover the fourth
MIN_LONG_SIDE = 900  # pixels of the downscaled copy that is searched first
MAX_CANDIDATES = 3000  # quadrilaterals that may be marks; photos with a checked tablecloth have up to 2,500
MARK_SHARPENING = (3.0, 2.0)  # sigma in pixels and amount of the unsharp mask for blurred photos

CODE_SCALE = 10  # pixels per mm of a rectified code
CODE_MARGIN = 3.0  # mm around the code, because paper is not flat
CODE_SHARPENING = ((3.0, 3.0), (5.0, 2.0), (8.0, 2.0))  # sigma in pixels and amount of the unsharp masks to try
CODE_BLURS = (3.0, 4.0, 5.0)  # sigma in pixels of the Gaussian blurs that deblurring tries to undo
NOISE_TO_SIGNAL = 0.01  # power ratio that the Wiener filter assumes


def find_marks(grey: Pixels) -> Marks:
    """Return the corner marks of the sheet in a grey photo, or raise a PhotoError if there are too few."""
    best: Marks = {}
    for found in _mark_attempts(grey):
        if len(found) > len(best):
            best = found
        if len(best) == MARK_COUNT:
            break
    if len(best) >= MIN_MARKS:
        return best
    if not best and len(_detect_marks(cv2.flip(grey, 1), 1)) >= MIN_MARKS:
        raise PhotoError("mirrored")
    raise PhotoError("few_marks", found=len(best)) if best else PhotoError("no_marks")


def _mark_attempts(grey: Pixels) -> Iterator[Marks]:
    """Yield the marks of a downscaled copy, which is fast and often enough, of a sharpened one, and with tolerance."""
    factor = 2 if max(grey.shape) >= 2 * MIN_LONG_SIDE else 1
    yield _detect_marks(downscaled(grey, factor), factor)
    sharp = sharpened(grey, *MARK_SHARPENING)
    yield _detect_marks(sharp, 1)
    yield _detect_marks(sharp, 1, is_tolerant=True)


def _detect_marks(grey: Pixels, factor: int, is_tolerant: bool = False) -> Marks:
    """Return the marks in a photo that was downscaled by `factor`, in coordinates of the original."""
    found: defaultdict[int, list[Points]] = defaultdict(list)
    dictionary, parameters = _detection(is_tolerant)
    _limit_candidates(grey, parameters)
    detected, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(grey)
    for points, number in zip(detected, [] if ids is None else map(int, ids.ravel()), strict=True):
        if number < MARK_COUNT:
            # The centre of a pixel has integer coordinates at each scale.
            found[number].append((points.reshape(4, 2) + 0.5) * factor - 0.5)
    if sum(len(each) > 1 for each in found.values()) > 1:
        raise PhotoError("two_sheets")
    # One duplicate may belong to the edge of another sheet, or be no mark at all: its size differs.
    usual = numpy.median([cv2.contourArea(points) for points in chain(*found.values())]) if found else 0
    return {
        number: min(each, key=lambda points: abs(cv2.contourArea(points) - usual))
        for number, each in sorted(found.items())
    }


def _detection(is_tolerant: bool) -> tuple[cv2.aruco.Dictionary, cv2.aruco.DetectorParameters]:
    """Return the ArUco dictionary and parameters. Tolerance finds pale and bent marks, but also more false ones."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 3
    parameters.minMarkerPerimeterRate = 0.02
    parameters.adaptiveThreshWinSizeMax = 43
    parameters.adaptiveThreshWinSizeStep = 20
    if is_tolerant:
        parameters.adaptiveThreshConstant = 4
        parameters.polygonalApproxAccuracyRate = 0.06
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters


def _limit_candidates(grey: Pixels, parameters: cv2.aruco.DetectorParameters) -> None:
    """Raise the least length of a mark's outline, so that at most MAX_CANDIDATES quadrilaterals in a photo have it.

    The detector compares all quadrilaterals with each other, so squared paper would take it minutes. Marks are larger
    than most squares.
    """
    lengths = sorted(_quadrilateral_lengths(grey, parameters), reverse=True)
    if len(lengths) > MAX_CANDIDATES:
        parameters.minMarkerPerimeterRate = (lengths[MAX_CANDIDATES] + 1.5) / max(grey.shape)


def _quadrilateral_lengths(grey: Pixels, parameters: cv2.aruco.DetectorParameters) -> Iterator[int]:
    """Yield the lengths in pixels of the outlines that the detector would take for quadrilaterals."""
    min_length = int(parameters.minMarkerPerimeterRate * max(grey.shape))
    sizes = range(
        parameters.adaptiveThreshWinSizeMin,
        parameters.adaptiveThreshWinSizeMax + 1,
        parameters.adaptiveThreshWinSizeStep,
    )
    for size in sizes:
        dark = cv2.adaptiveThreshold(
            grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, size, parameters.adaptiveThreshConstant
        )
        # Millions of dots would take long. Whatever has an outline of that length has more pixels than a speck.
        for colour in (0, 255):
            cv2.filterSpeckles(dark, colour, min_length // 2, 0)
        for outline in cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
            if len(outline) >= min_length:
                tolerance = len(outline) * parameters.polygonalApproxAccuracyRate
                corners = cv2.approxPolyDP(outline, tolerance, closed=True)
                if len(corners) == 4 and cv2.isContourConvex(corners):
                    yield len(outline)


def read_code(grey: Pixels, marks: Marks, positions: Iterable[CodePosition]) -> str | None:
    """Return the link in the sheet's code, or None if it cannot be read at any of the possible positions."""
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    for picture in _code_attempts(grey, marks, positions):
        pixels = numpy.ascontiguousarray(picture.clip(0, 255).astype(numpy.uint8))
        found = zxingcpp.read_barcodes(pixels, formats=formats, try_invert=False)
        if texts := [code.text for code in found if code.valid and code.text]:
            return min(texts, key=lambda text: "#" not in text)
    return None


def _code_attempts(grey: Pixels, marks: Marks, positions: Iterable[CodePosition]) -> Iterator[Floats]:
    """Yield the photo as it is, then the rectified code at each position: as it is, sharpened, and deblurred."""
    yield grey
    for position in positions:
        code = _rectified(grey, marks, position)
        yield code
        for sigma, amount in CODE_SHARPENING:
            yield sharpened(code, sigma, amount)
        for sigma in CODE_BLURS:
            yield _deblurred(code, sigma)


def _rectified(grey: Pixels, marks: Marks, position: CodePosition) -> Floats:
    """Return the code at a position as if it was photographed from above."""
    code, boxes = position
    known = numpy.concatenate([corners(boxes[number]) for number in marks])
    origin = (code.x - CODE_MARGIN, code.y - CODE_MARGIN)
    homography, _ = cv2.findHomography(numpy.concatenate(list(marks.values())), (known - origin) * CODE_SCALE - 0.5)
    size = tuple(round((side + 2 * CODE_MARGIN) * CODE_SCALE) for side in (code.w, code.h))
    return cv2.warpPerspective(grey, homography, size, flags=cv2.INTER_CUBIC).astype(numpy.float32)


def _deblurred(picture: Floats, sigma: float) -> Floats:
    """Return the picture with a Gaussian blur of `sigma` pixels removed by a Wiener filter."""
    height, width = picture.shape
    down, across = numpy.fft.fftfreq(height)[:, None], numpy.fft.rfftfreq(width)
    transfer = numpy.exp(-2 * (numpy.pi * sigma) ** 2 * (down**2 + across**2))
    mean = picture.mean()
    spectrum = numpy.fft.rfft2(picture - mean) * transfer / (transfer**2 + NOISE_TO_SIGNAL)
    sharp: Floats = numpy.fft.irfft2(spectrum, (height, width)) + mean
    return sharp
