"""How fast games are played, replayed and audited: `python benchmarks/games.py`.

Everything runs in one process on one core. Absolute figures depend on the machine; the ratios, against the first
line of the same column, hardly do.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from sheetgen.layouts.catalog import load_variant, variants
from sheetgen.layouts.compile import compile_rulebook
from sheetgen.rules.audit import audit
from sheetgen.rules.grid import Grid
from sheetgen.rules.replay import replay
from sheetgen.rules.simulate import Setup, play
from sheetgen.rules.statistics import Tally
from sheetgen.rules.strategies import STRATEGIES

SECONDS = 1.0
"""Each line is measured at least so long."""
GAMES = 40
"""So many different games are audited and replayed."""


def main() -> None:
    """Print two tables."""
    grids = {name: Grid(compile_rulebook(load_variant(name).game)) for name in variants()}
    print("games played and tallied per second, two players")
    _table(list(STRATEGIES), {name: [_player(grid, way) for way in STRATEGIES] for name, grid in grids.items()})
    print("per second, through the library")
    columns = ["sheets audited", "games audited", "logs replayed"]
    _table(columns, {name: _evaluators(grid) for name, grid in grids.items()})


def _table(columns: list[str], lines: dict[str, list[Callable[[int], object]]]) -> None:
    """What each of the works does in a second, and how that compares with the first line."""
    print(" " * 14 + "".join(f"{column:>22}" for column in columns))
    first: list[float] = []
    for name, works in lines.items():
        rates = [_rate(work) for work in works]
        first = first or rates
        print(
            f"  {name:<12}"
            + "".join(f"{rate:>14,.0f}{rate / base:>8.2f}" for rate, base in zip(rates, first, strict=True))
        )


def _player(grid: Grid, strategy: str) -> Callable[[int], object]:
    setup, tally = Setup(2, strategy, 1, _side(grid)), Tally()
    return lambda number: tally.add(play(grid, setup, number))


def _evaluators(grid: Grid) -> list[Callable[[int], object]]:
    rulebook, setup = grid.rulebook, Setup(2, "careful", 1, _side(grid))
    games = [play(grid, setup, number, keep_log=True) for number in range(GAMES)]
    records, logs = [game.record for game in games], [game.log for game in games]
    sheets = [replace(record, sheets=record.sheets[:1], complete=False) for record in records]
    return [
        lambda number: audit(rulebook, sheets[number % GAMES]),
        lambda number: audit(rulebook, records[number % GAMES]),
        lambda number: replay(rulebook, logs[number % GAMES]),
    ]


def _side(grid: Grid) -> str | None:
    return next(iter(grid.rulebook.tracks), None)


def _rate(work: Callable[[int], object]) -> float:
    """How often it is done in a second."""
    work(0)  # what is made once and kept does not count
    done, started = 0, time.perf_counter()
    while (passed := time.perf_counter() - started) < SECONDS:
        for number in range(done, done + 20):
            work(number)
        done += 20
    return done / passed


if __name__ == "__main__":
    main()
