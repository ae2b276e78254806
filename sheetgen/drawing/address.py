"""What stands beside a code: what it is for, and the same link to type in."""

from __future__ import annotations

import re

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts import text_width
from sheetgen.drawing.scene import Anchor, Typeface

_PART = r"[:#]?[^/:#]*/?"

LINE = 1.2
"""From one line of small print to the next, in type sizes."""


def address_lines(url: str, size: float, room: float, face: Typeface) -> list[str]:
    """The address in lines that fit the room, for people without a camera, broken between its parts if possible."""
    lines: list[str] = []
    for part in re.findall(_PART, url.partition("://")[2]):
        if lines and text_width(lines[-1] + part, size, face) <= room:
            lines[-1] += part
            continue
        while part:
            length = len(part)
            while length > 1 and text_width(part[:length], size, face) > room:
                length -= 1
            lines.append(part[:length])
            part = part[length:]
    return lines


def unbroken_size(url: str, size: float, room: float, face: Typeface) -> float:
    """The type size at which no part of the address has to be broken, at most the given one."""
    widest = max(text_width(part, size, face) for part in re.findall(_PART, url.partition("://")[2]))
    return size if widest <= room else size * room / widest * 0.999  # a hair less, for rounding


def draw_address(
    canvas: Canvas, edition: Edition, lines: list[str], x: float, y: float, size: float, room: float, anchor: Anchor
) -> None:
    """The heading, if there is one, its capitals centred on y, and the lines of the address below it."""
    ink, heading = edition.theme.ink, edition.label("scan")
    canvas.text(x, y, heading, size, ink.text, "bold", anchor, room=room)
    for index, line in enumerate(lines, start=1 if heading else 0):
        canvas.text(x, y + index * size * LINE, line, size, ink.soft, anchor=anchor)
