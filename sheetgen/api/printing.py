"""Print a game: from options to pages, and from pages to PDF, SVG and PNG files."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar, get_args
from unicodedata import normalize

from sheetgen.api.addresses import is_local, scorer_base
from sheetgen.api.selection import choose_locale, choose_theme, first, one_of
from sheetgen.api.settings import Settings
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.pages.document import Back, Document, Job, Part
from sheetgen.drawing.pages.paper import DEFAULT_PAPER, MAX_PER_PAGE, Orientation, parse_paper
from sheetgen.drawing.sheet_links import DEFAULT_BASE
from sheetgen.errors import Collector, InputError
from sheetgen.layouts.catalog import load_variant, variants
from sheetgen.layouts.files.embedded import embedded_files
from sheetgen.layouts.layout import Layout
from sheetgen.writers.atomic_files import atomic_file
from sheetgen.writers.pdf.attachments import Attachment
from sheetgen.writers.pdf.writer import write_pdf
from sheetgen.writers.svg import svg_text

LITTLE_SMALLER = 0.8  # scale from which two sheets on a page are worth a hint

T = TypeVar("T")
Progress = Callable[[Iterable[Any], int], Iterable[Any]]  # passes on things, of which there are so many


@dataclass(frozen=True, kw_only=True)
class PrintOptions:
    """What to print and how, by the names of the commands' options."""

    parts: Sequence[str] = ()  # of sheets, board and pieces; all that there are unless given
    count: int | None = None  # sheets; a full page, or one for each player, unless given
    paper: str | None = None
    orientation: str = "auto"
    per_page: int | str = "auto"
    theme: str | None = None
    lang: str | None = None
    players: Sequence[str] = ()
    serial_start: int = 1
    shuffle: str | None = None
    scorer_url: str | None = None
    cut_marks: bool = True
    back: str = "none"


@dataclass(frozen=True)
class Printed:
    """What was printed: the files, and what is on them."""

    files: tuple[Path, ...]
    pages: int
    paper: str
    sheets: range  # serial numbers
    sheets_per_page: int
    scale: float  # of the sheets
    two_scale: float | None  # scale at which two sheets would be on a page instead of one, if that is a good idea
    boards: range  # serial numbers
    board_scale: float
    links: tuple[str, ...]  # of the first and the last sheet or board
    shuffle_seed: str | None
    shuffled_sheets: int  # how many different ones there are
    is_local: bool  # whether the links work in the local network only
    shadowed: bool  # whether the links lead to a built-in layout with other rules


def no_progress(things: Iterable[T], total: int) -> Iterable[T]:
    """Pass things on without showing how many are done."""
    return things


def write_document(
    document: Document, ending: str, file: Path | None, dpi: int = 150, progress: Progress = no_progress
) -> Printed:
    """Write the pages of a document as PDF, SVG or PNG: all files or none."""
    target = named_file(file, document.edition.layout.slug, ending)
    if ending == "pdf":
        packed = [
            Attachment(each.name, each.text.encode(), each.about) for each in embedded_files(document.edition.layout)
        ]
        with atomic_file(target) as temporary:
            write_pdf(progress(document.pages(), document.page_count), document.info, temporary, packed)
        return _printed(document, [target])
    files = numbered_files(target, document.page_count)
    with ExitStack() as stack:
        pages = _svg_pages(document, progress) if ending == "svg" else _png_pages(document, dpi, progress, stack)
        for path, page in zip(files, pages, strict=True):
            stack.enter_context(atomic_file(path)).write_bytes(page)
    return _printed(document, files)


def _svg_pages(document: Document, progress: Progress) -> Iterator[bytes]:
    info = document.info
    for page in progress(document.pages(), document.page_count):
        yield svg_text(page.scene, info.title, info.language).encode()


def _png_pages(document: Document, dpi: int, progress: Progress, stack: ExitStack) -> Iterable[bytes]:
    from sheetgen.writers.raster import check_pixels, png_pages

    check_pixels(document.job.paper, dpi)
    pdf = Path(stack.enter_context(TemporaryDirectory())) / "pages.pdf"
    write_pdf(progress(document.pages(), document.page_count), document.info, pdf)
    return progress(png_pages(pdf, dpi), document.page_count)


def make_document(
    load: Callable[[], Layout], options: PrintOptions, load_settings: Callable[[], Settings] = Settings
) -> Document:
    """Return the document to print, or raise one error with everything that is wrong with layout and options."""
    faults = Collector()
    given = faults.attempt(load_settings) or Settings()
    layout = faults.attempt(load)
    theme = faults.attempt(partial(choose_theme, options.theme, layout, given))
    locale = faults.attempt(partial(choose_locale, options.lang, layout, given))
    paper = faults.attempt(lambda: parse_paper(first(options.paper, given.paper, DEFAULT_PAPER)))
    base = faults.attempt(lambda: scorer_base(first(options.scorer_url, given.scorer_url, DEFAULT_BASE)))
    orientation: Orientation | None = faults.attempt(
        lambda: one_of("orientation", options.orientation, get_args(Orientation))
    )
    back: Back | None = faults.attempt(lambda: one_of("back", options.back, get_args(Back)))
    parts = faults.attempt(lambda: _parts(options.parts))
    per_page = faults.attempt(lambda: _per_page(str(options.per_page)))
    faults.raise_if_any()
    assert layout and theme and locale and paper and base and orientation and back and per_page is not None
    return Document(
        Job(
            edition=Edition(layout, theme, locale),
            paper=paper,
            orientation=orientation,
            parts=parts or None,
            count=options.count,
            per_page=per_page or None,
            serial_start=options.serial_start,
            players=tuple(normalize("NFC", name) for name in options.players),
            base=base,
            cut_marks=options.cut_marks,
            back=back,
            shuffle=options.shuffle,
        )
    )


def named_file(file: Path | None, name: str, ending: str) -> Path:
    """Return the file if it has the ending, or a file of this name if it is None."""
    if file is None:
        return Path(f"{name}.{ending}")
    if file.suffix.lower() != f".{ending}":
        raise InputError.of(f"the file {file} is not named .{ending}", f"Name it {file.stem or 'sheets'}.{ending}.")
    return file


def numbered_files(file: Path, count: int) -> list[Path]:
    """Return the file itself, or for several name-1, name-2 … with the same ending."""
    if count == 1:
        return [file]
    digits = len(str(count))
    return [file.with_name(f"{file.stem}-{number:0{digits}}{file.suffix}") for number in range(1, count + 1)]


def _parts(names: Sequence[str]) -> tuple[Part, ...]:
    known: tuple[Part, ...] = get_args(Part)
    return tuple(one_of("parts", name.strip(), known) for text in names for name in text.split(","))


def _per_page(text: str) -> int:
    """Return the number, or 0 for auto."""
    if text.lower() == "auto":
        return 0
    if text.isascii() and text.isdecimal() and len(text) <= 9 and 1 <= int(text) <= MAX_PER_PAGE:
        return int(text)
    raise InputError.of(f"--per-page cannot be {text!r:.60}", f"Give auto or a number from 1 to {MAX_PER_PAGE}.")


def _printed(document: Document, files: Sequence[Path]) -> Printed:
    job, serials, layout = document.job, document.serials, document.edition.layout
    sheets, boards = serials[: document.sheet_count], serials[document.sheet_count :]
    numbers = (serials[0], serials[-1]) if serials else ()
    return Printed(
        files=tuple(files),
        pages=document.page_count,
        paper=job.paper.name,
        sheets=sheets,
        sheets_per_page=len(document.imposition.slots) if sheets else 0,
        scale=document.imposition.scale if sheets else 1.0,
        two_scale=_two_scale(document) if sheets else None,
        boards=boards,
        board_scale=document.board_imposition.scale if boards else 1.0,
        links=tuple(document.sheet_links(serial).url(serial) for serial in numbers),
        shuffle_seed=document.pad.seed if document.pad else None,
        shuffled_sheets=document.pad.count if document.pad else 0,
        is_local=is_local(job.base),
        shadowed=layout.slug in variants() and load_variant(layout.slug).game != layout.game,
    )


def _two_scale(document: Document) -> float | None:
    """Return the scale at which two sheets would fit on a page that has one, if they are only a little smaller."""
    if document.job.per_page is not None or len(document.imposition.slots) > 1:
        return None
    try:
        scale = document.imposed(2).scale
    except InputError:
        return None
    return scale if scale >= LITTLE_SMALLER else None
