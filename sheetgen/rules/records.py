"""A finished game as the players left it: what is crossed on each sheet, or where each player's tokens lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sheetgen.rules.rulebook import Row, Rulebook
from sheetgen.rules.shuffle.arrangement import Arrangement


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's sheet. `marks` counts the crosses of each cell, locks included; tokens can be several."""

    name: str
    marks: Mapping[str, int]
    penalties: int = 0
    space: int = 0
    history: tuple[str, ...] | None = None
    claimed: Mapping[str, int] = field(default_factory=dict)
    arrangement: Arrangement | None = None
    """How this sheet differs from the others, if it was shuffled."""

    def rules(self, rulebook: Rulebook) -> Rulebook:
        """The rulebook of this very sheet."""
        return self.arrangement.rulebook if self.arrangement else rulebook

    def has(self, id: str) -> bool:
        """Is the cell crossed?"""
        return id in self.marks

    def count(self, ids: Iterable[str]) -> int:
        """How many crosses there are in these cells."""
        marks = self.marks
        return sum(marks[id] for id in ids if id in marks)

    def worth(self, ids: Iterable[str], rulebook: Rulebook) -> int:
        """How many crosses these cells count for; some count twice."""
        if not rulebook.twice:
            return self.count(ids)
        return sum(self.marks.get(id, 0) * (2 if id in rulebook.twice else 1) for id in ids)

    def has_lock(self, row: Row) -> bool:
        """Is the row's lock crossed?"""
        return row.lock is not None and row.lock.id in self.marks

    def has_closed(self, row: Row) -> bool:
        """Did this player close the row? A number that closes it says so, and the lock as well."""
        return self.has_last(row) or self.has_lock(row)

    def has_last(self, row: Row) -> bool:
        """Is a number crossed that closes the row?"""
        return any(id in self.marks for id in row.closing_ids)

    def lacks_lock(self, row: Row, rulebook: Rulebook) -> bool:
        """Was the lock forgotten? Not if there was no token left for it."""
        if rulebook.tokens_each and self.tokens >= rulebook.tokens_each:
            return False
        return self.has_last(row) and not self.has_lock(row)

    @property
    def tokens(self) -> int:
        """How many tokens lie on the board, those for penalties included."""
        return sum(self.marks.values()) + self.penalties


@dataclass(frozen=True, slots=True)
class Record:
    """All sheets of a game, or some of them."""

    sheets: tuple[Sheet, ...]
    side: str | None = None
    complete: bool = True

    def to_data(self, rulebook: Rulebook, game: Mapping[str, str]) -> dict[str, Any]:
        """The record as JSON-able data. `game` says which it is: a variant, or a layout file."""
        side = {"side": self.side} if self.side else {}
        return {
            **game,
            **side,
            "complete": self.complete,
            "players": [_sheet_data(sheet, rulebook) for sheet in self.sheets],
        }


def _sheet_data(sheet: Sheet, rulebook: Rulebook) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": sheet.name,
        "marks": {row.id: _marks(sheet, row) for row in sheet.rules(rulebook).rows},
        "locks": [row.id for row in rulebook.rows if sheet.has_lock(row)],
        "penalties": sheet.penalties,
    }
    if rulebook.tracks:
        data["space"] = sheet.space
    if sheet.arrangement:
        data["sheet"] = sheet.arrangement.code
    if sheet.history is not None:
        data["history"] = list(sheet.history)
    if sheet.claimed:
        data["claimed"] = dict(sheet.claimed)
    return data


def _marks(sheet: Sheet, row: Row) -> list[int | str]:
    """The crossed numbers of a row; a number once for each token on it."""
    return [mark(row, cell.id) for cell in row.cells for _ in range(sheet.marks.get(cell.id, 0))]


def mark(row: Row, id: str) -> int | str:
    """How `marks` names a cell of its row: 5, or "5#2" where the row repeats a number."""
    name = id.removeprefix(f"{row.id} ")
    return int(name) if name.isdecimal() else name
