"""How bad it may be: ordinary photos, and hard ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tests.profiles import THOROUGH

PAPER_SCALE = 12
"""Pixels per mm of the picture of the paper, before it is photographed."""


class Conditions(NamedTuple):
    """What is drawn by chance, and how far it may go."""

    stream: int
    """Makes one seed give different photos, and games, under each kind of conditions."""
    sizes: Mapping[tuple[int, int], float]
    """The share of pictures with so many pixels across and down."""
    tilt: float
    """Degrees; usually less."""
    steepest: float
    arch: float
    """Millimetres that paper rises; usually less."""
    curl: float
    folded: float
    """The share of sheets that were folded,"""
    fold_angle: float
    bend: float
    filled: tuple[float, float]
    """The share of the picture that the sheet takes."""
    shadow: tuple[float, float]
    """How much light shadows leave."""
    glare: float
    """The share of pictures with glare,"""
    glaring: tuple[float, float]
    """and how strong it is."""
    exposure: tuple[float, float]
    blur: tuple[float, float]
    """Of a picture with 4000 pixels, in pixels."""
    motion: float
    """The longest motion, likewise."""
    noise: tuple[float, float]
    quality: tuple[int, int]
    thumb: float
    """The share of pictures with a thumb on the paper."""
    mishaps: tuple[str, ...] = ()
    """Names of functions in `mishaps`; one of them happens to each sheet."""


SIZES = {(4032, 3024): 0.34, (3264, 2448): 0.16, (2400, 1800): 0.2, (2016, 1512): 0.18, (1600, 1200): 0.12}
SMALL_SIZES = {(2016, 1512): 0.3, (1600, 1200): 0.7}

NORMAL = Conditions(
    stream=0, sizes=SIZES,
    tilt=13, steepest=30, arch=1.6, curl=4, folded=0.08, fold_angle=4, bend=0.025, filled=(0.72, 0.96),
    shadow=(0.5, 0.85), glare=0.15, glaring=(0.1, 0.35), exposure=(0.72, 1.08), blur=(0.3, 1.8), motion=6,
    noise=(1.0, 6.0), quality=(60, 94), thumb=0.06,
)  # fmt: skip
HARD = Conditions(
    stream=1, sizes=SIZES,
    tilt=22, steepest=42, arch=4.0, curl=9, folded=0.25, fold_angle=9, bend=0.04, filled=(0.55, 0.97),
    shadow=(0.3, 0.7), glare=0.35, glaring=(0.2, 0.7), exposure=(0.4, 1.2), blur=(0.6, 3.4), motion=12,
    noise=(2.0, 11.0), quality=(40, 90), thumb=0.15,
)  # fmt: skip
MISHAPS = (
    "coffee_ring", "show_through", "pen", "hair", "narrow_shadow", "crease",
    "corrections", "dots", "fillings", "small_crosses",
)  # fmt: skip
ADVERSE = NORMAL._replace(stream=2, mishaps=MISHAPS)
"""Ordinary photos of sheets on which something lies, shows through, was taken back or was marked in an odd way."""
SMALL, HARD_SMALL = NORMAL._replace(sizes=SMALL_SIZES), HARD._replace(sizes=SMALL_SIZES)
"""Quickly taken, and hardly more difficult to read, because readers make large pictures smaller first."""
USUAL = NORMAL if THOROUGH else SMALL
UPRIGHT = 0.15
"""The share of pictures that are taken upright, though most sheets are wide."""
