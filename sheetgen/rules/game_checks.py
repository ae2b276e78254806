"""What all sheets together can prove: that the game ended, and ended once; who closed what; who stands where."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from sheetgen.rules.findings import Cells, Finding, Names, Rows, of_game
from sheetgen.rules.record import Record
from sheetgen.rules.rulebook import Row, Rulebook
from sheetgen.rules.turns import check_turns


def check_game(rulebook: Rulebook, record: Record) -> Iterator[Finding]:
    """Every broken rule that shows only when all sheets are there."""
    closers = _closers(rulebook, record)
    enough_closed = len(closers) >= rulebook.closed_rows
    if not (enough_closed or _ended_otherwise(rulebook, record)):
        yield not_over(rulebook, record)
    yield from _penalties(rulebook, record)
    yield from _closing(rulebook, closers)
    if enough_closed:
        yield from _ended_twice(rulebook, record, closers)
    if rulebook.tokens_each:
        yield from _shared_squares(rulebook, record)
    else:
        yield from check_turns(rulebook, record, enough_closed)
    yield from _shared_spaces(record)


Closers = dict[str, set[str]]
"""For each closed row the players who closed it."""


def _closers(rulebook: Rulebook, record: Record) -> Closers:
    closers = {row.id: {sheet.name for sheet in record.sheets if sheet.has_closed(row)} for row in rulebook.rows}
    return {row: names for row, names in closers.items() if names}


def _ended_otherwise(rulebook: Rulebook, record: Record) -> bool:
    """Does an end condition hold, closed rows aside?"""
    sheets, boxes = record.sheets, rulebook.penalty_boxes
    if rulebook.tokens_each:
        # A token that was forgotten on a lock is counted, here as well as in the score.
        placed = (sheet.tokens + sum(sheet.lacks_lock(row, rulebook) for row in rulebook.rows) for sheet in sheets)
        return _all_penalties(record) >= boxes or any(tokens >= rulebook.tokens_each for tokens in placed)
    if record.side and any(rulebook.is_final(record.side, sheet.space) for sheet in sheets):
        return True
    return any(sheet.penalties >= boxes for sheet in sheets)


def not_over(rulebook: Rulebook, record: Record) -> Finding:
    """The finding that nothing has ended the game."""
    boxes, closed, needed = rulebook.penalty_boxes, len(_closers(rulebook, record)), rulebook.closed_rows
    if rulebook.tokens_each:
        reason, penalties = "game-not-over-tokens", _all_penalties(record)
        return of_game(reason, "D8", boxes=boxes, closed=closed, needed=needed, penalties=penalties)
    if record.side:
        final = rulebook.final
        return of_game("game-not-over-track", "O6", boxes=boxes, closed=closed, needed=needed, final=final)
    return of_game("game-not-over", "C8", boxes=boxes, closed=closed, needed=needed)


def final_round_on(left: int) -> Finding:
    """The finding that the final round has begun and turns are missing."""
    return of_game("game-not-over-final", "O6", left=left)


def _all_penalties(record: Record) -> int:
    return sum(sheet.penalties for sheet in record.sheets)


def _penalties(rulebook: Rulebook, record: Record) -> Iterator[Finding]:
    """The last penalty ends the game, so it is crossed only once."""
    boxes, total = rulebook.penalty_boxes, _all_penalties(record)
    names = tuple(sheet.name for sheet in record.sheets if sheet.penalties >= boxes)
    if rulebook.tokens_each:
        if total > boxes:
            yield of_game("too-many-penalties-tokens", "D8", has=total, boxes=boxes)
    elif len(names) > 1:
        yield of_game("too-many-penalties", "C8", players=Names(names), boxes=boxes)


def _closing(rulebook: Rulebook, closers: Closers) -> Iterator[Finding]:
    """The closed rows cannot have closed in any order."""
    rows = [row for row in rulebook.rows if row.id in closers]
    most, names = rulebook.closed_rows, Rows(tuple(closers))
    locks = tuple(row.lock.id for row in rows if row.lock)
    if rulebook.tokens_each:
        if len(rows) > most:
            yield of_game("impossible-closing-tokens", "D8", locks, rows=names, most=most)
        for row in rows:
            if len(closers[row.id]) > 1:
                yield of_game("impossible-closing-both", "D7", (row.last.id,), row=Rows((row.id,)))
    elif not any(len(rows) - len(together) < most for together in _closed_together(rows, closers)):
        yield of_game("impossible-closing", "C8", locks, rows=names, most=most)


def _closed_together(rows: list[Row], closers: Closers) -> Iterator[tuple[Row, ...]]:
    """Sets of rows that one white sum can have closed: the same last number, each row by other players."""
    for together in chain.from_iterable(combinations(rows, count) for count in range(len(rows) + 1)):
        numbers = {row.last.number for row in together}
        names = [name for row in together for name in closers[row.id]]
        if len(numbers) <= 1 and len(names) == len(set(names)):
            yield together


def _ended_twice(rulebook: Rulebook, record: Record, closers: Closers) -> Iterator[Finding]:
    """Enough rows are closed, and yet somebody has all penalties: each ends the game at once."""
    names = tuple(sheet.name for sheet in record.sheets if sheet.penalties >= rulebook.penalty_boxes)
    if names:
        rule = "D8" if rulebook.tokens_each else "C8"
        yield of_game("ended-twice", rule, players=Names(names), rows=Rows(tuple(closers)))


def _shared_spaces(record: Record) -> Iterator[Finding]:
    for space in sorted({sheet.space for sheet in record.sheets if sheet.space}):
        names = tuple(sheet.name for sheet in record.sheets if sheet.space == space)
        if len(names) > 1:
            yield of_game("space-shared", "O2", space=space, players=Names(names))


def _shared_squares(rulebook: Rulebook, record: Record) -> Iterator[Finding]:
    for id in (id for row in rulebook.rows for id in row.ids):
        names = tuple(sheet.name for sheet in record.sheets if sheet.has(id))
        if len(names) > 1:
            yield of_game("square-shared", "D3", (id,), cell=Cells((id,)), players=Names(names))
