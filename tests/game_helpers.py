"""Finished games and logs for the tests, written as briefly as they are read."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from sheetgen.game_input.json_input import parse_json
from sheetgen.game_input.quick_entry import read_entries
from sheetgen.game_input.record_input import make_record, read_log
from sheetgen.layouts.catalog import load_variant
from sheetgen.layouts.companions import rulebook_of
from sheetgen.rules.audit.audit import Audit, audit
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.log import Log
from sheetgen.rules.engine.simulate import PlayedGame, SimulationSetup, play
from sheetgen.rules.records import Record
from sheetgen.rules.rulebook import Rulebook


def vectors(file: str) -> Any:
    """The finished games of a file, with what an audit must say."""
    return json.loads((Path(__file__).parent / "vectors" / file).read_text(encoding="utf-8"))


VECTORS: list[dict[str, Any]] = vectors("audit.json")["vectors"]
IMPOSSIBLE: list[dict[str, Any]] = vectors("impossible.json")["impossible"]
LEGAL: list[dict[str, Any]] = vectors("impossible.json")["legal"]

SPANS = {"classic": (2, 3, 4, 5), "bigpoints": (2, 3, 4, 5), "onboard": (2, 3, 4), "duel": (2,)}
"""How many can play what."""


@cache
def rulebook(variant: str) -> Rulebook:
    return rulebook_of(load_variant(variant))


@cache
def grid(variant: str) -> Grid:
    return Grid(rulebook(variant))


def play_alike(grid: Grid, setup: SimulationSetup, number: int, keep_log: bool = False) -> PlayedGame:
    """Play a game in which all players have the same sheet."""
    return play([grid] * setup.players, setup, number, keep_log)


def entered(variant: str, *sheets: str, side: str | None = None) -> Record:
    """A record from sheets in one line each."""
    return read_entries(rulebook(variant), sheets, side)


def read(variant: str, data: dict[str, Any]) -> Record:
    """A record from JSON-able data."""
    return make_record(rulebook(variant), parse_json(json.dumps(data), "game.json"))


def one(variant: str, **sheet: Any) -> Record:
    """A record of one player's sheet."""
    return read(variant, {"variant": variant, "players": [{"name": "A", **sheet}]})


def logged(variant: str, players: list[str], turns: list[dict[str, Any]], side: str | None = None) -> Log:
    """A log from JSON-able data."""
    data = {"variant": variant, "players": players, "turns": turns, **({"side": side} if side else {})}
    return read_log(rulebook(variant), parse_json(json.dumps(data), "log.json"))


def audited(variant: str, record: Record) -> Audit:
    return audit(rulebook(variant), record)


def found(result: Audit) -> set[str]:
    """The findings as the vectors write them: code|player."""
    return {f"{finding.code}|{finding.player or ''}" for finding in result.findings}
