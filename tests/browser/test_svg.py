"""The SVG in a real browser looks like the sheet: the same codes can be read from the screen."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from sheetgen.drawing.scene import Code
from sheetgen.writers.svg import svg_text
from tests.browser.phone import open_tab
from tests.helpers import THEMES, UNLIKE, VARIANTS, decoded, document, rasters, save
from tests.profiles import Counted, selection


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    """One for all pictures: to open a window takes longer than to show one."""
    opened = open_tab(browser)
    yield opened
    opened.context.close()


@pytest.fixture
def troubles(tab: Page) -> Iterator[list[str]]:
    """What goes wrong in the meantime."""
    noted: list[str] = []

    def note(event: object) -> None:
        noted.append(repr(event))

    for kind in ("console", "requestfailed"):
        tab.on(kind, note)
    yield noted
    for kind in ("console", "requestfailed"):
        tab.remove_listener(kind, note)


@pytest.mark.parametrize(
    ("variant", "theme"),
    selection(product(VARIANTS, THEMES), [*product(UNLIKE, THEMES[:1]), *product(UNLIKE[:1], THEMES[1:])]),
)
def test_a_browser_shows_what_the_pdf_prints(
    variant: str, theme: str, tab: Page, troubles: list[str], tmp_path: Path, record_property: Counted
) -> None:
    printed = document(variant, theme=theme)
    pdf = tmp_path / "out.pdf"
    save(printed, pdf)
    for number, (page, expected) in enumerate(zip(printed.pages(), rasters(pdf, 96), strict=True)):
        record_property("pages compared as SVG and PDF", 1)
        file = tmp_path / f"{number}.svg"
        file.write_text(svg_text(page.scene, variant, "en"), encoding="utf-8")
        height, width = expected.shape
        tab.set_viewport_size({"width": width, "height": height})
        tab.goto(file.as_uri())
        shown = numpy.asarray(Image.open(io.BytesIO(tab.screenshot())).convert("L"))
        assert not troubles
        codes = sorted(item.text for item, _ in page.scene.flat() if isinstance(item, Code))
        assert decoded(shown) == codes
        rows, columns = min(shown.shape[0], height), min(shown.shape[1], width)
        difference = numpy.abs(shown[:rows, :columns].astype(int) - expected[:rows, :columns].astype(int))
        assert difference.mean() < 6  # a page of tokens has edges everywhere
        assert (difference > 128).mean() < 0.01
