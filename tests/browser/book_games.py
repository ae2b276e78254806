"""Files of the book with random games as pages store them: simulated, scored, and with all that opens them again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from random import Random
from typing import Any

from sheetgen.layouts.catalog import load_variant
from sheetgen.rules.audit.audit import score
from sheetgen.rules.engine.simulate import SimulationSetup
from sheetgen.rules.records import Record
from tests.game_helpers import grid, play_alike, rulebook

Entry = dict[str, Any]

LAYOUTS = ("classic", "bigpoints", "onboard", "duel")
PEOPLE = ("Anna", "Ben", "Carla", "Grandma", "Zoë")
NOTES = ("", "", "", "", "By the lake", "Grandma’s birthday, with cake; Ben had no luck at all with the blue dice")
EVENING = 86_400_000  # milliseconds between two games, about
END = int(datetime(2026, 6, 12, 20, 15, tzinfo=UTC).timestamp() * 1000)


def random_entries(count: int, seed: int = 1, layouts: Sequence[str] = LAYOUTS) -> list[Entry]:
    """Finished games, one every day or so, the latest first."""
    random = Random(seed)
    times = [END - number * EVENING - random.randrange(EVENING // 8) for number in range(count)]
    return [entry(f"{seed}-{number}", random, random.choice(layouts), time) for number, time in enumerate(times)]


def entry(id: str, random: Random, layout: str, time: int) -> Entry:
    """A finished game of some people."""
    record = simulated(layout, random.randrange(40))
    rules = rulebook(layout)
    names = random.sample(PEOPLE, len(record.sheets))
    scores = score(rules, record)
    data = record.to_data(rules, {"variant": layout})
    for player, name in zip(data["players"], names, strict=True):
        player["name"] = name
    nothing = [None] * len(names)
    return {
        "version": 2,
        "id": id,
        "revision": 1,
        "note": random.choice(NOTES),
        "layout": layout,
        "title": load_variant(layout).title,
        "rules": rules.rules_fingerprint,
        "changed": time,
        "finished": time,
        "result": [
            {"name": name, "total": each.total, "rank": each.rank} for name, each in zip(names, scores, strict=True)
        ],
        "game": {
            "past": [],
            "now": {
                "id": id,
                "changed": time,
                "finished": time,
                "mode": "finished",
                "current": 0,
                "origin": None,
                "names": names,
                "serials": nothing,
                "origins": nothing,
                "record": data,
            },
            "future": [],
        },
    }


@cache
def simulated(layout: str, number: int) -> Record:
    """A finished game of two to four players."""
    fewest, most = rulebook(layout).players
    players = min(most, max(fewest, 2 + number % 3))
    side = next(iter(rulebook(layout).tracks), None)
    return play_alike(grid(layout), SimulationSetup(players, "greedy", number, side), number).record


def book_file(entries: Sequence[Any]) -> bytes:
    """A file with these games."""
    return json.dumps({"sheetgen_book": 1, "games": entries}, ensure_ascii=False).encode()
