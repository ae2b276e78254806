"""Every example goes the whole way: checked, printed, scanned, opened, scored, played. Theme and language too."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest

from sheetgen.authoring.check import check_file
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.pages.document import Document, Job
from sheetgen.drawing.pages.paper import parse_paper
from sheetgen.errors import Problem
from sheetgen.layouts.catalog import load_layout, load_locale, load_theme, load_variant, own_locale, own_theme
from sheetgen.layouts.layout import Layout
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.simulate import SimulationSetup
from sheetgen.rules.game_spec import compile_rulebook
from tests.drawing.test_geometry import EDITIONS, check_picture, pictures_of
from tests.game_helpers import play_alike
from tests.helpers import (
    EXAMPLE_LAYOUTS,
    EXAMPLE_LOCALES,
    EXAMPLE_THEMES,
    LANGUAGES,
    THEMES,
    UNLIKE,
    VARIANTS,
    decoded,
    rasters,
    run,
    save,
)
from tests.profiles import amount, selection

GAMES = amount(default=60, thorough=500)
UNWISE = {"travel-mini": {"small print", "numbers", "code is dense", "rules in short"}}
"""What `check` says of examples that are as small as they can be."""

each_example = pytest.mark.parametrize("example", EXAMPLE_LAYOUTS, ids=lambda path: path.stem)


ALL_THEMES, ALL_LANGUAGES = [*map(str, (*THEMES, *EXAMPLE_THEMES))], [*map(str, (*LANGUAGES, *EXAMPLE_LOCALES))]
LOOKS = selection(product(ALL_THEMES, ALL_LANGUAGES), zip(ALL_THEMES, cycle(ALL_LANGUAGES), strict=False))
"""Every theme and language that comes along; by default not each with each."""


def in_looks(layout: Layout, looks: list[tuple[str, str]]) -> Iterator[Edition]:
    for theme, language in looks:
        yield Edition(layout, load_theme(theme), load_locale(language))


def test_what_is_asked_for_is_there() -> None:
    names = {path.stem for path in EXAMPLE_LAYOUTS}
    assert names >= {"large-print", "six-rows", "box-size", "travel-mini", "house-rule"}
    assert "dark" in {path.stem for path in EXAMPLE_THEMES}
    assert "fr" in {path.stem for path in EXAMPLE_LOCALES}


@pytest.mark.parametrize("file", [*EXAMPLE_LAYOUTS, *EXAMPLE_THEMES, *EXAMPLE_LOCALES], ids=lambda path: path.stem)
def test_it_is_fine(file: Path) -> None:
    found: list[Problem] = check_file(file)
    expected = UNWISE.get(file.stem, set())
    assert all(problem.severity == "warning" for problem in found)
    assert len(found) == len(expected) and all(any(word in each.message for each in found) for word in expected)


@each_example
def test_nothing_overlaps_in_any_theme_or_language(example: Path) -> None:
    """In its own ones too."""
    layout = load_layout(example)
    own = own_theme(layout)
    owned = [Edition(layout, own, own_locale(layout) or load_locale("en"))] if own else []
    for edition in (*in_looks(layout, LOOKS), *owned):
        for scene in pictures_of(edition):
            check_picture(edition, scene)


@pytest.mark.parametrize("variant", selection(VARIANTS, UNLIKE))
def test_own_themes_and_languages_fit_every_variant(variant: str) -> None:
    """The built-in ones are tried with the built-in layouts."""
    others = [(theme, language) for theme, language in LOOKS if (variant, theme, language) not in EDITIONS]
    assert others
    for edition in in_looks(load_variant(variant), others):
        for scene in pictures_of(edition):
            check_picture(edition, scene)


@each_example
def test_every_code_of_the_pdf_is_read_from_its_raster(example: Path, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "sheet.pdf"
    assert run(capsys, "pdf", "--layout", str(example), "--output", str(file)).status == 0
    layout = load_layout(example)
    theme = own_theme(layout) or load_theme("color")
    document = Document(Job(Edition(layout, theme, own_locale(layout) or load_locale("en")), parse_paper("a4")))
    found = sorted(code for page in rasters(file, 300) for code in decoded(page))
    assert found == sorted(document.links.url(serial) for serial in document.serials)


@each_example
def test_games_played_by_it_raise_no_finding(example: Path) -> None:
    rulebook = compile_rulebook(load_layout(example).game)
    grid = Grid(rulebook)
    low, high = rulebook.players
    for number in range(GAMES):
        strategy = ("careful", "greedy", "random")[number % 3]
        played = play_alike(grid, SimulationSetup(low + number % (high - low + 1), strategy, 5), number)
        assert not audit(rulebook, played.record).findings


def test_the_audits_in_both_languages_are_compared_on_every_example() -> None:
    from tests.js.boards import BOARDS

    assert {path.stem for path in EXAMPLE_LAYOUTS} <= set(BOARDS)


def test_ten_minis_fit_on_a4_and_two_sheets_for_the_box_on_every_paper(tmp_path: Path) -> None:
    english, color = load_locale("en"), load_theme("color")
    by_name = {path.stem: load_layout(path) for path in EXAMPLE_LAYOUTS}
    mini = Document(Job(Edition(by_name["travel-mini"], color, english), parse_paper("a4")))
    assert (len(mini.imposition.slots), mini.imposition.scale) == (10, 1.0)
    save(mini, tmp_path / "mini.pdf")
    assert [len(decoded(page)) for page in rasters(tmp_path / "mini.pdf", 300)] == [10]
    for paper in ("a4", "letter"):
        box = Document(Job(Edition(by_name["box-size"], color, english), parse_paper(paper)))
        assert len(box.imposition.slots) >= 2 and box.imposition.scale == 1.0
