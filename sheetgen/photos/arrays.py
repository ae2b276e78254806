"""Names for the kinds of arrays in this package, and small operations on pictures."""

from typing import Any

import cv2
import numpy
from numpy.typing import NDArray

from sheetgen.drawing.scene import Box

Pixels = NDArray[Any]  # a picture: rows of pixels, grey or RGB, 0-255
Floats = NDArray[Any]  # numbers, such as one for each pixel
Mask = NDArray[Any]  # for each pixel, whether it belongs to something
Points = NDArray[Any]  # x and y in pixels; the centre of a pixel has integer coordinates


def corners(box: Box) -> Points:
    """Return the corners of a box, clockwise from the top left."""
    points = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
    return numpy.array(points, numpy.float32)


def downscaled(picture: Pixels, factor: int) -> Pixels:
    """Return the picture `factor` times smaller, averaging all pixels."""
    height, width = (side // factor * factor for side in picture.shape[:2])
    size = (width // factor, height // factor)
    return picture if factor == 1 else cv2.resize(picture[:height, :width], size, interpolation=cv2.INTER_AREA)


def sharpened(picture: Pixels, sigma: float, amount: float) -> Pixels:
    """Return the picture after unsharp masking with a Gaussian blur of `sigma` pixels."""
    return cv2.addWeighted(picture, 1 + amount, cv2.GaussianBlur(picture, (0, 0), sigma), -amount, 0)
