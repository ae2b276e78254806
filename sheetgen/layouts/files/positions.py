"""Where each key of a TOML text stands.

`tomllib` tells values but not positions, so this walks a text that `tomllib` has already accepted and notes
the offset of every key and array element. It may therefore take the syntax for granted.
"""

from __future__ import annotations

import re
import tomllib

from sheetgen.errors import KeyPath

MAX_DEPTH = 24

_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}\n#]*")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"""("{0,2})' r"|'''.*?'''('{0,2})" r'|"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'", re.DOTALL
)

_DEEPER = re.compile(rf"[\[\]{{}}]|(?<![A-Za-z0-9_-])(?:[A-Za-z0-9_-]+\s*\.\s*){{{MAX_DEPTH}}}")


class NestingError(Exception):
    """Deeper than any honest file."""


def key_offsets(text: str) -> dict[KeyPath, int]:
    """The offset of each key and array element in a valid TOML text."""
    walk = _Walk(text)
    walk.document()
    return walk.found


def deepest(text: str) -> int:
    """About where a text goes deeper than allowed, for a parser cannot tell. Quotes are not looked at."""
    depth = 0
    for found in _DEEPER.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], MAX_DEPTH + 1)
        if depth > MAX_DEPTH:
            return found.start()
    return 0


class _Walk:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[KeyPath, int] = {}
        self.tables_in: dict[KeyPath, int] = {}

    def document(self) -> None:
        table: KeyPath = ()
        while self.blank() < len(self.text):
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.pair(table)

    def header(self) -> KeyPath:
        """`[a.b]` or `[[a.b]]`; arrays of tables count their elements."""
        array = self.text.startswith("[[", self.at)
        self.at += 2 if array else 1
        path: KeyPath = ()
        keys = self.dotted_key()
        for name, offset in keys[:-1]:
            path = self.latest((*path, name), offset)
        name, offset = keys[-1]
        path = (*path, name)
        self.found.setdefault(path, offset)
        if array:
            self.tables_in[path] = self.tables_in.get(path, -1) + 1
        path = self.latest(path, offset)
        self.skip(_SPACE)
        self.at += 2 if array else 1
        return path

    def latest(self, path: KeyPath, offset: int) -> KeyPath:
        """The path itself, or that of the newest element if it is an array of tables."""
        self.note(path, offset)
        if path in self.tables_in:
            path = (*path, self.tables_in[path])
            self.note(path, offset)
        return path

    def pair(self, table: KeyPath) -> None:
        path = table
        for name, offset in self.dotted_key():
            path = (*path, name)
            self.note(path, offset)
        self.skip(_SPACE)
        self.at += 1  # the equals sign
        self.skip(_SPACE)
        self.value(path)

    def dotted_key(self) -> list[tuple[str, int]]:
        keys = []
        while True:
            self.skip(_SPACE)
            start = self.at
            if self.text[start] in "\"'":
                self.skip(_STRING)
                name = str(tomllib.loads("key = " + self.text[start : self.at])["key"])
            else:
                self.skip(_BARE_KEY)
                name = self.text[start : self.at]
            keys.append((name, start))
            if len(keys) > MAX_DEPTH:
                raise NestingError
            self.skip(_SPACE)
            if self.text[self.at] != ".":
                return keys
            self.at += 1

    def value(self, path: KeyPath) -> None:
        if len(path) > MAX_DEPTH:
            raise NestingError
        first = self.text[self.at]
        if first in "\"'":
            self.skip(_STRING)
        elif first in "[{":
            self.group(path, closing="]" if first == "[" else "}")
        else:
            self.skip(_SCALAR)

    def group(self, path: KeyPath, closing: str) -> None:
        """An array or an inline table."""
        self.at += 1
        count = 0
        while self.text[self.blank()] != closing:
            if self.text[self.at] == ",":
                self.at += 1
            elif closing == "]":
                self.note((*path, count), self.at)
                self.value((*path, count))
                count += 1
            else:
                self.pair(path)
        self.at += 1

    def note(self, path: KeyPath, offset: int) -> None:
        self.found.setdefault(path, offset)

    def skip(self, pattern: re.Pattern[str]) -> None:
        matched = pattern.match(self.text, self.at)
        assert matched is not None, "the text was not accepted by tomllib"
        self.at = matched.end()

    def blank(self) -> int:
        self.skip(_BLANK)
        return self.at
