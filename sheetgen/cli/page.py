"""`sheetgen page`."""

from __future__ import annotations

import typer

from sheetgen.cli import options


def page_command(
    variant: options.Variant = None,
    layout: options.LayoutFile = None,
    output: options.Output = None,
    quiet: options.Quiet = False,
) -> None:
    """Make one scorer as a single file.

    It opens in any browser, and needs no network.
    """
    from sheetgen.cli.pick import first, pick_layout
    from sheetgen.cli.prepare import named_file
    from sheetgen.cli.settings import load_settings
    from sheetgen.layouts.themes import DEFAULT_THEME, load_theme
    from sheetgen.scorer.page import scorer_page
    from sheetgen.writers.files import whole_file

    chosen = pick_layout(variant, layout)
    file = named_file(output, chosen.slug, "html")
    page = scorer_page(chosen, load_theme(first(load_settings().theme, DEFAULT_THEME)))
    with whole_file(file) as temporary:
        temporary.write_text(page.html, encoding="utf-8", newline="\n")
    if not quiet:
        typer.echo(f"Made {file}")
        typer.echo("  Open it in any browser; it can be sent by mail and needs no network.")
