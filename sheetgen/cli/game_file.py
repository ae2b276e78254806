"""Read a record or a log, and the layout that it names."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from sheetgen.errors import InputError, Problem
from sheetgen.layouts.catalog import load_layout, load_variant
from sheetgen.layouts.compile import compile_rulebook
from sheetgen.layouts.models import Layout
from sheetgen.rules.json_text import parse_json
from sheetgen.rules.reading import Node, root
from sheetgen.rules.rulebook import Rulebook

MAX_BYTES = 1024 * 1024
"""A long game's log has less than a tenth of this."""


@dataclass(frozen=True)
class GameFile:
    """A JSON text about a game, and the game it is about."""

    node: Node
    layout: Layout

    @property
    def rulebook(self) -> Rulebook:
        """The rules of that game."""
        return compile_rulebook(self.layout.game)


def read_game_file(file: str) -> GameFile:
    """The file, or what comes in from a pipe if it is called `-`."""
    label = "standard input" if file == "-" else file
    text = _decoded(_read(file), label)
    node = root(parse_json(text, label))
    return GameFile(node, _layout(node, Path.cwd() if file == "-" else Path(file).parent))


def _read(file: str) -> bytes:
    try:
        if file == "-":
            content = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            path = Path(file)
            if path.is_dir():
                raise InputError.of(f"{file} is a folder", "Give the name of a JSON file.")
            if not path.exists():
                raise InputError.of(f"there is no file {file}")
            if not path.is_file():
                raise InputError.of(f"{file} is not a regular file", "Use - to read from a pipe.")
            with path.open("rb") as opened:
                content = opened.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError.of(f"cannot read {file}: {reason}") from None
    if len(content) > MAX_BYTES:
        raise InputError.of(f"{file} is too large", f"At most {MAX_BYTES:,} bytes are read; a game has a few thousand.")
    return content


def _decoded(content: bytes, label: str) -> str:
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise InputError.of(f"{label} is not a text file", "It should be JSON in UTF-8.") from None


def _layout(node: Node, folder: Path) -> Layout:
    """The layout that a record or a log names: a variant, or a file in its own folder."""
    data = node.value if isinstance(node.value, dict) else {}
    named = {key: Node(data[key], (key,), node.notes) for key in ("variant", "layout") if key in data}
    if len(named) != 1:
        node.problem("it does not say which game it is", 'Write "variant": "…", or "layout": "….toml", but not both.')
        node.notes.raise_if_any()
    (key, name), *_ = named.items()
    text = name.text(f"'{key}'")
    node.notes.raise_if_any()
    assert text is not None
    try:
        return load_variant(text) if key == "variant" else load_layout(_beside(folder, text))
    except InputError as error:
        place = node.notes.document.place(name.path) if node.notes.document else None
        problems = [Problem(each.message, each.hint, each.place or place) for each in error.problems]
        raise InputError([*node.notes.problems, *problems]) from None


def _beside(folder: Path, name: str) -> Path:
    """A file in the folder or below it: what strangers send us may not look elsewhere."""
    try:
        path = folder / name
        inside = not Path(name).is_absolute() and path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        raise InputError.of(f"cannot read {name!r:.60}") from None
    if not inside:
        raise InputError.of(f"{name!r:.60} lies outside the folder of the record", "Put the layout beside it.")
    return path
