"""The audit of a finished game: its points, and every broken rule that the sheets can prove."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sheetgen.rules.audit.findings import Figure, Finding, of_sheet, rule_of
from sheetgen.rules.audit.game import check_game
from sheetgen.rules.audit.sheet import check_sheet
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.scoring import Score, score


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
    """Yield the sums written on a sheet that differ from the computed ones."""
    for figure in rulebook.figures:
        right, claimed = points.figure(figure), sheet.claimed.get(figure)
        # A sum of penalties is often written without its minus.
        if claimed is not None and claimed not in (right, -right if figure == "penalties" else right):
            values: dict[str, Any] = {"figure": Figure(figure), "claimed": claimed, "right": right}
            yield of_sheet(sheet.name, "wrong-sum", rule=_sum_rule(rulebook, points, figure), **values)


def _sum_rule(rulebook: Rulebook, points: Score, figure: str) -> str:
    """Return the id of the rule by which a sum is counted."""
    if rulebook.tokens_each:
        return rule_of("wrong-sum", has_tokens=True)
    if figure == "extra":
        return "O5"
    if figure in (line.id for line in rulebook.own_lines):
        return "S1"
    capped = any(points.rows[line.id].crosses >= len(line.points) for line in rulebook.scores if line.id == figure)
    return "B5" if capped else rule_of("wrong-sum")
