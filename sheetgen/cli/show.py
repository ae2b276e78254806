"""`sheetgen show`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sheetgen.cli import options

if TYPE_CHECKING:
    from sheetgen.drawing.edition import Edition


def show_command(
    name: Annotated[str, typer.Argument(help="A built-in layout, a layout file, or the link of a printed sheet.")],
    layout: options.LayoutFile = None,
    change: options.Changes = None,
    as_json: Annotated[bool, typer.Option("--json", help="The rulebook and the sheet's geometry as JSON.")] = False,
) -> None:
    """Show a layout's game: its rows, points, ends, and where the cells are.

    The link of a shuffled sheet shows that very sheet.
    """
    import json

    from sheetgen.cli.game_link import is_link, link_layout, printed_arrangement
    from sheetgen.cli.pick import pick_layout
    from sheetgen.drawing.edition import Edition
    from sheetgen.errors import InputError
    from sheetgen.layouts.catalog import locale_of, theme_of
    from sheetgen.layouts.files.extend import is_built_in_name

    is_name, arrangement = is_built_in_name(name), None
    if is_link(name):
        shown = link_layout(name, None, layout, change)
        arrangement = printed_arrangement(name, shown)
    elif layout:
        raise InputError.of("which layout is meant?", "Give its name or its file alone; --layout is for links.")
    else:
        shown = pick_layout(name if is_name else None, None if is_name else Path(name), change)
    edition = Edition(shown, theme_of(shown, None), locale_of(shown, None), arrangement)
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
    from sheetgen.linting.summary import facts

    lines = facts(edition)
    typer.echo(f"{edition.title}: {edition.layout.about['en']}")
    for key, text in lines:
        typer.echo(f"  {key:<14}{text}")
