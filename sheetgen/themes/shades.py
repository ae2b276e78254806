"""Shades of one colour: readable cells, frames, numbers and marks for the colour of a row's band.

Colours are texts such as `#d6283b`. Contrast ratios are those of WCAG 2, from 1 to 21.
"""

import colorsys
from bisect import bisect_right

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
