"""What the arrays of numbers stand for. OpenCV's types tell no more than that they are arrays."""

from __future__ import annotations

from typing import Any

import cv2
import numpy
from numpy.typing import NDArray

from sheetgen.drawing.scene import Box

Pixels = NDArray[Any]
"""A picture: rows of pixels, grey or RGB, each from 0 to 255."""
Floats = NDArray[Any]
"""Numbers, such as one for each pixel."""
Mask = NDArray[Any]
"""For each pixel, whether it belongs to something."""
Points = NDArray[Any]
"""Places in a picture, as x and y in pixels, whose middles are at whole numbers."""


def corners(box: Box) -> Points:
    """The corners of a box, clockwise from the top left."""
    points = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
    return numpy.array(points, numpy.float32)


def shrunk(picture: Pixels, times: int) -> Pixels:
    """The picture so many times smaller: whole numbers are quick, and no pixel is left out."""
    height, width = (side // times * times for side in picture.shape[:2])
    size = (width // times, height // times)
    return picture if times == 1 else cv2.resize(picture[:height, :width], size, interpolation=cv2.INTER_AREA)


def sharpened(picture: Pixels, reach: float, strength: float) -> Pixels:
    """The picture with each pixel set off from those around it."""
    return cv2.addWeighted(picture, 1 + strength, cv2.GaussianBlur(picture, (0, 0), reach), -strength, 0)
