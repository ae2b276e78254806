"""`sheetgen schema`."""

from __future__ import annotations

from typing import Annotated

import typer


def schema_command(
    kind: Annotated[str, typer.Argument(metavar="[layout|theme|locale]", help="The kind of files.")] = "layout",
) -> None:
    """Print the JSON Schema of layouts, themes or languages, for editors and programs."""
    from sheetgen.errors import InputError, suggest
    from sheetgen.layouts.files.extend import KINDS
    from sheetgen.layouts.schema import schema_text

    by_name = {each.removesuffix("s"): each for each in KINDS}
    if kind not in by_name:
        raise InputError.of(f"there is no schema of {kind!r:.60}", suggest(kind, by_name))
    typer.echo(schema_text(by_name[kind]), nl=False)
