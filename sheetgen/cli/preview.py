"""`sheetgen preview`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli import options
from sheetgen.cli.console import open_browser, until_stopped
from sheetgen.errors import InputError

if TYPE_CHECKING:
    from sheetgen.preview.builder import Defaults

HOST = "127.0.0.1"
PORT = 8718
IF_TAKEN = "Is another sheetgen preview running? Or choose one with --port; 0 picks a free one."


def preview_command(
    file: Annotated[Path, typer.Argument(help="Your layout file.")],
    change: options.Changes = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 picks a free one.")] = PORT,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in this computer's browser.")] = False,
) -> None:
    """Show a layout file in the browser while you edit it.

    The printed pages, the scorer and the rules follow every change of the file, and of all that it names.
    """
    from sheetgen.preview.responses import PreviewApp
    from sheetgen.preview.session import PreviewSession
    from sheetgen.scorer.web.server import Server, listen

    _check(file, change or ())
    session = PreviewSession(file, _defaults(change or ()))
    with listen(HOST, port, IF_TAKEN) as listening:
        port = listening.getsockname()[1]
        url = f"http://{HOST}:{port}"
        with until_stopped(lambda: Server(PreviewApp(session, port), listening)) as server:
            typer.echo(f"Previewing {file}")
            typer.echo(f"  {url}   on this computer alone")
            typer.echo(f"  Watching {file.parent.resolve()} and what the layout extends.")
            typer.echo("Stop with Ctrl-C.")
            if open_page:
                open_browser(url)
            server.run()


def _check(file: Path, changes: Sequence[str]) -> None:
    """Refuse what no editing of the file could mend. All else is told on the page, until it is mended."""
    from sheetgen.layouts.files.extend import Merged, with_changes
    from sheetgen.layouts.files.source import read_source
    from sheetgen.layouts.kinds import check_kind

    with_changes(Merged({}, ()), changes)
    try:
        read_source(file)
    except InputError as error:
        if not any(problem.place for problem in error.problems):  # it is no file that could be edited
            raise
    else:
        check_kind("layouts", file)


def _defaults(changes: Sequence[str]) -> Defaults:
    """What the settings and the command line say."""
    from sheetgen.cli.scorer_url import scorer_base
    from sheetgen.cli.settings import load_settings
    from sheetgen.drawing.pages.paper import parse_paper
    from sheetgen.preview.builder import Defaults

    settings, built_in = load_settings(), Defaults()
    return Defaults(
        paper=parse_paper(settings.paper).name if settings.paper else built_in.paper,
        theme=settings.theme or built_in.theme,
        language=settings.lang or built_in.language,
        base=scorer_base(settings.scorer_url) if settings.scorer_url else built_in.base,
        changes=tuple(changes),
    )
