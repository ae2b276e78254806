"""The codes of shuffled sheets: what they say, and that damage is noticed."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import example, given, strategies as st

from sheetgen.errors import InputError
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.shuffle.arrangement import (
    DIGITS,
    MAX_CODE_LENGTH,
    Pad,
    longest_code,
    order_of,
    read_arrangement,
    write_arrangement,
)
from tests.game_helpers import rulebook
from tests.helpers import VARIANTS

SHUFFLED = [name for name in VARIANTS if rulebook(name).shuffle]


@cache
def pad(name: str, seed: str = "7") -> Pad:
    """Pads count all their sheets first, which takes long for some."""
    return Pad(rulebook(name), seed)


def refusal(rules: Rulebook, code: str) -> str:
    with pytest.raises(InputError) as caught:
        read_arrangement(rules, code)
    return caught.value.problems[0].message


@pytest.mark.parametrize("name", SHUFFLED)
def test_a_code_says_all_that_is_shuffled(name: str) -> None:
    rules = rulebook(name)
    for serial in range(1, 60):
        arrangement = pad(name).sheet(serial)
        assert read_arrangement(rules, arrangement.code) == arrangement
        assert len(arrangement.code) <= longest_code(rules)


@pytest.mark.parametrize("name", SHUFFLED)
def test_the_sheet_as_the_layout_has_it_is_one_of_them(name: str) -> None:
    rules = rulebook(name)
    assert write_arrangement(rules, order_of(rules)).rulebook == rules


def test_any_order_of_numbers_can_be_told() -> None:
    rules, random = rulebook("gemixxt-b"), Random(5)
    for _ in range(50):
        order = order_of(rules)
        order["numbers"] = tuple(tuple(random.sample(row, len(row))) for row in order["numbers"])
        arranged = write_arrangement(rules, order)
        assert order_of(read_arrangement(rules, arranged.code).rulebook) == order


@pytest.mark.parametrize("name", SHUFFLED)
def test_rows_keep_their_cells_and_everything_that_names_them_follows(name: str) -> None:
    rules = rulebook(name)
    own = pad(name).sheet(3).rulebook
    for row, other in zip(rules.rows, own.rows, strict=True):
        assert sorted(row.ids) == sorted(other.ids)
        assert [cell.number for cell in other.cells] == [
            int(id.split()[1].split("#")[0]) for id in other.ids[: len(other.cells)]
        ]
    needs = {requirement.cell: requirement for requirement in own.requirements}
    for row in own.rows:
        if row.lock:
            closing = tuple(cell.id for cell in row.closing)
            assert needs[row.lock.id].of == closing
            assert all(set(needs[id].of) == {cell.id for cell in row.cells} - set(closing) for id in closing)


@pytest.mark.parametrize("name", SHUFFLED)
def test_every_changed_character_is_noticed(name: str) -> None:
    rules = rulebook(name)
    code = pad(name).sheet(1).code
    for place, digit in enumerate(code):
        for other in DIGITS.replace(digit, ""):
            assert "damaged" in refusal(rules, code[:place] + other + code[place + 1 :])


@pytest.mark.parametrize("name", SHUFFLED)
def test_what_is_cut_repeated_or_far_too_long_is_noticed(name: str) -> None:
    rules = rulebook(name)
    code = pad(name).sheet(1).code
    damaged = [
        code[:-1],
        code[1:],
        code + code,
        code + "0",
        "0" + code,
        "",
        " ",
        "?",
        code * 1000,
        "9" * (MAX_CODE_LENGTH + 1),
    ]
    assert all("damaged" in refusal(rules, text) for text in damaged)


def test_what_looks_alike_is_read_as_it_was_meant() -> None:
    rules = rulebook("gemixxt-b")
    for serial in range(1, 40):
        arrangement = pad("gemixxt-b").sheet(serial)
        written = arrangement.code.replace("0", "o").replace("1", "l").lower()
        assert read_arrangement(rules, written) == arrangement


def test_a_game_that_is_not_shuffled_has_no_such_codes() -> None:
    assert "all the same" in refusal(rulebook("classic"), "4TQ")


@given(st.sampled_from(SHUFFLED), st.text(DIGITS, min_size=1, max_size=40))
@example("connected-chain", "4GZHNHMH14")
def test_nonsense_never_crashes(name: str, code: str) -> None:
    try:
        arrangement = read_arrangement(rulebook(name), code)
    except InputError:
        return
    assert arrangement.code == code
