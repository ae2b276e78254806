"""Parse quick entry, one sheet per line as people read it out: `Laura: red 2 3 4 5; green 12-6 lock; penalties 2`.

A second box is written `5#2`, a pair by which the white sum was swapped `8/5`, and a shuffled sheet begins with the
code at the end of its link: `Laura: sheet 2PK68VB7ZGKB20; red 2 3`. A sheet of another layout that plays together with
this one begins with the name of that layout.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from unicodedata import normalize

from sheetgen.errors import InputError, Problem, shortened, suggest
from sheetgen.game_input.json_input import Node, ProblemLog
from sheetgen.game_input.record_input import make_record
from sheetgen.rules.records import Record, recorded_cell
from sheetgen.rules.rulebook import Row, Rulebook
from sheetgen.rules.shuffle.arrangement import read_sheet

MAX_TEXT = 2000  # characters

_DASH = re.compile(r"(?<=\d)\s*(?:-|–|—|\.\.)\s*(?=\d)", re.ASCII)
_SLASH = re.compile(r"(?<=\d)\s*/\s*(?=\d)", re.ASCII)
_RANGE = re.compile(r"(\d{1,3})-(\d{1,3})", re.ASCII)
_NUMBER = re.compile(r"\d{1,3}(?:#\d{1,2})?", re.ASCII)
_PAIR = re.compile(r"\d{1,3}/\d{1,3}(?:#\d{1,2})?", re.ASCII)
_SEPARATOR_HINT = "put a ; before the next row."
_EXAMPLE_HINT = 'Write "Laura: red 2 3 5; green 12-6 lock; penalties 2".'


def read_entries(
    rulebook: Rulebook, texts: Sequence[str], side: str | None = None, synonyms: Mapping[str, str] | None = None
) -> Record:
    """Return the record of sheets in quick entry, or raise one error with every problem in them.

    `synonyms` maps other words, such as those of another language, to rows, `penalties`, `lock` and `space`.
    """
    problems = ProblemLog()
    sheets = [_EntryParser(rulebook, side, synonyms, problems).sheet(text) for text in texts]
    return _record(rulebook, sheets, side, problems)


def read_space(
    rulebook: Rulebook, name: str, text: str, side: str | None = None, synonyms: Mapping[str, str] | None = None
) -> int:
    """Return the space of a player's piece from a text of its own: `5`, `space 5` or `yellow 6 +3`."""
    problems = ProblemLog()
    parser = _EntryParser(rulebook, side, synonyms, problems)
    parser.data["name"] = name
    words = _words(normalize("NFC", text[:MAX_TEXT]).lower())
    parser.add_part(words if words and parser.translated(words[0]) == "space" else ["space", *words])
    return _record(rulebook, [parser.data], side, problems).sheets[0].space


def _record(rulebook: Rulebook, sheets: Sequence[dict[str, Any]], side: str | None, problems: ProblemLog) -> Record:
    named = {} if side is None else {"side": side.lower()}
    return make_record(rulebook, Node({"players": sheets, **named}, (), problems))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\s,:]+", text)


class _EntryParser:
    """A parser of one sheet, whose `data` has the form of a record's JSON."""

    def __init__(
        self, rulebook: Rulebook, side: str | None, synonyms: Mapping[str, str] | None, problems: ProblemLog
    ) -> None:
        sides = list(rulebook.tracks) if side is None else [side.lower()]
        self.rulebook = rulebook
        self.doubles = rulebook.doubles  # of the sheet, as are its rows
        self.rows = {row.id: row for row in rulebook.rows}
        self.spaces = rulebook.tracks.get(sides[0], ()) if len(sides) == 1 else ()  # none if the side is unknown
        self.synonyms = synonyms or {}
        self.problems = problems
        self.has_bad_code = False
        self.data: dict[str, Any] = {"name": "", "marks": {}, "locks": []}

    def sheet(self, text: str) -> dict[str, Any]:
        """Return the data of a sheet, as far as the text can be parsed."""
        name, colon, rest = normalize("NFC", text).partition(":")
        self.data["name"] = name.strip()
        if not colon:
            self.report("a name, a colon and crosses are needed", _EXAMPLE_HINT)
        if len(text) > MAX_TEXT:
            self.report(f"this is too long ({len(text):,} characters)", f"At most {MAX_TEXT:,}.")
        for part in _SLASH.sub("/", _DASH.sub("-", rest[:MAX_TEXT].lower())).split(";"):
            self.add_part(_words(part))
        return self.data

    def add_part(self, words: list[str]) -> None:
        """Add a row and its crosses, or a word and its number. A part may be empty."""
        if not words or self.has_bad_code:
            return
        words = [self.translated(word) for word in words]
        word, rest = words[0], words[1:]
        if word in self.rows:
            self._add_row(self.rows[word], rest)
        elif word == "penalties":
            self._set_once("penalties", self._number(word, rest))
        elif word == "space" and self.rulebook.tracks:
            self._set_once("space", self._space(rest))
        elif word == "sheet" and self.rulebook.has_other_sheets:
            self._set_code(rest)
        elif word == "lock":
            self.report("which lock?", 'It stands in its row: "red 8-12 lock".')
        else:
            own = [*self.rows, "penalties", *(["space"] if self.rulebook.tracks else [])]
            own += ["sheet"] if self.rulebook.has_other_sheets else []
            known = dict.fromkeys([*own, *(other for other, meant in self.synonyms.items() if meant in own)])
            self.report(f"there is no row {shortened(word)!r}", suggest(word, known))

    def translated(self, word: str) -> str:
        """Return the word that a synonym stands for; a row's own name is no synonym."""
        return word if word in self.rows else self.synonyms.get(word, word)

    def _set_code(self, words: list[str]) -> None:
        """Set the code or layout of a sheet. It comes first, because runs of numbers depend on its rows."""
        if len(words) != 1 or self.data["marks"] or "sheet" in self.data:
            self.report("'sheet' comes first, with one code", 'Write "Laura: sheet 2PK68VB7ZGKB20; red 2 3".')
            return
        self.data["sheet"] = words[0].upper()
        try:
            if arrangement := read_sheet(self.rulebook, words[0]):
                self.doubles = arrangement.rulebook.doubles
                self.rows = {row.id: row for row in arrangement.rulebook.rows}
        except InputError:  # reported when the record is read; without a code, the rows are unknown
            self.has_bad_code = True

    def _set_once(self, key: str, value: int | None) -> None:
        if key in self.data:
            self.report(f"{key!r} is given twice")
        elif value is not None:
            self.data[key] = value

    def _number(self, word: str, words: list[str]) -> int | None:
        if len(words) == 1 and re.fullmatch(r"\d{1,3}", words[0], re.ASCII):
            return int(words[0])
        self.report(f"{word!r} takes one number", f'Write "{word} 2".')
        return None

    def _space(self, words: list[str]) -> int | None:
        """Return a space given by its number from the start, or by what is printed on it: `yellow 9 +17`."""
        text = " ".join(words)
        if re.fullmatch(r"\d{1,3}", text, re.ASCII):
            return int(text)
        printed = re.fullmatch(r"(\S+) (\S+) \+(\d{1,3})", text, re.ASCII)
        if not printed:
            hint = 'Write "space 5", counted from the start, or what is printed on it: "space green 10 +3".'
            self.report("which space?", hint)
            return None
        face = (printed[1], printed[2], int(printed[3]))
        faces = [(space.row, str(space.number), space.extra) for space in self.spaces]
        found = [index for index, each in enumerate(faces, start=1) if each == face]
        if len(found) == 1:
            return found[0]
        if found:
            numbers = " and ".join(map(str, found))
            self.report(f"{text!r} is printed on several spaces", f"Give the number of the space: {numbers}.")
        elif self.spaces:
            self.report(f"there is no space {text!r} on this side", "Give row, number and extra points.")
        else:
            self.report(f"where is {text!r}?", "That depends on the side of the board: name it too.")
        return None

    def _add_row(self, row: Row, words: list[str]) -> None:
        if row.id in self.data["marks"]:
            self.report(f"the row {row.id!r} is given twice", "Put all its crosses into one part.")
        numbers = self.data["marks"].setdefault(row.id, [])
        for word in words:
            if word == "lock":
                self.data["locks"].append(row.id)
            elif run := _RANGE.fullmatch(word):
                numbers += self._run_of_numbers(row, int(run.group(1)), int(run.group(2)))
            elif _NUMBER.fullmatch(word):
                numbers.append(int(word) if word.isdecimal() else word)
            elif _PAIR.fullmatch(word) and row.swaps:
                numbers.append(word)
            elif word in (*self.rows, "penalties", "space"):
                self.report(f"{word!r} begins a new part", f"Put a ; before {word!r}.")
                return
            elif _PAIR.fullmatch(word) and (pairs := [each.id for each in self.rows.values() if each.swaps]):
                self.report(f"{word!r} is a pair", f'Pairs have a part of their own: "{pairs[0]} {word}".')
            elif row.swaps:
                hint = f"Pairs are written {' '.join(str(recorded_cell(row, id)) for id in row.ids[:2])}"
                self.report(f"{shortened(word)!r} is not a pair of {row.id!r}", f"{hint}; {_SEPARATOR_HINT}")
            else:
                hint = f"Numbers and runs of them are written 2 3 5-8; {_SEPARATOR_HINT}"
                self.report(f"{shortened(word)!r} is neither a number of {row.id!r} nor a run of them", hint)

    def _run_of_numbers(self, row: Row, first: int, last: int) -> list[int | str]:
        """Return the numbers of the row from the first to the last one, without second boxes."""
        names = [recorded_cell(row, cell.id) for cell in row.cells if cell.id not in self.doubles]
        missing = [number for number in (first, last) if number not in names]
        if missing:
            self.report(f"{row.id!r} has no {missing[0]}", f"It has {' '.join(map(str, names))}.")
            return []
        start, end = names.index(first), names.index(last)
        if start > end:
            self.report(f"{first}-{last} runs against {row.id!r}", f"That row goes from {names[0]} to {names[-1]}.")
            return []
        return names[start : end + 1]

    def report(self, message: str, hint: str | None = None) -> None:
        """Report a problem with this sheet."""
        self.problems.add(Problem(f"{shortened(self.data['name']) or 'a player'}: {message}", hint))
