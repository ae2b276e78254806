"""Take a photo of a finished sheet: the same seed gives the same photo."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import cv2
import numpy

from sheetgen.drawing.edition import Edition
from tests.helpers import edition as edition_of_variant
from tests.photos.studio.camera import as_jpeg, exposed
from tests.photos.studio.conditions import NORMAL, PAPER_SCALE as SCALE, UPRIGHT, Conditions
from tests.photos.studio.game import Finished, finished
from tests.photos.studio.light import light
from tests.photos.studio.paper import Floats, Paper
from tests.photos.studio.pens import Ink, some_ink
from tests.photos.studio.stage import Surface, some_view, traced
from tests.photos.studio.table import lay_thumb, some_table


class Shot(NamedTuple):
    """A photo, and what is really on it."""

    jpeg: bytes
    finished: Finished
    ink: Ink
    mishap: str | None = None
    """What happened to the sheet besides its crosses: one of MISHAPS."""

    @property
    def crossed(self) -> frozenset[str]:
        """All cells with a cross."""
        return self.finished.crossed

    @property
    def serial(self) -> int:
        """The number of the sheet."""
        return self.finished.serial


def take(seed: int, variant: str = "classic", theme: str = "color", conditions: Conditions = NORMAL) -> Shot:
    """A photo of a sheet of a built-in layout."""
    return take_of(edition_of_variant(variant, theme, "de" if seed % 4 == 3 else "en"), seed, conditions)


def take_of(edition: Edition, seed: int, conditions: Conditions = NORMAL) -> Shot:
    """A photo of a sheet of this edition."""
    random = numpy.random.default_rng([seed, conditions.stream])
    return take_sheet(finished(edition, random), random, conditions)


def take_sheet(played: Finished, random: numpy.random.Generator, conditions: Conditions = NORMAL) -> Shot:
    """A photo of this very sheet."""
    ink = some_ink(random)
    paper = Paper(played, ink, random, conditions.mishaps)
    return Shot(photographed(paper, conditions, random), played, ink, paper.mishap)


class OnTable(Protocol):
    """What lies on the table: a picture, RGB from 0 to 1, where it begins in mm, and which of its pixels are paper."""

    picture: Floats
    mask: Floats
    width: float
    height: float
    left: float
    top: float


def photographed(paper: OnTable, conditions: Conditions, random: numpy.random.Generator) -> bytes:
    """A photo, as a JPEG file."""
    sizes = list(conditions.sizes)
    size = sizes[int(random.choice(len(sizes), p=list(conditions.sizes.values())))]
    if random.random() < UPRIGHT:
        size = size[1], size[0]
    surface = Surface(paper.width, paper.height, conditions, random)
    view = some_view(paper.width, paper.height, size, conditions, random)
    seen = traced(view, surface, size)
    high, wide = paper.picture.shape[:2]
    shade = surface.shade(wide, high, SCALE, paper.left, paper.top)
    picture = paper.picture * shade[..., None]
    # Where in the picture of the paper each pixel of the photo is.
    middle = numpy.array([paper.left + paper.width / 2, paper.top + paper.height / 2], numpy.float32)
    across, down = cv2.split((seen + middle) * SCALE)
    fine = max(1.0, (wide * high / (numpy.prod(size) * 0.6)) ** 0.5)
    if fine > 1:  # or small photos would leave out pixels
        picture = cv2.GaussianBlur(picture, (0, 0), 0.4 * fine)
    inside = cv2.remap(paper.mask, across, down, cv2.INTER_LINEAR)
    table = some_table(size, random)
    table *= 1 - 0.35 * cv2.GaussianBlur(inside, (0, 0), size[0] / 200)[..., None]
    photo = cv2.remap(picture, across, down, cv2.INTER_LINEAR)
    photo = table + (photo - table) * inside[..., None]
    if random.random() < conditions.thumb:
        lay_thumb(photo, seen, (paper.width / 2, paper.height / 2), random)
    return as_jpeg(exposed(light(photo, conditions, random), conditions, random), conditions, random)
