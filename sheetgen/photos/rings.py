"""The pixels of a cell in rings around something that is printed, as waves around a stone."""

from __future__ import annotations

import numpy

from sheetgen.photos.arrays import Floats, Mask

WAYS = 4
"""The directions in which outlines run. They are told apart, because a camera that moves blurs in one of them."""
FEWEST = 6
"""Pixels that can tell what is usual in their ring."""


class Rings:
    """Each ring has its number. Where something else is near, pixels belong to a ring, but do not speak for it."""

    def __init__(self, distance: Floats, is_apart: Mask, far: int) -> None:
        down, right = numpy.gradient(distance)
        way = ((numpy.arctan2(down, right) / numpy.pi * WAYS + 0.5) % WAYS).astype(int)
        pixels = distance.astype(int)
        self.count = far * WAYS
        self.numbers = numpy.where((pixels > 0) & (pixels < far), pixels * WAYS + way, 0)
        """Of each pixel; 0 is print, and all that is far from it."""
        spoken = numpy.where(is_apart, self.numbers, 0).ravel()
        order = numpy.argsort(spoken, kind="stable")
        self._members = numpy.split(order, numpy.searchsorted(spoken[order], numpy.arange(1, self.count)))

    def medians(self, values: Floats) -> Floats:
        """Of each ring what most of its pixels have, at the least; of rings with few pixels nothing."""
        flat, found = values.ravel(), numpy.zeros(self.count)
        for ring, members in enumerate(self._members[WAYS:], WAYS):
            if len(members) >= FEWEST:
                found[ring] = numpy.sort(flat[members])[len(members) // 2]
        return found
