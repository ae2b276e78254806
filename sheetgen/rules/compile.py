"""Compile the `[game]` table of a checked layout to its rulebook."""

from collections.abc import Iterator

from sheetgen.rules.features import FEATURES
from sheetgen.rules.features.doubles import boxes_of
from sheetgen.rules.game_spec import GameSpec, RowSpec
from sheetgen.rules.rulebook import Cell, Lock, Requirement, Row, Rulebook, ScoreLine, Space, cell_ids


def compile_rulebook(game: GameSpec) -> Rulebook:
    """Return the rulebook of a checked game."""
    rows = tuple(_rows(game))
    track, tokens = game.track, game.tokens
    features = {name: value for feature in FEATURES for name, value in feature.rulebook_fields(game, rows).items()}
    return Rulebook(
        dice=game.dice,
        players=(game.players.min, game.players.max),
        rows=rows,
        requirements=tuple(_requirements(game, rows)),
        scores=tuple(_scores(game, rows)),
        penalty_boxes=game.penalties.boxes,
        penalty_points=game.penalties.points,
        closed_rows=game.end.closed_rows,
        move=track.move if track else 0,
        final=track.final if track else 0,
        tracks={side: tuple(Space(*space) for space in each.spaces) for side, each in track.sides.items()}
        if track
        else {},
        tokens_each=tokens.each if tokens else 0,
        token_colours=tuple(tokens.colours) if tokens else (),
        shuffle=tuple(game.shuffle),
        **features,
    )


def _rows(game: GameSpec) -> Iterator[Row]:
    """Yield the rows from top to bottom."""
    for name, row in game.ordered_rows.items():
        yield _coloured_row(name, row)
        for feature in FEATURES:
            yield from feature.rows_below(game, name)
    for feature in FEATURES:
        yield from feature.rows_at_end(game)


def _coloured_row(name: str, row: RowSpec) -> Row:
    boxes = boxes_of(row)
    ids = cell_ids(name, [box.cell.number for box in boxes])
    cells = tuple(Cell(id, box.cell.number, box.cell.colour) for id, box in zip(ids, boxes, strict=True))
    lock = Lock(f"{name} lock", row.lock.colour, row.lock.needs, row.lock.last) if row.lock else None
    return Row(name, cells, lock)


def _requirements(game: GameSpec, rows: tuple[Row, ...]) -> Iterator[Requirement]:
    for row in rows:
        for feature in FEATURES:
            yield from feature.requirements(game, row, rows)
        if row.lock:
            others = tuple(cell.id for cell in row.cells if cell.id not in row.closing_ids)
            for id in row.closing_ids:
                yield Requirement(id, row.lock.needs, others)
            yield Requirement(row.lock.id, 1, row.closing_ids)


def _scores(game: GameSpec, rows: tuple[Row, ...]) -> Iterator[ScoreLine]:
    """Yield a line for each row that scores, then the lines of features."""
    for row in rows:
        if row.id in game.rows and game.rows[row.id].scores:
            counted = [id for feature in FEATURES for id in feature.counted_cells(row, rows)]
            yield ScoreLine(row.id, (*row.ids, *counted), (0, *game.points))
    for feature in FEATURES:
        yield from feature.score_lines(game)
