"""`sheetgen new`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sheetgen.layouts.extend import Kind

Origin = Annotated[
    str,
    typer.Option("--from", metavar="NAME|SHEET.pdf", help="A built-in layout, theme or language; or a printed PDF."),
]


def new_command(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="The file to make.")], origin: Origin
) -> None:
    """Begin a file of your own, with what you are likely to change.

    From a PDF that sheetgen made, you get the layout back that it was printed from.
    """
    from sheetgen.errors import InputError, suggest
    from sheetgen.layouts.extend import KINDS, built_in_names
    from sheetgen.layouts.starters import starter

    if file.suffix != ".toml":
        raise InputError.of(f"the file {file} is not named .toml", f"Name it {file.stem or 'mine'}.toml.")
    if origin.lower().endswith(".pdf"):
        _from_pdf(file, Path(origin))
        return
    found = [kind for kind in KINDS if origin in built_in_names(kind)]
    if not found:
        known = [name for kind in KINDS for name in built_in_names(kind)]
        raise InputError.of(f"nothing built-in is called {origin!r:.60}", suggest(origin, known))
    _write(file, starter(found[0], origin, file.stem), {}, found[0])
    if found[0] == "layouts":
        typer.echo(f"  next    sheetgen preview {file} --open")


def _from_pdf(file: Path, pdf: Path) -> None:
    """The layout that a PDF was made from, checked before anything is written."""
    from sheetgen.errors import InputError
    from sheetgen.layouts.catalog import checked_layout
    from sheetgen.layouts.extend import merge_chain
    from sheetgen.layouts.parcel import unpack
    from sheetgen.layouts.source import parse_source
    from sheetgen.layouts.starters import starter
    from sheetgen.writers.attachments import read_attachments

    packed = [(each.name, each.data.decode("utf-8", "replace")) for each in read_attachments(pdf)]
    found = unpack(packed)
    if found is None:
        raise InputError.of(f"{pdf} carries no layout", "Give a PDF that sheetgen made.")
    text = starter("layouts", found.variant, file.stem) if found.variant else found.text
    checked_layout(merge_chain("layouts", parse_source(text, file, str(file), file.parent)))
    _write(file, text, found.beside, "layouts")
    for name in found.fonts:
        typer.echo(f"  note    the font {name} does not travel in a PDF: put it beside {file.name}")


def _write(file: Path, text: str, beside: Mapping[str, str], kind: Kind) -> None:
    """All files or none. What is there already is never replaced, unless it says the same."""
    from contextlib import ExitStack

    from sheetgen.errors import InputError, Problem
    from sheetgen.layouts.schema import schema_text
    from sheetgen.layouts.starters import schema_file
    from sheetgen.writers.files import whole_file

    files = {file: text, **{file.parent / name: each for name, each in beside.items()}}
    taken = [path for path in files if path.exists() and (path == file or path.read_text("utf-8") != files[path])]
    if taken:
        raise InputError(Problem(f"there is already a file {path}", "Choose another name.") for path in taken)
    schema = file.parent / schema_file(kind)  # a copy of ours, so that it can be made anew
    with ExitStack() as stack:
        for path, content in {**files, schema: schema_text(kind)}.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            stack.enter_context(whole_file(path)).write_text(content, encoding="utf-8", newline="\n")
    typer.echo(f"Made {', '.join(map(str, files))}")
    typer.echo(f"  beside  {schema.name}, by which editors help you")
