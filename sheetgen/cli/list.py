"""`sheetgen list`."""

from __future__ import annotations

import typer


def list_command() -> None:
    """List the built-in layouts, themes, languages and papers."""
    from sheetgen.drawing.paper import PAPERS
    from sheetgen.layouts.catalog import load_variant, variants
    from sheetgen.layouts.extend import built_in_names
    from sheetgen.layouts.locales import load_locale
    from sheetgen.layouts.themes import load_theme

    typer.echo("variants")
    for name in variants():
        layout = load_variant(name)
        typer.echo(f"  {name:<12}{layout.game.players.span:>3} players  {layout.about['en']}")
    typer.echo("themes")
    for name in built_in_names("themes"):
        typer.echo(f"  {name:<12}{load_theme(name).about}")
    typer.echo("languages")
    for name in built_in_names("locales"):
        typer.echo(f"  {name:<12}{load_locale(name).language}")
    typer.echo("papers")
    for name, (width, height) in PAPERS.items():
        typer.echo(f"  {name:<12}{width:g} × {height:g} mm")
