"""`sheetgen list`."""

from __future__ import annotations

import typer


def list_command() -> None:
    """List the built-in layouts, themes, languages and papers."""
    from sheetgen.drawing.pages.paper import PAPERS
    from sheetgen.layouts.catalog import load_locale, load_theme, load_variant, variants
    from sheetgen.layouts.files.extend import built_in_names

    layouts = {name: load_variant(name) for name in variants()}
    column = max(map(len, layouts)) + 2

    def line(name: str, text: str) -> None:
        typer.echo(f"  {name:<{column}}{text}")

    typer.echo("variants")
    for name, layout in layouts.items():
        shuffled = " (--shuffle)" if layout.game.shuffle else ""
        line(name, f"{layout.game.players.span:>3} players  {layout.about['en']}{shuffled}")
    typer.echo("themes")
    for name in built_in_names("themes"):
        line(name, load_theme(name).about)
    typer.echo("languages")
    for name in built_in_names("locales"):
        line(name, load_locale(name).language)
    typer.echo("papers")
    for name, (width, height) in PAPERS.items():
        line(name, f"{width:g} × {height:g} mm")
