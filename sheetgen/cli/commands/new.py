"""`sheetgen new`."""

import shlex
from pathlib import Path
from typing import Annotated

import typer


def new_command(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="The file to make.")],
    origin: Annotated[
        str,
        typer.Option(
            "--from", metavar="NAME|SHEET.pdf", help="A built-in layout, theme or language; or a printed PDF."
        ),
    ],
) -> None:
    """Begin a file of your own, with what you are likely to change.

    From a PDF that sheetgen made, you get the layout back that it was printed from.
    """
    from sheetgen.api.files import printable
    from sheetgen.api.layout_files import new_file

    made = new_file(file, origin)
    typer.echo(printable(f"Made {', '.join(map(str, made.files))}"))
    typer.echo(f"  beside  {made.schema.name}, by which editors help you")
    for name in made.missing:
        typer.echo(printable(f"  note    {name} did not travel in the PDF: put it beside {file.name}"))
    for name in made.missing_fonts:
        typer.echo(printable(f"  note    the font {name} does not travel in a PDF: put it beside {file.name}"))
    if made.kind == "layouts" and not origin.lower().endswith(".pdf"):
        typer.echo(f"  next    sheetgen preview {shlex.quote(str(file))} --open")
