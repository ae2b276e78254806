"""Read a record or a log, and the layout that it names.

Records and logs as text.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unicodedata import normalize

from sheetgen.bounded_reading import ReadHints, is_folder, read_bounded
from sheetgen.errors import InputError, Problem, shortened
from sheetgen.games.json_input import Node, parse_json, root
from sheetgen.layouts.catalog import load_layout, load_variant
from sheetgen.layouts.models.layout import Layout
from sheetgen.rules.compile import compile_rulebook
from sheetgen.rules.rulebook import Rulebook

MAX_BYTES = 1024 * 1024
"""A long game's log has less than a tenth of this."""
PIPE = "-"


@dataclass(frozen=True)
class GameFile:
    """A JSON object about a game, and the game it is about."""

    node: Node
    layout: Layout
    rulebook: Rulebook

    @property
    def is_log(self) -> bool:
        """Does it tell turns, as logs do, and not sheets?"""
        return "turns" in self.node.value

    @property
    def is_record(self) -> bool:
        """Are its players sheets, as in finished games, and not just names?"""
        players = self.node.value.get("players")
        return not self.is_log and isinstance(players, list) and any(isinstance(player, dict) for player in players)


def read_game_file(file: str) -> GameFile:
    """The file, or what comes in from a pipe if it is called `-`."""
    label = "standard input" if file == PIPE else file
    return game_of(root(parse_json(_text(file, label), label)), Path.cwd() if file == PIPE else Path(file).parent)


def game_of(node: Node, folder: Path) -> GameFile:
    """Return a record or log with its layout, which lies in the folder if it is a file."""
    layout = _layout(node, folder)
    return GameFile(node, layout, compile_rulebook(layout.game))


def _text(file: str, label: str) -> str:
    content = _content(file, label)
    if len(content) > MAX_BYTES:
        hint = f"At most {MAX_BYTES:,} bytes are read; a game has a few thousand."
        raise InputError.of(f"{label} is too large", hint)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError.of(f"{label} is not a text in UTF-8", "Save it as UTF-8.") from None
    # The same letter can be written in two ways, and a line can end in three.
    return normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n")


def _content(file: str, label: str) -> bytes:
    """The bytes, or one more than are read if there are more."""
    if file == PIPE:
        return _piped(label)
    if not file or is_folder(Path(file)):
        raise InputError.of(f"{label!r} is no file", "Give the name of a JSON file.")
    wanted = ReadHints("Use - to read from a pipe.", smaller="A game has a few thousand.")
    return read_bounded(Path(file), label, MAX_BYTES, wanted)


def _piped(label: str) -> bytes:
    if sys.stdin is None:
        raise InputError.of("nothing comes in from a pipe")
    try:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError.of(f"cannot read {label}: {reason}") from None


def _layout(node: Node, folder: Path) -> Layout:
    """The layout that a record or a log names: a variant, or a file in its own folder."""
    hint = 'Write "variant": "…" for a built-in game, or "layout": "….toml" for a file beside it.'
    if not isinstance(node.value, dict):
        node.problem("this is neither a finished game nor a log", "Both are JSON objects: { … }.")
        node.notes.raise_if_any()
    named = {key: Node(node.value[key], (key,), node.notes) for key in ("variant", "layout") if key in node.value}
    if len(named) == 2:
        named["layout"].problem("it names both a variant and a layout", "Leave one of them out.")
    if not named:
        node.problem("it does not say which game it is", hint)
    names = {key: value.text(f"'{key}'") for key, value in named.items()}
    node.notes.raise_if_any()
    ((key, name),) = names.items()
    assert name is not None
    try:
        return load_variant(name) if key == "variant" else load_layout(_beside(folder, name))
    except InputError as error:
        place = node.notes.document.place((key,)) if node.notes.document else None
        raise InputError(Problem(each.message, each.hint, each.place or place) for each in error.problems) from None


def _beside(folder: Path, name: str) -> Path:
    """A file in the folder or below it: what strangers send us may not look elsewhere."""
    try:
        path = folder / name
        inside = not Path(name).is_absolute() and path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        raise InputError.of(f"cannot read {shortened(name)!r}") from None
    if len(name) > 200 or not inside:
        raise InputError.of(f"{shortened(name)!r} lies outside the folder of the record", "Put the layout beside it.")
    return path


def game_text(data: Mapping[str, Any]) -> str:
    """JSON with a line for each player or turn, so that a line number tells something."""
    return "{" + ",".join(f"\n {json.dumps(key)}: {_value(value)}" for key, value in data.items()) + "\n}\n"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ",".join(f"\n  {json.dumps(entry, ensure_ascii=False)}" for entry in value) + "\n ]"
    return json.dumps(value, ensure_ascii=False)
