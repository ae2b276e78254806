"""`sheetgen simulate`."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli import options
from sheetgen.cli.console import progress_bar

if TYPE_CHECKING:
    from sheetgen import Simulation
    from sheetgen.api.simulation import Spread

MAX_GAMES = 10_000_000
BAR = 40  # characters of the longest bar, if the terminal has room for it
BESIDE = 40  # characters beside a bar
BLOCKS = " ▏▎▍▌▋▊▉█"
ENOUGH = 20  # scores from which there is a histogram
LINES = 20  # most lines of a histogram
ENDS = {
    "rows": "enough rows closed",
    "penalties": "the last penalty",
    "final": "the final round",
    "tokens": "the last token",
}


def simulate_command(
    variant: options.Variant = None,
    layout: options.LayoutFile = None,
    change: options.Changes = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, max=MAX_GAMES, metavar="N", help="How many games.")
    ] = 1000,
    players: Annotated[
        int | None, typer.Option(metavar="K", help="How many players. [default: as few as can play]")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same games.")] = 1,
    strategy: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="random (anything legal), careful (skips few numbers) or greedy (most points at once)."
        ),
    ] = "careful",
    side: Annotated[str | None, typer.Option("--side", help="The side of the board. [default: the first]")] = None,
    shuffle: options.Shuffle = None,
    as_json: options.AsJson = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the result into this .png or .svg file.")] = None,
    records: Annotated[
        Path | None, typer.Option(help="A new folder for the finished games, for `sheetgen score`.")
    ] = None,
    logs: Annotated[
        Path | None, typer.Option(help="A new folder for the logs of the games, for `sheetgen replay`.")
    ] = None,
    quiet: options.Quiet = False,
) -> None:
    """Play many games with random dice and tell how they go.

    Scores, length, how games end, how often rows are closed, and how far pieces get. Seat 1 always begins.
    """
    from sheetgen import simulate

    found = simulate(
        options.chosen_game(variant, layout, change),
        games=games,
        players=players,
        seed=seed,
        strategy=strategy,
        side=side,
        shuffle=shuffle,
        plot=plot,
        records=records,
        logs=logs,
        progress=progress_bar(quiet or as_json, "Games"),
    )
    if as_json:
        typer.echo(json.dumps(found.to_data(), indent=1))
    elif not quiet:
        _report(found)
        made = [str(path) for path in (plot, records, logs) if path]
        if made:
            typer.echo("\nMade " + ", ".join(made))


def _report(found: Simulation) -> None:
    typer.echo(f"{found.layout.title['en']}: {found.headline}")
    _section("Scores", _spread(found.scores))
    if found.score_counts.total() >= ENOUGH:
        _histogram(found)
    typer.echo()
    _line("winners", _spread(found.winning_scores))
    _line("wins", ", ".join(f"seat {seat} {_percent(share)}" for seat, share in found.wins.items()))
    _line("ties", f"{_percent(found.ties)}, each a win for all who share it")
    _line("turns", _spread(found.turns))
    _line("penalties", f"{found.penalties.mean:.2f} on a sheet")
    for index, (end, share) in enumerate(found.ends.items()):
        _line("" if index else "ended by", f"{ENDS[end]} {_percent(share)}")
    _section("Rows", "closed in so many games; crosses and points on a sheet")
    for name, row in found.rows.items():
        closed = _percent(row.closed) if row.has_lock else ""
        typer.echo(f"  {name:<12}{closed:>7}  {row.crosses:6.2f} crosses  {row.points:6.2f} points")
    if found.spaces:
        _track(found)


def _track(found: Simulation) -> None:
    _section("Track", "where pieces end, and the share of them that land on each space")
    _line("end on", _spread(found.end_spaces))
    highest = max(found.landings.values(), default=1.0)
    for index, space in enumerate(found.spaces, start=1):
        name = f"{index:>3}  {space.row} {space.number}"
        _bar(f"{name:<17}{space.extra:>+4}", found.landings.get(index, 0.0), highest)


def _histogram(found: Simulation) -> None:
    from sheetgen.api.files import signed

    bins, total = found.score_bins(LINES), found.score_counts.total()
    highest = max(one.count for one in bins) / total
    names = [
        signed(one.first) if one.first == one.last else f"{signed(one.first)} to {signed(one.last)}" for one in bins
    ]
    width = max(map(len, names))
    for one, name in zip(bins, names, strict=True):
        _bar(f"{name:>{width}}", one.count / total, highest)


def _bar(name: str, share: float, highest: float) -> None:
    longest = min(BAR, max(8, get_terminal_size().columns - BESIDE))
    eighths = round(8 * longest * share / highest) if highest else 0
    bar = "█" * (eighths // 8) + BLOCKS[eighths % 8].strip()
    typer.echo(f"  {name}  {bar:<{longest}} {_percent(share):>7}")


def _spread(spread: Spread) -> str:
    from sheetgen.api.files import signed

    low, high, least, most = map(signed, (spread.p10, spread.p90, spread.min, spread.max))
    return f"{spread.mean:.1f} ± {spread.sd:.1f} on average; 8 of 10 from {low} to {high}; all from {least} to {most}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _section(name: str, text: str) -> None:
    typer.echo(f"\n{name}: {text}")


def _line(name: str, text: str) -> None:
    typer.echo(f"  {name:<12}{text}")
