"""Check one sheet by itself: locks, features, tokens, the piece, and the order of crosses if it is known."""

from collections.abc import Iterator

from sheetgen.rules.audit.findings import Cells, Finding, Rows, sheet_finding
from sheetgen.rules.audit.history import check_order
from sheetgen.rules.audit.piece_checks import check_piece
from sheetgen.rules.audit.token_checks import check_tokens
from sheetgen.rules.features import FEATURES, closes_several
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Row, Rulebook


def check_sheet(rulebook: Rulebook, record: Record, sheet: Sheet) -> Iterator[Finding]:
    """Yield every broken rule that this sheet alone can prove."""
    for row in rulebook.rows:
        if row.lock:
            yield from _check_lock(rulebook, sheet, row)
    yield from _too_many_locks(rulebook, sheet)
    for feature in FEATURES:
        yield from feature.check_sheet(rulebook, record, sheet)
    if rulebook.tokens_each:
        yield from check_tokens(rulebook, sheet)
    if record.side and sheet.space:
        yield from check_piece(rulebook, record, sheet)
    if not record.complete:
        yield from _ended_twice(rulebook, sheet)
    if sheet.history is not None:
        yield from check_order(rulebook, sheet, sheet.history)


def _check_lock(rulebook: Rulebook, sheet: Sheet, row: Row) -> Iterator[Finding]:
    """Yield last numbers with too few crosses before them, and last numbers or locks that lack the other."""
    assert row.lock
    suffix = "-tokens" if rulebook.tokens_each else ""
    needs = row.lock.needs
    lock = row.lock.id
    closing = row.closing_ids
    crossed = tuple(id for id in closing if sheet.has(id))
    for last in crossed:
        has = sheet.weighted_count(rulebook.required[last].of, rulebook)
        if has < needs:
            yield sheet_finding(sheet.name, f"lock-too-few{suffix}", (last,), cell=Cells((last,)), needs=needs, has=has)
    if len(crossed) > 1:
        yield sheet_finding(sheet.name, "closed-twice", crossed, cells=Cells(crossed))
    if sheet.has(lock) and not crossed:
        reason = f"lock-without-number{suffix}" if len(closing) == 1 else "lock-without-number-any"
        yield sheet_finding(sheet.name, reason, (lock,), cell=Cells(closing), lock=Cells((lock,)))
    if row in sheet.missing_locks(rulebook):
        yield sheet_finding(sheet.name, f"lock-missing{suffix}", (lock,), cell=Cells(crossed[:1]), lock=Cells((lock,)))


def _too_many_locks(rulebook: Rulebook, sheet: Sheet) -> Iterator[Finding]:
    locks = tuple(row.lock.id for row in rulebook.rows if row.lock and sheet.has_closed(row))
    if not rulebook.tokens_each and len(locks) > rulebook.closed_rows and not closes_several(rulebook, sheet):
        yield sheet_finding(sheet.name, "too-many-locks", locks, has=len(locks), most=rulebook.closed_rows)


def _ended_twice(rulebook: Rulebook, sheet: Sheet) -> Iterator[Finding]:
    """Yield a finding if the player has all penalties and closed enough rows: either ends the game at once."""
    rows = tuple(row.id for row in rulebook.rows if sheet.has_closed(row))
    has_all_penalties = sheet.penalties >= rulebook.penalty_boxes
    if not rulebook.tokens_each and has_all_penalties and len(rows) >= rulebook.closed_rows:
        boxes = rulebook.penalty_boxes
        yield sheet_finding(sheet.name, "ended-twice-alone", (), player=sheet.name, boxes=boxes, rows=Rows(rows))
