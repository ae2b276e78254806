"""Records and logs from strangers: all problems at once, with their lines, status 2, and never a traceback."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from tests.game_helpers import VECTORS
from tests.helpers import run
from tests.profiles import examples
from tests.systems import posix_only


def record(variant: str = "classic", *players: dict[str, Any], **more: Any) -> str:
    return json.dumps({"variant": variant, "players": list(players) or [{"name": "A"}], **more}, indent=1)


def sheet(variant: str = "classic", **data: Any) -> str:
    return record(variant, {"name": "A", **data})


TURN = {"active": "A", "white": [1, 2], "dice": {"red": 1, "yellow": 1, "green": 1, "blue": 1}}


def log(*turns: dict[str, Any], variant: str = "classic", players: Any = ("A", "B"), **more: Any) -> str:
    return json.dumps({"variant": variant, "players": players, "turns": list(turns), **more}, indent=1)


SCORE: dict[str, tuple[str, list[str]]] = {
    "empty": ("", ["game.json:1:1: not valid JSON"]),
    "not JSON": ("variant: classic\nplayers: []", ["game.json:1:1: variant is not a JSON value"]),
    "TOML": ('variant = "classic"', ["game.json:1:"]),
    "a list": ("[1, 2]", ["neither a finished game nor a log", "{ … }"]),
    "a number": ("7", ["neither a finished game nor a log"]),
    "null": ("null", ["neither a finished game nor a log"]),
    "no game": ('{"players": []}', ["it does not say which game it is", '"variant": "…"']),
    "two games": (record(layout="x.toml"), ["it names both a variant and a layout"]),
    "a game that is no text": ('{"variant": 5, "players": []}', ["'variant' should be a text in quotes, not 5"]),
    "unknown variant": (record("clasic"), ["game.json:2:13: there is no variant 'clasic'", "Did you mean 'classic'?"]),
    "variant like a path": (record("../classic"), ["there is no variant '../classic'"]),
    "no players": ('{"variant": "classic", "players": []}', ["there are no players"]),
    "players missing": ('{"variant": "classic"}', ["the record: 'players' is missing"]),
    "players of another shape": ('{"variant": "classic", "players": {"A": 1}}', ["'players' should be a list"]),
    "a player that is a name": ('{"variant": "classic", "players": ["A"]}', ["a player should be an object"]),
    "50 players": (
        record("classic", *({"name": f"P{number}"} for number in range(50))),
        ["there are 50 players", "At most 5 can play."],
    ),
    "three in a game for two": (
        record("duel", {"name": "A"}, {"name": "B"}, {"name": "C"}),
        ["there are 3 players", "At most 2"],
    ),
    "two of one name": (record("classic", {"name": "Zoë"}, {"name": "Zoe\u0308"}), ["two players are called"]),
    "no name": (record("classic", {"marks": {}}), ["a player: 'name' is missing"]),
    "empty name": (record("classic", {"name": " "}), ["a player's name cannot be"]),
    "name with an escape": (record("classic", {"name": "\u001b[31mA"}), ["a player's name cannot be"]),
    "half a character as a name": (r'{"variant": "classic", "players": [{"name": "\ud800"}]}', ["a player's name"]),
    "a very long name": (record("classic", {"name": "A" * 1000}), ["a player's name cannot be"]),
    "name that is a number": (record("classic", {"name": 7}), ["a player's name should be a text in quotes, not 7"]),
    "unknown key": (record(palyers=[]), ["the record: unknown key 'palyers'", "Did you mean 'players'?"]),
    "unknown key of a player": (sheet(mark={}), ["a player: unknown key 'mark'", "Did you mean 'marks'?"]),
    "unknown row": (sheet(marks={"rde": [2]}), ["A: 'marks': unknown key 'rde'", "Did you mean 'red'?"]),
    "bonus row of another game": (sheet(marks={"red-yellow": [2]}), ["'marks': unknown key 'red-yellow'"]),
    "number twice": (sheet(marks={"red": [2, 3, 2]}), ["A: red 2 is given twice"]),
    "no such number": (sheet(marks={"red": [13]}), ["A: 'red' has no 13", "It has 2 3 4"]),
    "text for a number": (sheet(marks={"red": ["2"]}), ["a number of 'red' should be a whole number, not \"2\""]),
    "fraction": (sheet(marks={"red": [2.0]}), ["a number of 'red' should be a whole number, not 2.0"]),
    "true for a number": (sheet(marks={"red": [True]}), ["should be a whole number, not true"]),
    "null for a number": (sheet(marks={"red": [None]}), ["should be a whole number, not null"]),
    "numbers as text": (sheet(marks={"red": "2 3"}), ["A: 'red' should be a list"]),
    "marks as a list": (sheet(marks=[2]), ["A: 'marks' should be an object"]),
    "endless list": (sheet(marks={"red": [2] * 5000}), ["A: 'red' has 5,000 entries"]),
    "5 penalties": (sheet(penalties=5), ["A: 'penalties' cannot be 5", "between 0 and 4"]),
    "negative penalties": (sheet(penalties=-1), ["A: 'penalties' cannot be -1"]),
    "penalties as text": (sheet(penalties="2"), ["A: 'penalties' should be a whole number"]),
    "unknown lock": (sheet(locks=["rde"]), ["A: a lock cannot be \"rde\"", "Did you mean 'red'?"]),
    "lock twice": (sheet(locks=["red", "red"]), ["the lock of 'red' is given twice"]),
    "lock of a bonus row": (sheet("bigpoints", locks=["red-yellow"]), ["a lock cannot be"]),
    "locks as a text": (sheet(locks="red"), ["A: 'locks' should be a list"]),
    "space off the track": (record("onboard", {"name": "A", "space": 41}, side="a"), ["'space' cannot be 41"]),
    "negative space": (record("onboard", {"name": "A", "space": -1}, side="a"), ["'space' cannot be -1"]),
    "space without a track": (sheet(space=3), ["this game has no track, and so no 'space'"]),
    "unknown side": (record("onboard", {"name": "A"}, side="c"), ["'side' cannot be \"c\"", "Known: a, b."]),
    "side without a track": (record(side="a"), ["this game has no track, and so no 'side'"]),
    "side missing": (record("onboard", {"name": "A", "space": 3}), ["which side of the board was it?"]),
    "complete as a text": (record(complete="yes"), ["'complete' should be true or false, not \"yes\""]),
    "history of unknown cells": (sheet(history=["red 13"]), ["a cross in 'history' cannot be \"red 13\""]),
    "history of numbers": (sheet(history=[5]), ["a cross in 'history' should be a text"]),
    "history of tokens": (sheet("duel", history=["red 5"]), ["'history' is for sheets"]),
    "unknown claim": (sheet(claimed={"sum": 7}), ["A: 'claimed': unknown key 'sum'"]),
    "claim as a text": (sheet(claimed={"total": "7"}), ["the claimed 'total' should be a whole number"]),
    "NaN": ('{"variant": "classic",\n "players": NaN}', ["game.json:2:13: NaN is not a JSON value"]),
    "key twice": (
        '{"variant": "classic", "players": [{"name": "A",\n "penalties": 1,\n "penalties": 2}]}',
        ["game.json:3:2: the key 'penalties' is given twice"],
    ),
    "huge number": ('{"variant": "classic", "players": [' + "9" * 5000 + "]}", ["this number is too long"]),
    "nested": ('{"variant": "classic", "players": ' + "[" * 100_000, ["nested too deeply"]),
    "layout outside": ('{"layout": "../x.toml", "players": []}', ["lies outside the folder"]),
    "layout elsewhere": ('{"layout": "/etc/passwd", "players": []}', ["lies outside the folder"]),
    "layout missing": ('{"layout": "x.toml", "players": []}', ["there is no file x.toml"]),
    "layout that is none": ('{"layout": "game.json", "players": []}', ["not valid TOML"]),
    "layout with a zero": ('{"layout": "x\\u0000y", "players": []}', ["error: "]),
    "all at once": (
        sheet(marks={"rde": [2], "red": [2, 2, 99]}, penalties=9, locks=["x"], space=1, claimed={"a": 1}),
        ["'rde'", "red 2 is given twice", "no 99", "cannot be 9", "a lock cannot be", "no track", "unknown key 'a'"],
    ),
}  # fmt: skip

REPLAY: dict[str, tuple[str, list[str]]] = {
    "no turns": ('{"variant": "classic", "players": ["A"]}', ["the log: 'turns' is missing"]),
    "turns of another shape": ('{"variant": "classic", "players": ["A"], "turns": 7}', ["'turns' should be a list"]),
    "no players": (log(players=[]), ["there are no players"]),
    "sheets for players": (log(players=[{"name": "A"}]), ["a player's name should be a text"]),
    "two of one name": (log(players=["A", "A"]), ["two players are called 'A'"]),
    "too many players": (log(players=[f"P{seat}" for seat in range(9)]), ["there are 9 players"]),
    "unknown player": (log({**TURN, "active": "C"}), ["'active' cannot be \"C\"", "Known: A, B."]),
    "unknown player in action 1": (log({**TURN, "action1": {"C": "red 3"}}), ["turn 1: 'action1': unknown key 'C'"]),
    "unknown cell": (log({**TURN, "action2": "red 13"}), ["'action2' cannot be \"red 13\""]),
    "one white die": (log({**TURN, "white": [1]}), ["turn 1: two white dice are thrown, not 1"]),
    "a white seven": (log({**TURN, "white": [1, 7]}), ["a white die cannot be 7", "between 1 and 6"]),
    "white dice as a number": (log({**TURN, "white": 5}), ["'white' should be a list"]),
    "a red zero": (log({**TURN, "dice": {"red": 0}}), ["the red die cannot be 0"]),
    "a purple die": (log({**TURN, "dice": {"purple": 1}}), ["'dice': unknown key 'purple'"]),
    "a turn without dice": (log({"active": "A"}), ["turn 1: 'white' is missing", "turn 1: 'dice' is missing"]),
    "penalty as a number": (log({**TURN, "penalty": 1}), ["'penalty' should be true or false"]),
    "action 3 without a track": (
        log({**TURN, "action3": {"space": 3}}),
        ["turn 1: this game has no track, and so no 'action3'"],
    ),
    "side missing": (log(variant="onboard"), ["which side of the board was it?"]),
    "off the track": (
        log({**TURN, "action3": {"space": 99}}, variant="onboard", side="a"),
        ["'space' cannot be 99"],
    ),
    "a move without a space": (
        log({**TURN, "action3": {"cross": None}}, variant="onboard", side="a"),
        ["'action3': 'space' is missing"],
    ),
    "too many turns": (log(*[TURN] * 5001), ["'turns' has 5,001 entries"]),
    "more problems than anybody reads": (
        log(*[{**TURN, "white": [9, 9], "x": 1}] * 500),
        ["turn 30: unknown key 'x'", "and more: the rest was not read"],
    ),
}


@pytest.mark.parametrize(
    ("command", "name"), [("score", name) for name in SCORE] + [("replay", name) for name in REPLAY]
)
def test_what_is_wrong_is_told(command: str, name: str, capsys: Any) -> None:
    text, words = (SCORE if command == "score" else REPLAY)[name]
    Path("game.json").write_text(text, encoding="utf-8")
    outcome = run(capsys, command, "game.json", "--json")
    assert outcome.status == 2
    assert not outcome.output
    for word in words:
        assert word in outcome.errors
    assert outcome.errors.startswith("error: ") and "Traceback" not in outcome.errors


def test_every_problem_has_its_line(capsys: Any) -> None:
    Path("game.json").write_text(SCORE["all at once"][0], encoding="utf-8")
    problems = [line for line in run(capsys, "score", "game.json").errors.splitlines() if line.startswith("error:")]
    lines = [int(line.split(":")[2]) for line in problems]
    assert len(lines) == 7 and len(set(lines)) == 7


@posix_only
def test_files_that_are_none(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("folder").mkdir()
    os.mkfifo("pipe")
    Path("bytes.json").write_bytes(b"\xff\xfe{\x00}\x00")
    Path("large.json").write_bytes(b"[" + b"1," * (1 << 20))
    for file, words in {
        "missing.json": "there is no file missing.json",
        "folder": "'folder' is not a file",
        "pipe": "not a regular file",
        "bytes.json": "is not a text in UTF-8",
        "large.json": "large.json is too large",
    }.items():
        outcome = run(capsys, "score", file)
        assert outcome.status == 2 and words in outcome.errors


def test_a_hundred_megabytes_from_a_pipe_are_not_even_read(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(io.RawIOBase):
        given = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            buffer[:] = b" " * len(buffer)
            self.given += len(buffer)
            assert self.given < 100_000_000
            return len(buffer)

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(Endless())))
    outcome = run(capsys, "replay", "-")
    assert outcome.status == 2 and "too large" in outcome.errors


def test_a_file_with_a_mark_and_foreign_line_ends_is_fine(capsys: Any) -> None:
    Path("game.json").write_bytes(b"\xef\xbb\xbf" + record().replace("\n", "\r\n").encode())
    assert run(capsys, "score", "game.json").status == 0


NONSENSE = {
    "nothing": (("score",), "nothing to score"),
    "a file and a variant": (("score", "game.json", "-v", "classic"), "a file already says which game"),
    "a variant and nobody": (("score", "-v", "classic"), "nothing to score"),
    "players of no game": (("score", "--player", "A: red 2"), "no game is given"),
    "unknown language": (("score", "-v", "classic", "--player", "A:", "--lang", "xx"), "there is no language 'xx'"),
    "a replay of nothing": (("replay",), "FILE|- is missing"),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_bad_options(name: str, capsys: Any) -> None:
    Path("game.json").write_text(record())
    arguments, words = NONSENSE[name]
    outcome = run(capsys, *arguments)
    assert outcome.status == 2 and words in outcome.errors


SMALL: st.SearchStrategy[Any] = st.integers(-2, 15) | st.sampled_from(
    [None, True, 1.5, "red", "A", "red 5", "red lock", "x" * 50, "\u202e", "classic", [], {}, 10**12]
)
KEYS = st.sampled_from(
    [
        *("variant", "layout", "side", "complete", "players", "turns", "name", "marks", "locks", "penalties", "space"),
        *("history", "claimed", "active", "white", "dice", "action1", "action2", "action3", "penalty", "cross", "red"),
    ]
)
ANYTHING = st.recursive(
    SMALL, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=15
)
LOG = json.loads(log({**TURN, "action1": {"A": "red 3"}}, variant="onboard", side="a"))
SEEDS = [vector["record"] for vector in VECTORS[::9]] + [LOG]


def changed(data: Any, path: list[int], value: Any) -> Any:
    """The data with something replaced somewhere inside."""
    if not path or not isinstance(data, dict | list) or not data:
        return value
    keys = list(data) if isinstance(data, dict) else list(range(len(data)))
    key = keys[path[0] % len(keys)]
    items = dict(data) if isinstance(data, dict) else list(data)
    items[key] = changed(data[key], path[1:], value)
    return items


@given(
    seed=st.sampled_from(SEEDS),
    changes=st.lists(st.tuples(st.lists(st.integers(0, 12), max_size=5), ANYTHING), max_size=3),
    command=st.sampled_from(["score", "replay"]),
)
@settings(max_examples=examples(400))
def test_whatever_comes_is_answered(seed: Any, changes: Any, command: str, capsys: Any) -> None:
    for path, value in changes:
        seed = changed(seed, path, value)
    Path("game.json").write_text(json.dumps(seed), encoding="utf-8")
    outcome = run(capsys, command, "game.json", "--json")
    assert outcome.status in (0, 1, 2)
    assert bool(outcome.errors) == (outcome.status == 2)
    assert bool(outcome.output) == (outcome.status < 2)


@given(text=st.text(max_size=80) | st.binary(max_size=80).map(lambda data: data.decode("latin-1")))
@settings(max_examples=examples(100))
def test_any_text_is_answered(text: str, capsys: Any) -> None:
    Path("game.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    assert run(capsys, "score", "game.json").status == 2
