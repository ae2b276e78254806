"""Every finding, by wrong games; and a wrong mark never raises a finding about what is right."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from sheetgen.rules.audit.findings import MESSAGE_NAMES, Cells
from sheetgen.rules.engine.simulate import SimulationSetup
from sheetgen.rules.records import Record, Sheet
from tests.game_helpers import SPANS, audited, entered, found, grid, one, play_alike, read, rulebook

CLOSED = ("A: red 2-6 12 lock", "B: yellow 2-6 12 lock")
"""A game that ended with the second closed row."""


def closing_two(name: str, first: str, second: str) -> dict[str, Any]:
    """A sheet on which two rows were closed, the first one before the other."""
    numbers = {"red": [2, 3, 4, 5, 6, 12], "blue": [12, 11, 10, 9, 8, 2]}
    history = [f"{row} {number}" for row in (first, second) for number in numbers[row]]
    return {"name": name, "marks": numbers, "locks": [first, second], "history": history}


def claiming(variant: str, line: str, **figures: int) -> Record:
    record = entered(variant, line)
    return replace(record, sheets=(replace(record.sheets[0], claimed=figures),))


WRONG: list[tuple[str, str, Record, str]] = [
    # what is found besides, if anything, is as true as the rest
    ("lock-too-few", "classic", entered("classic", "A: red 2-5 12 lock"), "lock-too-few|A"),
    ("lock-too-few", "classic", entered("classic", "A: green 2 lock"), "lock-too-few|A"),
    ("lock-too-few", "onboard", entered("onboard", "A: blue 12 11 10 9 2 lock"), "lock-too-few|A"),
    (
        "lock-too-few",
        "bigpoints",
        entered("bigpoints", "A: green 12-9 2 lock; green-blue 12-9"),
        "lock-too-few|A",
    ),
    ("lock-too-few", "duel", entered("duel", "A: blue 9 5 5 5 2 lock"), "lock-too-few|A"),
    ("lock-too-few", "classic", entered("classic", "A: red 12"), "lock-too-few|A lock-missing|A"),
    ("lock-without-number", "classic", entered("classic", "A: red 2-7 lock"), "lock-without-number|A"),
    ("lock-without-number", "bigpoints", entered("bigpoints", "A: yellow lock"), "lock-without-number|A"),
    ("lock-without-number", "duel", entered("duel", "A: green 12-3 lock"), "lock-without-number|A"),
    ("lock-without-number", "longo", entered("longo", "A: red 2-8 lock"), "lock-without-number|A"),
    ("closed-twice", "longo", entered("longo", "A: red 2-8 15 16 lock"), "closed-twice|A"),
    ("double-without-number", "double-a", entered("double-a", "A: red 2 3#2"), "double-without-number|A"),
    ("link-broken", "connected-chain", entered("connected-chain", "A: red 6"), "link-broken|A"),
    ("link-broken", "connected-chain", entered("connected-chain", "A: blue 9"), "link-broken|A"),
    (
        "swap-without-number",
        "xchange",
        entered("xchange", "A: red 5 9; swap 8/5 9/7 8/6"),
        "swap-without-number|A",
    ),
    ("trio-skipped", "lucky15", entered("lucky15", "A: trio 1 3"), "trio-skipped|A"),
    ("bar-mismatch", "bonus-a", entered("bonus-a", "A: red 3 4; penalties 2", "B: penalties 4"), "bar-mismatch|A"),
    (
        "bar-mismatch",
        "bonus-a",
        entered("bonus-a", "A: yellow 5; red 2; bar 2; penalties 2", "B: penalties 4"),
        "bar-mismatch|A",
    ),
    (
        "bar-mismatch",
        "bonus-a",
        entered("bonus-a", "A: yellow 5; bar 1; penalties 3", "B: penalties 4"),
        "bar-mismatch|A",
    ),
    (
        "reward-missing",
        "bonus-b",
        entered("bonus-b", "A: yellow 7 8; blue 7 6; red 2; penalties 3", "B: penalties 4"),
        "reward-missing|A",
    ),
    ("order", "double-a", one("double-a", marks={"red": [3, "3#2"]}, history=["red 3#2", "red 3"]), "order|A order|A"),
    (
        "impossible-closing",
        "longo",
        entered("longo", "A: red 2-8 15 lock; penalties 4", "B: red 2-8 16 lock"),
        "impossible-closing|",
    ),
    ("game-not-over", "card-game", entered("card-game", CLOSED[0], CLOSED[1]), "game-not-over|"),
    (
        "impossible-closing",
        "card-game",
        entered("card-game", "A: red 2-6 12 lock; yellow 2-6 12 lock", "B: green 12-8 2 lock; blue 12-8 2 lock"),
        "impossible-closing|",
    ),
    ("lock-missing", "classic", entered("classic", "A: red 2-6 12"), "lock-missing|A"),
    ("lock-missing", "classic", entered("classic", "A: red 2-6 12; blue 12-8 2"), "lock-missing|A lock-missing|A"),
    ("lock-missing", "bigpoints", entered("bigpoints", "A: blue 12-2"), "lock-missing|A"),
    ("lock-missing", "duel", entered("duel", "A: green 12-8 2"), "lock-missing|A"),
    ("lock-missing", "classic", entered("classic", "A: red 2-6 12", CLOSED[1]), "lock-missing|A"),
    (
        "too-many-locks",
        "classic",
        entered("classic", "A: red 2-6 12 lock; yellow 2-6 12 lock; green 12-8 2 lock"),
        "too-many-locks|A",
    ),
    (
        "too-many-locks",
        "bigpoints",
        entered("bigpoints", "A: red 2-12 lock; yellow 2-12 lock; green 12-2 lock; blue 12-2 lock"),
        "too-many-locks|A",
    ),
    (
        "too-many-locks",
        "onboard",
        entered("onboard", "A: red 2-6 12 lock; yellow 2-6 12 lock; green 12-8 2"),
        "lock-missing|A too-many-locks|A",
    ),
    (
        "bonus-without-neighbour",
        "bigpoints",
        entered("bigpoints", "A: red-yellow 5"),
        "bonus-without-neighbour|A",
    ),
    (
        "bonus-without-neighbour",
        "bigpoints",
        entered("bigpoints", "A: red 4; yellow 6; red-yellow 4-6"),
        "bonus-without-neighbour|A",
    ),
    (
        "bonus-without-neighbour",
        "bigpoints",
        entered("bigpoints", "A: red 7; yellow 7; green-blue 7"),
        "bonus-without-neighbour|A",
    ),
    ("space-not-crossed", "onboard", entered("onboard", "A: space 5", side="a"), "space-not-crossed|A"),
    ("space-not-crossed", "onboard", entered("onboard", "A: red 5; space 2", side="a"), "space-not-crossed|A"),
    (
        "space-not-crossed",
        "onboard",
        entered("onboard", "A: green 10; yellow 3; space 17", side="a"),
        "space-not-crossed|A",
    ),
    ("space-unreachable", "onboard", entered("onboard", "A: yellow 7; space 17", side="a"), "space-unreachable|A"),
    (
        "space-unreachable",
        "onboard",
        entered("onboard", "A: green 12; red 8; space 20", side="a"),
        "space-unreachable|A",
    ),
    (
        "space-unreachable",
        "onboard",
        entered("onboard", "A: green 10; space 40", side="a"),
        "space-not-crossed|A space-unreachable|A",
    ),
    (
        "space-unreachable",
        "onboard",
        # for two players a hop is one space shorter than 5 and two jumps: from 4 to 11
        entered("onboard", "A: yellow 3 4; blue 12 11; space 11", "B: red 2-5; penalties 4", side="a"),
        "space-unreachable|A",
    ),
    (
        "order",
        "classic",
        one("classic", marks={"red": [5, 7, 2]}, history=["red 5", "red 7", "red 2"]),
        "order|A",
    ),
    (
        "order",
        "classic",
        one("classic", marks={"green": [12, 3]}, history=["green 3", "green 12"]),
        "order|A",
    ),
    (
        "order",
        "classic",
        one(
            "classic",
            marks={"red": [2, 3, 4, 5, 6, 12]},
            locks=["red"],
            history=["red 2", "red 3", "red 4", "red 5", "red 12", "red 6"],
        ),
        "order|A order|A",
    ),
    (
        "order",
        "bigpoints",
        one("bigpoints", marks={"red": [5], "red-yellow": [5]}, history=["red-yellow 5", "red 5"]),
        "order|A",
    ),
    (
        "order",
        "bigpoints",
        one(
            "bigpoints",
            marks={"red": [4, 5], "red-yellow": [4, 5]},
            history=["red 4", "red 5", "red-yellow 5", "red-yellow 4"],
        ),
        "order|A",
    ),
    ("order", "classic", one("classic", marks={"red": [2, 3]}, history=["red 2"]), "order|A"),
    ("order", "classic", one("classic", marks={"red": [2]}, history=["red 2", "red 3"]), "order|A"),
    ("order", "classic", one("classic", marks={"red": [2]}, history=["red 2", "red 2"]), "order|A"),
    (
        "order",
        "classic",
        one(
            "classic",
            marks={"red": [2, 3, 4, 5, 6, 12]},
            locks=["red"],
            history=["red 2", "red 3", "red 4", "red 5", "red 6", "red lock", "red 12"],
        ),
        "order|A",
    ),
    ("wrong-sum", "classic", claiming("classic", "A: red 2 3", red=4), "wrong-sum|A"),
    ("wrong-sum", "bigpoints", claiming("bigpoints", "A: red 2; red-yellow 2; penalties 1", total=5), "wrong-sum|A"),
    ("wrong-sum", "classic", claiming("classic", "A: penalties 2", penalties=5), "wrong-sum|A"),
    ("wrong-sum", "classic", claiming("classic", "A: red 2 3", total=4, extra=1), "wrong-sum|A wrong-sum|A"),
    ("wrong-sum", "duel", claiming("duel", "A: red 2 3 3", red=3), "wrong-sum|A"),
    ("game-not-over", "classic", entered("classic", "A: red 2 3", "B: blue 12 11"), "game-not-over|"),
    ("game-not-over", "bigpoints", entered("bigpoints", CLOSED[0], "B: red 7-11 12 lock"), "game-not-over|"),
    (
        "game-not-over",
        "onboard",
        entered("onboard", "A: green 10; space 5", "B: red 4; space 2", side="a"),
        "game-not-over|",
    ),
    ("game-not-over", "duel", entered("duel", "A: red 5; penalties 2", "B: red 7; penalties 1"), "game-not-over|"),
    (
        "too-many-penalties",
        "classic",
        entered("classic", "A: red 2 3; penalties 4", "B: blue 12 11; penalties 4"),
        "too-many-penalties|",
    ),
    (
        "too-many-penalties",
        "bigpoints",
        entered("bigpoints", "A: red 2; penalties 4", "B: red 3; penalties 4", "C: red 4; penalties 4"),
        "too-many-penalties|",
    ),
    (
        "too-many-penalties",
        "onboard",
        entered("onboard", "A: red 2; penalties 4", "B: red 3; penalties 4", "C: red 2-6; penalties 1"),
        "too-many-penalties|",
    ),
    (
        "too-many-penalties",
        "duel",
        entered("duel", "A: red 3; penalties 3", "B: blue 12; penalties 2"),
        "too-many-penalties|",
    ),
    (
        "impossible-closing",
        "classic",
        entered("classic", "A: red 2-6 12 lock; yellow 2-6 12 lock", "B: green 12-8 2 lock"),
        "impossible-closing|",
    ),
    (
        "impossible-closing",
        "classic",
        entered("classic", *CLOSED, "C: green 12-8 2 lock", "D: blue 12-8 2 lock"),
        "impossible-closing|",
    ),
    (
        "impossible-closing",
        "bigpoints",
        entered("bigpoints", CLOSED[0], "B: green 12-8 2 lock; blue 12-8 2 lock"),
        "impossible-closing|",
    ),
    (
        "impossible-closing",
        "duel",
        entered("duel", "A: red 2-6 12 lock; yellow 2-6 12 lock", "B: green 12-8 2 lock"),
        "impossible-closing|",
    ),
    (
        "impossible-closing",
        "duel",
        entered("duel", "A: red 2-6 12 lock; penalties 4", "B: red 7-11 12 lock"),
        "impossible-closing| square-shared| square-shared|",
    ),
    ("ended-twice", "classic", entered("classic", *CLOSED, "C: red 7; penalties 4"), "ended-twice|"),
    (
        "ended-twice",
        "classic",
        entered("classic", "A: red 2-6 12 lock; yellow 2-6 12 lock; penalties 4", "B: green 12-4"),
        "ended-twice|",
    ),
    ("ended-twice", "bigpoints", entered("bigpoints", *CLOSED, "C: red-yellow; penalties 4"), "ended-twice|"),
    (
        "impossible-turns",
        "classic",
        entered("classic", "A: penalties 4", "B: penalties 0"),
        "impossible-turns|",
    ),
    (
        "impossible-turns",
        "classic",
        entered("classic", "A: penalties 4", "B: red 2-11; yellow 2-11"),
        "impossible-turns|",
    ),
    (
        "impossible-turns",
        "bigpoints",
        entered("bigpoints", "A: red 2-6 12 lock; yellow 2-6 12 lock", "B: penalties 0"),
        "impossible-turns|",
    ),
    (
        "impossible-turns",
        "onboard",
        # the piece needs three turns, which the other sheet does not have
        entered("onboard", "A: green 10 9; red 6; space 13", "B: penalties 1", side="a"),
        "game-not-over| impossible-turns|",
    ),
    (
        "impossible-turns",
        "classic",
        entered("classic", "A: red 2 3; penalties 1", "B: red 2-11; yellow 2-9; penalties 3", "C: penalties 4"),
        "impossible-turns|",
    ),
    (
        "impossible-turns",
        "classic",
        entered("classic", "A: green 12 11 10", "B: red 2-7 12 lock; yellow 2-6 12 lock"),
        "impossible-turns|",
    ),
    ("impossible-turns", "duel", entered("duel", "A: penalties 3", "B: penalties 1"), "impossible-turns|"),
    ("impossible-turns", "duel", entered("duel", "A: red 5 5 5; penalties 3", "B: penalties 1"), "impossible-turns|"),
    (
        "ended-twice",
        "duel",
        entered("duel", "A: red 2-6 12 lock; penalties 2", "B: yellow 2-6 12 lock; penalties 2"),
        "ended-twice|",
    ),
    (
        "ended-twice",
        "duel",
        entered("duel", "A: red 2-11; yellow 2-11 11 11", "B: green 12-3; blue 12-3 3 3"),
        "ended-twice|",
    ),
    (
        "ended-twice",
        "duel",
        entered("duel", "A: red 2-6 12 lock; yellow 2-6 12 lock", "B: green 12-3; blue 12-3 3 3"),
        "ended-twice|",
    ),
    (
        "ended-twice",
        "duel",
        entered("duel", "A: red 2-5; penalties 4", "B: green 12-3; blue 12-3 3 3"),
        "ended-twice|",
    ),
    (
        "ended-twice",
        "duel",
        entered("duel", "A: yellow 2-5; penalties 3", "B: green 12-2; blue 12-4 4; penalties 1"),
        "ended-twice|",
    ),
    (
        "ended-twice",
        "classic",
        entered("classic", "A: red 2-6 12 lock; blue 12-8 2 lock; penalties 4"),
        "ended-twice|A",
    ),
    (
        "order",
        "classic",
        one(
            "classic",
            marks={"red": [2, 3, 4, 5, 6, 12], "blue": [12, 11, 10, 9, 8, 2], "green": [12]},
            locks=["red", "blue"],
            history=[
                *("red 2", "red 3", "red 4", "red 5", "red 6", "red 12", "red lock"),
                *("blue 12", "blue 11", "blue 10", "blue 9", "blue 8", "blue 2", "blue lock", "green 12"),
            ],
        ),
        "order|A",
    ),
    (
        "impossible-closing",
        "classic",
        read(
            "classic",
            {"variant": "classic", "players": [closing_two("A", "red", "blue"), closing_two("B", "blue", "red")]},
        ),
        "impossible-closing|",
    ),
    (
        "space-shared",
        "onboard",
        entered("onboard", "A: green 10; penalties 4; space 5", "B: green 10-7; space 5", side="a"),
        "space-shared|",
    ),
    (
        "space-shared",
        "onboard",
        entered("onboard", "A: red 4 5; penalties 4; space 2", "B: red 2-5; space 2", "C: red 2-5; space 0", side="a"),
        "space-shared|",
    ),
    (
        "space-shared",
        "onboard",
        entered(
            "onboard",
            "A: red 4 5; penalties 4; space 2",
            "B: red 2-5; space 2",
            "C: green 12-9; space 5",
            "D: green 12-9; space 5",
            side="a",
        ),
        "space-shared| space-shared|",
    ),
    (
        "square-shared",
        "duel",
        entered("duel", "A: red 5; penalties 2", "B: red 5; penalties 2"),
        "square-shared|",
    ),
    (
        "square-shared",
        "duel",
        entered("duel", "A: green 9 9; penalties 3", "B: green 9; penalties 1"),
        "square-shared|",
    ),
    (
        "square-shared",
        "duel",
        entered("duel", "A: red 2-4; blue 12; penalties 2", "B: red 3; blue 12; penalties 2"),
        "square-shared| square-shared|",
    ),
    ("too-many-tokens", "duel", entered("duel", "A: red 2-11; yellow 2-11; penalties 3"), "too-many-tokens|A"),
    ("too-many-tokens", "duel", entered("duel", "A: red " + "7 " * 23), "too-many-tokens|A"),
    (
        "too-many-tokens",
        "duel",
        entered("duel", "A: red 2-12 lock; yellow 2-11; penalties 1"),
        "too-many-tokens|A",
    ),
    ("stack-on-last", "duel", entered("duel", "A: red 2-6 12 12 lock"), "stack-on-last|A"),
    ("stack-on-last", "duel", entered("duel", "A: green 12-8 2 2 2 lock"), "stack-on-last|A"),
    ("stack-on-last", "duel", entered("duel", "A: blue 9 9 9 9 9 2 2 lock"), "stack-on-last|A"),
]


@pytest.mark.parametrize(("code", "variant", "record", "findings"), WRONG)
def test_a_wrong_game_raises_this_and_nothing_else(code: str, variant: str, record: Record, findings: str) -> None:
    result = audited(variant, record)
    assert [f"{finding.code}|{finding.player or ''}" for finding in result.findings] == findings.split()
    assert any(finding.code == code for finding in result.findings)
    ids = {id for row in rulebook(variant).rows for id in row.ids}
    for finding in result.findings:
        assert set(finding.values) == set(MESSAGE_NAMES[finding.reason]) - {"penalties"}
        assert set(finding.cells) <= ids
        named = {id for value in finding.values.values() if isinstance(value, Cells) for id in value.ids}
        assert bool(finding.cells) >= bool(named) and (not named or named & set(finding.cells))


def test_every_code_has_three_wrong_games() -> None:
    codes = [code for code, *_ in WRONG]
    reasons = {reason for reason in MESSAGE_NAMES if codes.count(reason) >= 3}
    assert reasons == {
        *("lock-too-few", "lock-without-number", "lock-missing", "too-many-locks", "bonus-without-neighbour"),
        *("space-not-crossed", "space-unreachable", "wrong-sum", "game-not-over", "too-many-penalties"),
        *("impossible-closing", "ended-twice", "impossible-turns", "space-shared", "square-shared"),
        *("too-many-tokens", "stack-on-last"),
    }
    assert codes.count("order") >= 3


RIGHT: list[tuple[str, Record]] = [
    # no other number of turns than 18 fits, the last one cut short
    ("classic", entered("classic", "A: yellow 2-9", "B: red 2-12 lock; blue 12-4 2 lock; penalties 3")),
    ("classic", entered("classic", *CLOSED)),
    ("classic", entered("classic", *CLOSED, "C: green 12-8 2 lock")),
    ("classic", entered("classic", "A: red 2-6 12 lock", "B: red 7-11 12 lock; penalties 4")),
    ("classic", one("classic", marks={"red": [2]}, claimed={"red": 1, "penalties": 0, "extra": 0, "total": 1})),
    ("classic", one("classic", penalties=2, claimed={"penalties": 10, "total": -10})),
    ("classic", one("classic", penalties=2, claimed={"penalties": -10})),
    ("bigpoints", entered("bigpoints", "A: green 12-8 2 lock; blue 7; green-blue 12 7")),
    ("onboard", entered("onboard", "A: yellow 7; green 7; space 0", side="a")),
    ("onboard", entered("onboard", "A: green 10 6; yellow 3; space 18", side="a")),
    ("duel", entered("duel", "A: red 2-6 12 lock; penalties 4", "B: red 7 7")),
]


@pytest.mark.parametrize(("variant", "record"), RIGHT)
def test_a_right_game_raises_nothing(variant: str, record: Record) -> None:
    assert found(audited(variant, record)) == set()


def test_game_wide_findings_need_all_players() -> None:
    wrong = entered("classic", "A: red 2-6 12 lock; penalties 4", "B: red 3; penalties 4")
    assert found(audited("classic", wrong)) != set()
    assert found(audited("classic", replace(wrong, complete=False))) == set()


def test_a_hop_may_jump_three_pieces_when_not_all_players_are_known() -> None:
    lines = ("A: yellow 4; blue 12 11 8; space 12", "B: red 2-5; penalties 4")
    record = entered("onboard", *lines, side="a")
    assert found(audited("onboard", record)) == {"space-unreachable|A"}
    assert found(audited("onboard", replace(record, complete=False))) == set()


def finished(variant: str, players: int, seed: int) -> Record:
    """A legal game to its end."""
    side = "a" if variant == "onboard" else None
    return play_alike(grid(variant), SimulationSetup(players, "careful", seed, side), 1).record


def changed(record: Record, seat: int, sheet: Sheet) -> Record:
    sheets = [*record.sheets[:seat], sheet, *record.sheets[seat + 1 :]]
    return replace(record, sheets=tuple(sheets))


GAMES = st.sampled_from(sorted(SPANS)).flatmap(
    lambda variant: st.tuples(st.just(variant), st.sampled_from(SPANS[variant]), st.integers(0, 10**9))
)


@given(GAMES, st.integers(0, 4), st.sampled_from(["red", "penalties", "extra", "total"]), st.integers(1, 50))
def test_one_wrong_sum_is_all_that_is_found(game: tuple[str, int, int], seat: int, figure: str, more: int) -> None:
    variant, players, seed = game
    record = finished(variant, players, seed)
    seat %= players
    right = audited(variant, record).scores[seat].figure(figure)
    wrong = changed(record, seat, replace(record.sheets[seat], claimed={figure: right - more}))
    assert found(audited(variant, wrong)) == {f"wrong-sum|P{seat + 1}"}


@given(GAMES)
def test_one_forgotten_lock_is_all_that_is_found(game: tuple[str, int, int]) -> None:
    variant, players, seed = game
    record = finished(variant, players, seed)
    before = audited(variant, record)
    for seat, sheet in enumerate(record.sheets):
        locks = [id for id in sheet.crosses if id.endswith("lock")]
        if len(locks) < sum(sheet.has_closed(row) for row in grid(variant).rulebook.rows):
            continue  # the last token lies on a last number: which of two locks lacks one cannot be told
        for lock in locks:
            kept = {id: count for id, count in sheet.crosses.items() if id != lock}
            result = audited(variant, changed(record, seat, replace(sheet, crosses=kept)))
            assert found(result) == {f"lock-missing|P{seat + 1}"}
            assert result.scores == before.scores


@given(GAMES)
def test_two_crosses_of_a_row_in_the_wrong_order_are_all_that_is_found(game: tuple[str, int, int]) -> None:
    variant, players, seed = game
    record = finished(variant, players, seed)
    for seat, sheet in enumerate(record.sheets):
        history = list(sheet.history or ())
        first = next(
            (cell for cell in history if sum(other.split()[0] == cell.split()[0] for other in history) > 1), ""
        )
        if not first:
            continue
        second = next(cell for cell in history if cell != first and cell.split()[0] == first.split()[0])
        one, two = history.index(first), history.index(second)
        history[one], history[two] = second, first
        result = audited(variant, changed(record, seat, replace(sheet, history=tuple(history))))
        assert found(result) == {f"order|P{seat + 1}"}
