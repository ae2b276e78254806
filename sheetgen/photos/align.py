"""Straighten a photo: the marks say roughly where the sheet is, and every printed cell then says exactly.

A lens bends what is straight, and paper is never flat: by the marks alone, cells are off by up to some millimetres.
So the frame of each cell is looked for where it should be, and a smooth field takes up what all of them are off by.

A smooth field: by how many pixels a sheet is off at each of its places, to the right and down.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy

from sheetgen.photos.arrays import Floats, Pixels, Points, corners, shrunk
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.locate import Marks
from sheetgen.photos.template import HALF, Target, darkest, edges

SHARPER = 1.8
"""Photos with so many pixels across for each of the straightened sheet are made half as large first, or a third."""
ROOM = 0.03
"""What is kept of the photo around the sheet, as a share of its longer side."""
AROUND = 1.2
"""Millimetres around a cell that are compared with."""
STEPS = (6.5, 3.0, 1.5)
"""How far cells are looked for, in millimetres, one time after the other,"""
LAST_STEP = 1.0
"""and at the end, when each cell may still be off a little for itself."""
LIKE = 0.3
"""A cell that is less like itself has no say in the field."""
SURELY_LIKE = 0.5
"""A cell that is less like itself is where the field says, for it may be taken for anything."""
OF_MARKS = 0.1
"""What each corner of a mark has to say; a cell has up to 0.7."""
SOFTNESS = 0.3
"""A cell that is so far off the field has half of its say, as a share of how far it was looked for."""
CUT = 1.5
"""Millimetres of a cell that may be outside of the photo, by what the marks say."""
SMALLEST, LARGEST = 100_000, 4
"""Pixels that a sheet has at least; and how many times as long as a photo its way through it may be."""
NEAR = 12.0
"""Millimetres around a cell in which it bends the field."""


class Straight(NamedTuple):
    """A straightened photo, and how well each cell was found."""

    picture: Pixels
    """RGB, as large as the target's."""
    shifts: dict[str, tuple[float, float]]
    """By how many pixels each cell is still off, to the right and down."""
    likeness: dict[str, float]
    """How like itself each cell is there: from 0, like anything, to 1."""


class Straightener:
    """Brings one photo to the form of its target."""

    def __init__(self, pixels: Pixels, marks: Marks, target: Target) -> None:
        self._target = target
        self._marks: Points = numpy.concatenate([target.marks[number] for number in marks])
        outline, _ = cv2.findHomography(self._marks, numpy.concatenate(list(marks.values())))
        _check(outline, target, pixels)
        self._photo, self._outline = _cut(pixels, outline, target.size)
        self._centres = numpy.array([box.centre for box in target.boxes.values()]) * target.scale
        self._field = Field(target.size)

    def straight(self) -> Straight:
        """Look for the cells, each time more closely."""
        dark = darkest(self._photo)
        for reach in STEPS:
            self._learn(*self._look(self._warped(dark, HALF), reach), SOFTNESS * reach)
        picture = self._warped(self._photo, 1)
        shifts, likeness = self._look(self._warped(dark, HALF), LAST_STEP)
        shifts *= (likeness > SURELY_LIKE)[:, None]
        ids = list(self._target.boxes)
        return Straight(
            picture,
            {id: (float(right), float(down)) for id, (right, down) in zip(ids, shifts, strict=True)},
            dict(zip(ids, likeness.tolist(), strict=True)),
        )

    def _learn(self, offsets: Points, likeness: Floats, softness: float) -> None:
        """Take up what the cells are off by. The marks are where they are, as far as their corners can tell."""
        points = numpy.concatenate([self._centres, self._marks])
        wanted = numpy.concatenate([offsets + self._field.at(self._centres), numpy.zeros_like(self._marks)])
        trust = numpy.concatenate([numpy.clip(likeness - LIKE, 0, None), numpy.full(len(self._marks), OF_MARKS)])
        self._field.fit(points, wanted, trust, softness * self._target.scale, NEAR * self._target.scale)

    def _warped(self, photo: Pixels, share: float) -> Pixels:
        """The sheet at a share of its size, as far as it is known where it is."""
        width, height = (round(side * share) for side in self._target.size)
        across, down = ((numpy.arange(side, dtype=numpy.float32) + 0.5) / share - 0.5 for side in (width, height))
        places = self._field.everywhere(width, height) + numpy.stack(numpy.meshgrid(across, down), axis=-1)
        x, y = cv2.split(cv2.perspectiveTransform(places, self._outline))
        return cv2.remap(photo, x, y, cv2.INTER_LINEAR)

    def _look(self, dark: Pixels, reach: float) -> tuple[Points, Floats]:
        """By how much each cell is off, and how like itself it is there; in a picture of half the size."""
        target, scale = self._target, self._target.scale * HALF
        margin, step = round(AROUND * scale), max(2, round(reach * scale))
        wanted, seen = _framed(target.edges, margin), _framed(edges(dark), margin + step)
        offsets, likeness = [], []
        for box in target.boxes.values():
            left, top, right, bottom = (round(side * scale) for side in (box.x, box.y, box.right, box.bottom))
            part = wanted[top : bottom + 2 * margin, left : right + 2 * margin]
            around = seen[top : bottom + 2 * (margin + step), left : right + 2 * (margin + step)]
            match = cv2.matchTemplate(around, part, cv2.TM_CCOEFF_NORMED)
            _, best, _, (x, y) = cv2.minMaxLoc(match)
            offsets.append((x + _between(match[y], x) - step, y + _between(match[:, x], y) - step))
            likeness.append(best)
        return numpy.array(offsets) / HALF, numpy.array(likeness)


def _check(outline: Points | None, target: Target, pixels: Pixels) -> None:
    """Refuse marks that no sheet has like this, and a sheet of which a part is outside of the photo."""
    width, height = target.size
    edge = numpy.array([[(0, 0), (width, 0), (width, height), (0, height)]], numpy.float32)
    if outline is None or not _is_sheet(cv2.perspectiveTransform(edge, outline)[0], pixels):
        raise PhotoError("unlike")
    cells = numpy.concatenate([corners(box) for box in target.boxes.values()]) * target.scale
    seen = cv2.perspectiveTransform(cells[None], outline)[0]
    beyond = CUT * target.scale * numpy.ptp(seen, axis=0).max() / max(target.size)
    if (seen < -beyond).any() or (seen > numpy.array(pixels.shape[1::-1]) + beyond).any():
        raise PhotoError("cut_off")


def _is_sheet(seen: Points, pixels: Pixels) -> bool:
    """Is this what a sheet may look like: four corners, clockwise, and not much larger than the photo?"""
    largest = LARGEST * max(pixels.shape)
    if not numpy.isfinite(seen).all() or abs(seen).max() > largest:
        return False
    sides = numpy.roll(seen, -1, axis=0) - seen
    turns = sides[:, 0] * numpy.roll(sides[:, 1], -1) - sides[:, 1] * numpy.roll(sides[:, 0], -1)
    return bool((turns > 0).all()) and cv2.contourArea(seen) > SMALLEST


def _cut(pixels: Pixels, outline: Points, size: tuple[int, int]) -> tuple[Pixels, Points]:
    """The part of the photo with the sheet, no larger than needed, and the outline in it."""
    width, height = size
    edge = numpy.array([[(0, 0), (width, 0), (width, height), (0, height)]], float)
    seen = cv2.perspectiveTransform(edge, outline)[0]
    room = ROOM * numpy.ptp(seen, axis=0).max()
    left, top = numpy.maximum(seen.min(axis=0) - room, 0).astype(int)
    right, bottom = numpy.minimum(seen.max(axis=0) + room, pixels.shape[1::-1]).astype(int)
    part = pixels[top:bottom, left:right]
    finer = (cv2.contourArea(seen.astype(numpy.float32)) / (width * height)) ** 0.5
    smaller = max(1, int(finer + 2 - SHARPER))
    # A pixel reaches half a pixel around its middle, in the photo as in its part.
    factor = 1 / smaller
    shift = [[factor, 0, (0.5 - left) * factor - 0.5], [0, factor, (0.5 - top) * factor - 0.5], [0, 0, 1]]
    return shrunk(part, smaller), numpy.array(shift) @ outline


def _framed(picture: Pixels, by: int) -> Pixels:
    return cv2.copyMakeBorder(picture, by, by, by, by, cv2.BORDER_REPLICATE)


def _between(values: Floats, peak: int) -> float:
    """How far the true peak is from the highest value, by the parabola through its neighbours."""
    if not 0 < peak < len(values) - 1:
        return 0.0
    before, top, after = (float(value) for value in values[peak - 1 : peak + 2])
    bend = before - 2 * top + after
    return 0.5 * (before - after) / bend if bend < 0 else 0.0


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
