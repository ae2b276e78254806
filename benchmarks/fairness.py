"""How fair shuffled sheets are: `python benchmarks/fairness.py [SHEETS] [GAMES]`.

Each sheet of a pad is played by two careful players in the same games, with the same dice. The table tells how far the
mean score of the worst and of the best sheet is from the mean of all; chance alone makes up about as much as the last
column says.
"""

from __future__ import annotations

import sys
from math import sqrt

from sheetgen.layouts.catalog import load_variant, variants
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.simulate import SimulationSetup, play
from sheetgen.rules.engine.statistics import Spread, Tally
from sheetgen.rules.game_spec import compile_rulebook
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.shuffle.arrangement import Pad

SHEETS, GAMES = 100, 1000


def main(sheets: int, games: int) -> None:
    """A line for each layout that can be shuffled."""
    print(f"{sheets} sheets, {games:,} games each")
    print(f"  {'':<18}{'possible sheets':>16}{'mean score':>12}{'worst':>10}{'best':>10}{'chance':>10}")
    for name in variants():
        rulebook = compile_rulebook(load_variant(name).game)
        if rulebook.shuffle:
            pad = Pad(rulebook, "fair")
            spreads = [scores(rulebook, pad, serial, games) for serial in range(1, min(sheets, pad.count) + 1)]
            _line(name, pad.count, spreads, games)


def scores(rulebook: Rulebook, pad: Pad, serial: int, games: int) -> Spread:
    """The scores of one sheet, which both players have."""
    grid, tally = Grid(rulebook, pad.sheet(serial)), Tally()
    for number in range(1, games + 1):
        tally.add(play([grid, grid], SimulationSetup(2, "careful", seed=1), number))
    return Spread.of(tally.scores)


def _line(name: str, possible: int, spreads: list[Spread], games: int) -> None:
    means = [spread.mean for spread in spreads]
    mean = sum(means) / len(means)
    worst, best = min(means) / mean - 1, max(means) / mean - 1
    chance = spreads[0].sd / sqrt(2 * games) / mean
    print(f"  {name:<18}{possible:>16,}{mean:>12.1f}{worst:>+10.1%}{best:>+10.1%}{chance:>9.1%}")


if __name__ == "__main__":
    main(*[int(argument) for argument in sys.argv[1:]] or (SHEETS, GAMES))
