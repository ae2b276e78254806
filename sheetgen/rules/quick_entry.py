"""A sheet in one line, as people read it out: `Laura: red 2 3 4 5; green 12-6 lock; penalties 2`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sheetgen.errors import Problem, shortened, suggest
from sheetgen.rules.reading import Node, Notes
from sheetgen.rules.record import Record, mark
from sheetgen.rules.record_reader import read_record
from sheetgen.rules.rulebook import Row, Rulebook

MAX_TEXT = 2000

_RANGE = re.compile(r"(\d{1,3})(?:-|–|\.\.)(\d{1,3})", re.ASCII)
_NUMBER = re.compile(r"\d{1,3}(?:#\d{1,2})?", re.ASCII)
_HINT = 'Write "Laura: red 2 3 5; green 12-6 lock; penalties 2".'


def read_entries(rulebook: Rulebook, texts: Sequence[str], side: str | None = None) -> Record:
    """The record of these sheets, or everything that is wrong with them."""
    notes = Notes()
    sheets = [_parsed(rulebook, text, notes) for text in texts]
    return read_record(
        rulebook, Node({"players": sheets, **({} if side is None else {"side": side.lower()})}, (), notes)
    )


def _parsed(rulebook: Rulebook, text: str, notes: Notes) -> dict[str, Any]:
    """The sheet as a record has it, as far as the text can be understood."""
    name, colon, rest = text.partition(":")
    if not colon:
        notes.add(Problem(f"{shortened(text)!r} is not a name, a colon and crosses", _HINT))
    if len(text) > MAX_TEXT:
        notes.add(Problem(f"{shortened(text)!r} is too long ({len(text):,} characters)", f"At most {MAX_TEXT:,}."))
    parser = _EntryParser(rulebook, name.strip(), notes)
    for part in rest[:MAX_TEXT].split(";"):
        parser.part(part.replace(",", " ").split())
    return parser.data


class _EntryParser:
    def __init__(self, rulebook: Rulebook, name: str, notes: Notes) -> None:
        self.rows = {row.id: row for row in rulebook.rows}
        self.counts = ["penalties", "space"] if rulebook.tracks else ["penalties"]
        self.name = name
        self.data: dict[str, Any] = {"name": name, "marks": {}, "locks": []}
        self.notes = notes

    def part(self, words: list[str]) -> None:
        """A row and its crosses, or a word and its number. Nothing between two semicolons is fine."""
        if not words:
            return
        word, *rest = words
        word = word.lower()
        if word in self.counts:
            self._count(word, rest)
        elif word in self.rows:
            self._row(self.rows[word], rest)
        else:
            self._problem(f"there is no row {shortened(word)!r}", suggest(word, [*self.rows, *self.counts]))

    def _count(self, word: str, rest: list[str]) -> None:
        if len(rest) != 1 or not re.fullmatch(r"\d{1,3}", rest[0], re.ASCII):
            self._problem(f"{word!r} takes one number", f'Write "{word} 2".')
        elif word in self.data:
            self._problem(f"{word!r} is given twice")
        else:
            self.data[word] = int(rest[0])

    def _row(self, row: Row, words: list[str]) -> None:
        if row.id in self.data["marks"]:
            self._problem(f"the row {row.id!r} is given twice")
        numbers = self.data["marks"].setdefault(row.id, [])
        for word in words:
            if word.lower() == "lock":
                self.data["locks"].append(row.id)
            elif run := _RANGE.fullmatch(word):
                numbers += self._run(row, int(run.group(1)), int(run.group(2)))
            elif _NUMBER.fullmatch(word):
                numbers.append(int(word) if word.isdecimal() else word)
            else:
                self._problem(f"{shortened(word)!r} is neither a number of {row.id!r} nor a run of them", _HINT)

    def _run(self, row: Row, first: int, last: int) -> list[int | str]:
        """The numbers from one to the other in the row's direction."""
        names = [mark(row, cell.id) for cell in row.cells]
        missing = [number for number in (first, last) if number not in names]
        if missing:
            self._problem(f"{row.id!r} has no {missing[0]}", f"It has {' '.join(map(str, names))}.")
            return []
        start, end = names.index(first), names.index(last)
        if start > end:
            self._problem(f"{first}-{last} runs against {row.id!r}", f"That row goes from {names[0]} to {names[-1]}.")
            return []
        return names[start : end + 1]

    def _problem(self, message: str, hint: str | None = None) -> None:
        self.notes.add(Problem(f"{shortened(self.name)}: {message}", hint))
