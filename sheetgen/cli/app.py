"""Where the program begins, and the one place where errors become messages.

All commands by name. A command's module is loaded when it is called, so that help and errors come at once.
"""

from __future__ import annotations

import atexit
import gc
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from sheetgen.cli.quick import QuickCommand, QuickGroup

GARBAGE = 200_000
"""Python looks for garbage when there are so many more objects than before. Its own 700 come a hundred times in a short
command, which makes objects that stay until it ends."""


def main(arguments: list[str] | None = None) -> None:
    """Run a command. What a user did wrong is told in plain words, with exit status 2."""
    gc.set_threshold(GARBAGE)  # before anything large is loaded
    atexit.register(gc.freeze)  # or Python would look for garbage once more when all is done
    import typer

    from sheetgen.cli.console import speak_plainly
    from sheetgen.errors import InputError
    from sheetgen.interrupts import exit_on_signals

    speak_plainly()
    exit_on_signals()
    try:
        commands()(arguments, prog_name="sheetgen")
    except InputError as error:
        for problem in error.problems:
            typer.echo(f"error: {problem}", err=True)
        sys.exit(2)
    except OSError as error:
        typer.echo(f"error: {error.strerror or error}", err=True)
        sys.exit(2)


COMMANDS = {
    "pdf": "Make a PDF ready to print: sheets, boards and pieces of a game.",
    "svg": "Make SVG pictures, one for each page (name-1.svg, name-2.svg, … if there are several).",
    "png": "Make PNG pictures, one for each page (name-1.png, name-2.png, … if there are several).",
    "serve": "Serve the scorers to the phones in the house.",
    "site": "Make a folder of scorers for a web host.",
    "page": "Make one scorer as a single file.",
    "score": "Score a finished game and check its rules.",
    "scan": "Read photos of finished sheets, score them and check their rules.",
    "replay": "Replay the log of a game and check every step.",
    "simulate": "Play many games with random dice and tell how they go.",
    "new": "Begin a file of your own, with what you are likely to change.",
    "check": "Tell everything that is wrong with your files, and what is unwise in them.",
    "preview": "Show a layout file in the browser while you edit it.",
    "schema": "Print the JSON Schema of layouts, themes or languages, for editors and programs.",
    "list": "List the built-in layouts, themes, languages and papers.",
    "show": "Show a layout's game: its rows, points, ends, and where the cells are.",
}
"""The first line of each command's help, which is all that the list of commands needs."""

_ELSEWHERE = {"svg": "images", "png": "images"}
"""The modules of commands that do not stand in one of their own."""


class LateCommand(TyperCommand):
    """Knows a command's name and what it is for; its options only when it is called."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """The context of the command itself, which takes over from here."""
        assert self.name
        return loaded(self.name).make_context(info_name, args, parent, **extra)


def commands() -> TyperGroup:
    """The whole program."""
    app = typer.Typer(
        name="sheetgen",
        cls=QuickGroup,
        help="Print and score sheets and boards for the dice game Qwixx. Unofficial; for people who own the game.",
        no_args_is_help=True,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_common)
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    for name, about in COMMANDS.items():
        group.add_command(LateCommand(name=name, help=about))
    return group


def loaded(name: str) -> TyperCommand:
    """A command with all its options."""
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name, cls=QuickCommand)(function_of(name))
    command = get_command(alone)
    assert isinstance(command, TyperCommand)
    return command


def function_of(name: str) -> Callable[..., None]:
    """What a command does."""
    module = import_module(f"sheetgen.cli.{_ELSEWHERE.get(name, name)}")
    function: Callable[..., None] = getattr(module, f"{name}_command")
    return function


def _version(wanted: bool) -> None:
    if wanted:
        from sheetgen import __version__

        typer.echo(f"sheetgen {__version__}")
        raise typer.Exit


def _common(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version."),
) -> None:
    pass
