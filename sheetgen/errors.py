"""Errors in user input: one exception that carries all problems, each with its place in a file."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from datetime import date, time
from typing import Any, Literal, NamedTuple, TypeVar

MAX_EXCERPT = 100  # characters of a source line in a message

T = TypeVar("T")
Severity = Literal["error", "warning"]
KeyPath = tuple[str | int, ...]  # keys and indexes that lead to a value through tables and lists


class Place(NamedTuple):
    """The place of a problem in a file. Lines and columns count from 1."""

    file: str
    line: int
    column: int
    source: str

    @classmethod
    def at(cls, file: str, text: str, offset: int) -> Place:
        """Return the place of an offset in the text of a file."""
        start = text.rfind("\n", 0, offset) + 1
        source = text[start : offset + MAX_EXCERPT].partition("\n")[0]
        return cls(file, text.count("\n", 0, offset) + 1, offset - start + 1, source)

    def excerpt(self) -> tuple[str, int]:
        """Return the printable part of the source line around the column, and the column's index in it."""
        start = max(0, self.column - 1 - MAX_EXCERPT // 2)
        part = self.source[start : start + MAX_EXCERPT].replace("\t", " ")
        return printable(part).rstrip(), self.column - 1 - start


class Problem(NamedTuple):
    """One error or warning, with a hint on how to fix it and its place, if known."""

    message: str
    hint: str | None = None
    place: Place | None = None
    severity: Severity = "error"

    @property
    def line(self) -> int | None:
        """The line of the file, counted from 1."""
        return self.place.line if self.place else None

    @property
    def column(self) -> int | None:
        """The column of the line, counted from 1."""
        return self.place.column if self.place else None

    def to_data(self) -> dict[str, Any]:
        """Return the problem as JSON-able data."""
        place = self.place._asdict() if self.place else dict.fromkeys(Place._fields)
        return {"severity": self.severity, "message": self.message, "hint": self.hint, **place}

    def __str__(self) -> str:
        place = f"{self.place.file}:{self.place.line}:{self.place.column}: " if self.place else ""
        lines = [printable(place + self.message)]
        if self.place and self.place.source.strip():
            source, column = self.place.excerpt()
            lines += [f"    {source}", "    " + " " * column + "^"]
        if self.hint:
            lines.append(f"    {printable(self.hint)}")
        return "\n".join(lines)


class InputError(Exception):
    """Unusable user input. Carries every problem found, not just the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[InputError], tuple[tuple[Problem, ...]]]:
        """Pickle the problems, from which the message is made again."""
        return InputError, (self.problems,)

    @classmethod
    def of(cls, message: str, hint: str | None = None, place: Place | None = None) -> InputError:
        """Return an error with one problem."""
        return cls([Problem(message, hint, place)])


class Collector:
    """Collects the problems of several attempts, to report them together."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def attempt(self, make: Callable[[], T]) -> T | None:
        """Return the result of `make`; if it raises an InputError, collect its problems and return None."""
        try:
            return make()
        except InputError as error:
            self.problems.extend(error.problems)
            return None

    def raise_if_any(self) -> None:
        """Raise one InputError with all collected problems, without duplicates, if there are any."""
        if self.problems:
            raise InputError(dict.fromkeys(self.problems))


def printable(text: str) -> str:
    """Return the text on one line, with � for control characters, which could control a terminal."""
    return "".join(c if is_printable(c) else "�" for c in text)


def is_printable(text: str) -> bool:
    """Return whether all characters are printable, including the no-break space that French sets before : ; ! and ?."""
    return text.replace("\u00a0", " ").isprintable()


def shortened(text: str, length: int = 40) -> str:
    """Return the text, cut off with an ellipsis if it is longer than `length` characters."""
    return text if len(text) <= length else text[: length - 1] + "…"


def as_toml(value: Any, length: int = 60) -> str:
    """Return a value in TOML-like notation, cut off after `length` characters."""
    match value:
        case bool():
            text = str(value).lower()
        case date() | time():
            text = str(value)
        case list():
            text = f"[{', '.join(map(as_toml, value))}]"
        case dict():
            text = f"{{ {', '.join(f'{key} = {as_toml(each)}' for key, each in value.items())} }}"
        case _:
            text = repr(value)
    return shortened(text, length)


def suggest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return a hint for an unknown word: the most similar known word (similarity of 0-1 at least `cutoff`), or all."""
    names = list(known)
    similar = difflib.get_close_matches(word[:60].lower(), names, n=1, cutoff=cutoff)
    if similar:
        return f"Did you mean {similar[0]!r}?"
    return "Known: " + ", ".join(names) + "." if names else "None is known here."
