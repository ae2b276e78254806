"""How large the scorer's pages are, and how soon they answer on a slow phone: `python benchmarks/scorer.py`.

Needs the test extra and a Chromium, which SHEETGEN_BROWSER names. The slow phone is this machine with its processor
slowed down four times; so all times are to be compared within one run, the last line of which is an empty page.
"""

from __future__ import annotations

import gzip
import os
import statistics
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from sheetgen.layouts.catalog import load_theme, load_variant, variants
from sheetgen.scorer.page.html_page import scorer_page

SLOWDOWN = 4
LOADS = 7
TAPS = 40

EMPTY = "<!doctype html><title>empty</title><button data-cell='a' aria-pressed=false>a</button>"

# From the end of loading until a first tap has been answered with a picture.
FIRST_TAP = """
async () => {
  const cell = document.querySelector("[data-cell]");
  cell.click();
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - performance.timing.loadEventEnd + performance.timing.navigationStart;
}
"""
# From a tap until its picture is on the screen.
EACH_TAP = """
async (taps) => {
  const cells = [...document.querySelectorAll("[data-cell]")];
  const times = [];
  for (let tap = 0; tap < taps; tap++) {
    const begin = performance.now();
    cells[tap % cells.length].click();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    times.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return times;
}
"""


@dataclass(frozen=True)
class Figures:
    """What was measured of a page: bytes, also compressed, and milliseconds on the slow phone."""

    name: str
    size: int
    compressed: int
    load: float
    """Until the page is loaded,"""
    first_tap: float
    """from then until a first tap is answered,"""
    tap: float
    """of further taps, half of which are answered sooner,"""
    slowest_tap: float


def main() -> None:
    """A line for each page."""
    print(f"{'page':<16}{'bytes':>9}{'compressed':>9}{'load ms':>9}{'first tap':>11}{'taps: median':>14}{'slowest':>9}")
    for page in pages(variants(), LOADS, os.environ.get("SHEETGEN_BROWSER")):
        print(
            f"{page.name:<16}{page.size:>9,}{page.compressed:>9,}{page.load:>9.0f}{page.first_tap:>11.0f}"
            f"{page.tap:>14.1f}{page.slowest_tap:>9.1f}",
            flush=True,
        )


def pages(names: Iterable[str], loads: int, program: str | None) -> Iterator[Figures]:
    """The pages of these layouts and an empty one, each loaded so often; in this browser, or in Playwright's own."""
    theme = load_theme("color")
    arguments = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        htmls = {name: scorer_page(load_variant(name), theme).html for name in names}
        for name, html in (htmls | {"(empty)": EMPTY}).items():
            file = Path(folder) / f"{name}.html"
            file.write_text(html, encoding="utf-8")
            load, first, taps = _measure(browser, file, loads)
            size, compressed = len(html.encode()), len(gzip.compress(html.encode()))
            yield Figures(name, size, compressed, load, first, statistics.median(taps), max(taps))
        browser.close()


def _measure(browser: Browser, file: Path, loads: int) -> tuple[float, float, list[float]]:
    """Milliseconds until the page is loaded, from then until a first tap is answered, and of further taps."""
    loaded, firsts, taps = [], [], []
    for _ in range(loads):
        context = browser.new_context(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        page.goto(file.as_uri(), wait_until="load")
        page.locator("[data-cell]").first.wait_for()
        firsts.append(page.evaluate(FIRST_TAP))
        timing: Any = page.evaluate("performance.timing.toJSON()")
        loaded.append(timing["loadEventEnd"] - timing["navigationStart"])
        taps += page.evaluate(EACH_TAP, TAPS)
        context.close()
    return statistics.median(loaded), statistics.median(firsts), taps


if __name__ == "__main__":
    main()
