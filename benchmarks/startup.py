"""How soon sheetgen is done when there is little to do, against the bare import of the libraries that it stands on."""

from __future__ import annotations

from pathlib import Path

from benchmarks import tables
from benchmarks.measuring import Command, measure, medians, python, sheetgen
from benchmarks.pad import VARIANT

RUNS = 15
LIBRARIES = "import typer, jinja2, qrcode, reportlab.pdfgen.canvas, fontTools.ttLib; from pydantic import BaseModel"
TYPER = "import typer"

COMPLETION = {"_SHEETGEN_COMPLETE": "complete_bash", "COMP_WORDS": "sheetgen p", "COMP_CWORD": "1"}
"""What bash asks, through the lines that `--show-completion` shows."""


def startup_report(folder: Path) -> tables.Report:
    """A line for each command, with its ratio to the import named above it."""
    page = {f"sheetgen pdf --variant {VARIANT}": sheetgen("pdf", "--variant", VARIANT)}
    little = {
        "sheetgen --help": sheetgen("--help"),
        "sheetgen --version": sheetgen("--version"),
        "a wrong option": sheetgen("pdf", "--wrong", status=2),
        "a wrong variant": sheetgen("pdf", "--variant", "wrong", status=2),
        "completion of a command": sheetgen(variables=COMPLETION),
    }
    groups = [(LIBRARIES, page), (TYPER, little)]
    commands: dict[str, Command] = {}
    for code, group in groups:
        commands |= {_bare(code): python("-c", code), **group}
    for command in commands.values():
        measure(command, folder)  # so that all bytecode is there
    times = medians(commands, RUNS, folder)
    lines = [
        (name, tables.time(times[name]), tables.ratio(times[name], times[_bare(code)]))
        for code, group in groups
        for name in (_bare(code), *group)
    ]
    title = f"Start-up: the median of {RUNS} runs in turns, each group against its first line"
    table = tables.Table(title, ("", "time", "ratio"), tuple(lines))
    return tables.Report(table.text(), table.markdown("time", "ratio"))


def _bare(code: str) -> str:
    return f'python -c "{code}"'
