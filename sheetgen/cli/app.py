"""The Typer app, and the one place where errors become messages."""

from __future__ import annotations

import sys

import typer

from sheetgen.cli.check import check_command
from sheetgen.cli.images import png_command, svg_command
from sheetgen.cli.list import list_command
from sheetgen.cli.new import new_command
from sheetgen.cli.page import page_command
from sheetgen.cli.pdf import pdf_command
from sheetgen.cli.plain import speak_plainly
from sheetgen.cli.preview import preview_command
from sheetgen.cli.replay import replay_command
from sheetgen.cli.schema import schema_command
from sheetgen.cli.score import score_command
from sheetgen.cli.serve import serve_command
from sheetgen.cli.show import show_command
from sheetgen.cli.signals import leave_cleanly
from sheetgen.cli.simulate import simulate_command
from sheetgen.cli.site import site_command
from sheetgen.errors import InputError

app = typer.Typer(
    name="sheetgen",
    help="Print and score sheets and boards for the dice game Qwixx. Unofficial; for people who own the game.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("pdf")(pdf_command)
app.command("svg")(svg_command)
app.command("png")(png_command)
app.command("serve")(serve_command)
app.command("site")(site_command)
app.command("page")(page_command)
app.command("score")(score_command)
app.command("replay")(replay_command)
app.command("simulate")(simulate_command)
app.command("new")(new_command)
app.command("check")(check_command)
app.command("preview")(preview_command)
app.command("schema")(schema_command)
app.command("list")(list_command)
app.command("show")(show_command)


def _version(wanted: bool) -> None:
    if wanted:
        from sheetgen import __version__

        typer.echo(f"sheetgen {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version."),
) -> None:
    pass


def main(arguments: list[str] | None = None) -> None:
    """Run a command. What a user did wrong is told in plain words, with exit status 2."""
    speak_plainly()
    leave_cleanly()
    try:
        app(arguments, prog_name="sheetgen")
    except InputError as error:
        for problem in error.problems:
            typer.echo(f"error: {problem}", err=True)
        sys.exit(2)
    except OSError as error:
        typer.echo(f"error: {error.strerror or error}", err=True)
        sys.exit(2)
