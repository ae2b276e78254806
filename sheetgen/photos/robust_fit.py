"""Fit smooth functions to measurements, some of which are wrong."""

from typing import NamedTuple

import numpy

from sheetgen.photos.image import Floats, Points


class Fit(NamedTuple):
    """The result of a robust fit."""

    coefficients: Floats
    residuals: Floats
    weights: Floats  # of the measurements in the last iteration


def polynomial_exponents(degree: int) -> list[tuple[int, int]]:
    """Return the exponents of x and y in the terms of a polynomial; the constant term comes first."""
    degrees = range(degree + 1)
    return [(i, j) for i in degrees for j in degrees if i + j <= degree]


def polynomial_terms(points: Points, size: tuple[int, int], degree: int) -> Floats:
    """Return the terms of a polynomial at each point of a picture of this size, in coordinates from -1 to 1."""
    x, y = (points / size * 2 - 1).T
    return numpy.stack([x**i * y**j for i, j in polynomial_exponents(degree)], axis=1)


def robust_fit(
    terms: Floats, values: Floats, weights: Floats, ridge: Floats, half_weight_residual: float, iterations: int
) -> Fit:
    """Fit a linear combination of terms to values by iteratively reweighted least squares.

    A value whose residual is `half_weight_residual` keeps half of its weight (Cauchy weights). `ridge` regularises the
    coefficient of each term.
    """
    robust = weights
    for _ in range(iterations):
        weighted = terms.T * robust
        coefficients: Floats = numpy.linalg.solve(weighted @ terms + numpy.diag(ridge), weighted @ values)
        residuals = values - terms @ coefficients
        robust = weights / (1 + (residuals**2).sum(axis=1) / half_weight_residual**2)
    return Fit(coefficients, residuals, robust)
