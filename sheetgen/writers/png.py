"""Pages to PNG, through the PDF, so that the picture shows what the printer gets."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pypdfium2

from sheetgen.drawing.paper import Paper
from sheetgen.errors import InputError

MOST_PIXELS = 120_000_000


def check_pixels(paper: Paper, dpi: int) -> None:
    """Refuse pictures that would fill the memory."""
    width, height = (round(side / 25.4 * dpi) for side in (paper.width, paper.height))
    if width * height > MOST_PIXELS:
        raise InputError.of(f"a picture of {width:,} × {height:,} pixels is too large", "Use a smaller --dpi or paper.")


def png_pages(pdf: Path, dpi: int) -> Iterator[bytes]:
    """Each page of the PDF as a PNG file that knows its true size."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            buffer = BytesIO()
            page.render(scale=dpi / 72).to_pil().save(buffer, "PNG", dpi=(dpi, dpi))
            yield buffer.getvalue()
            page.close()
    finally:
        document.close()
