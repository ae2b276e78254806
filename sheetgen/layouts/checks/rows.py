"""Rows that are well written but cannot be played: their numbers, locks, second boxes and points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from sheetgen.errors import Problem, as_toml
from sheetgen.layouts.compile import places_of
from sheetgen.layouts.files.extend import Merged
from sheetgen.layouts.models.cell_lists import MAX_CELLS
from sheetgen.layouts.models.layout import Game, Lock, Row
from sheetgen.rules.rulebook import SWAP

RESERVED = ("penalty", "penalties", "extra", "total", "space", "sheet", SWAP)
"""Words that cell ids and records use for other things than rows and lines."""

RESERVED_HINT = "Records use that word; choose another."


def row_problems(game: Game, merged: Merged) -> Iterator[Problem]:
    """Every reason why a row could not be crossed, closed or scored."""
    for name, row in game.rows.items():
        at = ("game", "rows", name)
        if name in RESERVED:
            yield merged.problem(at, f"a row cannot be called {name!r}", RESERVED_HINT)
        for number in sorted({cell.number for cell in row.cells}):
            if not can_be_thrown(number, game):
                yield merged.problem((*at, "cells"), *never_thrown(number, game))
        yield from _doubles(name, row, merged)
        yield from _twice(name, row, merged)
        if row.lock:
            yield from _lock(name, row, row.lock, merged)
    yield from _ends(game, merged)
    if not game.lines and not any(row.scores for row in game.rows.values()):
        place = merged.nearest(*(("game", "rows", name, "scores") for name in game.rows))
        yield Problem("nothing on the sheet scores", "Let a row score, or add a line: [game.lines].", place)


def can_be_thrown(number: int, game: Game) -> bool:
    """Can two dice of this game show this sum?"""
    return 2 <= number <= 2 * game.dice


def never_thrown(number: int, game: Game) -> tuple[str, str]:
    """What is said about a sum that no dice show."""
    hint = f"With {game.dice}-sided dice, sums run from 2 to {2 * game.dice}."
    return f"no two dice add up to {as_toml(number)}", hint


def numbers_of(row: Row) -> str:
    """The numbers of a row, for a hint."""
    return f"That row has {_listed({cell.number for cell in row.cells})}."


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))


def _doubles(name: str, row: Row, merged: Merged) -> Iterator[Problem]:
    """Second boxes belong to numbers of the row, and not to those that close it."""
    at = ("game", "rows", name)
    place = merged.nearest((*at, "doubles"), (*at, "lock", "last"), (*at, "lock"), (*at, "cells"))
    stands = Counter(cell.number for cell in row.cells)
    for number, named in sorted(Counter(row.doubles or ()).items()):
        if not stands[number]:
            yield Problem(f"{name!r} has no {number} that could have a second box", numbers_of(row), place)
        elif named > stands[number]:
            message = f"{name!r} has {stands[number]} × {number}, but {named} second boxes for it"
            yield Problem(message, "Each number has one second box at most.", place)
    places = places_of(row)
    closing = len(row.cells) - (row.lock.last if row.lock else 0)
    for each in places:
        if each.is_double and each.column >= closing:
            message = f"{each.cell.number} closes {name!r}, so it cannot have a second box"
            yield Problem(message, "A closed row is crossed no more: leave that number out.", place)
    if len(places) > MAX_CELLS:
        message = f"{name!r} has {len(row.cells)} cells and {len(places) - len(row.cells)} second boxes"
        yield Problem(message, f"At most {MAX_CELLS} together.", place)


def _twice(name: str, row: Row, merged: Merged) -> Iterator[Problem]:
    """Numbers that count twice stand in the row."""
    place = merged.nearest(("game", "rows", name, "twice"), ("game", "rows", name, "cells"))
    numbers = {cell.number for cell in row.cells}
    for number, named in sorted(Counter(row.twice or ()).items()):
        if number not in numbers:
            yield Problem(f"{name!r} has no {number} that could count twice", numbers_of(row), place)
        elif named > 1:
            hint = "Wherever it stands in the row it counts twice: name it once."
            yield Problem(f"{number} is named more than once", hint, place)


def _lock(name: str, row: Row, lock: Lock, merged: Merged) -> Iterator[Problem]:
    """Something is left before the numbers that close the row, and it is enough."""
    at = ("game", "rows", name)
    around = (*at, "lock"), (*at, "cells")
    before = len(row.cells) - lock.last
    if lock.last > 1 and before < 1:
        message = f"the last {lock.last} numbers close {name!r}, but it has {len(row.cells)} in all"
        yield Problem(message, "Leave at least one number before them.", merged.nearest((*at, "lock", "last"), *around))
        return
    twice = sum(cell.number in (row.twice or ()) for cell in row.cells[:before])
    most = before + twice + len(row.doubles or ())
    if lock.needs > most:
        cells = f"{before} cells come before the last" if lock.last == 1 else f"{before} cells do not close it"
        helped = f" and count for {most}" if most > before else ""
        message = f"the lock of {name!r} needs {lock.needs} crosses, but {cells}{helped}"
        yield Problem(
            message, f"Give it lock.needs = {most}, or less.", merged.nearest((*at, "lock", "needs"), *around)
        )


def _ends(game: Game, merged: Merged) -> Iterator[Problem]:
    """Enough rows can be closed to end the game."""
    locks = sum(row.lock is not None for row in game.rows.values())
    if game.end.closed_rows > locks:
        yield merged.problem(
            ("game", "end", "closed_rows"),
            f"the game ends with {game.end.closed_rows} closed rows, but only {locks} have a lock",
            f"Give at most {locks}, or more rows a lock.",
        )
