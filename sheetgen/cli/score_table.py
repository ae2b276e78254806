"""The answer to a finished game: a table with the players side by side, then what was found; or JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sheetgen.layouts.models.layout import Layout
from sheetgen.locales.labels import render
from sheetgen.locales.locale import Locale
from sheetgen.locales.messages import audit_data, message
from sheetgen.locales.names import figure_name, signed
from sheetgen.rules.audit.audit import Audit
from sheetgen.rules.audit.findings import Finding

STYLES = {"error": "red", "warning": "yellow"}
NAME_WIDTH = 12
LABEL_WIDTH = 60
"""Room for the longest label."""


def answer(
    audit: Audit,
    layout: Layout,
    locale: Locale,
    as_json: bool,
    complete: bool = True,
    more: Mapping[str, Any] | None = None,
    made: Sequence[Path] = (),
) -> None:
    """Tell the result, and end with status 1 if a rule was broken. Who won is told of a complete game.

    JSON has `more` behind what every answer has; words end with the files that were made.
    """
    if as_json:
        typer.echo(json.dumps({**audit_data(audit, layout, locale), **(more or {})}, indent=1))
    else:
        console = Console(highlight=False, emoji=False, markup=False)
        with console.capture() as told:
            _tell(console, audit, layout, locale, complete)
        typer.echo("\n".join(line.rstrip() for line in told.get().splitlines()))
        if made:
            typer.echo("\nMade " + ", ".join(map(str, made)))
    if not audit.ok:
        raise typer.Exit(1)


def _tell(console: Console, audit: Audit, layout: Layout, locale: Locale, complete: bool) -> None:
    # A terminal that is too narrow breaks the lines itself, rather than lose something of the table.
    console.width = max(console.width, LABEL_WIDTH + len(audit.scores) * (NAME_WIDTH + 3))
    counted = locale.scoring.counted_tokens if layout.game.tokens else locale.scoring.counted
    title = Text(locale.text(layout.title), style="bold")
    console.print(title.append(f"  ({counted})", style="not bold dim"))
    console.print(_score_table(audit, layout, locale))
    if complete and audit.is_over:
        words = locale.scoring.winner if len(audit.winners) == 1 else locale.scoring.winners
        console.print(render(words, {"names": ", ".join(audit.winners)}), soft_wrap=True)
    for finding in audit.findings:
        console.print(_told(finding, layout, locale), soft_wrap=True)
    if not audit.findings:
        console.print(locale.scoring.fine)


def _score_table(audit: Audit, layout: Layout, locale: Locale) -> Table:
    """A line for each sum, a column for each player: how many crosses, and their points."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(no_wrap=True)
    for score in audit.scores:
        table.add_column(Text(score.name), justify="right", overflow="fold", max_width=NAME_WIDTH)
    digits = max(3, *(len(str(line.points)) for score in audit.scores for line in score.rows.values()))
    for row in audit.scores[0].rows:
        counted = [score.rows[row] for score in audit.scores]
        cells = (f"({line.crosses})  {line.points:>{digits}}" for line in counted)
        table.add_row(figure_name(row, layout, locale), *cells)
    for figure in ("penalties", "extra") if layout.game.track else ("penalties",):
        table.add_row(figure_name(figure, layout, locale), *(signed(score.figure(figure)) for score in audit.scores))
    table.add_section()
    table.add_row(figure_name("total", layout, locale), *(signed(score.total) for score in audit.scores), style="bold")
    if len(audit.scores) > 1:
        table.add_row(locale.scoring.rank, *(str(score.rank) for score in audit.scores))
    return table


def _told(finding: Finding, layout: Layout, locale: Locale) -> Text:
    """error: Anna: Red 12 needs 5 crosses before it; this row has 3. (C6)"""
    severity = locale.scoring.error if finding.severity == "error" else locale.scoring.warning
    turn = f"{render(locale.scoring.turn, {'turn': finding.turn})}, " if finding.turn else ""
    who = finding.player or locale.scoring.game
    text = Text(f"{severity}: ", style=STYLES[finding.severity])
    return text.append(f"{turn}{who}: {message(finding, layout, locale)} ({finding.rule})", style="default")
