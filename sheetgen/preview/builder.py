"""Building everything that the preview page shows from a layout file and the choices made in the page."""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.pages.document import Document, Job
from sheetgen.drawing.pages.paper import DEFAULT_PAPER, PAPERS, parse_paper
from sheetgen.drawing.pages.rules_card import rule_paragraphs
from sheetgen.drawing.sheet_links import DEFAULT_BASE
from sheetgen.errors import Collector, Problem
from sheetgen.layouts.catalog import DEFAULT_LANGUAGE, DEFAULT_THEME, load_layout, locale_of, theme_of
from sheetgen.layouts.files.extend import is_built_in_name, load_referenced, referenced_path
from sheetgen.layouts.models.layout import Layout
from sheetgen.linting.advice import layout_advice
from sheetgen.linting.summary import Fact, end_facts, extra_facts, print_facts, row_facts
from sheetgen.preview.files import named_files
from sheetgen.scorer.page.page import Page, scorer_page
from sheetgen.writers.svg import svg_text

MAX_PAGES = 12  # pages that are drawn


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices made in the page. None leaves theme or language to the layout."""

    paper: str
    theme: str | None = None
    language: str | None = None

    def files(self, home: Path) -> list[Path]:
        """Return the chosen theme and language if they are files, relative to the folder of the layout."""
        return [home / name for name in (self.theme, self.language) if name and not is_built_in_name(name)]


@dataclass(frozen=True, slots=True)
class Defaults:
    """The settings that apply unless the layout or the page chooses something else."""

    paper: str = DEFAULT_PAPER
    theme: str = DEFAULT_THEME
    language: str = DEFAULT_LANGUAGE
    base: str = DEFAULT_BASE
    changes: tuple[str, ...] = ()  # changes to the layout from the command line

    @property
    def papers(self) -> tuple[str, ...]:
        """The papers to choose from: the usual ones, and the user's own."""
        return tuple(dict.fromkeys((*PAPERS, self.paper)))


@dataclass(frozen=True, slots=True)
class Loaded:
    """An edition, and the files that it was read from."""

    edition: Edition
    files: frozenset[Path]


@dataclass(frozen=True, slots=True)
class Picture:
    """A page to print as SVG, with its size in mm."""

    svg: bytes
    width: float
    height: float

    @property
    def tag(self) -> str:
        """Hash of the picture."""
        return _tag(self.svg)


@dataclass(frozen=True, slots=True)
class RowText:
    """A line of the table of rows. Bonus rows have no colour of their own."""

    name: str
    colour: str | None
    numbers: str
    needs: int | None


@dataclass(frozen=True, slots=True)
class GameText:
    """A description of the game. The names of the fields are keys of the JSON that the page reads."""

    about: str
    paragraphs: list[tuple[str, str]]
    rows: list[RowText]
    points: list[int]
    facts: list[Fact]


@dataclass(frozen=True)
class PreviewContent:
    """Everything that the page shows of a layout without errors."""

    title: str
    language: str
    page_count: int
    pictures: tuple[Picture, ...]
    scorer: Page
    link: str  # the link in the QR code of the first sheet
    game: GameText
    advice: tuple[Problem, ...]

    @cached_property
    def scorer_tag(self) -> str:
        """Hash of the scorer page."""
        return _tag(self.scorer.html.encode())


def load(file: Path, choices: Choices, defaults: Defaults) -> Loaded:
    """Read a layout with its theme and language. Raises InputError with everything that is wrong with them."""
    faults = Collector()
    layout = load_layout(file, defaults.changes)
    theme = faults.attempt(lambda: theme_of(layout, choices.theme, defaults.theme, file.parent))
    locale = faults.attempt(lambda: locale_of(layout, choices.language, defaults.language, file.parent))
    files = faults.attempt(lambda: _files(layout))
    faults.raise_if_any()
    assert theme and locale and files
    chosen = named_files(choices.files(file.parent), file.parent)
    return Loaded(Edition(layout, theme, locale), files | chosen)


def _files(layout: Layout) -> frozenset[Path]:
    """Return all files that a layout consists of."""
    found = [layout.source]
    if layout.theme:
        found.append(load_referenced("themes", layout.source, "theme"))
    if layout.lang:
        found.append(load_referenced("locales", layout.source, "lang"))
    fonts = [
        referenced_path(layout.source, ("fonts", use), name)
        for use, name in dict(layout.fonts).items()
        if name is not None
    ]
    return frozenset([*(source.path for merged in found for source in merged.sources), *fonts])


def build_content(edition: Edition, paper: str, base: str) -> PreviewContent:
    """Build everything that the page shows. Raises InputError with everything that is wrong."""
    faults = Collector()
    document = faults.attempt(lambda: Document(Job(edition, parse_paper(paper), base=base)))
    pictures = faults.attempt(lambda: _pictures(document)) if document else None
    scorer = faults.attempt(lambda: scorer_page(edition.layout, edition.theme, [edition.locale]))
    faults.raise_if_any()
    assert document and pictures and scorer
    return PreviewContent(
        title=edition.title,
        language=edition.locale.code,
        page_count=document.page_count,
        pictures=pictures,
        scorer=scorer,
        link=document.links.url(document.serials[0]),
        game=_game_text(edition),
        advice=tuple(layout_advice(edition, document.links)),
    )


def _pictures(document: Document) -> tuple[Picture, ...]:
    info = document.info
    return tuple(
        Picture(svg_text(page.scene, info.title, info.language).encode(), page.scene.width, page.scene.height)
        for page in islice(document.pages(), MAX_PAGES)
    )


def _game_text(edition: Edition) -> GameText:
    rows = [
        RowText(
            edition.colour_name(facts.id),
            edition.row_colours(row).edge if row.is_coloured else None,
            facts.numbers,
            facts.needs,
        )
        for row, facts in zip(edition.rulebook.rows, row_facts(edition.rulebook), strict=True)
    ]
    return GameText(
        about=edition.locale.text(edition.layout.about),
        paragraphs=rule_paragraphs(edition),
        rows=rows,
        points=list(edition.rulebook.scores[0].points[1:]),
        facts=[*print_facts(edition), *extra_facts(edition.rulebook), *end_facts(edition)],
    )


def _tag(data: bytes) -> str:
    return sha256(data).hexdigest()[:24]
