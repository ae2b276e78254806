"""What people write with."""

from __future__ import annotations

from typing import NamedTuple

import numpy


class Pen(NamedTuple):
    """A kind of pen: its colours (what is left of red, green and blue light), and the least and the most it may be."""

    name: str
    share: float
    """How often it is used."""
    colours: tuple[tuple[float, float, float], ...]
    widths: tuple[float, float]
    """Millimetres."""
    cover: tuple[float, float]
    """How much of the paper it hides."""
    grain: float
    """How much of the paper's roughness it leaves white."""


PENS = (
    Pen("ballpoint", 0.36, ((0.10, 0.14, 0.50), (0.09, 0.09, 0.11)), (0.35, 0.6), (0.72, 0.95), 0.18),
    Pen("gel", 0.16, ((0.06, 0.06, 0.08), (0.08, 0.10, 0.45)), (0.45, 0.8), (0.9, 1.0), 0.03),
    Pen("red or green", 0.14, ((0.72, 0.10, 0.13), (0.10, 0.45, 0.20)), (0.4, 0.7), (0.75, 0.95), 0.12),
    Pen("pencil", 0.14, ((0.22, 0.22, 0.24),), (0.45, 0.8), (0.55, 0.8), 0.4),
    Pen("light pencil", 0.08, ((0.30, 0.30, 0.32),), (0.4, 0.7), (0.32, 0.5), 0.5),
    Pen("felt", 0.12, ((0.07, 0.07, 0.09), (0.06, 0.10, 0.42), (0.66, 0.08, 0.12)), (1.0, 1.7), (0.8, 0.97), 0.02),
)


class Ink(NamedTuple):
    """One pen in one hand."""

    pen: str
    colour: tuple[float, float, float]
    width: float
    cover: float
    grain: float


def some_ink(random: numpy.random.Generator) -> Ink:
    """The pen of one player."""
    shares = numpy.array([pen.share for pen in PENS])
    pen = PENS[int(random.choice(len(PENS), p=shares / shares.sum()))]
    colour = pen.colours[int(random.integers(len(pen.colours)))]
    return Ink(pen.name, colour, float(random.uniform(*pen.widths)), float(random.uniform(*pen.cover)), pen.grain)
