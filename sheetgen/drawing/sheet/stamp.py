"""What differs from sheet to sheet: number, name, code and address.

A pad may have a hundred thousand sheets. So all that they share is worked out once, and stands in scenes with names,
which writers draw once.
"""

from __future__ import annotations

from typing import NamedTuple

from sheetgen.drawing.canvas import SMALLEST_TEXT, WHITE, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.scene import Code, Item, Link, Scene, Text, Use
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.drawing.sheet_links import LINE, SheetLinks, address_lines, draw_address, draw_code_tile, unbroken_size
from sheetgen.errors import InputError, Place


class _Setting(NamedTuple):
    """How addresses are printed whose ends are equally wide: what they share, and the last line of one of them."""

    ground: Scene
    last: Text
    before: str
    """What stands before the address's end on its last line."""


class SheetStamps:
    """Number, name, code and address of the sheets of a pad."""

    def __init__(self, edition: Edition, links: SheetLinks) -> None:
        self._edition = edition
        self._links = links
        self._plan = edition.once(SheetPlan)
        self._modules = links.modules
        self._names: dict[str, Text] = {}
        self._settings: dict[float, _Setting] = {}
        self._grounds: dict[tuple[Item, ...], Scene] = {}

    def stamp(self, serial: int, player: str | None = None, code: str = "") -> Scene:
        """What is printed on the front of one sheet; the code is that of its arrangement, if it is shuffled."""
        plan, links = self._plan, self._links._replace(code=code) if code else self._links
        canvas = Canvas(plan.width, plan.height, self._edition.faces, self._place_of_number)
        self._draw_number(canvas, serial)
        if player:
            canvas.add(self._name(player))
        self._draw_address(canvas, links, links.end(serial))
        url = links.url(serial)
        canvas.add(Code(plan.code, url, self._modules), Link(plan.code, url))
        return canvas.scene()

    def _draw_number(self, canvas: Canvas, serial: int) -> None:
        plan, ink = self._plan, self._edition.theme.ink
        size, apart = plan.look.text, 0.0 if ink.paper == WHITE else plan.look.text * 0.4
        label = self._edition.locale.label("number", self._edition.layout, serial=serial)
        canvas.text(
            plan.header.right - apart, plan.header.centre[1], label, size * 1.1, ink.text, "bold", "end",
            room=plan.number_room - apart,
        )  # fmt: skip

    def _place_of_number(self, number: str) -> Place | None:
        """All numbers are the same label; so only one of them is remembered with its place."""
        return self._edition.place_of(self._edition.label("number", serial=self._links.last_serial))

    def _name(self, player: str) -> Text:
        if player not in self._names:
            plan, line, size = self._plan, self._plan.name_line, self._plan.look.text
            canvas, ink = self._edition.canvas(plan.width, plan.height), self._edition.theme.ink
            x, y = line.x + size * 0.3, line.y - size * 0.95
            self._names[player] = canvas.text(x, y, player, size * 1.4, ink.text, "bold", room=line.w - size)
        return self._names[player]

    def _draw_address(self, canvas: Canvas, links: SheetLinks, end: str) -> None:
        """The white under the code, and the address in lines, of which only the last differs from sheet to sheet."""
        if links.code:
            canvas.add(*self._address(links, end))
            return
        # Where lines are broken, and how small they become, depends on how wide the end is, not on what it says.
        width = text_width(end, 1, canvas.faces["regular"])
        setting = self._settings.get(width)
        if setting is None:
            *shared, last = self._address(links, end)
            if not (isinstance(last, Text) and last.text.endswith(end)):  # even the end had to be broken
                canvas.add(*shared, last)
                return
            setting = _Setting(self._ground(tuple(shared)), last, last.text.removesuffix(end))
            self._settings[width] = setting
        canvas.add(Use(setting.ground, 0, 0), setting.last._replace(text=setting.before + end))

    def _ground(self, items: tuple[Item, ...]) -> Scene:
        if items not in self._grounds:
            name = f"stamp-{len(self._grounds)}"
            self._grounds[items] = Scene(self._plan.width, self._plan.height, items, name)
        return self._grounds[items]

    def _address(self, links: SheetLinks, end: str) -> list[Item]:
        """Below the code or beside it, made smaller if the address is long."""
        edition, plan, url = self._edition, self._plan, links.page + end
        canvas = edition.canvas(plan.width, plan.height)
        place = edition.own_place(("sheet", "code"), ("slug",))
        draw_code_tile(canvas, links, plan.code, edition.theme.ink.paper, place)
        area, face = plan.address, canvas.faces["regular"]
        size = max(SMALLEST_TEXT, unbroken_size(url, plan.look.text, area.w, face))
        lines = address_lines(url, size, area.w, face)
        heading = 1 if edition.label("scan") else 0
        # On white paper, the white around the code keeps the words away from it.
        apart = 0.0 if edition.theme.ink.paper == WHITE else size * 0.5
        while (heading + len(lines)) * size * LINE + apart > area.h + 1e-6:
            size *= 0.95
            if size < SMALLEST_TEXT:
                raise _too_long(links, url)
            lines = address_lines(url, size, area.w, face)
        if plan.address_anchor == "middle":
            x, y = area.centre[0], area.y + apart + size * 0.4
        else:  # beside the code, in the middle of its height
            x, y = area.right, area.centre[1] - (heading + len(lines) - 1) * size * LINE / 2
        draw_address(canvas, edition, lines, x, y, size, area.w, plan.address_anchor)
        return canvas.items


def _too_long(links: SheetLinks, url: str) -> InputError:
    """An address that does not fit, even in the smallest print."""
    if not links.code:
        return InputError.of(f"the address {url} is too long to be printed", "Use a shorter scorer URL.")
    return InputError.of(
        f"the address of a shuffled sheet is too long to be printed: its code has {links.longest_code} characters",
        "Use a shorter scorer URL, or let the layout shuffle less.",
    )
