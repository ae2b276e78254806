"""Read untrusted JSON: a strict parser that records the place of every value, and nodes that check values.

A node reports a problem together with its place, and reading goes on, so that all problems are reported at once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from sheetgen.errors import Collector, InputError, KeyPath, Place, Problem, printable, shortened, suggest

MAX_DEPTH = 16  # levels of nesting
MAX_DIGITS = 15  # characters of a number
MAX_NAME = 40  # characters
MAX_ENTRIES = 2000  # of a list
MAX_PROBLEMS = 100  # reading stops there, as the text cannot be a record or log

_BLANKS = r"[ \t\n\r]*"
_STRING = re.compile(rf'("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{{4}}))*"){_BLANKS}')
_NUMBER_OR_WORD = re.compile(rf"(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|[A-Za-z]+){_BLANKS}")
_SIGNS = {sign: re.compile(rf"(\{sign}){_BLANKS}") for sign in "[]{}:,"}
_JOINERS = {0x200C: None, 0x200D: None}  # invisible characters that some scripts and emoji need


class ProblemLog(Collector):
    """The problems found so far in data that was not read from a text."""

    def add(self, problem: Problem) -> None:
        """Add a problem. Raise an error with all of them if there are too many to go on."""
        self.problems.append(problem)
        if len(self.problems) >= MAX_PROBLEMS:
            raise InputError([*self.problems, Problem("and more: the rest was not read")])

    def place(self, path: KeyPath, of_key: bool = False) -> Place | None:
        """Return the place of a value, or of its key, in the text."""
        return None


class JsonText(ProblemLog):
    """A recursive descent parser of a JSON text, and the problems found in it. `label` names the file in messages."""

    def __init__(self, text: str, label: str) -> None:
        super().__init__()
        self.text = text
        self.label = label
        self.offsets: dict[KeyPath, int] = {}
        self.key_offsets: dict[KeyPath, int] = {}
        self.at = len(text) - len(text.lstrip(" \t\n\r"))

    def place(self, path: KeyPath, of_key: bool = False) -> Place:
        """Return the place of a key or a value, or of the innermost value around it if it is not in the text."""
        while path not in self.offsets:
            path = path[:-1]
        return Place.at(self.label, self.text, (self.key_offsets if of_key else self.offsets)[path])

    def parse(self) -> Any:
        """Return the value of the whole text, or raise an error with the place of the mistake."""
        value = self._value(())
        if self.at < len(self.text):
            raise self._error("there is text after the end", "A file holds one record or one log.")
        return value

    def _value(self, path: KeyPath) -> Any:
        self.offsets[path] = self.at
        if len(path) > MAX_DEPTH:
            raise self._error("nested too deeply", f"Records and logs are never nested more than {MAX_DEPTH} levels.")
        match self.text[self.at : self.at + 1]:
            case "{":
                return self._object(path)
            case "[":
                return [self._value((*path, index)) for index in self._items("[", "]")]
            case '"':
                return self._string()
            case _:
                return self._number_or_word()

    def _object(self, path: KeyPath) -> dict[str, Any]:
        members: dict[str, Any] = {}
        for _ in self._items("{", "}"):
            start = self.at
            key = self._string()
            self._take(_SIGNS[":"], "Expected : here.")
            if key in members:
                place = Place.at(self.label, self.text, start)
                self.add(Problem(f"the key {key!r:.60} is given twice", None, place))
            self.key_offsets[*path, key] = start
            members[key] = self._value((*path, key))
        return members

    def _items(self, opening: str, closing: str) -> Iterator[int]:
        """Yield the index of each item between brackets; the caller parses the item before it takes the next one."""
        self._take(_SIGNS[opening])
        for index in count():
            if self.text.startswith(closing, self.at):
                break
            if index:
                self._take(_SIGNS[","], f"Expected a comma or {closing} here.")
            yield index
        self._take(_SIGNS[closing])

    def _string(self) -> str:
        return str(json.loads(self._take(_STRING, 'Expected a text in double quotes here, like "name".')))

    def _number_or_word(self) -> Any:
        start = self.at
        hint = "Expected a value here: a number, a text in quotes, [ or {."
        token = self._take(_NUMBER_OR_WORD, hint)
        if token.isalpha() and token not in ("true", "false", "null"):
            raise self._error(f"{token:.40} is not a JSON value", hint, start)
        if len(token) > MAX_DIGITS:
            raise self._error("this number is too long", f"At most {MAX_DIGITS} characters.", start)
        return json.loads(token)

    def _take(self, token: re.Pattern[str], hint: str = "") -> str:
        """Return the token at the current position, and skip it and the whitespace after it."""
        found = token.match(self.text, self.at)
        if not found:
            raise self._error("not valid JSON", hint)
        self.at = found.end()
        return found.group(1)

    def _error(self, message: str, hint: str, at: int | None = None) -> InputError:
        return InputError.of(message, hint, Place.at(self.label, self.text, self.at if at is None else at))


def parse_json(text: str, label: str) -> Node:
    """Return the value of a JSON text as a node, or raise an error with the place of the mistake."""
    document = JsonText(text, label)
    return Node(document.parse(), (), document)


@dataclass(frozen=True, slots=True)
class Node:
    """A value of untrusted data, with its path. Arguments called `what` name the value in messages.

    A value that is wrong is reported and replaced by an empty one, so that reading can go on.
    """

    value: Any
    path: KeyPath = ()
    problems: ProblemLog = field(default_factory=ProblemLog)
    prefix: str = ""  # of all messages about this value and its members

    def report(self, message: str, hint: str | None = None) -> None:
        """Report a problem with this value."""
        self.problems.add(Problem(self.prefix + message, hint, self.problems.place(self.path)))

    def has_type(self, wanted: type, what: str, expected: str) -> bool:
        """Return whether the value has the wanted type; report it if not."""
        if isinstance(self.value, wanted) and isinstance(self.value, bool) == (wanted is bool):  # bool is also an int
            return True
        self.report(f"{what} should be {expected}, not {as_json(self.value)}")
        return False

    def table(
        self, what: str, known: Iterable[str], required: Iterable[str] = (), defaults: Mapping[str, Any] | None = None
    ) -> dict[str, Node]:
        """Return the members of an object, with defaults for missing ones. Unknown keys are reported and left out.

        Missing required members are reported here; their nodes report nothing more.
        """
        members = {key: self.member(key, value) for key, value in (defaults or {}).items()}
        members |= {key: Node(None) for key in required}
        if not self.has_type(dict, what, "an object in braces"):
            return members
        names = list(known)
        for key, value in self.value.items():
            if key in names:
                members[key] = self.member(key, value)
            else:
                message = f"{self.prefix}{what}: unknown key {shortened(key)!r}"
                place = self.problems.place((*self.path, key), of_key=True)
                self.problems.add(Problem(message, suggest(key, names), place))
        for key in required:
            if key not in self.value:
                self.report(f"{what}: {key!r} is missing")
        return members

    def entries(self, what: str, most: int = MAX_ENTRIES) -> list[Node]:
        """Return the entries of a list; a list with more than `most` entries is reported."""
        if not self.has_type(list, what, "a list in square brackets"):
            return []
        if len(self.value) > most:
            self.report(f"{what} has {len(self.value):,} entries", f"Lists of more than {most:,} are not read.")
            return []
        return [self.member(index, value) for index, value in enumerate(self.value)]

    def integer(self, what: str, least: int, most: int) -> int:
        """Return the value if it is a whole number within bounds, otherwise 0."""
        if not self.has_type(int, what, "a whole number"):
            return 0
        if not least <= self.value <= most:
            self.report(f"{what} cannot be {self.value}", f"It must be between {least} and {most}.")
            return 0
        return int(self.value)

    def boolean(self, what: str) -> bool:
        """Return the value if it is a boolean, otherwise False."""
        return self.has_type(bool, what, "true or false") and bool(self.value)

    def text(self, what: str) -> str:
        """Return the value if it is a text, otherwise an empty text."""
        return str(self.value) if self.has_type(str, what, "a text in quotes") else ""

    def name(self, what: str) -> str:
        """Return the value if it can be printed as a name, otherwise an empty text."""
        text = self.text(what)
        if isinstance(self.value, str) and not is_name(text):
            hint = f"Use 1 to {MAX_NAME} visible characters, without spaces at either end."
            self.report(f"{what} cannot be {as_json(text)}", hint)
            return ""
        return text

    def choice(self, what: str, known: Iterable[str]) -> str:
        """Return the value if it is one of the known words, otherwise an empty text."""
        text = self.text(what)
        names = list(known)
        if isinstance(self.value, str) and text not in names:
            self.report(f"{what} cannot be {as_json(text)}", suggest(text, names))
            return ""
        return text

    def member(self, key: str | int, value: Any) -> Node:
        """Return a node of a value inside this one."""
        return Node(value, (*self.path, key), self.problems, self.prefix)


def is_name(text: str) -> bool:
    """Return whether a text can be a player's name: visible characters, without spaces at either end."""
    return 0 < len(text) <= MAX_NAME and text == text.strip() and is_visible(text)


def is_visible(text: str) -> bool:
    """Return whether all characters of a text can be part of a name."""
    return text.translate(_JOINERS).isprintable()


def as_json(value: Any) -> str:
    """Return a value as JSON, shortened to one line, for messages."""
    return printable(shortened(json.dumps(value, ensure_ascii=False)))
