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
from sheetgen.file_model import MAX_FILE_NAME
from sheetgen.game_input.format_version import check_version
from sheetgen.game_input.json_input import Node, parse_json
from sheetgen.layouts.catalog import load_layout, load_variant
from sheetgen.layouts.companions import rulebook_of
from sheetgen.layouts.layout import Layout
from sheetgen.rules.rulebook import Rulebook

MAX_BYTES = 1024 * 1024  # more than ten times the log of a long game
PIPE = "-"  # file name that stands for standard input


@dataclass(frozen=True)
class GameFile:
    """A record or a log as JSON, with the layout and the rulebook of its game."""

    node: Node
    layout: Layout
    rulebook: Rulebook

    @property
    def is_log(self) -> bool:
        """Whether it is a log, which has turns."""
        return "turns" in self.node.value

    @property
    def is_record(self) -> bool:
        """Whether it is a record, whose players have sheets and not just names."""
        players = self.node.value.get("players")
        return not self.is_log and isinstance(players, list) and any(isinstance(player, dict) for player in players)


def read_game_file(file: str) -> GameFile:
    """Read a record or a log from a file, or from standard input if the name is `-`."""
    label = "standard input" if file == PIPE else file
    return game_of(parse_json(_read_text(file, label), label), Path.cwd() if file == PIPE else Path(file).parent)


def game_of(node: Node, folder: Path) -> GameFile:
    """Return a record or log with the layout that it names; a layout file is looked up in the folder."""
    check_version(node)  # first, because a later version may name its layout in another way
    layout = _load_named_layout(node, folder)
    return GameFile(node, layout, rulebook_of(layout))


def _read_text(file: str, label: str) -> str:
    if file == PIPE:
        content = _read_pipe(label)
    elif not file or is_folder(Path(file)):
        raise InputError.of(f"{label!r} is not a file", "Give the name of a JSON file.")
    else:
        hints = ReadHints("Use - to read from a pipe.", smaller="A game has a few thousand.")
        content = read_bounded(Path(file), label, MAX_BYTES, hints)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError.of(f"{label} is not a text in UTF-8", "Save it as UTF-8.") from None
    # Unicode has several ways to write the same letter, and systems end lines differently.
    return normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n")


def _read_pipe(label: str) -> bytes:
    if sys.stdin is None:
        raise InputError.of("standard input is closed")
    try:
        content = sys.stdin.buffer.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError.of(f"cannot read {label}: {reason}") from None
    if len(content) > MAX_BYTES:
        hint = f"At most {MAX_BYTES:,} bytes are read; a game has a few thousand."
        raise InputError.of(f"{label} is too large", hint)
    return content


def _load_named_layout(node: Node, folder: Path) -> Layout:
    """Load the layout that a record or a log names: a variant, or a file in its folder or below."""
    if not isinstance(node.value, dict):
        node.report("this is neither a finished game nor a log", "Both are JSON objects: { … }.")
        node.problems.raise_if_any()
    named = {key: Node(node.value[key], (key,), node.problems) for key in ("variant", "layout") if key in node.value}
    if len(named) == 2:
        named["layout"].report("it names both a variant and a layout", "Leave one of them out.")
    if not named:
        hint = 'Write "variant": "…" for a built-in game, or "layout": "….toml" for a file beside it.'
        node.report("it does not say which game it is", hint)
    names = {key: value.text(f"'{key}'") for key, value in named.items()}
    node.problems.raise_if_any()
    ((key, name),) = names.items()
    try:
        if key == "variant":
            return load_variant(name)
        path = confined_path(name, folder, folder)
        if len(name) > MAX_FILE_NAME or path is None:
            message = f"{shortened(name)!r} lies outside the folder of the record"
            raise InputError.of(message, "Put the layout beside it.")
        return load_layout(path)
    except InputError as error:
        place = node.problems.place((key,))
        raise InputError(Problem(each.message, each.hint, each.place or place) for each in error.problems) from None


def game_text(data: Mapping[str, Any]) -> str:
    """Return a record or a log as JSON, with a line for each player or turn."""
    return "{" + ",".join(f"\n {json.dumps(key)}: {_value_text(value)}" for key, value in data.items()) + "\n}\n"


def _value_text(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ",".join(f"\n  {json.dumps(entry, ensure_ascii=False)}" for entry in value) + "\n ]"
    return json.dumps(value, ensure_ascii=False)
