"""Ink on a straightened sheet: how much darker a place is than the paper around it, whatever the light."""

from __future__ import annotations

import cv2
import numpy
from numpy import float32

from sheetgen.photos.arrays import Floats, Pixels
from sheetgen.photos.target import STROKE, CellTarget

SOFT = 20
"""Levels that are added to the paper's, because in the dark there is more noise than ink."""


class Ink:
    """Knows the paper of a whole picture, and by it the ink in any cell."""

    def __init__(self, picture: Pixels, scale: float) -> None:
        self._picture = cv2.GaussianBlur(picture, (0, 0), 0.8)
        height, width = picture.shape[:2]
        # Paper is even, so a quarter of the pixels shows it as well.
        small = cv2.resize(self._picture, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        side = round(STROKE * scale / 2) | 1
        paper = cv2.morphologyEx(small, cv2.MORPH_CLOSE, numpy.ones((side, side), numpy.uint8))
        self._paper = cv2.resize(paper, (width, height), interpolation=cv2.INTER_LINEAR)

    def within(self, cell: CellTarget) -> Floats:
        """From 0, paper, to 1, black. In the colour in which it is darkest, so that red ink on pale red shows."""
        paper = cell.part(self._paper)
        darker = cv2.subtract(paper, cell.part(self._picture)).astype(float32) / (paper + float32(SOFT))
        ink: Floats = darker.max(axis=2)
        return ink
