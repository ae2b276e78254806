"""`sheetgen scan`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sheetgen.cli import options

Photos = Annotated[
    list[Path], typer.Argument(metavar="PHOTO...", help="Photos of finished sheets, one for each player.")
]
Names = Annotated[
    list[str] | None, typer.Option("--name", help="A player's name; repeat it in the order of the photos.")
]
Side = Annotated[str | None, typer.Option("--side", help="The side of the board that was played on.")]
Spaces = Annotated[
    list[str] | None,
    typer.Option(
        "--space",
        help='Where a piece stands, which no sheet shows: 5, or "yellow 6 +3"; repeat it in the order of the photos.',
    ),
]
RecordFile = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE.json", help="Write the game down, for `sheetgen score`.")
]
Overlay = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE.png", help="Draw what was read (FILE-1.png, FILE-2.png, … if there are several photos)."
    ),
]


def scan_command(
    photo: Photos,
    variant: options.Variant = None,
    layout: options.LayoutFile = None,
    change: options.Changes = None,
    name: Names = None,
    side: Side = None,
    space: Spaces = None,
    lang: options.Language = None,
    output: RecordFile = None,
    overlay: Overlay = None,
    as_json: options.AsJson = False,
) -> None:
    """Read photos of finished sheets, score them and check their rules.

    The code on each sheet tells which layout it is of; --layout is for your own. At a terminal you are asked for
    whatever a photo leaves unsure. Ends with a status like `sheetgen score`. Needs `pip install 'sheetgen[scan]'`.
    """
    from contextlib import ExitStack

    from sheetgen.cli.scan_asking import ask_all, is_interactive, tell_unsure
    from sheetgen.cli.scan_files import name_in_record, write_overlays
    from sheetgen.cli.scan_job import prepare_job, read_game
    from sheetgen.cli.scan_photos import check_extra
    from sheetgen.cli.score_table import answer
    from sheetgen.games.files import game_text
    from sheetgen.rules.audit.audit import audit
    from sheetgen.writers.atomic_files import atomic_file

    check_extra()
    job = prepare_job(
        photos=photo, variant=variant, layout=layout, changes=change, names=name, side=side, spaces=space, lang=lang,
        output=output, overlay=overlay,
    )  # fmt: skip
    with ExitStack() as stack:
        # Opened before the photos are read, so that what cannot be written is noticed at once.
        file = stack.enter_context(atomic_file(output)) if output else None
        game, locale = read_game(job, quiet=as_json)
        write_overlays(game.players, locale)
        if is_interactive() and not as_json:
            ask_all(game, locale)
            write_overlays([player for player in game.players if player.settled], locale)
        record = game.record()
        if output and file:
            data = record.to_data(game.rulebook, name_in_record(output, game.layout, layout, change))
            file.write_text(game_text(data), encoding="utf-8", newline="\n")
    if not as_json:
        tell_unsure(game, locale)
    made = [path for path in (output, *job.overlays) if path]
    answer(audit(game.rulebook, record), game.layout, locale, as_json, record.complete, game.data(), made)
