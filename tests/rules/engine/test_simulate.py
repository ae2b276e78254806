"""Random legal games: the replay finds nothing, the audit finds nothing, and both count the same points."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from sheetgen.game_input.json_input import parse_json
from sheetgen.game_input.record_input import make_record, read_log
from sheetgen.layouts.catalog import load_layout
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.log import replay
from sheetgen.rules.engine.simulate import STRATEGIES, SimulationSetup
from sheetgen.rules.engine.state import GameState
from sheetgen.rules.game_spec import compile_rulebook
from tests.game_helpers import SPANS, grid, play_alike
from tests.helpers import EXAMPLE_LAYOUTS
from tests.profiles import examples


def check(board: Grid, setup: SimulationSetup, number: int) -> None:
    """Play a game; all evaluators must agree that it is legal, also after writing and reading it."""
    rulebook = board.rulebook
    played = play_alike(board, setup, number, keep_log=True)
    record, log = played.record, played.log
    audited, replayed = audit(rulebook, record), replay(rulebook, log)
    assert not replayed.findings
    assert not audited.findings
    assert audited.scores == replayed.scores
    for text, read, original in (
        (json.dumps(record.to_data(rulebook, {"variant": "x"})), make_record, record),
        (json.dumps(log.to_data({"variant": "x"})), read_log, log),
    ):
        assert read(rulebook, parse_json(text, "x.json")) == original


STRATEGY = st.sampled_from(sorted(STRATEGIES))
SEEDS = st.integers(-(2**70), 2**70)


@pytest.mark.parametrize("variant", sorted(SPANS))
@given(data=st.data())
@settings(max_examples=examples(150))
def test_every_game_is_legal(variant: str, data: st.DataObject) -> None:
    players = data.draw(st.sampled_from(SPANS[variant]))
    sides: list[str | None] = [*grid(variant).rulebook.tracks] or [None]
    side = data.draw(st.sampled_from(sides))
    check(
        grid(variant),
        SimulationSetup(players, data.draw(STRATEGY), data.draw(SEEDS), side),
        data.draw(st.integers(0, 10**6)),
    )


@pytest.mark.parametrize("layout", EXAMPLE_LAYOUTS, ids=lambda path: str(path.stem))
@given(strategy=STRATEGY, seed=SEEDS)
@settings(max_examples=examples(30))
def test_every_game_of_an_own_layout_is_legal(layout: Path, strategy: str, seed: int) -> None:
    check(own_grid(layout), SimulationSetup(3, strategy, seed), 1)


@cache
def own_grid(layout: Path) -> Grid:
    return Grid(compile_rulebook(load_layout(layout).game))


ODD_LAYOUTS = {
    "mixed colours, shuffled numbers, a row without a lock": """
        [game]
        players = { min = 1, max = 5 }
        [game.rows]
        red = { cells = "yellow 2..4, blue 5..7, green 8..10, red 11..12", lock = { colour = "red", needs = 3 } }
        yellow = { cells = "red 10 6 2 8 3 4 12 5 9 7 11" }
        green = { cells = "green 12..2", lock = { colour = "blue", needs = 2 } }
    """,
    "short rows that repeat numbers, closed by the same sum": """
        [game]
        end = { closed_rows = 1 }
        [game.rows]
        red = { cells = "red 5 6 7 6 7 8", lock = { colour = "red", needs = 1 } }
        yellow = { cells = "yellow 5 6 7 6 7 8", lock = { colour = "yellow", needs = 1 } }
        green = { cells = "green 9 8 7 7 8", lock = { colour = "green", needs = 1 } }
        blue = { cells = "blue 9 8 7 7 8", lock = { colour = "green", needs = 0 } }
    """,
    "three closed rows, one penalty": """
        [game]
        end = { closed_rows = 3 }
        penalties = { boxes = 1, points = -7 }
        [game.rows]
        red.lock.needs = 1
        yellow.lock.needs = 1
        green.lock.needs = 1
        blue.lock.needs = 1
    """,
    "eight-sided dice and eight penalties": """
        [game]
        dice = 8
        penalties = { boxes = 8, points = -1 }
        [game.rows]
        red.cells = "red 2..16"
        yellow.cells = "yellow 2..16"
        green.cells = "green 16..2"
        blue.cells = "blue 16..2"
        [sheet.cell]
        width = "10.5mm"
        gap = "0.5mm"
    """,
}


@pytest.mark.parametrize("name", ODD_LAYOUTS)
def test_every_game_of_an_odd_layout_is_legal(name: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(f'extends = "classic"\nslug = "odd"\ntitle = "Odd"\n{ODD_LAYOUTS[name]}')
    rulebook = compile_rulebook(load_layout(file).game)
    board = Grid(rulebook)
    for strategy in STRATEGIES:
        for players in range(rulebook.players[0], rulebook.players[1] + 1):
            for number in range(12):
                check(board, SimulationSetup(players, strategy, 7), number)


def test_rows_do_close_and_games_end_in_every_way() -> None:
    ends = {
        (
            variant,
            play_alike(
                grid(variant), SimulationSetup(2, strategy, 5, "a" if variant == "onboard" else None), number
            ).game.end,
        )
        for variant in SPANS
        for strategy in ("careful", "greedy")
        for number in range(150)
    }
    assert ends == {
        *(("classic", "rows"), ("classic", "penalties"), ("bigpoints", "rows"), ("bigpoints", "penalties")),
        *(("onboard", "rows"), ("onboard", "penalties"), ("onboard", "final")),
        *(("duel", "rows"), ("duel", "penalties"), ("duel", "tokens")),
    }


def test_equal_white_dice_give_each_way_once() -> None:
    game = GameState([grid("classic")] * 2)
    ways = game.coloured_options((3, 3), {"red": 1, "yellow": 2, "green": 3, "blue": 4})
    assert [way.cell for way in ways] == ["red 4", "yellow 5", "green 6", "blue 7"]
    assert len(game.coloured_options((3, 4), {"red": 1, "yellow": 2, "green": 3, "blue": 4})) == 8


def test_what_is_legal_is_what_is_not_refused() -> None:
    """In thousands of positions, for sheets and for tokens."""
    for variant in SPANS:
        for number in range(15):
            game = play_alike(
                grid(variant), SimulationSetup(2, "careful", 8, "a" if variant == "onboard" else None), number
            ).game
            for ways in grid(variant).white.values():
                for player in range(2):
                    legal = game.legal(player, ways)
                    assert legal == [way for way in ways if game.refusal(player, way) is None]


def test_a_third_row_closes_now_and_then() -> None:
    """All choices of one action 1 happen together."""
    closed = [
        len(play_alike(grid("classic"), SimulationSetup(5, "careful", 3), number).game.closed[0])
        for number in range(1500)
    ]
    assert max(closed) == 3


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    setup = SimulationSetup(2, "random", 1)
    first, again = (play_alike(grid("classic"), setup, 4, keep_log=True) for _ in range(2))
    other = play_alike(grid("classic"), replace(setup, seed=2), 4, keep_log=True)
    assert first.log == again.log != other.log


def test_careful_players_do_better_than_random_ones() -> None:
    def mean(strategy: str) -> float:
        games = [play_alike(grid("classic"), SimulationSetup(2, strategy, 1), number).record for number in range(60)]
        return sum(score.total for game in games for score in audit(grid("classic").rulebook, game).scores) / 120

    assert mean("random") < mean("greedy") < mean("careful")
