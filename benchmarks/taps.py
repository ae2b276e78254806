"""Taps and keystrokes for a finished game of four, counted by the browser itself: `python -m benchmarks.taps`.

A simulated game is entered twice: by players whose names are new to the phone, and by players whom it remembers.
Needs the test extra and a Chromium, which SHEETGEN_BROWSER names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import Page, sync_playwright

from benchmarks.phone import browser_program
from sheetgen.layouts.catalog import load_theme, load_variant
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.simulate import SimulationSetup
from sheetgen.rules.game_spec import compile_rulebook
from sheetgen.rules.records import Sheet
from sheetgen.scorer.page.html_page import scorer_page
from tests.game_helpers import play_alike

VARIANT = "classic"
NAMES = ("Anna", "Ben", "Carla", "Dan")
COUNT = """
window.counts = {crosses: 0, taps: 0, keys: 0};
const isCross = ({target}) => target.closest(".cell, [data-key=offer]");
addEventListener("click", (event) => event.isTrusted && counts[isCross(event) ? "crosses" : "taps"]++, true);
addEventListener("keydown", (event) => event.isTrusted && counts.keys++, true);
"""


class Counts(NamedTuple):
    """What players do for one game."""

    crosses: int  # taps on cells, penalties and locks
    taps: int  # all other taps
    keys: int


def main() -> None:
    """Print a line for each way to enter the game."""
    rulebook = compile_rulebook(load_variant(VARIANT).game)
    sheets = play_alike(Grid(rulebook), SimulationSetup(len(NAMES), "careful", 1), 1).record.sheets
    print(f"{'finished game of four':<24}{'crosses':>9}{'other taps':>12}{'keystrokes':>12}")
    with scorer() as page:
        for label, is_known in (("new players", False), ("remembered players", True)):
            page.reload()
            page.locator(".view").first.wait_for()
            counts = enter_game(page, sheets, is_known)
            print(f"{label:<24}{counts.crosses:>9}{counts.taps:>12}{counts.keys:>12}")
            page.tap(".menu button")
            page.tap('[data-key="new"]')


@contextmanager
def scorer() -> Iterator[Page]:
    """A scorer page on a phone that counts what its user does."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "page.html"
        file.write_text(scorer_page(load_variant(VARIANT), load_theme("color")).html, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=browser_program(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
        page.add_init_script(COUNT)
        page.goto(file.as_uri())
        yield page
        browser.close()


def enter_game(page: Page, sheets: Sequence[Sheet], is_known: bool) -> Counts:
    """Enter a game and finish it; return what this takes until the winner is on the screen."""
    if is_known:
        page.tap('[data-key="table"]')  # the same players again
    for seat, sheet in enumerate(sheets):
        if not is_known:
            page.tap('[data-key="add"]' if seat else '[data-key="name"]')
            page.keyboard.type(NAMES[seat])
        elif seat:
            page.tap(f'[data-key="player {seat}"]')
        for cell in (*sheet.crosses, *(f"penalty {box + 1}" for box in range(sheet.penalties))):
            page.tap(f'[data-cell="{cell}"]')
    page.tap('[data-key="finish"]')
    page.locator(".winner.sure").wait_for()
    return Counts(**page.evaluate("counts"))


if __name__ == "__main__":
    main()
