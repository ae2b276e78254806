"""Find the position of every key of a TOML text.

`tomllib` returns values but no positions, so a second pass over a text that `tomllib` has accepted records the offset
of every key and array element. It relies on the syntax being valid.
"""

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

# A bracket, or a dotted key of too many parts.
_NESTING = re.compile(rf"[\[\]{{}}]|(?<![A-Za-z0-9_-])(?:[A-Za-z0-9_-]+\s*\.\s*){{{MAX_DEPTH}}}")


class NestingError(Exception):
    """The text is nested more than `MAX_DEPTH` levels deep."""


def key_offsets(text: str) -> dict[KeyPath, int]:
    """Return the offset of each key and array element in a valid TOML text."""
    scanner = _KeyScanner(text)
    scanner.scan_document()
    return scanner.offsets


def nesting_offset(text: str) -> int:
    """Return about where a text is nested too deeply, which parsers do not report. Brackets in texts count, too."""
    depth = 0
    for found in _NESTING.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], MAX_DEPTH + 1)
        if depth > MAX_DEPTH:
            return found.start()
    return 0


class _KeyScanner:
    """A scanner that records the offsets of keys. Each method moves on from the current offset, `at`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.offsets: dict[KeyPath, int] = {}
        self.last_index: dict[KeyPath, int] = {}  # of the newest element of each array of tables

    def scan_document(self) -> None:
        table: KeyPath = ()
        while self.skip_blanks() < len(self.text):
            if self.text[self.at] == "[":
                table = self.scan_header()
            else:
                self.scan_pair(table)

    def scan_header(self) -> KeyPath:
        """Scan `[a.b]` or `[[a.b]]`, and return the path of the table that begins."""
        array = self.text.startswith("[[", self.at)
        self.at += 2 if array else 1
        path: KeyPath = ()
        keys = self.scan_dotted_key()
        for name, offset in keys[:-1]:
            path = self.record_table((*path, name), offset)
        name, offset = keys[-1]
        path = (*path, name)
        if array:
            self.last_index[path] = self.last_index.get(path, -1) + 1
        path = self.record_table(path, offset)
        self.skip(_SPACE)
        self.at += 2 if array else 1
        return path

    def record_table(self, path: KeyPath, offset: int) -> KeyPath:
        """Record a table; return its path, or that of the newest element of an array of tables."""
        self.record(path, offset)
        if path in self.last_index:
            path = (*path, self.last_index[path])
            self.record(path, offset)
        return path

    def scan_pair(self, table: KeyPath) -> None:
        path = table
        for name, offset in self.scan_dotted_key():
            path = (*path, name)
            self.record(path, offset)
        self.skip(_SPACE)
        self.at += 1  # the equals sign
        self.skip(_SPACE)
        self.scan_value(path)

    def scan_dotted_key(self) -> list[tuple[str, int]]:
        """Scan a key such as `a.b`, and return each name with its offset."""
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

    def scan_value(self, path: KeyPath) -> None:
        if len(path) > MAX_DEPTH:
            raise NestingError
        first = self.text[self.at]
        if first in "\"'":
            self.skip(_STRING)
        elif first in "[{":
            self.scan_container(path, closing="]" if first == "[" else "}")
        else:
            self.skip(_SCALAR)

    def scan_container(self, path: KeyPath, closing: str) -> None:
        """Scan an array or an inline table."""
        self.at += 1
        count = 0
        while self.text[self.skip_blanks()] != closing:
            if self.text[self.at] == ",":
                self.at += 1
            elif closing == "]":
                self.record((*path, count), self.at)
                self.scan_value((*path, count))
                count += 1
            else:
                self.scan_pair(path)
        self.at += 1

    def record(self, path: KeyPath, offset: int) -> None:
        self.offsets.setdefault(path, offset)

    def skip(self, pattern: re.Pattern[str]) -> None:
        matched = pattern.match(self.text, self.at)
        assert matched is not None, "the text was not accepted by tomllib"
        self.at = matched.end()

    def skip_blanks(self) -> int:
        self.skip(_BLANK)
        return self.at
