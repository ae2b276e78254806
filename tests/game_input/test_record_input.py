"""Records of games that no built-in layout has: repeated numbers, and sides of different lengths."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sheetgen.errors import InputError
from sheetgen.game_input.json_input import parse_json
from sheetgen.game_input.record_input import make_record
from sheetgen.layouts.catalog import load_layout
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.game_spec import compile_rulebook
from sheetgen.rules.records import Record
from sheetgen.rules.rulebook import Rulebook
from tests.game_helpers import rulebook


def read(rules: Rulebook, data: dict[str, Any]) -> Record:
    return make_record(rules, parse_json(json.dumps(data), "game.json"))


@pytest.fixture
def repeating(tmp_path: Path) -> Rulebook:
    """Red has two sixes and two sevens."""
    file = tmp_path / "mine.toml"
    file.write_text('extends = "classic"\nslug = "mine"\n[game.rows]\nred.cells = "red 5 6 7 6 7 8"\n')
    return compile_rulebook(load_layout(file).game)


def test_the_second_of_two_equal_numbers_has_a_name_of_its_own(repeating: Rulebook) -> None:
    data = {"players": [{"name": "A", "marks": {"red": [6, "6#2", 7]}, "history": ["red 6", "red 7", "red 6#2"]}]}
    record = read(repeating, data)
    assert record.sheets[0].crosses == {"red 6": 1, "red 7": 1, "red 6#2": 1}
    assert audit(repeating, record).findings == ()
    assert record.to_data(repeating, {})["players"][0]["marks"]["red"] == [6, 7, "6#2"]


def test_the_same_number_twice_is_told_how_to_be_written(repeating: Rulebook) -> None:
    with pytest.raises(InputError, match='The second 6 is written "6#2"'):
        read(repeating, {"players": [{"name": "A", "marks": {"red": [6, 6]}}]})
    with pytest.raises(InputError, match="A number is crossed once"):
        read(repeating, {"players": [{"name": "A", "marks": {"red": [5, 5]}}]})


def test_a_space_must_be_on_the_side_that_was_played() -> None:
    tracks = rulebook("onboard").tracks
    rules = replace(rulebook("onboard"), tracks={"a": tracks["a"], "b": tracks["b"][:30]})
    players = [{"name": "A", "marks": {"green": [10]}, "space": 35}]
    assert read(rules, {"side": "a", "players": players}).sheets[0].space == 35
    with pytest.raises(InputError, match="A: side 'b' has no space 35"):
        read(rules, {"side": "b", "players": players})


def test_a_track_of_one_side_needs_no_side() -> None:
    rules = replace(rulebook("onboard"), tracks={"only": rulebook("onboard").tracks["a"]})
    record = read(rules, {"players": [{"name": "A", "marks": {"green": [10]}, "space": 5}]})
    assert record.side == "only"


def test_one_player_is_not_complete_unless_he_says_so() -> None:
    one = {"players": [{"name": "A"}]}
    two = {"players": [{"name": "A"}, {"name": "B"}]}
    assert [read(rulebook("classic"), data).complete for data in (one, {**one, "complete": True})] == [False, True]
    assert [read(rulebook("classic"), data).complete for data in (two, {**two, "complete": False})] == [True, False]
