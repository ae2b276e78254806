"""Readable shades for the colour of a row's band, and colours that colour-blind players could confuse.

Colours are texts such as `#d6283b`. Contrast ratios are those of WCAG 2, from 1 to 21. ColorAide simulates colour
blindness by the method of Machado, Oliveira and Fernandes (2009), and compares colours by CIEDE2000, which is made for
small differences; distances in OKLab are far too large between very dark colours.
"""

import colorsys
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

WHITE, BLACK = "#ffffff", "#000000"
TINT = 0.09  # share of the band's colour in the background of its cells
INK_CONTRAST = 8.5  # of numbers to their cell
FRAME_CONTRAST = 6.0  # of frames to the cells inside them
MARK_CONTRAST = 4.5  # of names and symbols on a band; either white or black has it
PALE_BAND_CONTRAST = 1.3  # bands with less contrast to white paper get a darker edge
PALE_EDGE_CONTRAST = 2.0  # of the edges of pale bands to white paper
DARK_SATURATION = 0.6  # exponent that makes dark shades more saturated, so that they do not look dull; greys stay grey
# CIEDE2000 difference below which bands look the same unless they lie side by side. Chosen by eye: in the theme
# `color`, red and green are 5.1 apart to deuteranopes, which is still visible; 3 is not.
CONFUSABLE = 5.0
VISIONS = {"normal": "", "protanopia": "protan", "deuteranopia": "deutan", "tritanopia": "tritan"}  # filters by vision


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, from 0 to 1."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 for equal ones to 21 for black on white."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def mix(one: str, other: str, share: float) -> str:
    """Return a mixture with this share of the first colour, and the rest of the other."""
    return _hex(*(share * a + (1 - share) * b for a, b in zip(_channels(one), _channels(other), strict=True)))


def darker(colour: str, background: str, ratio: float) -> str:
    """Return the brightest shade of this hue, no brighter than the colour, with this contrast ratio to the background.

    If the background is too dark for any, return black or white.
    """
    hue, saturation, value = colorsys.rgb_to_hsv(*_channels(colour))

    def shade(step: int) -> str:
        return _hex(*colorsys.hsv_to_rgb(hue, saturation**DARK_SATURATION, step / 255))

    enough = bisect_right(range(round(value * 255) + 1), -ratio, key=lambda step: -contrast(shade(step), background))
    found = shade(max(0, enough - 1))
    return found if contrast(found, background) >= ratio else _most_contrasting(background, BLACK, WHITE)


def shades_of(band: str, cell: str | None = None, ink: str | None = None) -> dict[str, str]:
    """Return the edge, cell, frame, ink and mark that suit a band and, if given, its cell and ink."""
    cell = cell or mix(band, WHITE, TINT)
    ink = ink or darker(band, cell, INK_CONTRAST)
    frame = darker(band, cell, FRAME_CONTRAST)
    mark = next((each for each in (WHITE, ink, BLACK) if contrast(each, band) >= MARK_CONTRAST), BLACK)
    edge = band if contrast(band, WHITE) >= PALE_BAND_CONTRAST else darker(band, WHITE, PALE_EDGE_CONTRAST)
    return {"edge": edge, "cell": cell, "frame": frame, "ink": ink, "mark": mark}


@dataclass(frozen=True, slots=True)
class ConfusablePair:
    """The names of two colours, and the vision that confuses them most; `normal` if everyone can confuse them."""

    one: str
    other: str
    vision: str


def confusable_pairs(colours: Mapping[str, str]) -> list[ConfusablePair]:
    """Return the pairs of colours that some players could confuse, the most alike first."""
    from coloraide import Color

    def seen(colour: str, name: str) -> Color:
        return Color(colour).filter(name, method="machado").clip() if name else Color(colour)

    labs = {
        vision: {each: seen(colour, name).convert("lab-d65") for each, colour in colours.items()}
        for vision, name in VISIONS.items()
    }
    found = []
    for one, other in combinations(colours, 2):
        differences = {vision: lab[one].delta_e(lab[other], method="2000") for vision, lab in labs.items()}
        worst = min(differences, key=lambda vision: differences[vision])
        if differences[worst] < CONFUSABLE:
            vision = "normal" if differences["normal"] < CONFUSABLE else worst
            found.append((differences[worst], ConfusablePair(one, other, vision)))
    return [pair for _, pair in sorted(found, key=lambda each: each[0])]


def _most_contrasting(background: str, *colours: str) -> str:
    return max(colours, key=lambda colour: contrast(colour, background))


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _hex(*channels: float) -> str:
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in channels)
