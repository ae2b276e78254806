"""`sheetgen simulate`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetgen.cli import options

if TYPE_CHECKING:
    from sheetgen.cli.game_folder import SaveGames
    from sheetgen.cli.workers import Work
    from sheetgen.layouts.models.layout import Layout
    from sheetgen.rules.engine.simulate import SimulationSetup
    from sheetgen.rules.engine.statistics import Tally
    from sheetgen.rules.rulebook import Rulebook

MOST_GAMES = 10_000_000

Games = Annotated[int, typer.Option("--games", "-n", min=1, max=MOST_GAMES, metavar="N", help="How many games.")]
Players = Annotated[int | None, typer.Option(metavar="K", help="How many players. [default: as few as can play]")]
Seed = Annotated[int, typer.Option(metavar="S", help="The same seed gives the same games.")]
StrategyName = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="random (anything legal), careful (skips few numbers) or greedy (most points at once).",
    ),
]
BoardSide = Annotated[str | None, typer.Option("--side", help="The side of the board. [default: the first]")]
Plot = Annotated[Path | None, typer.Option(help="Draw the result into this .png or .svg file.")]
Records = Annotated[Path | None, typer.Option(help="A new folder for the finished games, for `sheetgen score`.")]
Logs = Annotated[Path | None, typer.Option(help="A new folder for the logs of the games, for `sheetgen replay`.")]


def simulate_command(
    variant: options.Variant = None,
    layout: options.LayoutFile = None,
    change: options.Changes = None,
    games: Games = 1000,
    players: Players = None,
    seed: Seed = 1,
    strategy: StrategyName = "careful",
    side: BoardSide = None,
    shuffle: options.Shuffle = None,
    as_json: options.AsJson = False,
    plot: Plot = None,
    records: Records = None,
    logs: Logs = None,
    quiet: options.Quiet = False,
) -> None:
    """Play many games with random dice and tell how they go.

    Scores, length, how games end, how often rows are closed, and how far pieces get. Seat 1 always begins.
    """
    import json
    from contextlib import ExitStack

    from sheetgen.cli.figures import tell
    from sheetgen.cli.game_folder import check_apart, game_folder, name_of_game
    from sheetgen.cli.pick import pick_layout
    from sheetgen.cli.workers import Work
    from sheetgen.layouts.catalog import is_built_in
    from sheetgen.rules.compile import compile_rulebook

    chosen = pick_layout(variant, layout, change)
    rulebook = compile_rulebook(chosen.game)
    setup = _setup(rulebook, players, seed, strategy, side, shuffle)
    check_apart({"--plot": plot, "--records": records, "--logs": logs})
    own = None if is_built_in(chosen) else chosen
    work = Work(rulebook, setup, name_of_game(chosen, own is None), records is not None, logs is not None)
    title = chosen.title["en"]
    with ExitStack() as stack:
        # Opened before the games are played, so that what cannot be written is noticed at once.
        save_plot = stack.enter_context(_plot_file(plot, chosen, setup, games, rulebook)) if plot else None
        save_records = stack.enter_context(game_folder(records, games, own)) if records else None
        save_logs = stack.enter_context(game_folder(logs, games, own)) if logs else None
        tally = _play(work, games, save_records, save_logs, quiet or as_json)
        if save_plot:
            save_plot(tally)
    if as_json:
        about = {"variant": chosen.slug, "games": games, "players": setup.players, "seed": seed}
        about |= {"strategy": setup.strategy, **({"side": setup.side} if setup.side else {})}
        about |= {"shuffle": shuffle} if shuffle is not None else {}
        typer.echo(json.dumps({**about, **tally.to_data()}, indent=1))
    elif not quiet:
        tell(title, setup, games, rulebook, tally)
        made = [str(path) for path in (plot, records, logs) if path]
        if made:
            typer.echo("\nMade " + ", ".join(made))


def _setup(
    rulebook: Rulebook, players: int | None, seed: int, strategy: str, side: str | None, shuffle: str | None
) -> SimulationSetup:
    """What the options ask for, or everything that is wrong with them."""
    from sheetgen.cli.pick import one_of
    from sheetgen.errors import Collector
    from sheetgen.rules.engine.simulate import STRATEGIES, SimulationSetup
    from sheetgen.rules.shuffle.pad import Pad

    faults = Collector()
    fewest, most = rulebook.players
    count = faults.attempt(lambda: _players(players if players is not None else fewest, fewest, most))
    chosen = faults.attempt(lambda: one_of("strategy", strategy, tuple(STRATEGIES)))
    board = faults.attempt(lambda: _side(side, tuple(rulebook.tracks)))
    if shuffle is not None:
        faults.attempt(lambda: Pad(rulebook, shuffle))
    faults.raise_if_any()
    assert count and chosen
    return SimulationSetup(count, chosen, seed, board or None, shuffle)


def _players(players: int, fewest: int, most: int) -> int:
    from sheetgen.errors import InputError

    if fewest <= players <= most:
        return players
    span = f"{fewest} to {most}" if fewest < most else str(fewest)
    raise InputError.of(f"--players cannot be {players}", f"The game is for {span}.")


def _side(side: str | None, sides: tuple[str, ...]) -> str:
    """The side of the board: the first, if none is named; nothing, if there is no track."""
    from sheetgen.cli.pick import one_of
    from sheetgen.errors import InputError

    if side is not None and not sides:
        raise InputError.of("this game has no track, and so no --side")
    return one_of("side", side, sides) if side is not None else next(iter(sides), "")


@contextmanager
def _plot_file(
    path: Path, layout: Layout, setup: SimulationSetup, games: int, rulebook: Rulebook
) -> Iterator[Callable[[Tally], None]]:
    """Takes the tally and draws it. Only here is anything loaded that draws."""
    from sheetgen.cli.figures import headline
    from sheetgen.drawing.simulation_chart import plot_scene
    from sheetgen.layouts.catalog import theme_of
    from sheetgen.writers.raster import picture_file

    title = layout.title["en"]
    colours = theme_of(layout, None).colours
    fills = {row.id: colours[row.colour].band for row in rulebook.rows if row.colour in colours}
    spaces = rulebook.tracks[setup.side] if setup.side else ()
    with picture_file(path) as save:
        yield lambda tally: save(plot_scene(title, headline(setup, games), spaces, fills, tally), title)


def _play(work: Work, games: int, save_records: SaveGames | None, save_logs: SaveGames | None, quiet: bool) -> Tally:
    """Play all games, with a progress bar if it takes long."""
    from contextlib import closing

    from sheetgen.cli.console import with_progress
    from sheetgen.cli.workers import chunks, play_all
    from sheetgen.rules.engine.statistics import Tally

    tally = Tally()
    with closing(play_all(work, games)) as played:
        for chunk in with_progress(played, len(chunks(games)), quiet, "Games"):
            tally.merge(chunk.tally)
            if save_records:
                save_records(chunk.records)
            if save_logs:
                save_logs(chunk.logs)
    return tally
