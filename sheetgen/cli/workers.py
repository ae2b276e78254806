"""Play many games on all cores. The result depends on the seed alone, not on how the work was shared."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache, partial

from sheetgen.errors import InputError
from sheetgen.games.files import game_text
from sheetgen.interrupts import signals_waiting
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.simulate import SimulationSetup, play_on_grids
from sheetgen.rules.engine.statistics import Tally
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.shuffle.pad import Pad

CHUNK = 200
"""Games that one process plays before it reports."""
FEW = 2000
"""So few games are played sooner than other processes are started."""


@dataclass(frozen=True)
class Work:
    """What is to be played, and which files about it are wanted."""

    rulebook: Rulebook
    setup: SimulationSetup
    game: dict[str, str]
    records: bool = False
    logs: bool = False


@dataclass(frozen=True)
class Chunk:
    """Some games played: their tally, and their records and logs as JSON texts by the games' numbers."""

    tally: Tally
    records: dict[int, str]
    logs: dict[int, str]


def chunks(games: int) -> list[range]:
    """The numbers of the games, from 1, in the portions in which they are played."""
    return [range(first, min(first + CHUNK, games + 1)) for first in range(1, games + 1, CHUNK)]


def play_all(work: Work, games: int) -> Generator[Chunk, None, None]:
    """Play all games, chunk by chunk in their order."""
    todo = chunks(games)
    if games <= FEW:
        yield from map(partial(play_chunk, work), todo)
        return
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    # Fresh processes, because copies of one that runs threads can hang.
    with signals_waiting():
        executor = ProcessPoolExecutor(cores, mp_context=multiprocessing.get_context("spawn"))
    try:
        with signals_waiting():
            played = executor.map(partial(play_chunk, work), todo)
        yield from played
    except BrokenProcessPool:
        raise InputError.of("a process that played games was ended from outside", "Is there enough memory?") from None
    finally:
        executor.shutdown(cancel_futures=True)


def play_chunk(work: Work, numbers: range) -> Chunk:
    """Play some games."""
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
    """The shuffled sheets. To count them can take as long as to play a chunk, so each process does it once."""
    return Pad(rulebook, seed)
