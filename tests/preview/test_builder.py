"""What the preview builds from a layout file."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest

from sheetgen.authoring.summary import facts
from sheetgen.drawing.pages.document import Document, Job
from sheetgen.drawing.pages.paper import parse_paper
from sheetgen.drawing.pages.rules_card import rule_paragraphs
from sheetgen.errors import InputError
from sheetgen.layouts.catalog import load_layout, load_theme, own_theme
from sheetgen.preview import builder
from sheetgen.preview.builder import Choices, Defaults, PreviewContent, build_content, load_edition
from sheetgen.scorer.page.html_page import scorer_page
from sheetgen.writers.svg import svg_text
from tests.helpers import EXAMPLE_LAYOUTS, LANGUAGES, UNLIKE, VARIANTS, edition
from tests.preview.conftest import A4, CLASSIC, LARGE
from tests.profiles import selection


def made(file: Path, choices: Choices = A4, defaults: Defaults | None = None) -> PreviewContent:
    defaults = defaults or Defaults()
    return build_content(load_edition(file, choices, defaults), choices.paper, defaults.base)


@pytest.mark.parametrize("example", selection(EXAMPLE_LAYOUTS, EXAMPLE_LAYOUTS[::3]), ids=lambda path: path.stem)
def test_pictures_are_those_that_svg_makes(example: Path) -> None:
    found = made(example)
    document = Document(Job(load_edition(example, A4, Defaults()), parse_paper("a4")))
    wanted = [svg_text(page.scene, document.info.title, "en").encode() for page in document.pages()]
    assert [found.pictures[picture["tag"]] for picture in found.data["pictures"]] == wanted
    layout = load_layout(example)
    assert found.scorer == scorer_page(layout, own_theme(layout) or load_theme("color"))


def test_choices_and_defaults(file: Path) -> None:
    plain = made(file)
    german = made(file, Choices("letter", "cvd", "de"))
    assert (plain.data["pictures"][0]["width"], german.data["pictures"][0]["width"]) == (210, 215.9)
    assert german.data["language"] == "de" and german.data["rows"][0]["name"] == "Rot"
    assert german.data["scorer"] != plain.data["scorer"]
    settings = Defaults(theme="cvd", language="de", base="http://a.example")
    assert made(file, Choices("letter"), settings).data["scorer"] == german.data["scorer"]
    assert made(file, A4, settings).data["link"].startswith("http://a.example/mine/#")


def test_only_the_first_pages_are_drawn(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "MAX_PAGES", 2)
    file.write_text('extends = "onboard"\nslug = "mine"\n')
    found = made(file)
    assert (len(found.pictures), found.data["page_count"]) == (2, 4)


@pytest.mark.parametrize("variant", selection(VARIANTS, UNLIKE))
def test_words_tell_the_whole_game(variant: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'extends = "{variant}"\nslug = "mine"\n')
    words, book = made(file).data, edition(variant).rulebook
    paragraphs = rule_paragraphs(edition(variant))
    assert words["paragraphs"] == [(each.heading, each.text) for each in paragraphs] != []
    for shown, row in zip(words["rows"], book.rows, strict=True):
        numbers = [cell.number for cell in row.cells if cell.id not in book.doubles]
        assert list(map(int, re.findall(r"\d+", shown["numbers"]))) == ([*chain(*row.swaps)] or numbers)
    assert [row["needs"] for row in words["rows"]] == [row.lock.needs if row.lock else None for row in book.rows]
    told = [line for line in facts(edition(variant)) if line[0] not in (*(row.id for row in book.rows), "points")]
    assert words["facts"] == told
    assert words["points"] == book.scores[0].points[1:]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_printed_on_the_back_are_these_paragraphs(language: str) -> None:
    printed = Document(Job(edition("duel", language=language), parse_paper("a4"), back="rules"))
    drawn = " ".join(svg_text(page.scene, "", language) for page in printed.pages())
    for heading, *_ in rule_paragraphs(edition("duel", language=language)):
        assert f'aria-label="{heading}"' in drawn


def test_a_paper_that_is_too_small_is_a_problem(file: Path) -> None:
    file.write_text(LARGE)
    with pytest.raises(InputError, match="the paper a5 is too small"):
        made(file, Choices("a5"))


def test_the_same_problem_is_told_once(file: Path) -> None:
    """It spoils both the print and the scorer."""
    file.write_text(CLASSIC + '[sheet.cell]\nwidth = "14.6mm"\n')
    with pytest.raises(InputError, match="too wide") as error:
        made(file)
    assert len(error.value.problems) == len(set(error.value.problems))
