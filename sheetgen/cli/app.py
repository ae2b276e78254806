"""The program `sheetgen`: its commands, and the one place where errors become messages."""

import sys
from collections.abc import Callable

import typer

from sheetgen import InputError, __version__
from sheetgen.cli.commands.check import check_command
from sheetgen.cli.commands.list import list_command
from sheetgen.cli.commands.new import new_command
from sheetgen.cli.commands.page import page_command
from sheetgen.cli.commands.preview import preview_command
from sheetgen.cli.commands.printing import pdf_command, png_command, svg_command
from sheetgen.cli.commands.replay import replay_command
from sheetgen.cli.commands.scan import scan_command
from sheetgen.cli.commands.schema import schema_command
from sheetgen.cli.commands.score import score_command
from sheetgen.cli.commands.serve import serve_command
from sheetgen.cli.commands.show import show_command
from sheetgen.cli.commands.simulate import simulate_command
from sheetgen.cli.commands.site import site_command
from sheetgen.cli.console import use_plain_characters
from sheetgen.interrupts import exit_on_signals

app = typer.Typer(
    name="sheetgen",
    help="Print and score sheets and boards for the dice game Qwixx. Unofficial; for people who own the game.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_COMMANDS: dict[str, Callable[..., None]] = {
    "pdf": pdf_command,
    "svg": svg_command,
    "png": png_command,
    "serve": serve_command,
    "site": site_command,
    "page": page_command,
    "score": score_command,
    "scan": scan_command,
    "replay": replay_command,
    "simulate": simulate_command,
    "new": new_command,
    "check": check_command,
    "preview": preview_command,
    "schema": schema_command,
    "list": list_command,
    "show": show_command,
}
for _name, _command in _COMMANDS.items():
    app.command(_name)(_command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sheetgen {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version."),
) -> None:
    pass


def main(arguments: list[str] | None = None) -> None:
    """Run a command. What a user did wrong is reported in plain words, with exit status 2."""
    use_plain_characters()
    exit_on_signals()
    try:
        app(arguments, prog_name="sheetgen")
    except InputError as error:
        for problem in error.problems:
            typer.echo(f"error: {problem}", err=True)
        sys.exit(2)
    except OSError as error:
        typer.echo(f"error: {error.strerror or error}", err=True)
        sys.exit(2)
