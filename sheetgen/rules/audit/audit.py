"""The audit of a finished game: every player's points and rank, and every broken rule that the sheets can prove."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sheetgen.rules.audit.findings import Figures, Finding, rule_of, sheet_finding
from sheetgen.rules.audit.game_checks import check_game
from sheetgen.rules.audit.sheet_checks import check_sheet
from sheetgen.rules.features import OWN_ROWS, SCORING_FEATURES
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Rulebook


class RowScore(NamedTuple):
    """The crosses that count for a score line, including those beyond the table of points, and their points."""

    crosses: int
    points: int


class Score(NamedTuple):
    """One player's points."""

    name: str
    rows: Mapping[str, RowScore]  # by id of the score line
    penalties: int  # points, 0 or negative
    extra: int  # points of the space on the track and of rewards
    total: int
    rank: int

    def figure(self, id: str) -> int:
        """Return a sum by its name in records: a score line, `penalties`, `extra` or `total`."""
        if id in self.rows:
            return self.rows[id].points
        return {"penalties": self.penalties, "extra": self.extra, "total": self.total}[id]

    def to_data(self) -> dict[str, Any]:
        """Return the points as JSON-able data."""
        return {**self._asdict(), "rows": {id: row._asdict() for id, row in self.rows.items()}}


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
        """Whether the game was played to its end, as far as the findings show."""
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
        findings += _wrong_sums(sheet.rules(rulebook), sheet, points)
    if record.complete:
        findings += check_game(rulebook, record)
    return Audit(scores, tuple(findings))


def score(rulebook: Rulebook, record: Record) -> tuple[Score, ...]:
    """Return every player's points as marked, but count a forgotten lock as crossed."""
    scores = [_score_sheet(rulebook, record, sheet) for sheet in record.sheets]
    totals = [score.total for score in scores]
    return tuple(score._replace(rank=rank(score.total, totals)) for score in scores)


def rank(total: int, totals: Sequence[int]) -> int:
    """Return the rank of a total among all totals: 1 for the highest. Equal totals share a rank."""
    return 1 + sum(other > total for other in totals)


def _score_sheet(rulebook: Rulebook, record: Record, sheet: Sheet) -> Score:
    """Return one player's points, not yet ranked."""
    own = sheet.rules(rulebook)
    forgotten = {row.lock.id for row in sheet.missing_locks(own) if row.lock}
    rows = {}
    for line in own.scores:
        crosses = sheet.weighted_count(line.cells, own) + len(forgotten.intersection(line.cells))
        rows[line.id] = RowScore(crosses, line.worth(crosses))
    is_free = any(feature.waives_penalties(own, sheet) for feature in SCORING_FEATURES)
    penalties = 0 if is_free else rulebook.penalties_worth(sheet.penalties)
    rewards = sum(feature.extra(own, sheet, rows) for feature in SCORING_FEATURES)
    extra = rulebook.extra(record.side, sheet.space) + rewards
    total = sum(row.points for row in rows.values()) + penalties + extra
    return Score(sheet.name, rows, penalties, extra, total, rank=0)


def _wrong_sums(rulebook: Rulebook, sheet: Sheet, points: Score) -> Iterator[Finding]:
    for figure in rulebook.figures:
        right = points.figure(figure)
        claimed = sheet.claimed.get(figure)
        # Players often write the sum of penalties without its minus sign.
        if claimed is not None and claimed not in (right, -right if figure == "penalties" else right):
            values: dict[str, Any] = {"figure": Figures((figure,)), "claimed": claimed, "right": right}
            yield sheet_finding(sheet.name, "wrong-sum", rule=_sum_rule(rulebook, points, figure), **values)


def _sum_rule(rulebook: Rulebook, points: Score, figure: str) -> str:
    if rulebook.tokens_each:
        return rule_of("wrong-sum", has_tokens=True)
    if figure == "extra" and rulebook.has_extra:
        return "O5" if rulebook.tracks else "R1"
    if figure in OWN_ROWS:
        return OWN_ROWS[figure].own_rule
    if figure in (line.id for line in rulebook.own_lines):
        return "S1"
    capped = any(points.rows[line.id].crosses >= len(line.points) for line in rulebook.scores if line.id == figure)
    return "B5" if capped else rule_of("wrong-sum")
