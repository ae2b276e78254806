"""What print leaves beside itself on a blurred photo, taken away from the ink in a cell.

It is the same all along an outline, and a stroke of the pen is not: so what most places have, at one distance from
the print, is a trace of it.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy

from sheetgen.photos.arrays import Floats
from sheetgen.photos.rings import Rings
from sheetgen.photos.target import CellTarget

MORE, SPARE = 1.6, 0.02
"""Traces are at most so many times as strong as usual on their sheet, and a little: or else a cell that is filled in
would be taken for one."""


def without_traces(cells: Mapping[str, CellTarget], inks: Mapping[str, Floats]) -> dict[str, Floats]:
    """The ink of each cell, without traces of its frame and of its number."""
    by_frame = _traces({id: cell.by_frame for id, cell in cells.items()}, inks)
    by_print = _traces({id: cell.by_print for id, cell in cells.items()}, inks)
    return {id: ink - by_frame[id] - by_print[id] for id, ink in inks.items()}


def _traces(rings: Mapping[str, Rings], inks: Mapping[str, Floats]) -> dict[str, Floats]:
    """For each pixel what it has from the print beside it."""
    paper = {id: numpy.percentile(ink, 10) for id, ink in inks.items()}
    found = {id: (rings[id].medians(ink - paper[id])).clip(0) for id, ink in inks.items()}
    usual = MORE * numpy.median(list(found.values()), axis=0) + SPARE
    return {id: numpy.minimum(traces, usual)[rings[id].numbers] for id, traces in found.items()}
