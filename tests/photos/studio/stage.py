"""The sheet on a table, before a camera: pose, lens, and paper that is not flat. Millimetres; z points up."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy
from numpy.typing import NDArray

from tests.photos.studio.conditions import Conditions

COARSE = 8
"""Rays are traced for every so many pixels, and what is between them is smooth."""
ROUNDS = 6

Floats = NDArray[Any]


class Surface:
    """How high the paper lies at each of its places: arched, curled at a corner, folded."""

    def __init__(self, width: float, height: float, conditions: Conditions, random: numpy.random.Generator) -> None:
        self._half = numpy.array([width, height]) / 2
        turn = random.uniform(0, numpy.pi)
        self._along = numpy.array([numpy.cos(turn), numpy.sin(turn)])
        self._arch = abs(random.normal(0, conditions.arch))
        corner = numpy.array(random.choice([-1, 1], 2))
        self._corner = corner * self._half
        self._curl = random.uniform(0, conditions.curl) if random.random() < 0.3 else 0.0
        self._folded = random.random() < conditions.folded
        fold = random.choice([0, numpy.pi / 2]) + random.normal(0, 0.05)
        self._fold = numpy.array([numpy.cos(fold), numpy.sin(fold)])
        self._fold_at = random.normal(0, 0.15) * width
        self._slope = random.uniform(-1, 1) * numpy.tan(numpy.radians(conditions.fold_angle))

    def height(self, x: Floats, y: Floats) -> Floats:
        """Above the table; the middle of the sheet is at (0, 0)."""
        across = (x * self._along[0] + y * self._along[1]) / numpy.linalg.norm(self._half)
        high: Floats = self._arch * (1 - numpy.clip(across, -1.3, 1.3) ** 2)
        far = numpy.hypot(x - self._corner[0], y - self._corner[1])
        high = high + self._curl * numpy.clip(1 - far / 60, 0, 1) ** 2
        if self._folded:
            high = high + self._slope * abs(x * self._fold[0] + y * self._fold[1] - self._fold_at) * 0.3
        return high

    def shade(self, width: int, height: int, scale: float, left: float, top: float) -> Floats:
        """How much light the paper throws back, by how it is inclined; for a picture of it with this size."""
        x, y = numpy.meshgrid(
            numpy.arange(0, width, COARSE) / scale - left, numpy.arange(0, height, COARSE) / scale - top
        )
        high = self.height(x - self._half[0], y - self._half[1])
        falling, rising = numpy.gradient(high, COARSE / scale)
        shade = numpy.asarray(1 - 0.45 * rising - 0.35 * falling, numpy.float32)
        return cv2.resize(shade, (width, height), interpolation=cv2.INTER_LINEAR)


class View(NamedTuple):
    """Where the camera is, and which way it looks."""

    place: Floats
    turn: Floats
    """The directions to its right, down and ahead, as rows."""
    focal: float
    bend: float
    """Of straight lines, by the lens."""


def traced(view: View, surface: Surface, size: tuple[int, int]) -> Floats:
    """For each pixel of a photo, the place on the sheet that it shows, from the sheet's middle."""
    width, height = size
    across, down = numpy.arange(-COARSE, width + 2 * COARSE, COARSE), numpy.arange(-COARSE, height + 2 * COARSE, COARSE)
    u, v = numpy.meshgrid((across - width / 2) / view.focal, (down - height / 2) / view.focal)
    wider = 1 + view.bend * (u**2 + v**2)
    rays = numpy.stack([u * wider, v * wider, numpy.ones_like(u)], axis=-1) @ view.turn
    high = numpy.zeros_like(u)
    for _ in range(ROUNDS):
        far = (high - view.place[2]) / rays[..., 2]
        seen = view.place[:2] + far[..., None] * rays[..., :2]
        high = surface.height(seen[..., 0], seen[..., 1])
    full = numpy.array([[COARSE, 0, -COARSE], [0, COARSE, -COARSE]], float)
    return cv2.warpAffine(seen.astype(numpy.float32), full, size, flags=cv2.INTER_LINEAR)


def some_view(
    width: float, height: float, size: tuple[int, int], conditions: Conditions, random: numpy.random.Generator
) -> View:
    """A camera that has all of the sheet in its picture."""
    tilt = numpy.radians(min(abs(random.normal(0, conditions.tilt)), conditions.steepest))
    azimuth = random.uniform(0, 2 * numpy.pi)
    roll = numpy.radians(90 * int(random.integers(4)) + random.normal(0, 6))
    ahead = numpy.array([numpy.sin(tilt) * numpy.cos(azimuth), numpy.sin(tilt) * numpy.sin(azimuth), -numpy.cos(tilt)])
    # Y points down the sheet, so z up makes the system left-handed, like the camera's: right, down, ahead.
    right = numpy.array([numpy.cos(roll), numpy.sin(roll), 0.0])
    right -= ahead * (right @ ahead)
    right /= numpy.linalg.norm(right)
    turn = numpy.stack([right, numpy.cross(right, ahead), ahead])
    focal = max(size) * random.uniform(0.7, 0.95)
    filled = random.uniform(*conditions.filled)
    view, low, high = None, 60.0, 4000.0
    corners = numpy.array([(x, y, 0.0) for x in (-width / 2, width / 2) for y in (-height / 2, height / 2)])
    for _ in range(40):
        distance = (low + high) / 2
        view = View(-ahead * distance, turn, focal, random_bend(conditions, random) if view is None else view.bend)
        low, high = (distance, high) if _reach(view, corners, size) > filled else (low, distance)
    assert view is not None
    # Nobody hits the middle.
    seen = _seen(view, corners)
    room = numpy.array(size) / 2 - abs(seen).max(axis=0)
    shift = random.uniform(-0.6, 0.6, 2) * numpy.clip(room, 0, None)
    distance = -view.place[2] / view.turn[2, 2]
    return view._replace(place=view.place - (shift[0] * turn[0] + shift[1] * turn[1]) * abs(distance) / focal)


def random_bend(conditions: Conditions, random: numpy.random.Generator) -> float:
    """Lenses of phones bend little, in either direction."""
    return float(random.normal(0, conditions.bend))


def _seen(view: View, points: Floats) -> Floats:
    """Where points are in the picture, from its middle, without what the lens bends."""
    there = (points - view.place) @ view.turn.T
    seen: Floats = there[:, :2] / there[:, 2:] * view.focal
    return seen


def _reach(view: View, points: Floats, size: tuple[int, int]) -> float:
    """Which share of the picture's sides the points take up."""
    return float((2 * abs(_seen(view, points)) / numpy.array(size)).max())
