"""As we play: what is refused is just what an audit of the order would find."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sheetgen.layouts.catalog import load_locale
from sheetgen.locales.names import message
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.audit.findings import IllegalMoveError
from sheetgen.rules.audit.history import check_order
from sheetgen.rules.engine.checked_game import CheckedGame
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.simulate import STRATEGIES, SimulationSetup
from sheetgen.rules.features import closes_several
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Arrangement, Rulebook
from sheetgen.scorer.page.data import page_words
from tests.game_helpers import play_alike
from tests.js.boards import BOARDS, board
from tests.js.modules import Modules
from tests.js.random_records import legal_record
from tests.js.random_sheets import random_arrangement
from tests.profiles import SEED

SHEETS = [name for name in BOARDS if "token" not in name and name != "duel"]


REASONS = {
    "passed": "order-passed",
    "too-few": "order-too-few",
    "neighbour": "order-neighbour",
    "double": "order-double",
    "lock-alone": "order-lock",
    "after-end": "order-after-end",
}


def step(rules: Rulebook, history: tuple[str, ...], id: str, arrangement: Arrangement | None = None) -> dict[str, Any]:
    """A cross that is tried after others, with what came along with them."""
    along = [rules.partners[each] for each in history if each in rules.partners]
    code = arrangement.code if arrangement else None
    return {"arrangement": code, "crossed": [*history, *along], "id": id, "history": history}


def fresh_findings(rules: Rulebook, history: tuple[str, ...], id: str) -> list[str]:
    """What an audit of the order finds about the last cross."""
    order = (*history, id)
    marks = dict.fromkeys([*order, *(rules.partners.get(each, each) for each in order)], 1)
    findings = check_order(rules, Sheet("A", marks, history=order), order)
    return [finding.reason for finding in findings if id in finding.cells]


@pytest.mark.parametrize("name", SHEETS)
def test_a_cross_is_refused_if_it_would_break_the_order(name: str, modules: Modules, tmp_path: Path) -> None:
    game, random = board(name, tmp_path), Random(f"{SEED}/{name}")
    tried = []
    for _ in range(150):
        arrangement = random_arrangement(random, game.rulebook) if game.rulebook.shuffle else None
        rules = arrangement.rulebook if arrangement else game.rulebook
        ids = [id for row in rules.rows for id in row.ids if id not in fields_of_bar(rules)]
        history = tuple(random.sample(ids, random.randint(0, len(ids) // 2)))
        crossed = step(rules, history, "")["crossed"]
        tried.append((rules, step(rules, history, random.choice([id for id in ids if id not in crossed]), arrangement)))
    refusals = modules.call("tests/answers", "refusals", game.rulebook.to_data(), [each for _, each in tried])
    for (rules, each), reason in zip(tried, refusals, strict=True):
        fresh = fresh_findings(rules, each["history"], each["id"])
        if reason == "after-end" and closes_several(
            rules, Sheet("A", dict.fromkeys([*each["crossed"], each["id"]], 1))
        ):
            continue  # a page refuses what follows, but a history may list what was crossed by the same cross
        if reason == "row-closed":
            [closing] = [row.closing for row in rules.rows if each["id"] in row.ids]
            assert len({cell.id for cell in closing} & {*each["crossed"], each["id"]}) > 1
        else:
            assert REASONS[reason] in fresh if reason else not fresh


@pytest.mark.parametrize("name", SHEETS)
def test_a_lock_by_itself_is_refused_in_the_words_of_a_replay(name: str, modules: Modules, tmp_path: Path) -> None:
    game, locale = board(name, tmp_path), load_locale("en")
    locks = [row.lock.id for row in game.rulebook.rows if row.lock]
    words = page_words(game.layout, game.rulebook, locale, False)
    refused = modules.call("tests/answers", "refusalsInWords", game.rulebook.to_data(), words, locks)
    played = CheckedGame(game.rulebook, ["A", "B"], grid_side(game.rulebook))
    told = []
    for lock in locks:
        with pytest.raises(IllegalMoveError) as caught:
            played.use_white_sum({"A": lock}, {})
        told.append(message(played.finding(caught.value), game.layout, locale))
    assert refused == told
    if name == "classic":
        assert told[0] == "Red lock comes with the last number: cross that first (Red 12)."


def test_a_row_is_closed_but_once(modules: Modules, tmp_path: Path) -> None:
    """Either of two last numbers closes it, and then the other one cannot be crossed."""
    game = board("longo", tmp_path)
    before = [f"red {number}" for number in range(2, 8)]
    tried = [
        {"crossed": [*before, *closing], "id": id}
        for closing, id in [([], "red 15"), ([], "red 16"), (["red 15"], "red 16"), (["red 16"], "red 15")]
    ]
    refusals = modules.call("tests/answers", "refusals", game.rulebook.to_data(), tried)
    assert refusals == [None, None, "row-closed", "passed"]


@pytest.mark.parametrize("name", SHEETS)
def test_a_legal_game_is_never_refused(name: str, modules: Modules, tmp_path: Path) -> None:
    game, random = board(name, tmp_path), Random(f"{SEED}/legal/{name}")
    grid = Grid(game.rulebook)
    sheets = [sheet for _ in range(20) for sheet in legal_record(random, grid).sheets]
    tried = [
        step(sheet.rules(game.rulebook), sheet.history[:place], id, sheet.arrangement)
        for sheet in sheets
        if not closes_several(game.rulebook, sheet)  # what one cross forces in every row may follow the end
        for place, id in enumerate(sheet.history or ())
        if sheet.history and id not in fields_of_bar(game.rulebook)
    ]
    assert tried
    assert not any(modules.call("tests/answers", "refusals", game.rulebook.to_data(), tried))


@pytest.mark.parametrize("name", SHEETS)
def test_a_finished_sheet_goes_on_in_an_order_that_was_possible(name: str, modules: Modules, tmp_path: Path) -> None:
    game, random = board(name, tmp_path), Random(f"{SEED}/order/{name}")
    grid = Grid(game.rulebook)
    sheets = [sheet for _ in range(8) for sheet in legal_record(random, grid).sheets if not sheet.arrangement]
    crossed = [[*sheet.crosses] for sheet in sheets]
    orders = modules.call("tests/answers", "ordersOfAll", game.rulebook.to_data(), crossed)
    assert sheets
    for sheet, order in zip(sheets, orders, strict=True):
        played = Record((replace(sheet, history=tuple(order), claimed={}),), grid_side(game.rulebook), complete=False)
        assert [finding for finding in audit(game.rulebook, played).findings if finding.code == "order"] == []


def fields_of_bar(rules: Rulebook) -> tuple[str, ...]:
    """The fields that are only crossed along with numbers in boxes."""
    return next((row.ids for row in rules.rows if row.id == "bar" and rules.bar), ())


@pytest.mark.parametrize("name", [name for name in SHEETS if name.startswith("bonus-")])
def test_what_is_forced_is_crossed_and_taken_back_as_in_python(name: str, modules: Modules, tmp_path: Path) -> None:
    """One player alone, so that nobody else closes a row. The last tap is taken back in the end."""
    rules, random = board(name, tmp_path).rulebook, Random(f"{SEED}/forced/{name}")
    grid, forced = Grid(rules), 0
    for number in range(12):
        played = play_alike(
            grid, SimulationSetup(1, random.choice(sorted(STRATEGIES)), random.randrange(10**6)), number, True
        )
        taps = [cell for turn in played.turns for cell in (*turn.action1.values(), *turn.action2)]
        (sheet,) = played.record.sheets
        after = modules.call("tests/answers", "afterTaps", rules.to_data(), "playing", taps)
        assert after == {"marks": [*sheet.crosses], "history": [*(sheet.history or ())]}
        forced += len(after["history"]) - len(taps)
        before = modules.call("tests/answers", "afterTaps", rules.to_data(), "playing", taps[:-1])
        assert (
            modules.call("tests/answers", "afterTaps", rules.to_data(), "playing", [*taps, after["history"][-1]])
            == before
        )
    assert forced


def grid_side(rules: Rulebook) -> str | None:
    return next(iter(rules.tracks), None)


@pytest.mark.parametrize(
    ("mode", "taps", "marks", "history"),
    [
        ("finished", ["red 6"], ["red 6", "yellow 6"], None),
        ("finished", ["red 6", "yellow 6"], ["red 6"], None),
        ("finished", ["red 6", "yellow 6", "yellow 6"], ["red 6", "yellow 6"], None),
        ("playing", ["red 6", "red 7"], ["red 6", "red 7", "yellow 6"], ["red 6", "red 7"]),
        ("playing", ["red 7", "yellow 6", "red 6"], ["red 7"], ["red 7"]),
        ("playing", ["red 7", "red 6", "red 6"], ["red 7"], ["red 7"]),
    ],
)
def test_linked_cells_are_crossed_together(
    mode: str, taps: list[str], marks: list[str], history: list[str] | None, modules: Modules, tmp_path: Path
) -> None:
    rules = board("connected-chain", tmp_path).rulebook
    after = modules.call("tests/answers", "afterTaps", rules.to_data(), mode, taps)
    assert after == {"marks": marks, "history": history}
