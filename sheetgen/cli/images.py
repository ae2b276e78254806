"""`sheetgen svg` and `sheetgen png`: each page as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.cli import options

if TYPE_CHECKING:
    from sheetgen.drawing.pages.document import Document


def svg_command(
    variant: options.Variant = None,
    layout: options.LayoutFile = None,
    change: options.Changes = None,
    output: options.Output = None,
    parts: options.Parts = None,
    count: options.Count = None,
    paper: options.PaperName = None,
    orientation: options.OrientationName = "auto",
    per_page: options.PerPage = "auto",
    theme: options.ThemeName = None,
    lang: options.Language = None,
    player: options.Player = None,
    serial_start: options.SerialStart = 1,
    shuffle: options.Shuffle = None,
    scorer_url: options.ScorerUrl = None,
    cut_marks: options.CutMarks = True,
    quiet: options.Quiet = False,
) -> None:
    """Make SVG pictures, one for each page (name-1.svg, name-2.svg, … if there are several)."""
    from sheetgen.cli.console import with_progress
    from sheetgen.cli.prepare import output_file, prepare
    from sheetgen.writers.svg import svg_text

    document = prepare(
        variant=variant, layout=layout, changes=change, count=count, paper=paper, orientation=orientation,
        per_page=per_page, theme=theme, lang=lang, scorer_url=scorer_url, serial_start=serial_start,
        players=player, parts=parts, cut_marks=cut_marks, shuffle=shuffle,
    )  # fmt: skip
    file = output_file(output, document, "svg")
    info = document.info
    pages = with_progress(document.pages(), document.page_count, quiet)
    _write(document, (svg_text(page.scene, info.title, info.language).encode() for page in pages), file, quiet)


def png_command(
    variant: options.Variant = None,
    layout: options.LayoutFile = None,
    change: options.Changes = None,
    output: options.Output = None,
    parts: options.Parts = None,
    count: options.Count = None,
    paper: options.PaperName = None,
    orientation: options.OrientationName = "auto",
    per_page: options.PerPage = "auto",
    theme: options.ThemeName = None,
    lang: options.Language = None,
    player: options.Player = None,
    serial_start: options.SerialStart = 1,
    shuffle: options.Shuffle = None,
    scorer_url: options.ScorerUrl = None,
    cut_marks: options.CutMarks = True,
    dpi: options.Dpi = 150,
    quiet: options.Quiet = False,
) -> None:
    """Make PNG pictures, one for each page (name-1.png, name-2.png, … if there are several)."""
    from tempfile import TemporaryDirectory

    from sheetgen.cli.console import with_progress
    from sheetgen.cli.prepare import output_file, prepare
    from sheetgen.writers.pdf.writer import write_pdf
    from sheetgen.writers.raster import check_pixels, png_pages

    document = prepare(
        variant=variant, layout=layout, changes=change, count=count, paper=paper, orientation=orientation,
        per_page=per_page, theme=theme, lang=lang, scorer_url=scorer_url, serial_start=serial_start,
        players=player, parts=parts, cut_marks=cut_marks, shuffle=shuffle,
    )  # fmt: skip
    file = output_file(output, document, "png")
    check_pixels(document.job.paper, dpi)
    with TemporaryDirectory() as folder:
        pdf = Path(folder) / "pages.pdf"
        write_pdf(with_progress(document.pages(), document.page_count, quiet), document.info, pdf)
        _write(document, with_progress(png_pages(pdf, dpi), document.page_count, quiet), file, quiet)


def _write(document: Document, pages: Iterator[bytes], file: Path, quiet: bool) -> None:
    """All pictures or none."""
    from sheetgen.cli.prepare import numbered_files
    from sheetgen.cli.report import tell
    from sheetgen.writers.atomic_files import atomic_file

    files = numbered_files(file, document.page_count)
    with ExitStack() as stack:
        for path, page in zip(files, pages, strict=True):
            stack.enter_context(atomic_file(path)).write_bytes(page)
    if not quiet:
        tell(document, files)
