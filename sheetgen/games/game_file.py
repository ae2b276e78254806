"""Read a record or a log together with the layout that it names, and write both as text."""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unicodedata import normalize

from sheetgen.bounded_reading import ReadHints, confined_path, is_folder, read_bounded
from sheetgen.errors import InputError, Problem, shortened
from sheetgen.games.json_input import Node, parse_json, root_node
from sheetgen.layouts.catalog import load_layout, load_variant
from sheetgen.layouts.layout import Layout
from sheetgen.rules.game_spec import compile_rulebook
from sheetgen.rules.rulebook import Rulebook

MAX_BYTES = 1024 * 1024  # more than ten times the log of a long game
MAX_FILE_NAME = 200  # characters
PIPE = "-"


@dataclass(frozen=True)
class GameFile:
    """A record or a log as JSON, and the layout and the rulebook of its game."""

    node: Node
    layout: Layout
    rulebook: Rulebook

    @property
    def is_log(self) -> bool:
        """Whether it has turns, as logs do."""
        return "turns" in self.node.value

    @property
    def is_record(self) -> bool:
        """Whether its players are sheets, as in finished games, and not just names."""
        players = self.node.value.get("players")
        return not self.is_log and isinstance(players, list) and any(isinstance(player, dict) for player in players)


def read_game_file(file: str) -> GameFile:
    """Read a record or a log from a file, or from standard input if it is called `-`."""
    label = "standard input" if file == PIPE else file
    node = root_node(parse_json(_read_text(file, label), label))
    return game_of(node, Path.cwd() if file == PIPE else Path(file).parent)


def game_of(node: Node, folder: Path) -> GameFile:
    """Return a record or log with the layout that it names, which lies in the folder if it is a file."""
    layout = _load_named_layout(node, folder)
    return GameFile(node, layout, compile_rulebook(layout.game))


def _read_text(file: str, label: str) -> str:
    content = _read_bytes(file, label)
    if len(content) > MAX_BYTES:
        hint = f"At most {MAX_BYTES:,} bytes are read; a game has a few thousand."
        raise InputError.of(f"{label} is too large", hint)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError.of(f"{label} is not a text in UTF-8", "Save it as UTF-8.") from None
    # The same letter can be written in two ways, and a line can end in three.
    return normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n")


def _read_bytes(file: str, label: str) -> bytes:
    """Return the content; of more than `MAX_BYTES` in a pipe, only one byte more."""
    if file == PIPE:
        return _read_pipe(label)
    if not file or is_folder(Path(file)):
        raise InputError.of(f"{label!r} is no file", "Give the name of a JSON file.")
    wanted = ReadHints("Use - to read from a pipe.", smaller="A game has a few thousand.")
    return read_bounded(Path(file), label, MAX_BYTES, wanted)


def _read_pipe(label: str) -> bytes:
    if sys.stdin is None:
        raise InputError.of("nothing comes in from a pipe")
    try:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError.of(f"cannot read {label}: {reason}") from None


def _load_named_layout(node: Node, folder: Path) -> Layout:
    """Load the layout that a record or a log names: a variant, or a file in its folder or below."""
    hint = 'Write "variant": "…" for a built-in game, or "layout": "….toml" for a file beside it.'
    if not isinstance(node.value, dict):
        node.report("this is neither a finished game nor a log", "Both are JSON objects: { … }.")
        node.problems.raise_if_any()
    named = {key: Node(node.value[key], (key,), node.problems) for key in ("variant", "layout") if key in node.value}
    if len(named) == 2:
        named["layout"].report("it names both a variant and a layout", "Leave one of them out.")
    if not named:
        node.report("it does not say which game it is", hint)
    names = {key: value.text(f"'{key}'") for key, value in named.items()}
    node.problems.raise_if_any()
    ((key, name),) = names.items()
    assert name is not None
    try:
        return load_variant(name) if key == "variant" else load_layout(_layout_path(folder, name))
    except InputError as error:
        place = node.problems.document.place((key,)) if node.problems.document else None
        raise InputError(Problem(each.message, each.hint, each.place or place) for each in error.problems) from None


def _layout_path(folder: Path, name: str) -> Path:
    """Return the path of a layout that a record or a log names. It may not lie outside the folder of the file."""
    path = confined_path(name, folder, folder)
    if len(name) > MAX_FILE_NAME or path is None:
        raise InputError.of(f"{shortened(name)!r} lies outside the folder of the record", "Put the layout beside it.")
    return path


def game_text(data: Mapping[str, Any]) -> str:
    """Return a record or a log as JSON, with a line for each player or turn."""
    return "{" + ",".join(f"\n {json.dumps(key)}: {_value_text(value)}" for key, value in data.items()) + "\n}\n"


def _value_text(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ",".join(f"\n  {json.dumps(entry, ensure_ascii=False)}" for entry in value) + "\n ]"
    return json.dumps(value, ensure_ascii=False)
