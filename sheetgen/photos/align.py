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
from sheetgen.photos.parameters import parameters
from sheetgen.photos.robust_fit import polynomial_exponents, polynomial_terms, robust_fit
from sheetgen.photos.template import MATCH_SCALE, SheetTemplate, darkest, edges

_ALIGN = parameters("align")


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
        self._warp = WarpField(template.size, _ALIGN.local_radius * template.scale)

    def align(self) -> tuple[Pixels, Points, Floats]:
        """Fit the warp field in several searches with decreasing radius, then rectify the photo by it.

        Returns the RGB picture in the size of the template and, for each cell, its remaining offset in pixels and its
        correlation with the template (at most 1).
        """
        dark = darkest(self._photo)
        points = numpy.concatenate([self._centres, self._marks])
        mark_weights = numpy.full(len(self._marks), _ALIGN.mark_weight)
        for radius in _ALIGN.search_radii:
            offsets, scores = self._search(dark, radius)
            wanted = numpy.concatenate([offsets + self._warp.at(self._centres), numpy.zeros_like(self._marks)])
            weights = numpy.concatenate([numpy.clip(scores - _ALIGN.min_warp_score, 0, None), mark_weights])
            self._warp.fit(points, wanted, weights, _ALIGN.half_weight_residual * radius * self._template.scale)
        offsets, scores = self._search(dark, _ALIGN.final_search_radius)
        offsets *= (scores > _ALIGN.min_offset_score)[:, None]
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
        expected = self._template.edges
        seen = edges(self._rectified(dark, MATCH_SCALE))
        reduction = MATCH_SCALE
        if radius > _ALIGN.coarse_radius:
            expected, seen = downscaled(expected, 2), downscaled(seen, 2)
            reduction /= 2
        scale = self._template.scale * reduction
        margin = round(_ALIGN.cell_margin * scale)
        reach = max(2, round(radius * scale))
        expected = numpy.pad(expected, margin, mode="edge")
        seen = numpy.pad(seen, margin + reach, mode="edge")
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
        return numpy.array(offsets) / reduction, numpy.array(scores)


class WarpField:
    """A smooth field of offsets in pixels: a polynomial in x and y with local corrections, zero until it is fitted."""

    def __init__(self, size: tuple[int, int], local_radius: float) -> None:
        self._size = size
        self._local_radius = local_radius
        self.fit(numpy.zeros((0, 2)), numpy.zeros((0, 2)), numpy.zeros(0), 1.0)

    def at(self, points: Points) -> Points:
        """Return the offsets at the given points."""
        smooth = self._terms(points) @ self._coefficients
        distances = ((points[:, None] - self._points) ** 2).sum(axis=2)
        weights = self._weights * numpy.exp(-distances / (2 * self._local_radius**2))
        local: Points = weights @ self._residuals / (weights.sum(axis=1, keepdims=True) + _ALIGN.local_ridge)
        return smooth + local

    def at_all_pixels(self, width: int, height: int) -> Points:
        """Return the offset at every pixel of a picture of the sheet in this size, interpolated from a coarse grid."""
        across = numpy.linspace(0, self._size[0] - 1, _ALIGN.grid_columns)
        down = numpy.linspace(0, self._size[1] - 1, _ALIGN.grid_rows)
        grid = numpy.stack(numpy.meshgrid(across, down), axis=-1).reshape(-1, 2)
        offsets = self.at(grid).reshape(_ALIGN.grid_rows, _ALIGN.grid_columns, 2).astype(numpy.float32)
        # The outermost points of the grid are the outermost pixels.
        to_grid = numpy.array(
            [[(_ALIGN.grid_columns - 1) / (width - 1), 0, 0], [0, (_ALIGN.grid_rows - 1) / (height - 1), 0]]
        )
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpAffine(offsets, to_grid, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)

    def fit(self, points: Points, offsets: Points, weights: Floats, half_weight_residual: float) -> None:
        """Fit the polynomial; its residuals become the local corrections.

        A point whose residual is `half_weight_residual` pixels keeps half of its weight.
        """
        exponents = polynomial_exponents(_ALIGN.polynomial_degree)
        penalties = numpy.array([0.001 + (i + j) ** 2 for i, j in exponents])
        ridge = _ALIGN.ridge * (weights.sum() + 1) * penalties
        fit = robust_fit(self._terms(points), offsets, weights, ridge, half_weight_residual, _ALIGN.fit_iterations)
        self._coefficients, self._residuals, self._weights = fit
        self._points = points

    def _terms(self, points: Points) -> Floats:
        return polynomial_terms(points, self._size, _ALIGN.polynomial_degree)


def _check(outline: Points, homography: Points, template: SheetTemplate, pixels: Pixels) -> None:
    """Raise a PhotoError if the outline is not convex, clockwise and of a likely size, or if cells are cut off."""
    outline = outline.astype(numpy.float32)
    is_near = numpy.isfinite(outline).all() and abs(outline).max() <= _ALIGN.max_coordinate * max(pixels.shape)
    if (
        not is_near
        or not cv2.isContourConvex(outline)
        or cv2.contourArea(outline, oriented=True) <= _ALIGN.min_sheet_area
    ):
        raise PhotoError("unlike")
    cells = numpy.concatenate([corners(box) for box in template.boxes.values()]) * template.scale
    seen = cv2.perspectiveTransform(cells[None], homography)[0]
    tolerance = _ALIGN.max_outside * template.scale * numpy.ptp(seen, axis=0).max() / max(template.size)
    if (seen < -tolerance).any() or (seen > numpy.array(pixels.shape[1::-1]) + tolerance).any():
        raise PhotoError("cut_off")


def _cropped(pixels: Pixels, outline: Points, homography: Points, size: tuple[int, int]) -> tuple[Pixels, Points]:
    """Return the part of the photo with the sheet, downscaled as far as possible, and the homography into it."""
    margin = _ALIGN.crop_margin * numpy.ptp(outline, axis=0).max()
    left, top = numpy.maximum(outline.min(axis=0) - margin, 0).astype(int)
    right, bottom = numpy.minimum(outline.max(axis=0) + margin, pixels.shape[1::-1]).astype(int)
    resolution = (cv2.contourArea(outline.astype(numpy.float32)) / (size[0] * size[1])) ** 0.5
    factor = max(1, int(resolution + 2 - _ALIGN.min_downscaling))
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
