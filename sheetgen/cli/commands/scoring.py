"""The commands `score` and `replay`, and the output of results: a table with one column per player, or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sheetgen.cli import options
from sheetgen.cli.console import user_settings
from sheetgen.errors import Collector

if TYPE_CHECKING:
    from rich.table import Table

    from sheetgen import Result
    from sheetgen.api.settings import Settings

STYLES = {"error": "red", "warning": "yellow"}
NAME_WIDTH = 12  # characters of a player's name in a line
LABEL_WIDTH = 60  # characters reserved for the longest row name


def score_command(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE|-|LINK|VARIANT]",
            help="A finished game as JSON, - for stdin, or a link of the scorer; with --player, the layout.",
        ),
    ] = None,
    variant: options.Variant = None,
    layout: options.LayoutFile = None,
    change: options.Changes = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="SHEET",
            help='A sheet in a line: "Laura: red 2 3 5; green 12-6 lock; penalties 2". Repeat for each player.',
        ),
    ] = None,
    side: Annotated[str | None, typer.Option(help="The side of the board that was played on, with --player.")] = None,
    lang: options.Language = None,
    as_json: options.AsJson = False,
) -> None:
    """Score a finished game and check its rules.

    Prints the points, the winner, and every broken rule that the sheets prove. Exits with status 0 if no rule is
    broken, 1 if one is, and 2 if the input cannot be understood.
    """
    from sheetgen import InputError, audit, names
    from sheetgen.api.scoring import audit_lines, is_link, link_variant

    def scored() -> Result:
        is_record = source is not None and (source == "-" or source.lower().endswith(".json") or not player)
        if source and is_link(source):
            if player or side:
                raise InputError.of("a link already says whose sheets it holds", "Give it alone, or with --layout.")
            name = variant if variant or layout else link_variant(source)
            return audit(source, layout=options.chosen_game(name, layout, change).layout, lang=lang, settings=settings)
        if source in names() and not player:
            hint = 'Add one for each player: --player "Anna: red 2 3 5; penalties 1".'
            raise InputError.of(f"no sheets of {source} are given", hint)
        if source and is_record:
            if variant or layout or change or player or side:
                message = "a file already says which game and whose sheets it holds"
                raise InputError.of(message, "Give either the file, or a layout with --player.")
            return audit(source, lang=lang, settings=settings)
        if player:
            chosen = options.chosen_game(variant, layout, change, source).layout
            return audit_lines(chosen, player, side, lang, settings)
        raise InputError.of("nothing to score", "Give a file, a link, - for stdin, or a layout with --player.")

    settings = user_settings()
    show_result(_with_language(lang, settings, scored), as_json)


def replay_command(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="The log of a game as JSON, or - for stdin.")],
    lang: options.Language = None,
    as_json: options.AsJson = False,
) -> None:
    """Replay the log of a game and check every step.

    A log holds every roll and every choice; `sheetgen simulate --logs` writes some. Reports the first step that breaks
    a rule, and the points up to it. Exits with the same status as `sheetgen score`.
    """
    from sheetgen import replay

    settings = user_settings()
    show_result(_with_language(lang, settings, lambda: replay(file, lang=lang, settings=settings)), as_json)


def _with_language(lang: str | None, settings: Settings, scored: Callable[[], Result]) -> Result:
    """Return a result, or raise one InputError with its problems and those of its language, which is loaded last."""
    from sheetgen.api.settings import choose_locale

    faults = Collector()
    if lang is not None:
        faults.attempt(lambda: choose_locale(lang, None, settings))
    result = faults.attempt(scored)
    faults.raise_if_any()
    assert result
    return result


def show_result(
    result: Result, as_json: bool, more: Mapping[str, Any] | None = None, files: Sequence[Path] = ()
) -> None:
    """Print a result, and exit with status 1 if a rule was broken.

    `more` is added to the JSON. The names of the `files` that were made are printed after the table.
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
    from rich.text import Text

    words = result.locale.scoring
    console = Console(highlight=False, emoji=False, markup=False)
    # A narrow terminal wraps the lines itself, so that rich does not cut off parts of the table.
    console.width = max(console.width, LABEL_WIDTH + len(result.scores) * (NAME_WIDTH + 3))
    with console.capture() as captured:
        counted = words.counted_tokens if result.layout.game.tokens else words.counted
        title = Text(result.locale.text(result.layout.title), style="bold")
        console.print(title.append(f"  ({counted})", style="not bold dim"))
        console.print(_table(result))
        if result.is_complete and result.is_over:
            console.print(result.winners_text, soft_wrap=True)
        for finding in result.findings:
            severity = words.error if finding.severity == "error" else words.warning
            text = Text(f"{severity}: ", style=STYLES[finding.severity])
            said = f"{result.turn_text(finding)}{finding.player or words.game}: {finding.message} ({finding.rule})"
            console.print(text.append(said, style="default"), soft_wrap=True)
        if not result.findings:
            console.print(words.fine)
    typer.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _table(result: Result) -> Table:
    """Return a table with a line for each row and sum, and a column for each player: crosses and points."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    from sheetgen.api.scoring import signed

    scores = result.scores
    names = result.figure_names
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
