"""Measure how well photos are read: `python -m benchmarks.photos [--kind KIND] [--reader READER] [--photos N] …`.

Photos are synthetic: sheets of random games, crossed by random hands with all kinds of pens, laid on tables and
photographed (`tests/photos/studio`). The readers were tuned on seeds below 10,000; figures are reported for later ones.
The page's reader runs in Chromium, on the page's own data and in its worker, and in Node.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from io import BytesIO
from itertools import product
from multiprocessing import get_context
from statistics import median
from time import process_time
from typing import NamedTuple

import cv2
from PIL import Image
from playwright.sync_api import sync_playwright

from benchmarks.node_reader import NodeReader
from benchmarks.phone import browser_program
from benchmarks.tables import Table, time
from sheetgen.drawing.edition import Edition
from sheetgen.layouts.catalog import load_locale, load_variant, variants
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.image import open_photo
from sheetgen.photos.known_sheets import KnownSheets
from sheetgen.photos.reading import read_photo
from sheetgen.photos.sheet_reading import broken_rules
from sheetgen.rules.shuffle.arrangement import Pad
from tests.helpers import LANGUAGES, THEMES, edition
from tests.photos.page_reader import PageReaders
from tests.photos.studio.conditions import ADVERSE, HARD, NORMAL
from tests.photos.studio.shot import Shot, take_of

LAYOUTS = ("classic", "bigpoints", "onboard", "gemixxt-a", "double-a", "connected-chain")
KINDS = {"normal": NORMAL, "hard": HARD, "adverse": ADVERSE}
PHOTOS, FIRST = 312, 60_000
LARGE = 12_000_000  # pixels of the photos whose time is measured
COLUMNS = ("", "photos", "read", "cells", "asked", "wrong", "sheets right")

Answers = Mapping[str, tuple[str, bool]]  # by cell id: the answer, and whether it is more likely crossed


class Task(NamedTuple):
    """One photo to take and to read."""

    seed: int
    layout: str
    theme: str
    kind: str
    readers: tuple[str, ...]


class Reading(NamedTuple):
    """What a reader made of a photo."""

    reason: str | None = None  # why it was refused, if it was
    answers: Answers = {}  # noqa: RUF012  # never changed
    asked: int = 0
    wrong: int = 0  # cells that were misread without a question


class Outcome(NamedTuple):
    """What all readers made of a photo."""

    groups: tuple[str, ...]
    readings: Mapping[str, Reading]  # by reader
    seconds: float | None = None  # of one core, for the Python reader, if the photo is large


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Take synthetic photos, read them, and report how well that went.")
    parser.add_argument("--photos", type=int, default=PHOTOS)
    parser.add_argument("--first", type=int, default=FIRST, metavar="SEED")
    parser.add_argument("--kind", choices=list(KINDS), default="normal")
    parser.add_argument("--reader", action="append", choices=list(READERS), help="all of them unless given")
    parser.add_argument("--markdown", action="store_true", help="print the tables as the README has them")
    options = parser.parse_args()
    kinds = list(product(LAYOUTS, THEMES))
    readers = tuple(options.reader or READERS)
    seeds = range(options.first, options.first + options.photos)
    tasks = [Task(seed, *kinds[at % len(kinds)], options.kind, readers) for at, seed in enumerate(seeds)]
    with get_context("spawn").Pool() as pool:  # a browser's connection cannot be forked
        outcomes = list(pool.imap_unordered(outcome, tasks))
    for reader in readers:
        table = report(outcomes, reader, f"{options.kind} photos, {reader} reader")
        print(table.markdown(*COLUMNS[1:]) if options.markdown else table.text())
    for reader in readers:
        if reader != "python" and "python" in readers:
            print(agreement([each.readings for each in outcomes], reader))


def outcome(task: Task) -> Outcome:
    """Take a photo, and read it without being told anything but, for the page, its layout."""
    cv2.setNumThreads(1)
    shot = take_of(_sheet(task), task.seed, KINDS[task.kind])
    readings = {reader: _judged(shot, *READERS[reader](task, shot)) for reader in task.readers}
    groups = ("all", task.layout, f"theme {task.theme}", shot.ink.pen, *([shot.mishap] if shot.mishap else []))
    width, height = Image.open(BytesIO(shot.jpeg)).size
    seconds = None
    if width * height >= LARGE and "python" in task.readers:
        before = process_time()  # now that the template of the sheet is made
        _read_in_python(task, shot)
        seconds = process_time() - before
    return Outcome(groups, readings, seconds)


def _sheet(task: Task) -> Edition:
    """Return the sheet to photograph: every second one is shuffled, if its layout can be."""
    own = edition(task.layout, task.theme, LANGUAGES[task.seed % len(LANGUAGES)])
    if own.rulebook.shuffle and task.seed % 2:
        return own.shuffled(Pad(own.rulebook, "benchmark").sheet(task.seed % 500 + 1))
    return own


def _read_in_python(task: Task, shot: Shot) -> tuple[str | None, Answers]:
    try:
        reading = read_photo(open_photo(shot.jpeg), _known_sheets())
    except PhotoError as error:
        return error.reason, {}
    if (reading.serial, reading.edition.layout.slug) != (shot.serial, task.layout):
        return "wrong sheet", {}
    return None, {id: (cell.answer, cell.is_crossed) for id, cell in reading.cells.items()}


def _read_on_page(task: Task, shot: Shot) -> tuple[str | None, Answers]:
    reading = _page_readers().read(task.layout, shot.jpeg)
    if reading.problem is None and reading.serial not in (None, shot.serial):
        return "wrong sheet", {}
    return reading.problem, reading.cells


def _read_in_node(task: Task, shot: Shot) -> tuple[str | None, Answers]:
    sheet = shot.finished.edition
    reading = _node_reader().read(shot.jpeg, sheet)
    if reading.link is None and sheet.arrangement:
        return "code_unread_shuffled", {}
    if reading.link is not None and f".{shot.serial}" not in reading.link:
        return "wrong sheet", {}
    return reading.problem, reading.answers


READERS: Mapping[str, Callable[[Task, Shot], tuple[str | None, Answers]]] = {
    "python": _read_in_python,
    "page": _read_on_page,
    "node": _read_in_node,
}


@cache
def _known_sheets() -> KnownSheets:
    return KnownSheets([load_variant(name) for name in variants()], [load_locale(name) for name in LANGUAGES])


@cache
def _page_readers() -> PageReaders:
    """Return readers in a browser of this process, which ends with it."""
    return PageReaders(sync_playwright().start().chromium.launch(executable_path=browser_program()))


@cache
def _node_reader() -> NodeReader:
    return NodeReader()


def _judged(shot: Shot, reason: str | None, answers: Answers) -> Reading:
    """Return a reading with the numbers of asked and of misread cells."""
    if reason:
        return Reading(reason)
    unclear = [id for id, (answer, _) in answers.items() if answer == "ask"]
    crossed = {id: is_crossed for id, (_, is_crossed) in answers.items()}
    broken = broken_rules(shot.finished.edition.rulebook, {id: 1 for id in crossed if crossed[id]})
    asked = {*unclear, *(broken.keys() & answers.keys())}
    wrong = [id for id, is_crossed in crossed.items() if is_crossed != (id in shot.crossed) and id not in asked]
    return Reading(None, answers, len(asked), len(wrong))


def report(outcomes: Sequence[Outcome], reader: str, title: str) -> Table:
    """Return a line for all photos, and for each layout, theme, pen and mishap."""
    groups = list(dict.fromkeys(group for at in range(5) for each in outcomes for group in each.groups[at : at + 1]))
    lines = [_line(name, [each.readings[reader] for each in outcomes if name in each.groups]) for name in groups]
    reasons = sorted(reason for each in outcomes if (reason := each.readings[reader].reason))
    refused = ", ".join(f"{reason} {reasons.count(reason)}" for reason in dict.fromkeys(reasons))
    notes = [f"refused: {refused or 'none'}"]
    times = sorted(each.seconds for each in outcomes if each.seconds is not None)
    if times and reader == "python":
        most = times[len(times) * 95 // 100]
        notes.append(f"12 megapixels on one core: median {time(median(times))}, 95 of 100 within {time(most)}")
    return Table(title, COLUMNS, tuple(lines), tuple(notes))


def agreement(readings: Sequence[Mapping[str, Reading]], reader: str) -> str:
    """Return how often a reader gives the same answer as the Python reader, in the photos that both of them read."""
    pairs = [(each["python"].answers, each[reader].answers) for each in readings]
    read = [(one, other) for one, other in pairs if one and other]
    same = sum(one[id][0] == other[id][0] for one, other in read for id in one)
    cells = max(1, sum(len(one) for one, _ in read))
    return f"same answer of Python and {reader}: {same / cells:.2%} of {cells:,} cells in {len(read):,} photos"


def _line(name: str, readings: Sequence[Reading]) -> tuple[str, ...]:
    read = [each for each in readings if each.reason is None]
    cells = max(1, sum(len(each.answers) for each in read))
    asked, wrong = sum(each.asked for each in read), sum(each.wrong for each in read)
    return (
        name,
        f"{len(readings):,}",
        f"{len(read) / len(readings):.1%}",
        f"{cells:,}",
        f"{asked / cells:.2%}",
        f"{wrong} ({wrong / cells:.3%})" if wrong else "0",
        f"{sum(each.wrong == 0 for each in read) / max(1, len(read)):.1%}",
    )


if __name__ == "__main__":
    main()
