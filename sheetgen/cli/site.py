"""`sheetgen site`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sheetgen.cli import options


def site_command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make, or to make again.")],
    base_url: Annotated[str | None, typer.Option(help="The address at which the folder will stand.")] = None,
    layout: options.LayoutFiles = None,
    change: options.Changes = None,
    quiet: options.Quiet = False,
) -> None:
    """Make a folder of scorers for a web host.

    It is made of static files. Phones keep them, and need no network after the first visit.
    """
    from urllib.parse import urlsplit

    from sheetgen.cli.scorer_url import web_address
    from sheetgen.cli.scorers import make_scorers
    from sheetgen.scorer.site import site_files, write_site

    base = None if base_url is None else web_address(base_url, "Give an address like https://example.org/scorer.")
    scorers = make_scorers(layout, change, on_site=True)
    files = site_files(scorers.layouts, scorers.pages, f"{urlsplit(base or '').path}/", scorers.more)
    write_site(folder, files)
    if not quiet:
        typer.echo(f"Made {folder}")
        typer.echo(f"  scorers {scorers.titles}")
        typer.echo(f"  size    {sum(map(len, files.values())) / 1024:,.0f} kB in {len(files)} files")
        _tell_what_next(base, scorers.layouts[0].slug)


def _tell_what_next(base: str | None, slug: str) -> None:
    if base is None:
        typer.echo("Put the folder at the top of any host for static files; or give its address with --base-url first.")
        typer.echo("Then print sheets whose codes lead there, for instance:")
    else:
        typer.echo(f"Put the folder at {base}/ and print sheets whose codes lead there, for instance:")
    typer.echo(f"  sheetgen pdf --variant {slug} --scorer-url {base or 'https://example.org'}")
    if base is not None and not base.startswith("https:"):
        typer.echo("Phones keep the pages for times without a network only if the address begins with https.")
