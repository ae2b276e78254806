"""Find colours that colour-blind players could confuse.

Colour blindness is simulated with the matrices of Machado, Oliveira and Fernandes (2009) for the complete lack of one
kind of cone. Colours are compared by CIEDE2000, which is made for small differences; distances in OKLab are simpler,
but far too large between very dark colours.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from sheetgen.themes.shades import linear

# CIEDE2000 difference below which bands pass for the same colour unless they lie side by side. Chosen by looking: in
# the theme `color`, red and green are 5.1 apart to deuteranopes, which can still be seen; 3 cannot.
CONFUSABLE = 5.0

# Matrices from linear light to the linear light that is seen.
_VISIONS = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
# Matrix from linear sRGB to XYZ, in which white is 1, 1, 1.
_TO_XYZ = (
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)

Triple = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class ConfusablePair:
    """Two colours by name, and the vision to which they are most alike; `normal` if everyone can confuse them."""

    one: str
    other: str
    vision: str


def confusable_pairs(colours: Mapping[str, str]) -> list[ConfusablePair]:
    """Return the pairs of colours that some players could confuse, the most alike first."""
    seen = {
        vision: {name: to_lab(_transformed(matrix, linear(colour))) for name, colour in colours.items()}
        for vision, matrix in _VISIONS.items()
    }
    found = []
    for one, other in combinations(colours, 2):
        differences = {vision: difference(labs[one], labs[other]) for vision, labs in seen.items()}
        least = min(differences.values())
        if least < CONFUSABLE:
            worst = min(differences, key=lambda vision: differences[vision])
            vision = "normal" if differences["normal"] < CONFUSABLE else worst
            found.append((least, ConfusablePair(one, other, vision)))
    return [pair for _, pair in sorted(found, key=lambda each: each[0])]


def to_lab(light: Triple) -> Triple:
    """Return linear sRGB light in CIELAB."""
    xyz = _transformed(_TO_XYZ, light)
    x, y, z = (math.cbrt(part) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Triple, other: Triple) -> float:
    """Return the CIEDE2000 difference of two colours in CIELAB, with the steps and constants of the standard."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    stretch = 1.5 - 0.5 * _blueness((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2)
    c1, c2 = math.hypot(a1 * stretch, b1), math.hypot(a2 * stretch, b2)
    h1, h2 = (math.degrees(math.atan2(b, a * stretch)) for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 and c2 else 0.0
    hue = (h1 + turn / 2) % 360 if c1 and c2 else h1 + h2
    light, chroma = (l1 + l2) / 2 - 50, (c1 + c2) / 2
    weight = (
        1
        - 0.17 * _cos(hue - 30)
        + 0.24 * _cos(2 * hue)
        + 0.32 * _cos(3 * hue + 6)
        - 0.20 * _cos(4 * hue - 63)
    )  # fmt: skip
    by_light = (l2 - l1) / (1 + 0.015 * light**2 / math.sqrt(20 + light**2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    bend = -2 * _blueness(chroma) * math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
    return math.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + bend * by_chroma * by_hue)


def _transformed(matrix: tuple[Triple, Triple, Triple], light: Triple) -> Triple:
    """Return the light transformed by a matrix, clipped to 0–1."""
    x, y, z = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in matrix)
    return x, y, z


def _blueness(chroma: float) -> float:
    return math.sqrt(chroma**7 / (chroma**7 + 25**7))


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
