"""What the scorer's pages weigh, and how soon they answer: the table of `scorer.py`, for some pages."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks import tables
from benchmarks.measuring import say
from benchmarks.pad import VARIANT
from benchmarks.scorer import SLOWDOWN, Figures, pages
from tests.run import CHROMIUM

UNLIKE = ("classic", "bigpoints", "onboard", "duel")
"""The layouts whose pages differ most."""
LOADS = 3


def scorer_report() -> tables.Report:
    """A line for each page; or words, if there is no browser."""
    program = browser_program()
    if program is None:
        words = f"The scorer's pages: no Chromium was found. Install one, or name it: {CHROMIUM.variable}=/path/to/it"
        return tables.Report(words, words)
    found = {}
    for page in pages(UNLIKE, LOADS, program):
        say(f"page of {page.name}")
        found[page.name] = page
    columns = ("", "bytes", "compressed", "load", "first tap", "a tap", "slowest tap")
    title = f"Scorer pages, on a processor slowed down {SLOWDOWN} times"
    table = tables.Table(title, columns, tuple(_line(page) for page in found.values()))
    own, empty = found[VARIANT], found["(empty)"]
    return tables.Report(
        table.text(),
        f"The scorer's page of `{VARIANT}` has {own.size:,} bytes, {own.compressed:,} compressed. On a processor slowed"
        f" down {SLOWDOWN} times, it responds to a tap in {own.tap:.0f} ms; an empty page does in {empty.tap:.0f} ms.",
    )


def _line(page: Figures) -> tuple[str, ...]:
    times = (page.load, page.first_tap, page.tap, page.slowest_tap)
    return page.name, f"{page.size:,}", f"{page.compressed:,}", *(f"{each:.0f} ms" for each in times)


def browser_program() -> str | None:
    """The one that is named, Playwright's own, or one of the system's."""
    named = os.environ.get(CHROMIUM.variable)
    if named:
        return named
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    if Path(own).exists():
        return own
    return next((path for name in CHROMIUM.programs if (path := shutil.which(name))), None)
