"""Lucky 15: fields for three dice in the course of games, and what the sheets of whole games prove."""

from __future__ import annotations

import pytest

from tests.game_helpers import audited, one
from tests.rules.logs import crosses, played
from tests.rules.variant_cases import Broken, Turn, broken, looked_at, points, rules_of, step

GAME = "lucky15"
RED, YELLOW, GREEN = "red 2-6 12 lock", "yellow 2-6 12 lock", "green 12-8 2 lock"


@pytest.mark.parametrize(
    ("sheet", "total", "wanted"),
    [
        ("trio 1-4; penalties 4", 25 - 20, []),
        (f"{RED}; {YELLOW}; trio 1 2; penalties 3", 28 + 28 + 11 - 15, []),
        ("red 2-12 lock; trio 1-3", 78 + 18, []),
        ("red 2-6 12; trio 1", 28 + 5, ["C6 lock-missing"]),
        ("red 2-5 12 lock; trio 1-4", 21 + 25, ["C6 lock-too-few"]),  # a field is no cross of a row
        ("red 2-6 lock; trio 1", 21 + 5, ["C6 lock-without-number"]),
        (f"{RED}; {YELLOW}; {GREEN}; trio 1", 3 * 28 + 5, ["C8 too-many-locks"]),
        (f"{RED}; {YELLOW}; trio 1; penalties 4", 2 * 28 + 5 - 20, ["C8 ended-twice-alone"]),
    ],
)
def test_what_one_sheet_scores_and_proves(sheet: str, total: int, wanted: list[str]) -> None:
    assert points(GAME, sheet)["total"] == total
    assert rules_of(looked_at(GAME, f"A: {sheet}")) == wanted


def trio(active: str, field: int) -> Turn:
    """The white dice and the red one make 4 + 5 + 6."""
    return step(active, "4+5", second=f"trio {field}", red=6)


def crossed(row: str, gone: str = "") -> list[Turn]:
    """Both cross five numbers of a row with white dice, turn by turn, A first."""
    return [
        step("AB"[number % 2], f"1+{number - 1}", f"A {row} {number}, B {row} {number}", gone=gone)
        for number in range(2, 7)
    ]


FIVE = crossed("red")
TEN = [*FIVE, step("B", "6+6", "A red 12, B red 12"), *crossed("yellow", gone="red")]
ALL = [turn for field in (1, 2, 3, 4) for turn in (trio("A", field), step("B", "1+1"))]
"""A crosses a field in each turn, and B has penalties, the fourth of which ends the game."""


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([trio("A", 1), step("B", "1+1", "A red 2"), trio("A", 2), trio("B", 1)], None),
        ([trio("A", 1), step("B", "1+1", "A red 2"), trio("A", 1)], ("A", "T1", "crossed")),
        ([step("A", "1+2", second="trio 1", red=6, blue=6)], ("A", "T1", "trio-sum")),  # both white dice, one coloured
        ([step("A", "3+6", second="trio 1", green=6)], None),
        ([{**trio("A", 1), "penalty": True}], ("A", "C5", "penalty-not-due")),
        ([step("A", "4+5", "B red 9", red=6, penalty=False)], ("A", "C5", "penalty-due")),  # the field was not crossed
        ([step("A", "4+5", "A green 9", "trio 1", red=6)], ("A", "T1", "trio-too-late")),
        ([*FIVE, step("B", "6+6", "A red 12", "trio 1", blue=3)], None),
        ([*FIVE, step("B", "6+6", "A red 12", "trio 1", red=3)], ("B", "T1", "trio-sum")),  # the die left at once
        ([*FIVE, step("B", "6+6", "A green 12", "trio 1", red=3)], None),
        ([*FIVE, step("B", "6+6", "A red 12, B red 12", "trio 1", blue=3)], ("B", "T1", "trio-too-late")),
        ([*TEN, step("B", "6+6", "A yellow 12", "trio 1", gone="red", blue=3)], ("B", "C8", "ended-before")),
        ([*TEN, step("B", "6+6", "A green 12", "trio 1", gone="red", blue=3)], None),
        (ALL, None),
        ([*ALL, trio("A", 4)], ("A", "C8", "after-end")),
    ],
)
def test_steps(turns: list[Turn], wanted: Broken) -> None:
    assert broken(GAME, turns) == wanted


def test_totals_of_whole_games() -> None:
    result = played(GAME, "A B", ALL)
    assert not result.findings
    assert [score.total for score in result.scores] == [25, -20]
    last = step("B", "6+6", "A yellow 12", gone="red", penalty=False)
    result = played(GAME, "A B", [*FIVE, step("B", "6+6", "A red 12", "trio 1", blue=3), *TEN[6:], last])
    assert not result.findings
    assert crosses(result) == {"A": {"red": 7, "yellow": 7}, "B": {"red": 5, "yellow": 5, "trio": 1}}
    assert [score.total for score in result.scores] == [28 + 28, 15 + 15 + 5]


IDLE = "B: penalties 4"
"""B had four turns, the last one among them, so each of the others had three or four."""


@pytest.mark.parametrize(
    ("sheets", "wanted"),
    [
        (("A: trio 1-4", IDLE), []),
        (("A: trio 1-4; red 2-5", IDLE), []),  # a white sum in each turn of B
        (("A: trio 1-4; red 2-6", IDLE), ["C8 impossible-turns-last"]),
        (("A: trio 1-3; red 2-5; penalties 1", IDLE), []),
        (("A: trio 1-3; red 2-6; penalties 1", IDLE), ["C8 impossible-turns-last"]),
        (("A: trio 1-3; red 2-7", IDLE), []),  # one turn of two crosses
        (("A: trio 1-3; red 2-8", IDLE), ["C8 impossible-turns-last"]),
        (("A: trio 1-4; penalties 1", IDLE), ["C5 impossible-turns"]),  # five turns
        (("A: trio 1 2; penalties 1", IDLE), []),
        (("A: trio 1 2", IDLE), ["C5 impossible-turns"]),  # two turns only
        (("A: trio 1-4; red 2-5; blue 12-9", IDLE, "C: green 12-9"), []),
        (("A: trio 1-4; red 2-5; blue 12-8", IDLE, "C: green 12-9"), ["C8 impossible-turns-last"]),
        ((f"A: {RED}; trio 1-4", f"B: {YELLOW}"), []),
        ((f"A: {RED}; {YELLOW}; trio 1", f"B: {GREEN}; trio 1"), ["C8 impossible-closing"]),
        ((f"A: {RED}; {GREEN}; trio 1", f"B: {YELLOW}; trio 1"), []),  # a white 12 closed two rows
        ((f"A: {RED}; trio 1", f"B: {YELLOW}; penalties 4"), ["C8 ended-twice"]),
        (("A: trio 1; penalties 4", "B: trio 1; penalties 4"), ["C8 too-many-penalties"]),
        (("A: trio 1; penalties 3", "B: trio 1; penalties 3"), ["C8 game-not-over"]),
        (("A: trio 1 3; penalties 2", IDLE), ["T1 trio-skipped"]),
    ],
)
def test_whole_games(sheets: tuple[str, ...], wanted: list[str]) -> None:
    assert rules_of(looked_at(GAME, *sheets)) == wanted


ENDED = ", ".join(f"{row} {number}" for row in ("red", "yellow") for number in (2, 3, 4, 5, 6, 12))


@pytest.mark.parametrize(
    ("order", "marked", "wanted"),
    [
        ("trio 1, red 2, trio 2, red 3", {"red": [2, 3], "trio": [1, 2]}, []),
        ("trio 1, red 2", {"red": [2], "trio": [1, 2]}, ["C2 order-unlisted"]),
        ("trio 1, red 2, trio 2", {"red": [2], "trio": [1]}, ["C2 order-unmarked"]),
        ("trio 1, trio 1", {"trio": [1]}, ["T1 order-twice"]),
        (f"trio 1, {ENDED}", {"red": [2, 3, 4, 5, 6, 12], "yellow": [2, 3, 4, 5, 6, 12], "trio": [1]}, []),
        (
            f"{ENDED}, trio 1",
            {"red": [2, 3, 4, 5, 6, 12], "yellow": [2, 3, 4, 5, 6, 12], "trio": [1]},
            ["C8 order-after-end"],
        ),
    ],
)
def test_histories(order: str, marked: dict[str, list[int]], wanted: list[str]) -> None:
    locks = [row for row in marked if 12 in marked[row]]
    assert rules_of(audited(GAME, one(GAME, marks=marked, locks=locks, history=order.split(", ")))) == wanted
