"""`sheetgen show`."""

import json
from pathlib import Path
from typing import Annotated

import typer

from sheetgen.cli import options


def show_command(
    name: Annotated[str, typer.Argument(help="A built-in layout, a layout file, or the link of a printed sheet.")],
    layout: options.LayoutFile = None,
    change: options.Changes = None,
    as_json: Annotated[bool, typer.Option("--json", help="The rulebook and the sheet's geometry as JSON.")] = False,
) -> None:
    """Show a layout's game: its rows, points, ends, and where the cells are.

    The link of a shuffled sheet shows that very sheet.
    """
    from sheetgen import InputError, load
    from sheetgen.api.layout_files import Description
    from sheetgen.api.scoring import is_link, link_variant, printed_arrangement

    if is_link(name):
        shown = options.chosen_game(None if layout else link_variant(name), layout, change).layout
        description = Description(shown, printed_arrangement(name, shown))
    elif layout:
        raise InputError.of("which layout is meant?", "Give its name or its file alone; --layout is for links.")
    else:
        is_file = name.lower().endswith(".toml") or "/" in name or "\\" in name
        description = Description(load(Path(name) if is_file else name, set=change or ()).layout)
    if as_json:
        typer.echo(json.dumps(description.to_data(), indent=1))
        return
    typer.echo(description.title)
    for key, text in description.facts:
        typer.echo(f"  {key:<14}{text}")
