"""`sheetgen schema`."""

from typing import Annotated

import typer


def schema_command(
    kind: Annotated[str, typer.Argument(metavar="[layout|theme|locale]", help="The kind of files.")] = "layout",
) -> None:
    """Print the JSON Schema of layouts, themes or languages, for editors and programs."""
    from sheetgen.api.layout_files import schema

    typer.echo(schema(kind), nl=False)
