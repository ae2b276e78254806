"""The command `simulate`, and its report with histograms."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli import options
from sheetgen.cli.console import progress_bar
from sheetgen.errors import Collector

if TYPE_CHECKING:
    from sheetgen import Simulation
    from sheetgen.api.simulation import Spread

MAX_GAMES = 10_000_000
MAX_BAR_WIDTH = 40  # characters of the longest bar, if the terminal is wide enough
LABEL_WIDTH = 40  # characters beside a bar
BLOCKS = " ▏▎▍▌▋▊▉█"  # by width in eighths of a character
MIN_HISTOGRAM_SCORES = 20  # number of scores from which a histogram is shown
MAX_HISTOGRAM_LINES = 20
ENDS = {
    "rows": "enough rows closed",
    "penalties": "the last penalty",
    "final": "the final round",
    "tokens": "the last token",
}


def simulate_command(
    name: options.Name = None,
    variant: options.Variant = None,
    layout: options.LayoutFile = None,
    change: options.Changes = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, max=MAX_GAMES, metavar="N", help="The number of games.")
    ] = 1000,
    players: Annotated[
        int | None, typer.Option(metavar="K", help="The number of players. [default: the fewest that can play]")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The seed of the dice; it determines the games.")] = 1,
    strategy: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="random (anything legal), careful (skips few numbers) or greedy (most points at once).",
            autocompletion=options.built_in("strategies"),
        ),
    ] = "careful",
    side: Annotated[str | None, typer.Option(help="The side of the board. [default: the first]")] = None,
    shuffle: options.Shuffle = None,
    sheets: options.TableSheets = None,
    as_json: options.AsJson = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the result into this .png or .svg file.")] = None,
    records: Annotated[
        Path | None, typer.Option(help="A new folder for the finished games, for `sheetgen score`.")
    ] = None,
    logs: Annotated[
        Path | None, typer.Option(help="A new folder for the logs of the games, for `sheetgen replay`.")
    ] = None,
    force: options.Force = False,
    quiet: options.Quiet = False,
) -> None:
    """Play many games with random dice and print statistics.

    They show scores, turns, how games end, how often rows are closed, and how far pieces get. Seat 1 always begins.
    """
    from sheetgen import simulate
    from sheetgen.api.simulation import require_options

    faults = Collector()
    game = faults.attempt(lambda: options.chosen_game(variant, layout, change, name))
    if game is None:  # with a game, they are told together with those that depend on it
        faults.attempt(lambda: require_options(strategy, plot, records, logs, force))
    faults.raise_if_any()
    assert game
    simulation = simulate(
        game,
        games=games,
        players=players,
        seed=seed,
        strategy=strategy,
        side=side,
        shuffle=shuffle,
        sheets=sheets,
        plot=plot,
        records=records,
        logs=logs,
        force=force,
        progress=progress_bar(quiet or as_json, "Games"),
    )
    if as_json:
        typer.echo(json.dumps(simulation.to_data(), indent=1))
    elif not quiet:
        _report(simulation)
        made = [str(path) for path in (plot, records, logs) if path]
        if made:
            typer.echo("\nMade " + ", ".join(made))


def _report(simulation: Simulation) -> None:
    typer.echo(f"{simulation.game.title}: {simulation.headline}")
    typer.echo(f"\nScores: {_spread(simulation.scores)}")
    if simulation.tally.scores.total() >= MIN_HISTOGRAM_SCORES:
        _histogram(simulation)
    typer.echo()
    _line("winners", _spread(simulation.winning_scores))
    _line("wins", ", ".join(f"seat {seat} {_percent(share)}" for seat, share in simulation.wins.items()))
    _line("ties", f"{_percent(simulation.ties)}, each a win for all who share it")
    _line("turns", _spread(simulation.turns))
    _line("penalties", f"{simulation.penalties.mean:.2f} per sheet")
    for index, (end, share) in enumerate(simulation.ends.items()):
        _line("" if index else "ended by", f"{ENDS[end]} {_percent(share)}")
    typer.echo("\nRows: share of games in which each is closed; crosses and points per sheet")
    for name, row in simulation.rows.items():
        closed = _percent(row.closed) if row.has_lock else ""
        typer.echo(f"  {name:<12}{closed:>7}  {row.crosses:6.2f} crosses  {row.points:6.2f} points")
    if simulation.end_spaces:
        typer.echo("\nTrack: where pieces end, and the share of pieces that land on each space")
        _line("end on", _spread(simulation.end_spaces))
        highest = max(simulation.landings.values(), default=1.0)
        for index, space in enumerate(simulation.spaces, start=1):
            name = f"{index:>3}  {space.row} {space.number}"
            _bar(f"{name:<17}{space.extra:>+4}", simulation.landings.get(index, 0.0), highest)


def _histogram(simulation: Simulation) -> None:
    from sheetgen.api.simulation import bins, signed

    scores = bins(simulation.tally.scores, MAX_HISTOGRAM_LINES)
    total = simulation.tally.scores.total()
    names = [signed(one[0]) + (f" to {signed(one[-1])}" if len(one) > 1 else "") for one in scores]
    width = max(map(len, names))
    highest = max(scores.values())
    for name, count in zip(names, scores.values(), strict=True):
        _bar(f"{name:>{width}}", count / total, highest / total)


def _bar(name: str, share: float, highest: float) -> None:
    longest = min(MAX_BAR_WIDTH, max(8, get_terminal_size().columns - LABEL_WIDTH))
    eighths = round(8 * longest * share / highest) if highest else 0
    bar = "█" * (eighths // 8) + BLOCKS[eighths % 8].strip()
    typer.echo(f"  {name}  {bar:<{longest}} {_percent(share):>7}")


def _spread(spread: Spread) -> str:
    from sheetgen.api.simulation import signed

    low, high, least, most = map(signed, (spread.p10, spread.p90, spread.min, spread.max))
    return f"{spread.mean:.1f} ± {spread.sd:.1f} on average; 8 of 10 from {low} to {high}; all from {least} to {most}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _line(name: str, text: str) -> None:
    typer.echo(f"  {name:<12}{text}")
