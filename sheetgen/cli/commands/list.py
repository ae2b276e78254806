"""`sheetgen list`."""

import typer


def list_command() -> None:
    """List the built-in layouts, themes, languages and papers."""
    from sheetgen.api.layout_files import catalogue

    found = catalogue()
    column = max(map(len, found["variants"])) + 2
    for kind, names in found.items():
        typer.echo(kind)
        for name, about in names.items():
            typer.echo(f"  {name:<{column}}{about}")
