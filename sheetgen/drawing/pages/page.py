"""Pages: pictures in their places, lines to cut along, and the check line in the margin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sheetgen import __version__
from sheetgen.drawing.canvas import SMALLEST_TEXT, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.pages.paper import SAFE, STRIP, Imposition, Paper
from sheetgen.drawing.scene import Box, Paint, Scene, Use

CHECK_LINE = 50.0
INDENT = 4.0
CUT_LINE = Paint(stroke="#9a9a9a", line=0.12)
"""Not dashed: a reader of codes may take dashes for a bar code."""


class Info(NamedTuple):
    """What a file of pages says about itself."""

    title: str
    subject: str
    language: str
    keywords: tuple[str, ...]
    duplex: bool


class Page(NamedTuple):
    """A page to print, and the part of it that is kept when it is cut."""

    scene: Scene
    trim: Box | None


class PageMaker:
    """Puts piles of scenes on pages. What stands around them is worked out once for all pages that are alike."""

    def __init__(self, edition: Edition, paper: Paper) -> None:
        self._edition = edition
        self._paper = paper
        self._grounds: dict[tuple[Imposition, tuple[bool, ...], bool], Page] = {}

    def page(self, imposition: Imposition, piles: Sequence[Sequence[Scene]], cut_marks: bool) -> Page:
        """A page with a pile of scenes in each slot; an empty pile leaves the slot empty."""
        key = imposition, tuple(map(bool, piles)), cut_marks
        if key not in self._grounds:
            self._grounds[key] = self._ground(*key)
        ground = self._grounds[key]
        items = [Use(ground.scene, 0, 0)]
        for slot, pile in zip(imposition.slots, piles, strict=False):
            items += [Use(scene, slot.x, slot.y, imposition.scale, imposition.turn) for scene in pile]
        return Page(Scene(ground.scene.width, ground.scene.height, tuple(items)), ground.trim)

    def _ground(self, imposition: Imposition, is_used: tuple[bool, ...], cut_marks: bool) -> Page:
        """Lines to cut along and the check line, and what is kept when the page is cut."""
        canvas = self._edition.canvas(*imposition.page)
        used = [slot for slot, has_pile in zip(imposition.slots, is_used, strict=False) if has_pile]
        if cut_marks:
            _draw_cut_lines(canvas, imposition, used)
        _draw_check_line(canvas, self._edition, self._paper, imposition)
        return Page(canvas.scene(f"page-{len(self._grounds)}"), _around(used))


def _around(boxes: Sequence[Box]) -> Box | None:
    if not boxes:
        return None
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)


def _draw_cut_lines(canvas: Canvas, imposition: Imposition, used: Sequence[Box]) -> None:
    """Hairlines right across the page along every edge, so that no cut takes another cut's line away."""
    width, height = imposition.page
    strip = imposition.strip
    left, top, right, bottom = SAFE, SAFE, width - SAFE, height - SAFE
    if strip.w > strip.h:
        top, bottom = (strip.bottom, bottom) if strip.y < height / 2 else (top, strip.y)
    else:
        left, right = (strip.right, right) if strip.x < width / 2 else (left, strip.x)
    for x in sorted({round(edge, 6) for slot in used for edge in (slot.x, slot.right)}):
        canvas.line(x, top, x, bottom, CUT_LINE)
    for y in sorted({round(edge, 6) for slot in used for edge in (slot.y, slot.bottom)}):
        canvas.line(left, y, right, y, CUT_LINE)


def _draw_check_line(canvas: Canvas, edition: Edition, paper: Paper, imposition: Imposition) -> None:
    """50 mm to hold a ruler against, and what was printed on which paper at which scale."""
    strip, ink = imposition.strip, edition.theme.ink
    length = max(strip.w, strip.h)
    ruler = edition.canvas(length, STRIP)
    # In the half of the strip that is farther from the pictures, and away from the cut lines.
    x0, x1, y = INDENT, INDENT + CHECK_LINE, STRIP - SMALLEST_TEXT / 2
    paint = Paint(stroke=ink.on_box_soft, line=0.2)
    ruler.line(x0, y, x1, y, paint)
    for x in (x0, x1):
        ruler.line(x, y - 0.8, x, y + 0.8, paint)
    size = SMALLEST_TEXT * 1.0001
    baseline_centre = y - size * 0.07
    note = ruler.text(
        x1 + 1.5, baseline_centre, edition.label("check_line"), size, ink.on_box_soft, room=length - x1 - 2
    )
    scale, program = f"{imposition.scale * 100:.0f} %", f"sheetgen {__version__}"
    about = " · ".join((edition.title, paper.title, scale, program, edition.label("unofficial")))
    if note.left + note.width + 2 + text_width(about, size, ruler.faces["regular"]) < length - INDENT:
        ruler.text(length - INDENT, baseline_centre, about, size, ink.on_box_soft, anchor="end")
    canvas.add(Use(ruler.scene(), strip.x, strip.y, 1.0, imposition.strip_turn))
