"""What a layout wants to differ from sheet to sheet, but cannot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from sheetgen.errors import Problem
from sheetgen.layouts.checks.features import Spot, spots
from sheetgen.layouts.compile import compile_rulebook
from sheetgen.layouts.files.extend import Merged
from sheetgen.layouts.models.layout import Game
from sheetgen.rules.shuffle.arrangement import LONGEST, longest_code
from sheetgen.rules.shuffle.cells import MOST_COLUMNS

_AT = ("game", "shuffle")
_INSTEAD = 'Change them, or leave "{kind}" out of shuffle.'


def shuffle_problems(game: Game, names: Sequence[str], merged: Merged) -> Iterator[Problem]:
    """Every reason why sheets could not be shuffled. `names` are the rows from top to bottom."""
    for kind in dict.fromkeys(kind for index, kind in enumerate(game.shuffle) if kind in game.shuffle[:index]):
        yield merged.problem(_AT, f"{kind!r} is shuffled twice", "Name it once.")
    if "numbers" in game.shuffle:
        yield from _numbers(game, merged)
    if "colours" in game.shuffle and not _has_other_colours(game):
        hint = "Cells with the same number swap their colours, so some number needs cells of two colours."
        yield merged.problem(_AT, "no colours can be shuffled", hint)
    for kind, value in (("lines", game.lines), ("links", game.links), ("lucky", game.lucky)):
        if kind in game.shuffle and not value:
            what = "lucky numbers" if kind == "lucky" else kind
            yield merged.problem(_AT, f"there are no {what} to shuffle", f'Leave "{kind}" out of shuffle.')
    known = spots(game)
    if "lines" in game.shuffle:
        yield from _lines(game, known, merged)
    if "links" in game.shuffle:
        yield from _links(game, known, names, merged)


def code_problems(game: Game, merged: Merged) -> Iterator[Problem]:
    """So much is shuffled that the code of a sheet would be too long. The game must be sound otherwise."""
    if not game.shuffle:
        return
    length = longest_code(compile_rulebook(game))
    if length > LONGEST:
        message = f"so much is shuffled that the code of a sheet would have {length:,} characters"
        yield merged.problem(_AT, message, f"At most {LONGEST}: shuffle less, or have fewer cells.")


def _numbers(game: Game, merged: Merged) -> Iterator[Problem]:
    if game.bonus:
        hint = "A bonus row needs two neighbours with the same numbers in the same order."
        yield merged.problem(_AT, "numbers beside a bonus row cannot be shuffled", hint)
    if any(row.doubles for row in game.rows.values()):
        hint = "A number that closes a row has no second box, and any number may come to stand there."
        yield merged.problem(_AT, "numbers with second boxes cannot be shuffled", hint)


def _has_other_colours(game: Game) -> bool:
    """Does a number stand in cells of different colours?"""
    colours = defaultdict(set)
    for row in game.rows.values():
        for cell in row.cells:
            colours[cell.number].add(cell.colour)
    return any(len(of_number) > 1 for of_number in colours.values())


def _lines(game: Game, known: dict[str, Spot], merged: Merged) -> Iterator[Problem]:
    """A shuffled line goes up and down within its columns, so every row needs them, and each counts once."""
    shortest = min(len(row.cells) for row in game.rows.values())
    hint = _INSTEAD.format(kind="lines")
    for name, line in game.lines.items():
        place = merged.nearest(_AT, ("game", "lines", name, "cells"))
        taken: set[int] = set()
        for ref in line.cells:
            spot = known.get(ref.id)
            if spot and spot.is_double:
                yield Problem(f"{ref.id!r} is a second box, so {name!r} cannot be shuffled", hint, place)
            elif spot and spot.column >= shortest:
                yield Problem(
                    f"not every row reaches as far as {ref.id!r}, so {name!r} cannot be shuffled", hint, place
                )
            elif spot and spot.column in taken:
                message = f"{ref.id!r} is not the only cell of {name!r} in its column, so it cannot be shuffled"
                yield Problem(message, hint, place)
            taken |= {spot.column} if spot else set()


def _links(game: Game, known: dict[str, Spot], names: Sequence[str], merged: Merged) -> Iterator[Problem]:
    """Shuffled links lie between neighbouring rows, in one column, of which there are not too many."""
    place = merged.nearest(_AT, ("game", "links"))
    shortest = min(len(row.cells) - (row.lock.last if row.lock else 0) for row in game.rows.values())
    if shortest - 1 > MOST_COLUMNS:
        message = f"links cannot be shuffled in rows of more than {MOST_COLUMNS + 2} numbers"
        yield Problem(message, 'Make a row shorter, or leave "links" out of shuffle.', place)
    for one, other in game.links or ():
        upper, lower = known.get(one.id), known.get(other.id)
        if upper is None or lower is None:
            continue
        apart = abs(names.index(upper.row) - names.index(lower.row))
        if apart != 1 or upper.column != lower.column:
            message = f"{one.id!r} and {other.id!r} are not in the same place of neighbouring rows"
            yield Problem(message, f"Shuffled links are. {_INSTEAD.format(kind='links')}", place)
