"""Make the gallery of all layouts in all themes: `python docs/make_gallery.py [FOLDER]`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.pages.document import Document, Job, Part, available_parts
from sheetgen.drawing.pages.paper import parse_paper
from sheetgen.layouts.catalog import kind_of, load_layout, load_locale, load_variant, own_theme, theme_of, variants
from sheetgen.layouts.files.merge import built_in_names
from sheetgen.layouts.files.source import read_source
from sheetgen.layouts.layout import Layout
from sheetgen.writers.pdf.writer import write_pdf
from sheetgen.writers.raster import png_pages

EXAMPLES = Path(__file__).parent.parent / "examples"
DPI = 200
WIDTH, COLOURS = 520, 200
"""Pictures are so many pixels wide, in so many colours: there are many of them."""

INTRODUCTION = """# Gallery

You look for a sheet or a theme that you like. Here are all layouts in all themes: the built-in ones, and the
[examples](../examples/layouts), each with the [dark theme](../examples/themes/dark.toml) of the examples too. *Own* is
the theme that a layout names itself. Made by `python docs/make_gallery.py`.
"""


def layouts() -> dict[str, Layout]:
    """All layouts by what a user calls them."""
    built_in = {name: load_variant(name) for name in variants()}
    files = sorted(path for path in (EXAMPLES / "layouts").glob("*.toml") if kind_of(read_source(path)) == "layouts")
    return built_in | {f"examples/layouts/{path.name}": load_layout(path) for path in files}


def themes() -> list[str]:
    """All themes, the built-in ones by name and the examples by file."""
    return [*built_in_names("themes"), *(str(path) for path in sorted((EXAMPLES / "themes").glob("*.toml")))]


def make(folder: Path) -> None:
    """Write all pictures, and the page that shows them."""
    (folder / "gallery").mkdir(parents=True, exist_ok=True)
    (folder / "gallery.md").write_text("\n".join(_page(folder)) + "\n", encoding="utf-8", newline="\n")


def _page(folder: Path) -> Iterator[str]:
    yield INTRODUCTION
    for name, layout in layouts().items():
        link = f"[{name}](../{name})" if name.endswith(".toml") else f"`{name}`"
        yield f"## {Path(name).stem}\n\n{link}: {layout.about['en']}\n"
        for part in available_parts(layout):
            if part != "pieces":
                yield from _tables(layout, list(_pictures(folder / "gallery", layout, part)))


def _tables(layout: Layout, pictures: list[tuple[str, str]]) -> Iterator[str]:
    """The pictures of a part, three in a line."""
    for several in (pictures[:3], pictures[3:]):
        yield "| " + " | ".join(theme for theme, _ in several) + " |"
        yield "|---" * len(several) + "|"
        images = (
            f'<img src="gallery/{file}" width="280" alt="{layout.title["en"]} in {theme}">' for theme, file in several
        )
        yield "| " + " | ".join(images) + " |\n"


def _pictures(folder: Path, layout: Layout, part: Part) -> Iterator[tuple[str, str]]:
    """A picture in each theme, by the theme's name; first the layout's own theme, if it has one."""
    own = own_theme(layout)
    named = [("own", own)] if own else []
    for name, theme in [*named, *((Path(name).stem, theme_of(layout, name)) for name in themes())]:
        edition = Edition(layout, theme, load_locale("en"))
        file = f"{layout.slug}-{name}.png" if part == "sheets" else f"{layout.slug}-{part}-{name}.png"
        (folder / file).write_bytes(_picture(edition, part))
        yield name, file


def _picture(edition: Edition, part: Part) -> bytes:
    """The first sheet or board, as it is when cut."""
    count = 1 if part == "sheets" else None
    job = Job(edition, parse_paper("a3"), parts=(part,), count=count, per_page=count, cut_marks=False)
    document = Document(job)
    page = next(islice(document.pages(), 1))
    with TemporaryDirectory() as temporary:
        pdf = Path(temporary) / "page.pdf"
        write_pdf([page], document.info, pdf)
        (png,) = png_pages(pdf, DPI)
    assert page.trim
    k, trim = DPI / 25.4, page.trim
    cut = Image.open(BytesIO(png)).convert("RGB").crop(
        (round(trim.x * k), round(trim.y * k), round(trim.right * k), round(trim.bottom * k))
    )  # fmt: skip
    small = cut.resize((WIDTH, round(WIDTH * cut.height / cut.width)), Image.Resampling.LANCZOS)
    buffer = BytesIO()
    small.quantize(COLOURS, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
