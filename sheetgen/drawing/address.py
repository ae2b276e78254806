"""What stands beside a code: what it is for, and the same link to type in."""

from __future__ import annotations

import re

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts import text_width
from sheetgen.drawing.scene import Anchor, Typeface

_PART = re.compile(r":?[^/:-]*[/-]?")
_SHUFFLED = re.compile(r"(#[^.]*\.\d+\.)(.+)")
"""The end of a shuffled sheet's link: fingerprint and number, then its long code."""
GROUP = 4
"""If that code does not fit a line, it is broken behind every few characters."""

LINE = 1.2
"""From one line of small print to the next, in type sizes."""


def address_lines(url: str, size: float, room: float, face: Typeface) -> list[str]:
    """The address in lines that fit the room, for people without a camera, broken between its parts if possible."""
    lines: list[str] = []
    *parts, code = _parts(url)
    pieces = [code] if text_width(code, size, face) <= room else _groups(code)
    for part in (*parts, *pieces):
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
    *parts, code = _parts(url)
    widest = max(text_width(part, size, face) for part in (*parts, *_groups(code)))
    return size if widest <= room else size * room / widest * 0.999  # a hair less, for rounding


def _parts(url: str) -> list[str]:
    """Where an address may be broken: between folders, behind hyphens, and before the code of a shuffled sheet, which
    is the last part; there is none on other sheets."""
    parts: list[str] = _PART.findall(url.partition("://")[2].partition("#")[0])
    end = "".join(url.partition("#")[1:])
    shuffled = _SHUFFLED.fullmatch(end)
    return [*parts, *shuffled.groups()] if shuffled else [*parts, end, ""]


def _groups(code: str) -> list[str]:
    return [code[at : at + GROUP] for at in range(0, len(code), GROUP)]


def draw_address(
    canvas: Canvas, edition: Edition, lines: list[str], x: float, y: float, size: float, room: float, anchor: Anchor
) -> None:
    """The heading, if there is one, its capitals centred on y, and the lines of the address below it."""
    ink, heading = edition.theme.ink, edition.label("scan")
    canvas.text(x, y, heading, size, ink.text, "bold", anchor, room=room)
    for index, line in enumerate(lines, start=1 if heading else 0):
        canvas.text(x, y + index * size * LINE, line, size, ink.soft, anchor=anchor)
