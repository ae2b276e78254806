"""Layout, theme and locale files: check them, begin new ones, and tell what there is."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sheetgen.api.settings import FILE_NAME
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint, sheet_geometry
from sheetgen.drawing.fonts.typefaces import FACES, text_width
from sheetgen.drawing.pages.paper import PAPERS
from sheetgen.errors import InputError, Problem, shortened, suggest
from sheetgen.layouts.catalog import (
    load_locale,
    load_theme,
    load_variant,
    locale_of,
    own_locale,
    own_theme,
    theme_of,
    variants,
)
from sheetgen.layouts.consistency import checked_layout
from sheetgen.layouts.files.embedded import extract_layout
from sheetgen.layouts.files.extend import KINDS, Kind, built_in_names, is_built_in_name, merge_chain
from sheetgen.layouts.files.source import read_source
from sheetgen.layouts.json_schema import schema_text
from sheetgen.layouts.layout import Layout
from sheetgen.layouts.starters import DEFAULT_TITLE, schema_file, starter_text, title_of
from sheetgen.linting.check import check_file
from sheetgen.linting.summary import facts
from sheetgen.rules.rulebook import Arrangement
from sheetgen.writers.atomic_files import atomic_file
from sheetgen.writers.pdf.attachments import read_attachments

MAX_NAME_LENGTH = 180  # bytes; files beside it get longer names, and systems take 255


def check(file: str | PathLike[str], *, set: Sequence[str] = ()) -> list[Problem]:
    """Return everything that is wrong with a layout, theme or locale file, and what is unwise in it.

    Args:
        file: The file.
        set: Changes of a layout, such as `game.penalties.points=-3`.

    Returns:
        Problems with `message`, `hint`, `line`, `column` and `severity`; errors first.
    """
    return check_file(Path(file), set)


def schema(kind: str) -> str:
    """Return the JSON Schema of `layout`, `theme` or `locale` files as text."""
    by_name = {each.removesuffix("s"): each for each in KINDS}
    if kind not in by_name:
        raise InputError.of(f"there is no schema of {kind!r:.60}", suggest(kind, by_name))
    return schema_text(by_name[kind])


def catalogue() -> dict[str, dict[str, str]]:
    """Return what is built in: a line about each layout, theme, language and paper, by kind and name."""
    layouts = {name: load_variant(name) for name in variants()}
    return {
        "variants": {
            name: f"{layout.game.players.span:>3} players  {layout.about['en']}"
            + (" (--shuffle)" if layout.game.shuffle else "")
            for name, layout in layouts.items()
        },
        "themes": {name: load_theme(name).about for name in built_in_names("themes")},
        "languages": {name: load_locale(name).language for name in built_in_names("locales")},
        "papers": {name: f"{width:g} × {height:g} mm" for name, (width, height) in PAPERS.items()},
    }


class Description:
    """A layout's game as designers see it, perhaps that of one shuffled sheet."""

    def __init__(self, layout: Layout, arrangement: Arrangement | None = None) -> None:
        self._edition = Edition(layout, theme_of(layout, None), locale_of(layout, None), arrangement)
        self.title = f"{self._edition.title}: {layout.about['en']}"

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Rows, points, ends and features in words."""
        return facts(self._edition)

    def to_data(self) -> dict[str, Any]:
        """Return the rulebook and the sheet's geometry as JSON-able data, as `sheetgen show --json` prints it."""
        layout, edition = self._edition.layout, self._edition
        data = {"slug": layout.slug, "title": layout.title, "fingerprint": fingerprint(edition)}
        data |= edition.rulebook.to_data()
        return {**data, "geometry": sheet_geometry(edition)} if layout.sheet else data


@dataclass(frozen=True)
class NewFiles:
    """Files that were written, and the schema beside them, by which editors help."""

    files: tuple[Path, ...]
    schema: Path
    kind: Kind
    missing: tuple[str, ...] = ()  # files that the layout of a PDF names and that do not travel in it
    missing_fonts: tuple[str, ...] = ()


def new_file(file: Path, origin: str) -> NewFiles:
    """Begin a file of one's own from a built-in layout, theme or language, or from a PDF that sheetgen made."""
    _check_name(file)
    if origin.lower().endswith(".pdf"):
        return _from_pdf(file, Path(origin))
    found = [kind for kind in KINDS if origin in built_in_names(kind)]
    if not found:
        hint = suggest(origin, [name for kind in KINDS for name in built_in_names(kind)])
        if origin.endswith(".toml"):
            hint = f'To build on a file, write extends = "{shortened(origin)}" into a new one.'
        raise InputError.of(f"nothing built-in is called {origin!r:.60}", hint)
    return _write(file, {file.name: _starter(found[0], origin, file)}, found[0])


def _check_name(file: Path) -> None:
    if not file.stem.strip(".") or file.name == ".toml":
        raise InputError.of(f"{file} is no name for a file of yours", "Name it mine.toml.")
    if not file.name.isprintable():
        raise InputError.of(f"{file.name!r:.60} has characters that cannot be seen", "Name it mine.toml.")
    if len(file.name.encode()) > MAX_NAME_LENGTH:
        raise InputError.of(f"the name {shortened(file.name)!r} is too long", f"At most {MAX_NAME_LENGTH} letters.")
    if file.suffix != ".toml":
        raise InputError.of(f"the file {file} is not named .toml", f"Name it {file.stem}.toml.")
    if file.name.lower() == FILE_NAME:
        raise InputError.of(f"{FILE_NAME} is for settings", "Name it mine.toml.")


def _starter(kind: Kind, name: str, file: Path) -> str:
    """Return the text of a new file. Its title is the file's name, if that can be printed."""
    title = title_of(file.stem)
    try:
        text_width(title, 1, FACES["bold"])
    except InputError:
        title = DEFAULT_TITLE
    return starter_text(kind, name, file.stem, title)


def _from_pdf(file: Path, pdf: Path) -> NewFiles:
    """Write the layout that a PDF was made from, after loading it from a folder of its own."""
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
    named = [name for name in (layout.theme, layout.lang) if name and not is_built_in_name(name)]
    missing = dict.fromkeys(name for name in named if name not in found.beside)
    fonts = dict.fromkeys(name for _, name in layout.fonts if name)
    return _write(file, files, "layouts", tuple(missing), tuple(fonts))


def _write(
    file: Path,
    texts: Mapping[str, str],
    kind: Kind,
    missing: tuple[str, ...] = (),
    missing_fonts: tuple[str, ...] = (),
) -> NewFiles:
    """Write all files or none into the folder of `file`. Nothing is replaced but a copy of the schema."""
    schema = file.parent / schema_file(kind)
    files = {file.parent / name: text.encode() for name, text in texts.items()}
    try:
        same = [path for path, data in files.items() if path != file and path.is_file() and path.read_bytes() == data]
        taken = [path for path in files if path not in same and os.path.lexists(path)]
        if schema.is_symlink() and not schema.exists():
            taken.append(schema)
        if taken:
            raise InputError(Problem(f"there is already a file {path}", "Choose another name.") for path in taken)
        with ExitStack() as undo:
            for folder in _missing_folders(file.parent):
                folder.mkdir()
                undo.callback(folder.rmdir)
            for path, data in files.items():
                if path not in same:
                    with path.open("xb") as opened:
                        undo.callback(path.unlink)
                        opened.write(data)
            with atomic_file(schema) as temporary:
                temporary.write_bytes(schema_text(kind).encode())
            undo.pop_all()
    except OSError as error:
        raise InputError.of(f"cannot write {file}: {error.strerror or error}", "Choose another place.") from None
    return NewFiles(tuple(files), schema, kind, missing, missing_fonts)


def _missing_folders(folder: Path) -> Iterator[Path]:
    """Yield the folders that have to be made, the outermost first."""
    return reversed([each for each in (folder, *folder.parents) if not each.exists()])
