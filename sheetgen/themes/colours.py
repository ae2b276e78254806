"""Shades that are readable on the colour of a row's band, and colours that colour-blind players could confuse.

Colours are texts such as `#d6283b`. Contrast ratios are those of WCAG 2, from 1 to 21. Colour blindness is simulated
with the matrices of Machado, Oliveira and Fernandes (2009) for the complete lack of one kind of cone. Colours are
compared by CIEDE2000, which is made for small differences; distances in OKLab are simpler, but far too large between
very dark colours.
"""

import colorsys
import math
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

WHITE, BLACK = "#ffffff", "#000000"
TINT = 0.09  # share of the band's colour in the background of its cells
INK_CONTRAST = 8.5  # of numbers on their cell; with such ink, either it or white has more than 3:1 on any band
FRAME_CONTRAST = 6.0  # of frames around their cell
MARK_CONTRAST = 4.5  # marks on a band are white if white has at least this contrast
PALE_BAND_CONTRAST = 1.3  # bands with less contrast to white paper get a darker edge
PALE_EDGE_CONTRAST = 2.0  # of the edge of such bands on white paper
DARK_SATURATION = 0.6  # exponent that makes dark shades more saturated, or else they look dull; greys stay grey


def linear(colour: str) -> tuple[float, float, float]:
    """Return red, green and blue as linear light from 0 to 1."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _channels(colour))
    return red, green, blue


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, from 0 to 1."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 for equal ones to 21 for black on white."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def mix(one: str, other: str, share: float) -> str:
    """Return a mixture with this share of the first colour, and the rest of the other."""
    return _text(*(share * a + (1 - share) * b for a, b in zip(_channels(one), _channels(other), strict=True)))


def darker(colour: str, ground: str, ratio: float) -> str:
    """Return the brightest shade of this hue, no brighter than the colour, with this contrast to the ground.

    If the ground is too dark for any, return black or white.
    """
    hue, saturation, value = colorsys.rgb_to_hsv(*_channels(colour))

    def shade(step: int) -> str:
        return _text(*colorsys.hsv_to_rgb(hue, saturation**DARK_SATURATION, step / 255))

    enough = bisect_right(range(round(value * 255) + 1), -ratio, key=lambda step: -contrast(shade(step), ground))
    found = shade(max(0, enough - 1))
    return found if contrast(found, ground) >= ratio else _most_contrasting(ground, BLACK, WHITE)


def shades_of(band: str, cell: str | None = None, ink: str | None = None) -> dict[str, str]:
    """Return edge, cell, frame, ink and mark for a band, and for its cell or ink where they are given."""
    cell = cell or mix(band, WHITE, TINT)
    ink = ink or darker(band, cell, INK_CONTRAST)
    frame = darker(band, cell, FRAME_CONTRAST)
    mark = WHITE if contrast(WHITE, band) >= MARK_CONTRAST else _most_contrasting(band, WHITE, ink)
    edge = band if contrast(band, WHITE) >= PALE_BAND_CONTRAST else darker(band, WHITE, PALE_EDGE_CONTRAST)
    return {"edge": edge, "cell": cell, "frame": frame, "ink": ink, "mark": mark}


def _most_contrasting(ground: str, *colours: str) -> str:
    return max(colours, key=lambda colour: contrast(colour, ground))


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _text(*channels: float) -> str:
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in channels)


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
