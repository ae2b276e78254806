"""The commands `list`, `show`, `new`, `check` and `schema`: built-in layouts, and the user's own files."""

import json
import shlex
from pathlib import Path
from typing import Annotated

import typer

from sheetgen.cli import options
from sheetgen.errors import printable


def list_command() -> None:
    """List the built-in layouts, themes, languages and papers."""
    from sheetgen.api.layout_files import built_ins

    sections = built_ins()
    column = max(map(len, sections["variants"])) + 2
    for kind, names in sections.items():
        typer.echo(kind)
        for name, about in names.items():
            typer.echo(f"  {name:<{column}}{about}")


def show_command(
    name: Annotated[
        str,
        typer.Argument(
            help="A built-in layout, a layout file, or the link of a printed sheet.",
            autocompletion=options.built_in("layouts"),
        ),
    ],
    layout: options.LayoutFile = None,
    change: options.Changes = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print rulebook and sheet geometry as JSON.")] = False,
) -> None:
    """Show the rows, points and ways to end of a layout's game.

    Given the link of a shuffled sheet, it shows that very sheet.
    """
    from sheetgen import InputError, load
    from sheetgen.api.layout_files import Description
    from sheetgen.api.scoring import is_link, link_variant, printed_arrangement

    if is_link(name):
        shown = options.chosen_game(None if layout else link_variant(name), layout, change).layout
        description = Description(shown, printed_arrangement(name, shown))
    elif layout:
        raise InputError.of("two layouts are given", "Give only the name or the file; --layout is for links.")
    else:
        description = Description(load(name, set=change or ()).layout)
    if as_json:
        typer.echo(json.dumps(description.to_data(), indent=1))
        return
    typer.echo(description.title)
    for key, text in description.facts:
        typer.echo(f"  {key:<14}{text}")


def new_command(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="The file to write.")],
    origin: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="NAME|SHEET.pdf",
            help="A built-in layout, theme or language; or a printed PDF.",
            autocompletion=options.built_in("layouts", "themes", "locales"),
        ),
    ],
) -> None:
    """Start a layout, theme or language file of your own.

    It has the keys that you are most likely to change. From a PDF that sheetgen made, you get its layout back.
    """
    from sheetgen.api.layout_files import new_file

    made = new_file(file, origin)
    typer.echo(printable(f"Made {', '.join(map(str, made.files))}"))
    typer.echo(f"  schema  {made.schema.name}, with which editors complete and check keys")
    for name in made.missing:
        typer.echo(printable(f"  note    {name} is not contained in the PDF: put it beside {file.name}"))
    for name in made.missing_fonts:
        typer.echo(printable(f"  note    the font file {name} is not contained in the PDF: put it beside {file.name}"))
    if made.kind == "layouts" and not origin.lower().endswith(".pdf"):
        typer.echo(f"  next    sheetgen preview {shlex.quote(str(file))} --open")


def check_command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Your layouts, themes and languages.")],
    change: options.Changes = None,
    output: Annotated[str, typer.Option("--format", help="text, or json for programs and editors.")] = "text",
) -> None:
    """Check your files for errors and unwise choices.

    Exits with status 2 if there are errors, or else with 0, even if there are warnings.
    """
    from sheetgen import check
    from sheetgen.api.settings import one_of

    as_json = one_of("format", output, ("text", "json")) == "json"
    checked = {file: check(file, set=change or ()) for file in files}
    is_valid = {file: all(each.severity == "warning" for each in problems) for file, problems in checked.items()}
    if as_json:
        data = [
            {"file": str(file), "problems": [each.to_data() for each in problems]} for file, problems in checked.items()
        ]
        typer.echo(json.dumps({"ok": all(is_valid.values()), "files": data}, indent=1))
    else:
        for file, problems in checked.items():
            for problem in problems:
                typer.echo(f"{problem.severity}: {problem}")
            if is_valid[file]:
                typer.echo(f"{file} is fine" + (", but could be better." if problems else "."))
    if not all(is_valid.values()):
        raise typer.Exit(2)


def schema_command(
    kind: Annotated[str, typer.Argument(metavar="layout|theme|locale", help="The kind of file.")] = "layout",
) -> None:
    """Print the JSON Schema of layout, theme or locale files."""
    from sheetgen.api.layout_files import schema

    typer.echo(schema(kind), nl=False)
