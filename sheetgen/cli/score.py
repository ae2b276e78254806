"""`sheetgen score`."""

from __future__ import annotations

from typing import Annotated

import typer

from sheetgen.cli import options

GameRecord = Annotated[
    str | None,
    typer.Argument(metavar="FILE|-|LINK", help="A finished game as JSON, - for a pipe, or a link of the scorer."),
]
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
    change: options.Changes = None,
    player: Entry = None,
    side: options.Side = None,
    lang: options.Language = None,
    as_json: options.AsJson = False,
) -> None:
    """Score a finished game and check its rules.

    Tells the points, the winner, and every broken rule that the sheets can prove. Ends with status 0 if there is
    none, 1 if there is one, and 2 if the input cannot be understood.
    """
    from sheetgen.cli.game_link import is_link, link_layout, read_game_link
    from sheetgen.cli.pick import pick_layout, pick_locale
    from sheetgen.cli.score_table import answer
    from sheetgen.cli.settings import load_settings
    from sheetgen.errors import InputError
    from sheetgen.games.files import read_game_file
    from sheetgen.games.quick_entry import read_entries
    from sheetgen.games.record_input import read_record
    from sheetgen.locales.names import synonyms
    from sheetgen.rules.audit.audit import audit
    from sheetgen.rules.compile import compile_rulebook

    settings = load_settings()
    if file and is_link(file):
        if player or side:
            raise InputError.of("a link says itself whose sheets it holds", "Give it alone, or with --layout.")
        played = link_layout(file, variant, layout, change)
        locale = pick_locale(lang, played, settings)
        rulebook, record = read_game_link(file, played, locale)
    elif file and (variant or layout or change or player or side):
        raise InputError.of(
            "a file says itself which game and whose sheets it holds",
            "Give either the file, or --variant with --player.",
        )
    elif file:
        found = read_game_file(file)
        if found.is_log:
            raise InputError.of(f"{file} is the log of a game, not a finished game", f"Use sheetgen replay {file}.")
        played, rulebook, record = found.layout, found.rulebook, read_record(found.rulebook, found.node)
        locale = pick_locale(lang, played, settings)
    elif player:
        played = pick_layout(variant, layout, change)
        rulebook, locale = compile_rulebook(played.game), pick_locale(lang, played, settings)
        record = read_entries(rulebook, player, side, synonyms(played, locale))
    else:
        raise InputError.of("nothing to score", "Give a file, a link, - for a pipe, or --variant with --player.")
    answer(audit(rulebook, record), played, locale, as_json, complete=record.complete)
