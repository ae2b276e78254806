"""Check one sheet by itself: locks, features, tokens, the piece, and the order of the crosses if it is known."""

from collections.abc import Iterator

from sheetgen.rules.audit.findings import Cells, Finding, of_sheet
from sheetgen.rules.audit.history import check_order
from sheetgen.rules.audit.track import fewest_moves, longest_hop, space_cells
from sheetgen.rules.features import FEATURES
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Row, Rulebook


def check_sheet(rulebook: Rulebook, record: Record, sheet: Sheet) -> Iterator[Finding]:
    """Yield every broken rule that this sheet alone can prove."""
    for row in rulebook.rows:
        if row.lock:
            yield from _check_lock(rulebook, sheet, row)
    yield from _too_many_locks(rulebook, sheet)
    for feature in FEATURES:
        yield from feature.check_sheet(rulebook, sheet)
    if rulebook.tokens_each:
        yield from _check_tokens(rulebook, sheet)
    if record.side and sheet.space:
        yield from _check_piece(rulebook, record, sheet)
    if sheet.history is not None:
        yield from check_order(rulebook, sheet, sheet.history)


def _check_lock(rulebook: Rulebook, sheet: Sheet, row: Row) -> Iterator[Finding]:
    """Yield last numbers with too few crosses before them, and last numbers and locks without one another."""
    assert row.lock
    suffix = "-tokens" if rulebook.tokens_each else ""
    needs, lock = row.lock.needs, row.lock.id
    closing = row.closing_ids
    crossed = tuple(id for id in closing if sheet.has(id))
    for last in crossed:
        has = sheet.worth(row.ids[: len(row.cells) - len(closing)], rulebook)
        if has < needs:
            yield of_sheet(sheet.name, f"lock-too-few{suffix}", (last,), cell=Cells((last,)), needs=needs, has=has)
    if len(crossed) > 1:
        yield of_sheet(sheet.name, "closed-twice", crossed, cells=Cells(crossed))
    if sheet.has(lock) and not crossed:
        reason = f"lock-without-number{suffix}" if len(closing) == 1 else "lock-without-number-any"
        yield of_sheet(sheet.name, reason, (lock,), cell=Cells(closing), lock=Cells((lock,)))
    if sheet.lacks_lock(row, rulebook):
        yield of_sheet(sheet.name, f"lock-missing{suffix}", (lock,), cell=Cells(crossed[:1]), lock=Cells((lock,)))


def _too_many_locks(rulebook: Rulebook, sheet: Sheet) -> Iterator[Finding]:
    """Yield a finding if the player closed more rows than end the game."""
    locks = tuple(row.lock.id for row in rulebook.rows if row.lock and sheet.has_closed(row))
    if not rulebook.tokens_each and len(locks) > rulebook.closed_rows:
        yield of_sheet(sheet.name, "too-many-locks", locks, has=len(locks), most=rulebook.closed_rows)


def _check_tokens(rulebook: Rulebook, sheet: Sheet) -> Iterator[Finding]:
    if sheet.tokens > rulebook.tokens_each:
        yield of_sheet(sheet.name, "too-many-tokens", has=sheet.tokens, each=rulebook.tokens_each)
    for last in (cell.id for row in rulebook.rows for cell in row.closing):
        if sheet.count([last]) > 1:
            yield of_sheet(sheet.name, "stack-on-last", (last,), cell=Cells((last,)), has=sheet.count([last]))


def _check_piece(rulebook: Rulebook, record: Record, sheet: Sheet) -> Iterator[Finding]:
    """Yield a finding if the piece stands on an uncrossed number, or if no chain of crossed numbers leads there."""
    assert record.side
    cells = space_cells(rulebook, rulebook.tracks[record.side][sheet.space - 1])
    if not sheet.count(cells):
        yield of_sheet(sheet.name, "space-not-crossed", cells, space=sheet.space, cell=Cells(cells[:1]))
    if fewest_moves(rulebook, record, sheet) is None:
        hop = longest_hop(rulebook, record)
        yield of_sheet(sheet.name, "space-unreachable", space=sheet.space, hop=hop)
