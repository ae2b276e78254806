"""Pages to PNG, through the PDF, so that the picture shows what the printer gets."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pypdfium2

from sheetgen.errors import InputError

MOST_PIXELS = 120_000_000


def png_pages(pdf: Path, dpi: int) -> Iterator[bytes]:
    """Each page of the PDF as a PNG file that knows its true size."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            width, height = (side / 72 * dpi for side in page.get_size())
            if width * height > MOST_PIXELS:
                raise InputError.of(
                    f"a picture of {width:,.0f} × {height:,.0f} pixels is too large",
                    "Use a smaller --dpi or paper.",
                )
            image = page.render(scale=dpi / 72).to_pil()
            buffer = BytesIO()
            image.save(buffer, "PNG", dpi=(dpi, dpi), optimize=False)
            yield buffer.getvalue()
            page.close()
    finally:
        document.close()
