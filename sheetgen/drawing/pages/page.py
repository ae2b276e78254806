"""Composing pages: pictures in their slots, lines to cut along, and the check line in the margin."""

from collections.abc import Sequence
from typing import NamedTuple

from sheetgen import __version__
from sheetgen.drawing.canvas import MIN_TEXT_SIZE, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.pages.paper import SAFE_MARGIN, STRIP_DEPTH, Imposition, Paper
from sheetgen.drawing.scene import Box, Paint, Scene, Use

CHECK_LINE = 50.0  # length of the line to measure with a ruler, in mm
INDENT = 4.0  # distance of the check line and its text from the ends of their strip, in mm
CUT_LINE = Paint(stroke="#9a9a9a", line=0.12)  # not dashed, because a camera may take dashes for a bar code

Layers = Sequence[Scene]  # scenes that are drawn on top of one another


class Info(NamedTuple):
    """Metadata of a file of pages."""

    title: str
    subject: str
    language: str
    keywords: tuple[str, ...]
    duplex: bool


class Page(NamedTuple):
    """A page to print, and the box of it that is kept when the page is cut."""

    scene: Scene
    trim: Box | None


class PageComposer:
    """Composes pages. Pages with the same slots share one background scene, which a writer stores once."""

    def __init__(self, edition: Edition, paper: Paper) -> None:
        self._edition = edition
        self._paper = paper
        self._backgrounds: dict[tuple[Imposition, tuple[bool, ...], bool], Page] = {}

    def page(self, imposition: Imposition, filling: Sequence[Layers], cut_marks: bool) -> Page:
        """Return a page with layers of scenes in each slot; a slot without layers stays empty."""
        key = imposition, tuple(map(bool, filling)), cut_marks
        if key not in self._backgrounds:
            self._backgrounds[key] = self._background(*key)
        background = self._backgrounds[key]
        items = [Use(background.scene, 0, 0)]
        for slot, layers in zip(imposition.slots, filling, strict=False):
            items += [Use(scene, slot.x, slot.y, imposition.scale, imposition.turn) for scene in layers]
        return Page(Scene(background.scene.width, background.scene.height, tuple(items)), background.trim)

    def _background(self, imposition: Imposition, is_used: tuple[bool, ...], cut_marks: bool) -> Page:
        """Return a page with cut lines and check line only."""
        canvas = self._edition.canvas(*imposition.page)
        used = [slot for slot, is_filled in zip(imposition.slots, is_used, strict=False) if is_filled]
        if cut_marks:
            _draw_cut_lines(canvas, imposition, used)
        _draw_check_line(canvas, self._edition, self._paper, imposition)
        return Page(canvas.scene(f"page-{len(self._backgrounds)}"), Box.around(used) if used else None)


def _draw_cut_lines(canvas: Canvas, imposition: Imposition, used: Sequence[Box]) -> None:
    """Draw hairlines across the whole page along every edge, so that no cut removes the line of another."""
    width, height = imposition.page
    strip = imposition.strip
    left, top, right, bottom = SAFE_MARGIN, SAFE_MARGIN, width - SAFE_MARGIN, height - SAFE_MARGIN
    if strip.w > strip.h:
        top, bottom = (strip.bottom, bottom) if strip.y < height / 2 else (top, strip.y)
    else:
        left, right = (strip.right, right) if strip.x < width / 2 else (left, strip.x)
    for x in sorted({round(edge, 6) for slot in used for edge in (slot.x, slot.right)}):
        canvas.line(x, top, x, bottom, CUT_LINE)
    for y in sorted({round(edge, 6) for slot in used for edge in (slot.y, slot.bottom)}):
        canvas.line(left, y, right, y, CUT_LINE)


def _draw_check_line(canvas: Canvas, edition: Edition, paper: Paper, imposition: Imposition) -> None:
    """Draw a line of 50 mm to check with a ruler, and what was printed on which paper at which scale."""
    strip, ink = imposition.strip, edition.theme.ink
    length = max(strip.w, strip.h)
    ruler = edition.canvas(length, STRIP_DEPTH)
    # In the outer half of the strip, away from pictures and cut lines.
    x0, x1, y = INDENT, INDENT + CHECK_LINE, STRIP_DEPTH - MIN_TEXT_SIZE / 2
    paint = Paint(stroke=ink.on_box_soft, line=0.2)
    ruler.line(x0, y, x1, y, paint)
    for x in (x0, x1):
        ruler.line(x, y - 0.8, x, y + 0.8, paint)
    size = MIN_TEXT_SIZE * 1.0001
    baseline_centre = y - size * 0.07
    note = ruler.text(
        x1 + 1.5, baseline_centre, edition.label("check_line"), size, ink.on_box_soft, room=length - x1 - 2
    )
    scale, program = f"{imposition.scale * 100:.0f} %", f"sheetgen {__version__}"
    about = " · ".join((edition.title, paper.title, scale, program, edition.label("unofficial")))
    if note.left + note.width + 2 + text_width(about, size, ruler.faces["regular"]) < length - INDENT:
        ruler.text(length - INDENT, baseline_centre, about, size, ink.on_box_soft, anchor="end")
    canvas.add(Use(ruler.scene(), strip.x, strip.y, 1.0, imposition.strip_turn))
