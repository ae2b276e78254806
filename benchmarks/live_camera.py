"""Measure the live camera of a page: `python -m benchmarks.live_camera [--minutes N]`. Linux only.

Chromium plays videos of sheets instead of a camera. Reported are the time from a still sheet to its result, frames a
second, readings of sheets that should not be read, and the memory of the page while nothing is in view. For a slower
phone, all processes of the browser are stopped most of the time.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

import cv2
import numpy
from playwright.sync_api import Page, sync_playwright

from benchmarks.phone import browser_program
from benchmarks.photo_speed import browser_processes, is_renderer, memory_of, slowed
from benchmarks.tables import Table
from sheetgen.layouts.catalog import load_locale
from sheetgen.scorer.page.html_page import photo_scripts
from tests.browser.hosting import hosted
from tests.browser.live_video import HEIGHT, LARGE, WIDTH, blurred, dark, noisy, on_table, table
from tests.browser.test_live_camera import camera, held, moving, sheet
from tests.helpers import page_of
from tests.photos.plain_shot import Picture

CROSSED = ("red 2", "red 3", "red 5", "yellow 2", "blue 9", "penalty 1")
SLOWDOWN = 4
WATCHED = 20  # seconds for which videos are watched
STILL = 12  # sheets that are held still, of which the times are taken

# Notes when a sheet is seen first after there was none, and when it was read.
_NOTE = """
() => {
  window.notes = [];
  const hint = document.querySelector("dialog.live [role=status]");
  const texts = JSON.parse(document.getElementById("page").textContent).languages.en.texts;
  let seen = null;
  new MutationObserver(() => {
    const now = performance.now();
    if (hint.textContent.startsWith("No sheet")) seen = null;
    else if (seen === null) seen = now;
    if (hint.textContent.startsWith("Read.") || hint.textContent.startsWith("This sheet was read"))
      window.notes.push(now - seen);
  }).observe(hint, {childList: true, characterData: true, subtree: true});
}
"""


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Hold sheets before the live camera of a page in Chromium.")
    parser.add_argument("--minutes", type=float, default=1, help="for which the memory is watched")
    options = parser.parse_args()
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        write_site(folder / "scorer")
        with hosted(folder) as port:
            browser = playwright.chromium.launch(executable_path=browser_program())
            address = f"http://127.0.0.1:{port}/scorer/classic/"
            video = folder / "camera.y4m"
            lines = [speed_line(browser, address, video, slowdown) for slowdown in (1, SLOWDOWN)]
            columns = ("processor", "sheets", "from still to read: median", "slowest", "frames a second")
            print(Table("Live camera", columns, tuple(lines)).text())
            print(Table("What is not to be read", ("video", "read"), tuple(refusals(browser, address, video))).text())
            line = memory_line(browser, address, video, options.minutes)
            print(Table("Memory of the page in MB", ("minutes", "first", "last", "most"), (line,)).text())
            browser.close()


def write_site(folder: Path) -> None:
    """Write a page and the scripts that it needs for photos."""
    (folder / "classic").mkdir(parents=True)
    (folder / "classic" / "index.html").write_text(page_of("classic", photo_reader="file").html, encoding="utf-8")
    for name, script in photo_scripts([load_locale("en")]).items():
        (folder / f"{name}.js").write_text(script, encoding="utf-8")


def speed_line(browser: Any, address: str, video: Path, slowdown: int) -> tuple[str, ...]:
    """Hold one sheet before the camera again and again, with nothing in between."""
    frames = [*held(table(), 10), *held(on_table(sheet(41, CROSSED)), 40)]
    with camera(browser, address, video, frames) as page:
        page.evaluate(_NOTE)
        with slowed(browser_processes(), slowdown) if slowdown > 1 else nullcontext():
            before, start = looked(page), monotonic()
            while len(times := page.evaluate("window.notes")) < STILL and monotonic() < start + 40 * slowdown:
                sleep(0.5)
            rate = (looked(page) - before) / (monotonic() - start)
    name = "this one" if slowdown == 1 else f"{slowdown} times slower"
    return name, str(len(times)), f"{median(times) / 1000:.2f} s", f"{max(times) / 1000:.2f} s", f"{rate:.1f}"


def looked(page: Page) -> int:
    """Return how many frames the page has looked at."""
    return int(page.evaluate("window.looked"))


def refusals(browser: Any, address: str, video: Path) -> Iterable[tuple[str, ...]]:
    """Yield what was read from videos of which nothing should be read, and from others."""
    still = on_table(sheet(41, CROSSED))
    two = on_table(numpy.hstack([sheet(41, CROSSED), sheet(42, CROSSED[:3])]), 0.98, size=LARGE)
    videos: Mapping[str, list[Picture]] = {
        "no sheet": held(table()),
        "moving": moving(sheet(41, CROSSED)),
        "blurred": held(blurred(still, 2.5)),
        "very blurred": held(blurred(still, 6)),
        "dark": held(dark(still, 0.12)),
        "too far away": held(on_table(sheet(41, CROSSED), 0.42)),
        "half of a sheet": held(on_table(sheet(41, CROSSED), shift=(500, 0))),
        "tilted, to be read": held(tilted(sheet(41, CROSSED))),
        "two sheets, to be read": held(two),
    }
    for name, frames in videos.items():
        with camera(browser, address, video, frames) as page:
            sleep(WATCHED)
            yield name, page.locator("dialog.live .count").inner_text() or "nothing"


def tilted(picture: Picture) -> Picture:
    """Return a frame of a sheet that is seen from the side."""
    height, width = picture.shape[:2]
    corners = numpy.array([(0, 0), (width, 0), (width, height), (0, height)], numpy.float32)
    seen = numpy.array([(230, 90), (1050, 90), (1220, 660), (60, 660)], numpy.float32)
    view = cv2.getPerspectiveTransform(corners, seen)
    return cv2.warpPerspective(picture, view, (WIDTH, HEIGHT), flags=cv2.INTER_AREA, borderValue=(90, 90, 90))


def memory_line(browser: Any, address: str, video: Path, minutes: float) -> tuple[str, ...]:
    """Watch a moving sheet, and take the memory of the page each second."""
    others = set(browser_processes())
    with camera(browser, address, video, [noisy(frame, at) for at, frame in enumerate(moving(sheet(41, CROSSED)))]):
        own = max((each for each in browser_processes() if each not in others and is_renderer(each)), key=memory_of)
        sleep(10)
        taken = []
        end = monotonic() + 60 * minutes
        while monotonic() < end:
            taken.append(memory_of(own))
            sleep(1)
    return f"{minutes:g}", f"{taken[0]:.0f}", f"{taken[-1]:.0f}", f"{max(taken):.0f}"


if __name__ == "__main__":
    main()
