"""Measure how fast a page reads photos: `python -m benchmarks.photo_speed [--photos N]`. Linux only.

The page is opened from a file in Chromium. A tap on the button loads the reader, the photo comes a few seconds later,
and the time runs until the page shows what it read. For a slower phone, all processes of the browser are stopped most
of the time.
"""

from __future__ import annotations

import argparse
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import NamedTuple

import cv2
import numpy
from playwright.sync_api import Playwright, sync_playwright

from benchmarks.phone import browser_program
from benchmarks.tables import Table
from sheetgen.photos.image import open_photo
from tests.helpers import page_of
from tests.photos.plain_shot import as_jpeg
from tests.photos.studio.conditions import NORMAL
from tests.photos.studio.shot import take

VARIANT = "bigpoints"
PHOTOS, FIRST = 5, 60_400
LARGE, HUGE = (4032, 3024), (8064, 6048)  # 12 and 48 megapixels
SLOWDOWN = 4
SLICE = 0.01  # seconds that a slowed browser runs at a time
POSING = 3000  # milliseconds from the tap on the button to the photo

# Times in milliseconds: until the review is shown, and the longest time in which the page answered nothing.
_WATCH = """
() => {
  window.times = {longest: 0};
  const input = document.querySelector("input[type=file][accept^=image]");
  input.addEventListener("change", () => {
    const start = performance.now();
    let last = start;
    const timer = setInterval(() => {
      const now = performance.now();
      window.times.longest = Math.max(window.times.longest, now - last);
      last = now;
      if (!document.querySelector(".review")) return;
      window.times.total = now - start;
      clearInterval(timer);
    }, 1);
  }, {capture: true});
}
"""


class Figures(NamedTuple):
    """What was measured of one photo: times in ms, memory in MB."""

    total: float
    longest: float  # in which the page answered nothing
    peak: float  # memory of the page's process
    growth: float  # the same, less what it had before


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Read large photos in Chromium, and report time and memory.")
    parser.add_argument("--photos", type=int, default=PHOTOS)
    options = parser.parse_args()
    seeds = range(FIRST, FIRST + options.photos)
    large = [take(seed, VARIANT, conditions=NORMAL._replace(sizes={LARGE: 1.0})).jpeg for seed in seeds]
    huge = [as_jpeg(cv2.resize(numpy.ascontiguousarray(open_photo(large[0])), HUGE))]
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        file = Path(folder, "page.html")
        file.write_text(page_of(VARIANT, photo_reader="inline").html, encoding="utf-8")
        lines = [
            _line("12 megapixels", [_figures(playwright, file, photo, 1) for photo in large]),
            _line(
                f"12 megapixels, {SLOWDOWN} times slower",
                [_figures(playwright, file, photo, SLOWDOWN) for photo in large],
            ),
            _line("48 megapixels", [_figures(playwright, file, photo, 1) for photo in huge]),
        ]
    columns = ("first photo of a page", "photos", "median", "slowest", "page busy", "memory", "more than before")
    print(Table("Photos in Chromium", columns, tuple(lines)).text())


def _line(name: str, figures: Sequence[Figures]) -> tuple[str, ...]:
    times = [each.total for each in figures]
    busy, peak, growth = (max(getattr(each, key) for each in figures) for key in ("longest", "peak", "growth"))
    found = f"{median(times):.0f} ms", f"{max(times):.0f} ms", f"{busy:.0f} ms", f"{peak:.0f} MB", f"{growth:.0f} MB"
    return name, str(len(figures)), *found


def _figures(playwright: Playwright, file: Path, photo: bytes, slowdown: int) -> Figures:
    """Read one photo in a new browser."""
    others = set(browser_processes())
    browser = playwright.chromium.launch(executable_path=browser_program())
    try:
        page = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True)
        page.goto(file.as_uri())
        page.locator(".view").first.wait_for()
        page.evaluate(_WATCH)
        processes = [process for process in browser_processes() if process not in others]
        own = max((process for process in processes if is_renderer(process)), key=memory_of)
        before = memory_of(own)
        with slowed(processes, slowdown) if slowdown > 1 else nullcontext():
            with page.expect_file_chooser() as chooser:
                page.locator('[data-key="photo"]').tap()
            page.wait_for_timeout(POSING)
            chooser.value.set_files({"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": photo})
            page.locator(".review").wait_for(timeout=120_000)
            page.wait_for_function("() => window.times.total", timeout=120_000)
        times = page.evaluate("window.times")
        peak = memory_of(own, "VmHWM")
        return Figures(times["total"], times["longest"], peak, peak - before)
    finally:
        browser.close()


def browser_processes() -> list[int]:
    """Return all running processes of Chromium."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and b"chrom" in _command(int(folder.name)).partition(b"\0")[0]:
            found.append(int(folder.name))
    return found


def _command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:  # it has ended
        return b""


def is_renderer(process: int) -> bool:
    """Return whether a process of the browser shows a page."""
    return b"--type=renderer" in _command(process)


def memory_of(process: int, key: str = "VmRSS") -> float:
    """Return how much memory a process has now, or (VmHWM) has had at most, in MB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    line = next(line for line in status.splitlines() if line.startswith(key))
    return int(line.split()[1]) / 1000


@contextmanager
def slowed(processes: Sequence[int], slowdown: int) -> Iterator[None]:
    """Let processes run only a part of the time."""
    is_over = Event()

    def run() -> None:
        while not is_over.wait(SLICE):
            _signal(processes, signal.SIGSTOP)
            is_over.wait(SLICE * (slowdown - 1))
            _signal(processes, signal.SIGCONT)

    thread = Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        _signal(processes, signal.SIGCONT)


def _signal(processes: Sequence[int], number: int) -> None:
    for process in processes:
        os.kill(process, number)


if __name__ == "__main__":
    main()
