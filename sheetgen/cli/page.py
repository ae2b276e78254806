"""`sheetgen page`."""

from __future__ import annotations

import typer

from sheetgen.cli import options


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
    from sheetgen.cli.pick import pick_layout, pick_theme
    from sheetgen.cli.prepare import named_file
    from sheetgen.cli.scorers import settings_locales
    from sheetgen.cli.settings import load_settings
    from sheetgen.scorer.page.page import scorer_page
    from sheetgen.writers.atomic_files import atomic_file

    chosen = pick_layout(variant, layout, change)
    file = named_file(output, chosen.slug, "html")
    settings = load_settings()
    page = scorer_page(chosen, pick_theme(None, chosen, settings), settings_locales(settings))
    with atomic_file(file) as temporary:
        temporary.write_text(page.html, encoding="utf-8", newline="\n")
    if not quiet:
        typer.echo(f"Made {file}")
        typer.echo("  Open it in any browser; it can be sent by mail and needs no network.")
