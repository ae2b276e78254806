"""From a layout file and what is chosen in the page to all that the page shows."""

from __future__ import annotations

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
from sheetgen.linting.advice import advice
from sheetgen.linting.summary import Fact, end_facts, extra_facts, print_facts, row_facts
from sheetgen.preview.files import named_files
from sheetgen.scorer.page.page import Page, scorer_page
from sheetgen.writers.svg import svg_text

MOST_PAGES = 12
"""So many pages are drawn. Nobody looks at more while editing."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What is chosen in the page. None leaves it to the layout."""

    paper: str
    theme: str | None = None
    language: str | None = None

    def files(self, home: Path) -> list[Path]:
        """Those that are files beside the layout."""
        return [home / name for name in (self.theme, self.language) if name and not is_built_in_name(name)]


@dataclass(frozen=True, slots=True)
class Defaults:
    """What holds where nobody says anything else."""

    paper: str = DEFAULT_PAPER
    theme: str = DEFAULT_THEME
    language: str = DEFAULT_LANGUAGE
    base: str = DEFAULT_BASE
    changes: tuple[str, ...] = ()
    """Changes of the layout from the command line."""

    @property
    def papers(self) -> tuple[str, ...]:
        """The papers to choose from: the usual ones, and the user's own."""
        return tuple(dict.fromkeys((*PAPERS, self.paper)))


@dataclass(frozen=True, slots=True)
class Loaded:
    """What the files say, and which files they are."""

    edition: Edition
    files: frozenset[Path]


@dataclass(frozen=True, slots=True)
class Picture:
    """A page to print."""

    svg: bytes
    width: float
    height: float

    @property
    def tag(self) -> str:
        """The same for the same picture."""
        return _tag(self.svg)


@dataclass(frozen=True, slots=True)
class RowWords:
    """A row as the table of rows shows it. Bonus rows have no colour of their own."""

    name: str
    colour: str | None
    numbers: str
    needs: int | None


@dataclass(frozen=True, slots=True)
class Words:
    """The game in words."""

    about: str
    paragraphs: list[tuple[str, str]]
    rows: list[RowWords]
    points: list[int]
    facts: list[Fact]


@dataclass(frozen=True)
class Made:
    """All that is made of a layout."""

    title: str
    language: str
    page_count: int
    pictures: tuple[Picture, ...]
    scorer: Page
    link: str
    """What the code on the first sheet says."""
    words: Words
    advice: tuple[Problem, ...]
    """What is unwise."""

    @cached_property
    def scorer_tag(self) -> str:
        """The same for the same page."""
        return _tag(self.scorer.html.encode())


def load(file: Path, choices: Choices, defaults: Defaults) -> Loaded:
    """Read the layout, and what it is shown in; or tell everything that is wrong with them."""
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
    """All files that a layout is made of."""
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


def draw(edition: Edition, paper: str, base: str) -> Made:
    """Make everything, or tell everything that is wrong."""
    faults = Collector()
    document = faults.attempt(lambda: Document(Job(edition, parse_paper(paper), base=base)))
    pictures = faults.attempt(lambda: _pictures(document)) if document else None
    scorer = faults.attempt(lambda: scorer_page(edition.layout, edition.theme, [edition.locale]))
    faults.raise_if_any()
    assert document and pictures and scorer
    return Made(
        title=edition.title,
        language=edition.locale.code,
        page_count=document.page_count,
        pictures=pictures,
        scorer=scorer,
        link=document.links.url(document.serials[0]),
        words=_words(edition),
        advice=tuple(advice(edition, document.links)),
    )


def _pictures(document: Document) -> tuple[Picture, ...]:
    info = document.info
    return tuple(
        Picture(svg_text(page.scene, info.title, info.language).encode(), page.scene.width, page.scene.height)
        for page in islice(document.pages(), MOST_PAGES)
    )


def _words(edition: Edition) -> Words:
    rows = [
        RowWords(
            edition.colour_name(told.id),
            edition.row_colours(row).edge if row.is_coloured else None,
            told.numbers,
            told.needs,
        )
        for row, told in zip(edition.rulebook.rows, row_facts(edition.rulebook), strict=True)
    ]
    return Words(
        about=edition.locale.text(edition.layout.about),
        paragraphs=rule_paragraphs(edition),
        rows=rows,
        points=list(edition.rulebook.scores[0].points[1:]),
        facts=[*print_facts(edition), *extra_facts(edition.rulebook), *end_facts(edition)],
    )


def _tag(data: bytes) -> str:
    return sha256(data).hexdigest()[:24]
