"""Many games of every variant, on sheets that are all alike and on shuffled ones: nothing is found in any of them."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from sheetgen.game_input.json_input import parse_json
from sheetgen.game_input.record_input import make_record, read_log
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.log import replay
from sheetgen.rules.engine.simulate import STRATEGIES, SimulationSetup, play
from sheetgen.rules.records import Record
from sheetgen.rules.shuffle.arrangement import read_arrangement
from tests.game_helpers import rulebook
from tests.helpers import VARIANTS
from tests.profiles import Counted, amount
from tests.rules.random_arrangements import shuffled

GAMES = amount(default=40, thorough=2000)
SHUFFLED = [variant for variant in VARIANTS if rulebook(variant).shuffle]


def grids(variant: str, players: int, random: Random) -> list[Grid]:
    """A sheet for each player; half of the games that can be shuffled are, and some players have the plain sheet."""
    book = rulebook(variant)
    if not book.shuffle or random.random() < 0.5:
        return [Grid(book)] * players
    return [Grid(book, shuffled(book, random) if random.random() < 0.9 else None) for _ in range(players)]


def retold(record: Record, random: Random) -> list[Record]:
    """The same game with its players in another order, without the order of crosses, and sheet by sheet."""
    mixed = tuple(random.sample(record.sheets, len(record.sheets)))
    plain = tuple(replace(sheet, history=None) for sheet in mixed)
    alone = [replace(record, sheets=(sheet,), complete=False) for sheet in record.sheets]
    return [replace(record, sheets=mixed), replace(record, sheets=plain), *alone]


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_is_found_in_games_that_were_played_by_the_rules(variant: str, record_property: Counted) -> None:
    record_property("games played, replayed and audited", GAMES)
    book, random = rulebook(variant), Random(variant)
    fewest, most = book.players
    for number in range(GAMES):
        players = random.randint(fewest, most)
        side = random.choice([*book.tracks]) if book.tracks else None
        setup = SimulationSetup(players, random.choice(sorted(STRATEGIES)), number, side)
        played = play(grids(variant, players, random), setup, number, keep_log=True)
        record, log = played.record, played.log
        audited, replayed = audit(book, record), replay(book, log)
        assert not replayed.findings, (setup, number, replayed.findings)
        assert not audited.findings, (setup, number, audited.findings)
        assert audited.scores == replayed.scores
        for other in retold(record, random):
            assert not audit(book, other).findings, (setup, number, other)
        if number % 10 == 0:
            for text, read, original in (
                (json.dumps(record.to_data(book, {"variant": variant})), make_record, record),
                (json.dumps(log.to_data({"variant": variant})), read_log, log),
            ):
                assert read(book, parse_json(text, "x.json")) == original


@pytest.mark.parametrize("variant", SHUFFLED)
def test_the_code_of_a_shuffled_sheet_tells_all_about_it(variant: str) -> None:
    book, random = rulebook(variant), Random(7)
    codes = set()
    for _ in range(40):
        arrangement = shuffled(book, random)
        assert arrangement
        assert read_arrangement(book, arrangement.code) == arrangement
        for own, base in zip(arrangement.rulebook.rows, book.rows, strict=True):
            assert sorted(own.ids) == sorted(base.ids)
        codes.add(arrangement.code)
    assert len(codes) > 20
