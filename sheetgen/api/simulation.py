"""Play many games with random dice: statistics, and the games themselves as records or logs."""

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing, contextmanager
from functools import lru_cache, partial
from itertools import permutations
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import tomli_w

from sheetgen.api.game import Game
from sheetgen.api.printing import Progress, no_progress
from sheetgen.api.settings import one_of
from sheetgen.drawing.simulation_chart import plot_scene
from sheetgen.errors import Collector, InputError, Problem
from sheetgen.game_input.game_file import game_text
from sheetgen.interrupts import signals_deferred
from sheetgen.layouts.catalog import theme_of
from sheetgen.locales.names import signed as signed
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.perft import perft as count_sequences
from sheetgen.rules.engine.simulate import STRATEGIES, SimulationSetup, play
from sheetgen.rules.engine.start import start_game
from sheetgen.rules.engine.statistics import Spread as Spread, Tally, bins as bins
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.shuffle.arrangement import Pad, table_sheets
from sheetgen.writers.atomic_files import atomic_folder
from sheetgen.writers.raster import picture_file, require_picture_name

CHUNK_SIZE = 200  # games that a process plays before it reports
MAX_SERIAL_GAMES = 2000  # up to so many games are faster in this process than in several new ones
_pad = lru_cache(maxsize=1)(Pad)  # cached, because counting shuffled sheets takes as long as playing a chunk
APPEARANCE_KEYS = ("theme", "lang", "fonts")  # of a layout; they may name other files and do not affect scores


class RowStatistics(NamedTuple):
    """Statistics of a row or score line."""

    closed: float  # share of games in which it is closed
    crosses: float  # average of a sheet
    points: float  # average of a sheet
    has_lock: bool  # whether it can be closed at all


class Simulation:
    """Statistics of many simulated games. Shares are from 0 to 1.

    Example:
        >>> import sheetgen as sg
        >>> simulation = sg.simulate(sg.load("classic"), games=50, players=3, seed=1)
        >>> round(simulation.scores.mean), round(sum(simulation.ends.values()), 2)
        (60, 1.0)
    """

    def __init__(self, game: Game, setup: SimulationSetup, tally: Tally) -> None:
        games = tally.turns.total()
        sheets = tally.scores.total()
        locked = {row.id for row in game.rulebook.rows if row.lock}
        self.game = game
        self.setup = setup
        self.games = games
        self.tally = tally
        self.scores = Spread.of(tally.scores)  # of all sheets
        self.winning_scores = Spread.of(tally.winning_scores)  # of the best sheet of each game
        self.turns = Spread.of(tally.turns)
        self.penalties = Spread.of(tally.penalties)  # per sheet
        # The shares of games that ended by `rows`, `penalties`, the `final` round or `tokens`, in descending order.
        self.ends = {end: count / games for end, count in tally.ends.most_common()}
        # The share of games that each seat won; a tie is a win for all who share it.
        self.wins = {seat: tally.wins[seat] / games for seat in range(1, setup.players + 1)}
        self.ties = tally.ties[True] / games  # the share of games with several winners
        self.rows = {
            row: RowStatistics(tally.closed[row] / games, tally.crosses[row] / sheets, points / sheets, row in locked)
            for row, points in tally.points.items()
        }
        self.spaces = game.rulebook.tracks[setup.side] if setup.side else ()  # of the track that was played on
        self.end_spaces = Spread.of(tally.final_spaces) if setup.side else None  # where pieces stand at the end
        self.landings = {space: count / sheets for space, count in tally.landings.items()}  # share of pieces by space

    @property
    def headline(self) -> str:
        """A summary of the setup: `1,000 games of 2 careful players, seed 1`."""
        setup = self.setup
        side = f", side {setup.side}" if setup.side else ""
        who = f"{setup.players} {setup.strategy} player{'s' if setup.players > 1 else ''}"
        sheets = f", sheets shuffled by {setup.shuffle}" if setup.shuffle is not None else ""
        sheets = f", sheets {setup.sheets}" if setup.sheets is not None else sheets
        return f"{self.games:,} game{'s' if self.games > 1 else ''} of {who}{side}, seed {setup.seed}{sheets}"

    def to_data(self) -> dict[str, Any]:
        """Return all figures as JSON-able data, as `sheetgen simulate --json` prints them."""
        setup = self.setup
        data: dict[str, Any] = {"variant": self.game.name, "games": self.games, "players": setup.players}
        data |= {"seed": setup.seed, "strategy": setup.strategy}
        data |= {"side": setup.side} if setup.side else {}
        data |= {"shuffle": setup.shuffle} if setup.shuffle is not None else {}
        data |= {"sheets": setup.sheets} if setup.sheets is not None else {}
        data |= {
            "scores": {**self.scores.to_data(), "histogram": _histogram(self.tally.scores)},
            "winning_score": self.winning_scores.to_data(),
            "wins_by_seat": {str(seat): round(share, 4) for seat, share in self.wins.items()},
            "ties": round(self.ties, 4),
            "turns": {**self.turns.to_data(), "histogram": _histogram(self.tally.turns)},
            "penalties": self.penalties.to_data(),
            "ends": {end: round(share, 4) for end, share in self.ends.items()},
            "rows": {
                name: {"closed": round(row.closed, 4), "crosses": round(row.crosses, 3), "points": round(row.points, 3)}
                for name, row in self.rows.items()
            },
        }
        if self.end_spaces:
            data["track"] = {
                "space": {**self.end_spaces.to_data(), "histogram": _histogram(self.tally.final_spaces)},
                "landed": {str(space): round(share, 4) for space, share in sorted(self.landings.items())},
            }
        return data


def _histogram(counts: Counter[int]) -> dict[str, int]:
    return {str(value): counts[value] for value in sorted(counts)}


def simulate(
    game: Game,
    *,
    games: int = 1000,
    players: int | None = None,
    seed: int = 1,
    strategy: str = "careful",
    side: str | None = None,
    shuffle: str | None = None,
    sheets: str | None = None,
    plot: Path | None = None,
    records: Path | None = None,
    logs: Path | None = None,
    force: bool = False,
    progress: Progress = no_progress,
) -> Simulation:
    """Play many games with random dice. The same seed gives the same games on any number of cores.

    Args:
        game: The game to play.
        games: The number of games.
        players: The number of players. The default is the fewest that can play.
        seed: The seed of the dice.
        strategy: `random` (anything legal), `careful` (skips few numbers) or `greedy` (most points at once).
        side: The side of the board, for games with a track. The default is the first side.
        shuffle: The seed of shuffled sheets; every player gets a different one.
        sheets: The sheets that players get, one after the other: names of the layout's own, such as `a-e`, or of
            layouts that play together, such as `double-a,double-b`.
        plot: A .png or .svg file for a chart of the result.
        records: A new folder for the finished games.
        logs: A new folder for the logs of the games.
        force: Whether the chart may replace a file that this program did not make.
        progress: Wraps the iterator over chunks of games.

    Returns:
        Statistics of scores, turns, ends and rows.
    """
    if games < 1:
        raise InputError.of(f"{games} games cannot be played", "Give 1 or more.")
    faults = Collector()
    setup = faults.attempt(lambda: _setup(game.rulebook, players, seed, strategy, side, shuffle, sheets))
    faults.attempt(lambda: require_options(strategy, plot, records, logs, force))
    faults.raise_if_any()
    assert setup
    chunks = [range(first, min(first + CHUNK_SIZE, games + 1)) for first in range(1, games + 1, CHUNK_SIZE)]
    tally = Tally()
    with ExitStack() as stack:
        # Opened before the games are played, so that an unwritable path is reported at once.
        save_plot = stack.enter_context(picture_file(plot)) if plot else None
        record_folder = stack.enter_context(_game_folder(records, game)) if records else None
        log_folder = stack.enter_context(_game_folder(logs, game)) if logs else None
        play = partial(_play_chunk, game.rulebook, setup, game.reference, record_folder, log_folder, len(str(games)))
        with closing(_play_all(play, chunks)) as played:
            for part in progress(played, len(chunks)):
                tally.merge(part)
        simulation = Simulation(game, setup, tally)
        if save_plot:
            colours = theme_of(game.layout, None).colours
            fills = {row.id: colours[row.colour].band for row in game.rulebook.rows if row.colour in colours}
            save_plot(plot_scene(game.title, simulation.headline, simulation.spaces, fills, tally), game.title)
    return simulation


def perft(game: Game, depth: int, *, players: int | None = None, side: str | None = None) -> int:
    """Count in how many ways a game can be played up to a number of turns, with dice that are always the same.

    Chess programs count the positions after some moves to test their rules; this does the same, and holds the rules of
    a layout while they are changed. In turn t, the n-th die shows 1 + n · t modulo its number of sides: the two white
    dice first, then the coloured ones in the order of the rows. Cards lie in the order of the rows, again and again;
    turn t begins at card 7 · t. Games that are over before the last turn do not count.

    Args:
        game: The game to play.
        depth: The number of turns. The numbers grow about a hundredfold with each turn.
        players: The number of players. The default is the fewest that can play.
        side: The side of the board, for games with a track. The default is the first side.

    Returns:
        The number of different logs of so many turns.

    Example:
        >>> import sheetgen as sg
        >>> [sg.perft(sg.load("duel"), depth) for depth in (0, 1, 2)]
        [1, 43, 1677]
    """
    if depth < 0:
        raise InputError.of(f"the depth cannot be {depth}", "It is a number of turns: 0, 1, 2 …")
    setup = _setup(game.rulebook, players, side=side)
    return count_sequences(start_game([Grid(game.rulebook)] * setup.players, setup.side), depth)


def _setup(
    rulebook: Rulebook,
    players: int | None = None,
    seed: int = 1,
    strategy: str = "random",
    side: str | None = None,
    shuffle: str | None = None,
    sheets: str | None = None,
) -> SimulationSetup:
    """Return the setup for these options, or raise one error with all their problems."""
    faults = Collector()
    sides = tuple(rulebook.tracks)
    fewest, most = rulebook.players
    count = fewest if players is None else players
    if not fewest <= count <= most:
        span = f"{fewest} to {most}" if fewest < most else str(fewest)
        faults.problems.append(Problem(f"--players cannot be {players}", f"The game is for {span}."))
    chosen = faults.attempt(lambda: one_of("strategy", strategy, tuple(STRATEGIES)))
    board = next(iter(sides), None)
    if side is not None and not sides:
        faults.problems.append(Problem("this game has no track, so --side does not apply"))
    elif side is not None:
        board = faults.attempt(lambda: one_of("side", side, sides))
    if shuffle is not None:
        faults.attempt(lambda: Pad(rulebook, shuffle))
    if sheets is not None:
        faults.attempt(lambda: table_sheets(rulebook, sheets, count))
    if shuffle is not None and sheets is not None:
        faults.problems.append(Problem("--shuffle and --sheets cannot be combined", "Give one of them."))
    faults.raise_if_any()
    assert chosen
    return SimulationSetup(count, chosen, seed, board, shuffle, sheets)


def require_options(
    strategy: str, plot: Path | None, records: Path | None, logs: Path | None, force: bool = False
) -> None:
    """Raise one InputError with all problems of the options that do not depend on the game.

    No output may be another one or lie inside it.
    """
    faults = Collector()
    faults.attempt(lambda: one_of("strategy", strategy, tuple(STRATEGIES)))
    if plot:
        faults.attempt(lambda: require_picture_name(plot, force))
    paths = {"--plot": plot, "--records": records, "--logs": logs}
    given = {option: path.resolve() for option, path in paths.items() if path}
    for (one, inner), (other, outer) in permutations(given.items(), 2):
        if inner.is_relative_to(outer):
            faults.problems.append(Problem(f"{one} and {other} overlap", "Give each its own path."))
            break
    faults.raise_if_any()


@contextmanager
def _game_folder(path: Path, game: Game) -> Iterator[Path]:
    """Yield a temporary folder for games, which gets its final name when all of them are written.

    The user's own layout is written into it, merged with all layouts that it extends.
    """
    with atomic_folder(path) as folder:
        if "layout" in game.reference:
            data = {key: value for key, value in game.layout.source.data.items() if key not in APPEARANCE_KEYS}
            (folder / game.reference["layout"]).write_bytes(tomli_w.dumps(data).encode())
        yield folder


def _play_all(play: Callable[[range], Tally], chunks: Sequence[range]) -> Generator[Tally, None, None]:
    """Play all chunks and yield their tallies in order, using all processor cores if there are many games."""
    if len(chunks) * CHUNK_SIZE <= MAX_SERIAL_GAMES:
        yield from map(play, chunks)
        return
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    # New processes are spawned, because forks of a process with threads can hang.
    with signals_deferred():
        executor = ProcessPoolExecutor(cores, multiprocessing.get_context("spawn"), initializer=_exit_with_parent)
    try:
        with signals_deferred():
            played = executor.map(play, chunks)
        yield from played
    except BrokenProcessPool:
        raise InputError.of("a worker process was killed", "Is there enough memory?") from None
    finally:
        executor.shutdown(cancel_futures=True)


def _exit_with_parent() -> None:
    """End this worker process as soon as the process that started it has ended, even if that was killed."""
    parent = multiprocessing.parent_process()
    assert parent

    def wait_and_exit() -> None:
        parent.join()
        os._exit(1)

    Thread(target=wait_and_exit, daemon=True).start()


def _play_chunk(
    rulebook: Rulebook,
    setup: SimulationSetup,
    reference: Mapping[str, str],
    records: Path | None,
    logs: Path | None,
    digits: int,
    numbers: range,
) -> Tally:
    """Play the games with these numbers, and write their records and logs into the folders, if given."""
    pad = _pad(rulebook, setup.shuffle) if setup.shuffle is not None else None
    grids = [Grid(rulebook)] * setup.players
    if setup.sheets is not None:
        grids = [Grid(rulebook, sheet) for sheet in table_sheets(rulebook, setup.sheets, setup.players)]
    tally = Tally()
    for number in numbers:
        if pad:
            first = (number - 1) * setup.players
            grids = [Grid(rulebook, pad.sheet(first + seat)) for seat in range(1, setup.players + 1)]
        played = play(grids, setup, number, keep_log=logs is not None)
        tally.add(played)
        file_name = f"game-{number:0{digits}}.json"
        if records:
            (records / file_name).write_bytes(game_text(played.record.to_data(rulebook, reference)).encode())
        if logs:
            (logs / file_name).write_bytes(game_text(played.log.to_data(reference)).encode())
    return tally
