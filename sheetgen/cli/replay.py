"""`sheetgen replay`."""

from __future__ import annotations

from typing import Annotated

import typer

from sheetgen.cli import options


def replay_command(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="The log of a game as JSON, or - for a pipe.")],
    lang: options.Language = None,
    as_json: options.AsJson = False,
) -> None:
    """Replay the log of a game and check every step.

    A log holds every roll and every choice; `sheetgen simulate --logs` writes some. The first step that breaks a rule
    is told, and the points up to there. Ends with status 0, 1 or 2 like `sheetgen score`.
    """
    from sheetgen.cli.pick import pick_locale
    from sheetgen.cli.score_table import answer
    from sheetgen.cli.settings import load_settings
    from sheetgen.errors import InputError
    from sheetgen.games.files import read_game_file
    from sheetgen.games.log_input import read_log
    from sheetgen.rules.engine.replay import replay

    found = read_game_file(file)
    if found.is_record:
        raise InputError.of(f"{file} is a finished game, not the log of one", f"Use sheetgen score {file}.")
    locale = pick_locale(lang, found.layout, load_settings())
    answer(replay(found.rulebook, read_log(found.rulebook, found.node)), found.layout, locale, as_json)
