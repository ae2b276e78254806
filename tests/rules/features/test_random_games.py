"""Games made at random of all that rows and sheets can have are played by the rules, or refused in words."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings, strategies as st

from sheetgen.errors import InputError
from sheetgen.game_input.json_input import parse_json
from sheetgen.game_input.record_input import make_record, read_log
from sheetgen.layouts.catalog import load_layout
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.log import replay
from sheetgen.rules.engine.simulate import STRATEGIES, SimulationSetup, play
from sheetgen.rules.game_spec import compile_rulebook
from sheetgen.rules.rulebook import Rulebook, cell_ids
from sheetgen.rules.shuffle.arrangement import read_arrangement
from tests.layouts.test_fuzz import PATIENT, check_told
from tests.profiles import examples
from tests.rules.random_arrangements import shuffled

COLOURS = ["red", "yellow", "green", "blue"]
Table = dict[str, Any]


NAMES = ["one", "two", "three", "four"]


@st.composite
def rows(draw: st.DrawFn, dice: int) -> dict[str, Table]:
    """Some rows of random numbers, often of the same length, with all that a row can have."""
    made: dict[str, Table] = {}
    length = draw(st.integers(3, 9))
    for name in NAMES[: draw(st.integers(2, 4))]:
        size = length if draw(st.integers(0, 3)) else draw(st.integers(1, 10))
        numbers = draw(st.lists(st.integers(2, 2 * dice), min_size=size, max_size=size))
        colours = draw(st.lists(st.sampled_from(COLOURS), min_size=1, max_size=2))
        row: Table = {"cells": ", ".join(f"{colours[at % len(colours)]} {each}" for at, each in enumerate(numbers))}
        last = draw(st.sampled_from([1, 1, 1, 2, 3]))
        if name == NAMES[0] or draw(st.integers(0, 3)):
            needs = draw(st.integers(0, max(0, size - last)))
            row["lock"] = {"colour": draw(st.sampled_from(COLOURS)), "needs": needs, "last": last}
        some = st.lists(st.sampled_from(numbers[:-last] or numbers), min_size=1, max_size=4, unique=True)
        for key in ("doubles", "twice"):
            if draw(st.integers(0, 3)) == 0:
                row[key] = " ".join(map(str, draw(some)))
        if draw(st.integers(0, 5)) == 0:
            row["scores"] = False
        made[name] = row
    return made


def linkable(row: Table, name: str) -> list[str]:
    """The numbers of a row that do not close it."""
    numbers = [part.split()[1] for part in row["cells"].split(",")]
    doubled = row.get("doubles", "").split()
    places: list[tuple[str, bool]] = []
    for number in numbers:
        places.append((number, False))
        if number in doubled:
            doubled.remove(number)
            places.append((number, True))
    named = zip(cell_ids(name, [number for number, _ in places]), places, strict=True)
    found = [id for id, (_, is_double) in named if not is_double]
    return found[: -row["lock"]["last"]] if "lock" in row else found


@st.composite
def links(draw: st.DrawFn, made: dict[str, Table]) -> str:
    """Any cells, or neighbours in one column."""
    cells = [linkable(row, name) for name, row in made.items()]
    columns = list(zip(cells[0], cells[1], strict=False))
    in_columns: bool = draw(st.booleans())
    if columns and in_columns:
        pairs = draw(st.lists(st.sampled_from(columns), min_size=1, max_size=3, unique=True))
    else:
        chosen = draw(st.lists(st.sampled_from(sum(cells, ["one 2", "two 2"])), min_size=2, max_size=6, unique=True))
        pairs = list(zip(chosen[::2], chosen[1::2], strict=False))
    return ", ".join(f"{one} + {other}" for one, other in pairs)


@st.composite
def games(draw: st.DrawFn) -> Table:
    """A game with some of all features. Some cannot be played: what is shuffled does not fit, and so on."""
    dice = draw(st.sampled_from([4, 6, 8]))
    made = draw(rows(dice))
    sums = st.integers(2, 2 * dice)
    game: Table = {"dice": dice, "rows": made, "end": {"closed_rows": 1}}
    game["penalties"] = {"boxes": draw(st.integers(1, 4)), "points": -5}
    features = draw(
        st.sets(
            st.sampled_from(
                ["links", "lines", "swap", "lucky", "bonus", "throws", "trio", "bar", "rewards", "cards", "wrong"]
            ),
            max_size=4,
        )
    )
    if "bonus" in features:
        game["bonus"] = [{"between": NAMES[:2]}]
        made["two"] = {**made["one"], **({"scores": False} if draw(st.booleans()) else {})}
    if "links" in features:
        game["links"] = draw(links(made))
    if "lines" in features:
        cells = sum((linkable(row, name) for name, row in made.items()), ["one 2"])
        chosen = draw(st.lists(st.sampled_from(cells), min_size=1, max_size=5, unique=True))
        game["lines"] = {"stars": {"title": "Stars", "cells": ", ".join(chosen), "points": [2, 4, 9]}}
    if "swap" in features:
        pairs = draw(st.lists(st.lists(sums, min_size=2, max_size=2, unique=True), min_size=1, max_size=5))
        game["swap"] = {"pairs": " ".join(f"{one}/{other}" for one, other in pairs)}
    if "lucky" in features:
        game["lucky"] = draw(st.lists(sums, min_size=1, max_size=3, unique=True))
    if "throws" in features:
        faces = draw(st.lists(st.integers(1, dice), min_size=2, max_size=2))
        game["throws"] = [{"dice": faces, "number": 2 * dice + 1}]
        first, _, rest = made["one"]["cells"].partition(", ")
        made["one"]["cells"] = ", ".join(filter(None, (first, f"{first.split()[0]} {2 * dice + 1}", rest)))
    if "trio" in features:
        game["trio"] = {"sum": draw(st.integers(3, 3 * dice)), "points": [1, 4, 9]}
    cells = sum((linkable(row, name) for name, row in made.items()), ["one 2"])
    if "bar" in features:
        boxes = draw(st.lists(st.sampled_from(cells), min_size=1, max_size=6, unique=True))
        order = draw(st.lists(st.sampled_from(list(made)), min_size=1, max_size=6))
        game["bar"] = {"boxes": ", ".join(boxes), "rows": order}
    if "rewards" in features:
        chosen = draw(st.lists(st.sampled_from(cells), min_size=2, max_size=6, unique=True))
        kinds = st.sampled_from(["weakest row", "every row", "double", "points", "no penalties"])
        game["rewards"] = [
            {"cells": ", ".join(pair), "gives": draw(kinds), "amount": draw(st.integers(1, 3))}
            for pair in zip(chosen[::2], chosen[1::2], strict=False)
        ]
    if "cards" in features:
        game["cards"] = {
            "hand": draw(st.integers(1, 4)),
            "plays": draw(st.integers(1, 4)),
            "gap": draw(st.integers(0, 3)),
        }
        game["players"] = {"max": 3}
    if draw(st.integers(0, 3)) == 0:
        game["end"]["per_player"] = True
    if "wrong" in features and draw(st.booleans()):
        key = draw(st.sampled_from(["links", "lines", "swap", "lucky"]))
        game[key] = draw(
            st.sampled_from([5, "red 2", "one 2 + one 2", {"pairs": "5/5"}, [1, 1], {"a": {"cells": "x"}}])
        )
    plain = not game.get("bonus") and not any("doubles" in row for row in made.values())
    shuffled_kinds = [
        *(["numbers"] if plain else []),
        "colours",
        *(key for key in ("lines", "links", "lucky") if key in game),
    ]
    if not {"throws", "bar", "rewards"} & features or draw(st.integers(0, 9)) == 0:
        game["shuffle"] = draw(st.lists(st.sampled_from(shuffled_kinds), max_size=2, unique=True))
    return game


def written(table: Table) -> str:
    """The game as inline TOML, instead of the classic one."""
    lines = ['extends = "classic"', 'slug = "mine"', "[game]"]
    removed = dict.fromkeys(COLOURS, False)
    for key, value in {**table, "rows": {**table["rows"], **removed}}.items():
        lines.append(f"{key} = {_inline(value)}")
    return "\n".join(lines)


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_inline(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value)


def check_played(book: Rulebook, seed: int) -> None:
    """A game of each kind of players, half of them on shuffled sheets."""
    random = Random(seed)
    for strategy in STRATEGIES:
        arranged = [shuffled(book, random) if random.random() < 0.5 else None for _ in range(3)]
        for arrangement in filter(None, arranged):
            assert read_arrangement(book, arrangement.code) == arrangement
        played = play([Grid(book, each) for each in arranged], SimulationSetup(3, strategy, seed), 1, keep_log=True)
        record, log = played.record, played.log
        audited, replayed = audit(book, record), replay(book, log)
        assert not replayed.findings
        assert not audited.findings
        assert audited.scores == replayed.scores
        text = json.dumps(record.to_data(book, {"variant": "x"}))
        assert make_record(book, parse_json(text, "x.json")) == record
        text = json.dumps(log.to_data({"variant": "x"}))
        assert read_log(book, parse_json(text, "x.json")) == log


@settings(PATIENT, max_examples=examples(150), suppress_health_check=list(HealthCheck))
@given(game=games(), seed=st.integers(0, 10**6))
def test_games_are_played_by_the_rules_or_refused(game: Table, seed: int, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(written(game), encoding="utf-8")
    try:
        book = compile_rulebook(load_layout(file).game)
    except InputError as error:
        check_told(list(error.problems))
    else:
        check_played(book, seed)
