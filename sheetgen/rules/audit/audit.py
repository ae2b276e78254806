"""The audit of a finished game: every player's points and rank, and every broken rule that the sheets can prove."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sheetgen.rules.audit.findings import Figure, Finding, of_sheet, rule_of
from sheetgen.rules.audit.game import check_game
from sheetgen.rules.audit.sheet import check_sheet
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


class Audit(NamedTuple):
    """The result of an audit: every player's points, and the findings."""

    scores: tuple[Score, ...]
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether there is no error among the findings; warnings are allowed."""
        return all(finding.severity != "error" for finding in self.findings)

    @property
    def is_over(self) -> bool:
        """Whether no finding contradicts that the game was played to its end."""
        return not any(finding.code in ("game-not-over", "illegal-move") for finding in self.findings)

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the players with the most points."""
        return tuple(score.name for score in self.scores if score.rank == 1)


def audit(rulebook: Rulebook, record: Record) -> Audit:
    """Score the game and check it: first each sheet, then all of them together."""
    scores = score(rulebook, record)
    findings: list[Finding] = []
    for sheet, points in zip(record.sheets, scores, strict=True):
        findings += check_sheet(sheet.rules(rulebook), record, sheet)
        findings += _wrong_sums(rulebook, sheet, points)
    if record.complete:
        findings += check_game(rulebook, record)
    return Audit(scores, tuple(findings))


def _wrong_sums(rulebook: Rulebook, sheet: Sheet, points: Score) -> Iterator[Finding]:
    for figure in rulebook.figures:
        right, claimed = points.figure(figure), sheet.claimed.get(figure)
        # A sum of penalties is often written without its minus.
        if claimed is not None and claimed not in (right, -right if figure == "penalties" else right):
            values: dict[str, Any] = {"figure": Figure(figure), "claimed": claimed, "right": right}
            yield of_sheet(sheet.name, "wrong-sum", rule=_sum_rule(rulebook, points, figure), **values)


def _sum_rule(rulebook: Rulebook, points: Score, figure: str) -> str:
    if rulebook.tokens_each:
        return rule_of("wrong-sum", has_tokens=True)
    if figure == "extra":
        return "O5"
    if figure in (line.id for line in rulebook.own_lines):
        return "S1"
    capped = any(points.rows[line.id].crosses >= len(line.points) for line in rulebook.scores if line.id == figure)
    return "B5" if capped else rule_of("wrong-sum")
