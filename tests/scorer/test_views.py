"""What the page shows of a sheet is what is printed, and every cell can be hit."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy
import pytest
from PIL import Image, ImageFilter
from playwright.sync_api import Browser, Page as Tab

from sheetgen.drawing.pages.document import Info, Page
from sheetgen.drawing.scene import Scene, Text, Use
from sheetgen.scorer.page.symbols import symbols_svg, view_symbols
from sheetgen.scorer.page.views import View, make_views
from sheetgen.writers.pdf.writer import write_pdf
from tests.browser.phone import open_tab
from tests.helpers import (
    EXAMPLE_LAYOUTS,
    LANGUAGES,
    THEMES,
    UNLIKE,
    VARIANTS,
    contains,
    edition,
    edition_of,
    overlap,
    page_of,
    rasters,
    row_cells,
)
from tests.profiles import selection

WIDTH = 800
SOFT = (400, 240)
ONLY_DRAWING = """
([name, width]) => {
  const drawings = [...document.querySelectorAll(".view > svg")];
  const shown = drawings.find((each) => each.querySelector("use").href.baseVal.startsWith(`#${name}`)).cloneNode(true);
  document.querySelector("#shown")?.remove();
  shown.id = "shown";
  shown.style = `position: relative; z-index: 9; background: #fff; width: ${width}px`;
  document.body.prepend(shown);
}
"""


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_views_have_every_cell_once(variant: str) -> None:
    rows, penalties, *tracks = make_views(edition(variant))
    rulebook = edition(variant).rulebook
    assert set(rows.targets) == set(row_cells(rulebook))
    assert tuple(penalties.targets) == rulebook.penalty_cells
    for view, spaces in zip(tracks, rulebook.tracks.values(), strict=True):
        assert list(view.targets) == [f"space {number}" for number in range(len(spaces) + 1)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_targets_hold_their_cells_and_do_not_overlap(variant: str) -> None:
    for view in make_views(edition(variant)):
        cells = view.scene.cells()
        for id, target in view.targets.items():
            assert contains(target, cells[id], slack=0.01)
            assert contains(view.box, target, slack=0.6)
            others = [other for name, other in view.targets.items() if name != id]
            assert not any(overlap(target, other, slack=0.01) for other in others)


@pytest.mark.parametrize("variant", VARIANTS)
def test_symbols_make_up_the_views_again(variant: str) -> None:
    views = {language: make_views(edition(variant, "color", language)) for language in LANGUAGES}
    scenes, ids = view_symbols(views)
    for language, each in views.items():
        for view in each:
            items = [item for id in ids[view.name][language] for item in scenes[id].items]
            assert sorted(map(repr, items)) == sorted(map(repr, view.scene.items))


def test_words_are_text_and_all_else_has_its_printed_outlines() -> None:
    """A single letter is a sign, which connects the two cells of a link."""
    echo = next(file for file in EXAMPLE_LAYOUTS if file.stem == "echo")
    for drawn in (*map(edition, VARIANTS), edition_of(echo)):
        items = [item for view in make_views(drawn) for item in view.scene.items if isinstance(item, Text)]
        shown = re.findall(r"<text [^>]*>([^<]*)</text>", symbols_svg({"view": Scene(0, 0, tuple(items))}))
        assert shown == [item.text for item in items if sum(map(str.isalpha, item.text)) > 1]
        assert "Blue" in shown


def soft(picture: Image.Image) -> numpy.typing.NDArray[numpy.int32]:
    """Grey and a little out of focus, so that a pixel more or less to the side makes no difference."""
    return numpy.asarray(picture.convert("L").resize(SOFT).filter(ImageFilter.GaussianBlur(2))).astype(numpy.int32)


def printed(view: View, folder: Path) -> Image.Image:
    """The cut-out of the scene, as the PDF writer draws it."""
    scene = Scene(view.box.w, view.box.h, (Use(view.scene, -view.box.x, -view.box.y),))
    file = folder / "view.pdf"
    write_pdf([Page(scene, None)], Info("view", "view", "en", (), duplex=False), file)
    [pixels] = rasters(file, dpi=round(WIDTH / view.box.w * 25.4))
    return Image.fromarray(pixels)


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Tab]:
    """One for all pages: to open a window takes longer than to show one."""
    opened = open_tab(browser, viewport={"width": WIDTH + 100, "height": 1200}, locale="en")
    yield opened
    opened.context.close()


@pytest.mark.parametrize(
    ("variant", "theme"),
    selection(product(VARIANTS, THEMES), [*product(UNLIKE, THEMES[:1]), *product(UNLIKE[:1], THEMES[1:])]),
)
def test_the_page_shows_what_is_printed(variant: str, theme: str, tab: Tab, tmp_path: Path) -> None:
    drawn = edition(variant, theme)
    file = tmp_path / "page.html"
    file.write_text(page_of(variant, theme).html, encoding="utf-8")
    tab.goto(file.as_uri())
    tab.locator(".view").first.wait_for()
    for view in make_views(drawn)[:3]:
        tab.evaluate(ONLY_DRAWING, [view.name.split()[0], WIDTH])
        shown = Image.open(io.BytesIO(tab.locator("#shown").screenshot()))
        difference = numpy.abs(soft(shown) - soft(printed(view, tmp_path)))
        assert difference.mean() < 3, view.name
        assert (difference > 60).mean() < 0.005, view.name
