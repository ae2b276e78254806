"""A sheet in one line, as people read it out: `Laura: red 2 3 4 5; green 12-6 lock; penalties 2`.

A second box is written `5#2`, a pair by which the white sum was swapped `8/5`, and a shuffled sheet begins with the
code at the end of its link: `Laura: sheet 2PK68VB7ZGKB20; red 2 3`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from unicodedata import normalize

from sheetgen.errors import InputError, Problem, shortened, suggest
from sheetgen.games.json_input import Node, Notes
from sheetgen.games.record_input import read_record
from sheetgen.rules.records import Record, cell_name
from sheetgen.rules.rulebook import Row, Rulebook, Space
from sheetgen.rules.shuffle.arrangement import read_arrangement

MAX_TEXT = 2000

_DASH = re.compile(r"(?<=\d)\s*(?:-|–|—|\.\.)\s*(?=\d)", re.ASCII)
_SLASH = re.compile(r"(?<=\d)\s*/\s*(?=\d)", re.ASCII)
_RANGE = re.compile(r"(\d{1,3})-(\d{1,3})", re.ASCII)
_NUMBER = re.compile(r"\d{1,3}(?:#\d{1,2})?", re.ASCII)
_PAIR = re.compile(r"\d{1,3}/\d{1,3}(?:#\d{1,2})?", re.ASCII)
_EXTRA = re.compile(r"\+(\d{1,3})", re.ASCII)
_NEXT = "a ; stands before the next row."
_HINT = 'Write "Laura: red 2 3 5; green 12-6 lock; penalties 2".'


def read_entries(
    rulebook: Rulebook, texts: Sequence[str], side: str | None = None, synonyms: Mapping[str, str] | None = None
) -> Record:
    """The record of these sheets, or everything that is wrong with them.

    `synonyms` are other words for rows, `penalties`, `lock` and `space`, such as those of a language.
    """
    notes, side = Notes(), side.lower() if side is not None else None
    spaces = _spaces(rulebook, side)
    sheets = [_parsed(_EntryParser(rulebook, spaces, synonyms or {}, notes), text) for text in texts]
    return _record(rulebook, sheets, side, notes)


def read_space(
    rulebook: Rulebook, name: str, text: str, side: str | None = None, synonyms: Mapping[str, str] | None = None
) -> int:
    """The space on which a player's piece stands, if that is told alone: `5`, `space 5` or `yellow 6 +3`."""
    notes, side = Notes(), side.lower() if side is not None else None
    parser = _EntryParser(rulebook, _spaces(rulebook, side), synonyms or {}, notes)
    parser.data["name"] = name
    words = _words(normalize("NFC", text[:MAX_TEXT]).lower())
    parser.part(words if words and parser.known(words[0]) == "space" else ["space", *words])
    return _record(rulebook, [parser.data], side, notes).sheets[0].space


def _spaces(rulebook: Rulebook, side: str | None) -> Sequence[Space]:
    """What is printed on the track; nothing if it is not known which side was played on."""
    sides = [side] if side is not None else list(rulebook.tracks)
    return rulebook.tracks.get(sides[0], ()) if len(sides) == 1 else ()


def _record(rulebook: Rulebook, sheets: Sequence[dict[str, Any]], side: str | None, notes: Notes) -> Record:
    return read_record(rulebook, Node({"players": sheets, **({} if side is None else {"side": side})}, (), notes))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\s,:]+", text)


def _parsed(parser: _EntryParser, text: str) -> dict[str, Any]:
    """The sheet as a record has it, as far as the text can be understood."""
    name, colon, rest = normalize("NFC", text).partition(":")
    parser.data["name"] = name.strip()
    if not colon:
        parser.problem("a name, a colon and crosses are needed", _HINT)
    if len(text) > MAX_TEXT:
        parser.problem(f"this is too long ({len(text):,} characters)", f"At most {MAX_TEXT:,}.")
    for part in _SLASH.sub("/", _DASH.sub("-", rest[:MAX_TEXT].lower())).split(";"):
        parser.part(_words(part))
    return parser.data


class _EntryParser:
    """Understands one sheet, part by part."""

    def __init__(self, rulebook: Rulebook, spaces: Sequence[Space], synonyms: Mapping[str, str], notes: Notes) -> None:
        self.rulebook = rulebook
        self.rows = {row.id: row for row in rulebook.rows}
        self.doubles = rulebook.doubles
        self.has_track = bool(rulebook.tracks)
        self.spaces = spaces
        self.synonyms = synonyms
        self.notes = notes
        self.is_lost = False
        self.data: dict[str, Any] = {"name": "", "marks": {}, "locks": []}

    def part(self, words: list[str]) -> None:
        """A row and its crosses, or a word and its number. Nothing between two semicolons is fine."""
        if not words or self.is_lost:
            return
        words = [self.known(word) for word in words]
        word, rest = words[0], words[1:]
        if word in self.rows:
            self._row(self.rows[word], rest)
        elif word == "penalties":
            self._keep("penalties", self._number(word, rest))
        elif word == "space" and self.has_track:
            self._keep("space", self._space(rest))
        elif word == "sheet" and self.rulebook.shuffle:
            self._sheet(rest)
        elif word == "lock":
            self.problem("which lock?", 'It stands in its row: "red 8-12 lock".')
        else:
            own = [*self.rows, "penalties", *(["space"] if self.has_track else [])]
            own += ["sheet"] if self.rulebook.shuffle else []
            known = dict.fromkeys([*own, *(other for other, meant in self.synonyms.items() if meant in own)])
            self.problem(f"there is no row {shortened(word)!r}", suggest(word, known))

    def _sheet(self, words: list[str]) -> None:
        """The code of a shuffled sheet. Runs of numbers go by its rows, so it comes first."""
        if len(words) != 1 or self.data["marks"] or "sheet" in self.data:
            self.problem("'sheet' comes first, with one code", 'Write "Laura: sheet 2PK68VB7ZGKB20; red 2 3".')
            return
        self.data["sheet"] = words[0].upper()
        try:
            self.rows = {row.id: row for row in read_arrangement(self.rulebook, words[0]).rulebook.rows}
        except InputError:  # told when the record is read; without it, nothing can be said about the rows
            self.is_lost = True

    def known(self, word: str) -> str:
        """The word that is meant; a row's own name comes first."""
        return word if word in self.rows else self.synonyms.get(word, word)

    def _keep(self, key: str, value: int | None) -> None:
        if key in self.data:
            self.problem(f"{key!r} is given twice")
        elif value is not None:
            self.data[key] = value

    def _number(self, word: str, words: list[str]) -> int | None:
        if len(words) == 1 and re.fullmatch(r"\d{1,3}", words[0], re.ASCII):
            return int(words[0])
        self.problem(f"{word!r} takes one number", f'Write "{word} 2".')
        return None

    def _space(self, words: list[str]) -> int | None:
        """A space by its number from the start, or by what is printed on it: `yellow 9 +17`."""
        match words:
            case [number] if re.fullmatch(r"\d{1,3}", number, re.ASCII):
                return int(number)
            case [row, number, plus] if extra := _EXTRA.fullmatch(plus):
                return self._printed_space(" ".join(words), (row, number, int(extra.group(1))))
            case _:
                hint = 'Write "space 5", counted from the start, or what is printed on it: "space green 10 +3".'
                self.problem("which space?", hint)
                return None

    def _printed_space(self, text: str, printed: tuple[str, str, int]) -> int | None:
        faces = [(space.row, str(space.number), space.extra) for space in self.spaces]
        found = [index for index, face in enumerate(faces, start=1) if face == printed]
        if len(found) == 1:
            return found[0]
        if found:
            numbers = " and ".join(map(str, found))
            self.problem(f"{text!r} is printed on several spaces", f"Give the number of the space: {numbers}.")
        elif self.spaces:
            self.problem(f"there is no space {text!r} on this side", "Row, number and the extra points in its circle.")
        else:
            self.problem(f"where is {text!r}?", "That depends on the side of the board: name it too.")
        return None

    def _row(self, row: Row, words: list[str]) -> None:
        if row.id in self.data["marks"]:
            self.problem(f"the row {row.id!r} is given twice", "Put all its crosses into one part.")
        numbers = self.data["marks"].setdefault(row.id, [])
        for word in words:
            if word == "lock":
                self.data["locks"].append(row.id)
            elif run := _RANGE.fullmatch(word):
                numbers += self._run(row, int(run.group(1)), int(run.group(2)))
            elif _NUMBER.fullmatch(word):
                numbers.append(int(word) if word.isdecimal() else word)
            elif _PAIR.fullmatch(word) and row.kind == "pairs":
                numbers.append(word)
            elif word in (*self.rows, "penalties", "space"):
                self.problem(f"{word!r} begins something new", f"Put a ; before {word!r}.")
                return
            elif _PAIR.fullmatch(word) and (pairs := [each.id for each in self.rows.values() if each.kind == "pairs"]):
                self.problem(f"{word!r} is a pair", f'Pairs have a part of their own: "{pairs[0]} {word}".')
            elif row.kind == "pairs":
                hint = f"Pairs are written {' '.join(str(cell_name(row, id)) for id in row.ids[:2])}"
                self.problem(f"{shortened(word)!r} is no pair of {row.id!r}", f"{hint}; {_NEXT}")
            else:
                hint = f"Numbers and runs of them are written 2 3 5-8; {_NEXT}"
                self.problem(f"{shortened(word)!r} is neither a number of {row.id!r} nor a run of them", hint)

    def _run(self, row: Row, first: int, last: int) -> list[int | str]:
        """The numbers from one to the other in the row's direction; second boxes are named one by one."""
        names = [cell_name(row, cell.id) for cell in row.cells if cell.id not in self.doubles]
        missing = [number for number in (first, last) if number not in names]
        if missing:
            self.problem(f"{row.id!r} has no {missing[0]}", f"It has {' '.join(map(str, names))}.")
            return []
        start, end = names.index(first), names.index(last)
        if start > end:
            self.problem(f"{first}-{last} runs against {row.id!r}", f"That row goes from {names[0]} to {names[-1]}.")
            return []
        return names[start : end + 1]

    def problem(self, message: str, hint: str | None = None) -> None:
        """Note what cannot be understood."""
        self.notes.add(Problem(f"{shortened(self.data['name']) or 'a player'}: {message}", hint))
