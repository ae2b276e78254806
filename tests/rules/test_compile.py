"""The rulebooks of the games, checked against the rules by their ids."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from sheetgen.layouts.catalog import load_variant
from sheetgen.rules.features import OWN_ROWS
from sheetgen.rules.game_spec import compile_rulebook
from sheetgen.rules.rulebook import Rulebook
from tests.helpers import VARIANTS


def rulebook(variant: str) -> Rulebook:
    return compile_rulebook(load_variant(variant).game)


PLAIN = ("classic", "bigpoints", "onboard", "duel", "connected-steps", "connected-chain", "xchange")
"""Those with classic rows; the rows of the others are checked with their variants."""


@pytest.mark.parametrize("variant", PLAIN)
def test_c1_rows_run_up_and_down_and_end_in_a_lock(variant: str) -> None:
    rows = {row.id: row for row in rulebook(variant).coloured_rows}
    assert list(rows) == ["red", "yellow", "green", "blue"]
    for name, row in rows.items():
        up = list(range(2, 13))
        assert [cell.number for cell in row.cells] == (up if name in ("red", "yellow") else up[::-1])
        assert {cell.colour for cell in row.cells} == {name}
        assert row.lock and row.lock.colour == name


@pytest.mark.parametrize("variant", PLAIN)
def test_c6_last_number_needs_five_of_the_others_and_the_lock_needs_it(variant: str) -> None:
    needs = {need.cell: need for need in rulebook(variant).requirements}
    assert needs["red 12"].needs == 5
    assert needs["red 12"].of == tuple(f"red {number}" for number in range(2, 12))
    assert needs["green 2"].of == tuple(f"green {number}" for number in range(12, 2, -1))
    assert (needs["red lock"].needs, needs["red lock"].of) == (1, ("red 12",))


@pytest.mark.parametrize("variant", VARIANTS)
def test_c8_c9_two_closed_rows_end_the_game_and_points_are_triangular(variant: str) -> None:
    book = rulebook(variant)
    assert book.closed_rows == 2
    assert (book.penalty_boxes, book.penalty_points) == (4, -5)
    for line in book.scores:
        if line.id not in OWN_ROWS:  # which score by a table of their own
            assert list(line.points) == [n * (n + 1) // 2 for n in range(len(line.points))]


def test_b1_bonus_rows_stand_between_their_neighbours() -> None:
    rows = rulebook("bigpoints").rows
    assert [row.id for row in rows] == ["red", "red-yellow", "yellow", "green", "green-blue", "blue"]
    assert [cell.number for cell in rows[1].cells] == list(range(2, 13))
    assert [cell.number for cell in rows[4].cells] == list(range(12, 1, -1))
    assert rows[1].lock is None


def test_b2_a_bonus_field_needs_one_of_its_neighbours() -> None:
    needs = {need.cell: need for need in rulebook("bigpoints").requirements}
    assert (needs["red-yellow 5"].needs, needs["red-yellow 5"].of) == (1, ("red 5", "yellow 5"))
    assert needs["green-blue 2"].of == ("green 2", "blue 2")


def test_b4_b5_bonus_fields_count_for_both_neighbours_up_to_fifteen() -> None:
    lines = {line.id: line for line in rulebook("bigpoints").scores}
    assert set(lines) == {"red", "yellow", "green", "blue"}
    for name, bonus in (
        ("red", "red-yellow"),
        ("yellow", "red-yellow"),
        ("green", "green-blue"),
        ("blue", "green-blue"),
    ):
        assert f"{bonus} 7" in lines[name].cells
        assert len(lines[name].cells) == 23
        assert (len(lines[name].points) - 1, lines[name].points[-1]) == (15, 120)


def test_b6_bonus_fields_do_not_help_to_the_lock() -> None:
    needs = {need.cell: need for need in rulebook("bigpoints").requirements}
    assert not any("-" in cell for cell in needs["red 12"].of)


def test_o1_o2_o5_o6_two_tracks_of_forty_rising_from_1_to_20() -> None:
    book = rulebook("onboard")
    assert (book.move, book.final, book.players) == (5, 5, (2, 4))
    assert list(book.tracks) == ["a", "b"]
    for spaces in book.tracks.values():
        extras = [space.extra for space in spaces]
        assert len(spaces) == 40
        assert extras == sorted(extras)
        assert (extras[0], extras[-1]) == (1, 20)
        assert all(one.row != other.row for one, other in pairwise(spaces))
    fifth = book.tracks["a"][4]
    assert (fifth.row, fifth.number) == ("green", 10)
    assert any((space.row, space.number) == ("green", 7) for space in book.tracks["a"][5:])


@pytest.mark.parametrize("side", ["a", "b"])
def test_tracks_have_no_dead_stretches(side: str) -> None:
    """From anywhere, the next five spaces show at least three rows and three numbers, and no last number."""
    book = rulebook("onboard")
    spaces = book.tracks[side]
    last = {(row.id, row.cells[-1].number) for row in book.coloured_rows}
    assert not any((space.row, space.number) in last for space in spaces)
    for start in range(len(spaces) - 5):
        ahead = spaces[start : start + 5]
        assert len({space.row for space in ahead}) >= 3
        assert len({space.number for space in ahead}) >= 3


def test_d1_d9_tokens_for_two_and_twelve_that_count() -> None:
    book = rulebook("duel")
    assert (book.players, book.tokens_each, book.token_colours) == ((2, 2), 22, ("black", "grey"))
    assert all(len(line.points) - 1 == 12 for line in book.scores)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_rulebook_is_plain_data_and_its_hash_is_its_content(variant: str) -> None:
    book = rulebook(variant)
    data = json.loads(json.dumps(book.to_data()))
    assert [row["id"] for row in data["rows"]] == [row.id for row in book.rows]
    assert book.rules_fingerprint == rulebook(variant).rules_fingerprint


def test_every_rule_changes_the_hash() -> None:
    fingerprints = {rulebook(variant).rules_fingerprint for variant in VARIANTS}
    assert len(fingerprints) == len(VARIANTS)


def test_repeated_numbers_get_ids_of_their_own() -> None:
    game = load_variant("classic").game
    rows = dict(game.rows)
    from sheetgen.rules.notation import parse_cells

    rows["red"] = rows["red"].model_copy(update={"cells": parse_cells("red 5 5 6 5 7 8 9")})
    ids = [cell.id for cell in compile_rulebook(game.model_copy(update={"rows": rows})).rows[0].cells]
    assert ids[:4] == ["red 5", "red 5#2", "red 6", "red 5#3"]
