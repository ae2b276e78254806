"""Find the position of every key of a TOML text.

`tomllib` returns values but no positions, so a second pass over a text that `tomllib` has accepted records the offset
of every key and array element. It relies on the syntax being valid.
"""

import re
import tomllib
from itertools import takewhile

from sheetgen.errors import InputError, KeyPath, Place

MAX_DEPTH = 24  # levels of tables and arrays

_STRING = r'"{3}(?:\\.|[^\\])*?"{3,5}' r"|'{3}.*?'{3,5}" r'|"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'"
_NAME = re.compile(rf"{_STRING}|[A-Za-z0-9_-]+", re.DOTALL)
# A comment, a text, a sign, or anything else: a number, a date, or bare keys with the dots between them.
_TOKEN = re.compile(rf"#[^\n]*|{_STRING}|[\[\]{{}}=,\n]|[^\s\[\]{{}}=,#\"'][^\[\]{{}}=,#\"'\n]*", re.DOTALL)


def key_offsets(text: str, label: str) -> dict[KeyPath, int]:
    """Return the offset of each key and array element in a TOML text, or raise an error if it is nested too deeply.

    The text must be valid as far as `MAX_DEPTH` levels. `label` names its file in the error.
    """
    scanner = _KeyScanner(text, label)
    scanner.scan_document()
    return scanner.offsets


class _KeyScanner:
    """Records the offsets of keys. Each method consumes the tokens that it needs."""

    def __init__(self, text: str, label: str) -> None:
        self.text = text
        self.label = label
        self.tokens = (token for token in _TOKEN.finditer(text) if not token[0].startswith("#"))
        self.offsets: dict[KeyPath, int] = {}
        self.last_index: dict[KeyPath, int] = {}  # index of the newest element of each array of tables

    def scan_document(self) -> None:
        table: KeyPath = ()
        for token in self.tokens:
            if token[0] == "[":
                table = self.scan_header(token)
            elif token[0] != "\n":
                self.scan_pair(table, token)

    def scan_header(self, bracket: re.Match[str]) -> KeyPath:
        """Scan `[a.b]` or `[[a.b]]`, and return the path of the table that begins."""
        *_, end = takewhile(lambda token: token[0] != "\n", self.tokens)
        names = list(_NAME.finditer(self.text, bracket.start(), end.start()))
        path: KeyPath = ()
        for name in names:
            path = self.record((*path, _unquoted(name[0])), name.start())
            if name is names[-1] and self.text.startswith("[[", bracket.start()):
                self.last_index[path] = self.last_index.get(path, -1) + 1
            if path in self.last_index:
                path = self.record((*path, self.last_index[path]), name.start())
        return path

    def scan_pair(self, table: KeyPath, key: re.Match[str]) -> None:
        equals_sign = next(token for token in self.tokens if token[0] == "=")
        path = table
        for name in _NAME.finditer(self.text, key.start(), equals_sign.start()):
            path = self.record((*path, _unquoted(name[0])), name.start())
        self.scan_value(path, next(self.tokens)[0])

    def scan_value(self, path: KeyPath, first: str) -> None:
        """Scan the rest of a value after its first token, which is all of it unless it is an array or inline table."""
        if first not in ("[", "{"):
            return
        index = 0
        for token in self.tokens:
            if token[0] in ("]", "}"):
                return
            if token[0] == ",":
                index += 1
            elif token[0] != "\n" and first == "{":
                self.scan_pair(path, token)
            elif token[0] != "\n":
                self.scan_value(self.record((*path, index), token.start()), token[0])

    def record(self, path: KeyPath, offset: int) -> KeyPath:
        if len(path) > MAX_DEPTH:
            place = Place.at(self.label, self.text, offset)
            raise InputError.of("nested too deeply", "No file needs more than a few levels.", place)
        self.offsets.setdefault(path, offset)
        return path


def _unquoted(name: str) -> str:
    """Return a name without quotes and escapes."""
    return str(tomllib.loads(f"key = {name}")["key"]) if name[0] in "\"'" else name
