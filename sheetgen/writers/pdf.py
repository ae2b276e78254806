"""Scene to PDF, with reportlab."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path as FilePath
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas as PdfCanvas

from sheetgen import __version__
from sheetgen.drawing.fonts import FACES
from sheetgen.drawing.pages import Info, Page
from sheetgen.drawing.scene import (
    Box,
    Circle,
    Code,
    Link,
    Matrix,
    Paint,
    Path,
    Rect,
    Scene,
    Segment,
    Text,
    Typeface,
    Use,
)
from sheetgen.errors import InputError
from sheetgen.layouts.values import MM_PER_UNIT
from sheetgen.writers.attachments import Attachment, attach
from sheetgen.writers.qr import code_outline

POINTS_PER_MM = 1 / MM_PER_UNIT["pt"]


def write_pdf(pages: Iterable[Page], info: Info, file: FilePath, attachments: Sequence[Attachment] = ()) -> None:
    """The pages as a file, and files inside it. The same pages always give the same bytes."""
    _check_date()
    canvas = PdfCanvas(
        str(file),
        invariant=1,
        pageCompression=1,
        pdfVersion=(1, 7),  # the one that knows all the viewer preferences
        lang=info.language,
        initialFontName=_font_name(FACES["regular"]),  # or else every page names Helvetica, which is not embedded
    )
    _describe(canvas, info)
    attach(canvas, attachments)
    drawn: set[str] = set()
    for page in pages:
        _PageWriter(canvas, page.scene, drawn).write(page)
        canvas.showPage()
    canvas.save()


def _check_date() -> None:
    """reportlab reads the file's date from SOURCE_DATE_EPOCH, and takes a fixed one if there is none."""
    date = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if date and not (date.isascii() and date.isdecimal() and len(date) <= 11):
        raise InputError.of(f"SOURCE_DATE_EPOCH={date!r:.60} is not a date", "It counts seconds since 1970.")


def _describe(canvas: Any, info: Info) -> None:
    canvas.setTitle(info.title)
    canvas.setSubject(info.subject)
    canvas.setAuthor("sheetgen")
    canvas.setCreator(f"sheetgen {__version__}")
    canvas.setKeywords(list(info.keywords))
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if info.duplex:
        canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge")


class _PageWriter:
    """Draws one page. Coordinates are millimetres from the top left; text is flipped back upright."""

    def __init__(self, canvas: Any, scene: Scene, drawn: set[str]) -> None:
        self.canvas = canvas
        self.scene = scene
        self.drawn = drawn
        self.height = scene.height

    def write(self, page: Page) -> None:
        k, height = POINTS_PER_MM, self.height
        self.canvas.setPageSize((self.scene.width * k, height * k))
        if page.trim:
            trim = page.trim
            self.canvas.setTrimBox((trim.x * k, (height - trim.bottom) * k, trim.right * k, (height - trim.y) * k))
        self._define_forms(self.scene)
        self.canvas.saveState()
        self.canvas.transform(k, 0, 0, -k, 0, height * k)
        self._draw(self.scene, Matrix())
        self.canvas.restoreState()

    def _define_forms(self, scene: Scene) -> None:
        """Named scenes become forms, drawn once and only placed from then on."""
        for item in scene.items:
            if isinstance(item, Use):
                self._define_forms(item.scene)
                name = item.scene.name
                if name and name not in self.drawn:
                    self.canvas.beginForm(name, 0, 0, item.scene.width, item.scene.height)
                    self._draw(item.scene, Matrix())
                    self.canvas.endForm()
                    self.drawn.add(name)

    def _draw(self, scene: Scene, matrix: Matrix) -> None:
        for item in scene.items:
            match item:
                case Rect():
                    self._rect(item)
                case Circle():
                    self._paint(item.paint)
                    self.canvas.circle(item.x, item.y, item.r, bool(item.paint.stroke), bool(item.paint.fill))
                case Path():
                    self._path(item.segments, item.paint)
                case Text():
                    self._text(item)
                case Code():
                    self._path(code_outline(item), Paint(fill="#000000"))
                case Link():
                    self._link(item, matrix)
                case Use():
                    self._use(item, matrix)

    def _use(self, item: Use, matrix: Matrix) -> None:
        m = item.matrix
        self.canvas.saveState()
        self.canvas.transform(m.a, m.b, m.c, m.d, m.e, m.f)
        if item.scene.name:
            self.canvas.doForm(item.scene.name)
        else:
            self._draw(item.scene, matrix.after(m))
        self.canvas.restoreState()

    def _rect(self, item: Rect) -> None:
        self._paint(item.paint)
        box, stroke, fill = item.box, bool(item.paint.stroke), bool(item.paint.fill)
        if item.radius:
            radius = min(item.radius, box.w / 2, box.h / 2)
            self.canvas.roundRect(box.x, box.y, box.w, box.h, radius, stroke, fill)
        else:
            self.canvas.rect(box.x, box.y, box.w, box.h, stroke, fill)

    def _path(self, segments: tuple[Segment, ...], paint: Paint) -> None:
        path = self.canvas.beginPath()
        for command, numbers in segments:
            match command:
                case "M":
                    path.moveTo(*numbers)
                case "L":
                    path.lineTo(*numbers)
                case "C":
                    path.curveTo(*numbers)
                case "Z":
                    path.close()
        self._paint(paint)
        self.canvas.drawPath(path, bool(paint.stroke), bool(paint.fill), fillMode=0)

    def _text(self, item: Text) -> None:
        self.canvas.saveState()
        self.canvas.transform(1, 0, 0, -1, item.left, item.y)
        self._fill(item.fill)
        self.canvas.setFont(_font_name(item.face), item.size)
        self.canvas.drawString(0, 0, item.text)
        self.canvas.restoreState()

    def _link(self, item: Link, matrix: Matrix) -> None:
        """Links belong to the page, so they are placed in its own coordinates."""
        box: Box = matrix.box(item.box)
        k = POINTS_PER_MM
        area = (box.x * k, (self.height - box.bottom) * k, box.right * k, (self.height - box.y) * k)
        self.canvas.linkURL(item.url, area, relative=0, thickness=0)

    def _paint(self, paint: Paint) -> None:
        if paint.fill:
            self._fill(paint.fill)
        if paint.stroke:
            self.canvas.setStrokeColorRGB(*_rgb(paint.stroke))
            self.canvas.setLineWidth(paint.line)
            self.canvas.setDash(*((list(paint.dash),) if paint.dash else ()))

    def _fill(self, colour: str) -> None:
        red, green, blue = _rgb(colour)
        if red == green == blue:
            self.canvas.setFillGray(red)  # pure black stays on the black plate
        else:
            self.canvas.setFillColorRGB(red, green, blue)


def _font_name(face: Typeface) -> str:
    """The name by which reportlab knows the typeface, told to it before."""
    if face.name not in pdfmetrics.getRegisteredFontNames():
        _forget_unused()
        font = TTFont(face.name, BytesIO(face.data))
        # reportlab tells faces apart by the name in the file, and would take one for another of the same name.
        font.face.name = face.name.encode()
        pdfmetrics.registerFont(font)
    return face.name


def _forget_unused() -> None:
    """reportlab keeps all typefaces for ever. Those of users go when no document is being written with them."""
    bundled = {face.name for face in FACES.values()}
    for font in map(pdfmetrics.getFont, pdfmetrics.getRegisteredFontNames()):
        if isinstance(font, TTFont) and font.fontName not in bundled and not font.state:
            font.unregister()


def _rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue
