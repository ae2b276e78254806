"""Sheets in one line: what can be written, and what is told about what cannot."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from sheetgen.errors import InputError
from sheetgen.game_input.quick_entry import read_entries, read_space
from sheetgen.rules.shuffle.arrangement import Pad
from tests.game_helpers import entered, one, rulebook


def test_ranges_run_in_the_rows_direction() -> None:
    record = entered("classic", "Laura: red 2-5; green 12-6; blue 12..10")
    assert record == type(record)(record.sheets, None, complete=False)
    (sheet,) = record.sheets
    assert list(sheet.crosses) == [
        *("red 2", "red 3", "red 4", "red 5"),
        *("green 12", "green 11", "green 10", "green 9", "green 8", "green 7", "green 6"),
        *("blue 12", "blue 11", "blue 10"),
    ]


def test_it_means_the_same_as_a_record() -> None:
    entry = entered("bigpoints", "A: Red 2, 3 ,4; RED-YELLOW 2; yellow 8–12 lock;; penalties 3;")
    record = one(
        "bigpoints",
        marks={"red": [2, 3, 4], "red-yellow": [2], "yellow": [8, 9, 10, 11, 12]},
        locks=["yellow"],
        penalties=3,
    )
    assert entry == record


def test_tokens_may_be_stacked() -> None:
    assert entered("duel", "Grey: blue 9 5 5").sheets[0].crosses == {"blue 9": 1, "blue 5": 2}


def test_words_of_a_language_are_understood() -> None:
    synonyms = {"rot": "red", "rot-gelb": "red-yellow", "fehlwürfe": "penalties"}
    record = read_entries(rulebook("bigpoints"), ["A: Rot: 2 3; rot-gelb 2; FEHLWÜRFE 2"], None, synonyms)
    assert record == entered("bigpoints", "A: red 2 3; red-yellow 2; penalties 2")


@pytest.mark.parametrize("line", ["red 2 - 5", "red 2–5", "red: 2 — 5;", "red 2..5", "RED, 2, 3 4,5", "red 2-3 4-5"])
def test_many_ways_to_write_a_run(line: str) -> None:
    assert entered("classic", f"A: {line}") == entered("classic", "A: red 2 3 4 5")


def test_a_rows_own_name_comes_before_a_synonym() -> None:
    assert read_entries(rulebook("classic"), ["A: red 2"], None, {"red": "blue"}).sheets[0].crosses == {"red 2": 1}


def test_letters_may_be_written_in_two_ways() -> None:
    record = read_entries(rulebook("classic"), ["A: gru\u0308n 12"], None, {"grün": "green"})
    assert record.sheets[0].crosses == {"green 12": 1}


def test_a_track_of_one_side_needs_no_side_and_tells_equal_spaces_apart() -> None:
    spaces = rulebook("onboard").tracks["a"]
    rules = replace(rulebook("onboard"), tracks={"only": (*spaces[:5], spaces[0])})
    assert read_entries(rules, ["A: space red 4 +1"]).sheets[0].space == 2
    with pytest.raises(InputError, match="Give the number of the space: 1 and 6"):
        read_entries(rules, ["A: space green 12 +1"])


def test_a_space_by_what_is_printed_on_it() -> None:
    printed = entered("onboard", "A: green 10; space green 10 +3", "B: space 0", side="a")
    assert [sheet.space for sheet in printed.sheets] == [5, 0]
    twice = entered("onboard", "A: space red 7 +8", "B: space red 7 +13", side="A")
    assert [sheet.space for sheet in twice.sheets] == [16, 26]


@pytest.mark.parametrize("text", ["5", " space 5", "SPACE: 5", "Green 10 +3", "space green 10 +3", "feld 5"])
def test_a_space_alone_is_told_in_the_same_words(text: str) -> None:
    assert read_space(rulebook("onboard"), "A", text, "A", {"feld": "space"}) == 5


@pytest.mark.parametrize(
    ("text", "side", "message"),
    [
        ("", "a", "A: which space?"),
        ("penalties 3", "a", "A: which space?"),
        ("5; penalties 3", "a", "A: which space?"),
        ("41", "a", "A: 'space' cannot be 41"),
        ("5", None, "which side of the board was it?"),
        ("green 10 +3", None, "A: where is 'green 10 \\+3'?"),
        ("5", "c", "'side' cannot be \"c\""),
    ],
)
def test_a_space_that_cannot_be_meant(text: str, side: str | None, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_space(rulebook("onboard"), "A", text, side)


def test_second_boxes_are_named_one_by_one() -> None:
    (sheet,) = entered("double-a", "Anna: red 2 3 5 5#2; green 12-10 12#2; penalties 1").sheets
    assert list(sheet.crosses) == [
        *("red 2", "red 3", "red 5", "red 5#2"),
        *("green 12", "green 12#2", "green 11", "green 10"),
    ]
    assert sheet.penalties == 1


@pytest.mark.parametrize("pairs", ["8/5 9/7", "8/5, 9/7", "8 / 5 9/ 7", "9/7 8/5"])
def test_pairs_are_written_with_a_slash(pairs: str) -> None:
    (sheet,) = entered("xchange", f"Anna: red 2 3 5; swap {pairs}; penalties 1").sheets
    assert sheet.penalties == 1
    assert list(sheet.crosses) == ["red 2", "red 3", "red 5", "swap 8/5", "swap 9/7"]


def test_the_swap_row_has_other_names() -> None:
    record = read_entries(rulebook("xchange"), ["A: Tausch 8/5; rot 5"], None, {"tausch": "swap", "rot": "red"})
    assert record == entered("xchange", "A: red 5; swap 8/5")


def test_both_numbers_that_close_a_row_can_be_written() -> None:
    assert list(entered("longo", "A: red 13-15 lock").sheets[0].crosses)[-2:] == ["red 15", "red lock"]
    assert list(entered("longo", "A: red 13-14 16 lock").sheets[0].crosses)[-2:] == ["red 16", "red lock"]


def test_a_shuffled_sheet_begins_with_its_code_and_runs_go_by_its_rows() -> None:
    arrangement = Pad(rulebook("gemixxt-b"), "7").sheet(3)
    red = arrangement.rulebook.rows[0]
    (sheet,) = entered(
        "gemixxt-b", f"Anna: sheet {arrangement.code.lower()}; red {red.cells[0].number}-{red.cells[3].number}"
    ).sheets
    assert sheet.arrangement == arrangement
    assert list(sheet.crosses) == list(red.ids[:4])


def test_of_a_damaged_code_nothing_else_is_said() -> None:
    with pytest.raises(InputError) as caught:
        entered("gemixxt-b", "Anna: sheet 4TQ; red 2-10 13")
    assert len(caught.value.problems) == 1


def test_words_that_mean_nothing_in_this_game_are_not_proposed() -> None:
    with pytest.raises(InputError) as caught:
        read_entries(rulebook("classic"), ["A: swap 8/5"], None, {"swap": "swap", "rot": "red"})
    assert str(caught.value).endswith("Known: red, yellow, green, blue, penalties, rot.")


def test_several_players_are_a_complete_game() -> None:
    assert entered("classic", "A: red 2", "B:").complete


def test_the_piece_and_the_side() -> None:
    record = entered("onboard", "A: green 10; space 5", side="b")
    assert (record.side, record.sheets[0].space) == ("b", 5)


WRONG = {
    "no colon": ("classic", ["Laura red 2"], ["a name, a colon and crosses are needed"]),
    "no name": ("classic", [": red 2"], ["a player's name cannot be"]),
    "unknown row": ("classic", ["A: rde 2"], ["A: there is no row 'rde'", "Did you mean 'red'?"]),
    "bonus row of another game": ("classic", ["A: red-yellow 2"], ["there is no row 'red-yellow'"]),
    "against the row": ("classic", ["A: green 6-12"], ["6-12 runs against 'green'", "from 12 to 2"]),
    "no such number": ("classic", ["A: red 13"], ["'red' has no 13", "It has 2 3 4"]),
    "range beyond the row": ("classic", ["A: red 2-13"], ["'red' has no 13"]),
    "number twice": ("classic", ["A: red 2 3 2-4"], ["red 2 is given twice", "red 3 is given twice"]),
    "row twice": ("classic", ["A: red 2; red 3"], ["the row 'red' is given twice"]),
    "lock twice": ("classic", ["A: red lock lock"], ["the lock of 'red' is given twice"]),
    "lock of a bonus row": ("bigpoints", ["A: red-yellow lock"], ["a lock cannot be"]),
    "a word": ("classic", ["A: red two"], ["'two' is neither a number of 'red' nor a run"]),
    "another script's digits": ("classic", ["A: red ٣"], ["is neither a number of 'red'"]),
    "too many penalties": ("classic", ["A: penalties 5"], ["'penalties' cannot be 5", "between 0 and 4"]),
    "penalties without a number": ("classic", ["A: penalties"], ["'penalties' takes one number"]),
    "penalties twice": ("classic", ["A: penalties 1; penalties 2"], ["'penalties' is given twice"]),
    "a space without a track": ("classic", ["A: space 3"], ["there is no row 'space'"]),
    "a space without a side": (
        "onboard",
        ["A: green 10; space 5"],
        ["which side of the board", "Name the side: a or b."],
    ),
    "a space that is printed nowhere": (
        "onboard",
        ["A: space red 2 +3"],
        ["where is 'red 2 +3'?", "the side of the board"],
    ),
    "a space of no kind": ("onboard", ["A: space green 10"], ["which space?", "what is printed on it"]),
    "a row after a row": ("classic", ["A: red 2 3 yellow 4"], ["'yellow' begins a new part", "Put a ; before"]),
    "a lock without its row": ("classic", ["A: lock red"], ["which lock?", "in its row"]),
    "a space off the track": ("onboard", ["A: space 41"], ["'space' cannot be 41"]),
    "two of one name": ("classic", ["A: red 2", "A: red 3"], ["two players are called 'A'"]),
    "six players": ("classic", [f"P{seat}: red 2" for seat in range(6)], ["there are 6 players", "At most 5"]),
    "a pair of another game": ("classic", ["A: swap 8/5"], ["there is no row 'swap'"]),
    "a pair that is not there": ("xchange", ["A: swap 8/4"], ["'swap' has no \"8/4\"", "It has 8/5 9/7"]),
    "half a pair": ("xchange", ["A: swap 8"], ["'swap' has no 8", "It has 8/5 9/7"]),
    "a run of pairs": ("xchange", ["A: swap 8-5"], ["'swap' has no 8", "It has 8/5 9/7"]),
    "a pair twice": ("xchange", ["A: swap 8/5 8/5"], ["swap 8/5 is given twice"]),
    "a word for a pair": ("xchange", ["A: swap foo"], ["'foo' is not a pair of 'swap'", "written 8/5 9/7;"]),
    "a pair in a row": ("xchange", ["A: red 8/5"], ["'8/5' is a pair", '"swap 8/5"']),
    "a row after pairs": ("xchange", ["A: swap 8/5 red 5"], ["'red' begins a new part"]),
    "a lock of pairs": ("xchange", ["A: swap lock"], ["a lock cannot be"]),
    "a number twice that has a second box": ("double-a", ["A: red 5 5"], ['The second 5 is written "5#2".']),
    "a second box that is not there": ("double-a", ["A: red 12#2"], ["'red' has no \"12#2\""]),
    "a damaged code": ("gemixxt-b", ["A: sheet 4TQ; red 10"], ["the code of the shuffled sheet is damaged: '4TQ'"]),
    "a code too late": ("gemixxt-b", ["A: red 10; sheet 4TQ"], ["'sheet' comes first"]),
    "no code": ("gemixxt-b", ["A: sheet; red 10"], ["'sheet' comes first, with one code"]),
    "a code in another game": ("classic", ["A: sheet 4TQ; red 10"], ["there is no row 'sheet'"]),
    "all at once": ("classic", ["A: rde 2; red 14; penalties 9"], ["'rde'", "'red' has no 14", "cannot be 9"]),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told(name: str) -> None:
    variant, lines, words = WRONG[name]
    with pytest.raises(InputError) as caught:
        read_entries(rulebook(variant), lines)
    for word in words:
        assert word in str(caught.value)


def test_a_space_that_this_side_does_not_have() -> None:
    with pytest.raises(InputError, match="there is no space 'red 2 \\+3' on this side"):
        entered("onboard", "A: space red 2 +3", side="a")


@given(st.lists(st.text(max_size=60) | st.from_regex(r"A: [a-z]{3,6} [0-9 -]{1,12}; lock [0-9]", fullmatch=True)))
def test_nonsense_is_refused_in_words(lines: list[str]) -> None:
    try:
        read_entries(rulebook("onboard"), lines)
    except InputError as error:
        assert error.problems
