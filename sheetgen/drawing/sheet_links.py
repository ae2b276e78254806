"""The link that a sheet's code carries, and how large its code becomes.

What stands beside a code: what it is for, and the same link to type in.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.scene import Anchor, Box, Code, Link, Typeface
from sheetgen.errors import InputError, Place

PORT = 8717
DEFAULT_BASE = f"http://sheetgen.local:{PORT}"
SMALLEST_MODULE = 0.5
QUIET_ZONE = 4
"""Modules of white around a code."""

# Bytes that a code of version 3, 4, … holds at level M. Smaller versions hold no link.
_FIRST_VERSION = 3
_CAPACITY = (42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412)


class SheetLinks(NamedTuple):
    """The links of a run of sheets: base, layout and fingerprint are the same, the serial numbers differ.

    A shuffled sheet has a code of its own behind its number.
    """

    base: str
    slug: str
    fingerprint: str
    last_serial: int
    longest_code: int = 0
    code: str = ""

    @property
    def page(self) -> str:
        """The scorer's page, which is the same for all sheets."""
        return f"{self.base}/{self.slug}/"

    def end(self, serial: int) -> str:
        """What differs from link to link."""
        return f"#{self.fingerprint}.{serial}.{self.code}" if self.code else f"#{self.fingerprint}.{serial}"

    def url(self, serial: int) -> str:
        """The link of one sheet."""
        return self.page + self.end(serial)

    @property
    def modules(self) -> int:
        """The size of the codes: one for the whole run, so that all look alike."""
        length = len(self._replace(code="?" * self.longest_code).url(self.last_serial))
        for index, capacity in enumerate(_CAPACITY):
            if length <= capacity:
                return 17 + 4 * (_FIRST_VERSION + index)
        raise InputError.of(
            f"the link has {length} characters, too long for a code",
            f"At most {_CAPACITY[-1]}; use a shorter scorer URL.",
        )


def draw_code(canvas: Canvas, links: SheetLinks, serial: int, box: Box, paper: str, place: Place | None) -> None:
    """The code with its quiet zone, filling the box, clickable. The place is where its size or its link is stated."""
    url = links.url(serial)
    draw_code_tile(canvas, links, box, paper, place)
    canvas.add(Code(box, url, links.modules), Link(box, url))


def draw_code_tile(canvas: Canvas, links: SheetLinks, box: Box, paper: str, place: Place | None) -> None:
    """The white under the codes of a run, whose dots must not become too small."""
    modules = links.modules + 2 * QUIET_ZONE
    module = box.w / modules
    if module < SMALLEST_MODULE:
        raise InputError.of(
            f"the link {links.url(links.last_serial)} is too long for a code of {box.w:.1f} mm:"
            f" its dots would be {module:.2f} mm",
            f'Cameras need {SMALLEST_MODULE} mm: code = "{modules * SMALLEST_MODULE:g}mm", or a shorter slug or'
            " scorer URL.",
            place,
        )
    canvas.tile(box, module * 2, paper)


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
