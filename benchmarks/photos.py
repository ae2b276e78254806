"""Measure how well photos are read: `python -m benchmarks.photos [--kind KIND] [--reader READER] [--photos N] …`.

Photos are synthetic: sheets of random games, crossed by random hands with all kinds of pens, laid on tables and
photographed (`tests/photos/studio`). The reader was tuned on seeds below 10,000; figures are reported for later ones.
`scan` and the page have the same reader, but not the same decoders; `pixels` is the page with pictures that `scan` has
decoded. They are told nothing, and a sheet whose code they cannot read counts as not read; `layout` is `scan` with the
option `--layout`, which reads such a sheet unless it is shuffled.
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
from playwright.sync_api import sync_playwright

from benchmarks.phone import browser_program
from benchmarks.tables import Table, time
from sheetgen.drawing.edition import Edition
from sheetgen.layouts.catalog import load_locale, load_variant
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.image import open_photo
from sheetgen.photos.known_sheets import KnownSheets
from sheetgen.photos.page_reader import page_reader
from sheetgen.photos.sheet_reading import broken_rules
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.shuffle.arrangement import Pad
from tests.browser.page_readers import PageReaders
from tests.helpers import LANGUAGES, THEMES, VARIANTS, edition
from tests.photos.reading import built_in_sheets
from tests.photos.studio.conditions import ADVERSE, HARD, NORMAL
from tests.photos.studio.shot import Shot, take_of

LAYOUTS = tuple(variant for variant in VARIANTS if edition(variant).layout.sheet)
SHEETS = tuple(product(LAYOUTS, THEMES))
STEP = 7  # from a sheet to that of the next photo, so that few photos show many layouts and all themes
KINDS = {"normal": NORMAL, "hard": HARD, "adverse": ADVERSE}
PHOTOS, FIRST = 312, 70_000
COLUMNS = ("", "photos", "read", "cells", "asked", "wrong", "without a question", "totals wrong", "… after questions")

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
    is_total_wrong: bool = False  # although nothing was asked
    is_settled_total_wrong: bool = False  # although all questions were answered truthfully
    seconds: float = 0.0  # of one core


class Outcome(NamedTuple):
    """What all readers made of a photo."""

    groups: tuple[str, ...]
    readings: Mapping[str, Reading]  # by reader


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Take synthetic photos, read them, and report how well that went.")
    parser.add_argument("--photos", type=int, default=PHOTOS)
    parser.add_argument("--first", type=int, default=FIRST, metavar="SEED")
    parser.add_argument("--kind", choices=list(KINDS), default="normal")
    parser.add_argument("--reader", action="append", choices=list(READERS), help="scan and the page unless given")
    parser.add_argument("--markdown", action="store_true", help="print the tables as the README has them")
    options = parser.parse_args()
    readers = tuple(options.reader or ("scan", "page"))
    tasks = [
        Task(options.first + at, *SHEETS[at * STEP % len(SHEETS)], options.kind, readers)
        for at in range(options.photos)
    ]
    with get_context("spawn").Pool() as pool:  # a browser's connection cannot be forked
        outcomes = list(pool.imap_unordered(outcome, tasks))
    for reader in readers:
        table = report(outcomes, reader, f"{options.kind} photos, {reader}")
        print(table.markdown(*COLUMNS[1:]) if options.markdown else table.text())
    for reader in readers[1:]:
        print(agreement([each.readings for each in outcomes], readers[0], reader))


def outcome(task: Task) -> Outcome:
    """Take a photo, and read it without being told anything but, for the page, its layout."""
    cv2.setNumThreads(1)
    shot = take_of(_sheet(task), task.seed, KINDS[task.kind])
    readings = {}
    for reader in task.readers:
        before = process_time()
        reason, answers = READERS[reader](task, shot)
        readings[reader] = _judged(shot, reason, answers, process_time() - before)
    groups = ("all", task.layout, f"theme {task.theme}", shot.ink.pen, *([shot.mishap] if shot.mishap else []))
    return Outcome(groups, readings)


def _sheet(task: Task) -> Edition:
    """Return the sheet to photograph: every second one is shuffled, if its layout can be."""
    own = edition(task.layout, task.theme, LANGUAGES[task.seed % len(LANGUAGES)])
    if own.rulebook.shuffle and task.seed % 2:
        return own.shuffled(Pad(own.rulebook, "benchmark").sheet(task.seed % 500 + 1))
    return own


def _read_by_scan(task: Task, shot: Shot) -> tuple[str | None, Answers]:
    return _read_known(task, shot, built_in_sheets())


def _read_with_layout(task: Task, shot: Shot) -> tuple[str | None, Answers]:
    return _read_known(task, shot, _sheets_of(task.layout))


@cache
def _sheets_of(variant: str) -> KnownSheets:
    """Return the sheets that `scan --layout` knows."""
    return KnownSheets([load_variant(variant)], [load_locale(name) for name in LANGUAGES])


def _read_known(task: Task, shot: Shot, known: KnownSheets) -> tuple[str | None, Answers]:
    try:
        sheet, *others = page_reader().read(open_photo(shot.jpeg), known).sheets
    except PhotoError as error:
        return error.reason, {}
    if isinstance(sheet, PhotoError):
        return sheet.reason, {}
    reading = sheet.of_sheet(known)
    if others or reading.serial not in (shot.serial, None) or reading.edition.layout.slug != task.layout:
        return "wrong sheet", {}
    return None, {id: (cell.answer, cell.is_crossed) for id, cell in sheet.cells.items()}


def _read_on_page(task: Task, shot: Shot) -> tuple[str | None, Answers]:
    return _read_file_on_page(task, shot, shot.jpeg)


def _read_pixels_on_page(task: Task, shot: Shot) -> tuple[str | None, Answers]:
    file = BytesIO()
    open_photo(shot.jpeg).save(file, "PNG", compress_level=1)
    return _read_file_on_page(task, shot, file.getvalue())


def _read_file_on_page(task: Task, shot: Shot, content: bytes) -> tuple[str | None, Answers]:
    reading, *others = _page_readers().read(task.layout, content)
    # Without its code, a page takes a sheet for its own; for `scan`, it is unknown.
    if reading.problem is None and reading.serial is None:
        return "code_unread", {}
    if others or (reading.problem is None and reading.serial != shot.serial):
        return "wrong sheet", {}
    return reading.problem, reading.cells


READERS: Mapping[str, Callable[[Task, Shot], tuple[str | None, Answers]]] = {
    "scan": _read_by_scan,
    "layout": _read_with_layout,
    "page": _read_on_page,
    "pixels": _read_pixels_on_page,
}


@cache
def _page_readers() -> PageReaders:
    """Return readers in a browser of this process, which ends with it."""
    return PageReaders(sync_playwright().start().chromium.launch(executable_path=browser_program()))


def _judged(shot: Shot, reason: str | None, answers: Answers, seconds: float) -> Reading:
    """Return a reading with the numbers of asked and of misread cells, and whether totals are wrong."""
    if reason:
        return Reading(reason, seconds=seconds)
    rulebook = shot.finished.edition.rulebook
    read = {id for id, (_, is_crossed) in answers.items() if is_crossed}
    unclear = {id for id, (answer, _) in answers.items() if answer == "ask"}
    asked = unclear | (broken_rules(rulebook, dict.fromkeys(read, 1)).keys() & answers.keys())
    settled = (read - asked) | (shot.crossed & asked)
    total = _total(rulebook, shot.crossed)
    return Reading(
        None,
        answers,
        len(asked),
        len((read ^ shot.crossed) - asked),
        not asked and _total(rulebook, read) != total,
        _total(rulebook, settled) != total,
        seconds,
    )


def _total(rulebook: Rulebook, crossed: frozenset[str] | set[str]) -> int:
    """Return the points of a sheet with these crosses."""
    penalties = sum(id in crossed for id in rulebook.penalty_cells)
    marks = {id: 1 for id in crossed if id not in rulebook.penalty_cells}
    return audit(rulebook, Record((Sheet("", marks, penalties),))).scores[0].total


def report(outcomes: Sequence[Outcome], reader: str, title: str) -> Table:
    """Return a line for all photos, and for each layout, theme, pen and mishap."""
    groups = list(dict.fromkeys(group for at in range(5) for each in outcomes for group in each.groups[at : at + 1]))
    lines = [_line(name, [each.readings[reader] for each in outcomes if name in each.groups]) for name in groups]
    reasons = sorted(reason for each in outcomes if (reason := each.readings[reader].reason))
    refused = ", ".join(f"{reason} {reasons.count(reason)}" for reason in dict.fromkeys(reasons))
    notes = [f"refused: {refused or 'none'}"]
    if reader == "scan":  # on a page, it is the browser that works
        times = sorted(each.readings[reader].seconds for each in outcomes)
        most = times[len(times) * 95 // 100]
        notes.append(
            f"on one core, with the drawing of the sheet: median {time(median(times))}, 95 of 100 {time(most)}"
        )
    return Table(title, COLUMNS, tuple(lines), tuple(notes))


def agreement(readings: Sequence[Mapping[str, Reading]], reader: str, other: str) -> str:
    """Return how often two readers give the same answer, in the photos that both of them read."""
    pairs = [(each[reader].answers, each[other].answers) for each in readings]
    read = [(one, another) for one, another in pairs if one and another]
    same = sum(one[id] == another[id] for one, another in read for id in one)
    cells = max(1, sum(len(one) for one, _ in read))
    alone = [sum(bool(pair[at]) and not pair[1 - at] for pair in pairs) for at in (0, 1)]
    agreed = f"{reader} and {other} agree on {same:,} of {cells:,} cells ({same / cells:.3%}) in {len(read):,} photos"
    return f"{agreed}; read by {reader} alone: {alone[0]}, by {other} alone: {alone[1]}"


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
        f"{sum(each.asked == 0 for each in read) / max(1, len(read)):.1%}",
        str(sum(each.is_total_wrong for each in read)),
        str(sum(each.is_settled_total_wrong for each in read)),
    )


if __name__ == "__main__":
    main()
