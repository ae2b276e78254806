"""How people cross: strokes of a pen, in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy
from numpy.typing import NDArray

from sheetgen.drawing.scene import Box

Stroke = NDArray[Any]
"""Points along the way of the pen."""

STYLES = ("cross", "slash", "scribble", "tick")
STYLE_SHARES = (0.78, 0.09, 0.07, 0.06)
CROSS_SIDE = 8.6  # mm, median over all players
CROSS_SIDES = (4.0, 14.0)  # mm, smallest and largest
CROSS_SPREAD = 0.24  # of the logarithm of a player's usual size
OTHER_SIDE = 6.5  # mm, smallest side of slashes, scribbles and ticks: nobody makes tiny ones
MAX_OVERSHOOT = 1.3  # side of a cross / shorter side of its cell
STRETCHERS = 0.35  # share of players whose crosses take the form of high cells
STRIKERS = 0.5  # share of players who strike out what they skip
LONG_STRIKES = 0.35  # share of strikers who strike out several numbers with one line
MESSY = 0.12  # share of crosses that are smaller, or further off, than the player's others
TINY = 0.06  # share of players who make small crosses
TINY_SIDES = (4.5, 6.5)  # mm
MIXERS = 0.12  # share of players who do not always mark in the same way
MIXED_MARKS = 0.2  # share of their marks that are of another style than their usual one
STEADINESS = (0.6, 1.9)  # irregularity of the steadiest and of the least steady hand / that of an average one
CLOSERS = 0.2  # share of players who strike out what is left of rows that are closed
CLOSED_ROWS = 0.4  # share of the rows in which they do


class Hand:
    """One player's habits."""

    def __init__(self, random: numpy.random.Generator) -> None:
        self._random = random
        self._style = str(random.choice(STYLES, p=STYLE_SHARES))
        side = numpy.clip(CROSS_SIDE * numpy.exp(random.normal(0, CROSS_SPREAD)), *CROSS_SIDES)
        if random.random() < TINY:
            side = random.uniform(*TINY_SIDES)
        self._side = float(side)
        self._mixes = random.random() < MIXERS
        self._wobble = float(random.uniform(*STEADINESS))
        self._proportion = float(numpy.exp(random.normal(0, 0.14)))  # width / height
        self._stretch = random.uniform(0.2, 0.9) if random.random() < STRETCHERS else 0.0
        self._slant = random.normal(0, 0.10)
        self._way = 1 if random.random() < 0.8 else -1
        self.strikes = random.random() < STRIKERS
        self.strikes_long = random.random() < LONG_STRIKES
        self.closes = random.random() < CLOSERS

    def cross(self, box: Box) -> list[Stroke]:
        """Return the strokes that cross a cell."""
        return self._mark(box, self._side)

    def small_cross(self, box: Box) -> list[Stroke]:
        """Return a cross of 4 to 6 mm, on the number."""
        return self._mark(box, float(self._random.uniform(4, 6)), offset=0.5)

    def _mark(self, box: Box, side: float, offset: float = 1.0) -> list[Stroke]:
        """Return the player's mark with about this side in mm; `offset` scales its distance from the cell's centre."""
        random = self._random
        style = self._style
        if self._mixes and random.random() < MIXED_MARKS:
            style = str(random.choice([other for other in STYLES if other != style]))
        if style != "cross":
            side = max(side, OTHER_SIDE)
        x, y = box.centre
        is_messy = random.random() < MESSY
        x += offset * random.normal(0, 0.10 if is_messy else 0.05) * box.w
        y += offset * random.normal(0, 0.07 if is_messy else 0.035) * box.h
        side *= random_near(random, 1, 0.08) * (random.uniform(0.75, 1.1) if is_messy else 1)
        shorter = min(box.w, box.h)
        side = float(numpy.clip(side, CROSS_SIDES[0], min(CROSS_SIDES[1], MAX_OVERSHOOT * shorter)))
        stretched = 1 + self._stretch * (box.h / shorter - 1)
        proportion = self._proportion * float(numpy.exp(random.normal(0, 0.05 * self._wobble)))
        wide, high = side * proportion**0.5 / 2, side * stretched / proportion**0.5 / 2
        slant = self._slant + random.normal(0, 0.05 * self._wobble)
        return [self._placed(stroke, x, y, wide, high, slant) for stroke in self._shape(style)]

    def dot(self, box: Box) -> list[Stroke]:
        """Return a round blob of 2 to 4 mm instead of a cross."""
        random = self._random
        radius = random.uniform(0.8, 1.8)
        middle = numpy.array(box.centre) + random.normal(0, 0.06, 2) * (box.w, box.h)
        turns = numpy.linspace(0, 8 * numpy.pi, 60)
        spiral = numpy.stack([numpy.cos(turns), numpy.sin(turns)], axis=1) * (turns / turns[-1])[:, None]
        return [middle + radius * spiral]

    def scribble_out(self, box: Box) -> list[Stroke]:
        """Return a cross that its player took back by scribbling over it: the cell does not count."""
        random = self._random
        x, y = box.centre
        wide, high = random.uniform(0.34, 0.48) * box.w, random.uniform(0.3, 0.46) * box.h
        turns = int(random.integers(9, 18))
        at = numpy.linspace(-1, 1, turns)
        side = numpy.where(numpy.arange(turns) % 2, -1.0, 1.0)
        along = [at, side] if random.random() < 0.5 else [side, at]
        zigzag = numpy.stack(along, axis=1) + random.normal(0, 0.1, (turns, 2))
        return [*self.cross(box), bent(zigzag * (wide, high) + (x, y), random, 0.04)]

    def filling(self, box: Box) -> list[Stroke]:
        """Return hatching that fills a round field."""
        random = self._random
        radius = min(box.w, box.h) / 2 - 0.9
        across = numpy.arange(-radius, radius, 0.4)
        half = numpy.sqrt(radius**2 - across**2)
        ends = [(x, (-1 if at % 2 else 1) * y) for at, (x, y) in enumerate(zip(across, half, strict=True))]
        turn = random.uniform(0, numpy.pi)
        rotation = numpy.array([[numpy.cos(turn), numpy.sin(turn)], [-numpy.sin(turn), numpy.cos(turn)]])
        return [bent(numpy.array(ends) @ rotation + box.centre, random, 0.01)]

    def _shape(self, style: str) -> list[list[tuple[float, float]]]:
        """Return the strokes between -1 and 1."""
        down, up = [(-0.95, -1.0), (0.95, 1.0)], [(0.95, -1.0), (-0.95, 1.0)]
        if style == "cross":
            return [down, up]
        if style == "slash":
            return [up if self._way > 0 else down]
        if style == "tick":
            return [[(-0.8, 0.05), (-0.25, 0.95), (0.95, -1.0)]]
        turns = int(self._random.integers(4, 7))
        heights = numpy.linspace(-0.95, 0.95, turns)
        return [[((-0.85 if at % 2 else 0.85), float(height)) for at, height in enumerate(heights)]]

    def _placed(
        self, shape: Sequence[tuple[float, float]], x: float, y: float, wide: float, high: float, slant: float
    ) -> Stroke:
        random = self._random
        points = numpy.array(shape) + random.normal(0, 0.07 * self._wobble, (len(shape), 2))
        points[:, 0] -= slant * points[:, 1]
        return bent(points * (wide, high) + (x, y), random, 0.05 * self._wobble)

    def strike_rest(self, boxes: Sequence[Box]) -> list[Stroke]:
        """One flat line through the rest of a row that is closed, or none."""
        return self.strike(boxes, is_long=True) if boxes and self._random.random() < CLOSED_ROWS else []

    def strike(self, boxes: Sequence[Box], is_long: bool = False) -> list[Stroke]:
        """Flat lines through skipped numbers: one through all, or one through each."""
        random = self._random
        if (is_long or self.strikes_long) and len(boxes) > 1:
            first, last = boxes[0], boxes[-1]
            left, right = first.x + random.uniform(-1, 3), last.right + random.uniform(-3, 1)
            tilt = random.normal(0, 0.012) * (right - left)
            middle = first.centre[1] + random.normal(0, 0.06) * first.h
            return [bent(numpy.array([(left, middle - tilt / 2), (right, middle + tilt / 2)]), random, 0.006)]
        return [self._dash(box) for box in boxes if random.random() < 0.9]

    def _dash(self, box: Box) -> Stroke:
        random = self._random
        half = box.w * random.uniform(0.32, 0.55)
        x, y = box.centre
        x, y = x + random.normal(0, 0.06) * box.w, y + random.normal(0, 0.07) * box.h
        rise = half * numpy.tan(random.normal(0, 0.06))
        return bent(numpy.array([(x - half, y + rise), (x + half, y - rise)]), random, 0.03)

    def slips(self, boxes: Sequence[Box]) -> list[Stroke]:
        """Where the pen touched the paper for no reason: dots and short marks."""
        random, found = self._random, []
        for _ in range(int(random.poisson(1.2))):
            box = boxes[int(random.integers(len(boxes)))]
            start = (box.x + random.uniform(0, box.w), box.y + random.uniform(0, box.h))
            found.append(numpy.array([start, start + random.normal(0, 0.25, 2)]))
        return found

    def writing(self, box: Box, text: str) -> list[Stroke]:
        """A number or a short name in a box."""
        high = min(box.h * 0.6, 6.0)
        x, y = box.centre
        x -= 0.33 * high * len(text)
        strokes = []
        for character in text:
            points = CHARACTERS[character]
            shape = numpy.array(points) + self._random.normal(0, 0.04, (len(points), 2))
            strokes.append(bent(shape * (high * 0.5, high) + (x, y - high / 2), self._random, 0.03))
            x += high * 0.66
        return strokes


CHARACTERS: dict[str, list[tuple[float, float]]] = {
    "0": [(0.5, 0), (0, 0.4), (0.3, 1), (0.9, 0.7), (0.8, 0.1), (0.4, 0)],
    "1": [(0.1, 0.35), (0.6, 0), (0.55, 1)],
    "2": [(0.1, 0.2), (0.6, 0), (0.8, 0.35), (0.05, 1), (0.95, 0.95)],
    "3": [(0.1, 0.05), (0.85, 0.1), (0.35, 0.45), (0.9, 0.75), (0.05, 1)],
    "4": [(0.5, 0), (0.05, 0.65), (0.95, 0.6), (0.65, 0.35), (0.6, 1)],
    "5": [(0.9, 0), (0.25, 0.05), (0.15, 0.45), (0.8, 0.55), (0.7, 0.95), (0.05, 1)],
    "6": [(0.7, 0), (0.15, 0.5), (0.25, 1), (0.85, 0.85), (0.6, 0.5), (0.15, 0.7)],
    "7": [(0.05, 0.05), (0.95, 0), (0.4, 1)],
    "8": [(0.8, 0.15), (0.2, 0.15), (0.8, 0.75), (0.4, 1), (0.15, 0.75), (0.8, 0.2)],
    "9": [(0.85, 0.3), (0.3, 0.45), (0.2, 0.1), (0.8, 0.05), (0.75, 1)],
    "-": [(0.1, 0.55), (0.9, 0.5)],
    "A": [(0, 1), (0.45, 0), (0.95, 1), (0.75, 0.65), (0.2, 0.62)],
    "B": [(0.1, 0), (0.1, 1), (0.1, 0.05), (0.8, 0.2), (0.15, 0.5), (0.9, 0.75), (0.1, 1)],
    "a": [(0.8, 0.5), (0.2, 0.5), (0.1, 0.9), (0.5, 1), (0.8, 0.5), (0.9, 1)],
    "e": [(0.1, 0.75), (0.8, 0.7), (0.5, 0.42), (0.1, 0.75), (0.4, 1), (0.9, 0.9)],
    "n": [(0.1, 0.45), (0.12, 1), (0.15, 0.6), (0.5, 0.45), (0.75, 0.6), (0.8, 1)],
}
"""Roughly, from the top left to (1, 1)."""


def bent(points: Stroke, random: numpy.random.Generator, by: float) -> Stroke:
    """The way through some points, as a hand goes it: never quite straight."""
    pieces = []
    for start, end in pairwise(points):
        along = numpy.linspace(0, 1, 12)[:, None]
        aside = numpy.array([-(end - start)[1], (end - start)[0]])
        wave = random.normal(0, by) * numpy.sin(numpy.pi * along) + random.normal(0, by / 3) * numpy.sin(
            2 * numpy.pi * along
        )
        pieces.append(start + along * (end - start) + wave * aside)
    return numpy.concatenate(pieces)


def random_near(random: numpy.random.Generator, middle: float, spread: float) -> float:
    """A number that is seldom further off than twice the spread, and never than three times."""
    return float(middle + spread * numpy.clip(random.normal(), -3, 3))
