"""The answer to a finished game: a table with the players side by side, then what was found; or JSON."""

from __future__ import annotations

import json

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sheetgen.layouts.labels import render
from sheetgen.layouts.locales import Locale
from sheetgen.layouts.messages import audit_data, figure_name, message, signed
from sheetgen.layouts.models import Layout
from sheetgen.rules.audit import Audit
from sheetgen.rules.findings import Finding

STYLES = {"error": "bold red", "warning": "bold yellow"}


def answer(audit: Audit, layout: Layout, locale: Locale, as_json: bool, complete: bool = True) -> None:
    """Tell the result, and end with status 1 if a rule was broken."""
    if as_json:
        typer.echo(json.dumps(audit_data(audit, layout, locale), ensure_ascii=False, indent=1))
    else:
        console = Console(highlight=False, emoji=False, markup=False, soft_wrap=False)
        title = Text(locale.text(layout.title), style="bold")
        console.print(title.append(f"  ({locale.scoring.counted})", style="not bold dim"))
        console.print(_score_table(audit, layout, locale))
        if complete:
            words = locale.scoring.winner if len(audit.winners) == 1 else locale.scoring.winners
            console.print(render(words, {"names": ", ".join(audit.winners)}))
        console.print(_findings_table(audit, layout, locale) if audit.findings else locale.scoring.fine)
    if not audit.ok:
        raise typer.Exit(1)


def _score_table(audit: Audit, layout: Layout, locale: Locale) -> Table:
    """A line for each sum, a column for each player: how many crosses, and their points."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column()
    for score in audit.scores:
        table.add_column(Text(score.name), justify="right", overflow="fold")
    for row in audit.scores[0].rows:
        counted = [score.rows[row] for score in audit.scores]
        cells = [f"({line.crosses})  {line.points:>3}" for line in counted]
        table.add_row(figure_name(row, layout, locale), *cells)
    figures = ["penalties", "extra", "total"] if layout.game.track else ["penalties", "total"]
    for figure in figures:
        style = "bold" if figure == "total" else None
        if figure == "total":
            table.add_section()
        cells = [f"{signed(score.figure(figure)):>3}" for score in audit.scores]
        table.add_row(figure_name(figure, layout, locale), *cells, style=style)
    table.add_row(locale.scoring.rank, *(str(score.rank) for score in audit.scores))
    return table


def _findings_table(audit: Audit, layout: Layout, locale: Locale) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for _ in range(3):
        table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for finding in audit.findings:
        severity = locale.scoring.error if finding.severity == "error" else locale.scoring.warning
        table.add_row(
            Text(severity, style=STYLES[finding.severity]),
            Text(_where(finding, locale)),
            finding.rule,
            Text(message(finding, layout, locale)),
        )
    return table


def _where(finding: Finding, locale: Locale) -> str:
    who = finding.player or locale.scoring.all_players
    return f"{render(locale.scoring.turn, {'turn': finding.turn})}, {who}" if finding.turn else who
