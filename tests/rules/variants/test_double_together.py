"""Double A and Double B at one table: each sheet by its own rules, and the game by those that all share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import sheetgen as sg
from sheetgen.game_input.json_input import parse_json
from sheetgen.game_input.record_input import make_record, read_log
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.log import replay
from sheetgen.rules.engine.simulate import STRATEGIES, SimulationSetup, play
from sheetgen.rules.shuffle.arrangement import table_sheets
from tests.game_helpers import rulebook
from tests.helpers import run
from tests.profiles import amount
from tests.rules.logs import turn
from tests.rules.variant_cases import looked_at, rules_of

A, B = "double-a", "double-b"
GAMES = amount(default=30, thorough=1000)
RED_A = "red 2 2#2 3 3#2 4 4#2 5 12 lock"  # seven crosses before the last number
RED_B = "red 3 5 6 7 8 12 lock"  # five, of which two count twice


@pytest.mark.parametrize(
    ("game", "sheets", "crosses"),
    [
        (A, ["X: red 3 3#2", "Y: sheet double-b; red 3"], [2, 2]),
        (B, ["X: sheet double-a; red 3 3#2", "Y: red 3"], [2, 2]),
        (A, ["X: sheet double-a; red 3", "Y: sheet DOUBLE-B; red 3"], [1, 2]),
        (A, [f"X: {RED_A}", f"Y: sheet double-b; {RED_B}"], [9, 9]),
        (A, ["X: red 2-5", "Y: sheet double-b; red 2-5"], [4, 6]),  # 3 and 5 count twice; runs are without second boxes
    ],
)
def test_each_sheet_is_counted_by_its_own_rules(game: str, sheets: list[str], crosses: list[int]) -> None:
    assert [score.rows["red"].crosses for score in looked_at(game, *sheets).scores] == crosses


@pytest.mark.parametrize(
    ("sheets", "wanted"),
    [
        (["X: red 3 3#2; penalties 4", "Y: sheet double-b; red 3 5; penalties 2"], []),
        (["X: red 3#2; penalties 4", "Y: sheet double-b; red 3 5; penalties 2"], ["W1 double-without-number"]),
        # Six crosses count for A; B's five count for seven.
        (["X: red 2-7 12 lock; penalties 4", "Y: sheet double-b; red 2 4 6; penalties 3"], ["C6 lock-too-few"]),
        ([f"X: {RED_A}; penalties 1", f"Y: sheet double-b; {RED_B}; penalties 4"], []),
        (
            [f"X: {RED_A}; yellow 2 3; penalties 1", "Y: sheet double-b; yellow 2-6; green 12; blue 12"],
            ["C8 game-not-over"],
        ),
        ([f"X: {RED_A}; yellow 2 2#2 3 3#2 4 4#2 5 12 lock", f"Y: sheet double-b; {RED_B}; blue 12 11 10"], []),
        (["X: red 2; penalties 4", "Y: sheet double-b; yellow 2; penalties 4"], ["C8 too-many-penalties"]),
        # B's last turn was the fourth, so A had at most four: eight crosses, and four in the turns of B.
        (["X: red 2 2#2 3 3#2 4 4#2 5 5#2; blue 12 12#2 11 11#2", "Y: sheet double-b; penalties 4"], []),
        (
            ["X: red 2 2#2 3 3#2 4 4#2 5 5#2; blue 12 12#2 11 11#2 10", "Y: sheet double-b; penalties 4"],
            ["C8 impossible-turns-last"],
        ),
        # One cross on a number that counts twice takes one action.
        (["X: penalties 4", "Y: sheet double-b; red 3 5 9; yellow 3 5 9; green 10 8 6; blue 10 8 6"], []),
        (
            ["X: penalties 4", "Y: sheet double-b; red 3 5 9; yellow 3 5 9; green 10 8 6; blue 10 8 6 4"],
            ["C8 impossible-turns-last"],
        ),
    ],
)
def test_what_sheets_of_both_kinds_prove(sheets: list[str], wanted: list[str]) -> None:
    assert rules_of(looked_at(A, *sheets)) == wanted


def test_a_row_that_one_kind_closes_is_closed_for_the_other() -> None:
    match = sg.load(A).start("X", "Y", sheets={"Y": B})
    dice = {"yellow": 1, "green": 1, "blue": 1}
    for number in (2, 3, 5, 6, 9):  # seven for Y; X has five
        match.roll(white=(max(1, number - 6), min(6, number - 1)), red=1, **dice)
        match.cross("X", f"red {number}")
        match.cross("Y", f"red {number}")
        match.end_turn()
    match.roll(white=(6, 6), red=1, **dice)
    assert "red 12" in match.legal("Y") and "red 12" not in match.legal("X")
    match.cross("Y", "red 12")
    match.end_turn()
    match.roll(white=(6, 4), **dice)
    assert "red 10" not in match.legal("X")
    with pytest.raises(sg.InputError, match="there is no cell 'red 3#2'"):
        match.cross("Y", "red 3#2")
    match.end_turn()
    assert match.record["players"][1]["sheet"] == B and match.log["sheets"] == {"Y": B}
    assert [finding.code for finding in sg.replay(match.log).findings] == ["game-not-over"]
    with pytest.raises(sg.InputError, match="no player 'Z'"):
        sg.load(A).start("X", "Y", sheets={"Z": B})


def test_logs_name_only_cells_of_each_player() -> None:
    book = rulebook(A)
    data: dict[str, Any] = {"variant": A, "players": ["X", "Y"], "sheets": {"Y": B}}
    data["turns"] = [turn("X", [1, 2], action1={"X": "red 3"}), turn("Y", [1, 2], action1={"X": "red 3#2"})]
    (finding,) = replay(book, read_log(book, parse_json(json.dumps(data), "log"))).findings
    assert finding.reason == "penalty-due"
    data["turns"][1]["action1"] = {"Y": "red 3#2"}
    with pytest.raises(sg.InputError, match="Y's cross cannot be"):
        read_log(book, parse_json(json.dumps(data), "log"))


@pytest.mark.parametrize("game", [A, B])
def test_simulated_games_break_no_rule_and_survive_files(game: str) -> None:
    book = rulebook(game)
    for number in range(GAMES):
        players = 2 + number % 4
        sheets = table_sheets(book, f"{B},{A}" if number % 2 else f"{A},{B}", players)
        setup = SimulationSetup(players, sorted(STRATEGIES)[number % 3], number)
        played = play([Grid(book, sheet) for sheet in sheets], setup, number, keep_log=True)
        audited = audit(book, played.record)
        assert not audited.findings and not replay(book, played.log).findings
        record = json.dumps(played.record.to_data(book, {"variant": game}))
        assert make_record(book, parse_json(record, "record")) == played.record
        log = json.dumps(played.log.to_data({"variant": game}))
        assert read_log(book, parse_json(log, "log")) == played.log


def test_the_command_plays_them(tmp_path: Path, capsys: Any) -> None:
    folder = tmp_path / "games"
    outcome = run(capsys, "simulate", "--variant", A, "--sheets", f"{A},{B}", "-n", "3", "--records", str(folder))
    assert outcome.status == 0 and f"sheets {A},{B}" in outcome.output
    for file in folder.iterdir():
        assert run(capsys, "score", str(file)).status == 0
        assert [player.get("sheet") for player in json.loads(file.read_text())["players"]] == [None, B]
