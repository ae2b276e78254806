"""Connect 15: fields for a 1 and a 5 in the course of games, and what the sheets of whole games prove."""

from __future__ import annotations

import pytest

from tests.game_helpers import audited, one
from tests.rules.logs import crosses, played
from tests.rules.variant_cases import Broken, Turn, broken, looked_at, points, rules_of, step

GAME = "connect15"
RED, YELLOW, GREEN = "red 2 3 4 5 6 12 lock", "yellow 2 3 4 5 6 12 lock", "green 12 11 10 9 8 2 lock"


@pytest.mark.parametrize(
    ("sheet", "total", "wanted"),
    [
        ("red 2 3 4 5 6 15 15#2 15#3 12 lock", 55, []),  # a 15 scores like any number
        ("red 2-11", 91, []),  # ten numbers and three times 15
        ("red 2-12", 120, ["C6 lock-missing"]),
        ("red 2-11 lock", 105, ["C6 lock-without-number"]),
        ("green 12 11 10 15 9 15#2 2 lock", 36, ["C6 lock-too-few"]),  # four numbers
        ("green 12 11 10 15 9 15#2 8 2 lock", 45, []),
        ("blue 12 15 9 15#2 5 15#3 4 2 lock", 45, ["C6 lock-too-few"]),
        ("yellow 11 15 15#2 15#3 12 lock", 21, ["C6 lock-too-few"]),
        (f"{RED}; {YELLOW}; {GREEN}; blue 15", 3 * 28 + 1, ["C8 too-many-locks"]),
        (f"{RED}; {YELLOW}; blue 15; penalties 4", 2 * 28 + 1 - 20, ["C8 ended-twice-alone"]),
    ],
)
def test_what_one_sheet_scores_and_proves(sheet: str, total: int, wanted: list[str]) -> None:
    assert points(GAME, sheet)["total"] == total
    assert rules_of(looked_at(GAME, f"A: {sheet}")) == wanted


def both(*cells: str) -> list[Turn]:
    """Both cross these cells with white dice, turn by turn, A first."""
    turns = []
    for at, cell in enumerate(cells):
        number = int(cell.split()[1].partition("#")[0])
        white = "1+5" if number == 15 else f"{max(1, number - 6)}+{min(6, number - 1)}"
        turns.append(step("AB"[at % 2], white, f"A {cell}, B {cell}"))
    return turns


CLOSED = both("red 2", "red 3", "red 15", "red 4", "red 5", "red 7", "red 12")
FOUR = CLOSED[:5]


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([step("A", "1+5", "A red 15", "red 15#2", red=1)], None),  # the white 5 and the red 1
        ([step("A", "1+5", "A red 15, B red 15", "red 6", red=5)], None),
        ([step("A", "1+5", "A red 6", "red 15", red=5)], ("A", "C2", "passed")),
        ([step("A", "1+5", "A blue 15#2", "blue 15", blue=5)], ("A", "C2", "passed")),
        ([step("A", "1+5", "A green 15", "green 15", green=5)], ("A", "C2", "crossed")),
        ([step("A", "5+5", "B red 10", "green 15", green=1)], None),
        ([step("A", "1+3", second="yellow 15", yellow=5)], None),
        ([step("A", "3+4", second="yellow 15", yellow=5)], ("A", "C4", "coloured-sum")),
        ([step("A", "5+5", second="yellow 15", yellow=5)], ("A", "C4", "coloured-sum")),
        ([step("A", "1+5", "B red 15", penalty=False)], ("A", "C5", "penalty-due")),  # only B crossed it
        ([step("A", "1+5", "A red 15", penalty=True)], ("A", "C5", "penalty-not-due")),
        ([*FOUR, step("B", "6+6", "B red 12")], ("B", "C6", "too-few")),  # four numbers and a 15
        (CLOSED, None),
        ([*CLOSED, step("B", "1+5", "B red 15#2", gone="red")], ("B", "C7", "row-closed")),
        ([*CLOSED, step("B", "1+5", "B yellow 15", gone="red")], None),
        ([*CLOSED, step("B", "1+5", second="red 15#3", gone="red")], ("B", "C7", "row-closed")),
    ],
)
def test_steps(turns: list[Turn], wanted: Broken) -> None:
    assert broken(GAME, turns) == wanted


def test_a_fifteen_and_the_lock_are_crosses_of_the_row() -> None:
    result = played(GAME, "A B", [*CLOSED, step("B", "1+5", "A blue 15, B green 15#3", gone="red")])
    assert crosses(result) == {"A": {"red": 8, "blue": 1}, "B": {"red": 8, "green": 1}}


SIXTEEN = "red 2 3 15 4 5 6 15#2 7; blue 12 11 15 10 9 8 15#2 7"
IDLE = "B: penalties 4"
"""B had four turns, the last one among them, so each of the others had three or four."""


@pytest.mark.parametrize(
    ("sheets", "wanted"),
    [
        ((f"A: {RED}", "B: yellow 2 3 4 5 15 6 12 lock"), []),
        ((f"A: {RED}; {GREEN}", f"B: {YELLOW}"), []),  # a white 12 closed two rows
        ((f"A: {RED}; {YELLOW}", f"B: {GREEN}"), ["C8 impossible-closing"]),
        ((f"A: {RED}", f"B: {YELLOW}; penalties 4"), ["C8 ended-twice"]),
        ((f"A: {RED}; {YELLOW}; penalties 4", "B: green 12 11 10 15 9 8"), ["C8 ended-twice-alone"]),
        ((IDLE, "A: penalties 4"), ["C8 too-many-penalties"]),
        (("A: red 15; penalties 3", "B: red 15; penalties 3"), ["C8 game-not-over"]),
        # Two crosses in each of four turns, and one in each of the eight turns of others.
        ((f"A: {SIXTEEN}", IDLE, "C: red 15; green 15 15#2 15#3"), []),
        ((f"A: {SIXTEEN}; green 15", IDLE, "C: red 15; green 15 15#2 15#3"), ["C8 impossible-turns-last"]),
        ((f"A: {SIXTEEN}", IDLE, "C: green 15 15#2 15#3"), ["C5 impossible-turns-short"]),  # C had three turns
        (("A: red 15 15#2 15#3", IDLE, "C: green 15 15#2; penalties 1"), []),
        (("A: red 15 15#2 15#3", IDLE, "C: green 15 15#2"), ["C5 impossible-turns"]),
    ],
)
def test_whole_games(sheets: tuple[str, ...], wanted: list[str]) -> None:
    assert rules_of(looked_at(GAME, *sheets)) == wanted


ENDED = (
    "red 2, red 3, red 4, red 5, red 6, red 12, yellow 2, yellow 3, yellow 4, yellow 5, yellow 15, yellow 6, yellow 12"
)


@pytest.mark.parametrize(
    ("order", "locks", "wanted"),
    [
        ("red 2, red 15, red 4, red 15#2, red 15#3, red 11", "", []),
        ("red 15, red 3", "", ["C2 order-passed"]),
        ("green 15#2, green 15", "", ["C2 order-passed"]),
        ("green 15, green 15", "", ["C2 order-twice"]),
        ("red 2, red 3, red 15, red 4, red 5, red 12", "red", ["C6 lock-too-few", "C6 order-too-few"]),
        (ENDED, "red yellow", []),
        (f"{ENDED}, blue 15", "red yellow", ["C8 order-after-end"]),
    ],
)
def test_histories(order: str, locks: str, wanted: list[str]) -> None:
    history = order.split(", ")
    marks: dict[str, list[str | int]] = {}
    for row, number in map(str.split, dict.fromkeys(history)):
        marks.setdefault(row, []).append(int(number) if number.isdecimal() else number)
    assert rules_of(audited(GAME, one(GAME, marks=marks, locks=locks.split(), history=history))) == wanted


@pytest.mark.parametrize(("claimed", "wanted"), [({"red": 120, "total": 120}, []), ({"red": 105}, ["C9 wrong-sum"])])
def test_claimed_sums(claimed: dict[str, int], wanted: list[str]) -> None:
    numbers = [2, 3, 15, 4, 5, 6, "15#2", 7, 8, 9, 10, "15#3", 11, 12]
    assert rules_of(audited(GAME, one(GAME, marks={"red": numbers}, locks=["red"], claimed=claimed))) == wanted
