"""`sheetgen site`."""

from pathlib import Path
from typing import Annotated

import typer

from sheetgen.cli import options
from sheetgen.cli.console import user_settings


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
    from sheetgen.api.serving import site

    made = site(folder, base_url=base_url, layouts=layout or (), changes=change or (), load_settings=user_settings)
    if quiet:
        return
    typer.echo(f"Made {folder}")
    typer.echo(f"  scorers {made.titles}")
    typer.echo(f"  size    {sum(made.sizes) / 1024:,.0f} kB in {len(made.sizes)} files")
    base = made.base_url
    if base is None:
        typer.echo("Put the folder at the top of any host for static files; or give its address with --base-url first.")
        typer.echo("Then print sheets whose codes lead there, for instance:")
    else:
        typer.echo(f"Put the folder at {base}/ and print sheets whose codes lead there, for instance:")
    typer.echo(f"  sheetgen pdf --variant {made.first_slug} --scorer-url {base or 'https://example.org'}")
    if base is not None and not base.startswith("https:"):
        typer.echo("Phones keep the pages for times without a network only if the address begins with https.")
