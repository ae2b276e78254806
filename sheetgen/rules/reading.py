"""Read plain data from strangers node by node: whatever is wrong is noted with its place, and reading goes on."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sheetgen.errors import Collector, InputError, KeyPath, Problem, shortened, suggest, visible
from sheetgen.rules.json_text import JsonText

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
    return visible(shortened(json.dumps(value, ensure_ascii=False)))
