"""What it costs that an output is on the disk, and not only in memory, before a command reports it."""

from __future__ import annotations

from pathlib import Path

from benchmarks import tables
from benchmarks.measuring import Command, measure, medians, python
from benchmarks.pad import VARIANT

RUNS = 15
SHEETS = (1, 1000)
SYNCED = "import sheetgen.writers.atomic_files; from sheetgen.__main__ import main; main()"
NOT_SYNCED = (
    "import sheetgen.writers.atomic_files as files; files._sync = lambda path: None; "
    "from sheetgen.__main__ import main; main()"
)


def syncing_report(folder: Path) -> tables.Report:
    """A line for each number of sheets, with the ratio of both times."""
    commands = {
        _name(code, count): _pdf(code, count)  # written anew each time, so that there is a file to replace
        for count in SHEETS
        for code in (NOT_SYNCED, SYNCED)
    }
    for command in commands.values():
        measure(command, folder)  # so that all bytecode is there
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
