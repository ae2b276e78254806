"""`sheetgen check`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sheetgen.cli import options

if TYPE_CHECKING:
    from sheetgen.errors import Problem


def check_command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Your layouts, themes and languages.")],
    change: options.Changes = None,
    output: Annotated[str, typer.Option("--format", help="text, or json for programs and editors.")] = "text",
) -> None:
    """Tell everything that is wrong with your files, and what is unwise in them.

    Ends with status 2 if anything is wrong, else with 0, warnings or not.
    """
    import json

    from sheetgen.cli.pick import one_of
    from sheetgen.linting.check import check_file

    as_json = one_of("format", output, ("text", "json")) == "json"
    found = {file: check_file(file, change or ()) for file in files}
    problems = [problem for each in found.values() for problem in each]
    if as_json:
        told = [{"file": str(file), "problems": [_data(each) for each in found[file]]} for file in found]
        typer.echo(json.dumps({"ok": _is_fine(problems), "files": told}, indent=1))
    else:
        for file, each in found.items():
            for problem in each:
                typer.echo(f"{problem.severity}: {problem}")
            if _is_fine(each):
                typer.echo(f"{file} is fine" + (", but could be better." if each else "."))
    if not _is_fine(problems):
        raise typer.Exit(2)


def _is_fine(problems: list[Problem]) -> bool:
    return all(problem.severity == "warning" for problem in problems)


def _data(problem: Problem) -> dict[str, Any]:
    place = problem.place
    return {
        "severity": problem.severity,
        "message": problem.message,
        "hint": problem.hint,
        "file": place.file if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "source": place.source if place else None,
    }
