"""`sheetgen replay`."""

from typing import Annotated

import typer

from sheetgen.cli import options
from sheetgen.cli.console import user_settings
from sheetgen.cli.score_table import show_result


def replay_command(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="The log of a game as JSON, or - for a pipe.")],
    lang: options.Language = None,
    as_json: options.AsJson = False,
) -> None:
    """Replay the log of a game and check every step.

    A log holds every roll and every choice; `sheetgen simulate --logs` writes some. The first step that breaks a rule
    is told, and the points up to there. Ends with status 0, 1 or 2 like `sheetgen score`.
    """
    from sheetgen import replay

    show_result(replay(file, lang=lang, settings=user_settings()), as_json)
