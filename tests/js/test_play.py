"""As we play: what is refused is just what an audit of the order would find."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from sheetgen.rules.grid import Grid
from sheetgen.rules.order import check_order
from sheetgen.rules.record import Sheet
from tests.js.boards import BOARDS, board
from tests.js.modules import Modules
from tests.js.random_records import SEED, legal_record

SHEETS = [name for name in BOARDS if "token" not in name and name != "duel"]


def steps(random: Random, ids: list[str]) -> list[dict[str, Any]]:
    """Crosses in some order, and one more that is tried then."""
    history = random.sample(ids, random.randint(0, len(ids) // 2))
    return [{"history": history, "id": random.choice([id for id in ids if id not in history])}]


@pytest.mark.parametrize("name", SHEETS)
def test_a_cross_is_refused_if_it_would_break_the_order(name: str, modules: Modules, tmp_path: Path) -> None:
    game, random = board(name, tmp_path), Random(f"{SEED}/{name}")
    ids = [id for row in game.rulebook.rows for id in row.ids]
    tried = [step for _ in range(150) for step in steps(random, ids)]
    refusals = modules.call("tests/answers", "refusals", game.rulebook.to_data(), tried)
    for step, reason in zip(tried, refusals, strict=True):
        history = (*step["history"], step["id"])
        sheet = Sheet("A", dict.fromkeys(history, 1), history=history)
        before = Sheet("A", dict.fromkeys(step["history"], 1), history=tuple(step["history"]))
        found = [finding.reason for finding in check_order(game.rulebook, sheet, history)]
        known = [finding.reason for finding in check_order(game.rulebook, before, tuple(step["history"]))]
        fresh = found[len(known) :]
        expected = {"passed": "order-passed", "too-few": "order-too-few", "neighbour": "order-neighbour"}
        assert (expected.get(reason, reason) in fresh) if reason else not fresh


@pytest.mark.parametrize("name", SHEETS)
def test_a_legal_game_is_never_refused(name: str, modules: Modules, tmp_path: Path) -> None:
    game, random = board(name, tmp_path), Random(f"{SEED}/legal/{name}")
    grid = Grid(game.rulebook)
    histories = [
        sheet.history for _ in range(20) for sheet in legal_record(random, grid).sheets if sheet.history is not None
    ]
    tried = [{"history": history[:place], "id": id} for history in histories for place, id in enumerate(history)]
    assert tried
    assert not any(modules.call("tests/answers", "refusals", game.rulebook.to_data(), tried))
