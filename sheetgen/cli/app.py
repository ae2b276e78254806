"""Where the program begins, and the one place where errors become messages."""

from __future__ import annotations

import atexit
import gc
import sys

GARBAGE = 200_000
"""Python looks for garbage when there are so many more objects than before. Its own 700 come a hundred times in a short
command, which makes objects that stay until it ends."""


def main(arguments: list[str] | None = None) -> None:
    """Run a command. What a user did wrong is told in plain words, with exit status 2."""
    gc.set_threshold(GARBAGE)  # before anything large is loaded
    atexit.register(gc.freeze)  # or Python would look for garbage once more when all is done
    import typer

    from sheetgen.cli.commands import commands
    from sheetgen.cli.plain import speak_plainly
    from sheetgen.cli.signals import leave_cleanly
    from sheetgen.errors import InputError

    speak_plainly()
    leave_cleanly()
    try:
        commands()(arguments, prog_name="sheetgen")
    except InputError as error:
        for problem in error.problems:
            typer.echo(f"error: {problem}", err=True)
        sys.exit(2)
    except OSError as error:
        typer.echo(f"error: {error.strerror or error}", err=True)
        sys.exit(2)
