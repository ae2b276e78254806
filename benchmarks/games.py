"""How fast games are played, replayed and audited: `python benchmarks/games.py`.

Everything runs in one process on one core. Absolute figures depend on the machine; the ratios, against the first
line of the same column, hardly do.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from sheetgen.layouts.catalog import load_variant, variants
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.log import replay
from sheetgen.rules.engine.simulate import STRATEGIES, SimulationSetup, play
from sheetgen.rules.engine.statistics import Tally
from sheetgen.rules.game_spec import compile_rulebook

SECONDS = 1.0
"""Each figure is measured at least so long."""
GAMES = 40
"""So many different games are audited and replayed."""
EVALUATIONS = ("sheets audited", "games audited", "logs replayed")

Rates = dict[str, dict[str, float]]
"""How often something is done in a second: by layout, and by what is done."""


def main() -> None:
    """Print two tables."""
    print("games played and tallied per second, two players")
    _print(played(SECONDS))
    print("per second, through the library")
    _print(evaluated(SECONDS))


def played(seconds: float) -> Rates:
    """How fast games are played, by each strategy."""
    return {
        name: {strategy: _rate(_player(grid, strategy), seconds) for strategy in STRATEGIES}
        for name, grid in _grids().items()
    }


def evaluated(seconds: float) -> Rates:
    """How fast finished sheets and games are audited, and logs replayed."""
    return {
        name: {what: _rate(work, seconds) for what, work in zip(EVALUATIONS, _evaluators(grid), strict=True)}
        for name, grid in _grids().items()
    }


def _grids() -> dict[str, Grid]:
    return {name: Grid(compile_rulebook(load_variant(name).game)) for name in variants()}


def _print(rates: Rates) -> None:
    """A line for each layout, and how it compares with the first."""
    first = next(iter(rates.values()))
    print(" " * 18 + "".join(f"{column:>22}" for column in first))
    for name, line in rates.items():
        print(f"  {name:<16}" + "".join(f"{rate:>14,.0f}{rate / first[what]:>8.2f}" for what, rate in line.items()))


def _player(grid: Grid, strategy: str) -> Callable[[int], object]:
    setup, tally = SimulationSetup(2, strategy, 1, _side(grid)), Tally()
    return lambda number: tally.add(play([grid, grid], setup, number))


def _evaluators(grid: Grid) -> list[Callable[[int], object]]:
    rulebook, setup = grid.rulebook, SimulationSetup(2, "careful", 1, _side(grid))
    games = [play([grid, grid], setup, number, keep_log=True) for number in range(GAMES)]
    records, logs = [game.record for game in games], [game.log for game in games]
    sheets = [replace(record, sheets=record.sheets[:1], complete=False) for record in records]
    return [
        lambda number: audit(rulebook, sheets[number % GAMES]),
        lambda number: audit(rulebook, records[number % GAMES]),
        lambda number: replay(rulebook, logs[number % GAMES]),
    ]


def _side(grid: Grid) -> str | None:
    return next(iter(grid.rulebook.tracks), None)


def _rate(work: Callable[[int], object], seconds: float) -> float:
    """How often it is done in a second."""
    work(0)  # what is made once and kept does not count
    done, started = 0, time.perf_counter()
    while (passed := time.perf_counter() - started) < seconds:
        for number in range(done, done + 20):
            work(number)
        done += 20
    return done / passed


if __name__ == "__main__":
    main()
