"""Check all sheets of a game together: that it ended, and only once; who closed which row; where the pieces stand."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, combinations

from sheetgen.rules.audit.findings import Finding, Names, Rows, game_finding
from sheetgen.rules.audit.history import check_closing_order
from sheetgen.rules.audit.piece_checks import check_shared_spaces
from sheetgen.rules.audit.token_checks import check_token_game
from sheetgen.rules.audit.turns import check_turns
from sheetgen.rules.features import FEATURES, closes_several
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Row, Rulebook

# For each closed row, the players who closed it, each with the white sums that they can have used.
Closers = dict[str, dict[str, set[int]]]


def check_game(rulebook: Rulebook, record: Record) -> Iterator[Finding]:
    """Yield every broken rule that only all sheets together can prove."""
    closers = _closers(rulebook, record)
    finishers = _finishers(rulebook, closers)
    enough_closed = bool(finishers)
    if not (enough_closed or _ended_otherwise(rulebook, record)):
        yield not_over_finding(rulebook, record)
    yield from _too_many_penalties(rulebook, record)
    if rulebook.tokens_each:
        yield from check_token_game(rulebook, record, closers)
        return
    several = {sheet.name for sheet in record.sheets if closes_several(sheet.rules(rulebook), sheet)}
    if rulebook.has_own_closing:
        yield from _impossible_end(closers, finishers)
    else:
        yield from _impossible_closing(rulebook, closers, several)
        yield from check_closing_order(rulebook, record)
    if enough_closed:
        yield from _ended_twice(rulebook, record, closers, finishers)
    yield from check_turns(rulebook, record, finishers)
    yield from check_shared_spaces(record)


def _closers(rulebook: Rulebook, record: Record) -> Closers:
    closers: Closers = {row.id: {} for row in rulebook.rows}
    for sheet in record.sheets:
        own = sheet.rules(rulebook)
        for row in own.rows:
            if sheet.has_closed(row):
                closers[row.id][sheet.name] = _closing_sums(own, sheet, row)
    return {row: sums for row, sums in closers.items() if sums}


def _finishers(rulebook: Rulebook, closers: Closers) -> list[str]:
    """Return the players who can have closed the row that ended the game; none if too few rows are closed."""
    closed = Counter(name for sums in closers.values() for name in sums)
    if rulebook.has_own_closing:
        return [name for name, rows in closed.items() if rows >= rulebook.closed_rows]
    return list(closed) if len(closers) >= rulebook.closed_rows else []


def _closing_sums(rulebook: Rulebook, sheet: Sheet, row: Row) -> set[int]:
    """Return the white sums with which the row can have been closed on this sheet."""
    closing = [cell for cell in row.closing if sheet.has(cell.id)] or list(row.closing)
    by_features = (feature.closing_sums(rulebook, sheet, row, closing) for feature in FEATURES)
    return {cell.number for cell in closing}.union(*by_features)


def _ended_otherwise(rulebook: Rulebook, record: Record) -> bool:
    sheets = record.sheets
    boxes = rulebook.penalty_boxes
    if rulebook.tokens_each:
        has_placed_all = any(sheet.placed_tokens(rulebook) >= rulebook.tokens_each for sheet in sheets)
        return has_placed_all or _all_penalties(record) >= boxes
    if record.side and any(rulebook.is_final(record.side, sheet.space) for sheet in sheets):
        return True
    return any(sheet.penalties >= boxes for sheet in sheets)


def not_over_finding(rulebook: Rulebook, record: Record) -> Finding:
    """Return the finding that no end condition holds."""
    boxes = rulebook.penalty_boxes
    closers = _closers(rulebook, record)
    closed = len(closers)
    needed = rulebook.closed_rows
    if rulebook.has_own_closing:
        return game_finding("game-not-over-own", boxes=boxes, needed=needed)
    if rulebook.tokens_each:
        reason = "game-not-over-tokens"
        return game_finding(reason, boxes=boxes, closed=closed, needed=needed, marked=_all_penalties(record))
    if record.side:
        return game_finding("game-not-over-track", boxes=boxes, closed=closed, needed=needed, final=rulebook.final)
    return game_finding("game-not-over", boxes=boxes, closed=closed, needed=needed)


def _all_penalties(record: Record) -> int:
    return sum(sheet.penalties for sheet in record.sheets)


def _too_many_penalties(rulebook: Rulebook, record: Record) -> Iterator[Finding]:
    """Yield a finding if the last penalty, which ends the game, is marked more than once."""
    boxes = rulebook.penalty_boxes
    total = _all_penalties(record)
    names = tuple(sheet.name for sheet in record.sheets if sheet.penalties >= boxes)
    if rulebook.tokens_each:
        if total > boxes:
            yield game_finding("too-many-penalties-tokens", has=total, boxes=boxes)
    elif len(names) > 1:
        yield game_finding("too-many-penalties", players=Names(names), boxes=boxes)


def _impossible_closing(rulebook: Rulebook, closers: Closers, several: Collection[str]) -> Iterator[Finding]:
    """Yield a finding for rows that cannot have been closed as they were, in whatever order.

    `several` are the players who can have closed several rows at once.
    """
    rows = [row for row in rulebook.rows if row.id in closers]
    most = rulebook.closed_rows
    names = Rows(tuple(closers))
    locks = tuple(row.lock.id for row in rows if row.lock)
    for row in rows:
        if not _same_sum([row.id], closers):
            yield game_finding("impossible-closing-apart", row=Rows((row.id,)), players=Names(tuple(closers[row.id])))
    if not any(len(rows) - len(together) < most for together in _closed_together(closers, several)):
        yield game_finding("impossible-closing", locks, rows=names, most=most)


def _closed_together(closers: Closers, several: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Yield the sets of rows that one white sum can have closed, each row by different players but for `several`."""
    for together in chain.from_iterable(combinations(closers, count) for count in range(len(closers) + 1)):
        names = [name for row in together for name in closers[row] if name not in several]
        if len(names) == len(set(names)) and _same_sum(together, closers):
            yield together


def _same_sum(rows: Sequence[str], closers: Closers) -> bool:
    """Return whether all who closed these rows can have used the same white sum; one alone can have used any die."""
    sums = [sums for row in rows for sums in closers[row].values()]
    return len(sums) < 2 or bool(set.intersection(*sums))


def _impossible_end(closers: Closers, finishers: Sequence[str]) -> Iterator[Finding]:
    """Yield a finding if several players ended the game who cannot have closed their last rows with the same sum."""
    sums = [set().union(*(by[name] for by in closers.values() if name in by)) for name in finishers]
    if len(sums) > 1 and not set.intersection(*sums):
        rows = tuple(row for row, by in closers.items() if any(name in by for name in finishers))
        yield game_finding("impossible-closing-own", rows=Rows(rows), players=Names(tuple(finishers)))


def _ended_twice(rulebook: Rulebook, record: Record, closers: Closers, finishers: Collection[str]) -> Iterator[Finding]:
    """Yield a finding if enough rows are closed and a player has all penalties: either ends the game at once.

    It is a warning, because some players take a penalty in the very turn in which others close the last row. Nobody
    can have done both: a player who closes a row has crossed something in that turn.
    """
    names = tuple(sheet.name for sheet in record.sheets if sheet.penalties >= rulebook.penalty_boxes)
    if rulebook.has_own_closing:
        alone = [name for name in names if name in finishers]
        rows = Rows(tuple(row for row, by in closers.items() if any(name in by for name in alone or finishers)))
    else:
        alone = [name for name in names if all(name in sums for sums in closers.values())]
        rows = Rows(tuple(closers))
    for name in alone:
        yield game_finding("ended-twice-alone", player=name, boxes=rulebook.penalty_boxes, rows=rows)
    if names and not alone:
        yield game_finding("ended-twice", players=Names(names), rows=rows)
