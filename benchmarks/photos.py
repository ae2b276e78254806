"""How well photos are read: `python -m benchmarks.photos [--photos N] [--first SEED] [--hard] [--markdown]`.

Photos are synthetic: sheets of random games, crossed by random hands with all kinds of pens, laid on tables and
photographed (`tests/photos/studio`). The reader was tuned on seeds below 10,000; figures are told of later ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from itertools import product
from multiprocessing import Pool
from statistics import median
from time import process_time
from typing import NamedTuple

import cv2
from PIL import Image

from benchmarks.tables import Table, time
from sheetgen.layouts.catalog import load_locale, load_variant, variants
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.image import open_photo
from sheetgen.photos.known_sheets import KnownSheets
from sheetgen.photos.reading import read_photo
from tests.helpers import LANGUAGES, THEMES
from tests.photos.studio.conditions import HARD, NORMAL
from tests.photos.studio.shot import Shot, take

LAYOUTS = ("classic", "bigpoints", "onboard")
PHOTOS, FIRST = 360, 10_000
LARGE = 12_000_000
"""Pixels of the photos whose time is told."""
COLUMNS = ("", "photos", "read", "cells", "asked", "wrong", "struck", "sheets right")


class Task(NamedTuple):
    """One photo to take and to read."""

    seed: int
    layout: str
    theme: str
    is_hard: bool


class Outcome(NamedTuple):
    """What became of a photo."""

    layout: str
    theme: str
    pen: str
    reason: str | None = None
    """Why it was refused, if it was."""
    cells: int = 0
    asked: int = 0
    wrong: int = 0
    """Cells that were told wrongly, and not asked for,"""
    struck: int = 0
    """and those of them that were only struck out by a flat line."""
    seconds: float | None = None
    """Of one core, if the photo is large."""


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Take synthetic photos, read them, and tell how well that went.")
    parser.add_argument("--photos", type=int, default=PHOTOS)
    parser.add_argument("--first", type=int, default=FIRST, metavar="SEED")
    parser.add_argument("--hard", action="store_true", help="steep, bent, dark, blurred ones")
    parser.add_argument("--markdown", action="store_true", help="as the README has it")
    options = parser.parse_args()
    kinds = list(product(LAYOUTS, THEMES))
    seeds = range(options.first, options.first + options.photos)
    tasks = [Task(seed, *kinds[at % len(kinds)], options.hard) for at, seed in enumerate(seeds)]
    with Pool() as pool:
        outcomes = list(pool.imap_unordered(outcome, tasks))
    table = report(outcomes, "hard photos" if options.hard else "photos")
    print(table.markdown(*COLUMNS[1:]) if options.markdown else table.text())


def outcome(task: Task) -> Outcome:
    """Take a photo, and read it as `sheetgen scan` does without being told anything."""
    cv2.setNumThreads(1)
    shot = take(task.seed, task.layout, task.theme, HARD if task.is_hard else NORMAL)
    width, height = Image.open(BytesIO(shot.jpeg)).size
    found = _read(task, shot, _shelf())
    if width * height < LARGE:
        return found
    before = process_time()  # now that it is known what such a sheet looks like
    _read(task, shot, _shelf())
    return found._replace(seconds=process_time() - before)


@cache
def _shelf() -> KnownSheets:
    return KnownSheets([load_variant(name) for name in variants()], [load_locale(name) for name in LANGUAGES])


def _read(task: Task, shot: Shot, shelf: KnownSheets) -> Outcome:
    here = Outcome(task.layout, task.theme, shot.ink.pen)
    try:
        reading = read_photo(open_photo(shot.jpeg), shelf)
    except PhotoError as error:
        return here._replace(reason=error.reason)
    asked = {doubt.cell for doubt in reading.doubts({})}
    wrong = {id for id, cell in reading.cells.items() if cell.is_crossed != (id in shot.crossed)} - asked
    if reading.serial not in (None, shot.serial) or reading.edition.layout.slug != task.layout:
        wrong |= set(reading.cells)
    struck = wrong & {id for run in shot.finished.skipped for id in run}
    return here._replace(cells=len(reading.cells), asked=len(asked), wrong=len(wrong), struck=len(struck))


def report(outcomes: Sequence[Outcome], title: str) -> Table:
    """All of them, then by layout, theme and pen."""
    lines = [_line("all", outcomes)]
    for groups in (
        [each.layout for each in outcomes],
        [each.theme for each in outcomes],
        [each.pen for each in outcomes],
    ):
        for group in dict.fromkeys(sorted(groups)):
            lines.append(_line(group, [each for each, own in zip(outcomes, groups, strict=True) if own == group]))
    times = sorted(each.seconds for each in outcomes if each.seconds is not None)
    reasons = sorted({each.reason for each in outcomes if each.reason})
    refused = ", ".join(f"{reason} {sum(each.reason == reason for each in outcomes)}" for reason in reasons)
    notes = [f"refused: {refused or 'none'}"]
    if times:
        most = times[len(times) * 95 // 100]
        notes.append(f"12 megapixels on one core: median {time(median(times))}, 95 of 100 within {time(most)}")
    return Table(title, COLUMNS, tuple(lines), tuple(notes))


def _line(name: str, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    read = [each for each in outcomes if each.reason is None]
    cells = max(1, sum(each.cells for each in read))
    asked, wrong, struck = (sum(getattr(each, key) for each in read) for key in ("asked", "wrong", "struck"))
    return (
        name,
        f"{len(outcomes):,}",
        f"{len(read) / len(outcomes):.1%}",
        f"{cells:,}",
        f"{asked / cells:.2%}",
        f"{wrong} ({wrong / cells:.3%})",
        f"{struck}",
        f"{sum(each.wrong == 0 for each in read) / max(1, len(read)):.1%}",
    )


if __name__ == "__main__":
    main()
