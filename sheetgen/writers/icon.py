"""A square scene as a PNG of so many pixels, transparent where nothing is drawn."""

from __future__ import annotations

from io import BytesIO

import pypdfium2

from sheetgen.drawing.scene import Scene
from sheetgen.writers.picture import scene_pdf


def png_icon(scene: Scene, pixels: int) -> bytes:
    """The scene, drawn like any page, through a PDF."""
    with scene_pdf(scene, "icon") as pdf:
        document = pypdfium2.PdfDocument(pdf)
        try:
            page = document[0]
            # Just below the size, because it is rounded up.
            scale = (pixels - 0.01) / page.get_width()
            picture = page.render(scale=scale, fill_color=(255, 255, 255, 0)).to_pil()
            page.close()
        finally:
            document.close()
    buffer = BytesIO()
    picture.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
