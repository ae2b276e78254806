"""The link on a sheet: as a QR code, and as an address in small print for people without a camera."""

import re
from typing import Literal, NamedTuple

from sheetgen.drawing.canvas import LINE_HEIGHT, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.qr_codes import MIN_MODULE, QUIET_ZONE, code_width
from sheetgen.drawing.scene import Anchor, Box, Code, Link, Typeface
from sheetgen.errors import InputError

PORT = 8717  # default port of the scorer
DEFAULT_BASE = f"http://sheetgen.local:{PORT}"  # URL of the scorer unless another one is given
SHUFFLE_CODE_GROUP = 4  # characters after which a shuffle code may be broken if it does not fit on one line

_ADDRESS_PART = re.compile(r":?[^/:-]*[/-]?")  # an address may be broken after a slash or hyphen, and before a port
_SHUFFLED_FRAGMENT = re.compile(r"(#[^.]*\.\d+\.)(.+)")  # fingerprint and serial number, then the shuffle code


class SheetLinks(NamedTuple):
    """The links of a run of sheets. They differ in the serial number and, on shuffled sheets, in the shuffle code."""

    base: str  # URL of the scorer, without a slash at its end
    slug: str
    fingerprint: str
    last_serial: int
    longest_shuffle_code: int = 0  # characters
    shuffle_code: str = ""  # that of one sheet

    @property
    def page(self) -> str:
        """Address of the scorer page, which is the same for all sheets."""
        return f"{self.base}/{self.slug}/"

    def fragment(self, serial: int) -> str:
        """Return the part of the link from the # on, which differs from sheet to sheet."""
        fragment = f"#{self.fingerprint}.{serial}"
        return f"{fragment}.{self.shuffle_code}" if self.shuffle_code else fragment

    def url(self, serial: int) -> str:
        """Return the link of one sheet."""
        return self.page + self.fragment(serial)

    @property
    def modules(self) -> int:
        """Modules per side of the QR codes: enough for the longest link, so that all codes have the same size."""
        return code_width(len(self._replace(shuffle_code="?" * self.longest_shuffle_code).url(self.last_serial)))


def draw_board_code(canvas: Canvas, edition: Edition, links: SheetLinks, serial: int, box: Box) -> None:
    """Draw the clickable QR code of one board, so that it fills the box."""
    url = links.url(serial)
    draw_code_tile(canvas, edition, links, box, "board")
    canvas.add(Code(box, url, links.modules), Link(box, url))


def draw_code_tile(
    canvas: Canvas, edition: Edition, links: SheetLinks, box: Box, part: Literal["sheet", "board"]
) -> None:
    """Draw the white area behind a QR code. Raises InputError if the modules of the code would be too small."""
    modules = links.modules + 2 * QUIET_ZONE
    module = box.w / modules
    if module < MIN_MODULE:
        raise InputError.of(
            f"the link {links.url(links.last_serial)} is too long for a code of {box.w:.1f} mm:"
            f" its dots would be {module:.2f} mm",
            f'Cameras need {MIN_MODULE} mm: code = "{modules * MIN_MODULE:g}mm", or a shorter slug or scorer URL.',
            edition.own_place((part, "code"), ("slug",)),
        )
    canvas.tile(box, module * 2, edition.theme.ink.paper)


def address_lines(url: str, size: float, room: float, face: Typeface) -> list[str]:
    """Break the address into lines that fit the room, between its parts where possible."""
    lines: list[str] = []
    *parts, shuffle_code = _address_parts(url)
    fits = text_width(shuffle_code, size, face) <= room
    for part in (*parts, *([shuffle_code] if fits else _groups(shuffle_code))):
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
    *parts, shuffle_code = _address_parts(url)
    widest = max(text_width(part, size, face) for part in (*parts, *_groups(shuffle_code)))
    return size if widest <= room else size * room / widest * 0.999  # slightly less, because of rounding


def draw_address(
    canvas: Canvas, edition: Edition, lines: list[str], x: float, y: float, size: float, room: float, anchor: Anchor
) -> None:
    """Draw the heading, if there is one, with its capitals centred on y, and the lines of the address below it."""
    ink = edition.theme.ink
    heading = edition.label("scan")
    canvas.text(x, y, heading, size, ink.text, "bold", anchor, room=room)
    for index, line in enumerate(lines, start=1 if heading else 0):
        canvas.text(x, y + index * size * LINE_HEIGHT, line, size, ink.soft, anchor=anchor)


def _address_parts(url: str) -> list[str]:
    """Split an address after slashes and hyphens; the last part is the shuffle code, or empty if there is none."""
    parts: list[str] = _ADDRESS_PART.findall(url.partition("://")[2].partition("#")[0])
    fragment = "".join(url.partition("#")[1:])
    shuffled = _SHUFFLED_FRAGMENT.fullmatch(fragment)
    return [*parts, *shuffled.groups()] if shuffled else [*parts, fragment, ""]


def _groups(shuffle_code: str) -> list[str]:
    return [shuffle_code[at : at + SHUFFLE_CODE_GROUP] for at in range(0, len(shuffle_code), SHUFFLE_CODE_GROUP)]
