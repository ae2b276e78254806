"""The link on a sheet: its QR code, and the same address in small print for people without a camera."""

import re
from typing import NamedTuple

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.qr_codes import MIN_MODULE, QUIET_ZONE, code_width
from sheetgen.drawing.scene import Anchor, Box, Code, Link, Typeface
from sheetgen.errors import InputError, Place

PORT = 8717
DEFAULT_BASE = f"http://sheetgen.local:{PORT}"
LINE_HEIGHT = 1.2  # distance of the baselines of small print / type size
CODE_GROUP = 4  # a shuffle code that does not fit on one line may be broken after this many characters

_ADDRESS_PART = re.compile(r":?[^/:-]*[/-]?")
_SHUFFLED_FRAGMENT = re.compile(r"(#[^.]*\.\d+\.)(.+)")  # fingerprint and serial number, then the shuffle code


class SheetLinks(NamedTuple):
    """The links of a run of sheets, which differ in their serial numbers and, on shuffled sheets, in their codes."""

    base: str
    slug: str
    fingerprint: str
    last_serial: int
    longest_code: int = 0  # length of the longest shuffle code of the layout
    code: str = ""  # shuffle code of one sheet

    @property
    def page(self) -> str:
        """Address of the scorer page, which is the same for all sheets."""
        return f"{self.base}/{self.slug}/"

    def fragment(self, serial: int) -> str:
        """Return the part of the link from the # on, which differs from sheet to sheet."""
        return f"#{self.fingerprint}.{serial}.{self.code}" if self.code else f"#{self.fingerprint}.{serial}"

    def url(self, serial: int) -> str:
        """Return the link of one sheet."""
        return self.page + self.fragment(serial)

    @property
    def modules(self) -> int:
        """Side length of the QR codes in modules: that of the longest link, so that all codes look alike."""
        return code_width(len(self._replace(code="?" * self.longest_code).url(self.last_serial)))


def draw_code(canvas: Canvas, links: SheetLinks, serial: int, box: Box, paper: str, place: Place | None) -> None:
    """Draw a clickable QR code that fills the box. An error refers to the place, where its size or link is set."""
    url = links.url(serial)
    draw_code_tile(canvas, links, box, paper, place)
    canvas.add(Code(box, url, links.modules), Link(box, url))


def draw_code_tile(canvas: Canvas, links: SheetLinks, box: Box, paper: str, place: Place | None) -> None:
    """Draw the white area behind a QR code. Raises InputError if the modules of the code would be too small."""
    modules = links.modules + 2 * QUIET_ZONE
    module = box.w / modules
    if module < MIN_MODULE:
        raise InputError.of(
            f"the link {links.url(links.last_serial)} is too long for a code of {box.w:.1f} mm:"
            f" its dots would be {module:.2f} mm",
            f'Cameras need {MIN_MODULE} mm: code = "{modules * MIN_MODULE:g}mm", or a shorter slug or scorer URL.',
            place,
        )
    canvas.tile(box, module * 2, paper)


def address_lines(url: str, size: float, room: float, face: Typeface) -> list[str]:
    """Break the address into lines that fit the room, between its parts where possible."""
    lines: list[str] = []
    *parts, code = _address_parts(url)
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
    """Return the largest type size up to the given one at which no part of the address has to be broken."""
    *parts, code = _address_parts(url)
    widest = max(text_width(part, size, face) for part in (*parts, *_groups(code)))
    return size if widest <= room else size * room / widest * 0.999  # a little less because of rounding


def _address_parts(url: str) -> list[str]:
    """Split an address after slashes and hyphens; the last part is the shuffle code, or empty if there is none."""
    parts: list[str] = _ADDRESS_PART.findall(url.partition("://")[2].partition("#")[0])
    fragment = "".join(url.partition("#")[1:])
    shuffled = _SHUFFLED_FRAGMENT.fullmatch(fragment)
    return [*parts, *shuffled.groups()] if shuffled else [*parts, fragment, ""]


def _groups(code: str) -> list[str]:
    return [code[at : at + CODE_GROUP] for at in range(0, len(code), CODE_GROUP)]


def draw_address(
    canvas: Canvas, edition: Edition, lines: list[str], x: float, y: float, size: float, room: float, anchor: Anchor
) -> None:
    """Draw the heading, if the language has one, with its capitals centred on y, and the address below it."""
    ink, heading = edition.theme.ink, edition.label("scan")
    canvas.text(x, y, heading, size, ink.text, "bold", anchor, room=room)
    for index, line in enumerate(lines, start=1 if heading else 0):
        canvas.text(x, y + index * size * LINE_HEIGHT, line, size, ink.soft, anchor=anchor)
