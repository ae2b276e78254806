"""`sheetgen preview`."""

from pathlib import Path
from typing import Annotated

import typer

from sheetgen.cli import options
from sheetgen.cli.console import open_browser, until_stopped, user_settings

PORT = 8718


def preview_command(
    file: Annotated[Path, typer.Argument(help="Your layout file.")],
    change: options.Changes = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 picks a free one.")] = PORT,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in this computer's browser.")] = False,
) -> None:
    """Show a layout file in the browser while you edit it.

    The printed pages, the scorer and the rules follow every change of the file, and of all that it names.
    """
    from sheetgen.api.serving import preview

    started = preview(file, port=port, changes=change or (), load_settings=user_settings)
    with started as (start, url), until_stopped(start) as server:
        typer.echo(f"Previewing {file}")
        typer.echo(f"  {url}   on this computer alone")
        typer.echo(f"  Watching {file.parent.resolve()} and what the layout extends.")
        typer.echo("Stop with Ctrl-C.")
        if open_page:
            open_browser(url)
        server.run()
