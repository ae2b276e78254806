"""Rasterise PDFs and scenes with pdfium, so that pictures show what a printer prints."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
from PIL.Image import Image
from PIL.PngImagePlugin import PngInfo

from sheetgen.drawing.pages.document import Info, Page
from sheetgen.drawing.pages.paper import Paper
from sheetgen.drawing.scene import Scene
from sheetgen.errors import InputError
from sheetgen.file_model import MM_PER_UNIT
from sheetgen.writers.atomic_files import atomic_file
from sheetgen.writers.own_files import require_replaceable
from sheetgen.writers.pdf.writer import write_pdf_to
from sheetgen.writers.svg import svg_text

MAX_PIXELS = 120_000_000  # per page
PICTURE_DPI = 200  # of a scene that is saved as PNG


def check_pixels(paper: Paper, dpi: int) -> None:
    """Raise an InputError if a page at this resolution has no pixels or would take too much memory."""
    if dpi < 1:
        raise InputError.of(f"a picture cannot have {dpi} dots per inch", "Give 1 or more.")
    width, height = (round(side / MM_PER_UNIT["in"] * dpi) for side in (paper.width, paper.height))
    if width * height > MAX_PIXELS:
        raise InputError.of(f"a picture of {width:,} × {height:,} pixels is too large", "Use a smaller --dpi or paper.")


def png_pages(pdf: Path, dpi: int) -> Iterator[bytes]:
    """Yield each page of a PDF as a PNG file that states its resolution."""
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            yield png_file(page.render(scale=dpi / 72).to_pil(), dpi=(dpi, dpi))
            page.close()


def render_scene(scene: Scene, pixels_per_mm: float, transparent: bool = False) -> pypdfium2.PdfBitmap:
    """Return a scene as a bitmap: RGB on white paper, or RGBA on a transparent background."""
    pdf = BytesIO()
    write_pdf_to(pdf, [Page(scene, None)], Info("", "", "en", (), duplex=False))
    with pypdfium2.PdfDocument(pdf.getvalue()) as document:
        return document[0].render(
            scale=pixels_per_mm * MM_PER_UNIT["pt"],
            fill_color=(255, 255, 255, 0 if transparent else 255),
            rev_byteorder=True,
        )


def require_picture_name(path: Path, force: bool = False) -> None:
    """Raise InputError if the path names no PNG or SVG file, or without `force` one that this program did not make."""
    if path.suffix.lower() not in (".png", ".svg"):
        raise InputError.of(f"the file {path} is named neither .png nor .svg", f"Name it {path.stem or 'plot'}.png.")
    require_replaceable([path], force)


@contextmanager
def picture_file(path: Path) -> Iterator[Callable[[Scene, str], None]]:
    """Yield a function that saves a scene with a title as a PNG or SVG file, depending on the suffix of the path."""
    suffix = path.suffix.lower()
    with atomic_file(path) as temporary:

        def save(scene: Scene, title: str) -> None:
            if suffix == ".svg":
                data = svg_text(scene, title, "en").encode()
            else:
                data = png_file(render_scene(scene, PICTURE_DPI / MM_PER_UNIT["in"]).to_pil(), dpi=2 * (PICTURE_DPI,))
            temporary.write_bytes(data)

        yield save


def png_file(image: Image, **options: Any) -> bytes:
    """Return an image as a PNG file that names this program, with Pillow's options, such as its resolution."""
    about = PngInfo()
    about.add_text("Software", "sheetgen")
    file = BytesIO()
    image.save(file, "PNG", pnginfo=about, **options)
    return file.getvalue()
