"""Align a photo with the template of its sheet: the corner marks give a homography, and the cells a warp field.

Lenses distort and paper is never flat, so the marks alone place cells up to a few millimetres off. Therefore each
cell is searched for around its expected position, and a smooth warp field is fitted to the measured offsets.
"""

import cv2
import numpy

from sheetgen.drawing.scene import Box
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.image import Floats, Pixels, Points, corners, downscaled
from sheetgen.photos.locate import Marks
from sheetgen.photos.template import MATCH_SCALE, SheetTemplate, darkest, edges

MIN_DOWNSCALING = 1.8  # photo pixels / template pixels from which the photo is halved; one more for each further step
CROP_MARGIN = 0.03  # margin of the cropped photo around the sheet / longer side of the sheet
MIN_SHEET_AREA = 100_000  # pixels of the photo
MAX_COORDINATE = 4  # largest coordinate of a corner of the sheet / longer side of the photo
MAX_OUTSIDE = 1.5  # mm by which a cell may lie outside the photo according to the homography

CELL_MARGIN = 1.2  # mm around a cell that are part of its template
SEARCH_RADII = (6.5, 3.0, 1.5)  # mm, one for each successive search
FINAL_SEARCH_RADIUS = 1.0  # mm, to find how far single cells are off the warp field
MIN_WARP_SCORE = 0.3  # correlation from which a cell influences the warp field
MIN_OFFSET_SCORE = 0.5  # correlation from which the offset of a single cell is trusted
MARK_WEIGHT = 0.1  # weight of each corner of a mark when the warp field is fitted; that of a cell is at most 0.7
HALF_WEIGHT_RESIDUAL = 0.3  # distance from the fit at which a cell's weight is halved / search radius
LOCAL_RADIUS = 12.0  # mm; standard deviation of the weight with which a cell corrects the warp field around it

POLYNOMIAL_DEGREE = 3  # of the warp field in x and y together
FIT_ITERATIONS = 8  # of the iteratively reweighted least squares
RIDGE = 1e-3  # strength of the regularisation of the polynomial
LOCAL_RIDGE = 0.3  # weight of "no correction" in local corrections
GRID_COLUMNS, GRID_ROWS = 49, 33  # points of the coarse grid from which the warp field is interpolated


class Aligner:
    """The state of one alignment: the cropped photo, the homography from the template to it, and the warp field."""

    def __init__(self, pixels: Pixels, marks: Marks, template: SheetTemplate) -> None:
        """Crop an RGB photo to its sheet, or raise a PhotoError if it does not show the whole sheet."""
        self._template = template
        self._marks: Points = numpy.concatenate([template.marks[number] for number in marks])
        homography, _ = cv2.findHomography(self._marks, numpy.concatenate(list(marks.values())))
        if homography is None:
            raise PhotoError("unlike")
        corners_of_sheet = corners(Box(0, 0, *template.size)).astype(float)
        outline: Points = cv2.perspectiveTransform(corners_of_sheet[None], homography)[0]
        _check(outline, homography, template, pixels)
        self._photo, self._homography = _cropped(pixels, outline, homography, template.size)
        self._centres = numpy.array([box.centre for box in template.boxes.values()]) * template.scale
        self._warp = WarpField(template.size, LOCAL_RADIUS * template.scale)

    def align(self) -> tuple[Pixels, Points, Floats]:
        """Fit the warp field in several searches with decreasing radius, then rectify the photo by it.

        Returns the RGB picture in the size of the template and, for each cell, its remaining offset in pixels and its
        correlation with the template (at most 1).
        """
        dark = darkest(self._photo)
        points = numpy.concatenate([self._centres, self._marks])
        mark_weights = numpy.full(len(self._marks), MARK_WEIGHT)
        for radius in SEARCH_RADII:
            offsets, scores = self._search(dark, radius)
            wanted = numpy.concatenate([offsets + self._warp.at(self._centres), numpy.zeros_like(self._marks)])
            weights = numpy.concatenate([numpy.clip(scores - MIN_WARP_SCORE, 0, None), mark_weights])
            self._warp.fit(points, wanted, weights, HALF_WEIGHT_RESIDUAL * radius * self._template.scale)
        offsets, scores = self._search(dark, FINAL_SEARCH_RADIUS)
        offsets *= (scores > MIN_OFFSET_SCORE)[:, None]
        return self._rectified(self._photo, 1), offsets, scores

    def _rectified(self, photo: Pixels, scale: float) -> Pixels:
        """Return the photo rectified by the homography and the warp field, in `scale` times the template's size."""
        width, height = (round(side * scale) for side in self._template.size)
        across, down = ((numpy.arange(side, dtype=numpy.float32) + 0.5) / scale - 0.5 for side in (width, height))
        points = self._warp.at_all_pixels(width, height) + numpy.stack(numpy.meshgrid(across, down), axis=-1)
        x, y = cv2.split(cv2.perspectiveTransform(points, self._homography))
        return cv2.remap(photo, x, y, cv2.INTER_LINEAR)

    def _search(self, dark: Pixels, radius: float) -> tuple[Points, Floats]:
        """Return the offset and the correlation of each cell, by template matching within a radius in mm."""
        scale = self._template.scale * MATCH_SCALE
        margin = round(CELL_MARGIN * scale)
        reach = max(2, round(radius * scale))
        expected = numpy.pad(self._template.edges, margin, mode="edge")
        seen = numpy.pad(edges(self._rectified(dark, MATCH_SCALE)), margin + reach, mode="edge")
        offsets, scores = [], []
        for box in self._template.boxes.values():
            left, top, right, bottom = (round(side * scale) for side in (box.x, box.y, box.right, box.bottom))
            cell = expected[top : bottom + 2 * margin, left : right + 2 * margin]
            region = seen[top : bottom + 2 * (margin + reach), left : right + 2 * (margin + reach)]
            correlation = cv2.matchTemplate(region, cell, cv2.TM_CCOEFF_NORMED)
            _, best, _, (x, y) = cv2.minMaxLoc(correlation)
            dx, dy = _subpixel(correlation[y], x), _subpixel(correlation[:, x], y)
            offsets.append((x + dx - reach, y + dy - reach))
            scores.append(best)
        return numpy.array(offsets) / MATCH_SCALE, numpy.array(scores)


class WarpField:
    """A smooth field of offsets in pixels: a polynomial in x and y with local corrections, zero until it is fitted."""

    def __init__(self, size: tuple[int, int], local_radius: float) -> None:
        degrees = range(POLYNOMIAL_DEGREE + 1)
        self._size = size
        self._local_radius = local_radius
        self._exponents = [(i, j) for i in degrees for j in degrees if i + j <= POLYNOMIAL_DEGREE]
        self.fit(numpy.zeros((0, 2)), numpy.zeros((0, 2)), numpy.zeros(0), 1.0)

    def at(self, points: Points) -> Points:
        """Return the offsets at the given points."""
        smooth = self._terms(points) @ self._coefficients
        distances = ((points[:, None] - self._points) ** 2).sum(axis=2)
        weights = self._weights * numpy.exp(-distances / (2 * self._local_radius**2))
        local: Points = weights @ self._residuals / (weights.sum(axis=1, keepdims=True) + LOCAL_RIDGE)
        return smooth + local

    def at_all_pixels(self, width: int, height: int) -> Points:
        """Return the offset at every pixel of a picture of the sheet in this size, interpolated from a coarse grid."""
        across = numpy.linspace(0, self._size[0] - 1, GRID_COLUMNS)
        down = numpy.linspace(0, self._size[1] - 1, GRID_ROWS)
        grid = numpy.stack(numpy.meshgrid(across, down), axis=-1).reshape(-1, 2)
        offsets = self.at(grid).reshape(GRID_ROWS, GRID_COLUMNS, 2).astype(numpy.float32)
        # The outermost points of the grid are the outermost pixels.
        to_grid = numpy.array([[(GRID_COLUMNS - 1) / (width - 1), 0, 0], [0, (GRID_ROWS - 1) / (height - 1), 0]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpAffine(offsets, to_grid, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)

    def fit(self, points: Points, offsets: Points, weights: Floats, half_weight_residual: float) -> None:
        """Fit the polynomial by iteratively reweighted least squares; its residuals become the local corrections.

        A point whose residual is `half_weight_residual` pixels keeps half of its weight (Cauchy weights).
        """
        terms = self._terms(points)
        robust = weights
        penalties = numpy.diag([0.001 + (i + j) ** 2 for i, j in self._exponents])
        ridge = RIDGE * (weights.sum() + 1) * penalties
        for _ in range(FIT_ITERATIONS):
            weighted = terms.T * robust
            self._coefficients: Floats = numpy.linalg.solve(weighted @ terms + ridge, weighted @ offsets)
            residuals = offsets - terms @ self._coefficients
            robust = weights / (1 + (residuals**2).sum(axis=1) / half_weight_residual**2)
        self._points = points
        self._residuals = residuals
        self._weights = robust

    def _terms(self, points: Points) -> Floats:
        x, y = (points / self._size * 2 - 1).T
        return numpy.stack([x**i * y**j for i, j in self._exponents], axis=1)


def _check(outline: Points, homography: Points, template: SheetTemplate, pixels: Pixels) -> None:
    """Raise a PhotoError if the outline is not convex, clockwise and of a likely size, or if cells are cut off."""
    outline = outline.astype(numpy.float32)
    is_near = numpy.isfinite(outline).all() and abs(outline).max() <= MAX_COORDINATE * max(pixels.shape)
    if not is_near or not cv2.isContourConvex(outline) or cv2.contourArea(outline, oriented=True) <= MIN_SHEET_AREA:
        raise PhotoError("unlike")
    cells = numpy.concatenate([corners(box) for box in template.boxes.values()]) * template.scale
    seen = cv2.perspectiveTransform(cells[None], homography)[0]
    tolerance = MAX_OUTSIDE * template.scale * numpy.ptp(seen, axis=0).max() / max(template.size)
    if (seen < -tolerance).any() or (seen > numpy.array(pixels.shape[1::-1]) + tolerance).any():
        raise PhotoError("cut_off")


def _cropped(pixels: Pixels, outline: Points, homography: Points, size: tuple[int, int]) -> tuple[Pixels, Points]:
    """Return the part of the photo with the sheet, downscaled as far as possible, and the homography into it."""
    margin = CROP_MARGIN * numpy.ptp(outline, axis=0).max()
    left, top = numpy.maximum(outline.min(axis=0) - margin, 0).astype(int)
    right, bottom = numpy.minimum(outline.max(axis=0) + margin, pixels.shape[1::-1]).astype(int)
    resolution = (cv2.contourArea(outline.astype(numpy.float32)) / (size[0] * size[1])) ** 0.5
    factor = max(1, int(resolution + 2 - MIN_DOWNSCALING))
    # The centre of a pixel has integer coordinates at each scale.
    k = 1 / factor
    to_crop = [[k, 0, (0.5 - left) * k - 0.5], [0, k, (0.5 - top) * k - 0.5], [0, 0, 1]]
    return downscaled(pixels[top:bottom, left:right], factor), numpy.array(to_crop) @ homography


def _subpixel(values: Floats, peak: int) -> float:
    """Return the offset of the true peak from the highest value, by fitting a parabola through its neighbours."""
    if not 0 < peak < len(values) - 1:
        return 0.0
    before, top, after = (float(value) for value in values[peak - 1 : peak + 2])
    curvature = before - 2 * top + after
    return 0.5 * (before - after) / curvature if curvature < 0 else 0.0
