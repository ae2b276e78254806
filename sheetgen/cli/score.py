"""`sheetgen score`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli import options

if TYPE_CHECKING:
    from pathlib import Path

    from sheetgen.layouts.models import Layout
    from sheetgen.rules.record import Record

GameRecord = Annotated[str | None, typer.Argument(metavar="[FILE|-]", help="A finished game as JSON, or - for a pipe.")]
Entry = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="SHEET",
        help='A sheet in a line: "Laura: red 2 3 5; green 12-6 lock; penalties 2". Repeat it for each player.',
    ),
]


def score_command(
    file: GameRecord = None,
    variant: options.Variant = None,
    layout: options.LayoutFile = None,
    player: Entry = None,
    side: options.Side = None,
    lang: options.Language = None,
    as_json: options.AsJson = False,
) -> None:
    """Score a finished game and check its rules.

    Tells the points, the winner, and every broken rule that the sheets can prove. Ends with status 0 if there is
    none, 1 if there is one, and 2 if the input cannot be understood.
    """
    from sheetgen.cli.answer import answer
    from sheetgen.cli.pick import pick_locale
    from sheetgen.layouts.compile import compile_rulebook
    from sheetgen.rules.audit import audit

    locale = pick_locale(lang)
    played, record = (
        _from_file(file, variant, layout, player, side) if file else _entered(variant, layout, player, side)
    )
    answer(audit(compile_rulebook(played.game), record), played, locale, as_json, complete=record.complete)


def _from_file(
    file: str, variant: str | None, layout: Path | None, players: list[str] | None, side: str | None
) -> tuple[Layout, Record]:
    from sheetgen.cli.game_file import read_game_file
    from sheetgen.errors import InputError
    from sheetgen.rules.record_reader import read_record

    if variant or layout or players or side:
        raise InputError.of(
            "a file says itself which game and whose sheets it holds",
            "Give either the file, or --variant with --player.",
        )
    found = read_game_file(file)
    if "turns" in found.node.value:
        raise InputError.of(f"{file} is the log of a game, not a finished game", f"Use sheetgen replay {file}.")
    return found.layout, read_record(found.rulebook, found.node)


def _entered(
    variant: str | None, layout: Path | None, players: list[str] | None, side: str | None
) -> tuple[Layout, Record]:
    from sheetgen.cli.pick import pick_layout
    from sheetgen.errors import InputError
    from sheetgen.layouts.compile import compile_rulebook
    from sheetgen.rules.quick_entry import read_entries

    if not players:
        raise InputError.of("nothing to score", "Give a file, - for a pipe, or --variant with --player.")
    played = pick_layout(variant, layout)
    return played, read_entries(compile_rulebook(played.game), players, side)
