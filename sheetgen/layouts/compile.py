"""Compile a layout's game to its rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from sheetgen.layouts.models.cell_lists import CellSpec
from sheetgen.layouts.models.layout import Game
from sheetgen.layouts.models.layout import Row as RowModel
from sheetgen.rules.rulebook import SWAP, Cell, Lock, Requirement, Row, Rulebook, ScoreLine, Space, cell_ids


def compile_rulebook(game: Game) -> Rulebook:
    """The rulebook of a checked game."""
    rows = tuple(_rows(game))
    return Rulebook(
        dice=game.dice,
        players=(game.players.min, game.players.max),
        rows=rows,
        requirements=tuple(_requirements(game, rows)),
        scores=tuple(_scores(game, rows)),
        penalty_boxes=game.penalties.boxes,
        penalty_points=game.penalties.points,
        closed_rows=game.end.closed_rows,
        move=game.track.move if game.track else 0,
        final=game.track.final if game.track else 0,
        tracks={
            side: tuple(Space(space.row, space.number, space.extra) for space in track.spaces)
            for side, track in (game.track.sides if game.track else {}).items()
        },
        tokens_each=game.tokens.each if game.tokens else 0,
        token_colours=tuple(game.tokens.colours) if game.tokens else (),
        twice=tuple(_twice(game, rows)),
        links=tuple((one.id, other.id) for one, other in game.links or ()),
        lucky=tuple(game.lucky),
        shuffle=tuple(game.shuffle),
    )


def _rows(game: Game) -> Iterator[Row]:
    """The rows as they stand on the sheet, each bonus row below its upper neighbour."""
    bonus_below = {bonus.between[0]: bonus.between for bonus in game.bonus}
    for name, model in game.ordered_rows.items():
        yield _coloured_row(name, model)
        if name in bonus_below:
            upper, lower = bonus_below[name]
            bonus = f"{upper}-{lower}"
            numbers = [cell.number for cell in model.cells]
            cells = tuple(Cell(id, number, None) for id, number in zip(cell_ids(bonus, numbers), numbers, strict=True))
            yield Row(bonus, cells, between=(upper, lower))
    if game.swap:
        swaps = game.swap.pairs
        ids = cell_ids(SWAP, [f"{one}/{other}" for one, other in swaps])
        yield Row(SWAP, tuple(Cell(id, 0, None) for id in ids), swaps=swaps)


class Place(NamedTuple):
    """A place for a cross in a coloured row: a number, or the second box below it."""

    cell: CellSpec
    column: int
    """Which of the row's numbers it is, or stands below."""
    is_double: bool


def places_of(model: RowModel) -> list[Place]:
    """The row's places in the order they are crossed, each second box right after its number."""
    doubled = Counter(model.doubles or ())
    places = []
    for column, cell in enumerate(model.cells):
        places.append(Place(cell, column, is_double=False))
        if doubled[cell.number]:
            doubled[cell.number] -= 1
            places.append(Place(cell, column, is_double=True))
    return places


def _coloured_row(name: str, model: RowModel) -> Row:
    places = places_of(model)
    ids = cell_ids(name, [place.cell.number for place in places])
    cells = tuple(Cell(id, place.cell.number, place.cell.colour) for id, place in zip(ids, places, strict=True))
    lock = Lock(f"{name} lock", model.lock.colour, model.lock.needs, model.lock.last) if model.lock else None
    return Row(name, cells, lock)


def _requirements(game: Game, rows: tuple[Row, ...]) -> Iterator[Requirement]:
    by_id = {row.id: row for row in rows}
    for row in rows:
        if row.id in game.rows:
            places = zip(places_of(game.rows[row.id]), row.cells, (None, *row.cells), strict=False)
            for place, cell, number in places:
                if place.is_double and number:
                    yield Requirement(cell.id, 1, (number.id,))
        if row.lock:
            closing = tuple(cell.id for cell in row.closing)
            others = tuple(cell.id for cell in row.cells if cell.id not in closing)
            for id in closing:
                yield Requirement(id, row.lock.needs, others)
            yield Requirement(row.lock.id, 1, closing)
        if row.between:
            upper, lower = (by_id[name].cells for name in row.between)
            for cell, above, below in zip(row.cells, upper, lower, strict=True):
                yield Requirement(cell.id, 1, (above.id, below.id))


def _twice(game: Game, rows: tuple[Row, ...]) -> Iterator[str]:
    """The cells of the numbers that count twice; second boxes do not."""
    for row in rows:
        if row.id not in game.rows:
            continue
        model = game.rows[row.id]
        for place, cell in zip(places_of(model), row.cells, strict=True):
            if cell.number in (model.twice or ()) and not place.is_double:
                yield cell.id


def _scores(game: Game, rows: tuple[Row, ...]) -> Iterator[ScoreLine]:
    """One line per coloured row that scores, then the layout's own; a bonus field counts for both its neighbours."""
    for row in rows:
        if row.id not in game.rows or not game.rows[row.id].scores:
            continue
        cells = [cell.id for cell in row.cells]
        if row.lock:
            cells.append(row.lock.id)
        for other in rows:
            if other.between and row.id in other.between:
                cells.extend(cell.id for cell in other.cells)
        yield ScoreLine(row.id, tuple(cells), (0, *game.points))
    for name, line in game.lines.items():
        yield ScoreLine(name, tuple(cell.id for cell in line.cells), (0, *(line.points or game.points)))
