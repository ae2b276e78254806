"""The same pad of sheets by sheetgen and by others: time, size and memory of each added sheet."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import tables
from benchmarks.measuring import Command, Run, measure, python, rounds, say, sheetgen
from benchmarks.pad import VARIANT, write_pad
from benchmarks.peers.given import code
from benchmarks.same_pad import check_last, check_two

PAGE = 2
"""Sheets on one page: what a short pad has."""
MOST_RUNS = 5
PATIENCE = 12.0
"""The best of several runs counts; no further one begins after so many seconds."""
INSTALL = "pip install -e '.[bench]'"


@dataclass(frozen=True)
class Maker:
    """One that makes pads: its name, the module in `peers`, how many sheets are timed, and what it needs."""

    name: str
    module: str | None
    sheets: int
    needs: str
    beyond_pip: str = ""

    def command(self, count: int, file: Path) -> Command:
        """Make a pad of so many sheets."""
        if self.module is None:
            return sheetgen("pdf", "--variant", VARIANT, "--count", str(count), "--quiet", "--output", str(file))
        return python("-m", f"benchmarks.peers.{self.module}", "pad.json", str(count), str(file))

    def missing(self) -> str | None:
        """What to do before it can run here, if anything."""
        if importlib.util.find_spec(self.needs) is None:
            return f"not installed: {INSTALL}"
        tried = subprocess.run([sys.executable, "-c", f"import {self.needs}"], capture_output=True, check=False)
        return f"cannot run here: {self.beyond_pip or f'`import {self.needs}` fails'}" if tried.returncode else None


SHEETGEN = Maker("sheetgen", None, 1000, "sheetgen")
PEERS = (
    Maker("reportlab, sheet as a form", "with_reportlab_form", 1000, "reportlab"),
    Maker("Typst, sheet as a picture", "with_typst_picture", 1000, "typst"),
    Maker("Typst, sheet as content", "with_typst", 500, "typst"),
    Maker("reportlab, sheet by sheet", "with_reportlab", 200, "reportlab"),
    Maker("fpdf2", "with_fpdf2", 200, "fpdf"),
    Maker(
        "WeasyPrint",
        "with_weasyprint",
        100,
        "weasyprint",
        "it needs Pango (Debian: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0)",
    ),
)


@dataclass(frozen=True)
class Figures:
    """What was measured of one maker: the best of its runs, for one page and for a long pad."""

    sheets: int
    page: Run
    pad: Run
    page_size: int
    pad_size: int

    @property
    def added_seconds(self) -> float:
        """Of each sheet behind the first page."""
        return (self.pad.seconds - self.page.seconds) / (self.sheets - PAGE)

    @property
    def added_bytes(self) -> float:
        """Of each sheet behind the first page."""
        return (self.pad_size - self.page_size) / (self.sheets - PAGE)


def pads_report(folder: Path) -> tables.Report:
    """Check that all make the same pad, then time them in turns."""
    pad = write_pad(folder / "pad.json")
    missing = {maker: maker.missing() for maker in (SHEETGEN, *PEERS)}
    makers = [maker for maker, reason in missing.items() if reason is None]
    for maker in makers:
        say(f"{maker.name}: is it the same pad?")
        measure(maker.command(PAGE, _file(folder, maker, PAGE)), folder)
        check_two(maker.name, _file(folder, maker, PAGE), _file(folder, SHEETGEN, PAGE), pad)
    figures = _measured(makers, folder, pad)
    base = figures[SHEETGEN]
    note = f"Most of them make codes with the qrcode library, which takes {tables.time(_code_time(pad))} per code."
    table = tables.Table(
        f"A pad of {base.sheets:,} numbered sheets, {PAGE} on a page, each with its own code",
        ("", "sheets", "time", "one page", "per added sheet", "ratio",
         "file", "bytes per added sheet", "ratio of bytes", "peak memory"),
        tuple(
            (maker.name, reason) if reason else _line(maker.name, figures[maker], base)
            for maker, reason in missing.items()
        ),
        (note,),
    )  # fmt: skip
    short = table.markdown("per added sheet", "ratio", "bytes per added sheet", "peak memory", "sheets")
    return tables.Report(table.text(), f"{short}\n\n{note}")


def _measured(makers: list[Maker], folder: Path, pad: dict[str, Any]) -> dict[Maker, Figures]:
    works: dict[str, Callable[[], Run]] = {}
    for maker in makers:
        for count in (PAGE, maker.sheets):
            command = maker.command(count, _file(folder, maker, count))
            works[f"{maker.name}: {count:,} sheets"] = partial(measure, command, folder)
    taken = iter(rounds(works, MOST_RUNS, PATIENCE).values())
    figures = {}
    for maker in makers:
        page, long = (min(next(taken), key=lambda run: run.seconds) for _ in range(2))
        check_last(maker.name, _file(folder, maker, maker.sheets), maker.sheets, pad)
        sizes = [_file(folder, maker, count).stat().st_size for count in (PAGE, maker.sheets)]
        figures[maker] = Figures(maker.sheets, page, long, *sizes)
    return figures


def _file(folder: Path, maker: Maker, count: int) -> Path:
    return folder / f"{maker.module or maker.name}-{count}.pdf"


def _line(name: str, own: Figures, base: Figures) -> tuple[str, ...]:
    return (
        name,
        f"{own.sheets:,}",
        tables.time(own.pad.seconds),
        tables.time(own.page.seconds),
        tables.time(own.added_seconds),
        tables.ratio(own.added_seconds, base.added_seconds),
        tables.size(own.pad_size),
        f"{own.added_bytes:,.0f}",
        tables.ratio(own.added_bytes, base.added_bytes),
        tables.size(own.pad.peak),
    )


def _code_time(pad: dict[str, Any]) -> float:
    """Seconds to make a code, here and without drawing it: the best of several."""
    (item,) = (item for item in pad["stamp"] if item["kind"] == "code")
    times = []
    for serial in range(50):
        started = time.perf_counter()
        code({**item, "text": f"{item['text']}{serial}"}).get_matrix()
        times.append(time.perf_counter() - started)
    return min(times)
