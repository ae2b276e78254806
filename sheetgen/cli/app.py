"""The program `sheetgen`: it registers the commands and turns errors into messages."""

import signal
import sys
from collections.abc import Callable

import typer

from sheetgen import InputError, __version__
from sheetgen.cli.commands import layout_files, printing, scanning, scoring, serving, simulation
from sheetgen.cli.console import prepare_output_streams
from sheetgen.interrupts import exit_cleanly, on_termination

app = typer.Typer(
    name="sheetgen",
    help="Print and score sheets and boards for the dice game Qwixx. Unofficial; for people who own the game.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_COMMANDS: dict[str, Callable[..., None]] = {
    "pdf": printing.pdf_command,
    "svg": printing.svg_command,
    "png": printing.png_command,
    "serve": serving.serve_command,
    "site": serving.site_command,
    "page": serving.page_command,
    "score": scoring.score_command,
    "scan": scanning.scan_command,
    "replay": scoring.replay_command,
    "simulate": simulation.simulate_command,
    "new": layout_files.new_command,
    "check": layout_files.check_command,
    "preview": serving.preview_command,
    "schema": layout_files.schema_command,
    "list": layout_files.list_command,
    "show": layout_files.show_command,
}
for _name, _command in _COMMANDS.items():
    app.command(_name)(_command)


def _show_version(is_given: bool) -> None:
    if is_given:
        typer.echo(f"sheetgen {__version__}")
        raise typer.Exit


@app.callback()
def _common_options(
    version: bool = typer.Option(False, "--version", callback=_show_version, is_eager=True, help="Show the version."),
) -> None:
    pass


def main(arguments: list[str] | None = None) -> None:
    """Run a command. Errors in user input are printed without a traceback, and the exit status is 2."""
    prepare_output_streams()
    try:
        on_termination(exit_cleanly)
        app(arguments, prog_name="sheetgen")
    except (InputError, OSError) as error:
        for problem in error.problems if isinstance(error, InputError) else [error.strerror or error]:
            typer.echo(f"error: {problem}", err=True)
        sys.exit(2)
    except KeyboardInterrupt:  # before Typer has started a command, which handles it itself
        sys.exit(128 + signal.SIGINT)
