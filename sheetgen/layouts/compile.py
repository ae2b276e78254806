"""Compile a layout's game to its rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sheetgen.layouts.models import Game
from sheetgen.layouts.models import Row as RowModel
from sheetgen.rules.rulebook import Cell, Lock, Requirement, Row, Rulebook, ScoreLine, Space


def compile_rulebook(game: Game) -> Rulebook:
    """The rulebook of a checked game."""
    rows = tuple(_rows(game))
    return Rulebook(
        dice=game.dice,
        players=(game.players.min, game.players.max),
        rows=rows,
        requirements=tuple(_requirements(rows)),
        scores=tuple(_scores(rows, tuple(game.points))),
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
            cells = tuple(Cell(id, number, None) for id, number in zip(_cell_ids(bonus, numbers), numbers, strict=True))
            yield Row(bonus, cells, between=(upper, lower))


def _coloured_row(name: str, model: RowModel) -> Row:
    ids = _cell_ids(name, [cell.number for cell in model.cells])
    cells = tuple(Cell(id, cell.number, cell.colour) for id, cell in zip(ids, model.cells, strict=True))
    lock = Lock(f"{name} lock", model.lock.colour, model.lock.needs) if model.lock else None
    return Row(name, cells, lock)


def _cell_ids(row: str, numbers: list[int]) -> list[str]:
    """`red 5`, and `red 5#2` where a row repeats a number."""
    seen: Counter[int] = Counter()
    ids = []
    for number in numbers:
        seen[number] += 1
        ids.append(f"{row} {number}" + (f"#{seen[number]}" if seen[number] > 1 else ""))
    return ids


def _requirements(rows: tuple[Row, ...]) -> Iterator[Requirement]:
    by_id = {row.id: row for row in rows}
    for row in rows:
        if row.lock:
            last = row.last.id
            yield Requirement(last, row.lock.needs, tuple(cell.id for cell in row.cells[:-1]))
            yield Requirement(row.lock.id, 1, (last,))
        if row.between:
            upper, lower = (by_id[name].cells for name in row.between)
            for cell, above, below in zip(row.cells, upper, lower, strict=True):
                yield Requirement(cell.id, 1, (above.id, below.id))


def _scores(rows: tuple[Row, ...], points: tuple[int, ...]) -> Iterator[ScoreLine]:
    """One line per coloured row; a bonus field counts in the lines of both its neighbours."""
    for row in rows:
        if row.between:
            continue
        cells = [cell.id for cell in row.cells]
        if row.lock:
            cells.append(row.lock.id)
        for other in rows:
            if other.between and row.id in other.between:
                cells.extend(cell.id for cell in other.cells)
        yield ScoreLine(row.id, tuple(cells), (0, *points))
