"""Sheets with names: those of a published pad, each of which a shuffled pad can have too."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import sheetgen as sg
from sheetgen.errors import InputError
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.simulate import SimulationSetup, play
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.shuffle.arrangement import NamedPad, Pad, read_arrangement
from tests.game_helpers import audited, found, read, rulebook
from tests.profiles import amount

PADS = ["connected-chain", "connected-steps"]

CHAINS = {  # columns of the links, counted from 0, between red and yellow, yellow and green, green and blue
    "a": ((4, 9), (1, 6), (3, 8)),
    "b": ((2, 7), (4, 9), (1, 6)),
    "c": ((1, 6), (4, 9), (2, 7)),
    "d": ((3, 8), (1, 6), (4, 9)),
    "e": ((4, 7), (1, 9), (3, 6)),
}
STEPS = {  # rows from column to column
    "a": "y g b g y r y g b g y",
    "b": "b g y r y g b g y r y",
    "c": "g b g y r y g b g y r",
    "d": "y r y g b g y r y g b",
    "e": "r y g b g y r y g b g",
}


def columns(rules: Rulebook) -> tuple[tuple[int, ...], ...]:
    """The columns of the links between each two rows."""
    rows = [[cell.id for cell in row.cells] for row in rules.rows]
    return tuple(
        tuple(upper.index(one) for one, other in rules.links if one in upper and other in lower)
        for upper, lower in pairwise(rows)
    )


@pytest.mark.parametrize("name", CHAINS)
def test_the_chains_are_those_of_the_published_pad(name: str) -> None:
    rules = rulebook("connected-chain")
    assert columns(read_arrangement(rules, name).rulebook) == CHAINS[name]


@pytest.mark.parametrize("name", STEPS)
def test_the_stairs_are_those_of_the_published_pad(name: str) -> None:
    rules = rulebook("connected-steps")
    (steps,) = read_arrangement(rules, name).rulebook.own_lines
    assert " ".join(cell[0] for cell in steps.cells) == STEPS[name]
    places = {cell.id: place for row in rules.rows for place, cell in enumerate(row.cells)}
    assert [places[cell] for cell in steps.cells] == list(range(11))


@pytest.mark.parametrize("variant", PADS)
def test_a_shuffled_pad_can_have_each_of_them(variant: str) -> None:
    rules = rulebook(variant)
    pad = Pad(rules, "all")
    possible = {frozen(pad.sheet(serial).rulebook) for serial in range(1, pad.count + 1)}
    assert len(possible) == pad.count
    assert {frozen(read_arrangement(rules, name).rulebook) for name in rules.named_sheets} <= possible


def frozen(rules: Rulebook) -> Any:
    return frozenset(map(frozenset, rules.links)), rules.scores


@pytest.mark.parametrize("variant", PADS)
def test_names_do_not_change_the_fingerprint(variant: str) -> None:
    """Sheets that were printed before they had names stay valid."""
    assert rulebook(variant).rules_fingerprint == {"connected-chain": "CV16", "connected-steps": "SAKC"}[variant]


@pytest.mark.parametrize(
    ("names", "expected"),
    [("a-e", "abcde"), ("B", "b"), ("a,c", "ac"), ("c-e, a", "cdea"), ("b-b", "b")],
)
def test_a_pad_goes_through_its_names_again_and_again(names: str, expected: str) -> None:
    pad = NamedPad(rulebook("connected-chain"), names)
    assert pad.names == list(expected)
    assert pad.sheet(1) == pad.sheet(1 + len(expected))
    assert pad.sheet(1).name == expected[0].upper()


@pytest.mark.parametrize("names", ["", "z", "a-z", "e-a", "-", "a--c"])
def test_other_names_are_refused(names: str) -> None:
    with pytest.raises(InputError):
        NamedPad(rulebook("connected-chain"), names)
    with pytest.raises(InputError):
        NamedPad(rulebook("classic"), "a")


@pytest.mark.parametrize("variant", PADS)
def test_games_on_named_sheets_are_silent(variant: str) -> None:
    rules = rulebook(variant)
    pad = NamedPad(rules, "a-e")
    grids = [Grid(rules, pad.sheet(serial)) for serial in range(1, 6)]
    for number in range(amount(default=100, thorough=2_000)):
        record = play(grids, SimulationSetup(5, "careful", 1), number).record
        assert found(audited(variant, record)) == set()


def test_a_record_may_name_the_sheet() -> None:
    marks = {"red": [4], "yellow": [4]}
    named = {"variant": "connected-chain", "players": [{"name": "A", "sheet": "b", "marks": marks}]}
    record = read("connected-chain", named)
    assert (
        record.sheets[0].to_data(rulebook("connected-chain"))["sheet"] == rulebook("connected-chain").named_sheets["b"]
    )
    assert found(audited("connected-chain", record)) == set()
    assert sg.load("connected-chain").audit("A: sheet b; red 4; yellow 4").ok
    assert not sg.load("connected-chain").audit("A: sheet c; red 3").ok
