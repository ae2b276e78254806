"""Read untrusted JSON: a strict parser that knows the place of every value, and nodes that check values.

A node reports what is wrong with its value, with its place, and reading goes on: all problems are reported at once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sheetgen.errors import Collector, InputError, KeyPath, Place, Problem, printable, shortened, suggest

MAX_DEPTH = 16
MAX_DIGITS = 15
MAX_DUPLICATES = 50  # keys given twice that are reported
MAX_NAME = 40  # characters
MAX_PROBLEMS = 100  # reading stops there: the text is no record or log

_BLANK = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_WORDS = {"true": True, "false": False, "null": None}
_WORD = re.compile(r"[A-Za-z]+")
_JOINERS = {0x200C: None, 0x200D: None}  # invisible characters that some scripts and emoji need

T = TypeVar("T")


@dataclass
class JsonText:
    """A parsed JSON text, with the offsets of its values and keys. `label` names the file in messages."""

    label: str
    text: str
    data: Any = None
    offsets: dict[KeyPath, int] = field(default_factory=dict)
    keys: dict[KeyPath, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)  # keys that are given twice

    def place(self, path: KeyPath) -> Place:
        """Return the place of a value, or of the innermost value around it."""
        while path not in self.offsets:
            path = path[:-1]
        return Place.at(self.label, self.text, self.offsets[path])


def parse_json(text: str, label: str) -> JsonText:
    """Parse a text, or raise an error with the place of what is wrong."""
    document = JsonText(label, text)
    parser = _Parser(document)
    document.data = parser.value(())
    parser.end()
    return document


class _Parser:
    """A recursive descent parser of JSON, never deeper than `MAX_DEPTH` levels."""

    def __init__(self, document: JsonText) -> None:
        self.document = document
        self.text = document.text
        self.at = 0

    def value(self, path: KeyPath) -> Any:
        self._skip_blanks()
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
        self._skip_blanks()
        if self.at < len(self.text):
            raise self._error("something follows after the end", "A file holds one record or one log.")

    def _object(self, path: KeyPath) -> dict[str, Any]:
        members: dict[str, Any] = {}
        self.at += 1
        while not self._at_end("}", bool(members)):
            self._skip_blanks()
            start = self.at
            key = self._string()
            self._expect(":")
            if key in members and len(self.document.problems) < MAX_DUPLICATES:
                place = Place.at(self.document.label, self.text, start)
                self.document.problems.append(Problem(f"the key {key!r:.60} is given twice", None, place))
            self.document.keys[(*path, key)] = start
            members[key] = self.value((*path, key))
        return members

    def _array(self, path: KeyPath) -> list[Any]:
        items: list[Any] = []
        self.at += 1
        while not self._at_end("]", bool(items)):
            items.append(self.value((*path, len(items))))
        return items

    def _at_end(self, bracket: str, comma: bool) -> bool:
        """Skip the closing bracket and return True, or else skip the comma that must precede another value."""
        self._skip_blanks()
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
        self._skip_blanks()
        if not self.text.startswith(sign, self.at):
            raise self._error("not valid JSON", hint or f"{sign} should stand here.")
        self.at += 1

    def _skip_blanks(self) -> None:
        found = _BLANK.match(self.text, self.at)
        assert found
        self.at = found.end()

    def _error(self, message: str, hint: str) -> InputError:
        return InputError.of(message, hint, Place.at(self.document.label, self.text, self.at))


class ProblemLog(Collector):
    """The problems found so far in a text, or in data that has no text."""

    def __init__(self, document: JsonText | None = None) -> None:
        super().__init__()
        self.document = document
        self.problems += document.problems if document else []

    def add(self, problem: Problem) -> None:
        """Add a problem. Raise an error with all of them if there are too many to go on."""
        self.problems.append(problem)
        if len(self.problems) >= MAX_PROBLEMS:
            raise InputError([*self.problems, Problem("and more: the rest was not read")])


@dataclass(frozen=True, slots=True)
class Node:
    """A value of untrusted data, with its path. `what` names the value in messages."""

    value: Any
    path: KeyPath = ()
    problems: ProblemLog = field(default_factory=ProblemLog)

    def report(self, message: str, hint: str | None = None) -> None:
        """Report a problem with this value."""
        document = self.problems.document
        self.problems.add(Problem(message, hint, document.place(self.path) if document else None))

    def report_type(self, what: str, expected: str) -> None:
        """Report that this value has the wrong type."""
        self.report(f"{what} should be {expected}, not {as_json(self.value)}")

    def table(
        self,
        what: str,
        known: Iterable[str],
        required: Iterable[str] = (),
        defaults: Mapping[str, Any] | None = None,
    ) -> dict[str, Node]:
        """Return the members of an object, with defaults for missing ones. Unknown keys are reported and left out."""
        members = {key: self._member(key, value) for key, value in (defaults or {}).items()}
        if not isinstance(self.value, dict):
            self.report_type(what, "an object in braces")
            return members
        names, document = list(known), self.problems.document
        for key, value in self.value.items():
            if key in names:
                members[key] = self._member(key, value)
            else:
                place = Place.at(document.label, document.text, document.keys[(*self.path, key)]) if document else None
                self.problems.add(Problem(f"{what}: unknown key {shortened(key)!r}", suggest(key, names), place))
        for key in required:
            if key not in members:
                self.report(f"{what}: {key!r} is missing")
        return members

    def entries(self, what: str, most: int) -> list[Node]:
        """Return the entries of a list; report it if there are more than `most`."""
        if not isinstance(self.value, list):
            self.report_type(what, "a list in square brackets")
            return []
        if len(self.value) > most:
            self.report(f"{what} has {len(self.value):,} entries", f"Lists of more than {most:,} are not read.")
            return []
        return [self._member(index, value) for index, value in enumerate(self.value)]

    def integer(self, what: str, least: int, most: int) -> int | None:
        """Return a whole number within bounds; report anything else."""
        value = self._of_type(int, what, "a whole number")
        if value is not None and not least <= value <= most:
            self.report(f"{what} cannot be {value}", f"It must be between {least} and {most}.")
            return None
        return value

    def boolean(self, what: str) -> bool | None:
        """Return true or false; report anything else."""
        return self._of_type(bool, what, "true or false")

    def text(self, what: str) -> str | None:
        """Return a text; report anything else."""
        return self._of_type(str, what, "a text in quotes")

    def name(self, what: str) -> str | None:
        """Return a text that can be printed as a name; report anything else."""
        text = self.text(what)
        if text is None:
            return None
        is_printable = text == text.strip() and text.translate(_JOINERS).isprintable()
        if not (0 < len(text) <= MAX_NAME and is_printable):
            hint = f"Use 1 to {MAX_NAME} characters that can be seen, without spaces around them."
            self.report(f"{what} cannot be {as_json(text)}", hint)
            return None
        return text

    def choice(self, what: str, known: Iterable[str]) -> str | None:
        """Return one of the known words; report anything else."""
        text, names = self.text(what), list(known)
        if text is None or text in names:
            return text
        self.report(f"{what} cannot be {as_json(text)}", suggest(text, names))
        return None

    def _of_type(self, wanted: type[T], what: str, name: str) -> T | None:
        if type(self.value) is wanted:  # not isinstance, because bool is a subclass of int
            return self.value
        self.report_type(what, name)
        return None

    def _member(self, key: str | int, value: Any) -> Node:
        return Node(value, (*self.path, key), self.problems)


def root_node(document: JsonText) -> Node:
    """Return the node of a whole text."""
    return Node(document.data, (), ProblemLog(document))


def as_json(value: Any) -> str:
    """Return a value as JSON, shortened to one line, for messages."""
    return printable(shortened(json.dumps(value, ensure_ascii=False)))
