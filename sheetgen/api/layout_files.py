"""Layout, theme and locale files: check, describe and list them, and start new ones."""

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sheetgen.api.settings import FILE_NAME
from sheetgen.authoring.check import check_file
from sheetgen.authoring.summary import facts
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint, sheet_geometry
from sheetgen.drawing.fonts.typefaces import FACES, text_width
from sheetgen.drawing.pages.paper import PAPERS
from sheetgen.errors import Collector, InputError, Problem, shortened, suggest
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
from sheetgen.layouts.files.merge import KINDS, Kind, built_in_names, change_texts, is_built_in_name, merge_chain
from sheetgen.layouts.files.source import read_source
from sheetgen.layouts.json_schema import schema_text
from sheetgen.layouts.layout import Layout
from sheetgen.layouts.starters import DEFAULT_TITLE, schema_file, starter_text, title_of
from sheetgen.rules.rulebook import Arrangement
from sheetgen.writers.atomic_files import atomic_files
from sheetgen.writers.pdf.attachments import read_attachments

MAX_NAME_LENGTH = 180  # bytes; file systems allow 255, and names of other files are made from this one


def check(file: str | PathLike[str], *, set: Mapping[str, Any] | Sequence[str] = ()) -> list[Problem]:
    r"""Return all errors in a layout, theme or locale file, and warnings about unwise choices.

    Args:
        file: The path of the file.
        set: Changes to a layout, as for `load`.

    Returns:
        Problems with `message`, `hint`, `line`, `column` and `severity`, errors first.

    Example:
        >>> import sheetgen as sg
        >>> _ = Path("mine.toml").write_text('extends = "classic"\n[sheet]\nwidht = "200mm"\n')
        >>> [(problem.line, problem.message, problem.hint) for problem in sg.check("mine.toml")]
        [(3, "unknown key 'sheet.widht'", "Did you mean 'width'?")]
    """
    return check_file(Path(file), change_texts(set))


def schema(kind: str) -> str:
    """Return the JSON Schema of files of a kind (`layout`, `theme` or `locale`) as text."""
    by_name = {each.removesuffix("s"): each for each in KINDS}
    if kind not in by_name:
        raise InputError.of(f"there is no schema of {kind!r:.60}", suggest(kind, by_name))
    return schema_text(by_name[kind])


def built_ins() -> dict[str, dict[str, str]]:
    """Return one line about each built-in layout, theme, language and paper, by kind and name."""
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
    """A summary of a layout for its designer, or of one shuffled sheet of it."""

    def __init__(self, layout: Layout, arrangement: Arrangement | None = None) -> None:
        self._edition = Edition(layout, theme_of(layout, None), locale_of(layout, None), arrangement)
        self.title = f"{self._edition.title}: {layout.about['en']}"
        self.facts = facts(self._edition)  # rows, points, ends and features in words

    def to_data(self) -> dict[str, Any]:
        """Return the rulebook and the sheet's geometry as JSON-able data, as `sheetgen show --json` prints it."""
        layout = self._edition.layout
        data = {"slug": layout.slug, "title": layout.title, "fingerprint": fingerprint(self._edition)}
        data |= self._edition.rulebook.to_data()
        return {**data, "geometry": sheet_geometry(self._edition)} if layout.sheet else data


@dataclass(frozen=True)
class NewFiles:
    """New files, and the JSON Schema in the same folder, with which editors complete and check keys."""

    files: dict[Path, str]  # their texts by path
    schema: Path
    kind: Kind
    missing: tuple[str, ...] = ()  # theme and locale files that the layout names but the PDF does not contain
    missing_fonts: tuple[str, ...] = ()  # font files that the layout names; a PDF never contains them


def new_file(file: Path, origin: str) -> NewFiles:
    """Start a new file from a built-in layout, theme or language, or from a PDF that sheetgen made."""
    is_pdf = origin.lower().endswith(".pdf")
    faults = Collector()
    faults.attempt(lambda: _check_name(file))
    kind = None if is_pdf else faults.attempt(lambda: _kind_of(origin))
    faults.raise_if_any()
    if kind:
        new = NewFiles({file: _starter(kind, origin, file)}, file.parent / schema_file(kind), kind)
    else:
        new = _from_pdf(file, Path(origin))
    _write(file, new)
    return new


def _kind_of(origin: str) -> Kind:
    """Return the kind of the built-in file of this name."""
    found = [kind for kind in KINDS if origin in built_in_names(kind)]
    if not found:
        hint = suggest(origin, [name for kind in KINDS for name in built_in_names(kind)])
        if origin.endswith(".toml"):
            hint = f'To build on a file, write extends = "{shortened(origin)}" into a new one.'
        raise InputError.of(f"there is nothing built in called {origin!r:.60}", hint)
    return found[0]


def _check_name(file: Path) -> None:
    if not file.stem.strip(".") or file.name == ".toml":
        raise InputError.of(f"{file} is not a valid file name", "Name it mine.toml.")
    if not file.name.isprintable():
        raise InputError.of(f"{file.name!r:.60} contains unprintable characters", "Name it mine.toml.")
    if len(file.name.encode()) > MAX_NAME_LENGTH:
        raise InputError.of(f"the name {shortened(file.name)!r} is too long", f"Use at most {MAX_NAME_LENGTH} letters.")
    if file.suffix != ".toml":
        raise InputError.of(f"the file {file} does not end in .toml", f"Name it {file.stem}.toml.")
    if file.name.lower() == FILE_NAME:
        raise InputError.of(f"{FILE_NAME} is the name of settings files", "Name it mine.toml.")


def _starter(kind: Kind, name: str, file: Path) -> str:
    """Return the text of a new file. Its title is made from the file's name if the fonts have all its characters."""
    title = title_of(file.stem)
    try:
        text_width(title, 1, FACES["bold"])
    except InputError:
        title = DEFAULT_TITLE
    return starter_text(kind, name, file.stem, title)


def _from_pdf(file: Path, pdf: Path) -> NewFiles:
    """Return the layout that a PDF was made from, after loading it from a temporary folder as a check."""
    found = extract_layout([(each.name, each.data.decode("utf-8", "replace")) for each in read_attachments(pdf)], file)
    if found is None:
        raise InputError.of(f"{pdf} contains no layout", "Give a PDF that sheetgen made.")
    text = _starter("layouts", found.variant, file) if found.variant else found.text
    files = {file.name: text, **found.referenced_files}
    with TemporaryDirectory() as folder:
        for name, each in files.items():
            Path(folder, name).write_bytes(each.encode())
        layout = checked_layout(merge_chain("layouts", read_source(Path(folder, file.name), str(file))))
        if layout.theme in found.referenced_files:
            own_theme(layout)
        if layout.lang in found.referenced_files:
            own_locale(layout)
    named = [name for name in (layout.theme, layout.lang) if name and not is_built_in_name(name)]
    named += [layout.blocks.picture] if layout.blocks.picture else []
    missing = dict.fromkeys(name for name in named if name not in found.referenced_files)
    fonts = dict.fromkeys(name for _, name in layout.fonts if name)
    paths = {file.parent / name: each for name, each in files.items()}
    return NewFiles(paths, file.parent / schema_file("layouts"), "layouts", tuple(missing), tuple(fonts))


def _write(file: Path, new: NewFiles) -> None:
    """Write all files or none into the folder of `file`. Only an existing schema is replaced."""
    files = {path: text.encode() for path, text in new.files.items()}
    try:
        same = [path for path, data in files.items() if path != file and path.is_file() and path.read_bytes() == data]
        taken = [path for path in files if path not in same and os.path.lexists(path)]
        if new.schema.is_symlink() and not new.schema.exists():
            taken.append(new.schema)
        if taken:
            raise InputError(Problem(f"there is already a file {path}", "Choose another name.") for path in taken)
        with ExitStack() as undo:
            missing_folders = [each for each in (file.parent, *file.parent.parents) if not each.exists()]
            for folder in reversed(missing_folders):
                folder.mkdir()
                undo.callback(folder.rmdir)
            written = {path: data for path, data in files.items() if path not in same}
            with atomic_files([*written, new.schema], new=list(written)) as temporaries:
                contents = [*written.values(), schema_text(new.kind).encode()]
                for temporary, data in zip(temporaries, contents, strict=True):
                    temporary.write_bytes(data)
            undo.pop_all()
    except OSError as error:
        raise InputError.of(f"cannot write {file}: {error.strerror or error}", "Choose another folder.") from None
