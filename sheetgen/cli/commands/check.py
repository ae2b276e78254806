"""`sheetgen check`."""

import json
from pathlib import Path
from typing import Annotated

import typer

from sheetgen.cli import options


def check_command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Your layouts, themes and languages.")],
    change: options.Changes = None,
    output: Annotated[str, typer.Option("--format", help="text, or json for programs and editors.")] = "text",
) -> None:
    """Tell everything that is wrong with your files, and what is unwise in them.

    Ends with status 2 if anything is wrong, else with 0, warnings or not.
    """
    from sheetgen import check
    from sheetgen.api.selection import one_of

    as_json = one_of("format", output, ("text", "json")) == "json"
    found = {file: check(file, set=change or ()) for file in files}
    fine = {file: all(each.severity == "warning" for each in problems) for file, problems in found.items()}
    if as_json:
        data = [
            {"file": str(file), "problems": [each.to_data() for each in problems]} for file, problems in found.items()
        ]
        typer.echo(json.dumps({"ok": all(fine.values()), "files": data}, indent=1))
    else:
        for file, problems in found.items():
            for problem in problems:
                typer.echo(f"{problem.severity}: {problem}")
            if fine[file]:
                typer.echo(f"{file} is fine" + (", but could be better." if problems else "."))
    if not all(fine.values()):
        raise typer.Exit(2)
