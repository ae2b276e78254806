"""Operations on pictures: the reader's results are those of OpenCV and numpy."""

from __future__ import annotations

from typing import Any

import cv2
import numpy
import pytest

from tests.js.modules import Modules
from tests.js.test_marks import packed

SIGMA, AMOUNT = 1.5, 2.0
POINTS = [(0, 0), (3.25, 4.5), (61.5, 40.75), (-5, 7), (1000, 1000)]


@pytest.fixture(scope="module")
def picture() -> Any:
    """Noise that is smooth enough to be sharpened, with an odd number of columns."""
    noise = numpy.random.default_rng(1).normal(0, 60, (46, 63)).astype(numpy.float32)
    return (128 + cv2.GaussianBlur(noise, (0, 0), 1)).clip(0, 255).astype(numpy.uint8)


@pytest.fixture(scope="module")
def results(modules: Modules, picture: Any) -> Any:
    return modules.call("tests/photo_answers", "pictureOperations", packed(picture), SIGMA, AMOUNT, POINTS)


def soft(picture: Any) -> Any:
    return cv2.GaussianBlur(picture.astype(numpy.float64), (0, 0), SIGMA, borderType=cv2.BORDER_REPLICATE)


def test_a_halved_picture_has_the_means_of_its_pixels(picture: Any, results: Any) -> None:
    means = picture[:, :62].reshape(23, 2, 31, 2).mean(axis=(1, 3))
    assert abs(numpy.reshape(results["halved"], means.shape) - means).max() <= 0.5


def test_a_smoothed_picture_is_blurred_a_little(picture: Any, results: Any) -> None:
    expected = cv2.GaussianBlur(picture, (5, 5), 0.8).astype(int)
    inside = (slice(2, -2), slice(2, -2))  # at the edge, OpenCV mirrors pixels, and the page repeats them
    assert abs(numpy.reshape(results["smoothed"], picture.shape) - expected)[inside].max() <= 1


def test_a_sharpened_picture_is_an_unsharp_mask(picture: Any, results: Any) -> None:
    sharp = (picture + AMOUNT * (picture - soft(picture))).clip(0, 255)
    assert abs(numpy.reshape(results["sharpened"], picture.shape) - sharp).max() < 1.2


def test_an_integral_image_has_the_sums_above_and_to_the_left(picture: Any, results: Any) -> None:
    assert numpy.array_equal(numpy.reshape(results["integral"], (47, 64)), cv2.integral(picture))


def test_grey_values_are_interpolated_between_pixels(picture: Any, results: Any) -> None:
    inside = numpy.clip(POINTS, 0, (62, 45)).astype(numpy.float32)
    x, y = inside[:, :1], inside[:, 1:]
    expected = cv2.remap(picture.astype(numpy.float32), x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    assert numpy.allclose(results["greyAt"], expected.ravel(), atol=0.01)
