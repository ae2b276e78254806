"""`sheetgen page`."""

import typer

from sheetgen.cli import options
from sheetgen.cli.console import user_settings


def page_command(
    variant: options.Variant = None,
    layout: options.LayoutFile = None,
    change: options.Changes = None,
    output: options.Output = None,
    quiet: options.Quiet = False,
) -> None:
    """Make one scorer as a single file.

    It opens in any browser, and needs no network.
    """
    game = options.chosen_game(variant, layout, change)
    file = game.page(output, user_settings())
    if not quiet:
        typer.echo(f"Made {file}")
        typer.echo("  Open it in any browser; it can be sent by mail and needs no network.")
