"""What all sheets together can prove: that the game ended, and ended once; who closed what; who stands where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations

from sheetgen.rules.findings import Cells, Finding, Names, Rows, of_game
from sheetgen.rules.record import Record
from sheetgen.rules.rulebook import Row, Rulebook
from sheetgen.rules.turns import check_turns


def check_game(rulebook: Rulebook, record: Record) -> Iterator[Finding]:
    """Every broken rule that shows only when all sheets are there."""
    closers = _closers(rulebook, record)
    if not _is_over(rulebook, record, closers):
        yield not_over(rulebook, record)
    yield from _penalties(rulebook, record)
    yield from _closing(rulebook, closers)
    yield from _ended_twice(rulebook, record, closers)
    if rulebook.tokens_each:
        yield from _shared_squares(rulebook, record)
    else:
        yield from check_turns(rulebook, record, enough_closed=len(closers) >= rulebook.closed_rows)
    yield from _shared_spaces(record)


Closers = dict[str, set[str]]
"""For each closed row the players who closed it."""


def _closers(rulebook: Rulebook, record: Record) -> Closers:
    closers: Closers = {}
    for row in rulebook.rows:
        names = {sheet.name for sheet in record.sheets if row in sheet.closed(rulebook)}
        if names:
            closers[row.id] = names
    return closers


def _is_over(rulebook: Rulebook, record: Record, closers: Closers) -> bool:
    """Does any end condition hold?"""
    sheets, boxes = record.sheets, rulebook.penalty_boxes
    if len(closers) >= rulebook.closed_rows:
        return True
    if rulebook.tokens_each:
        # A token that was forgotten on a lock is counted, here as well as in the score.
        placed = (sheet.tokens + len(sheet.missing_locks(rulebook)) for sheet in sheets)
        return _all_penalties(record) >= boxes or any(tokens >= rulebook.tokens_each for tokens in placed)
    in_final = record.side and any(sheet.space > len(rulebook.tracks[record.side]) - rulebook.final for sheet in sheets)
    return bool(in_final) or any(sheet.penalties >= boxes for sheet in sheets)


def not_over(rulebook: Rulebook, record: Record) -> Finding:
    """The finding that nothing has ended the game."""
    boxes, closed, needed = rulebook.penalty_boxes, len(_closers(rulebook, record)), rulebook.closed_rows
    if rulebook.tokens_each:
        rule, reason = "D8", "game-not-over-tokens"
        penalties = _all_penalties(record)
        return of_game(
            "game-not-over", rule, (), reason, boxes=boxes, closed=closed, needed=needed, penalties=penalties
        )
    if record.side:
        rule, reason = "O6", "game-not-over-track"
        return of_game(
            "game-not-over", rule, (), reason, boxes=boxes, closed=closed, needed=needed, final=rulebook.final
        )
    return of_game("game-not-over", "C8", boxes=boxes, closed=closed, needed=needed)


def final_round_on(left: int) -> Finding:
    """The finding that the final round has begun and turns are missing."""
    return of_game("game-not-over", "O6", (), "game-not-over-final", left=left)


def _all_penalties(record: Record) -> int:
    return sum(sheet.penalties for sheet in record.sheets)


def _penalties(rulebook: Rulebook, record: Record) -> Iterator[Finding]:
    """The last penalty ends the game, so it is crossed only once."""
    boxes, total = rulebook.penalty_boxes, _all_penalties(record)
    if rulebook.tokens_each:
        if total > boxes:
            yield of_game("too-many-penalties", "D8", (), "too-many-penalties-tokens", has=total, boxes=boxes)
        return
    names = tuple(sheet.name for sheet in record.sheets if sheet.penalties >= boxes)
    if len(names) > 1:
        yield of_game("too-many-penalties", "C8", players=Names(names), boxes=boxes)


def _closing(rulebook: Rulebook, closers: Closers) -> Iterator[Finding]:
    """The closed rows cannot have closed in any order."""
    rows = [row for row in rulebook.rows if row.id in closers]
    most, names = rulebook.closed_rows, Rows(tuple(closers))
    locks = tuple(row.lock.id for row in rows if row.lock)
    if rulebook.tokens_each:
        if len(rows) > most:
            yield of_game("impossible-closing", "D8", locks, "impossible-closing-tokens", rows=names, most=most)
        for row in rows:
            if len(closers[row.id]) > 1:
                last = (row.cells[-1].id,)
                yield of_game("impossible-closing", "D7", last, "impossible-closing-both", row=Rows((row.id,)))
    elif not any(len(rows) - len(together) < most for together in _closed_together(rows, closers)):
        yield of_game("impossible-closing", "C8", locks, rows=names, most=most)


def _closed_together(rows: list[Row], closers: Closers) -> Iterator[tuple[Row, ...]]:
    """Sets of rows that one white sum can have closed: the same last number, each row by other players."""
    for together in chain.from_iterable(combinations(rows, count) for count in range(len(rows) + 1)):
        numbers = {row.cells[-1].number for row in together}
        names = [name for row in together for name in closers[row.id]]
        if len(numbers) <= 1 and len(names) == len(set(names)):
            yield together


def _ended_twice(rulebook: Rulebook, record: Record, closers: Closers) -> Iterator[Finding]:
    """All penalty boxes crossed and enough rows closed: each ends the game at once."""
    names = tuple(sheet.name for sheet in record.sheets if sheet.penalties >= rulebook.penalty_boxes)
    if names and len(closers) >= rulebook.closed_rows:
        rule = "D8" if rulebook.tokens_each else "C8"
        yield of_game("ended-twice", rule, players=Names(names), rows=Rows(tuple(closers)))


def _shared_spaces(record: Record) -> Iterator[Finding]:
    spaces = Counter(sheet.space for sheet in record.sheets if sheet.space)
    for space, pieces in spaces.items():
        if pieces > 1:
            names = tuple(sheet.name for sheet in record.sheets if sheet.space == space)
            yield of_game("space-shared", "O2", space=space, players=Names(names))


def _shared_squares(rulebook: Rulebook, record: Record) -> Iterator[Finding]:
    for id in (id for row in rulebook.rows for id in row.ids):
        names = tuple(sheet.name for sheet in record.sheets if sheet.has(id))
        if len(names) > 1:
            yield of_game("square-shared", "D3", (id,), cell=Cells((id,)), players=Names(names))
