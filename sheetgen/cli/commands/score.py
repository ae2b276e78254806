"""`sheetgen score`."""

from typing import Annotated

import typer

from sheetgen.cli import options
from sheetgen.cli.console import user_settings
from sheetgen.cli.score_table import show_result


def score_command(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE|-|LINK", help="A finished game as JSON, - for a pipe, or a link of the scorer."),
    ] = None,
    variant: options.Variant = None,
    layout: options.LayoutFile = None,
    change: options.Changes = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="SHEET",
            help='A sheet in a line: "Laura: red 2 3 5; green 12-6 lock; penalties 2". Repeat it for each player.',
        ),
    ] = None,
    side: Annotated[
        str | None, typer.Option("--side", help="The side of the board that was played on, with --player.")
    ] = None,
    lang: options.Language = None,
    as_json: options.AsJson = False,
) -> None:
    """Score a finished game and check its rules.

    Tells the points, the winner, and every broken rule that the sheets can prove. Ends with status 0 if there is
    none, 1 if there is one, and 2 if the input cannot be understood.
    """
    from sheetgen import InputError, audit
    from sheetgen.api.scoring import audit_lines, is_link, link_variant

    settings = user_settings()
    if file and is_link(file):
        if player or side:
            raise InputError.of("a link says itself whose sheets it holds", "Give it alone, or with --layout.")
        name = variant if variant or layout else link_variant(file)
        result = audit(file, layout=options.chosen_game(name, layout, change).layout, lang=lang, settings=settings)
    elif file and (variant or layout or change or player or side):
        raise InputError.of(
            "a file says itself which game and whose sheets it holds",
            "Give either the file, or --variant with --player.",
        )
    elif file:
        result = audit(file, lang=lang, settings=settings)
    elif player:
        chosen = options.chosen_game(variant, layout, change).layout
        result = audit_lines(chosen, player, side=side, lang=lang, settings=settings)
    else:
        raise InputError.of("nothing to score", "Give a file, a link, - for a pipe, or --variant with --player.")
    show_result(result, as_json)
