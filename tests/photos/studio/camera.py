"""The camera itself: blur, motion, noise, sharpening, and a JPEG file."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import cv2
import numpy
from numpy.typing import NDArray
from PIL import Image

from tests.photos.studio.conditions import Conditions

FULL = 4000
"""Pixels of the pictures that conditions speak of."""
_ORIENTATION = 0x0112

Floats = NDArray[Any]


def exposed(photo: Floats, conditions: Conditions, random: numpy.random.Generator) -> NDArray[numpy.uint8]:
    """What the sensor makes of the light."""
    share = max(photo.shape[:2]) / FULL
    blur = 0.45 + share * random.uniform(*conditions.blur)
    photo = cv2.GaussianBlur(photo, (0, 0), blur)
    if random.random() < 0.4:
        photo = _moved(photo, share * random.uniform(0, conditions.motion), random.uniform(0, numpy.pi))
    noise = random.uniform(*conditions.noise) / 255
    grains = random.standard_normal(photo.shape, numpy.float32)
    if share > 0.7:  # large pictures are smoothed by the camera
        grains = cv2.GaussianBlur(grains, (0, 0), 0.7) * 1.6
    photo = photo + grains * noise * (0.6 + 0.6 * photo)
    if random.random() < 0.5:
        sharper = random.uniform(0.2, 0.7)
        photo = photo * (1 + sharper) - sharper * cv2.GaussianBlur(photo, (0, 0), 1.5)
    return (photo * 255).clip(0, 255).astype(numpy.uint8)


def _moved(photo: Floats, far: float, way: float) -> Floats:
    """Blurred along a line."""
    side = 2 * int(far / 2 + 1) + 1
    kernel = numpy.zeros((side, side), numpy.float32)
    middle, step = (side - 1) / 2, far / 2 * numpy.array([numpy.cos(way), numpy.sin(way)])
    ends = [tuple(round(16 * float(middle + sign * each)) for each in step) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], (1.0,), 1, cv2.LINE_AA, shift=4)
    moved: Floats = cv2.filter2D(photo, -1, kernel / kernel.sum())
    return moved


def as_jpeg(pixels: NDArray[numpy.uint8], conditions: Conditions, random: numpy.random.Generator) -> bytes:
    """The file as a phone keeps it; some state in it how it is to be turned."""
    low, high = conditions.quality
    image, exif = Image.fromarray(pixels), Image.Exif()
    if random.random() < 0.3:
        exif[_ORIENTATION] = int(random.choice([3, 6, 8]))
    file = BytesIO()
    image.save(file, "JPEG", quality=int(random.integers(low, high + 1)), exif=exif)
    return file.getvalue()
