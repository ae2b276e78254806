"""Building everything that the preview page shows from a layout file and the choices made in the page."""

from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.pages.document import Document, Job
from sheetgen.drawing.pages.paper import DEFAULT_PAPER, PAPERS, parse_paper
from sheetgen.drawing.pages.rules_card import rule_paragraphs
from sheetgen.drawing.sheet_links import DEFAULT_BASE
from sheetgen.errors import Collector, Problem
from sheetgen.layouts.catalog import DEFAULT_LANGUAGE, DEFAULT_THEME, load_layout, locale_of, theme_of
from sheetgen.layouts.files.extend import is_built_in_name, load_referenced, referenced_path
from sheetgen.layouts.layout import Layout
from sheetgen.linting.advice import layout_advice
from sheetgen.linting.summary import game_facts, print_facts, row_facts
from sheetgen.preview.watched_files import named_files
from sheetgen.scorer.page.page import HtmlPage, scorer_page
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


class Picture(NamedTuple):
    """A page to print as SVG, with its hash and its size in mm."""

    svg: bytes
    tag: str
    width: float
    height: float


class PreviewContent(NamedTuple):
    """Everything that the page shows of a layout without errors."""

    pictures: list[Picture]
    scorer: HtmlPage
    advice: list[Problem]
    data: dict[str, Any]  # texts and numbers, as JSON data for the page


def load_edition(file: Path, choices: Choices, defaults: Defaults) -> tuple[Edition, frozenset[Path]]:
    """Read a layout with its theme and language, and return the edition and the files that it was read from.

    Raises InputError with everything that is wrong with them.
    """
    faults = Collector()
    layout = load_layout(file, defaults.changes)
    theme = faults.attempt(lambda: theme_of(layout, choices.theme, defaults.theme, file.parent))
    locale = faults.attempt(lambda: locale_of(layout, choices.language, defaults.language, file.parent))
    files = faults.attempt(lambda: _files(layout))
    faults.raise_if_any()
    assert theme and locale and files
    chosen = named_files(choices.files(file.parent), file.parent)
    return Edition(layout, theme, locale), files | chosen


def _files(layout: Layout) -> frozenset[Path]:
    found = [layout.source]
    if layout.theme:
        found.append(load_referenced("themes", layout.source, "theme"))
    if layout.lang:
        found.append(load_referenced("locales", layout.source, "lang"))
    own_fonts = {use: name for use, name in dict(layout.fonts).items() if name is not None}
    fonts = [referenced_path(layout.source, ("fonts", use), name) for use, name in own_fonts.items()]
    return frozenset([*(source.path for merged in found for source in merged.sources), *fonts])


def build_content(edition: Edition, paper: str, base: str) -> PreviewContent:
    """Build everything that the page shows. Raises InputError with everything that is wrong."""
    faults = Collector()
    document = faults.attempt(lambda: Document(Job(edition, parse_paper(paper), base=base)))
    pictures = faults.attempt(lambda: _pictures(document)) if document else None
    scorer = faults.attempt(lambda: scorer_page(edition.layout, edition.theme, [edition.locale]))
    faults.raise_if_any()
    assert document and pictures and scorer
    data = {
        "title": edition.title,
        "language": edition.locale.code,
        "page_count": document.page_count,
        "scorer": _tag(scorer.html.encode()),
        "link": document.links.url(document.serials[0]),  # in the QR code of the first sheet
        "about": edition.locale.text(edition.layout.about),
        "paragraphs": rule_paragraphs(edition),
        "rows": _row_data(edition),
        "points": edition.rulebook.scores[0].points[1:],
        "facts": [*print_facts(edition), *game_facts(edition)],
    }
    return PreviewContent(pictures, scorer, list(layout_advice(edition, document.links)), data)


def _pictures(document: Document) -> list[Picture]:
    pictures = []
    for page in islice(document.pages(), MAX_PAGES):
        svg = svg_text(page.scene, document.info.title, document.info.language).encode()
        pictures.append(Picture(svg, _tag(svg), page.scene.width, page.scene.height))
    return pictures


def _row_data(edition: Edition) -> list[dict[str, Any]]:
    """Return the lines of the table of rows. Bonus rows have no colour of their own."""
    rows = []
    for row, facts in zip(edition.rulebook.rows, row_facts(edition.rulebook), strict=True):
        colour = edition.row_colours(row).edge if row.is_coloured else None
        name = edition.colour_name(row.id)
        rows.append({"name": name, "colour": colour, "numbers": facts.numbers, "needs": facts.needs})
    return rows


def _tag(data: bytes) -> str:
    return sha256(data).hexdigest()[:24]
