"""The codes of shuffled sheets stand for the same in JavaScript as in Python."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sheetgen.errors import InputError
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.shuffle.arrangement import MAX_CODE_LENGTH, read_arrangement, write_arrangement
from tests.js.boards import BOARDS, board
from tests.js.modules import Modules
from tests.js.random_sheets import random_arrangement, random_order
from tests.profiles import SEED

SHUFFLED = [
    *("gemixxt-a", "gemixxt-b", "connected-steps", "connected-chain", "longo", "family-stair"),
    "all that there is, shuffled",
    "numbers shuffled, and links and lines along with them",
    "cards for rows with several last numbers",
]


def arrangements(modules: Modules, rules: Rulebook, codes: list[str]) -> list[Any]:
    return list(modules.call("tests/answers", "arrangementsOfAll", rules.to_data(), codes))


def expected(rules: Rulebook, code: str) -> dict[str, Any] | None:
    """What Python says to a code; None if it is damaged."""
    try:
        found = read_arrangement(rules, code)
    except InputError:
        return None
    both = zip(rules.rows, found.rulebook.rows, strict=True)
    renamed = {old.id: new.id for own, row in both for old, new in zip(own.cells, row.cells, strict=True)}
    return {"code": found.code, "renamed": renamed, "rulebook": json.loads(json.dumps(found.rulebook.to_data()))}


def test_all_games_with_shuffled_sheets_are_here(tmp_path: Path) -> None:
    assert {name for name in BOARDS if board(name, tmp_path).rulebook.shuffle} == set(SHUFFLED)


@pytest.mark.parametrize("name", SHUFFLED)
def test_a_code_stands_for_the_same_sheet(name: str, modules: Modules, tmp_path: Path) -> None:
    rules, random = board(name, tmp_path).rulebook, Random(f"{SEED}/{name}")
    codes = [*(random_arrangement(random, rules).code for _ in range(40)), *rules.named_sheets]
    wanted = [expected(rules, code) for code in codes]
    assert None not in wanted
    assert arrangements(modules, rules, codes) == wanted


@pytest.mark.parametrize("name", SHUFFLED)
def test_both_refuse_the_same_codes(name: str, modules: Modules, tmp_path: Path) -> None:
    """Damaged ones, long ones, and those of sheets that nobody could play on."""
    rules, random = board(name, tmp_path).rulebook, Random(f"{SEED}/damaged/{name}")
    code = random_arrangement(random, rules).code
    codes = {"", "0", "1", code.lower(), code.replace("1", "l").replace("0", "o"), f"0{code}", f"{code}\n", f" {code}"}
    codes |= {
        code * 2,
        f"{code}.{code}",
        "Z" * MAX_CODE_LENGTH,
        "Z" * (MAX_CODE_LENGTH + 1),
        "Z" * 10_000,
        "ß" * 9,
        "é",
        "👩" * 300,
    }
    for place in range(len(code)):
        before, digit, behind = code[:place], code[place], code[place + 1 :]
        codes |= {before + other + behind for other in "0U7z#"}
        codes |= {before, digit + behind, before + behind[:1] + digit + behind[1:]}
    for _ in range(30):
        try:
            codes.add(write_arrangement(rules, random_order(random, rules)).code)
        except IndexError:
            continue
    in_order = sorted(codes)
    wanted = [expected(rules, each) for each in in_order]
    assert 0 < sum(each is None for each in wanted) < len(wanted)
    assert arrangements(modules, rules, in_order) == wanted
