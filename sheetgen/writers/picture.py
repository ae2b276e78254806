"""One picture in a file of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sheetgen.drawing.pages import Info, Page
from sheetgen.drawing.scene import Scene
from sheetgen.errors import InputError
from sheetgen.writers.files import whole_file

DPI = 200


@contextmanager
def picture_file(path: Path) -> Iterator[Callable[[Scene, str], None]]:
    """Takes a scene and its title, and writes it as the file's name says: .png or .svg."""
    if path.suffix.lower() not in (".png", ".svg"):
        raise InputError.of(f"the file {path} is named neither .png nor .svg", f"Name it {path.stem or 'plot'}.png.")
    with whole_file(path) as temporary:

        def save(scene: Scene, title: str) -> None:
            temporary.write_bytes(_picture(scene, title, path.suffix.lower()))

        yield save


def _picture(scene: Scene, title: str, ending: str) -> bytes:
    if ending == ".svg":
        from sheetgen.writers.svg import svg_text

        return svg_text(scene, title, "en").encode()
    from sheetgen.writers.png import png_pages

    with scene_pdf(scene, title) as pdf:
        (png,) = png_pages(pdf, DPI)
    return png


@contextmanager
def scene_pdf(scene: Scene, title: str) -> Iterator[Path]:
    """The scene as a PDF for a while: pictures of pixels are made from it, like those of pages."""
    from sheetgen.writers.pdf import write_pdf

    with TemporaryDirectory() as folder:
        pdf = Path(folder) / "picture.pdf"
        write_pdf([Page(scene, None)], Info(title, title, "en", (), duplex=False), pdf)
        yield pdf
