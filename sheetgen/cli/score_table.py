"""A result for the terminal: a table with the players side by side, then the findings; or JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from sheetgen import Result

STYLES = {"error": "red", "warning": "yellow"}
NAME_WIDTH = 12
LABEL_WIDTH = 60  # room for the longest label


def show_result(
    result: Result, as_json: bool, more: Mapping[str, Any] | None = None, files: Sequence[Path] = ()
) -> None:
    """Print a result, and exit with status 1 if a rule was broken.

    `more` is added to JSON; the names of `files` that were made are printed after words.
    """
    if as_json:
        typer.echo(json.dumps({**result.to_data(), **(more or {})}, indent=1))
    else:
        _print(result)
        if files:
            typer.echo("\nMade " + ", ".join(map(str, files)))
    if not result.ok:
        raise typer.Exit(1)


def _print(result: Result) -> None:
    from rich.console import Console

    console = Console(highlight=False, emoji=False, markup=False)
    # A terminal that is too narrow breaks the lines itself, rather than lose something of the table.
    console.width = max(console.width, LABEL_WIDTH + len(result.scores) * (NAME_WIDTH + 3))
    with console.capture() as captured:
        _print_on(console, result)
    typer.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _print_on(console: Console, result: Result) -> None:
    from rich.text import Text

    words = result.locale.scoring
    counted = words.counted_tokens if result.layout.game.tokens else words.counted
    title = Text(result.locale.text(result.layout.title), style="bold")
    console.print(title.append(f"  ({counted})", style="not bold dim"))
    console.print(_table(result))
    if result.is_complete and result.is_over:
        console.print(result.winners_text, soft_wrap=True)
    for finding in result.findings:
        severity = words.error if finding.severity == "error" else words.warning
        turn = result.turn_text(finding)
        text = Text(f"{severity}: ", style=STYLES[finding.severity])
        text.append(f"{turn}{finding.player or words.game}: {finding.message} ({finding.rule})", style="default")
        console.print(text, soft_wrap=True)
    if not result.findings:
        console.print(words.fine)


def _table(result: Result) -> Table:
    """Return a line for each sum and a column for each player: how many crosses, and their points."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    from sheetgen.api.files import signed

    scores, names = result.scores, result.figure_names
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(no_wrap=True)
    for score in scores:
        table.add_column(Text(score.name), justify="right", overflow="fold", max_width=NAME_WIDTH)
    digits = max(3, *(len(str(row.points)) for score in scores for row in score.rows.values()))
    for row in scores[0].rows:
        counted = [score.rows[row] for score in scores]
        table.add_row(names[row], *(f"({each.crosses})  {each.points:>{digits}}" for each in counted))
    for figure in ("penalties", "extra"):
        if figure in names:
            table.add_row(names[figure], *(signed(score.figure(figure)) for score in scores))
    table.add_section()
    table.add_row(names["total"], *(signed(score.total) for score in scores), style="bold")
    if len(scores) > 1:
        table.add_row(result.locale.scoring.rank, *(str(score.rank) for score in scores))
    return table
