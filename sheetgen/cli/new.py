"""`sheetgen new`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sheetgen.layouts.files.extend import Kind

LONGEST_NAME = 180
"""In bytes. Files beside it get longer names, and systems take 255."""

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
    import shlex

    from sheetgen.errors import InputError, shortened, suggest
    from sheetgen.layouts.files.extend import KINDS, built_in_names

    _check_name(file)
    if origin.lower().endswith(".pdf"):
        _from_pdf(file, Path(origin))
        return
    found = [kind for kind in KINDS if origin in built_in_names(kind)]
    if not found:
        hint = suggest(origin, [name for kind in KINDS for name in built_in_names(kind)])
        if origin.endswith(".toml"):
            hint = f'To build on a file, write extends = "{shortened(origin)}" into a new one.'
        raise InputError.of(f"nothing built-in is called {origin!r:.60}", hint)
    _write(file, {file.name: _starter(found[0], origin, file)}, found[0])
    if found[0] == "layouts":
        typer.echo(f"  next    sheetgen preview {shlex.quote(str(file))} --open")


def _check_name(file: Path) -> None:
    from sheetgen.cli.settings import FILE_NAME
    from sheetgen.errors import InputError, shortened

    if not file.stem.strip(".") or file.name == ".toml":
        raise InputError.of(f"{file} is no name for a file of yours", "Name it mine.toml.")
    if not file.name.isprintable():
        raise InputError.of(f"{file.name!r:.60} has characters that cannot be seen", "Name it mine.toml.")
    if len(file.name.encode()) > LONGEST_NAME:
        raise InputError.of(f"the name {shortened(file.name)!r} is too long", f"At most {LONGEST_NAME} letters.")
    if file.suffix != ".toml":
        raise InputError.of(f"the file {file} is not named .toml", f"Name it {file.stem}.toml.")
    if file.name.lower() == FILE_NAME:
        raise InputError.of(f"{FILE_NAME} is for settings", "Name it mine.toml.")


def _starter(kind: Kind, name: str, file: Path) -> str:
    """A file to begin with. Its title is the file's name, if that can be printed."""
    from sheetgen.drawing.fonts.typefaces import FACES, text_width
    from sheetgen.errors import InputError
    from sheetgen.layouts.starters import DEFAULT_TITLE, starter_text, title_of

    title = title_of(file.stem)
    try:
        text_width(title, 1, FACES["bold"])
    except InputError:
        title = DEFAULT_TITLE
    return starter_text(kind, name, file.stem, title)


def _from_pdf(file: Path, pdf: Path) -> None:
    """The layout that a PDF was made from, loaded from a folder of its own before anything is written here."""
    from tempfile import TemporaryDirectory

    from sheetgen.errors import InputError, visible
    from sheetgen.layouts.catalog import checked_layout, own_locale, own_theme
    from sheetgen.layouts.files.embedded import extract_layout
    from sheetgen.layouts.files.extend import is_built_in_name, merge_chain
    from sheetgen.layouts.files.source import read_source
    from sheetgen.writers.pdf.attachments import read_attachments

    found = extract_layout([(each.name, each.data.decode("utf-8", "replace")) for each in read_attachments(pdf)], file)
    if found is None:
        raise InputError.of(f"{pdf} carries no layout", "Give a PDF that sheetgen made.")
    text = _starter("layouts", found.variant, file) if found.variant else found.text
    files = {file.name: text, **found.beside}
    with TemporaryDirectory() as folder:
        for name, each in files.items():
            Path(folder, name).write_bytes(each.encode())
        layout = checked_layout(merge_chain("layouts", read_source(Path(folder, file.name), str(file))))
        if layout.theme in found.beside:
            own_theme(layout)
        if layout.lang in found.beside:
            own_locale(layout)
    _write(file, files, "layouts")
    named = [name for name in (layout.theme, layout.lang) if name and not is_built_in_name(name)]
    for name in dict.fromkeys(name for name in named if name not in found.beside):
        typer.echo(visible(f"  note    {name} did not travel in the PDF: put it beside {file.name}"))
    for name in dict.fromkeys(filter(None, dict(layout.fonts).values())):
        typer.echo(visible(f"  note    the font {name} does not travel in a PDF: put it beside {file.name}"))


def _write(file: Path, texts: Mapping[str, str], kind: Kind) -> None:
    """All files or none, into the folder of `file`. What is there is never replaced; it may say the same already."""
    import os
    from contextlib import ExitStack

    from sheetgen.errors import InputError, Problem, visible
    from sheetgen.layouts.schema import schema_text
    from sheetgen.layouts.starters import schema_file
    from sheetgen.writers.atomic_files import whole_file

    schema = file.parent / schema_file(kind)  # a copy of ours, so that it can be made anew
    files = {file.parent / name: text.encode() for name, text in texts.items()}
    try:
        same = [path for path, data in files.items() if path != file and path.is_file() and path.read_bytes() == data]
        taken = [path for path in files if path not in same and os.path.lexists(path)]
        if schema.is_symlink() and not schema.exists():
            taken.append(schema)
        if taken:
            raise InputError(Problem(f"there is already a file {path}", "Choose another name.") for path in taken)
        with ExitStack() as undo:
            for folder in reversed([each for each in (file.parent, *file.parent.parents) if not each.exists()]):
                folder.mkdir()
                undo.callback(folder.rmdir)
            for path, data in files.items():
                if path not in same:
                    with path.open("xb") as opened:
                        undo.callback(path.unlink)
                        opened.write(data)
            with whole_file(schema) as temporary:
                temporary.write_bytes(schema_text(kind).encode())
            undo.pop_all()
    except OSError as error:
        raise InputError.of(f"cannot write {file}: {error.strerror or error}", "Choose another place.") from None
    typer.echo(visible(f"Made {', '.join(map(str, files))}"))
    typer.echo(f"  beside  {schema.name}, by which editors help you")
