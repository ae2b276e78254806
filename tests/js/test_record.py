"""The reader in JavaScript accepts what the reader in Python accepts, and says where it does not."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sheetgen.errors import InputError
from sheetgen.game_input.record_input import make_record
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.rulebook import Rulebook
from tests.game_helpers import rulebook
from tests.game_input.versioned_games import VERSIONS, record_of
from tests.js.boards import BOARDS, board
from tests.js.modules import Modules
from tests.js.random_records import RECORDS, legal_record, mistaken_record, spoilt_data
from tests.profiles import SEED, Counted


def problems(modules: Modules, rules: Rulebook, records: list[Any]) -> list[list[dict[str, str]]]:
    return list(modules.call("tests/answers", "problemsOfAll", rules.to_data(), records))


def python_accepts(rules: Rulebook, data: Any) -> bool:
    try:
        make_record(rules, data)
    except InputError:
        return False
    return True


def assert_same(modules: Modules, rules: Rulebook, records: list[Any]) -> None:
    for data, noted in zip(records, problems(modules, rules, records), strict=True):
        assert (not noted) == python_accepts(rules, data), (data, noted)


@pytest.mark.parametrize("name", BOARDS)
def test_both_readers_accept_the_same(name: str, modules: Modules, tmp_path: Path, record_property: Counted) -> None:
    rules, random = board(name, tmp_path).rulebook, Random(f"{SEED}/{name}")
    grid = Grid(rules)
    records = [
        spoilt_data(random, rules, random.choice([legal_record, mistaken_record])(random, grid))
        for _ in range(RECORDS // len(BOARDS))
    ]
    assert_same(modules, rules, records)
    record_property("records compared in both readers", len(records))


def test_both_readers_accept_the_same_names(modules: Modules) -> None:
    """Characters of all kinds, as far as every version of Unicode knows them."""
    random = Random(SEED)
    known = [chr(code) for code in range(0x110000) if unicodedata.ucd_3_2_0.category(chr(code)) != "Cn"]
    kinds: dict[str, list[str]] = {}
    for character in known:
        kinds.setdefault(unicodedata.category(character), []).append(character)
    anything = [random.choice(kinds[kind]) for kind in kinds for _ in range(60)]
    names = [
        *anything,
        *(f"A{character}B" for character in [*anything, "\u200c", "\u200d", " ", "\u00a0", "\u3000"]),
        *(
            "".join(random.choices(["A", "é", "e\u0301", "\u200d", " ", "👩"], k=random.randint(0, 45)))
            for _ in range(500)
        ),
    ]
    assert_same(modules, rulebook("classic"), [{"players": [{"name": name}]} for name in names])
    pairs = [random.choices(["é", "e\u0301", "Å", "\u212b", "A\u030a", "ﬁ", "fi", "a"], k=2) for _ in range(200)]
    assert_same(modules, rulebook("classic"), [{"players": [{"name": name} for name in pair]} for pair in pairs])


def test_long_lists_are_read_up_to_the_same_length(modules: Modules) -> None:
    for length in (1999, 2000, 2001):
        assert_same(modules, rulebook("duel"), [{"players": [{"name": "A", "marks": {"red": [5] * length}}]}])
        assert_same(modules, rulebook("classic"), [{"players": [{"name": "A", "history": ["red 5"] * length}]}])


def test_the_side_may_be_left_out_where_it_makes_no_difference(modules: Modules, tmp_path: Path) -> None:
    for name in ("a track of one side, on repeated numbers", "sides of different lengths"):
        rules = board(name, tmp_path).rulebook
        players = [
            [{"name": "A", "space": one}, {"name": "B", "space": other}] for one in (0, 6) for other in (0, 7, 9)
        ]
        sides: list[dict[str, str]] = [{}, *({"side": side} for side in rules.tracks)]
        assert_same(modules, rules, [{**side, "players": each} for each in players for side in sides])


def player(**sheet: Any) -> dict[str, Any]:
    return {"players": [{"name": "A", **sheet}]}


@pytest.mark.parametrize(
    ("variant", "data", "expected"),
    [
        ("classic", [], {"": "not-an-object"}),
        ("classic", {}, {"players": "missing"}),
        ("classic", {"players": {}}, {"players": "not-a-list"}),
        ("classic", {"players": []}, {"players": "no-players"}),
        ("classic", {"players": [{"name": str(seat)} for seat in range(6)]}, {"players": "too-many-players"}),
        ("classic", {"players": [{}]}, {"players[0].name": "missing"}),
        ("classic", {"players": [{"name": 5}]}, {"players[0].name": "not-a-text"}),
        ("classic", {"players": [{"name": ""}]}, {"players[0].name": "bad-name"}),
        ("classic", {"players": [{"name": " A"}]}, {"players[0].name": "bad-name"}),
        ("classic", {"players": [{"name": "é"}, {"name": "e\u0301"}]}, {"players[1].name": "same-name"}),
        ("classic", player() | {"complete": 1}, {"complete": "not-true-or-false"}),
        ("classic", player() | {"version": 0}, {"version": "out-of-range"}),
        ("classic", player() | {"version": -1}, {"version": "out-of-range"}),
        ("classic", player() | {"version": "2"}, {"version": "not-a-number"}),
        ("classic", player() | {"version": True}, {"version": "not-a-number"}),
        ("classic", player() | {"version": None}, {"version": "not-a-number"}),
        ("classic", player() | {"version": 2}, {"version": "out-of-range"}),
        ("classic", player() | {"__proto__": 1}, {"__proto__": "unknown-key"}),
        ("classic", player() | {"x" * 1000: 1}, {"x" * 60: "unknown-key"}),
        ("classic", player(marks={"purple": []}), {"players[0].marks.purple": "unknown-key"}),
        ("classic", player(marks={"red": [2, 3, "5"]}), {"players[0].marks.red[2]": "unknown-choice"}),
        ("classic", player(marks={"red": [2, 13]}), {"players[0].marks.red[1]": "unknown-choice"}),
        ("classic", player(marks={"red": [2, 2]}), {"players[0].marks.red[1]": "twice"}),
        ("classic", player(marks={"red": [2] * 2001}), {"players[0].marks.red": "too-long"}),
        ("bigpoints", player(locks=["red-yellow"]), {"players[0].locks[0]": "unknown-choice"}),
        ("classic", player(locks=["red", "red"]), {"players[0].locks[1]": "twice"}),
        ("classic", player(penalties=5), {"players[0].penalties": "out-of-range"}),
        ("classic", player(penalties=1.5), {"players[0].penalties": "not-a-number"}),
        ("classic", player(space=1), {"players[0].space": "not-in-this-game"}),
        ("classic", player() | {"side": "a"}, {"side": "not-in-this-game"}),
        ("onboard", player() | {"side": "c"}, {"side": "unknown-choice"}),
        ("onboard", player(space=3), {"": "side-needed"}),
        ("onboard", player(space=41) | {"side": "a"}, {"players[0].space": "out-of-range"}),
        ("duel", player(history=[]), {"players[0].history": "not-in-this-game"}),
        ("classic", player(history=["red 5", "red 13"]), {"players[0].history[1]": "unknown-choice"}),
        ("classic", player(claimed={"total": "5"}), {"players[0].claimed.total": "not-a-number"}),
        ("classic", player(claimed={"red": 10**6 + 1}), {"players[0].claimed.red": "out-of-range"}),
        ("classic", player(claimed={"space": 5}), {"players[0].claimed.space": "unknown-key"}),
        (
            "classic",
            player(marks=[], penalties=-1, locks=None),
            {
                "players[0].marks": "not-an-object",
                "players[0].locks": "not-a-list",
                "players[0].penalties": "out-of-range",
            },
        ),
    ],
)
def test_every_problem_has_its_place(variant: str, data: Any, expected: dict[str, str], modules: Modules) -> None:
    [noted] = problems(modules, rulebook(variant), [data])
    assert {problem["path"]: problem["fault"] for problem in noted} == expected
    assert not python_accepts(rulebook(variant), data)


@pytest.mark.parametrize("version", VERSIONS)
def test_records_of_every_version_are_read(version: int, modules: Modules) -> None:
    record = record_of(version)
    del record["variant"]
    assert_same(modules, rulebook("onboard"), [record, {"version": version, **record}])
    assert problems(modules, rulebook("onboard"), [record, {"version": version, **record}]) == [[], []]


def test_json_does_not_tell_a_whole_number_by_its_point(modules: Modules) -> None:
    """JavaScript cannot see the difference, so it does not matter there."""
    assert problems(modules, rulebook("classic"), [player(marks={"red": [5.0]})]) == [[]]


def test_hostile_records_are_soon_done_with(modules: Modules) -> None:
    hostile = [
        {f"key {number}": number for number in range(100_000)},
        {"players": [{"name": "A", "marks": {"red": ["x"] * 20}} for _ in range(2000)]},
        player(marks={"red": ["x"] * 2000, "yellow": ["x"] * 2000}, history=["x"] * 2000),
        player(name="x" * 1_000_000),
    ]
    noted = problems(modules, rulebook("classic"), hostile)
    assert [len(each) for each in noted] == [100, 1, 100, 1]
