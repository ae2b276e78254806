"""Build everything that the preview page shows, from a layout file and the choices made in the page."""

from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from sheetgen.authoring.advice import layout_advice
from sheetgen.authoring.summary import game_facts, print_facts, row_numbers
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.pages.document import Document, Job
from sheetgen.drawing.pages.paper import DEFAULT_PAPER, PAPERS, parse_paper
from sheetgen.drawing.pages.rules_card import rule_paragraphs
from sheetgen.drawing.sheet_links import DEFAULT_BASE
from sheetgen.errors import Collector, Problem, printable
from sheetgen.layouts.catalog import DEFAULT_LANGUAGE, DEFAULT_THEME, load_layout, locale_of, theme_of
from sheetgen.scorer.page.html_page import HtmlPage, scorer_page
from sheetgen.writers.svg import svg_text

MAX_PAGES = 12  # further pages are not drawn


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices made in the page. None leaves theme or language to the layout."""

    paper: str
    theme: str | None = None
    language: str | None = None


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
        """The names of the papers to choose from: the built-in ones, and the user's own."""
        return tuple(dict.fromkeys((*PAPERS, self.paper)))


class PreviewContent(NamedTuple):
    """Everything that the page shows of a layout without errors."""

    pictures: dict[str, bytes]  # pages to print as SVG, by their hashes
    scorer: HtmlPage
    data: dict[str, Any]  # everything else, as JSON data for the page


def load_edition(file: Path, choices: Choices, defaults: Defaults) -> Edition:
    """Read a layout with its theme and language. Raises InputError with everything that is wrong with them."""
    faults = Collector()
    layout = load_layout(file, defaults.changes)
    theme = faults.attempt(lambda: theme_of(layout, choices.theme, defaults.theme, file.parent))
    locale = faults.attempt(lambda: locale_of(layout, choices.language, defaults.language, file.parent))
    faults.raise_if_any()
    assert theme and locale
    return Edition(layout, theme, locale)


def build_content(edition: Edition, paper: str, base: str) -> PreviewContent:
    """Build everything that the page shows. Raises InputError with everything that is wrong."""
    faults = Collector()
    document = faults.attempt(lambda: Document(Job(edition, parse_paper(paper), base=base)))
    pages = faults.attempt(lambda: list(islice(document.pages(), MAX_PAGES))) if document else None
    scorer = faults.attempt(lambda: scorer_page(edition.layout, edition.theme, [edition.locale]))
    faults.raise_if_any()
    assert document and pages and scorer
    svgs = [svg_text(page.scene, document.info.title, document.info.language).encode() for page in pages]
    tags = list(map(_tag, svgs))
    data = {
        "title": edition.title,
        "language": edition.locale.code,
        "page_count": document.page_count,
        "scorer": _tag(scorer.html.encode()),
        "link": document.links.url(document.serials[0]),  # in the QR code of the first sheet
        "about": edition.locale.text(edition.layout.about),
        "paragraphs": [(each.heading, each.text) for each in rule_paragraphs(edition)],
        "rows": _row_data(edition),
        "points": edition.rulebook.scores[0].points[1:],
        "facts": [*print_facts(edition), *game_facts(edition)],
        "pictures": [
            {"tag": tag, "width": page.scene.width, "height": page.scene.height}
            for tag, page in zip(tags, pages, strict=True)
        ],
        "advice": [problem_data(problem) for problem in layout_advice(edition, document.links)],
    }
    return PreviewContent(dict(zip(tags, svgs, strict=True)), scorer, data)


def problem_data(problem: Problem) -> dict[str, Any]:
    """Return a problem as JSON data, with its source line split at the column."""
    data: dict[str, Any] = {"message": printable(problem.message), "hint": problem.hint and printable(problem.hint)}
    if problem.place:
        place = problem.place
        source, column = place.excerpt()
        data |= {"file": printable(place.file), "line": place.line, "column": place.column}
        data |= {"before": source[:column], "after": source[column:]} if source.strip() else {}
    return data


def _row_data(edition: Edition) -> list[dict[str, Any]]:
    """Return the data of the table of rows. Only coloured rows have a colour."""
    return [
        {
            "name": edition.colour_name(row.id),
            "colour": edition.row_colours(row).edge if row.kind == "coloured" else None,
            "numbers": row_numbers(row, edition.rulebook),
            "needs": row.lock.needs if row.lock else None,
        }
        for row in edition.rulebook.rows
    ]


def _tag(data: bytes) -> str:
    return sha256(data).hexdigest()[:24]
