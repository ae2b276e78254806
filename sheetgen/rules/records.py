"""A finished game as the players left it: what is crossed on each sheet, or where each player's tokens lie."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sheetgen.rules.rulebook import Arrangement, Row, Rulebook


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's sheet."""

    name: str
    crosses: Mapping[str, int]  # by cell or lock; more than 1 only where tokens are stacked
    penalties: int = 0
    space: int = 0  # of the piece on the track; 0 is the start
    history: tuple[str, ...] | None = None  # cells in the order in which they were crossed, if known
    claimed: Mapping[str, int] = field(default_factory=dict)  # the sums written on the sheet, by figure
    arrangement: Arrangement | None = None  # None unless the sheet is shuffled

    def rules(self, rulebook: Rulebook) -> Rulebook:
        """Return the rulebook of this sheet: that of its arrangement if it is shuffled."""
        return self.arrangement.rulebook if self.arrangement else rulebook

    def has(self, id: str) -> bool:
        """Return whether a cell is crossed."""
        return id in self.crosses

    def count(self, ids: Iterable[str]) -> int:
        """Return how many crosses these cells have."""
        return sum(self.crosses.get(id, 0) for id in ids)

    def weighted_count(self, ids: Iterable[str], rulebook: Rulebook) -> int:
        """Return how many crosses these cells count as; some cells count twice."""
        return sum(self.crosses.get(id, 0) * (2 if id in rulebook.twice else 1) for id in ids)

    def has_closed(self, row: Row) -> bool:
        """Return whether this player closed the row, by its last number or its lock."""
        return row.lock is not None and any(map(self.has, (*row.closing_ids, row.lock.id)))

    def has_lock(self, row: Row) -> bool:
        """Return whether the lock of a row is crossed."""
        return row.lock is not None and self.has(row.lock.id)

    def missing_locks(self, rulebook: Rulebook) -> tuple[Row, ...]:
        """Return the rows that the player closed without crossing the lock. A player's last token needs no lock."""
        rows = tuple(row for row in rulebook.rows if self.has_closed(row) and not self.has_lock(row))
        has_placed_last = rulebook.tokens_each and self.tokens + len(rows) - 1 >= rulebook.tokens_each
        return rows[1:] if has_placed_last else rows

    @property
    def tokens(self) -> int:
        """The number of tokens on the board, including those for penalties."""
        return sum(self.crosses.values()) + self.penalties

    def placed_tokens(self, rulebook: Rulebook) -> int:
        """Return how many tokens the player has placed. As in the score, missing locks count."""
        return self.tokens + len(self.missing_locks(rulebook))

    def to_data(self, rulebook: Rulebook) -> dict[str, Any]:
        """Return the sheet as JSON-able data."""
        crosses = crosses_data(self.rules(rulebook), self.crosses)
        data: dict[str, Any] = {"name": self.name, **crosses, "penalties": self.penalties}
        if rulebook.tracks:
            data["space"] = self.space
        if self.arrangement:
            data["sheet"] = self.arrangement.code
        if self.history is not None:
            data["history"] = list(self.history)
        if self.claimed:
            data["claimed"] = dict(self.claimed)
        return data


@dataclass(frozen=True, slots=True)
class Record:
    """The sheets of a game; `complete` if they are those of all players."""

    sheets: tuple[Sheet, ...]
    side: str | None = None
    complete: bool = True

    def closed_rows(self, rulebook: Rulebook) -> set[str]:
        """Return the ids of the rows that one of these players closed."""
        return {row.id for sheet in self.sheets for row in sheet.rules(rulebook).rows if sheet.has_closed(row)}

    def never_blocked_rows(self, rulebook: Rulebook, sheet: Sheet) -> list[Row]:
        """Return the rows of a complete record that nobody closed, and where this player could always cross a number.

        Once the last number before the closing ones is crossed, only these can follow, and they need enough crosses.
        """
        closed = Record((sheet,)).closed_rows(rulebook) if rulebook.has_own_closing else self.closed_rows(rulebook)
        last = {row.id: row.cells[: len(row.cells) - len(row.closing)][-1:] for row in rulebook.coloured_rows}
        return [
            row
            for row in rulebook.coloured_rows
            if row.id not in closed and not any(sheet.has(cell.id) for cell in last[row.id])
        ]

    def to_data(self, rulebook: Rulebook, game: Mapping[str, str]) -> dict[str, Any]:
        """Return the record as JSON-able data. `game` names the variant or the layout file."""
        side = {"side": self.side} if self.side else {}
        sheets = [sheet.to_data(rulebook) for sheet in self.sheets]
        return {**game, **side, "complete": self.complete, "players": sheets}


def crosses_data(rulebook: Rulebook, crosses: Mapping[str, int]) -> dict[str, Any]:
    """Return the `marks` and `locks` of a sheet as in a record's JSON, given how many crosses each cell has."""
    return {
        "marks": {
            row.id: [recorded_cell(row, cell.id) for cell in row.cells for _ in range(crosses.get(cell.id, 0))]
            for row in rulebook.rows
        },
        "locks": [row.id for row in rulebook.rows if row.lock and row.lock.id in crosses],
    }


def recorded_cell(row: Row, id: str) -> int | str:
    """Return how a record names a cell of its row: 5, `5#2` where the row repeats a number, or a pair as `8/5`."""
    name = id.removeprefix(f"{row.id} ")
    return int(name) if name.isdecimal() else name
