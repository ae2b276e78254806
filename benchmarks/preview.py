"""How soon `sheetgen preview` shows an edit: `python -m benchmarks.preview`.

Needs the test extra and a Chromium, which SHEETGEN_BROWSER names. The time from saving the file until its picture is on
the page is compared, within one run, with the time that `sheetgen svg` takes for the same file.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from tests.scorer.commands import PREVIEW, serving

EDITS = 9
LAYOUT = 'extends = "classic"\nslug = "mine"\ntitle = "Edit {}"\n'
# Resolves with the page's time at which a picture of the layout with this title is complete.
SHOWN = """
title => new Promise((shown) => {
  const image = () => document.querySelector("figure img");
  const before = image().getAttribute("src");
  const look = () => {
    const isNew = document.querySelector("h1").textContent === title && image().getAttribute("src") !== before;
    if (isNew && image().complete && image().currentSrc.endsWith(image().getAttribute("src"))) shown(Date.now());
    else requestAnimationFrame(look);
  };
  look();
})
"""


def main() -> None:
    """Print both medians and their ratio."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "mine.toml"
        file.write_text(LAYOUT.format(0))
        with serving(Path(folder), "mine.toml", command=PREVIEW) as server:
            browser = playwright.chromium.launch(executable_path=os.environ.get("SHEETGEN_BROWSER"))
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.port}/")
            page.locator("figure img").first.wait_for()
            edit = statistics.median(_edit(page, file, number) for number in range(1, EDITS + 1))
            browser.close()
        command = statistics.median(_draw(file) for _ in range(EDITS))
    print(
        f"an edit is shown after {edit:.0f} ms, {edit / command:.2f} times as long as `sheetgen svg` ({command:.0f} ms)"
    )


def _edit(page: Page, file: Path, number: int) -> float:
    """Return the milliseconds from saving the file until its picture is shown, by the page's clock."""
    page.evaluate(f"title => {{ window.shown = ({SHOWN})(title); }}", f"Edit {number}")
    saved: float = page.evaluate("Date.now()")
    file.write_text(LAYOUT.format(number))
    shown: float = page.evaluate("() => window.shown")
    return shown - saved


def _draw(file: Path) -> float:
    """Return the milliseconds that the command takes to draw the file."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "sheetgen", "svg", "--layout", file.name, "--quiet"]
    subprocess.run(command, cwd=file.parent, check=True)
    return (time.perf_counter() - began) * 1000


if __name__ == "__main__":
    main()
