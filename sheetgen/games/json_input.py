"""JSON from strangers: strict, shallow, and with a place for every value, so that errors can point to it.

Read plain data from strangers node by node: whatever is wrong is noted with its place, and reading goes on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sheetgen.errors import Collector, InputError, KeyPath, Place, Problem, printable, shortened, suggest

MAX_DEPTH = 16
MAX_DIGITS = 15
MOST_TWICE = 50
"""So many keys that are given twice are told; more tell nothing new."""

_BLANK = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_WORDS = {"true": True, "false": False, "null": None}
_WORD = re.compile(r"[A-Za-z]+")


@dataclass
class JsonText:
    """A parsed JSON text, and where its values stand. `label` is how messages name the file."""

    label: str
    text: str
    data: Any = None
    offsets: dict[KeyPath, int] = field(default_factory=dict)
    keys: dict[KeyPath, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    """What is well formed and still wrong: keys that are given twice."""

    def place(self, path: KeyPath) -> Place:
        """Where the value stands, or the nearest value around it."""
        while path not in self.offsets:
            path = path[:-1]
        return Place.at(self.label, self.text, self.offsets[path])

    def key_place(self, path: KeyPath) -> Place:
        """Where the key of a value stands."""
        return Place.at(self.label, self.text, self.keys[path])


def parse_json(text: str, label: str) -> JsonText:
    """Parse the text, or say what is wrong with it and where."""
    document = JsonText(label, text)
    parser = _Parser(document)
    document.data = parser.value(())
    parser.end()
    return document


class _Parser:
    """A reader of JSON by recursive descent, never deeper than a few levels."""

    def __init__(self, document: JsonText) -> None:
        self.document = document
        self.text = document.text
        self.at = 0

    def value(self, path: KeyPath) -> Any:
        self._blank()
        self.document.offsets[path] = self.at
        if len(path) > MAX_DEPTH:
            raise self._error("nested too deeply", f"Records and logs are never nested more than {MAX_DEPTH} levels.")
        match self.text[self.at : self.at + 1]:
            case "{":
                return self._object(path)
            case "[":
                return self._array(path)
            case '"':
                return self._string()
            case _:
                return self._number_or_word()

    def end(self) -> None:
        self._blank()
        if self.at < len(self.text):
            raise self._error("something follows after the end", "A file holds one record or one log.")

    def _object(self, path: KeyPath) -> dict[str, Any]:
        members: dict[str, Any] = {}
        self.at += 1
        while not self._closed("}", bool(members)):
            self._blank()
            start = self.at
            key = self._string()
            self._expect(":")
            if key in members:
                self._given_twice(key, start)
            self.document.keys[(*path, key)] = start
            members[key] = self.value((*path, key))
        return members

    def _given_twice(self, key: str, start: int) -> None:
        if len(self.document.problems) < MOST_TWICE:
            place = Place.at(self.document.label, self.text, start)
            self.document.problems.append(Problem(f"the key {key!r:.60} is given twice", None, place))

    def _array(self, path: KeyPath) -> list[Any]:
        items: list[Any] = []
        self.at += 1
        while not self._closed("]", bool(items)):
            items.append(self.value((*path, len(items))))
        return items

    def _closed(self, bracket: str, comma: bool) -> bool:
        """Step over the closing bracket, or over the comma that must stand before another value."""
        self._blank()
        if self.text.startswith(bracket, self.at):
            self.at += 1
            return True
        if comma:
            self._expect(",", f"A comma or {bracket} should stand here.")
        return False

    def _string(self) -> str:
        found = _STRING.match(self.text, self.at)
        if not found:
            raise self._error("not valid JSON", 'A text in double quotes should stand here, like "name".')
        self.at = found.end()
        return str(json.loads(found.group()))

    def _number_or_word(self) -> int | float | bool | None:
        if found := _NUMBER.match(self.text, self.at):
            if len(found.group()) > MAX_DIGITS:
                raise self._error("this number is too long", f"At most {MAX_DIGITS} characters.")
            self.at = found.end()
            is_whole = found.group(1) is None and found.group(2) is None
            return int(found.group()) if is_whole else float(found.group())
        found = _WORD.match(self.text, self.at)
        if found and found.group() in _WORDS:
            self.at = found.end()
            return _WORDS[found.group()]
        given = f"{found.group():.40} is no JSON value" if found else "not valid JSON"
        raise self._error(given, "A value should stand here: a number, a text in quotes, [ or {.")

    def _expect(self, sign: str, hint: str | None = None) -> None:
        self._blank()
        if not self.text.startswith(sign, self.at):
            raise self._error("not valid JSON", hint or f"{sign} should stand here.")
        self.at += 1

    def _blank(self) -> None:
        found = _BLANK.match(self.text, self.at)
        assert found
        self.at = found.end()

    def _error(self, message: str, hint: str) -> InputError:
        return InputError.of(message, hint, Place.at(self.document.label, self.text, self.at))


MAX_NAME = 40
MOST_PROBLEMS = 100
"""With more than this, the rest is not read: it is not what it claims to be."""

_JOINERS = {0x200C: None, 0x200D: None}
"""Some scripts and emoji need these invisible characters."""


class Notes(Collector):
    """The problems found so far in a text, or in data that came without one."""

    def __init__(self, document: JsonText | None = None) -> None:
        super().__init__()
        self.document = document
        self.problems += document.problems if document else []

    def add(self, problem: Problem) -> None:
        """Note one more. Too many end the reading at once."""
        self.problems.append(problem)
        if len(self.problems) >= MOST_PROBLEMS:
            raise InputError([*self.problems, Problem("and more: the rest was not read")])


@dataclass(frozen=True, slots=True)
class Node:
    """A value and where it stands."""

    value: Any
    path: KeyPath
    notes: Notes

    def problem(self, message: str, hint: str | None = None) -> None:
        """Note what is wrong with this value."""
        place = self.notes.document.place(self.path) if self.notes.document else None
        self.notes.add(Problem(message, hint, place))

    def unknown(self, message: str, known: Iterable[str]) -> None:
        """Note that this value has a key which it should not have."""
        place = self.notes.document.key_place(self.path) if self.notes.document else None
        self.notes.add(Problem(message, suggest(str(self.path[-1]), known), place))

    def wrong(self, what: str, wanted: str) -> None:
        """Note that this value is of the wrong kind."""
        self.problem(f"{what} should be {wanted}, not {shown(self.value)}")

    def table(self, what: str, known: Iterable[str], required: Iterable[str] = ()) -> dict[str, Node]:
        """The members of an object. Unknown keys are noted and left out."""
        if not isinstance(self.value, dict):
            self.wrong(what, "an object in braces")
            return {}
        names = list(known)
        members = {key: self._member(key, value) for key, value in self.value.items()}
        for key, node in members.items():
            if key not in names:
                node.unknown(f"{what}: unknown key {shortened(key)!r}", names)
        for key in required:
            if key not in members:
                self.problem(f"{what}: {key!r} is missing")
        return {key: node for key, node in members.items() if key in names}

    def entries(self, what: str, most: int) -> list[Node]:
        """The entries of a list, if there are not far too many."""
        if not isinstance(self.value, list):
            self.wrong(what, "a list in square brackets")
            return []
        if len(self.value) > most:
            self.problem(f"{what} has {len(self.value):,} entries", f"Lists of more than {most:,} are not read.")
            return []
        return [self._member(index, value) for index, value in enumerate(self.value)]

    def whole(self, what: str, least: int, most: int) -> int | None:
        """A whole number within bounds."""
        if type(self.value) is not int:
            self.wrong(what, "a whole number")
            return None
        if not least <= self.value <= most:
            self.problem(f"{what} cannot be {self.value}", f"It must be between {least} and {most}.")
            return None
        return self.value

    def flag(self, what: str) -> bool | None:
        """True or false."""
        if type(self.value) is not bool:
            self.wrong(what, "true or false")
            return None
        return self.value

    def text(self, what: str) -> str | None:
        """A text."""
        if not isinstance(self.value, str):
            self.wrong(what, "a text in quotes")
            return None
        return self.value

    def name(self, what: str) -> str | None:
        """A text fit to be shown as a name."""
        text = self.text(what)
        if text is None:
            return None
        fine = text == text.strip() and text.translate(_JOINERS).isprintable()
        if not text or len(text) > MAX_NAME or not fine:
            self.problem(
                f"{what} cannot be {shown(text)}",
                f"Use 1 to {MAX_NAME} characters that can be seen, without spaces around them.",
            )
            return None
        return text

    def choice(self, what: str, known: Iterable[str]) -> str | None:
        """One of the known words."""
        text, names = self.text(what), list(known)
        if text is None or text in names:
            return text
        self.problem(f"{what} cannot be {shown(text)}", suggest(text, names))
        return None

    def _member(self, key: str | int, value: Any) -> Node:
        return Node(value, (*self.path, key), self.notes)


def root(document: JsonText) -> Node:
    """The whole text."""
    return Node(document.data, (), Notes(document))


def shown(value: Any) -> str:
    """A value about as JSON writes it, on one short line."""
    return printable(shortened(json.dumps(value, ensure_ascii=False)))
