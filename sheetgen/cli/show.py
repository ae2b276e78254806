"""`sheetgen show`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sheetgen.cli import options

if TYPE_CHECKING:
    from sheetgen.drawing.edition import Edition


def show_command(
    name: Annotated[str, typer.Argument(help="A built-in layout, or a layout file.")],
    change: options.Changes = None,
    as_json: Annotated[bool, typer.Option("--json", help="The rulebook and the sheet's geometry as JSON.")] = False,
) -> None:
    """Show a layout's game: its rows, points, ends, and where the cells are."""
    import json

    from sheetgen.cli.pick import pick_layout
    from sheetgen.drawing.edition import Edition
    from sheetgen.layouts.extend import is_built_in_name
    from sheetgen.layouts.locales import locale_of
    from sheetgen.layouts.themes import theme_of

    is_name = is_built_in_name(name)
    layout = pick_layout(name if is_name else None, None if is_name else Path(name), change)
    edition = Edition(layout, theme_of(layout, None), locale_of(layout, None))
    if as_json:
        typer.echo(json.dumps(_data(edition), indent=1))
    else:
        _tell(edition)


def _data(edition: Edition) -> dict[str, Any]:
    from sheetgen.drawing.fingerprint import fingerprint, sheet_geometry

    layout = edition.layout
    data = {"slug": layout.slug, "title": layout.title, "fingerprint": fingerprint(edition)}
    data |= edition.rulebook.to_data()
    if layout.sheet:
        data["geometry"] = sheet_geometry(edition)
    return data


def _tell(edition: Edition) -> None:
    from sheetgen.drawing.facts import facts

    lines = facts(edition)
    typer.echo(f"{edition.title}: {edition.layout.about['en']}")
    for key, text in lines:
        typer.echo(f"  {key:<14}{text}")
