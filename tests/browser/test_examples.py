"""The page of every example, on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheetgen.layouts.catalog import load_layout, load_theme, own_theme
from sheetgen.locales.names import signed
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.simulate import SimulationSetup
from sheetgen.rules.game_spec import compile_rulebook
from sheetgen.scorer.page.html_page import scorer_page
from tests.browser.phone import Phone
from tests.game_helpers import play_alike
from tests.helpers import EXAMPLE_LAYOUTS
from tests.profiles import selection


@pytest.mark.parametrize("example", selection(EXAMPLE_LAYOUTS, EXAMPLE_LAYOUTS[::3]), ids=lambda path: path.stem)
def test_its_page_counts_like_the_program(example: Path, tmp_path: Path, phone: Phone) -> None:
    """A simulated game of two, tapped in."""
    layout = load_layout(example)
    rulebook = compile_rulebook(layout.game)
    record = play_alike(Grid(rulebook), SimulationSetup(2, "careful", 7), 1).record
    page = tmp_path / "page.html"
    page.write_text(scorer_page(layout, own_theme(layout) or load_theme("color")).html, encoding="utf-8")
    phone.open(page.as_uri())
    phone.enter(record.to_data(rulebook, {}), quick=True)
    phone.finish()
    found = audit(rulebook, record)
    best_first = sorted(found.scores, key=lambda score: score.rank)
    assert phone.table()["Total"] == [signed(score.total) for score in best_first]
    assert phone.findings() == [] and not found.findings
