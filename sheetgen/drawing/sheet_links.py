"""The link on a sheet: as a QR code, and as an address in small print for people without a camera."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from sheetgen.drawing.canvas import WHITE, Canvas, fitting_size
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.qr_codes import MIN_MODULE, bordered_box, code_width
from sheetgen.drawing.scene import Box, Code, Link, Paint, Text
from sheetgen.errors import InputError
from sheetgen.game_input.link import encode_name

PORT = 8717  # default port of the scorer
DEFAULT_BASE = f"http://sheetgen.local:{PORT}"  # URL of the scorer unless another one is given


def _is_ip_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


class SheetLinks(NamedTuple):
    """The links of a run of sheets: they differ in the serial number, the shuffle code, and the player's name."""

    base: str  # URL of the scorer, without a slash at its end
    slug: str
    fingerprint: str
    last_serial: int
    longest_shuffle_code: int = 0  # characters
    shuffle_code: str = ""  # that of one sheet
    longest_name: int = 0  # characters of a percent-encoded name; 0 if the links carry no names
    name: str = ""  # that of one sheet, percent-encoded

    @property
    def page(self) -> str:
        """Address of the scorer page, which is the same for all sheets."""
        return f"{self.base}/{self.slug}/"

    def with_names(self, players: Iterable[str], code: float) -> SheetLinks:
        """Return links that carry the players' names, unless the codes, which are `code` mm wide, would be too fine.

        Names are optional, so they never prevent printing: if the longest one makes the modules too small for cameras
        or the link too long for any code, no link carries a name.
        """
        named = self._replace(longest_name=max((len(encode_name(player)) for player in players), default=0))
        try:
            # A code that has room for the names is as good as without them, whatever its size.
            has_room = named.modules == self.modules or code / named.modules >= MIN_MODULE
        except InputError:
            has_room = False
        return named if has_room else self

    def of_sheet(self, player: str | None = None, shuffle_code: str = "") -> SheetLinks:
        """Return the links of the sheet of one player, with its shuffle code if it is shuffled."""
        name = encode_name(player) if player and self.longest_name else ""
        return self._replace(shuffle_code=shuffle_code, name=name)

    def fragment(self, serial: int) -> str:
        """Return the part of the link from the # on that is also printed as text, and so without the name."""
        fragment = f"#{self.fingerprint}.{serial}"
        return f"{fragment}.{self.shuffle_code}" if self.shuffle_code else fragment

    def url(self, serial: int) -> str:
        """Return the link of one sheet."""
        url = self.page + self.fragment(serial)
        return f"{url}~{self.name}" if self.name else url

    @property
    def longest_fragment(self) -> str:
        """A fragment that is as wide as that of any sheet."""
        return self._replace(shuffle_code="W" * self.longest_shuffle_code).fragment(self.last_serial)

    @property
    def is_local(self) -> bool:
        """Whether `sheetgen serve` runs there, on a computer in the same network. It serves no paths but its own."""
        address = urlsplit(self.base)
        host = address.hostname or ""
        return not address.path and (host.endswith(".local") or host == "localhost" or _is_ip_address(host))

    @property
    def modules(self) -> int:
        """Modules per side of the QR codes: enough for the longest link, so that all codes have the same size."""
        longest = self._replace(shuffle_code="?" * self.longest_shuffle_code, name="?" * self.longest_name)
        return code_width(len(longest.url(self.last_serial)))


def draw_code(canvas: Canvas, links: SheetLinks, serial: int, dark: Box) -> None:
    """Draw the clickable QR code of one sheet or board; `dark` is its box without the quiet zone."""
    url = links.url(serial)
    box = bordered_box(dark, links.modules)
    canvas.add(Code(box, url, links.modules), Link(box, url))


def draw_code_tile(
    canvas: Canvas, edition: Edition, links: SheetLinks, dark: Box, part: Literal["sheet", "board"]
) -> None:
    """Draw the white area behind a QR code. Raises InputError if the modules of the code would be too small."""
    module = dark.w / links.modules
    if module < MIN_MODULE:
        raise InputError.of(
            f"the link {links.url(links.last_serial)} is too long for a code of {dark.w:.1f} mm:"
            f" its dots would be {module:.2f} mm",
            f'Cameras need {MIN_MODULE} mm: code = "{links.modules * MIN_MODULE:g}mm", or a shorter slug or URL.',
            edition.own_place((part, "code"), ("slug",)),
        )
    if edition.theme.ink.paper != WHITE:
        canvas.rect(bordered_box(dark, links.modules), Paint(fill=WHITE), module * 2)


class FootLine(NamedTuple):
    """The line at the foot of a sheet or board, to which the end of each sheet's address is added."""

    address: Text  # without the fragment

    def fragment(self, fragment: str) -> Text:
        """Return the rest of the address of one sheet."""
        face = self.address.face
        width = text_width(fragment, self.address.size, face)
        return self.address._replace(x=self.address.right, text=fragment, width=width, anchor="start")


def draw_foot_line(canvas: Canvas, edition: Edition, links: SheetLinks, area: Box) -> FootLine:
    """Draw the line but for the fragment of the address: the address at the left and, if there is room, help."""
    ink = edition.theme.ink
    y = area.centre[1]
    longest = links.longest_fragment
    face = canvas.faces["address"]
    address = links.page.partition("://")[2]
    size = area.h
    try:
        size = fitting_size(address + longest, size, face, area.w)
    except InputError:
        raise _too_long(links) from None
    text = canvas.text(area.x, y, address, size, ink.soft, "address")
    room = text_width(longest, size, face)
    left = text.right + room + size
    if footer := edition.block("footer"):
        left = canvas.text(left, y, footer, size, ink.text, room=area.right - left).right + size
    help_text = edition.label("help_serve" if links.is_local else "help_hosted", base=links.base.partition("://")[2])
    if help_text and text_width(help_text, size, canvas.faces["regular"]) <= area.right - left:
        canvas.text(area.right, y, help_text, size, ink.soft, anchor="end")
    return FootLine(text)


def _too_long(links: SheetLinks) -> InputError:
    if links.longest_shuffle_code:
        return InputError.of(
            "the address of a shuffled sheet is too long to be printed:"
            f" its code has {links.longest_shuffle_code} characters",
            "Use a shorter scorer URL, or let the layout shuffle less.",
        )
    url = links.url(links.last_serial)
    return InputError.of(f"the address {url} is too long to be printed", "Use a shorter scorer URL.")
