"""Cases worked out by hand: sheets with points and findings, and logs with the rule that their last step breaks."""

from __future__ import annotations

from typing import Any

from sheetgen.rules.audit.audit import Audit
from tests.game_helpers import audited, entered
from tests.rules.logs import DICE, played

Turn = dict[str, Any]
Broken = tuple[str, str, str] | None
"""Who broke which rule, and how; None if nobody did."""


def step(
    active: str,
    white: str,
    first: str = "",
    second: str | None = None,
    gone: str = "",
    penalty: bool | None = None,
    **dice: int,
) -> Turn:
    """A turn: "2+3" are the white dice, "A red 5, B yellow 8 by 8/5" is action 1; other dice show 1.

    Whoever crosses nothing as active player takes a penalty, unless it is told otherwise.
    """
    action1: dict[str, str] = {}
    swap: dict[str, str] = {}
    for choice in filter(None, first.split(", ")):
        player, _, what = choice.partition(" ")
        cell, _, pair = what.partition(" by ")
        swap |= {player: f"swap {pair}"} if pair else {}
        action1 |= {player: cell} if cell else {}
    thrown = {colour: face for colour, face in {**DICE, **dice}.items() if colour not in gone.split()}
    turn: Turn = {"active": active, "white": [int(die) for die in white.split("+")], "dice": thrown}
    due = active not in action1 and not second if penalty is None else penalty
    return {
        **turn,
        "action1": action1,
        "action2": second,
        "penalty": due,
        **({"swap": swap} if swap else {}),
    }


def broken(variant: str, turns: list[Turn], players: str = "A B") -> Broken:
    """The rule that the last turn breaks; all before it must be legal."""
    findings = played(variant, players, turns).findings
    for finding in findings:
        if finding.code == "illegal-move":
            assert finding.turn == len(turns), finding
            return finding.player or "", finding.rule, finding.reason
    assert {finding.code for finding in findings} <= {"game-not-over"}
    return None


def looked_at(variant: str, *sheets: str) -> Audit:
    """The audit of these sheets."""
    return audited(variant, entered(variant, *sheets))


def points(variant: str, sheet: str) -> dict[str, int]:
    """What each line of one sheet scores, if anything; and the total."""
    (score,) = looked_at(variant, f"A: {sheet}").scores
    return {**{id: line.points for id, line in score.rows.items() if line.points}, "total": score.total}


def rules_of(result: Audit) -> list[str]:
    """What is found, each with its rule."""
    return sorted(f"{finding.rule} {finding.reason}" for finding in result.findings)
