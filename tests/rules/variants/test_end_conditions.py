"""Games of one's own: how many closed rows and penalties end them, and rows that score nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sheetgen.game_input.json_input import parse_json
from sheetgen.game_input.quick_entry import read_entries
from sheetgen.game_input.record_input import read_log
from sheetgen.layouts.catalog import load_layout
from sheetgen.rules.audit.audit import Audit, audit
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.log import replay
from sheetgen.rules.engine.simulate import STRATEGIES, SimulationSetup
from sheetgen.rules.game_spec import compile_rulebook
from sheetgen.rules.rulebook import Rulebook
from tests.game_helpers import found, play_alike
from tests.rules.logs import climb, without
from tests.rules.variant_cases import Turn, step

THREE = """
[game]
end = { closed_rows = 3 }
penalties = { boxes = 3, points = -7 }
"""
SILENT = """
[game.rows]
red.scores = false
blue.scores = false
[game.lines.stars]
title = "Stars"
cells = "red 2, red 12, blue 5"
points = [10, 25]
"""


@pytest.fixture
def three(tmp_path: Path) -> Rulebook:
    return own(tmp_path, THREE)


@pytest.fixture
def silent(tmp_path: Path) -> Rulebook:
    return own(tmp_path, SILENT)


def own(folder: Path, text: str) -> Rulebook:
    file = folder / "own.toml"
    file.write_text(f'extends = "classic"\nslug = "own"\n{text}')
    return compile_rulebook(load_layout(file).game)


def looked_at(book: Rulebook, *sheets: str) -> Audit:
    return audit(book, read_entries(book, sheets))


def replayed(book: Rulebook, turns: list[Turn]) -> Audit:
    data: dict[str, Any] = {"variant": "own", "players": ["A", "B"], "turns": turns}
    return replay(book, read_log(book, parse_json(json.dumps(data), "log.json")))


RED, YELLOW, GREEN = "red 2-6 12 lock", "yellow 2-6 12 lock", "green 12-8 2 lock"


@pytest.mark.parametrize(
    ("sheets", "wanted"),
    [
        ((f"A: {RED}; {YELLOW}", "B: red 3"), {"game-not-over|", "impossible-turns|"}),
        ((f"A: {RED}; {YELLOW}; {GREEN}", "B: red 2-6; yellow 2-5; blue 12"), set()),
        (
            (f"A: {RED}; {YELLOW}; {GREEN}; blue 12-8 2 lock", "B: red 2-6; yellow 2-6; blue 12"),
            {"too-many-locks|A", "impossible-closing|"},
        ),
        (("A: penalties 3", "B: red 2 3 4"), set()),
        (("A: penalties 2", "B: red 2 3"), {"game-not-over|"}),
        (("A: penalties 3", "B: penalties 3"), {"too-many-penalties|"}),
        (("A: red 2; penalties 3", "B: yellow 2 3 4 5"), set()),
    ],
)
def test_three_closed_rows_or_three_penalties_end_the_game(
    three: Rulebook, sheets: tuple[str, ...], wanted: set[str]
) -> None:
    assert found(looked_at(three, *sheets)) == wanted


def test_the_third_penalty_costs_and_ends(three: Rulebook) -> None:
    turns = [step(name, "1+1") for name in ("A", "B", "A", "B", "A")]
    result = replayed(three, turns)
    assert not result.findings
    assert [score.total for score in result.scores] == [-21, -14]
    (finding,) = replayed(three, [*turns, step("B", "1+1")]).findings
    assert (finding.rule, finding.reason, finding.turn) == ("C8", "after-end", 6)


def closing() -> list[Turn]:
    """Both close red, and then yellow."""
    turns = [*climb("A B", "red", [2, 3, 4, 5, 6, 12]), *climb("A B", "yellow", [2, 3, 4, 5, 6, 12])]
    return turns[:6] + [{**turn, "dice": without("red")} for turn in turns[6:]]


def test_two_closed_rows_are_not_enough_for_three(three: Rulebook) -> None:
    turns = closing()
    assert found(replayed(three, turns)) == {"game-not-over|"}
    more = [
        step("AB"[at % 2], f"{total - 6}+6", f"A green {total}, B green {total}", gone="red yellow")
        for at, total in enumerate((12, 11, 10, 9, 8))
    ]
    last = step("B", "1+1", "B green 2", gone="red yellow")
    result = replayed(three, [*turns, *more, last])
    assert not result.findings
    assert [score.rows["green"].crosses for score in result.scores] == [5, 7]


def test_a_third_row_closes_by_a_coloured_die_and_ends_the_turn(three: Rulebook) -> None:
    more = [
        step("AB"[at % 2], f"{total - 6}+6", f"A green {total}, B green {total}", gone="red yellow")
        for at, total in enumerate((12, 11, 10, 9, 8))
    ]
    last = step("B", "1+4", second="green 2", gone="red yellow", green=1)
    assert not replayed(three, [*closing(), *more, last]).findings


def test_most_games_end_as_the_rulebook_says(three: Rulebook) -> None:
    board = Grid(three)
    for number in range(60):
        game = play_alike(board, SimulationSetup(3, "careful", 2), number).game
        assert game.end == ("rows" if len(game.closed[0]) >= 3 else "penalties")
        assert max(game.penalties) == 3 or len(game.closed[0]) >= 3


def test_a_row_without_points_has_no_line(silent: Rulebook) -> None:
    assert [line.id for line in silent.scores] == ["yellow", "green", "stars"]
    assert silent.figures == ("yellow", "green", "stars", "penalties", "extra", "total")


@pytest.mark.parametrize(
    ("sheet", "total", "wanted"),
    [
        ("red 3-8", 0, set()),
        ("red 2", 10, set()),
        ("red 2; blue 5", 25, set()),
        ("red 2-6 12 lock; blue 5", 25, set()),  # three stars, but the table ends with two
        ("red 2-5 12 lock", 25, {"lock-too-few|A"}),  # it is crossed and closed like any row
        ("yellow 2 3; blue 12 11", 3, set()),
    ],
)
def test_it_counts_only_in_the_lines(silent: Rulebook, sheet: str, total: int, wanted: set[str]) -> None:
    result = looked_at(silent, f"A: {sheet}")
    assert (result.scores[0].total, found(result)) == (total, wanted)


def test_it_still_closes_and_ends_the_game(silent: Rulebook) -> None:
    assert not found(looked_at(silent, "A: red 2-6 12 lock", "B: blue 12-8 2 lock"))


def test_nobody_minds_crossing_it(silent: Rulebook) -> None:
    board = Grid(silent)
    for strategy in ("random", "careful", "greedy"):
        for number in range(15):
            played = play_alike(board, SimulationSetup(2, strategy, 4), number, keep_log=True)
            assert not replay(silent, played.log).findings
            assert not audit(silent, played.record).findings


ONE_NUMBER = """
[game]
lucky = [6]
end = { closed_rows = 1 }
[game.rows]
red = { cells = "red 7", lock = { needs = 0 } }
"""


@pytest.mark.parametrize(
    ("sheets", "wanted"),
    [
        (("A: red 7 lock", "B: red 7 lock"), set()),
        (("A: red 7 lock; penalties 4", "B: yellow 2"), {"ended-twice|", "impossible-turns|"}),
    ],
)
def test_a_row_can_be_the_number_that_closes_it(tmp_path: Path, sheets: tuple[str, ...], wanted: set[str]) -> None:
    assert found(looked_at(own(tmp_path, ONE_NUMBER), *sheets)) == wanted


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_games_with_a_row_of_one_number_are_legal(tmp_path: Path, strategy: str) -> None:
    book = own(tmp_path, ONE_NUMBER)
    for number in range(1, 6):
        played = play_alike(Grid(book), SimulationSetup(3, strategy, seed=2), number, keep_log=True)
        assert not audit(book, played.record).findings
        assert not replay(book, played.log).findings
