"""Figures of many games: they add up, and they are what the games say."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from statistics import fmean, pstdev

import pytest
from hypothesis import given, strategies as st

from sheetgen.rules.audit.audit import audit
from sheetgen.rules.engine.simulate import PlayedGame, SimulationSetup
from sheetgen.rules.engine.statistics import Spread, Tally, bins
from tests.game_helpers import SPANS, grid, play_alike


def games(variant: str, count: int) -> list[PlayedGame]:
    setup = SimulationSetup(SPANS[variant][0], "careful", 4, "b" if variant == "onboard" else None)
    return [play_alike(grid(variant), setup, number) for number in range(count)]


def tallied(played: list[PlayedGame]) -> Tally:
    tally = Tally()
    for game in played:
        tally.add(game)
    return tally


@pytest.mark.parametrize("variant", sorted(SPANS))
def test_scores_are_those_of_the_audit(variant: str) -> None:
    played = games(variant, 25)
    scores = [score for game in played for score in audit(grid(variant).rulebook, game.record).scores]
    tally = tallied(played)
    assert tally.scores == Counter(score.total for score in scores)
    assert tally.points["red"] == sum(score.rows["red"].points for score in scores)
    assert tally.wins == Counter(int(score.name[1:]) for score in scores if score.rank == 1)
    assert Spread.of(tally.scores).mean == pytest.approx(fmean(score.total for score in scores), abs=1e-3)
    assert tally.ends.total() == len(played)
    assert bool(tally.final_spaces) == (variant == "onboard")


def test_pieces_are_counted_where_they_land() -> None:
    played = games("onboard", 20)
    tally = tallied(played)
    assert sum(tally.landings.values()) == sum(len(game.landings) for game in played)
    assert all(tally.landings[space] for space in tally.final_spaces if space)


@pytest.mark.parametrize("variant", sorted(SPANS))
def test_tallies_add_up(variant: str) -> None:
    played = games(variant, 12)
    whole, parts = tallied(played), tallied(played[:5])
    parts.merge(tallied(played[5:]))
    assert parts == whole


COUNTS = st.dictionaries(st.integers(-50, 300), st.integers(1, 9), min_size=1).map(Counter)


@given(COUNTS)
def test_a_spread_is_that_of_its_values(counts: Counter[int]) -> None:
    values = sorted(counts.elements())
    spread = Spread.of(counts)
    assert spread.mean == pytest.approx(fmean(values))
    assert spread.sd == pytest.approx(pstdev(values), abs=1e-9)
    assert spread.min == values[0] <= spread.p10 <= spread.median <= spread.p90 <= spread.max == values[-1]
    assert sum(value <= spread.median for value in values) * 2 >= len(values)


@given(COUNTS, st.integers(2, 30))
def test_bins_hold_all_values_once(counts: Counter[int], most: int) -> None:
    found = bins(counts, most)
    assert len(found) <= most
    assert sum(found.values()) == counts.total()
    assert all(one.stop == other.start and len(one) == len(other) for one, other in pairwise(found))
    for values, number in found.items():
        assert number == sum(count for value, count in counts.items() if value in values)
