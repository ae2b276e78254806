"""The overlay of a sheet: number, player's name, QR code and address, drawn on top of the front.

A run may have a hundred thousand sheets, so what several overlays share is drawn once, as a named scene.
"""

from sheetgen.drawing.canvas import LINE_HEIGHT, MIN_TEXT_SIZE, WHITE, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.scene import TOLERANCE, Code, Item, Link, Scene, Text, Use
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.drawing.sheet_links import SheetLinks, address_lines, draw_address, draw_code_tile, unbroken_size
from sheetgen.errors import InputError


class SheetOverlays:
    """Draws the overlays of a run of sheets."""

    def __init__(self, edition: Edition, links: SheetLinks) -> None:
        self._edition = edition
        self._links = links
        self._plan = edition.cached(SheetPlan)
        self._modules = links.modules
        # By the width of the fragment: the address without its last line, and that line without the fragment.
        self._templates: dict[float, tuple[Use, Text]] = {}
        self._shared_scenes: dict[tuple[Item, ...], Scene] = {}

    def overlay(self, serial: int, player: str | None = None, shuffle_code: str = "") -> Scene:
        """Draw the overlay of one sheet."""
        plan = self._plan
        links = self._links._replace(shuffle_code=shuffle_code)
        ink = self._edition.theme.ink
        size = plan.look.text
        line = plan.name_line
        canvas = self._edition.canvas(plan.width, plan.height)
        gap = 0.0 if ink.paper == WHITE else size * 0.4
        number = self._edition.label("number", serial=serial)
        x, y, room = plan.header.right - gap, plan.header.centre[1], plan.number_room - gap
        canvas.text(x, y, number, size * 1.1, ink.text, "bold", "end", room=room)
        if player:
            x, y, room = line.x + size * 0.3, line.y - size * 0.95, line.w - size
            canvas.text(x, y, player, size * 1.4, ink.text, "bold", room=room)
        self._draw_address(canvas, links, links.fragment(serial))
        url = links.url(serial)
        canvas.add(Code(plan.code, url, self._modules), Link(plan.code, url))
        return canvas.scene()

    def _draw_address(self, canvas: Canvas, links: SheetLinks, fragment: str) -> None:
        """Draw the white area behind the code, and the address, of which only the last line differs between sheets."""
        if links.shuffle_code:
            canvas.add(*self._address_items(links, fragment))
            return
        # Line breaks and type size depend on the width of the fragment, not on its characters.
        width = text_width(fragment, 1, canvas.faces["regular"])
        if width not in self._templates:
            *shared, last = self._address_items(links, fragment)
            if not (isinstance(last, Text) and last.text.endswith(fragment)):  # the fragment itself is broken
                canvas.add(*shared, last)
                return
            items = tuple(shared)
            if items not in self._shared_scenes:
                name = f"stamp-{len(self._shared_scenes)}"
                self._shared_scenes[items] = Scene(self._plan.width, self._plan.height, items, name)
            before = last._replace(text=last.text.removesuffix(fragment))
            self._templates[width] = Use(self._shared_scenes[items], 0, 0), before
        above, before = self._templates[width]
        canvas.add(above, before._replace(text=before.text + fragment))

    def _address_items(self, links: SheetLinks, fragment: str) -> list[Item]:
        """Return the white area behind the code, and the address beside or below it, in smaller type if it is long."""
        edition = self._edition
        plan = self._plan
        url = links.page + fragment
        canvas = edition.canvas(plan.width, plan.height)
        draw_code_tile(canvas, edition, links, plan.code, "sheet")
        area = plan.address
        face = canvas.faces["regular"]
        size = max(MIN_TEXT_SIZE, unbroken_size(url, plan.look.text, area.w, face))
        lines = address_lines(url, size, area.w, face)
        heading = 1 if edition.label("scan") else 0
        # On white paper, the quiet zone separates the text from the code.
        gap = 0.0 if edition.theme.ink.paper == WHITE else size * 0.5
        while (heading + len(lines)) * size * LINE_HEIGHT + gap > area.h + TOLERANCE:
            size *= 0.95
            if size < MIN_TEXT_SIZE and links.shuffle_code:
                length = f"its code has {links.longest_shuffle_code} characters"
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
