"""A smooth field: by how many pixels a sheet is off at each of its places, to the right and down."""

from __future__ import annotations

import cv2
import numpy

from sheetgen.photos.arrays import Floats, Points

COLUMNS, ROWS = 49, 33
"""Of the coarse grid for which a field is worked out, before it is spread over all pixels."""
DEGREE = 3
ROUNDS = 8
STIFFNESS = 1e-3
CALM = 0.3
"""What speaks against a bend where nothing does."""


class Field:
    """A polynomial in x and y for each direction, bent near the places that know better. At first all is 0."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self._powers = [(i, j) for i in range(DEGREE + 1) for j in range(DEGREE + 1 - i)]
        self._factors: Floats = numpy.zeros((len(self._powers), 2))
        self._known: Points = numpy.zeros((0, 2))
        self._rest: Points = numpy.zeros((0, 2))
        self._say: Floats = numpy.zeros(0)
        self._near = 1.0

    def at(self, points: Points) -> Points:
        """By how much these places are off."""
        smooth = self._terms(points) @ self._factors
        apart = ((points[:, None] - self._known) ** 2).sum(axis=2)
        say = self._say * numpy.exp(-apart / (2 * self._near**2))
        bend: Points = say @ self._rest / (say.sum(axis=1, keepdims=True) + CALM)
        return smooth + bend

    def everywhere(self, width: int, height: int) -> Points:
        """By how much each pixel is off in a picture of the sheet with this size."""
        across, down = numpy.linspace(0, self._size[0] - 1, COLUMNS), numpy.linspace(0, self._size[1] - 1, ROWS)
        grid = numpy.stack(numpy.meshgrid(across, down), axis=-1).reshape(-1, 2)
        offsets = self.at(grid).reshape(ROWS, COLUMNS, 2).astype(numpy.float32)
        # The first and the last pixels are those of the grid.
        to_grid = numpy.array([[(COLUMNS - 1) / (width - 1), 0, 0], [0, (ROWS - 1) / (height - 1), 0]])
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpAffine(offsets, to_grid, (width, height), flags=how, borderMode=cv2.BORDER_REPLICATE)

    def fit(self, points: Points, offsets: Points, trust: Floats, softness: float, near: float) -> None:
        """Go through these offsets, as far as they agree: from the softness on, those far off have less and less say.

        What the polynomial leaves, bends the field near each place.
        """
        terms, say = self._terms(points), trust
        stiff = STIFFNESS * (trust.sum() + 1) * numpy.diag([0.001 + (i + j) ** 2 for i, j in self._powers])
        for _ in range(ROUNDS):
            heard = terms.T * say
            self._factors = numpy.linalg.solve(heard @ terms + stiff, heard @ offsets)
            rest = offsets - terms @ self._factors
            say = trust / (1 + (rest**2).sum(axis=1) / softness**2)
        self._known, self._rest, self._say, self._near = points, rest, say, near

    def _terms(self, points: Points) -> Floats:
        x, y = (points / self._size * 2 - 1).T
        return numpy.stack([x**i * y**j for i, j in self._powers], axis=1)
