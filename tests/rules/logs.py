"""Logs for the tests, turn by turn."""

from __future__ import annotations

from typing import Any

from sheetgen.rules.audit.audit import Audit
from sheetgen.rules.engine.log import replay
from tests.game_helpers import logged, rulebook

DICE = {"red": 1, "yellow": 1, "green": 1, "blue": 1}
MISTHROW: dict[str, Any] = {"white": [1, 1], "dice": DICE, "penalty": True}


def turn(active: str, white: list[int], **more: Any) -> dict[str, Any]:
    return {"active": active, "white": white, "dice": DICE, **more}


def played(variant: str, players: str, turns: list[dict[str, Any]], side: str | None = None) -> Audit:
    return replay(rulebook(variant), logged(variant, players.split(), turns, side))


def crosses(result: Audit) -> dict[str, dict[str, int]]:
    return {
        score.name: {row: line.crosses for row, line in score.rows.items() if line.crosses} for score in result.scores
    }


def climb(names: str, row: str, sums: list[int], start: int = 0) -> list[dict[str, Any]]:
    """Everybody crosses the same white sums in one row, turn by turn."""
    players = names.split()
    return [
        turn(
            players[(start + index) % len(players)],
            [max(1, total - 6), min(6, total - 1)],
            action1=dict.fromkeys(players, f"{row} {total}"),
        )
        for index, total in enumerate(sums)
    ]


def without(colour: str) -> dict[str, int]:
    return {other: die for other, die in DICE.items() if other != colour}


def token_turns(*steps: str) -> list[dict[str, Any]]:
    """Turns of a token game, such as "A: red 5", "A: red 5 / blue 9" with action 2, or "A:" for a misthrow.

    The dice fit: the white sum is that of action 1, and a white and a coloured die make action 2.
    """
    turns = []
    for step in steps:
        active, _, choices = step.partition(":")
        first, _, second = (choice.strip() for choice in choices.partition("/"))
        total = int(first.split()[1]) if first else 7
        white = [max(1, total - 6), total - max(1, total - 6)]
        dice = dict(DICE)
        if second:
            row, number = second.split()
            dice[row] = next(int(number) - die for die in white if 1 <= int(number) - die <= 6)
        turns.append(
            {
                "active": active,
                "white": white,
                "dice": dice,
                "action1": {active: first} if first else {},
                "action2": second or None,
                "penalty": not first and not second,
            }
        )
    return turns
