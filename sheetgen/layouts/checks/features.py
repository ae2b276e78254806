"""Score lines, links, swaps and lucky numbers that are well written but cannot be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sheetgen.errors import KeyPath, Problem, suggest
from sheetgen.layouts.checks.rows import RESERVED, RESERVED_HINT, can_be_thrown, never_thrown, numbers_of
from sheetgen.layouts.compile import places_of
from sheetgen.layouts.files.extend import Merged
from sheetgen.layouts.models.cell_lists import CellRef
from sheetgen.layouts.models.layout import Game
from sheetgen.rules.rulebook import cell_ids


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a cell stands: its row and its column among the row's numbers."""

    row: str
    column: int
    is_double: bool
    closes: bool


def spots(game: Game) -> dict[str, Spot]:
    """All cells of coloured rows by their ids."""
    found = {}
    for name, row in game.rows.items():
        places = places_of(row)
        closing = len(row.cells) - (row.lock.last if row.lock else 0)
        for id, place in zip(cell_ids(name, [place.cell.number for place in places]), places, strict=True):
            found[id] = Spot(name, place.column, place.is_double, place.column >= closing)
    return found


def feature_problems(game: Game, merged: Merged) -> Iterator[Problem]:
    """Every reason why what a game has besides its rows could not be played."""
    known = spots(game)
    yield from _tokens(game, merged)
    yield from _lines(game, known, merged)
    yield from _links(game, known, merged)
    yield from _swap(game, merged)
    yield from _lucky(game, merged)


def _tokens(game: Game, merged: Merged) -> Iterator[Problem]:
    """Tokens are beaten and stacked on one board, so what sheets have besides rows is not for them."""
    if not game.tokens:
        return
    used: list[tuple[KeyPath, str]] = []
    for name, row in game.rows.items():
        at = ("game", "rows", name)
        used += [((*at, "doubles"), "second boxes")] if row.doubles else []
        used += [((*at, "twice"), "numbers that count twice")] if row.twice else []
        used += [((*at, "lock", "last"), "choice of last numbers")] if row.lock and row.lock.last > 1 else []
    features = {
        "lines": ("lines of its own", game.lines),
        "links": ("links", game.links),
        "swap": ("swaps", game.swap),
        "lucky": ("lucky numbers", game.lucky),
        "shuffle": ("shuffled sheets", game.shuffle),
    }
    used += [(("game", key), what) for key, (what, value) in features.items() if value]
    for path, what in used:
        hint = "Leave it out: tokens lie on one board that is the same for all, and can be beaten."
        yield merged.problem(path, f"a game with tokens has no {what}", hint)


def _stranger(ref: CellRef, known: dict[str, Spot], game: Game) -> tuple[str, str] | None:
    """What is wrong with the name of a cell."""
    if ref.row not in game.rows:
        return f"{ref.id!r} is in {ref.row!r}, which is no row", suggest(ref.row, game.rows)
    if ref.id not in known:
        return f"{ref.row!r} has no {ref.mark}", numbers_of(game.rows[ref.row])
    return None


def _repeated(refs: Sequence[CellRef]) -> list[str]:
    return [id for id, count in Counter(ref.id for ref in refs).items() if count > 1]


def _lines(game: Game, known: dict[str, Spot], merged: Merged) -> Iterator[Problem]:
    for name, line in game.lines.items():
        at = ("game", "lines", name)
        if name in RESERVED:
            yield merged.problem(at, f"a line cannot be called {name!r}", RESERVED_HINT)
        if name in game.rows:
            yield merged.problem(at, f"a line cannot be called {name!r}, as a row is", "Choose another name.")
        for ref in dict.fromkeys(line.cells):
            if wrong := _stranger(ref, known, game):
                yield Problem(*wrong, merged.nearest((*at, "cells"), ("game", "rows", ref.row, "cells")))
        for id in _repeated(line.cells):
            yield merged.problem((*at, "cells"), f"{id!r} is in the line twice", "Name each cell once.")
        yield from falling_points(line.points or [], (*at, "points"), merged)


def falling_points(points: Sequence[int], path: KeyPath, merged: Merged) -> Iterator[Problem]:
    """More crosses never score less."""
    for index, (fewer, more) in enumerate(pairwise(points)):
        if more < fewer:
            yield merged.problem(
                (*path, index + 1),
                f"{index + 2} crosses score less ({more}) than {index + 1} ({fewer})",
                "Every number must be at least as high as the one before it.",
            )


def _links(game: Game, known: dict[str, Spot], merged: Merged) -> Iterator[Problem]:
    at = ("game", "links")
    refs = [ref for link in game.links or () for ref in link]
    for ref in dict.fromkeys(refs):
        if wrong := _stranger(ref, known, game):
            yield Problem(*wrong, merged.nearest(at, ("game", "rows", ref.row, "cells")))
        elif known[ref.id].is_double:
            yield merged.problem(at, f"{ref.id!r} is a second box", "Only numbers can be linked.")
        elif known[ref.id].closes:
            hint = "Link numbers that come before it: nobody closes a row by crossing another."
            yield merged.problem(at, f"{ref.id!r} closes its row, so it cannot be linked", hint)
    for id in _repeated([ref for one, other in game.links or () if one != other for ref in (one, other)]):
        yield merged.problem(at, f"{id!r} is linked twice", "Each cell is linked to one other cell.")
    for one, other in game.links or ():
        if one == other:
            yield merged.problem(at, f"{one.id!r} is linked to itself", "Link it to another cell.")


def _swap(game: Game, merged: Merged) -> Iterator[Problem]:
    at = ("game", "swap", "pairs")
    pairs = dict.fromkeys(game.swap.pairs if game.swap else ())
    for one, other in pairs:
        if one == other:
            yield merged.problem(at, f"{one}/{other} swaps nothing", "Give two different numbers.")
    for number in sorted({number for pair in pairs for number in pair}):
        if not can_be_thrown(number, game):
            yield merged.problem(at, *never_thrown(number, game))


def _lucky(game: Game, merged: Merged) -> Iterator[Problem]:
    for index, number in enumerate(game.lucky):
        at = ("game", "lucky", index)
        if not can_be_thrown(number, game):
            yield merged.problem(at, *never_thrown(number, game))
        elif number in game.lucky[:index]:
            yield merged.problem(at, f"{number} is lucky twice", "Name each lucky number once.")
