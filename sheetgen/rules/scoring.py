"""Score a finished game: the points of crosses, penalties and pieces, and the ranks of the players."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Rulebook


class RowScore(NamedTuple):
    """The crosses that count for a row, even those beyond the table of points, and their points."""

    crosses: int
    points: int


class Score(NamedTuple):
    """One player's points."""

    name: str
    rows: Mapping[str, RowScore]
    penalties: int
    extra: int
    total: int
    rank: int

    def figure(self, id: str) -> int:
        """Return a sum by its name in records: a row's, `penalties`, `extra` or `total`."""
        if id in self.rows:
            return self.rows[id].points
        return {"penalties": self.penalties, "extra": self.extra, "total": self.total}[id]

    def to_data(self) -> dict[str, Any]:
        """Return the points as JSON-able data."""
        return {**self._asdict(), "rows": {id: row._asdict() for id, row in self.rows.items()}}


def score(rulebook: Rulebook, record: Record) -> tuple[Score, ...]:
    """Return every player's points as marked, except that a forgotten lock counts as if it were crossed."""
    counted = [_count_sheet(rulebook, record, sheet) for sheet in record.sheets]
    totals = [sum(row.points for row in rows.values()) + penalties + extra for rows, penalties, extra in counted]
    return tuple(
        Score(sheet.name, rows, penalties, extra, total, rank(total, totals))
        for sheet, (rows, penalties, extra), total in zip(record.sheets, counted, totals, strict=True)
    )


def rank(total: int, totals: Sequence[int]) -> int:
    """Return the rank of a total among all totals: 1 for the highest. Equal totals share a rank."""
    return 1 + sum(other > total for other in totals)


def _count_sheet(rulebook: Rulebook, record: Record, sheet: Sheet) -> tuple[dict[str, RowScore], int, int]:
    """Return the score of each line, the points of the penalties, and the extra points."""
    own = sheet.rules(rulebook)
    forgotten = {row.lock.id for row in own.rows if row.lock and sheet.lacks_lock(row, own)}
    rows = {}
    for line in own.scores:
        crosses = sheet.worth(line.cells, own) + len(forgotten.intersection(line.cells))
        rows[line.id] = RowScore(crosses, line.worth(crosses))
    return rows, sheet.penalties * rulebook.penalty_points, rulebook.extra(record.side, sheet.space)
