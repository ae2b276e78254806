"""Bonus A: what boxes and fields force in the course of games, and what the sheets of whole games prove."""

from __future__ import annotations

from typing import Any

import pytest

from tests.game_helpers import audited, one
from tests.rules.logs import crosses, played
from tests.rules.variant_cases import Broken, Turn, broken, looked_at, points, rules_of, step

GAME = "bonus-a"


def crossed(row: str, *numbers: int, gone: str = "") -> list[Turn]:
    """Both cross these numbers of a row with white dice, turn by turn, A first."""
    return [
        step(
            "AB"[at % 2], f"{max(1, number - 6)}+{min(6, number - 1)}", f"A {row} {number}, B {row} {number}", gone=gone
        )
        for at, number in enumerate(numbers)
    ]


CHAIN = [
    step("A", "1+1", "A red 2"),
    step("B", "3+4", "A yellow 7, B blue 7"),
    step("A", "6+6", "A green 12"),
    step("B", "5+5", "A blue 10, B red 10"),
]
"""A's blue 10 forces red 3, which forces yellow 8, and so on to green 11 and blue 9, which has no box."""
SEVEN = crossed("red", 2, 4, 5, 7, 8, 10, 11)
LOST = [step("A", "5+6", "A red 11"), step("B", "2+3", "A yellow 5, B red 5"), step("A", "5+5", "A blue 10")]
"""A's first field is crossed without effect, as red 12 is not allowed; blue 10 crosses the second one."""


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        (CHAIN, {"A": {"red": 2, "yellow": 2, "green": 2, "blue": 2}, "B": {"red": 1, "blue": 1}}),
        ([step("A", "2+3", "A yellow 5", "red 3")], {"A": {"red": 2, "yellow": 2}, "B": {}}),  # red 2, and yellow 6
        (LOST, {"A": {"red": 1, "yellow": 2, "blue": 1}, "B": {"red": 1}}),
        (  # both close red with a white 5, each with a lock
            [*SEVEN, step("B", "2+3", "A yellow 5, B blue 5")],
            {"A": {"red": 9, "yellow": 1}, "B": {"red": 9, "blue": 1}},
        ),
    ],
)
def test_one_cross_forces_others(turns: list[Turn], wanted: dict[str, dict[str, int]]) -> None:
    assert crosses(played(GAME, "A B", turns)) == wanted


FIVE = [*crossed("red", 2, 4, 5, 7), step("A", "2+3", "A yellow 5")]
"""A's fifth red cross, red 8, was forced; B has four."""
RED_GONE = [*crossed("red", 2, 4, 5, 7, 8), step("B", "6+6", "A red 12, B red 12")]
YELLOW = [*RED_GONE, *crossed("yellow", 2, 3, 4, 6, 7, gone="red")]
"""Red is closed, so the first field is skipped: A's yellow 11 crosses the second one, which forces yellow 12."""


@pytest.mark.parametrize(
    ("turns", "wanted"),
    [
        ([step("A", "1+4", "A yellow 5", "red 2", red=1)], ("A", "C2", "crossed")),  # it was forced in action 1
        ([step("A", "2+3", "A yellow 5", penalty=True)], ("A", "C5", "penalty-not-due")),
        ([*CHAIN, step("A", "4+5", "A blue 9")], ("A", "C2", "crossed")),
        ([*CHAIN, step("A", "5+5", "A green 10", "blue 8", blue=3)], None),  # whose fifth field forces green 9
        (
            [*CHAIN, step("A", "5+5", "A green 10", "blue 8", blue=3), step("B", "4+5", "A green 9")],
            ("A", "C2", "crossed"),
        ),
        ([*FIVE, step("B", "6+6", "A red 12")], None),
        ([*FIVE, step("B", "6+6", "A red 12, B red 12")], ("B", "C6", "too-few")),
        ([*SEVEN, step("B", "2+3", "A yellow 5, B green 5"), step("A", "3+3", "A green 6")], ("A", "C7", "die-gone")),
        ([*YELLOW, step("B", "5+6", "A yellow 11, B blue 11", "blue 7", gone="red")], ("B", "C8", "ended-before")),
        ([*YELLOW, step("B", "5+6", "A yellow 11", penalty=True, gone="red")], ("B", "C8", "penalty-after-end")),
        (
            [*YELLOW, step("B", "5+6", "A yellow 11", penalty=False, gone="red"), step("A", "1+1")],
            ("A", "C8", "after-end"),
        ),
    ],
)
def test_steps(turns: list[Turn], wanted: Broken) -> None:
    assert broken(GAME, turns) == wanted


def test_a_forced_cross_ends_the_game() -> None:
    """A has seven crosses in red and eight in yellow; B seven in red, five in yellow and one in blue."""
    result = played(GAME, "A B", [*YELLOW, step("B", "5+6", "A yellow 11, B blue 11", gone="red")])
    assert not result.findings
    assert [score.total for score in result.scores] == [28 + 36, 28 + 15 + 1]


@pytest.mark.parametrize(
    ("sheet", "total", "wanted"),
    [
        ("red 2 4 5 7 8 10 11 12; yellow 5; bar 1", 45 + 1, ["C6 lock-missing"]),  # it counts as if it were crossed
        ("red 2 4 5 7 12 lock; yellow 5; bar 1", 21 + 1, ["C6 lock-too-few"]),  # a field is no cross of its row
        ("red 2-6 lock; yellow 2; bar 1 2", 21 + 1, ["C6 lock-without-number"]),
        ("red 2-6 12 lock; yellow 2-6 12 lock; green 12; bar 1-3", 28 + 28 + 1, []),
        # The last numbers have no boxes, so a cross can close one row, and the second one ended the game.
        ("red 2-6 12 lock; yellow 2-6 12 lock; green 12-8 2 lock; blue 12; bar 1-4", 3 * 28 + 1, ["C8 too-many-locks"]),
        ("red 2-6 12 lock; yellow 2-6 12 lock; green 12; bar 1-3; penalties 4", 57 - 20, ["C8 ended-twice-alone"]),
    ],
)
def test_what_one_sheet_proves(sheet: str, total: int, wanted: list[str]) -> None:
    assert points(GAME, sheet)["total"] == total
    assert rules_of(looked_at(GAME, f"A: {sheet}")) == wanted


RED, YELLOW_12, YELLOW_11 = "red 2 4 5 7 8 12 lock", "yellow 2 3 4 6 7 12 lock", "yellow 2 3 4 6 7 11 12 lock"
GREEN, BLUE = "green 12 10 9 8 6 3 2 lock", "blue 12 11 9 7 6 3 2 lock"
SIXTEEN = "red 2 4 5 7 8; yellow 2 3 4 5; green 12 10 9 8; blue 12 11 9 7; bar 1"
"""Sixteen crosses and a forced one, red 8."""
BOXES = "red 3 4 6; yellow 5 6 8"
"""Four boxes; the first two fields force red 4 and yellow 6."""
FIELDS = "red 2 6; yellow 5 6; blue 10 8 7 5; bar 1-5"
"""Five boxes, the fields of which force red 2, yellow 6, green, blue 7 and green again."""
IDLE = "B: penalties 4"
"""B had four turns, the last one among them, so each of the others had three or four."""


@pytest.mark.parametrize(
    ("sheets", "wanted"),
    [
        ((f"A: {RED}; penalties 1", f"B: {YELLOW_12}"), []),
        ((IDLE, "A: penalties 4"), ["C8 too-many-penalties"]),
        (("A: yellow 5; red 2; bar 1; penalties 3", "B: green 12; penalties 3"), ["C8 game-not-over"]),
        ((f"A: {RED}; {YELLOW_12}; penalties 4", "B: green 12 10 9 8 6 5"), ["C8 ended-twice-alone"]),
        # A has thirteen crosses, one too many for four turns of each, but yellow 12 was forced.
        ((f"A: {RED}; {YELLOW_11}; bar 2", IDLE), ["C8 ended-twice"]),
        # Nobody was forced: green is closed with a 2, and red and yellow by the same player.
        ((f"A: {RED}; {YELLOW_12}", f"B: {GREEN}"), ["C8 impossible-closing"]),
        # A white 11 is yellow 11 for both. With red closed, it forces A's yellow 12, and B's green 2, as B's blue 10
        # has crossed the second field.
        ((f"A: {RED}; {YELLOW_11}; bar 2", f"B: {GREEN}; blue 10; yellow 2 11; bar 2 3"), []),
        # Again a white 11 is yellow 11 for all. With green closed by A, it forces the 12s of A and B, and C's blue 2.
        (
            (
                "A: red 2 4 5 7 8 10 11 12 lock; yellow 11; green 12 10 9 8 6 2 lock; bar 1",
                f"B: red 3 4; {YELLOW_11}; bar 1 2",
                f"C: red 3 4 6; yellow 2 11; {BLUE}; bar 1 2 4",
            ),
            [],
        ),
        # One row before the others, and then one by each: two players close three rows at most.
        ((f"A: {RED}; {YELLOW_11}; bar 2", f"B: {GREEN}; {BLUE}; {BOXES}; bar 1-4"), ["C8 impossible-closing"]),
        (("A: red 3 4; bar 1; penalties 1", IDLE), ["C5 impossible-turns"]),  # red 4 took no turn
        ((f"A: {SIXTEEN}", IDLE, "C: green 12 10 9 8"), []),
        ((f"A: {SIXTEEN}; penalties 1", IDLE, "C: green 12 10 9 8"), ["C8 impossible-turns-last"]),
        ((f"A: green 12 10 9; {FIELDS}", IDLE), []),
        ((f"A: green 12 10 8; {FIELDS}", IDLE), ["A1 bar-row"]),  # after green 12 nothing was forced
        (("A: yellow 5 6 8; green 12; bar 2 3; penalties 3", f"B: {RED}; penalties 4"), []),  # red is closed
        (("A: yellow 5 6 8; blue 12; bar 2 4; penalties 3", f"B: {RED}; penalties 4"), ["A1 bar-gap"]),
    ],
)
def test_whole_games(sheets: tuple[str, ...], wanted: list[str]) -> None:
    assert rules_of(looked_at(GAME, *sheets)) == wanted


def told(order: str, also: str = "", **more: Any) -> dict[str, Any]:
    """A sheet with these crosses, made in this order, and others that the order leaves out."""
    marks: dict[str, list[int]] = {}
    for row, number in (cell.split() for cell in f"{order}, {also}".split(", ") if cell):
        marks.setdefault(row, []).append(int(number))
    return {"marks": marks, "history": order.split(", "), **more}


FORCED = "red 2, red 4, red 5, red 7, red 8, red 12, yellow 2, yellow 3, yellow 4, yellow 6, yellow 7, yellow 11, bar 2"


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        (told("red 3, bar 1, red 4"), []),
        (told("red 3, red 4", also="bar 1"), ["C2 order-unlisted"]),
        (told("red 4, yellow 5, bar 1, red 3"), ["C2 order-passed"]),
        (told("yellow 5, bar 2, yellow 6, blue 10, bar 1, red 2"), ["A1 order-passed"]),
        (told(f"{FORCED}, yellow 12", locks=["red", "yellow"]), []),
        (told(f"{FORCED}, yellow 12, blue 9", locks=["red", "yellow"]), ["C8 order-after-end"]),
        (told("red 2, red 11, yellow 5, bar 1, red 12", locks=["red"]), ["C6 lock-too-few", "C6 order-too-few"]),
    ],
)
def test_histories(sheet: dict[str, Any], wanted: list[str]) -> None:
    assert rules_of(audited(GAME, one(GAME, **sheet))) == wanted
