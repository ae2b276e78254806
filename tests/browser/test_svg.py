"""The SVG in a real browser looks like the sheet: the same codes can be read from the screen."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path

import numpy
import pytest
from PIL import Image
from playwright.sync_api import Browser

from sheetgen.drawing.scene import Code
from sheetgen.writers.svg import svg_text
from tests.helpers import THEMES, UNLIKE, VARIANTS, decoded, document, rasters, save


def note(troubles: list[str], event: object) -> None:
    troubles.append(repr(event))


@pytest.mark.parametrize(
    ("variant", "theme"),
    [(variant, theme) for variant in VARIANTS for theme in (THEMES if variant in UNLIKE else ["color"])],
)
def test_a_browser_shows_what_the_pdf_prints(variant: str, theme: str, browser: Browser, tmp_path: Path) -> None:
    printed = document(variant, theme=theme)
    pdf = tmp_path / "out.pdf"
    save(printed, pdf)
    for number, (page, expected) in enumerate(zip(printed.pages(), rasters(pdf, 96), strict=True)):
        file = tmp_path / f"{number}.svg"
        file.write_text(svg_text(page.scene, variant, "en"), encoding="utf-8")
        height, width = expected.shape
        tab = browser.new_page(viewport={"width": width, "height": height})
        troubles: list[str] = []
        tab.on("console", partial(note, troubles))
        tab.on("requestfailed", partial(note, troubles))
        tab.goto(file.as_uri())
        shown = numpy.asarray(Image.open(io.BytesIO(tab.screenshot())).convert("L"))
        tab.close()
        assert not troubles
        codes = sorted(item.text for item, _ in page.scene.flat() if isinstance(item, Code))
        assert decoded(shown) == codes
        rows, columns = min(shown.shape[0], height), min(shown.shape[1], width)
        difference = numpy.abs(shown[:rows, :columns].astype(int) - expected[:rows, :columns].astype(int))
        assert difference.mean() < 4
        assert (difference > 128).mean() < 0.01
