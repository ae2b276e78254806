"""Play many games with random dice: statistics, and the games themselves as records or logs."""

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import permutations
from pathlib import Path
from typing import Any

import tomli_w

from sheetgen.api.game import Game
from sheetgen.api.printing import Progress, no_progress
from sheetgen.api.selection import one_of
from sheetgen.drawing.simulation_chart import plot_scene
from sheetgen.errors import Collector, InputError
from sheetgen.games.game_file import game_text
from sheetgen.interrupts import signals_deferred
from sheetgen.layouts.catalog import is_built_in, theme_of
from sheetgen.layouts.layout import Layout
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.simulate import STRATEGIES, SimulationSetup, play_on_grids
from sheetgen.rules.engine.statistics import Bin, Tally, bins
from sheetgen.rules.engine.statistics import Spread as Spread
from sheetgen.rules.rulebook import Rulebook, Space
from sheetgen.rules.shuffle.arrangement import Pad
from sheetgen.writers.atomic_files import atomic_folder
from sheetgen.writers.raster import picture_file

CHUNK = 200  # games that one process plays before it reports
FEW = 2000  # games that are played sooner than other processes are started
LOOKS = ("theme", "lang", "fonts")  # keys of a layout that may name other files and do not affect a score


@dataclass(frozen=True)
class RowStatistics:
    """How a row or score line does: the share of games in which it is closed, and the averages of a sheet."""

    closed: float
    crosses: float
    points: float
    has_lock: bool  # whether it can be closed at all


class Simulation:
    """Statistics of many simulated games.

    Example:
        >>> import sheetgen as sg
        >>> simulation = sg.simulate(sg.load("classic"), games=50, players=3, seed=1)
        >>> round(simulation.scores.mean), round(sum(simulation.ends.values()), 2)
        (60, 1.0)
    """

    def __init__(self, layout: Layout, rulebook: Rulebook, setup: SimulationSetup, games: int, tally: Tally) -> None:
        self.layout, self.rulebook, self.setup, self.games, self.tally = layout, rulebook, setup, games, tally

    @property
    def scores(self) -> Spread:
        """The scores of all sheets."""
        return Spread.of(self.tally.scores)

    @property
    def winning_scores(self) -> Spread:
        """The best score of each game."""
        return Spread.of(self.tally.winning_scores)

    @property
    def turns(self) -> Spread:
        """The length of the games."""
        return Spread.of(self.tally.turns)

    @property
    def penalties(self) -> Spread:
        """The penalties on a sheet."""
        return Spread.of(self.tally.penalties)

    @property
    def ends(self) -> dict[str, float]:
        """The shares of games that ended by `rows`, `penalties`, the `final` round or `tokens`, the largest first."""
        return {end: count / self.games for end, count in self.tally.ends.most_common()}

    @property
    def wins(self) -> dict[int, float]:
        """The share of games that each seat won; a tie is a win for all who share it."""
        return {seat: self.tally.wins[seat] / self.games for seat in range(1, self.setup.players + 1)}

    @property
    def ties(self) -> float:
        """The share of games with several winners."""
        return self.tally.ties[True] / self.games

    @property
    def rows(self) -> dict[str, RowStatistics]:
        """The statistics of each row and score line."""
        tally, sheets = self.tally, self.tally.scores.total()
        locked = {row.id for row in self.rulebook.rows if row.lock}
        return {
            row: RowStatistics(
                tally.closed[row] / self.games, tally.crosses[row] / sheets, points / sheets, row in locked
            )
            for row, points in tally.points.items()
        }

    @property
    def headline(self) -> str:
        """What was played, in words."""
        return headline(self.setup, self.games)

    @property
    def score_counts(self) -> Counter[int]:
        """How many sheets have each score."""
        return self.tally.scores

    def score_bins(self, most: int) -> list[Bin]:
        """Return the scores in at most so many bins of the same round width."""
        return bins(self.tally.scores, most)

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The spaces of the track that was played on; none without a track."""
        return self.rulebook.tracks[self.setup.side] if self.setup.side else ()

    @property
    def end_spaces(self) -> Spread:
        """Where pieces stand at the end."""
        return Spread.of(self.tally.final_spaces)

    @property
    def landings(self) -> dict[int, float]:
        """The share of pieces that land on each space."""
        pieces = self.tally.final_spaces.total()
        return {space: count / pieces for space, count in self.tally.landings.items()}

    def to_data(self) -> dict[str, Any]:
        """Return all figures as JSON-able data, as `sheetgen simulate --json` prints them."""
        setup = self.setup
        about = {"variant": self.layout.slug, "games": self.games, "players": setup.players, "seed": setup.seed}
        about |= {"strategy": setup.strategy, **({"side": setup.side} if setup.side else {})}
        about |= {"shuffle": setup.shuffle} if setup.shuffle is not None else {}
        return {**about, **self.tally.to_data()}


def simulate(
    game: Game,
    *,
    games: int = 1000,
    players: int | None = None,
    seed: int = 1,
    strategy: str = "careful",
    side: str | None = None,
    shuffle: str | None = None,
    plot: Path | None = None,
    records: Path | None = None,
    logs: Path | None = None,
    progress: Progress = no_progress,
) -> Simulation:
    """Play many games with random dice. The same seed gives the same games, however the work is shared.

    Args:
        game: The game to play.
        games: How many games.
        players: How many players; as few as can play unless given.
        seed: The seed of the dice.
        strategy: `random` (anything legal), `careful` (skips few numbers) or `greedy` (most points at once).
        side: The side of the board, for games with a track; the first unless given.
        shuffle: The seed of shuffled sheets, of which every player has another one.
        plot: A .png or .svg file for a chart of the result.
        records: A new folder for the finished games.
        logs: A new folder for the logs of the games.
        progress: Wraps the chunks of games as they are played.

    Returns:
        Statistics of scores, turns, ends and rows.
    """
    layout, rulebook = game.layout, game.rulebook
    setup = _setup(rulebook, players, seed, strategy, side, shuffle)
    _check_apart({"--plot": plot, "--records": records, "--logs": logs})
    own = None if is_built_in(layout) else layout
    named = {"layout": _layout_name(layout)} if own else {"variant": layout.slug}
    work = Work(rulebook, setup, named, records is not None, logs is not None)
    tally = Tally()
    with ExitStack() as stack:
        # Opened before the games are played, so that what cannot be written is noticed at once.
        save_plot = stack.enter_context(picture_file(plot)) if plot else None
        save_records = stack.enter_context(_game_folder(records, games, own)) if records else None
        save_logs = stack.enter_context(_game_folder(logs, games, own)) if logs else None
        with closing(play_all(work, games)) as played:
            for chunk in progress(played, len(chunks(games))):
                tally.merge(chunk.tally)
                if save_records:
                    save_records(chunk.records)
                if save_logs:
                    save_logs(chunk.logs)
        if save_plot:
            colours = theme_of(layout, None).colours
            fills = {row.id: colours[row.colour].band for row in rulebook.rows if row.colour in colours}
            spaces = rulebook.tracks[setup.side] if setup.side else ()
            save_plot(plot_scene(game.title, headline(setup, games), spaces, fills, tally), game.title)
    return Simulation(layout, rulebook, setup, games, tally)


def headline(setup: SimulationSetup, games: int) -> str:
    """Return what was played in words: 1,000 games of 2 careful players, seed 1."""
    side = f", side {setup.side}" if setup.side else ""
    who = f"{setup.players} {setup.strategy} player{'s' if setup.players > 1 else ''}"
    sheets = f", sheets shuffled by {setup.shuffle}" if setup.shuffle is not None else ""
    return f"{games:,} game{'s' if games > 1 else ''} of {who}{side}, seed {setup.seed}{sheets}"


def _setup(
    rulebook: Rulebook, players: int | None, seed: int, strategy: str, side: str | None, shuffle: str | None
) -> SimulationSetup:
    """Return the setup that the options ask for, or raise one error with everything that is wrong with them."""
    faults = Collector()
    count = faults.attempt(lambda: _players(players, *rulebook.players))
    chosen = faults.attempt(lambda: one_of("strategy", strategy, tuple(STRATEGIES)))
    board = faults.attempt(lambda: _side(side, tuple(rulebook.tracks)))
    if shuffle is not None:
        faults.attempt(lambda: Pad(rulebook, shuffle))
    faults.raise_if_any()
    assert count and chosen
    return SimulationSetup(count, chosen, seed, board or None, shuffle)


def _players(players: int | None, fewest: int, most: int) -> int:
    if players is None or fewest <= players <= most:
        return fewest if players is None else players
    span = f"{fewest} to {most}" if fewest < most else str(fewest)
    raise InputError.of(f"--players cannot be {players}", f"The game is for {span}.")


def _side(side: str | None, sides: tuple[str, ...]) -> str:
    """Return the side of the board: the first unless named, empty without a track."""
    if side is not None and not sides:
        raise InputError.of("this game has no track, and so no --side")
    return one_of("side", side, sides) if side is not None else next(iter(sides), "")


def _check_apart(paths: Mapping[str, Path | None]) -> None:
    """Refuse outputs that lie inside one another."""
    given = {option: path.resolve() for option, path in paths.items() if path}
    for (one, inner), (other, outer) in permutations(given.items(), 2):
        if inner.is_relative_to(outer):
            raise InputError.of(f"{one} lies in the way of {other}", "Give each a place of its own.")


def _layout_name(layout: Layout) -> str:
    return f"{layout.slug}.toml"


@contextmanager
def _game_folder(path: Path, games: int, layout: Layout | None) -> Iterator[Callable[[Mapping[int, str]], None]]:
    """Yield a function that saves texts by the numbers of their games. The folder appears when all games are in it.

    A layout of the user's own is put into it, with all that it extends.
    """
    digits = len(str(games))
    with atomic_folder(path) as temporary:
        if layout:
            data = {key: value for key, value in layout.source.data.items() if key not in LOOKS}
            (temporary / _layout_name(layout)).write_text(tomli_w.dumps(data), encoding="utf-8", newline="\n")

        def save(texts: Mapping[int, str]) -> None:
            for number, text in texts.items():
                (temporary / f"game-{number:0{digits}}.json").write_text(text, encoding="utf-8", newline="\n")

        yield save


@dataclass(frozen=True)
class Work:
    """What is to be played, and which files about it are wanted."""

    rulebook: Rulebook
    setup: SimulationSetup
    game: dict[str, str]  # how records and logs say which game it is
    records: bool = False
    logs: bool = False


@dataclass(frozen=True)
class Chunk:
    """Some played games: their tally, and their records and logs as JSON texts by number."""

    tally: Tally
    records: dict[int, str]
    logs: dict[int, str]


def chunks(games: int) -> list[range]:
    """Return the numbers of the games, from 1, in the portions in which they are played."""
    return [range(first, min(first + CHUNK, games + 1)) for first in range(1, games + 1, CHUNK)]


def play_all(work: Work, games: int) -> Generator[Chunk, None, None]:
    """Play all games, chunk by chunk in their order, on all processor cores if there are many."""
    todo = chunks(games)
    if games <= FEW:
        yield from map(partial(play_chunk, work), todo)
        return
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    # Fresh processes, because copies of a process that runs threads can hang.
    with signals_deferred():
        executor = ProcessPoolExecutor(cores, mp_context=multiprocessing.get_context("spawn"))
    try:
        with signals_deferred():
            played = executor.map(partial(play_chunk, work), todo)
        yield from played
    except BrokenProcessPool:
        raise InputError.of("a process that played games was ended from outside", "Is there enough memory?") from None
    finally:
        executor.shutdown(cancel_futures=True)


def play_chunk(work: Work, numbers: range) -> Chunk:
    """Play the games with these numbers."""
    setup = work.setup
    pad = _pad(work.rulebook, setup.shuffle) if setup.shuffle is not None else None
    grids = [Grid(work.rulebook)] * setup.players
    chunk = Chunk(Tally(), {}, {})
    for number in numbers:
        if pad:
            first = (number - 1) * setup.players
            grids = [Grid(work.rulebook, pad.sheet(first + seat)) for seat in range(1, setup.players + 1)]
        played = play_on_grids(grids, setup, number, keep_log=work.logs)
        chunk.tally.add(played)
        if work.records:
            chunk.records[number] = game_text(played.record.to_data(work.rulebook, work.game))
        if work.logs:
            chunk.logs[number] = game_text(played.log.to_data(work.game))
    return chunk


@lru_cache(maxsize=1)
def _pad(rulebook: Rulebook, seed: str) -> Pad:
    """Return the shuffled sheets. Counting them takes as long as playing a chunk, so each process does it once."""
    return Pad(rulebook, seed)
