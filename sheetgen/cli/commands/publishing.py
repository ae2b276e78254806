"""The command `publish`: the scorer on the web, where every printed code can lead."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from sheetgen.cli import options
from sheetgen.cli.console import settings_file, user_settings


def publish_command(
    remote: Annotated[
        str, typer.Option(metavar="NAME|URL", help="A remote of this folder's git repository, or any repository.")
    ] = "origin",
    base_url: Annotated[
        str | None, typer.Option(help="The address of the pages. [default: that of GitHub Pages for the repository]")
    ] = None,
    layout: options.LayoutFiles = None,
    change: options.Changes = None,
    remove: options.RemovedLayouts = None,
    save: Annotated[
        bool | None,
        typer.Option("--save/--no-save", help="Make later sheets lead there: set scorer_url in sheetgen.toml."),
    ] = None,
    quiet: options.Quiet = False,
) -> None:
    """Put the scorers on the web, so that the codes on sheets open everywhere.

    Pushes the pages that `sheetgen site` makes to the branch gh-pages of a git repository, from which GitHub Pages
    serves them. Other files on the branch are kept, and your working folder is not touched.
    """
    from sheetgen.api.publishing import publish
    from sheetgen.api.settings import save_scorer_url

    made = publish(
        remote,
        base_url=base_url,
        layouts=layout or (),
        changes=change or (),
        remove=remove or (),
        load_settings=user_settings,
    )
    if not quiet:
        typer.echo(f"Published {made.address}" if made.has_changed else f"{made.address} is up to date")
        typer.echo(f"  branch  {made.branch}")
        typer.echo(f"  scorers {made.titles}")
        if made.is_new and base_url is None:
            typer.echo(
                "  note    if it does not open in a few minutes, choose the branch in the repository's settings: Pages"
            )
        if not made.address.startswith("https:"):
            typer.echo("  note    phones can use the pages without a network only if the address begins with https")
    file = settings_file()
    if save is None and user_settings().scorer_url != made.address and sys.stdin.isatty() and not quiet:
        save = typer.confirm(f"Let the codes of all later sheets lead there (scorer_url in {file})?", default=True)
    if save:
        save_scorer_url(made.address, file)
        if not quiet:
            typer.echo(f"Saved in {file}: codes printed from now on lead there.")
    elif not quiet and user_settings().scorer_url != made.address:
        typer.echo(f"Print sheets whose codes lead there with --scorer-url {made.address}")
