"""What is wrong with something a user gave us: one error, all its problems, each with its place."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file a problem stands. Lines and columns count from 1."""

    file: str
    line: int
    column: int
    source: str


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, what would be right, and where it stands."""

    message: str
    hint: str | None = None
    place: Place | None = None

    def __str__(self) -> str:
        lines = []
        if self.place is not None:
            lines.append(f"{self.place.file}:{self.place.line}: {self.message}")
            if self.place.source.strip():
                lines.append(f"    {self.place.source.rstrip()}")
                lines.append("    " + " " * (self.place.column - 1) + "^")
        else:
            lines.append(self.message)
        if self.hint:
            lines.append(f"    {self.hint}")
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


def suggest(word: str, known: Iterable[str]) -> str:
    """A hint for a word we do not know: the nearest one we do, or all of them."""
    names = list(known)
    near = difflib.get_close_matches(word.lower(), names, n=1, cutoff=0.6)
    if near:
        return f"Did you mean {near[0]!r}?"
    return "Known: " + ", ".join(names) + "." if names else "None is known here."
