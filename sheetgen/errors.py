"""What is wrong with something a user gave us: one error, all its problems, each with its place."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from datetime import date, time
from typing import Any, Literal, NamedTuple, TypeVar

EXCERPT = 100
"""How much of a source line is shown."""

T = TypeVar("T")

Severity = Literal["error", "warning"]

KeyPath = tuple[str | int, ...]
"""The way to a value through tables and lists."""


class Place(NamedTuple):
    """Where in a file a problem stands. Lines and columns count from 1."""

    file: str
    line: int
    column: int
    source: str

    @classmethod
    def at(cls, file: str, text: str, offset: int) -> Place:
        """The place of an offset in a file's text."""
        start = text.rfind("\n", 0, offset) + 1
        source = text[start : offset + EXCERPT].partition("\n")[0]
        return cls(file, text.count("\n", 0, offset) + 1, offset - start + 1, source)

    def excerpt(self) -> tuple[str, int]:
        """The source line around the column, fit for a terminal, and where in it the column is."""
        start = max(0, self.column - 1 - EXCERPT // 2)
        shown = self.source[start : start + EXCERPT].replace("\t", " ")
        return visible(shown).rstrip(), self.column - 1 - start


class Problem(NamedTuple):
    """One thing that is wrong or unwise, what would be better, and where it stands."""

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
        lines = []
        if self.place is not None:
            lines.append(visible(f"{self.place.file}:{self.place.line}:{self.place.column}: {self.message}"))
            if self.place.source.strip():
                source, column = self.place.excerpt()
                lines += [f"    {source}", "    " + " " * column + "^"]
        else:
            lines.append(visible(self.message))
        if self.hint:
            lines.append(f"    {visible(self.hint)}")
        return "\n".join(lines)


class InputError(Exception):
    """The user gave something that cannot be used. Carries every problem found, never just the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    @classmethod
    def of(cls, message: str, hint: str | None = None, place: Place | None = None) -> InputError:
        """An error with one problem."""
        return cls([Problem(message, hint, place)])


class Collector:
    """Keeps what goes wrong, to tell all of it at once."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def attempt(self, make: Callable[[], T]) -> T | None:
        """What is made, or None and some problems more."""
        try:
            return make()
        except InputError as error:
            self.problems.extend(error.problems)
            return None

    def raise_if_any(self) -> None:
        """One error with all the problems, if there are any, each told once."""
        if self.problems:
            raise InputError(dict.fromkeys(self.problems))


def visible(text: str) -> str:
    """The text on one line, without what could command a terminal or pass for another message."""
    return "".join(c if is_plain(c) else "�" for c in text)


def is_plain(text: str) -> bool:
    """Can all of it be seen? So can spaces that hold words together, which French sets before : ; ! and ?."""
    return text.replace("\u00a0", " ").isprintable()


def shortened(text: str, most: int = 40) -> str:
    """The text, or its beginning."""
    return text if len(text) <= most else text[: most - 1] + "…"


def shown(value: Any, most: int = 60) -> str:
    """A value about as a file writes it."""
    match value:
        case bool():
            text = str(value).lower()
        case date() | time():
            text = str(value)
        case list():
            text = f"[{', '.join(map(shown, value))}]"
        case dict():
            text = f"{{ {', '.join(f'{key} = {shown(each)}' for key, each in value.items())} }}"
        case _:
            text = repr(value)
    return shortened(text, most)


def suggest(word: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """A hint for a word we do not know: the nearest one we do, or all of them."""
    names = list(known)
    near = difflib.get_close_matches(word[:60].lower(), names, n=1, cutoff=likeness)
    if near:
        return f"Did you mean {near[0]!r}?"
    return "Known: " + ", ".join(names) + "." if names else "None is known here."
