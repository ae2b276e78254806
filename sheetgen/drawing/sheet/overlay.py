"""The overlay of a sheet: serial number, player's name, QR code and address, drawn on top of the front.

A run may have a hundred thousand sheets, so what all overlays share is drawn once, as a named scene.
"""

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.masthead import PLAYER_SIZE, draw_serial
from sheetgen.drawing.scene import Scene, Use
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.drawing.sheet_links import SheetLinks, draw_code, draw_code_tile, draw_foot_line


class SheetOverlays:
    """Draws the overlays of a run of sheets."""

    def __init__(self, edition: Edition, links: SheetLinks) -> None:
        self._edition = edition
        self._links = links
        self._plan = edition.cached(SheetPlan)
        canvas = edition.canvas(self._plan.width, self._plan.height)
        draw_code_tile(canvas, edition, links, self._plan.code, "sheet")
        self._foot_line = draw_foot_line(canvas, edition, links, self._plan.foot)
        self._shared = Use(canvas.scene("foot"), 0, 0)

    def overlay(self, serial: int, player: str | None = None, shuffle_code: str = "", sheet_name: str = "") -> Scene:
        """Draw the overlay of one sheet. The name of a sheet stands behind its number."""
        plan = self._plan
        head = plan.masthead
        links = self._links.of_sheet(player, shuffle_code)
        canvas = self._edition.canvas(plan.width, plan.height)
        draw_serial(canvas, self._edition, head, f"{serial} {sheet_name}".rstrip())
        if player and (field := head.name_field):
            size = plan.look.text * PLAYER_SIZE
            ink = self._edition.theme.ink.on_box
            room = field.box.right - size * 0.3 - field.start
            canvas.text(field.start, head.baseline, player, size, ink, "bold", room=room, on_baseline=True)
        canvas.add(self._shared, self._foot_line.fragment(links.fragment(serial)))
        draw_code(canvas, links, serial, plan.code)
        return canvas.scene()
