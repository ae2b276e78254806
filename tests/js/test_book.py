"""The figures of the book: as computed by hand, and as Python computes them for random games."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import isclose
from random import Random
from typing import Any

import pytest

from tests.js.modules import Modules
from tests.profiles import SEED, amount

GAMES = amount(default=400, thorough=10_000)

Entry = dict[str, Any]

FIGURES = ("name", "games", "wins", "share", "average", "best", "streak", "longest")


def game(time: int, *results: tuple[str, int], layout: str = "classic") -> Entry:
    """A finished game with these names and points."""
    totals = [total for _, total in results]
    return {
        "finished": time,
        "layout": layout,
        "result": [
            {"name": name, "total": total, "rank": 1 + sum(other > total for other in totals)}
            for name, total in results
        ],
    }


EVENING = [
    game(1, ("Anna", 50), ("Ben", 40)),
    game(2, ("Anna", 30), ("Ben", 60)),
    game(3, ("Ben", 70), ("Anna", 70)),
    game(4, ("Anna", 80), ("Carla", 10), ("", 90), layout="duel"),
    game(5, ("Anna", 200)),
    game(6, ("Anna", 81), ("", 20)),
]


def ranked(modules: Modules, games: list[Entry]) -> list[dict[str, Any]]:
    """All figures of all players, without the results they come from."""
    players = modules.call("js/book/statistics", "ranking", games)
    return [{key: value for key, value in player.items() if key != "results"} for player in players]


def test_figures_are_those_computed_by_hand(modules: Modules) -> None:
    """A shared win is one for each; games played alone and players without a name do not count."""
    assert [tuple(player[figure] for figure in FIGURES) for player in ranked(modules, EVENING)] == [
        ("Anna", 5, 3, 3 / 5, 311 / 5, 81, 1, 1),
        ("Ben", 3, 2, 2 / 3, 170 / 3, 70, 2, 2),
        ("Carla", 1, 0, 0, 10, 10, 0, 0),
    ]


def test_players_with_the_same_wins_are_ranked_by_their_average(modules: Modules) -> None:
    games = [game(1, ("Ben", 50), ("Anna", 50)), game(2, ("Ben", 30), ("Carla", 29), ("", 31))]
    assert [player["name"] for player in ranked(modules, games)] == ["Anna", "Ben", "Carla"]


def test_two_players_of_one_name_in_a_game_are_not_the_same(modules: Modules) -> None:
    players = ranked(modules, [game(1, ("Anna", 5), ("Anna", 9)), game(2, ("Anna", 7), ("Ben", 3))])
    assert [(each["name"], each["games"], each["best"]) for each in players] == [
        ("Anna 2", 1, 9),
        ("Anna", 2, 7),
        ("Ben", 1, 3),
    ]


@pytest.mark.parametrize("name", ["constructor", "__proto__", "toString"])
def test_any_name_is_a_name(name: str, modules: Modules) -> None:
    assert [each["name"] for each in ranked(modules, [game(1, (name, 5), ("Ben", 9))])] == ["Ben", name]


def test_games_are_chosen_by_layout_and_time(modules: Modules) -> None:
    entries = [{"finished": None, "layout": "duel"}, *reversed(EVENING)]

    def times(*choice: Any) -> list[int]:
        chosen = modules.call("js/book/statistics", "finishedGames", entries, *choice)
        return [each["finished"] for each in chosen]

    assert times() == [1, 2, 3, 4, 5, 6]
    assert times("duel") == [4]
    assert times(None, 3) == [3, 4, 5, 6]
    assert times("classic", 3) == [3, 5, 6]
    assert times("none") == []


def expected_figures(name: str, games: list[Entry]) -> dict[str, Any]:
    """The figures of one player, computed in another way: streaks are counted backwards from each game."""
    own = [
        (player["total"], player["total"] == max(each["total"] for each in played["result"]))
        for played in sorted(games, key=lambda played: int(played["finished"]))
        for player in played["result"]
        if player["name"] == name and len(played["result"]) > 1
    ]
    ends = [next((back for back in range(at + 1) if not own[at - back][1]), at + 1) for at in range(len(own))]
    totals = [total for total, _ in own]
    wins = [won for _, won in own].count(True)
    share, average = Fraction(wins, len(own)), Fraction(sum(totals), len(own))
    figures = (name, len(own), wins, share, average, sorted(totals)[-1], ends[-1], max(ends))
    return dict(zip(FIGURES, figures, strict=True))


def test_figures_of_random_games_are_those_that_python_computes(modules: Modules) -> None:
    random = Random(f"{SEED}/book")
    people = ["Anna", "Ben", "Carla", "Dörte", "Ève", "👩‍👩‍👧", ""]
    games = []
    for time in range(1, GAMES + 1):
        table = random.sample(people, random.randint(1, 5))
        games.append(game(time, *((name, random.randint(-20, 120)) for name in table)))
    given = modules.call("js/book/statistics", "finishedGames", random.sample(games, len(games)))
    found = ranked(modules, given)
    expected = sorted(
        (expected_figures(name, games) for name in people if name),
        key=lambda each: (-each["wins"], -each["average"]),
    )
    assert [each["name"] for each in found] == [each["name"] for each in expected]
    for one, other in zip(found, expected, strict=True):
        assert one.keys() == other.keys()
        for key, value in one.items():
            assert value == other[key] or isclose(value, other[key])


def ticks(modules: Modules, *arguments: float) -> list[int]:
    return list(modules.call("js/book/statistics", "roundTicks", *arguments))


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((0, 112, 4), [0, 50, 100, 150]),
        ((-3, 40, 4), [-20, 0, 20, 40]),
        ((0, 3, 3), [0, 1, 2, 3]),
        ((0, 0, 3), [0, 1]),
        ((0, 1_000_000, 4), [0, 500_000, 1_000_000]),
        ((40, 42, 12, 5), [40, 45]),
    ],
)
def test_ticks_are_round(arguments: tuple[float, ...], expected: list[int], modules: Modules) -> None:
    assert ticks(modules, *arguments) == expected


def test_ticks_span_all_numbers_with_a_few_round_steps(modules: Modules) -> None:
    random = Random(f"{SEED}/ticks")
    for _ in range(amount(default=150, thorough=3000)):
        least, count = random.randint(-500, 500), random.randint(2, 12)
        most = least + random.choice([0, 1, 7, random.randint(0, 2000)])
        found = ticks(modules, least, most, count)
        [distance] = {after - before for before, after in pairwise(found)}
        assert str(distance).rstrip("0") in ("1", "2", "5")
        assert found[0] <= least and most <= found[-1] and found[0] % distance == 0
        assert found[0] > least - distance and len(found) <= count + 3


def test_a_histogram_counts_every_game_once(modules: Modules) -> None:
    random = Random(f"{SEED}/histogram")
    for size in (1, 2, 30, 500):
        totals = [random.randint(-15, 160) for _ in range(size)]
        found = modules.call("js/book/statistics", "histogram", totals)
        edges, counts = found["edges"], found["counts"]
        assert sum(counts) == size and 4 <= len(counts) <= 14
        for bin, count in enumerate(counts):
            assert count == len([total for total in totals if edges[bin] <= total < edges[bin + 1]])


def test_the_trend_of_many_games_is_that_of_some_in_a_row(modules: Modules) -> None:
    numbers = [float(number * number % 17) for number in range(100)]
    few = modules.call("js/book/statistics", "trendOf", numbers[:24])
    assert few == {"count": 1, "means": numbers[:24]}
    many = modules.call("js/book/statistics", "trendOf", numbers)
    assert many["count"] == 5
    assert many["means"][:2] == [numbers[0], sum(numbers[:2]) / 2]
    assert isclose(many["means"][-1], sum(numbers[-5:]) / 5)


OLD = {"id": "a", "changed": 5, "note": "", "revision": 3}


@pytest.mark.parametrize(
    ("read", "stored"),
    [
        ({}, None),
        ({"changed": 4, "revision": 9}, None),
        ({"changed": 6, "revision": 1}, {"changed": 6, "revision": 4}),
        ({"note": "lake"}, {"note": "lake", "revision": 4}),
        ({"changed": 4, "note": "lake"}, {"note": "lake", "revision": 4}),
    ],
    ids=["same", "earlier", "later", "note", "earlier with a note"],
)
def test_the_later_game_is_kept_and_no_note_is_lost(
    read: dict[str, Any], stored: dict[str, Any] | None, modules: Modules
) -> None:
    merged = modules.call("js/book/book_file", "mergedEntry", OLD, {**OLD, **read})
    assert merged == (stored and {**OLD, **stored})
    assert modules.call("js/book/book_file", "mergedEntry", None, OLD) == OLD


def test_a_later_game_keeps_the_note_that_is_there(modules: Modules) -> None:
    merged = modules.call("js/book/book_file", "mergedEntry", {**OLD, "note": "mine"}, {**OLD, "changed": 9})
    assert (merged["note"], merged["changed"]) == ("mine", 9)
