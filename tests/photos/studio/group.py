"""Photos of several sheets on one table: side by side, on an uncut page, or scattered, some of them overlapping."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy

from sheetgen.drawing.edition import Edition
from tests.photos.studio.conditions import NORMAL, PAPER_SCALE as SCALE, Conditions
from tests.photos.studio.game import Finished, finished
from tests.photos.studio.paper import Floats, Paper
from tests.photos.studio.pens import some_ink
from tests.photos.studio.shot import photographed

LARGE = {(4032, 3024): 1.0}
TOGETHER = NORMAL._replace(sizes=LARGE, arch=0.8, curl=0, folded=0, thumb=0, tilt=9, steepest=20)
GAP = 8.0  # mm between sheets that do not lie on an uncut page
SCATTER = 7.0  # degrees by which scattered sheets are turned, usually less
OVERLAP = 14.0  # mm by which the corner of a sheet lies on its neighbour
ARRANGEMENTS = ("page", "beside", "scattered", "overlapping")


class GroupShot(NamedTuple):
    """A photo, and the sheets on it, row by row."""

    jpeg: bytes
    sheets: Sequence[Finished]
    arrangement: str


class _Table:
    """Several sheets as one picture, whose pixels between them are not paper."""

    def __init__(self, papers: Sequence[Paper], arrangement: str, random: numpy.random.Generator) -> None:
        columns = 1 if len(papers) == 2 and random.random() < 0.5 else 2
        gap = {"page": 0.0, "overlapping": -OVERLAP / 2}.get(arrangement, GAP)
        self.left = self.top = 0.0
        wide, high = max(each.width for each in papers), max(each.height for each in papers)
        rows = -(-len(papers) // columns)
        margin = 3 * GAP
        self.width = columns * wide + (columns - 1) * gap + 2 * margin
        self.height = rows * high + (rows - 1) * gap + 2 * margin
        size = (round(self.width * SCALE), round(self.height * SCALE))
        self.picture: Floats = numpy.zeros((size[1], size[0], 3), numpy.float32)
        self.mask: Floats = numpy.zeros((size[1], size[0]), numpy.float32)
        for at, paper in enumerate(papers):
            x = margin + at % columns * (wide + gap) + (wide - paper.width) / 2
            y = margin + at // columns * (high + gap) + (high - paper.height) / 2
            turn = random.normal(0, SCATTER / 2) if arrangement in ("scattered", "overlapping") else 0.0
            self._lay(paper, x, y, turn, size)

    def _lay(self, paper: Paper, x: float, y: float, turn: float, size: tuple[int, int]) -> None:
        """Lay a sheet with its top left corner at x, y in mm, turned by so many degrees."""
        high, wide = paper.picture.shape[:2]
        place = cv2.getRotationMatrix2D((wide / 2, high / 2), turn, 1)
        place[:, 2] += numpy.array([x - paper.left, y - paper.top]) * SCALE
        picture = cv2.warpAffine(paper.picture, place, size, flags=cv2.INTER_LINEAR)
        cover = cv2.warpAffine(paper.mask, place, size, flags=cv2.INTER_LINEAR)
        self.picture += (picture - self.picture) * cover[..., None]
        self.mask = numpy.maximum(self.mask, cover)


def take_group(
    editions: Sequence[Edition], seed: int, arrangement: str, conditions: Conditions = TOGETHER
) -> GroupShot:
    """A photo of sheets of these editions, each of another player."""
    random = numpy.random.default_rng([seed, 3])
    sheets = [finished(edition, random) for edition in editions]
    papers = [Paper(sheet, some_ink(random), random) for sheet in sheets]
    table = _Table(papers, arrangement, random)
    return GroupShot(photographed(table, conditions, random), sheets, arrangement)
