"""Bonus B: what pairs of symbols give in the course of games, and what the sheets of whole games prove."""

from __future__ import annotations

import pytest

from tests.game_helpers import audited, one
from tests.rules.logs import crosses, played
from tests.rules.variant_cases import Broken, Turn, broken, looked_at, points, rules_of, step

GAME = "bonus-b"
EIGHTS = "red 2-6 8 12 lock; green 12-5; blue 12-5"
"""Three rows with eight crosses each; among them are red 8, blue 10 and green 5."""


@pytest.mark.parametrize(
    ("sheet", "total", "wanted"),
    [
        # Red and blue are equally weak, with two crosses each, and one of them counts twice.
        ("red 2 8; yellow 2 3 4; green 12 11 10; blue 12 10", 3 + 6 + 6 + 3 + 3, []),
        ("red 6 8; yellow 3; green 5; blue 10 4; penalties 4", 3 + 1 + 1 + 3 + 1 + 13, []),  # all three at the end
        (f"{EIGHTS}; yellow 2-6 12 lock; penalties 2", 3 * 36 + 28 + 28, []),  # the weakest row is closed, and counts
        (f"{EIGHTS}; yellow 2-6 12; penalties 2", 3 * 36 + 28 + 28, ["C6 lock-missing"]),
        ("red 8; yellow 2-6 12 lock; blue 10; green 12-8 2 lock", 1 + 28 + 1 + 28 + 1, []),
        ("yellow 11; green 9; red 2 3 4 5 11 12 lock", 1 + 1 + 28, []),
        ("yellow 11; green 9; red 2 3 11 12 lock", 1 + 1 + 15, ["C6 lock-too-few"]),  # 11 and 12 by force, or not
        ("red 2-6 lock; yellow 7 8; green 12; blue 7 6", 21 + 3 + 1 + 3, ["C6 lock-without-number"]),
        ("yellow 3; green 12-8 5 2 lock; red 2-6 12 lock; penalties 4", 1 + 36 + 28, ["C8 ended-twice-alone"]),
    ],
)
def test_what_one_sheet_scores_and_proves(sheet: str, total: int, wanted: list[str]) -> None:
    assert points(GAME, sheet)["total"] == total
    assert rules_of(looked_at(GAME, f"A: {sheet}")) == wanted


@pytest.mark.parametrize(
    ("claimed", "wanted"),
    [
        ({"penalties": 0, "extra": 14, "total": 22}, []),  # 13 points, and yellow's point once more
        ({"extra": 13}, ["R1 wrong-sum"]),
        ({"penalties": 10}, ["C9 wrong-sum"]),  # they cost nothing
    ],
)
def test_claimed_sums(claimed: dict[str, int], wanted: list[str]) -> None:
    marks = {"red": [6, 8], "yellow": [3], "green": [5], "blue": [10, 4]}
    assert rules_of(audited(GAME, one(GAME, marks=marks, penalties=2, claimed=claimed))) == wanted


TWELVES = [
    step("A", "1+1", "A red 2", "yellow 2", yellow=1),
    step("B", "1+2", "A red 3, B red 3"),
    step("A", "2+2", "A red 4", "yellow 4", yellow=2),
    step("B", "2+3", "A red 5, B red 5"),
    step("A", "2+3", "A yellow 5", "yellow 7", yellow=4),
    step("B", "5+6", "A red 11, B red 11"),
    step("A", "5+6", "A yellow 11"),
]
"""A has five crosses in red and in yellow up to 11, yellow 7 among them; B has three red ones."""
SEVENS = step("B", "3+4", "A blue 7, B green 7")
LOST = [step("A", "5+6", "A red 11"), step("B", "3+4", "A yellow 7", "red 7", red=3), step("A", "3+4", "A blue 7")]
"""Blue 7 gives A a cross in every row but red, where the next number is the last one."""
STUCK = [
    step("A", "5+6", "A red 11"),
    step("B", "6+6", "A blue 12, B green 12"),
    step("A", "5+6", "A yellow 11"),
    step("B", "4+5", "A green 9, B yellow 9"),
]
"""A's rows have one cross each, so red, the upmost, gets two; but red 12 is not allowed."""
CHAIN = [
    step("A", "4+4", "A blue 8", "yellow 7", yellow=3),
    step("B", "1+1", "A red 2, B red 2"),
    step("A", "6+6", "A green 12", "yellow 11", yellow=5),
    step("B", "1+2", "A red 3, B red 3"),
    step("A", "4+5", "A green 9"),
]
"""Blue is A's weakest row: blue 7 is forced, which earns red 4, green 8 and blue 6, and then blue 5."""
CLOSED = [
    step("A", "1+1", "A yellow 2, B red 2"),
    step("B", "1+2", "B red 3"),
    step("A", "2+2", "A yellow 4, B red 4"),
    step("B", "2+3", "B red 5"),
    step("A", "3+4", "A yellow 7, B red 7"),
    step("B", "6+6", "B red 12"),
    step("A", "5+6", "A yellow 11", gone="red"),
    step("B", "4+5", "A green 9, B yellow 9", gone="red"),
]
"""B has closed red, where A has nothing, so blue is A's weakest row."""


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([*TWELVES, SEVENS], {"red": 7, "yellow": 7, "green": 1, "blue": 2}),  # both locks too
        (LOST, {"red": 1, "yellow": 2, "green": 1, "blue": 2}),
        (STUCK, {"red": 1, "yellow": 1, "green": 1, "blue": 1}),
        (CHAIN, {"red": 3, "yellow": 2, "green": 3, "blue": 4}),
        (CLOSED, {"yellow": 4, "green": 1, "blue": 2}),
    ],
)
def test_crosses_by_force(turns: list[Turn], wanted: dict[str, int]) -> None:
    assert crosses(played(GAME, "A B", turns))["A"] == wanted


NO_MINUS = [step("A", "1+2", "A yellow 3", "green 5", green=3), step("B", "1+1", "B red 2")]
MISSED = [step("AB"[at % 2], "1+1") for at in range(7)]


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([*TWELVES, {**SEVENS, "action2": "blue 7"}], ("B", "C8", "ended-before")),
        ([*TWELVES, SEVENS, step("A", "1+1")], ("A", "C8", "after-end")),
        ([*TWELVES, step("B", "3+4", "A blue 7", penalty=True)], ("B", "C8", "penalty-after-end")),
        ([*CHAIN, step("B", "2+3", "A blue 5, B red 5")], ("A", "C2", "crossed")),  # forced
        ([*CLOSED, step("A", "5+6", "A blue 11", gone="red")], ("A", "C2", "crossed")),  # forced
        ([*STUCK, step("A", "6+6", "A red 12")], ("A", "C6", "too-few")),
        ([*NO_MINUS, *MISSED, step("B", "1+1")], ("B", "C8", "after-end")),
        ([*NO_MINUS, step("A", "1+1", penalty=False)], ("A", "C5", "penalty-due")),  # even if it costs nothing
    ],
)
def test_steps(turns: list[Turn], wanted: Broken) -> None:
    assert broken(GAME, turns) == wanted


def test_whole_logs() -> None:
    for turns, totals in (([*TWELVES, SEVENS], [28 + 28 + 1 + 3, 6 + 1]), ([*NO_MINUS, *MISSED], [1 + 1, 1 - 15])):
        result = played(GAME, "A B", turns)
        assert not result.findings
        assert [score.total for score in result.scores] == totals


RED, YELLOW, GREEN = "red 2 3 4 5 11 12 lock", "yellow 2 4 5 7 11 12 lock", "green 12 11 10 8 7 2 lock"
SIXTEEN = "red 2 3 4 5; yellow 2 4 7 8; green 12 11 10 8; blue 12 9 7 6"
"""Twelve crosses, and one more in every row."""
FOURTEEN = "red 2 3 4 5; yellow 2 4 5 11; green 12 11 10 9; blue 12 11"
"""Twelve crosses, and two more in the weakest row, blue."""
IDLE = "B: penalties 4"
"""B had four turns, the last one among them, so A had three or four: twelve crosses, and those that took no action."""


@pytest.mark.parametrize(
    ("sheets", "wanted"),
    [
        ((f"A: {RED}; {YELLOW}; green 12; blue 7 6", "B: red 3 5 11; green 7"), []),
        ((f"A: {RED}; {YELLOW}; blue 7 6", f"B: {GREEN}; red 3"), []),  # B closed green first, and A both at once
        ((f"A: {RED}; {YELLOW}; blue 8 6", f"B: {GREEN}; red 3"), ["C8 impossible-closing"]),
        ((f"A: {RED}; {YELLOW}; blue 8 6", f"B: {RED}"), []),  # both closed red at the same time
        ((f"A: {RED}; blue 12 11 10 8 7 2 lock", "B: yellow 3; green 5; penalties 4"), ["C8 ended-twice"]),
        (("A: yellow 3; green 5; penalties 4", "B: yellow 3; green 5; penalties 4"), ["C8 too-many-penalties"]),
        (("A: yellow 3; green 5; penalties 3", "B: red 6; blue 4; penalties 3"), ["C8 game-not-over"]),
        ((f"A: {SIXTEEN}", IDLE), []),
        ((f"A: {SIXTEEN}; penalties 1", IDLE), ["C8 impossible-turns-last"]),
        ((f"A: {SIXTEEN} 5", IDLE), ["C8 impossible-turns-last"]),
        ((f"A: {FOURTEEN}", IDLE), []),
        ((f"A: {FOURTEEN} 8", IDLE), ["C8 impossible-turns-last"]),
        ((f"A: {FOURTEEN}".replace("yellow 2 4 5 11", "yellow 2 4 5 9"), IDLE), ["C8 impossible-turns-last"]),
        # Four forced crosses took no turn: A had three, but two crosses and no penalty.
        (("A: red 2; yellow 7 8; green 12; blue 7 6", IDLE), ["C5 impossible-turns"]),
        (("A: red 2; yellow 7 8; green 12; blue 7 6; penalties 1", IDLE), []),
        # B has closed red, so A need not have a cross there, but one in green.
        (("A: yellow 7 8; green 12; blue 7 6; penalties 3", f"B: {RED}; penalties 4"), []),
        (("A: yellow 7 8; blue 7 6; penalties 3", f"B: {RED}; penalties 4"), ["R1 reward-row"]),
    ],
)
def test_whole_games(sheets: tuple[str, ...], wanted: list[str]) -> None:
    assert rules_of(looked_at(GAME, *sheets)) == wanted


UP_TO_11 = "red 2, red 3, red 4, red 5, red 11, yellow 2, yellow 4, yellow 5, yellow 7, yellow 11"
TWELVE = "red 12, yellow 12, green 12, blue 6"
"""What blue 7 forces after these: both twelves close their rows, and the other rows still get their crosses."""


@pytest.mark.parametrize(
    ("order", "locks", "wanted"),
    [
        (f"{UP_TO_11}, blue 7, {TWELVE}", "red yellow", []),
        (f"{UP_TO_11}, blue 8, {TWELVE}", "red yellow", ["C8 order-after-end"]),
        (
            "red 2, red 11, yellow 7, blue 7, red 12, yellow 8, green 12, blue 6",
            "red",
            ["C6 lock-too-few", "C6 order-too-few"],
        ),
        ("yellow 11, green 9, red 3, red 2", "", ["C2 order-passed"]),
    ],
)
def test_histories(order: str, locks: str, wanted: list[str]) -> None:
    history = order.split(", ")
    marks: dict[str, list[int]] = {}
    for row, number in map(str.split, history):
        marks.setdefault(row, []).append(int(number))
    assert rules_of(audited(GAME, one(GAME, marks=marks, locks=locks.split(), history=history))) == wanted
