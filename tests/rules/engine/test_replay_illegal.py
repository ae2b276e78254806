"""One wrong step of every kind: where the replay stops, the rule it names, and why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sheetgen.game_input.json_input import parse_json
from sheetgen.game_input.record_input import read_log
from sheetgen.layouts.catalog import load_layout, load_locale
from sheetgen.locales.names import message
from sheetgen.rules.audit.findings import FINDINGS, MESSAGE_NAMES
from sheetgen.rules.engine.log import replay
from sheetgen.rules.game_spec import compile_rulebook
from tests.rules.logs import DICE, climb, played, token_turns, turn, without

Turn = dict[str, Any]
Row = tuple[str, str, list[Turn], str, str, str]
"""Variant, what is tried, the log with the wrong step last, who is told, the rule, the reason."""

SIX = [2, 3, 4, 5, 6, 12]
DOWN = [12, 11, 10, 9, 8, 2]


def colours(turns: list[Turn], *gone: str) -> list[Turn]:
    """The same turns, thrown without these dice."""
    for step in turns:
        step["dice"] = {colour: die for colour, die in step["dice"].items() if colour not in gone}
    return turns


def dice(**thrown: int) -> dict[str, int]:
    return {**DICE, **thrown}


def cards(active: str, *action2: str, **more: Any) -> Turn:
    return {"active": active, "card": 7, "hand": HAND, "action2": list(action2), **more}


RED_CLOSED = climb("A B", "red", SIX)
YELLOW_LATER = colours(climb("A B", "yellow", SIX[:5]), "red")
"""Both have closed red and hold five yellow numbers; B is active."""
OVER = [*RED_CLOSED, *YELLOW_LATER, {**turn("B", [6, 6], action1={"B": "yellow 12"}), "dice": without("red")}]
HAND = ["red 2", "red 3", "red 4", "red 5", "blue 12"]
FOUR_RED = climb("A B", "red", [2, 3, 4, 5])
ONLY_A = [turn("A", [1, 2], action1={"A": "red 3"}), turn("B", [2, 2], action1={"B": "red 4"})]
MISTHROWS = [{**turn(name, [1, 1]), "penalty": True} for name in ("A", "B", "A", "B", "A", "B", "A")]

CLASSIC: list[Row] = [
    (
        "classic",
        "another number than the white sum",
        [turn("A", [1, 2], action1={"A": "red 4"})],
        "A",
        "C3",
        "white-sum",
    ),
    (
        "classic",
        "another number than the white sum, by a passive player",
        [turn("A", [1, 2], action1={"A": "red 3", "B": "blue 12"})],
        "B",
        "C3",
        "white-sum",
    ),
    ("classic", "one white die alone", [turn("A", [2, 4], action1={"A": "red 2"})], "A", "C3", "white-sum"),
    (
        "classic",
        "a sum of the other colour's die",
        [{**turn("A", [1, 2], action2="red 7"), "dice": dice(blue=5)}],
        "A",
        "C4",
        "coloured-sum",
    ),
    (
        "classic",
        "two coloured dice",
        [{**turn("A", [1, 1], action2="red 12"), "dice": dice(red=6, blue=6)}],
        "A",
        "C4",
        "coloured-sum",
    ),
    (
        "classic",
        "the white sum again in action 2",
        [{**turn("A", [6, 6], action2="blue 12"), "dice": dice(blue=1)}],
        "A",
        "C4",
        "coloured-sum",
    ),
    ("classic", "both white dice and a coloured one", [turn("A", [3, 4], action2="red 8")], "A", "C4", "coloured-sum"),
    (
        "classic",
        "to the left of a cross",
        [*FOUR_RED, turn("A", [1, 1], action1={"A": "red 2"})],
        "A",
        "C2",
        "crossed",
    ),
    (
        "classic",
        "a skipped number",
        [turn("A", [3, 3], action1={"A": "red 6"}), turn("B", [2, 3], action1={"A": "red 5"})],
        "A",
        "C2",
        "passed",
    ),
    (
        "classic",
        "a skipped number of a falling row",
        [turn("A", [3, 3], action1={"A": "green 6"}), turn("B", [4, 4], action1={"A": "green 8"})],
        "A",
        "C2",
        "passed",
    ),
    (
        "classic",
        "in action 2, to the left of the cross of action 1",
        [{**turn("A", [3, 4], action1={"A": "red 7"}, action2="red 4"), "dice": dice(red=1)}],
        "A",
        "C2",
        "passed",
    ),
    (
        "classic",
        "the same number in both actions",
        [{**turn("A", [3, 4], action1={"A": "red 7"}, action2="red 7"), "dice": dice(red=4)}],
        "A",
        "C2",
        "crossed",
    ),
    (
        "classic",
        "the last number after four others",
        [*FOUR_RED, turn("A", [6, 6], action1={"A": "red 12"})],
        "A",
        "C6",
        "too-few",
    ),
    (
        "classic",
        "the last number with a coloured die after four others",
        [*FOUR_RED, {**turn("A", [6, 1], action2="red 12"), "dice": dice(red=6)}],
        "A",
        "C6",
        "too-few",
    ),
    (
        "classic",
        "the last number without five, while another closes the row",
        [
            *climb("A", "red", SIX[:1]),
            turn("B", [1, 2], action1={"A": "red 3", "B": "blue 3"}),
            turn("A", [1, 3], action1={"A": "red 4"}),
            turn("B", [2, 3], action1={"A": "red 5", "B": "red 5"}),
            turn("A", [3, 3], action1={"A": "red 6"}),
            turn("B", [6, 6], action1={"A": "red 12", "B": "red 12"}),
        ],
        "B",
        "C6",
        "too-few",
    ),
    ("classic", "a lock by itself", [turn("A", [6, 6], action1={"A": "red lock"})], "A", "C6", "lock-alone"),
    ("classic", "a lock in action 2", [turn("A", [6, 6], action2="blue lock")], "A", "C6", "lock-alone"),
    (
        "classic",
        "a number of a closed row",
        [*RED_CLOSED, {**turn("A", [5, 6], action1={"A": "red 11"}), "dice": without("red")}],
        "A",
        "C7",
        "row-closed",
    ),
    (
        "classic",
        "the last number a turn after another closed the row",
        [*RED_CLOSED, {**turn("A", [6, 6], action1={"B": "red 12"}), "dice": without("red")}],
        "B",
        "C7",
        "row-closed",
    ),
    (
        "classic",
        "in action 2, a row that was closed in action 1",
        [
            *climb("A B", "red", SIX[:5]),
            {**turn("B", [6, 6], action1={"A": "red 12"}, action2="red 8"), "dice": dice(red=2)},
        ],
        "B",
        "C7",
        "row-closed",
    ),
    ("classic", "a die that has left the game", [*RED_CLOSED, turn("A", [1, 1], penalty=True)], "A", "C7", "die-gone"),
    (
        "classic",
        "without a die that is still in the game",
        [{**turn("A", [1, 1], action1={"A": "red 2"}), "dice": without("blue")}],
        "A",
        "C4",
        "die-missing",
    ),
    (
        "classic",
        "out of turn",
        [*ONLY_A, turn("B", [1, 1], penalty=True)],
        "B",
        "C4",
        "out-of-turn",
    ),
    ("classic", "no penalty for a misthrow", [turn("A", [1, 1])], "A", "C5", "penalty-due"),
    (
        "classic",
        "no penalty though only another player crossed",
        [turn("A", [1, 1], action1={"B": "red 2"})],
        "A",
        "C5",
        "penalty-due",
    ),
    (
        "classic",
        "a penalty though something was crossed in action 1",
        [turn("A", [1, 1], action1={"A": "red 2"}, penalty=True)],
        "A",
        "C5",
        "penalty-not-due",
    ),
    (
        "classic",
        "a penalty though something was crossed in action 2",
        [turn("A", [1, 2], action2="red 2", penalty=True)],
        "A",
        "C5",
        "penalty-not-due",
    ),
    (
        "classic",
        "a turn after the fourth penalty",
        [*MISTHROWS, {**turn("B", [1, 1]), "penalty": True}],
        "B",
        "C8",
        "after-end",
    ),
    (
        "classic",
        "a turn after the second closed row",
        [*OVER, {**turn("A", [1, 1]), "dice": {"green": 1, "blue": 1}, "penalty": True}],
        "A",
        "C8",
        "after-end",
    ),
    (
        "classic",
        "action 2 after the game ended in action 1",
        [
            *RED_CLOSED,
            *YELLOW_LATER,
            {**turn("B", [6, 6], action1={"A": "yellow 12"}, action2="blue 7"), "dice": without("red")},
        ],
        "B",
        "C8",
        "ended-before",
    ),
    (
        "classic",
        "a penalty after the game ended in action 1",
        [
            *RED_CLOSED,
            *YELLOW_LATER,
            {**turn("B", [6, 6], action1={"A": "yellow 12"}, penalty=True), "dice": without("red")},
        ],
        "B",
        "C8",
        "penalty-after-end",
    ),
]

RED_3 = [turn("A", [1, 2], action1={"A": "red 3", "B": "yellow 3"})]
GREEN_CLOSED = climb("A B", "green", DOWN)

BIGPOINTS: list[Row] = [
    (
        "bigpoints",
        "a bonus field without a neighbour, by white",
        [turn("A", [1, 2], action1={"A": "red-yellow 3"})],
        "A",
        "B2",
        "neighbour",
    ),
    (
        "bigpoints",
        "a bonus field together with its neighbour in one action 1",
        [turn("A", [1, 2], action1={"A": "red 3", "B": "red-yellow 3"})],
        "B",
        "B2",
        "neighbour",
    ),
    (
        "bigpoints",
        "a bonus field by the yellow die beside a red cross",
        [
            *RED_3,
            turn("B", [5, 5], action1={"B": "red 10"}),
            {**turn("A", [1, 6], action2="red-yellow 3"), "dice": dice(yellow=2)},
        ],
        "A",
        "B2",
        "neighbour",
    ),
    (
        "bigpoints",
        "a bonus field by the red die beside a yellow cross",
        [*RED_3, {**turn("B", [1, 6], action2="red-yellow 3"), "dice": dice(red=2)}],
        "B",
        "B2",
        "neighbour",
    ),
    (
        "bigpoints",
        "a bonus field by the blue die, which is no neighbour",
        [*RED_3, {**turn("B", [1, 6], action2="red-yellow 3"), "dice": dice(blue=2)}],
        "B",
        "C4",
        "coloured-sum",
    ),
    (
        "bigpoints",
        "a bonus field of another number",
        [*RED_3, turn("B", [1, 3], action1={"A": "red-yellow 3"})],
        "A",
        "C3",
        "white-sum",
    ),
    (
        "bigpoints",
        "a skipped bonus field",
        [
            *climb("A B", "red", [3, 4]),
            turn("A", [1, 3], action1={"A": "red-yellow 4"}),
            turn("B", [1, 2], action1={"A": "red-yellow 3"}),
        ],
        "A",
        "B3",
        "passed",
    ),
    (
        "bigpoints",
        "a bonus field twice",
        [
            *RED_3,
            turn("B", [1, 2], action1={"A": "red-yellow 3", "B": "red-yellow 3"}),
            turn("A", [1, 2], action1={"A": "red-yellow 3"}),
        ],
        "A",
        "B3",
        "crossed",
    ),
    (
        "bigpoints",
        "the last number with bonus crosses among the five",
        [
            *climb("A B", "red", [2, 3, 4, 5]),
            turn("A", [2, 3], action1={"A": "red-yellow 5", "B": "red-yellow 5"}),
            turn("B", [6, 6], action1={"A": "red 12"}),
        ],
        "A",
        "C6",
        "too-few",
    ),
    (
        "bigpoints",
        "no bonus field is a lock",
        [*RED_3, turn("B", [1, 2], action1={"B": "green lock"})],
        "B",
        "C6",
        "lock-alone",
    ),
    (
        "bigpoints",
        "a number of a closed row, though its bonus row is open",
        [*GREEN_CLOSED, {**turn("A", [3, 4], action1={"A": "green 7"}), "dice": without("green")}],
        "A",
        "C7",
        "row-closed",
    ),
    (
        "bigpoints",
        "a bonus field by the die that has left",
        [*GREEN_CLOSED, {**turn("A", [6, 6], action2="green-blue 10"), "dice": {**without("green"), "green": 4}}],
        "A",
        "C7",
        "die-gone",
    ),
    (
        "bigpoints",
        "a penalty though a bonus field was crossed",
        [*RED_3, turn("B", [1, 2], action1={"B": "red-yellow 3"}, penalty=True)],
        "B",
        "C5",
        "penalty-not-due",
    ),
]


def move(active: str, space: int, cross: str | None, **more: Any) -> Turn:
    return turn(active, [1, 1], action3={"space": space, "cross": cross}, **more)


TO_5 = [move("A", 5, "green 10")]
TO_FINAL: list[Turn] = []
for _space, _cross, _red in (
    (4, "yellow 4", 3),
    (9, "red 6", 4),
    (14, "yellow 5", 5),
    (19, "blue 6", 6),
    (24, "yellow 8", 7),
    (29, "red 9", 8),
    (34, "yellow 9", 9),
    (36, "blue 5", 10),
):
    TO_FINAL += [
        move("A", _space, _cross),
        turn("B", [max(1, _red - 6), min(6, _red - 1)], action1={"B": f"red {_red}"}),
    ]
"""A has reached one of the last spaces, and B has had his last turn."""

ONBOARD: list[Row] = [
    ("onboard", "six free spaces", [move("A", 6, "yellow 6")], "A", "O2", "too-far"),
    (
        "onboard",
        "six free spaces over an occupied one",
        [*TO_5, move("B", 7, "red 3")],
        "B",
        "O2",
        "too-far",
    ),
    ("onboard", "an occupied space", [*TO_5, move("B", 5, "green 10")], "B", "O2", "occupied"),
    (
        "onboard",
        "backwards",
        [*TO_5, turn("B", [1, 1], action1={"B": "red 2"}), move("A", 2, "red 4")],
        "A",
        "O2",
        "backwards",
    ),
    (
        "onboard",
        "staying on the spot",
        [*TO_5, turn("B", [1, 1], action1={"B": "red 2"}), move("A", 5, None, penalty=True)],
        "A",
        "O2",
        "backwards",
    ),
    ("onboard", "a space whose number is not crossed", [move("A", 5, None, penalty=True)], "A", "O3", "uncrossed"),
    ("onboard", "crossing another number than the space's", [move("A", 5, "green 9")], "A", "O3", "other-number"),
    ("onboard", "crossing the space's number in another row", [move("A", 5, "blue 10")], "A", "O3", "other-number"),
    (
        "onboard",
        "crossing what is crossed already",
        [turn("A", [5, 5], action1={"A": "green 10"}, action3={"space": 5, "cross": "green 10"})],
        "A",
        "C2",
        "crossed",
    ),
    (
        "onboard",
        "a space whose number was skipped",
        [turn("A", [4, 5], action1={"A": "green 9"}, action3={"space": 5, "cross": "green 10"})],
        "A",
        "C2",
        "passed",
    ),
    (
        "onboard",
        "a space whose row is closed",
        [
            *climb("A B", "green", [12, 11, 9, 8, 7, 2]),
            {**move("A", 5, "green 10"), "dice": without("green")},
        ],
        "A",
        "C7",
        "row-closed",
    ),
    (
        "onboard",
        "the lock of a space's row",
        [move("A", 5, "green lock")],
        "A",
        "C6",
        "lock-alone",
    ),
    (
        "onboard",
        "no penalty for a move without a cross",
        [turn("A", [5, 5], action1={"A": "green 10"}), turn("B", [1, 1], action1={"B": "red 2"}), move("A", 5, None)],
        "A",
        "O4",
        "penalty-due",
    ),
    (
        "onboard",
        "a penalty though action 3 crossed",
        [move("A", 5, "green 10", penalty=True)],
        "A",
        "O4",
        "penalty-not-due",
    ),
    (
        "onboard",
        "action 3 after the game ended in action 2",
        [
            *RED_CLOSED,
            *YELLOW_LATER,
            {
                **turn("B", [6, 5], action2="yellow 12", action3={"space": 5, "cross": "green 10"}),
                "dice": {**without("red"), "yellow": 6},
            },
        ],
        "B",
        "C8",
        "ended-before",
    ),
    (
        "onboard",
        "a turn after the final round",
        [*TO_FINAL, turn("A", [5, 6], action1={"A": "red 11"})],
        "A",
        "O6",
        "after-end",
    ),
]

DUEL: list[Row] = [
    (
        "duel",
        "a token of the passive player",
        [turn("A", [1, 2], action1={"A": "red 3", "B": "red 3"})],
        "B",
        "D1",
        "not-active",
    ),
    ("duel", "out of turn", [*token_turns("A: red 3", "A: red 4")], "A", "D1", "out-of-turn"),
    ("duel", "another number than the white sum", [turn("A", [1, 2], action1={"A": "red 4"})], "A", "D1", "white-sum"),
    ("duel", "a sum that no dice make", [turn("A", [1, 2], action2="red 9")], "A", "D1", "coloured-sum"),
    (
        "duel",
        "to the left of one's own token",
        token_turns("A: red 7", "B: red 8", "A: red 5"),
        "A",
        "D2",
        "passed",
    ),
    (
        "duel",
        "on one's own overtaken token, with another further on",
        token_turns("A: red 5", "B: blue 12", "A: red 7", "B: blue 11", "A: red 5"),
        "A",
        "D2",
        "passed",
    ),
    (
        "duel",
        "beating a token that is not the foremost, because of its owner's own",
        token_turns("A: red 5", "B: blue 12", "A: red 7", "B: red 5"),
        "B",
        "D3",
        "not-foremost",
    ),
    (
        "duel",
        "beating a token that has been overtaken",
        token_turns("A: red 5", "B: red 4", "A: red 6", "B: red 5"),
        "B",
        "D3",
        "not-foremost",
    ),
    (
        "duel",
        "beating a stack",
        token_turns("A: red 7", "B: blue 12", "A: red 7", "B: red 7"),
        "B",
        "D4",
        "stack",
    ),
    (
        "duel",
        "stacking on an overtaken token",
        token_turns("A: red 7", "B: red 9", "A: red 7"),
        "A",
        "D4",
        "overtaken",
    ),
    (
        "duel",
        "stacking on an overtaken stack",
        token_turns("A: red 7", "B: blue 12", "A: red 7", "B: red 8", "A: red 7"),
        "A",
        "D4",
        "overtaken",
    ),
    (
        "duel",
        "the same square in both actions",
        token_turns("A: red 7 / red 7"),
        "A",
        "D5",
        "same-square",
    ),
    (
        "duel",
        "beating and securing in one turn",
        token_turns("A: red 7", "B: red 7 / red 7"),
        "B",
        "D5",
        "same-square",
    ),
    ("duel", "no token for a misthrow", [turn("A", [1, 1])], "A", "D6", "penalty-due-tokens"),
    (
        "duel",
        "a misthrow though a token was placed",
        [turn("A", [1, 1], action1={"A": "red 2"}, penalty=True)],
        "A",
        "D6",
        "penalty-not-due-tokens",
    ),
    (
        "duel",
        "the last number after four tokens",
        token_turns(
            *[step for number in (2, 3, 4, 5) for step in (f"A: red {number}", f"B: blue {14 - number}")],
            "A: red 12",
        ),
        "A",
        "D7",
        "too-few-tokens",
    ),
    (
        "duel",
        "the last number with five tokens, not all of them one's own",
        token_turns(
            "A: red 2",
            "B: red 3",
            "A: red 4",
            "B: red 5",
            "A: red 6",
            "B: red 7",
            "A: red 12",
        ),
        "A",
        "D7",
        "too-few-tokens",
    ),
    ("duel", "the lock by itself", [turn("A", [6, 6], action1={"A": "red lock"})], "A", "D7", "lock-alone-tokens"),
]

SOLO = [f"A: red {number}" for number in SIX]
CLOSING = token_turns(*[step for index, one in enumerate(SOLO) for step in (one, f"B: blue {12 - index}")][:-1])
"""A closes red; B has five blue tokens and is next."""
DUEL += [
    (
        "duel",
        "a number of a closed row",
        [*CLOSING, {**turn("B", [1, 2], action1={"B": "red 3"}), "dice": without("red")}],
        "B",
        "D7",
        "row-closed",
    ),
    ("duel", "a die that has left the game", [*CLOSING, turn("B", [1, 1], penalty=True)], "B", "D7", "die-gone"),
    (
        "duel",
        "action 2 after the second row was closed in action 1",
        [
            *CLOSING,
            {**turn("B", [1, 1], action1={"B": "blue 2"}, action2="green 2"), "dice": without("red")},
        ],
        "B",
        "D8",
        "ended-before",
    ),
    (
        "duel",
        "a turn after four misthrows",
        token_turns(*[f"{name}:" for name in "ABAB"], "A: red 7"),
        "A",
        "D8",
        "after-end",
    ),
]

FIVE = turn("A", [2, 3], action1={"A": "red 5", "B": "red 5"})
EIGHT = {"A": "swap 8/5"}

OTHERS: list[Row] = [
    ("double-a", "a second box before its number", [turn("A", [2, 3], action1={"A": "red 5#2"})], "A", "W1", "double"),
    (
        "double-a",
        "a second box to the left of a cross",
        [FIVE, turn("B", [3, 4], action1={"A": "red 7", "B": "red 7"}), turn("A", [2, 3], action1={"A": "red 5#2"})],
        "A",
        "C2",
        "passed",
    ),
    ("xchange", "a pair without a number", [turn("A", [4, 4], swap=EIGHT)], "A", "X1", "swap-alone"),
    (
        "xchange",
        "a pair in action 2",
        [turn("A", [4, 4], action2="swap 8/5")],
        "A",
        "X1",
        "swap-alone",
    ),
    (
        "xchange",
        "a pair that does not show the white sum",
        [turn("A", [3, 4], action1={"A": "red 5"}, swap=EIGHT)],
        "A",
        "X1",
        "swap-sum",
    ),
    (
        "xchange",
        "another number than that of the pair",
        [turn("A", [4, 4], action1={"A": "red 8"}, swap=EIGHT)],
        "A",
        "X1",
        "swap-number",
    ),
    (
        "connected-chain",
        "what came along before",
        [turn("A", [3, 3], action1={"A": "red 6"}), turn("B", [3, 3], action1={"A": "yellow 6", "B": "red 6"})],
        "A",
        "C2",
        "crossed",
    ),
    (
        "lucky15",
        "three dice that make another sum",
        [turn("A", [4, 5], action2="trio 1")],
        "A",
        "T1",
        "trio-sum",
    ),
    (
        "lucky15",
        "a field that is not the next one",
        [{**turn("A", [4, 5], action2="trio 2"), "dice": {**DICE, "red": 6}}],
        "A",
        "T1",
        "trio-next",
    ),
    (
        "lucky15",
        "a field after another cross",
        [{**turn("A", [4, 5], action1={"A": "red 9"}, action2="trio 1"), "dice": {**DICE, "red": 6}}],
        "A",
        "T1",
        "trio-too-late",
    ),
    ("bonus-a", "a field of the bar alone", [turn("A", [1, 2], action2="bar 1")], "A", "A1", "bar-alone"),
    ("card-game", "another number than the top card", [cards("A", action1={"A": "red 4"})], "A", "C3", "card-number"),
    ("card-game", "a card of somebody else", [cards("A", "red 6")], "A", "P1", "card-missing"),
    ("card-game", "cards of two colours", [cards("A", "red 2", "blue 12")], "A", "P1", "card-colour"),
    ("card-game", "cards far apart", [cards("A", "red 2", "red 5")], "A", "P1", "card-gap"),
    ("card-game", "four cards", [cards("A", "red 2", "red 3", "red 4", "red 5")], "A", "P1", "too-many-cards"),
    ("longo", "a lucky number in a long row", [turn("A", [3, 3], action1={"A": "red 3"})], "A", "C3", "white-sum"),
]

ROWS = [*CLASSIC, *BIGPOINTS, *ONBOARD, *DUEL, *OTHERS]


def test_there_are_at_least_60_kinds_and_every_refusal_is_among_them() -> None:
    assert len({(variant, what) for variant, what, *_ in ROWS}) == len(ROWS) >= 60
    for variant, least in (("classic", 25), ("bigpoints", 12), ("onboard", 12), ("duel", 18)):
        assert sum(row[0] == variant for row in ROWS) >= least
    elsewhere = {"coloured-gone"}  # needs a row of several colours: below
    assert {reason for *_, reason in ROWS} == set(FINDINGS["illegal-move"]) - elsewhere


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}: {row[1]}")
def test_the_step_is_refused(row: Row) -> None:
    variant, _, turns, player, rule, reason = row
    side = "a" if variant == "onboard" else None
    result = played(variant, "A B", turns, side)
    (finding,) = result.findings
    assert (finding.code, finding.turn) == ("illegal-move", len(turns)), finding
    assert (finding.player, finding.rule, finding.reason) == (player, rule, reason)
    assert set(MESSAGE_NAMES[reason]) <= {*finding.values, "penalties"}
    assert not result.ok


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}: {row[1]}")
def test_all_before_the_step_is_legal(row: Row) -> None:
    variant, _, turns, *_ = row
    side = "a" if variant == "onboard" else None
    assert {finding.code for finding in played(variant, "A B", turns[:-1], side).findings} <= {"game-not-over"}


MIXED = """
extends = "{base}"
slug = "mixed"
[game.rows]
red = {{ cells = "red 2 3", lock = {{ colour = "red", needs = 0 }} }}
blue = {{ cells = "red 5 6, blue 7 8", lock = {{ colour = "blue", needs = 0 }} }}
"""


@pytest.mark.parametrize(("base", "rule"), [("classic", "C7"), ("duel", "D7")])
def test_the_die_that_left_is_missed_in_other_rows_too(base: str, rule: str, tmp_path: Path) -> None:
    """Action 1 closes the red row, so red 5 in the blue row is out of reach for action 2, but not for white dice."""
    file = tmp_path / "mixed.toml"
    file.write_text(MIXED.format(base=base))
    rules = compile_rulebook(load_layout(file).game)
    dice = {"red": 4, "blue": 1, "yellow": 1, "green": 1}
    data = {"active": "A", "white": [1, 2], "dice": dice, "action1": {"A": "red 3"}, "action2": "blue 5"}
    left = {colour: die for colour, die in dice.items() if colour != "red"}
    white = {"active": "B", "white": [2, 3], "dice": left, "action1": {"B": "blue 5"}}
    log: dict[str, Any] = {"variant": "x", "players": ["A", "B"], "turns": [data]}
    (finding,) = replay(rules, read_log(rules, parse_json(json.dumps(log), "x"))).findings
    assert (finding.reason, finding.rule, finding.cells) == ("coloured-gone", rule, ("blue 5",))
    assert "Blue 5 cannot be used" in message(finding, load_layout(file), load_locale("en"))
    log["turns"] = [{**data, "action2": None}, white]
    (finding,) = replay(rules, read_log(rules, parse_json(json.dumps(log), "x"))).findings
    assert finding.code == "game-not-over"
