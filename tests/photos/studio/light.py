"""Light on the scene: uneven, with shadows and glare; and what the camera makes of its colour."""

from __future__ import annotations

from typing import Any

import cv2
import numpy
from numpy.typing import NDArray

from tests.photos.studio.conditions import Conditions

SMALL = 160
"""Light changes slowly, so it is drawn small."""

Floats = NDArray[Any]


def light(photo: Floats, conditions: Conditions, random: numpy.random.Generator) -> Floats:
    """The photo in some light."""
    height, width = photo.shape[:2]
    y, x = numpy.mgrid[0 : SMALL * height // width, 0:SMALL].astype(numpy.float32) / SMALL - 0.5
    turn = random.uniform(0, 2 * numpy.pi)
    lit = 1 - random.uniform(0, 0.4) * (0.5 + x * numpy.cos(turn) + y * numpy.sin(turn)).clip(0, 1)
    lit *= 1 - random.uniform(0, 0.5) * (x**2 + y**2)
    if random.random() < 0.45:
        lit *= _shadow(x, y, random.uniform(*conditions.shadow), random)
    lit = cv2.resize(lit.astype(numpy.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    balance = numpy.array([random.normal(1, 0.06), 1.0, random.normal(1, 0.08)]) * random.uniform(*conditions.exposure)
    photo *= lit[..., None] * balance.astype(numpy.float32)
    if random.random() < conditions.glare:
        bright = cv2.resize(_glare(x, y, random), (width, height), interpolation=cv2.INTER_CUBIC)
        photo += (bright * random.uniform(*conditions.glaring))[..., None]
    # Cameras bend their highlights down, so that little is quite white.
    return numpy.where(photo > 0.8, 0.8 + 0.2 * numpy.tanh((photo - 0.8) / 0.2), photo).astype(numpy.float32)


def _shadow(x: Floats, y: Floats, left: float, random: numpy.random.Generator) -> Floats:
    """Of a hand, an arm or the phone itself: soft at its edge."""
    turn, at = random.uniform(0, 2 * numpy.pi), random.uniform(-0.3, 0.3)
    across = x * numpy.cos(turn) + y * numpy.sin(turn) + 0.06 * numpy.sin(8 * (x - y) + random.uniform(0, 6))
    if random.random() < 0.5:
        across = abs(across) - random.uniform(0.06, 0.25)
    soft = random.uniform(0.01, 0.1)
    shadow: Floats = left + (1 - left) / (1 + numpy.exp(-((across - at) / soft).clip(-50, 50)))
    return shadow


def _glare(x: Floats, y: Floats, random: numpy.random.Generator) -> Floats:
    """Where a lamp is mirrored."""
    middle, wide = random.uniform(-0.4, 0.4, 2), random.uniform(0.04, 0.18, 2)
    spot: Floats = numpy.exp(-(((x - middle[0]) / wide[0]) ** 2) - ((y - middle[1]) / wide[1]) ** 2)
    return spot.astype(numpy.float32)
