"""The program `sheetgen`: it registers the commands and turns errors into messages."""

import signal
import sys
from collections.abc import Callable, Iterable
from typing import NoReturn

import typer

import sheetgen
from sheetgen import InputError, Problem, __version__
from sheetgen.cli.commands import layout_files, printing, publishing, scanning, scoring, serving, simulation
from sheetgen.cli.console import prepare_output_streams
from sheetgen.cli.usage import Command, Group, usage_problem
from sheetgen.interrupts import exit_cleanly, on_termination

app = typer.Typer(
    name="sheetgen",
    cls=Group,
    help="Print and score sheets and boards for the dice game Qwixx. Unofficial; for people who own the game.",
    invoke_without_command=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_COMMANDS: dict[str, Callable[..., None]] = {
    "pdf": printing.pdf_command,
    "svg": printing.svg_command,
    "png": printing.png_command,
    "serve": serving.serve_command,
    "publish": publishing.publish_command,
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
    app.command(_name, cls=Command)(_command)


def _show_version(is_given: bool) -> None:
    if is_given:
        typer.echo(f"sheetgen {__version__}")
        raise typer.Exit


@app.callback()
def _start(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", callback=_show_version, is_eager=True, help="Show the version."),
) -> None:
    if context.invoked_subcommand is None:
        _show_first_steps()


def _show_first_steps() -> None:
    first = f"sheetgen pdf {sheetgen.names()[0]} --open"
    steps = {
        first: "print score sheets; `sheetgen list` shows all games",
        "sheetgen serve": "let phones open the codes on the sheets, and score them",
        "sheetgen --help": "show all commands",
    }
    for command, use in steps.items():
        typer.echo(f"{command:<{len(first)}}   {use}")


def main(arguments: list[str] | None = None) -> None:
    """Run a command. Errors in user input are printed without a traceback, and the exit status is 2."""
    prepare_output_streams()
    try:
        on_termination(exit_cleanly)
        # Returns the status of typer.Exit, and None after a command that simply ends.
        sys.exit(app(arguments, prog_name="sheetgen", standalone_mode=False) or 0)
    except InputError as error:
        _report(error.problems)
    except typer.TyperException as error:
        _report([usage_problem(error)])
    except OSError as error:
        _report([Problem(error.strerror or str(error))])
    except typer.Abort:
        sys.exit(1)
    except KeyboardInterrupt:  # before Typer has started a command, which handles it itself
        sys.exit(128 + signal.SIGINT)


def _report(problems: Iterable[Problem]) -> NoReturn:
    for problem in problems:
        typer.echo(f"error: {problem}", err=True)
    sys.exit(2)
