"""Shades of one colour: from a row's band follow its cells, frames, numbers and marks, all of them readable.

Colours are texts such as `#d6283b`. Contrast is measured as WCAG 2 defines it.
"""

from __future__ import annotations

import colorsys
from bisect import bisect_right

WHITE, BLACK = "#ffffff", "#000000"
TINT = 0.09
"""How much of the band is in the paper of its cells."""
INK_CONTRAST = 8.5
"""Numbers on their cell. With ink this dark, either it or white has more than 3:1 on any band."""
FRAME_CONTRAST = 6.0
"""Frames around their cell."""
MARK_CONTRAST = 4.5
"""White is used on a band if it stands out as much as this."""
PALEST_EDGE, PALE_EDGE_CONTRAST = 1.3, 2.0
"""A band fainter than the one on white paper, such as a white one, gets an edge with the other."""
DEPTH = 0.6
"""Dark shades look dull unless they are more saturated: with this power, pale colours gain most, and greys nothing."""


def linear(colour: str) -> tuple[float, float, float]:
    """Red, green and blue as amounts of light from 0 to 1."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _channels(colour))
    return red, green, blue


def luminance(colour: str) -> float:
    """How bright a colour is, from 0 to 1."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """From 1, for the same colour, to 21, for black on white."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def mix(one: str, other: str, share: float) -> str:
    """So much of the one, and the rest of the other."""
    return _text(*(share * a + (1 - share) * b for a, b in zip(_channels(one), _channels(other), strict=True)))


def darker(colour: str, ground: str, ratio: float) -> str:
    """The brightest shade of this hue, no brighter than the colour, with this contrast to the ground.

    On a ground too dark for any, black or white.
    """
    hue, saturation, value = colorsys.rgb_to_hsv(*_channels(colour))

    def shade(step: int) -> str:
        return _text(*colorsys.hsv_to_rgb(hue, saturation**DEPTH, step / 255))

    enough = bisect_right(range(round(value * 255) + 1), -ratio, key=lambda step: -contrast(shade(step), ground))
    found = shade(max(0, enough - 1))
    return found if contrast(found, ground) >= ratio else _better(ground, BLACK, WHITE)


def shades_of(band: str, cell: str | None = None, ink: str | None = None) -> dict[str, str]:
    """Edge, cell, frame, ink and mark to go with a band, and with its cell or ink where they are given."""
    cell = cell or mix(band, WHITE, TINT)
    ink = ink or darker(band, cell, INK_CONTRAST)
    frame = darker(band, cell, FRAME_CONTRAST)
    mark = WHITE if contrast(WHITE, band) >= MARK_CONTRAST else _better(band, WHITE, ink)
    edge = band if contrast(band, WHITE) >= PALEST_EDGE else darker(band, WHITE, PALE_EDGE_CONTRAST)
    return {"edge": edge, "cell": cell, "frame": frame, "ink": ink, "mark": mark}


def _better(ground: str, *colours: str) -> str:
    return max(colours, key=lambda colour: contrast(colour, ground))


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _text(*channels: float) -> str:
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in channels)
