"""Write pages as a PDF. The same pages always give the same bytes."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO

from sheetgen.drawing.pages.page import Info, Page
from sheetgen.drawing.scene import Box, Link, Matrix
from sheetgen.errors import InputError
from sheetgen.model import MM_PER_UNIT
from sheetgen.writers.pdf.attachments import Attachment
from sheetgen.writers.pdf.file import PdfFile
from sheetgen.writers.pdf.operators import SceneDrawing
from sheetgen.writers.pdf.reportlab_document import ReportlabDocument

POINTS_PER_MM = 1 / MM_PER_UNIT["pt"]


def write_pdf(pages: Iterable[Page], info: Info, path: Path, attachments: Sequence[Attachment] = ()) -> None:
    """Write the pages to a file. The names of the attached files have to differ."""
    with path.open("wb") as file:
        write_pdf_to(file, pages, info, attachments)


def write_pdf_to(file: BinaryIO, pages: Iterable[Page], info: Info, attachments: Sequence[Attachment] = ()) -> None:
    """Write the pages to an open binary file, which need not be seekable."""
    _check_date()
    document = ReportlabDocument(info, attachments)
    pdf = PdfFile(file, document)
    drawing = SceneDrawing(pdf, document)
    for page in pages:
        _write_page(pdf, drawing, page)
    pdf.finish(drawing.resources)


def _check_date() -> None:
    """Refuse a SOURCE_DATE_EPOCH from which reportlab cannot make the date of the file; by default that is fixed."""
    date = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if date and not (date.isascii() and date.isdecimal() and len(date) <= 11):
        raise InputError.of(f"SOURCE_DATE_EPOCH={date!r:.60} is not a date", "It counts seconds since 1970.")


def _write_page(pdf: PdfFile, drawing: SceneDrawing, page: Page) -> None:
    scene, k = page.scene, POINTS_PER_MM
    height = scene.height * k
    operators, links = drawing.operators(scene, Matrix(k, 0, 0, -k, 0, height))
    entries = f"/MediaBox{_rectangle(Box(0, 0, scene.width * k, height))}"
    if trim := page.trim:
        entries += f"/TrimBox{_rectangle(Box(trim.x * k, height - trim.bottom * k, trim.w * k, trim.h * k))}"
    if links:
        entries += f"/Annots[{''.join(map(_annotation, links))}]"
    pdf.write_page(entries, operators)


def _annotation(link: Link) -> str:
    url = link.url.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"<</Subtype/Link/Border[0 0 0]/Rect{_rectangle(link.box)}/A<</S/URI/URI({url})>>>>"


def _rectangle(box: Box) -> str:
    """Return a box as a PDF array of its corners, in points from the bottom left."""
    return f"[{' '.join(f'{round(side, 3):g}' for side in (box.x, box.y, box.right, box.bottom))}]"
