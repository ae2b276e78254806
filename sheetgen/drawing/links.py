"""The link that a sheet's code carries, and how large its code becomes."""

from __future__ import annotations

from typing import NamedTuple

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.scene import Box, Code, Link
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
