"""`sheetgen replay`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.helpers import run

TURN = {"active": "Max", "white": [4, 1], "dice": {"red": 3, "yellow": 2, "green": 5, "blue": 6}}


def log(*turns: dict[str, Any], variant: str = "classic", **more: Any) -> str:
    data = {"variant": variant, "players": ["Max", "Emma"], "turns": list(turns), **more}
    Path("log.json").write_text(json.dumps(data), encoding="utf-8")
    return "log.json"


def test_an_unfinished_game_is_scored_and_told(capsys: Any) -> None:
    file = log({**TURN, "action1": {"Max": "red 5", "Emma": "yellow 5"}, "action2": "blue 10"})
    outcome = run(capsys, "replay", file, "--json")
    answer = json.loads(outcome.output)
    assert outcome.status == 1
    assert [player["total"] for player in answer["players"]] == [2, 1]
    assert [finding["code"] for finding in answer["findings"]] == ["game-not-over"]


def test_the_designs_example_is_legal(capsys: Any) -> None:
    """On Board: two crosses with dice, then five spaces to the green 10."""
    file = log(
        {
            **TURN,
            "action1": {"Max": "red 5", "Emma": "yellow 5"},
            "action2": "blue 10",
            "action3": {"space": 5, "cross": "green 10"},
            "penalty": False,
        },
        variant="onboard",
        side="a",
    )
    answer = json.loads(run(capsys, "replay", file, "--json").output)
    assert answer["players"][0] | {"rows": 0} == {
        "name": "Max",
        "rows": 0,
        "penalties": 0,
        "extra": 3,
        "total": 6,
        "rank": 1,
    }


def test_an_illegal_move_stops_the_replay(capsys: Any) -> None:
    file = log(
        {**TURN, "action1": {"Max": "red 5"}},
        {**TURN, "active": "Emma", "action1": {"Max": "red 5", "Emma": "blue 5"}},
        {**TURN, "active": "Emma"},
    )
    outcome = run(capsys, "replay", file, "--json")
    assert outcome.status == 1
    (finding,) = json.loads(outcome.output)["findings"]
    assert finding == {
        "code": "illegal-move",
        "severity": "error",
        "rule": "C2",
        "player": "Max",
        "cells": ["red 5"],
        "message": "Red 5 is crossed already.",
        "turn": 2,
    }
    assert "error: turn 2, Max: Red 5 is crossed already. (C2)" in run(capsys, "replay", file).output
    assert "Fehler: Zug 2, Max: Rot 5 ist schon angekreuzt. (C2)" in run(capsys, "replay", file, "--lang", "de").output


def test_records_and_logs_are_told_apart(capsys: Any) -> None:
    outcome = run(capsys, "score", log(TURN))
    assert outcome.status == 2 and "Use sheetgen replay log.json." in outcome.errors
    Path("game.json").write_text('{"variant": "classic", "players": [{"name": "A", "marks": {}}]}')
    outcome = run(capsys, "replay", "game.json")
    assert outcome.status == 2 and "Use sheetgen score game.json." in outcome.errors
