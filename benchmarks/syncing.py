"""Compare `sheetgen pdf` with the same command that does not wait until its output is on the disk."""

from __future__ import annotations

from pathlib import Path

from benchmarks import tables
from benchmarks.measuring import Command, measure, medians, python
from benchmarks.pad import VARIANT

RUNS = 15
SHEETS = (1, 1000)
SYNCED = "from sheetgen.__main__ import main; main()"
NOT_SYNCED = f"import os; os.fsync = lambda descriptor: None; {SYNCED}"


def syncing_report(folder: Path) -> tables.Report:
    """Return the times with and without syncing, and their ratio, for each number of sheets."""
    commands = {_name(code, count): _pdf(code, count) for count in SHEETS for code in (NOT_SYNCED, SYNCED)}
    for command in commands.values():
        measure(command, folder)  # so that the bytecode exists, and a file to replace
    times = medians(commands, RUNS, folder)
    lines = []
    for count in SHEETS:
        without, synced = (times[_name(code, count)] for code in (NOT_SYNCED, SYNCED))
        lines.append((f"{count:,}", tables.time(without), tables.time(synced), tables.ratio(synced, without)))
    title = f"Syncing a PDF to the disk: the median of {RUNS} runs in turns"
    table = tables.Table(title, ("sheets", "without", "with", "ratio"), tuple(lines))
    return tables.Report(table.text(), table.markdown("without", "with", "ratio"))


def _pdf(code: str, count: int) -> Command:
    return python("-c", code, "pdf", "--variant", VARIANT, "--count", str(count), "-o", f"{count}.pdf")


def _name(code: str, count: int) -> str:
    return f"{'synced' if code == SYNCED else 'not synced'}, {count}"
