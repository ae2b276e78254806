"""The figures of many games, for the terminal."""

from __future__ import annotations

from collections import Counter
from shutil import get_terminal_size

import typer

from sheetgen.locales.names import signed
from sheetgen.rules.engine.simulate import SimulationSetup
from sheetgen.rules.engine.statistics import Spread, Tally, bins
from sheetgen.rules.rulebook import Rulebook

BAR = 40
"""The longest bar, in characters, if the terminal has room for it."""
BESIDE = 40
"""The room for what stands beside a bar."""
BLOCKS = " ▏▎▍▌▋▊▉█"
ENOUGH = 20
"""Fewer scores than this make no histogram."""
LINES = 20
"""A histogram has at most so many lines."""

ENDS = {
    "rows": "enough rows closed",
    "penalties": "the last penalty",
    "final": "the final round",
    "tokens": "the last token",
}


def headline(setup: SimulationSetup, games: int) -> str:
    """What was played: 1,000 games of 2 careful players, seed 1."""
    side = f", side {setup.side}" if setup.side else ""
    who = f"{setup.players} {setup.strategy} player{'s' if setup.players > 1 else ''}"
    sheets = f", sheets shuffled by {setup.shuffle}" if setup.shuffle is not None else ""
    return f"{games:,} game{'s' if games > 1 else ''} of {who}{side}, seed {setup.seed}{sheets}"


def tell(title: str, setup: SimulationSetup, games: int, rulebook: Rulebook, tally: Tally) -> None:
    """All that a designer wants to know."""
    typer.echo(f"{title}: {headline(setup, games)}")
    _section("Scores", _spread(tally.scores))
    if tally.scores.total() >= ENOUGH:
        _histogram(tally.scores)
    typer.echo()
    _line("winners", _spread(tally.winning_scores))
    wins = ", ".join(f"seat {seat} {_percent(tally.wins[seat], games)}" for seat in range(1, setup.players + 1))
    _line("wins", wins)
    _line("ties", f"{_percent(tally.ties[True], games)}, each a win for all who share it")
    _line("turns", _spread(tally.turns))
    _line("penalties", f"{Spread.of(tally.penalties).mean:.2f} on a sheet")
    for index, (end, count) in enumerate(tally.ends.most_common()):
        _line("" if index else "ended by", f"{ENDS[end]} {_percent(count, games)}")
    _section("Rows", "closed in so many games; crosses and points on a sheet")
    locked = [row.id for row in rulebook.rows if row.lock]
    for row, points in tally.points.items():
        closed = _percent(tally.closed[row], games) if row in locked else ""
        sheets = tally.scores.total()
        crosses = tally.crosses[row] / sheets
        typer.echo(f"  {row:<12}{closed:>7}  {crosses:6.2f} crosses  {points / sheets:6.2f} points")
    if setup.side:
        _track(rulebook, setup.side, tally)


def _track(rulebook: Rulebook, side: str, tally: Tally) -> None:
    _section("Track", "where pieces end, and the share of them that land on each space")
    _line("end on", _spread(tally.final_spaces))
    pieces = tally.final_spaces.total()
    for index, space in enumerate(rulebook.tracks[side], start=1):
        name = f"{index:>3}  {space.row} {space.number}"
        _bar(f"{name:<17}{space.extra:>+4}", tally.landings[index], max(tally.landings.values(), default=1), pieces)


def _histogram(counts: Counter[int]) -> None:
    found = bins(counts, LINES)
    highest = max(one.count for one in found)
    names = [
        signed(one.first) if one.first == one.last else f"{signed(one.first)} to {signed(one.last)}" for one in found
    ]
    width = max(map(len, names))
    for one, name in zip(found, names, strict=True):
        _bar(f"{name:>{width}}", one.count, highest, counts.total())


def _bar(name: str, count: int, highest: int, total: int) -> None:
    longest = min(BAR, max(8, get_terminal_size().columns - BESIDE))
    eighths = round(8 * longest * count / highest) if highest else 0
    bar = "█" * (eighths // 8) + BLOCKS[eighths % 8].strip()
    typer.echo(f"  {name}  {bar:<{longest}} {_percent(count, total):>7}")


def _spread(counts: Counter[int]) -> str:
    spread = Spread.of(counts)
    low, high, least, most = map(signed, (spread.p10, spread.p90, spread.min, spread.max))
    return f"{spread.mean:.1f} ± {spread.sd:.1f} on average; 8 of 10 from {low} to {high}; all from {least} to {most}"


def _percent(count: int, total: int) -> str:
    return f"{100 * count / total:.1f} %"


def _section(name: str, text: str) -> None:
    typer.echo(f"\n{name}: {text}")


def _line(name: str, text: str) -> None:
    typer.echo(f"  {name:<12}{text}")
