"""Shuffled sheets: all different, always the same for a seed, and fair."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import factorial
from pathlib import Path

import pytest

from sheetgen.errors import InputError
from sheetgen.layouts.catalog import load_layout
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.log import replay
from sheetgen.rules.engine.simulate import STRATEGIES, SimulationSetup, play
from sheetgen.rules.engine.statistics import Spread, Tally
from sheetgen.rules.game_spec import compile_rulebook
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.shuffle.arrangement import Pad
from tests.game_helpers import rulebook
from tests.profiles import amount
from tests.rules.shuffle.test_arrangement import SHUFFLED, pad

FAIR = 0.06
"""Mean scores of this test's few games are at most so far apart; chance alone makes up a third of it."""


def sheets(name: str, count: int = 100, seed: str = "7") -> list[Rulebook]:
    return [pad(name, seed).sheet(serial).rulebook for serial in range(1, count + 1)]


def numbers(rules: Rulebook) -> list[list[int]]:
    return [[cell.number for cell in row.cells] for row in rules.coloured_rows]


@pytest.mark.parametrize("name", SHUFFLED)
def test_all_sheets_are_different_as_long_as_there_are_others(name: str) -> None:
    count = min(pad(name).count, 1000)
    codes = [pad(name).sheet(serial).code for serial in range(1, count + 1)]
    assert len(set(codes)) == count


@pytest.mark.parametrize("name", SHUFFLED)
def test_a_hundred_sheets_differ_if_the_layout_has_so_many(name: str) -> None:
    count = pad(name).count
    assert count >= 100 or rulebook(name).shuffle == ("lucky",)
    assert len({pad(name, "games").sheet(serial).code for serial in range(1, 101)}) == min(100, count)


@pytest.mark.parametrize("name", SHUFFLED)
def test_the_same_seed_makes_the_same_pad(name: str) -> None:
    pads = (pad(name), Pad(rulebook(name), "7"), pad(name, "games"))
    codes = [[each.sheet(serial).code for serial in range(5, 30)] for each in pads]
    assert codes[0] == codes[1] != codes[2]


def test_a_game_that_is_always_the_same_cannot_be_shuffled() -> None:
    with pytest.raises(InputError, match="cannot be shuffled"):
        Pad(rulebook("classic"), "7")


@pytest.mark.parametrize("seed", ["", " ", "a\nb", "\x1b[31m", "x" * 41, "\udcff"])
def test_a_seed_is_a_word_that_can_be_seen(seed: str) -> None:
    with pytest.raises(InputError, match="seed cannot be used"):
        Pad(rulebook("gemixxt-b"), seed)


def test_numbers_change_places_with_equally_likely_ones() -> None:
    rules = rulebook("gemixxt-b")
    own = sorted([rules.chance(number) for number in row] for row in numbers(rules))
    for sheet in sheets("gemixxt-b"):
        assert all(sorted(row) == list(range(2, 13)) for row in numbers(sheet))
        assert sorted([rules.chance(number) for number in row] for row in numbers(sheet)) == own


def test_every_number_keeps_each_colour_once_and_rows_end_in_their_own() -> None:
    for sheet in sheets("gemixxt-a"):
        found = Counter((cell.number, cell.colour) for row in sheet.rows for cell in row.cells)
        assert found == Counter((number, colour) for number in range(2, 13) for colour in sheet.die_colours)
        assert numbers(sheet) == numbers(rulebook("gemixxt-a"))
        assert all(row.closing[0].colour == row.id for row in sheet.rows)


def test_colours_stand_in_runs() -> None:
    for sheet in sheets("gemixxt-a"):
        for row in sheet.rows:
            ends = [0, *(place for place in range(1, 11) if row.cells[place - 1].colour != row.cells[place].colour), 11]
            assert {2, 3, 4} >= {end - start for start, end in pairwise(ends)}


def test_a_stair_has_one_step_in_each_column_and_goes_up_or_down_by_one_row() -> None:
    for sheet in sheets("connected-steps"):
        [line] = sheet.own_lines
        where = {cell.id: (row, place) for row, each in enumerate(sheet.rows) for place, cell in enumerate(each.cells)}
        steps = [where[id] for id in line.cells]
        assert [place for _, place in steps] == list(range(11))
        assert all(abs(one - other) == 1 for (one, _), (other, _) in pairwise(steps))


def test_links_lie_in_different_columns_between_the_same_rows_off_both_ends() -> None:
    for sheet in sheets("connected-chain"):
        where = {cell.id: (row, place) for row, each in enumerate(sheet.rows) for place, cell in enumerate(each.cells)}
        ends = [(where[one], where[other]) for one, other in sheet.links]
        assert Counter(upper[0] for upper, _ in ends) == Counter([0, 0, 1, 1, 2, 2])
        assert all(lower == (row + 1, place) for (row, place), lower in ends)
        columns = [place for (_, place), _ in ends]
        assert len(set(columns)) == 6
        assert 29 <= sum(columns) <= 33
        assert set(columns) <= set(range(1, 10))


def test_lucky_numbers_are_thrown_as_often_together() -> None:
    found = {sheet.lucky for sheet in sheets("longo")}
    assert len(found) == pad("longo").count == 11
    assert {sum(map(rulebook("longo").chance, lucky)) for lucky in found} == {10}


@pytest.mark.parametrize("name", SHUFFLED)
def test_no_sheet_is_much_better_than_another(name: str) -> None:
    """Few sheets and games, for a test; benchmarks/fairness.py plays more."""
    rules, means = rulebook(name), []
    for serial in range(1, amount(default=4, thorough=7)):
        grid, tally = Grid(rules, pad(name).sheet(serial)), Tally()
        for number in range(400):
            tally.add(play([grid, grid], SimulationSetup(2, "careful", seed=1), number))
        means.append(Spread.of(tally.scores).mean)
    average = sum(means) / len(means)
    assert all(abs(mean / average - 1) < FAIR for mean in means)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", SHUFFLED)
def test_games_on_different_sheets_are_legal(name: str, strategy: str) -> None:
    rules = rulebook(name)
    for number in range(1, amount(default=9, thorough=31)):
        players = 2 + number % 3
        grids = [Grid(rules, pad(name, "games").sheet(players * number + seat)) for seat in range(players)]
        played = play(grids, SimulationSetup(players, strategy, seed=3), number, keep_log=True)
        assert audit(rules, played.record).findings == ()
        again = replay(rules, played.log)
        assert again.findings == ()
        assert again.scores == audit(rules, played.record).scores


def test_numbers_and_colours_can_be_shuffled_together(tmp_path: Path) -> None:
    both = """
dice = 4
shuffle = ["numbers", "colours"]
[game.rows]
red = { cells = "red 2, blue 8, red 3, blue 7, red 6", lock.needs = 2 }
yellow = { cells = "blue 2, red 8, blue 3, red 7, red 6", lock.needs = 2 }
green = false
blue = false
"""
    mixed = Pad(own(tmp_path, both), "7")
    assert len({mixed.sheet(serial).code for serial in range(1, mixed.count + 1)}) == mixed.count == 32


def test_colours_of_the_longest_rows_can_be_counted(tmp_path: Path) -> None:
    """In so many ways that they are not told apart by their runs."""
    colours = ("red", "yellow", "green", "blue")
    rows = [
        f'{row}.cells = "{", ".join(f"{colours[(first + number // 3) % 4]} {number}" for number in range(2, 41))}"'
        for first, row in enumerate(colours)
    ]
    text = "\n".join(['dice = 20\nshuffle = ["colours"]\n[game.rows]', *rows])
    assert Pad(own(tmp_path, text), "7").count == factorial(4) ** 38


def own(folder: Path, text: str) -> Rulebook:
    file = folder / "own.toml"
    file.write_text(f'extends = "classic"\nslug = "own"\n[game]\n{text}')
    return compile_rulebook(load_layout(file).game)
