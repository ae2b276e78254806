"""Pages to PNG, through the PDF, so that the picture shows what the printer gets.

One picture in a file of its own.

A square scene as a PNG of so many pixels, transparent where nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2

from sheetgen.drawing.pages.page import Info, Page
from sheetgen.drawing.pages.paper import Paper
from sheetgen.drawing.scene import Scene
from sheetgen.errors import InputError
from sheetgen.writers.atomic_files import atomic_file

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


DPI = 200


@contextmanager
def picture_file(path: Path) -> Iterator[Callable[[Scene, str], None]]:
    """Takes a scene and its title, and writes it as the file's name says: .png or .svg."""
    if path.suffix.lower() not in (".png", ".svg"):
        raise InputError.of(f"the file {path} is named neither .png nor .svg", f"Name it {path.stem or 'plot'}.png.")
    with atomic_file(path) as temporary:

        def save(scene: Scene, title: str) -> None:
            temporary.write_bytes(_picture(scene, title, path.suffix.lower()))

        yield save


def _picture(scene: Scene, title: str, ending: str) -> bytes:
    if ending == ".svg":
        from sheetgen.writers.svg import svg_text

        return svg_text(scene, title, "en").encode()

    with scene_pdf(scene, title) as pdf:
        (png,) = png_pages(pdf, DPI)
    return png


@contextmanager
def scene_pdf(scene: Scene, title: str) -> Iterator[Path]:
    """The scene as a PDF for a while: pictures of pixels are made from it, like those of pages."""
    from sheetgen.writers.pdf.writer import write_pdf

    with TemporaryDirectory() as folder:
        pdf = Path(folder) / "picture.pdf"
        write_pdf([Page(scene, None)], Info(title, title, "en", (), duplex=False), pdf)
        yield pdf


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
