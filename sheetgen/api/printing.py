"""Print games: from options to pages, and from pages to PDF, SVG and PNG files."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, TypedDict, Unpack, get_args
from unicodedata import normalize
from urllib.parse import urlsplit

from sheetgen.api.settings import Settings, choose_locale, choose_theme, first, one_of, scorer_base
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.pages.document import Back, Document, Info, Job, Page, Part, job_problems, option_problems
from sheetgen.drawing.pages.paper import DEFAULT_PAPER, MAX_PER_PAGE, Orientation, parse_paper
from sheetgen.drawing.scene import Scene
from sheetgen.drawing.sheet_links import DEFAULT_BASE
from sheetgen.errors import Collector, InputError, Problem
from sheetgen.layouts.catalog import load_variant, variants
from sheetgen.layouts.files.embedded import embedded_files
from sheetgen.layouts.layout import Layout
from sheetgen.rules.shuffle.arrangement import NamedPad
from sheetgen.writers.atomic_files import atomic_file, atomic_files
from sheetgen.writers.own_files import require_replaceable
from sheetgen.writers.pdf.attachments import Attachment
from sheetgen.writers.pdf.writer import write_pdf
from sheetgen.writers.svg import svg_text

MIN_HINT_SCALE = 0.8  # scale from which a hint recommends two sheets on a page

NUMBERED = ("svg", "png")  # endings of outputs with one file for each page

Progress = Callable[[Iterable[Any], int], Iterable[Any]]  # passes items on and shows how many of a total are done


class Printed:
    """The files that were written, and what is on them of one game."""

    def __init__(self, document: Document, files: Sequence[Path]) -> None:
        serials = document.serials
        layout = document.edition.layout
        numbers = (serials[0], serials[-1]) if serials else ()
        self.files = tuple(files)
        self.title = document.edition.title
        self.pages = document.page_count
        self.paper = document.job.paper.name
        self.leaves = -(-self.pages // 2) if document.duplex else self.pages  # of paper
        self.is_duplex = document.duplex  # whether it is printed on both sides
        self.sheets = serials[: document.sheet_count]  # serial numbers
        self.sheets_per_page = len(document.imposition.slots) if self.sheets else 0
        self.scale = document.imposition.scale if self.sheets else 1.0
        self.two_scale = _two_scale(document) if self.sheets else None  # scale of two sheets on a page, if worth a hint
        self.boards = serials[document.sheet_count :]  # serial numbers
        self.board_scale = document.board_imposition.scale if self.boards else 1.0
        self.links = tuple(document.sheet_links(serial).url(serial) for serial in numbers)  # the first and the last
        # Whether the sheets are printed for players whose names are too long for the links.
        self.names_left_out = bool(document.job.players) and not document.links.longest_name
        self.shuffle_seed = document.job.shuffle
        self.shuffled_sheets = document.pad.count if document.pad else 0  # how many different sheets are possible
        self.sheet_names = document.pad.names if isinstance(document.pad, NamedPad) else []
        self.scorer_host = urlsplit(document.job.base).hostname or ""  # to which the links lead
        self.needs_server = document.board_links.is_local  # whether a computer in the same network must serve the pages
        self.is_local = self.scorer_host.endswith(".local")  # whether the links lead to a name in the local network
        # Whether the links lead to a built-in layout with other rules.
        self.shadowed = layout.slug in variants() and load_variant(layout.slug).game != layout.game

    def __repr__(self) -> str:
        return f"<Printed {', '.join(map(str, self.files))}: {self.pages} pages>"


def no_progress(items: Iterable[Any], total: int) -> Iterable[Any]:
    """Pass items on without showing progress."""
    return items


def write_documents(
    documents: Sequence[Document],
    ending: str,
    file: Path | None,
    dpi: int = 150,
    progress: Progress = no_progress,
    force: bool = False,
) -> list[Printed]:
    """Write the pages of documents as PDF, SVG or PNG (`ending`): all files or none.

    Without `force`, only files that this program has made are replaced.
    """
    count = sum(document.page_count for document in documents)
    target = named_file(file, "-".join(document.edition.layout.slug for document in documents), ending)
    files = [target] if ending == "pdf" else numbered_files(target, count)
    require_replaceable(files, force)
    pages = progress(_pages(documents), count)
    info = _info(documents)
    if ending == "pdf":
        with atomic_file(target) as temporary:
            write_pdf(pages, info, temporary, list(_attachments(documents)))
    else:
        with atomic_files(files) as temporaries:
            pictures: Iterable[bytes]
            if ending == "svg":
                pictures = (svg_text(page.scene, info.title, info.language).encode() for page in pages)
            else:
                from sheetgen.writers.raster import check_pixels, png_pages  # loads pdfium

                check_pixels(documents[0].job.paper, dpi)
                pdf = temporaries[0].with_name("pages.pdf")
                write_pdf(pages, info, pdf)
                pictures = progress(png_pages(pdf, dpi), count)
            for temporary, picture in zip(temporaries, pictures, strict=True):
                temporary.write_bytes(picture)
    return [Printed(document, files) for document in documents]


def _pages(documents: Sequence[Document]) -> Iterator[Page]:
    """Yield all pages. With backs, each document begins on a new sheet of paper."""
    for document in documents:
        last = None
        for last in document.pages():
            yield last
        if document.duplex and document.page_count % 2 and last and document is not documents[-1]:
            yield Page(Scene(last.scene.width, last.scene.height, ()), None)


def _info(documents: Sequence[Document]) -> Info:
    """Return the metadata of a file with all documents."""
    infos = [document.info for document in documents]
    return infos[0]._replace(
        title=", ".join(info.title for info in infos),
        subject=", ".join(info.subject for info in infos),
        keywords=tuple(dict.fromkeys(chain.from_iterable(info.keywords for info in infos))),
    )


def _attachments(documents: Sequence[Document]) -> Iterator[Attachment]:
    """Yield the files of all layouts. If there are several, their names begin with the slug of their layout."""
    for document in documents:
        layout = document.edition.layout
        owner = layout.slug if len(documents) > 1 else None
        for each in embedded_files(layout, owner):
            yield Attachment(each.name, each.text.encode(), each.about)


class PrintOptions(TypedDict, total=False):
    """What to print, named like the options of the commands. A missing option, or None, means the default."""

    parts: (
        Sequence[str] | None
    )  # sheets, board, pieces, rules, booklet; by default those of the first three that it has
    count: int | None  # number of sheets, or of sets of pieces; by default a full page, or one sheet for each player
    paper: str | None  # such as a4 or 200x150mm; by default that of the settings, or a4
    orientation: str  # auto, portrait or landscape
    per_page: int | str  # sheets per page, which are scaled to fit; auto for as many as fit at true size
    theme: str | None  # a built-in theme or a theme file; by default that of the layout, or of the settings
    lang: str | None  # a built-in language or a locale file; by default that of the layout, or of the settings
    players: Sequence[str] | None  # names to print, one for each sheet
    serial_start: int  # number of the first sheet
    shuffle: str | None  # seed of sheets that differ from player to player; by default all are the same
    sheets: str | None  # names of the layout's own sheets, one after the other, such as a-e; by default only the first
    scorer_url: str | None  # address of the scorer to which the codes lead, or lan for this computer's
    cut_marks: bool  # whether to print lines to cut along
    back: str  # what is on the back: none, sheet or rules
    force: bool  # whether to replace a file that this program did not make


def make_documents(
    load_layouts: Callable[[], Sequence[Layout]],
    load_settings: Callable[[], Settings] = Settings,
    **options: Unpack[PrintOptions],
) -> list[Document]:
    """Return the documents to print, one for each layout, or raise one error with all problems.

    The options apply to all of them. `force` is not about documents and has no effect.
    """
    unknown = options.keys() - PrintOptions.__annotations__.keys()
    if unknown:
        raise TypeError(f"there is no option {', '.join(sorted(unknown))}")
    faults = Collector()
    players = options.get("players") or ()
    if isinstance(players, str):
        hint = f"Give a list: players=[{players!r:.40}]."
        faults.problems.append(Problem("the names of the players are not a list", hint))
        players = ()
    settings = faults.attempt(load_settings) or Settings()
    layouts = faults.attempt(load_layouts) or []
    slugs = [layout.slug for layout in layouts]
    for slug in dict.fromkeys(slug for slug in slugs if slugs.count(slug) > 1):
        hint = "Give it once; --count prints more. A layout of your own needs a slug of its own."
        faults.problems.append(Problem(f"{slug} is given {slugs.count(slug)} times", hint))
    values: dict[str, Any] = {
        "base": faults.attempt(
            lambda: scorer_base(first(options.get("scorer_url"), settings.scorer_url, DEFAULT_BASE))
        ),
        "orientation": faults.attempt(
            lambda: one_of("orientation", options.get("orientation", "auto"), get_args(Orientation))
        ),
        "back": faults.attempt(lambda: one_of("back", options.get("back", "none"), get_args(Back))),
        "parts": faults.attempt(lambda: _parts(options.get("parts") or ())) or None,
        "per_page": faults.attempt(lambda: _per_page(str(options.get("per_page", "auto")))),
        "players": tuple(normalize("NFC", name) for name in players),
    }
    values |= {
        key: options[key] for key in ("count", "serial_start", "cut_marks", "shuffle", "sheets") if key in options
    }
    paper = faults.attempt(lambda: parse_paper(first(options.get("paper"), settings.paper, DEFAULT_PAPER)))
    jobs = []
    for layout in (*layouts, *([] if layouts else [None])):
        theme = faults.attempt(partial(choose_theme, options.get("theme"), layout, settings))
        locale = faults.attempt(partial(choose_locale, options.get("lang"), layout, settings))
        if layout and theme and locale:
            edition = faults.attempt(partial(Edition, layout, theme, locale))
            jobs += [Job(edition, paper or parse_paper(DEFAULT_PAPER), **values)] if edition else []
    faults.problems += _by_game(jobs, [list(job_problems(job)) for job in jobs]) if jobs else option_problems(**values)
    faults.raise_if_any()
    attempts = [Collector() for _ in jobs]
    documents = [each.attempt(partial(Document, job)) for each, job in zip(attempts, jobs, strict=True)]
    faults.problems += _by_game(jobs, [each.problems for each in attempts])
    faults.raise_if_any()
    return [document for document in documents if document]


def _by_game(jobs: Sequence[Job], found: Sequence[Sequence[Problem]]) -> Iterator[Problem]:
    """Yield the problems found with each job. Those that not all jobs have begin with the title of their game."""
    for job, problems in zip(jobs, found, strict=True):
        title = job.edition.title
        for problem in problems:
            is_clear = problem.place or problem.message.startswith(title) or all(problem in each for each in found)
            yield problem if is_clear else problem._replace(message=f"{title}: {problem.message}")


def named_file(file: Path | None, name: str, ending: str) -> Path:
    """Return the file, which must have the ending, or `name.ending` if it is None."""
    if file is None:
        return Path(f"{name}.{ending}")
    if file.suffix.lower() != f".{ending}":
        raise InputError.of(f"the file {file} does not end in .{ending}", f"Name it {file.stem or 'sheets'}.{ending}.")
    return file


def require_output(file: Path | None, ending: str, force: bool = False) -> None:
    """Raise InputError if an output has another ending, or is a file that this program did not make.

    Commands call this early, to tell these problems with those of other options. Files that may be numbered are not
    looked at.
    """
    if file and named_file(file, "", ending) and ending not in NUMBERED:
        require_replaceable([file], force)


def numbered_files(file: Path, count: int) -> list[Path]:
    """Return the file itself, or name-1, name-2 … with the same ending if there are several."""
    if count == 1:
        return [file]
    digits = len(str(count))
    return [file.with_name(f"{file.stem}-{number:0{digits}}{file.suffix}") for number in range(1, count + 1)]


def _parts(names: Sequence[str]) -> tuple[Part, ...]:
    known: tuple[Part, ...] = get_args(Part)
    return tuple(one_of("parts", name.strip(), known) for text in names for name in text.split(","))


def _per_page(text: str) -> int | None:
    """Return the number, or None for auto."""
    if text.lower() == "auto":
        return None
    if text.isascii() and text.isdecimal() and len(text) <= 9 and 1 <= int(text) <= MAX_PER_PAGE:
        return int(text)
    raise InputError.of(f"--per-page cannot be {text!r:.60}", f"Give auto or a number from 1 to {MAX_PER_PAGE}.")


def _two_scale(document: Document) -> float | None:
    """Return the scale at which two sheets would fit on a page instead of one, if they are only slightly smaller."""
    if document.job.per_page is not None or len(document.imposition.slots) > 1:
        return None
    try:
        scale = document.imposed(2).scale
    except InputError:
        return None
    return scale if scale >= MIN_HINT_SCALE else None
