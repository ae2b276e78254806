"""The overlay of a sheet: what differs from sheet to sheet, drawn on top of the front.

It has the number, the player's name, the QR code and the address. A run may have a hundred thousand sheets, so what
several overlays share is drawn once, as a named scene that a writer stores once.
"""

from typing import NamedTuple

from sheetgen.drawing.canvas import MIN_TEXT_SIZE, WHITE, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.scene import TOLERANCE, Code, Item, Link, Scene, Text, Use
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.drawing.sheet_links import (
    LINE_HEIGHT,
    SheetLinks,
    address_lines,
    draw_address,
    draw_code_tile,
    unbroken_size,
)
from sheetgen.errors import InputError, Place


class _AddressTemplate(NamedTuple):
    """The printed address of all links whose fragments are equally wide."""

    shared: Scene  # everything but the last line
    last: Text  # the last line of one of the addresses
    before: str  # the text before the fragment on the last line


class SheetOverlays:
    """Draws the overlays of a run of sheets."""

    def __init__(self, edition: Edition, links: SheetLinks) -> None:
        self._edition = edition
        self._links = links
        self._plan = edition.cached(SheetPlan)
        self._modules = links.modules
        self._templates: dict[float, _AddressTemplate] = {}  # by the width of the fragment
        self._shared_scenes: dict[tuple[Item, ...], Scene] = {}

    def overlay(self, serial: int, player: str | None = None, code: str = "") -> Scene:
        """Draw the overlay of one sheet; `code` is its shuffle code, if it has one."""
        plan, links = self._plan, self._links._replace(code=code) if code else self._links
        ink, size, header, line = self._edition.theme.ink, plan.look.text, plan.header, plan.name_line
        canvas = Canvas(plan.width, plan.height, self._edition.faces, self._place_of_number)
        gap = 0.0 if ink.paper == WHITE else size * 0.4
        number = self._edition.locale.label("number", self._edition.layout, serial=serial)
        x, y, room = header.right - gap, header.centre[1], plan.number_room - gap
        canvas.text(x, y, number, size * 1.1, ink.text, "bold", "end", room=room)
        if player:
            canvas.place_of = self._edition.place_of
            x, y, room = line.x + size * 0.3, line.y - size * 0.95, line.w - size
            canvas.text(x, y, player, size * 1.4, ink.text, "bold", room=room)
        self._draw_address(canvas, links, links.fragment(serial))
        url = links.url(serial)
        canvas.add(Code(plan.code, url, self._modules), Link(plan.code, url))
        return canvas.scene()

    def _place_of_number(self, number: str) -> Place | None:
        """Return the place of the label for numbers. The edition remembers just one number, not all of a run."""
        return self._edition.place_of(self._edition.label("number", serial=self._links.last_serial))

    def _draw_address(self, canvas: Canvas, links: SheetLinks, fragment: str) -> None:
        """Draw the white behind the code and the address, of which only the last line differs from sheet to sheet."""
        if links.code:
            canvas.add(*self._address_items(links, fragment))
            return
        # Line breaks and type size depend on the width of the fragment, not on its characters.
        width = text_width(fragment, 1, canvas.faces["regular"])
        template = self._templates.get(width)
        if template is None:
            *shared, last = self._address_items(links, fragment)
            if not (isinstance(last, Text) and last.text.endswith(fragment)):  # even the fragment had to be broken
                canvas.add(*shared, last)
                return
            items = tuple(shared)
            if items not in self._shared_scenes:
                name = f"stamp-{len(self._shared_scenes)}"
                self._shared_scenes[items] = Scene(self._plan.width, self._plan.height, items, name)
            template = _AddressTemplate(self._shared_scenes[items], last, last.text.removesuffix(fragment))
            self._templates[width] = template
        canvas.add(Use(template.shared, 0, 0), template.last._replace(text=template.before + fragment))

    def _address_items(self, links: SheetLinks, fragment: str) -> list[Item]:
        """Return the white behind the code and the address beside or below it, made smaller if it is long."""
        edition, plan, url = self._edition, self._plan, links.page + fragment
        canvas = edition.canvas(plan.width, plan.height)
        place = edition.own_place(("sheet", "code"), ("slug",))
        draw_code_tile(canvas, links, plan.code, edition.theme.ink.paper, place)
        area, face = plan.address, canvas.faces["regular"]
        size = max(MIN_TEXT_SIZE, unbroken_size(url, plan.look.text, area.w, face))
        lines = address_lines(url, size, area.w, face)
        heading = 1 if edition.label("scan") else 0
        # On white paper, the quiet zone separates the text from the code.
        gap = 0.0 if edition.theme.ink.paper == WHITE else size * 0.5
        while (heading + len(lines)) * size * LINE_HEIGHT + gap > area.h + TOLERANCE:
            size *= 0.95
            if size < MIN_TEXT_SIZE and links.code:
                length = f"its code has {links.longest_code} characters"
                raise InputError.of(
                    f"the address of a shuffled sheet is too long to be printed: {length}",
                    "Use a shorter scorer URL, or let the layout shuffle less.",
                )
            if size < MIN_TEXT_SIZE:
                raise InputError.of(f"the address {url} is too long to be printed", "Use a shorter scorer URL.")
            lines = address_lines(url, size, area.w, face)
        if plan.address_anchor == "middle":
            x, y = area.centre[0], area.y + gap + size * 0.4
        else:  # beside the code, centred on its height
            x, y = area.right, area.centre[1] - (heading + len(lines) - 1) * size * LINE_HEIGHT / 2
        draw_address(canvas, edition, lines, x, y, size, area.w, plan.address_anchor)
        return canvas.items
