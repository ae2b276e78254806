"""Pages to PDF."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from reportlab.pdfbase.pdfdoc import PDFDocument, ViewerPreferencesPDFDictionary

from sheetgen import __version__
from sheetgen.drawing.pages.page import Info, Page
from sheetgen.drawing.scene import Box, Link, Matrix
from sheetgen.errors import InputError
from sheetgen.model import MM_PER_UNIT
from sheetgen.writers.pdf.attachments import Attachment, attach
from sheetgen.writers.pdf.file import PdfFile
from sheetgen.writers.pdf.operators import PdfDrawing

POINTS_PER_MM = 1 / MM_PER_UNIT["pt"]


def write_pdf(pages: Iterable[Page], info: Info, path: Path, attachments: Sequence[Attachment] = ()) -> None:
    """The pages as a file, and files inside it. The same pages always give the same bytes."""
    _check_date()
    with path.open("wb") as opened:
        file = PdfFile(opened, info.language)
        _describe(file.kept, info)
        attach(file.kept, attachments)
        drawing = PdfDrawing(file)
        for page in pages:
            _write_page(file, drawing, page)
        file.finish(drawing.resources)


def _check_date() -> None:
    """reportlab reads the file's date from SOURCE_DATE_EPOCH, and takes a fixed one if there is none."""
    date = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if date and not (date.isascii() and date.isdecimal() and len(date) <= 11):
        raise InputError.of(f"SOURCE_DATE_EPOCH={date!r:.60} is not a date", "It counts seconds since 1970.")


def _describe(document: PDFDocument, info: Info) -> None:
    document.setTitle(info.title)
    document.setSubject(info.subject)
    document.setAuthor("sheetgen")
    document.setCreator(f"sheetgen {__version__}")
    document.setKeywords(", ".join(info.keywords))
    preferences = document.Catalog.ViewerPreferences = ViewerPreferencesPDFDictionary()
    preferences["PrintScaling"] = "None"
    preferences["DisplayDocTitle"] = "true"
    if info.duplex:
        preferences["Duplex"] = "DuplexFlipLongEdge"


def _write_page(file: PdfFile, drawing: PdfDrawing, page: Page) -> None:
    scene, k = page.scene, POINTS_PER_MM
    height = scene.height * k
    operators, links = drawing.drawn(scene, Matrix(k, 0, 0, -k, 0, height))
    entries = f"/MediaBox{_corners(Box(0, 0, scene.width * k, height))}"
    if trim := page.trim:
        entries += f"/TrimBox{_corners(Box(trim.x * k, height - trim.bottom * k, trim.w * k, trim.h * k))}"
    if links:
        entries += f"/Annots[{''.join(map(_annotation, links))}]"
    file.put_page(entries, operators)


def _annotation(link: Link) -> str:
    url = link.url.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    area = _corners(link.box)
    return f"<</Subtype/Link/Border[0 0 0]/Rect{area}/A<</S/URI/URI({url})>>>>"


def _corners(box: Box) -> str:
    """A box as a PDF has it, in points from the bottom left."""
    return f"[{' '.join(f'{round(side, 3):g}' for side in (box.x, box.y, box.right, box.bottom))}]"
