"""Check one sheet by itself: locks, features, tokens, the piece, and the order of crosses if it is known."""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from sheetgen.rules.audit.findings import Cells, Finding, sheet_finding
from sheetgen.rules.features import FEATURES, requirement_kind
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Requirement, Row, RowKind, Rulebook, Space

# The id of the rule about the order of crosses, by kind of row.
ORDER_RULES: dict[RowKind, str] = {"coloured": "C2", "bonus": "B3", "pairs": "X1"}


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
    """Yield last numbers with too few crosses before them, and last numbers or locks that lack the other."""
    assert row.lock
    suffix = "-tokens" if rulebook.tokens_each else ""
    needs = row.lock.needs
    lock = row.lock.id
    closing = row.closing_ids
    crossed = tuple(id for id in closing if sheet.has(id))
    for last in crossed:
        has = sheet.weighted_count(row.ids[: len(row.cells) - len(closing)], rulebook)
        if has < needs:
            yield sheet_finding(sheet.name, f"lock-too-few{suffix}", (last,), cell=Cells((last,)), needs=needs, has=has)
    if len(crossed) > 1:
        yield sheet_finding(sheet.name, "closed-twice", crossed, cells=Cells(crossed))
    if sheet.has(lock) and not crossed:
        reason = f"lock-without-number{suffix}" if len(closing) == 1 else "lock-without-number-any"
        yield sheet_finding(sheet.name, reason, (lock,), cell=Cells(closing), lock=Cells((lock,)))
    if sheet.lacks_lock(row, rulebook):
        yield sheet_finding(sheet.name, f"lock-missing{suffix}", (lock,), cell=Cells(crossed[:1]), lock=Cells((lock,)))


def _too_many_locks(rulebook: Rulebook, sheet: Sheet) -> Iterator[Finding]:
    locks = tuple(row.lock.id for row in rulebook.rows if row.lock and sheet.has_closed(row))
    if not rulebook.tokens_each and len(locks) > rulebook.closed_rows:
        yield sheet_finding(sheet.name, "too-many-locks", locks, has=len(locks), most=rulebook.closed_rows)


def _check_tokens(rulebook: Rulebook, sheet: Sheet) -> Iterator[Finding]:
    if sheet.tokens > rulebook.tokens_each:
        yield sheet_finding(sheet.name, "too-many-tokens", has=sheet.tokens, each=rulebook.tokens_each)
    for last in (cell.id for row in rulebook.rows for cell in row.closing):
        if sheet.count([last]) > 1:
            yield sheet_finding(sheet.name, "stack-on-last", (last,), cell=Cells((last,)), has=sheet.count([last]))


def _check_piece(rulebook: Rulebook, record: Record, sheet: Sheet) -> Iterator[Finding]:
    """Yield a finding if the piece stands on an uncrossed number, or if no chain of crossed numbers leads there."""
    assert record.side
    cells = space_cells(rulebook, rulebook.tracks[record.side][sheet.space - 1])
    if not sheet.count(cells):
        yield sheet_finding(sheet.name, "space-not-crossed", cells, space=sheet.space, cell=Cells(cells[:1]))
    if fewest_moves(rulebook, record, sheet) is None:
        hop = longest_hop(rulebook, record)
        yield sheet_finding(sheet.name, "space-unreachable", space=sheet.space, hop=hop)


def space_cells(rulebook: Rulebook, space: Space) -> tuple[str, ...]:
    """Return the cells with the number of a space; several only where its row repeats that number."""
    return tuple(
        cell.id for row in rulebook.rows if row.id == space.row for cell in row.cells if cell.number == space.number
    )


def longest_hop(rulebook: Rulebook, record: Record) -> int:
    """Return how many spaces one move can go ahead: the free spaces, and a jump over every other piece."""
    players = len(record.sheets) if record.complete else rulebook.players[1]
    return rulebook.move + players - 1


def fewest_moves(rulebook: Rulebook, record: Record, sheet: Sheet) -> int | None:
    """Return the fewest moves that lead to the sheet's space, each but the last landing on a crossed number.

    Returns None if no chain of moves leads there; 0 on the start, or without a track.
    """
    if not record.side or not sheet.space:
        return 0
    spaces = rulebook.tracks[record.side]
    hop = longest_hop(rulebook, record)
    frontier = {0}
    reached = {0}
    moves = 0
    while frontier:
        moves += 1
        ahead = {space for start in frontier for space in range(start + 1, start + hop + 1)}
        if sheet.space in ahead:
            return moves
        frontier = {space for space in ahead - reached if sheet.count(space_cells(rulebook, spaces[space - 1]))}
        reached |= frontier
    return None


def check_order(rulebook: Rulebook, sheet: Sheet, history: tuple[str, ...]) -> Iterator[Finding]:
    """Yield crosses that came too early or too late, and differences between the history and the sheet."""
    crossed: dict[str, None] = {}
    for id, times in Counter(history).items():
        row = rulebook.rows_of[id]
        requirement = rulebook.required.get(id)
        cell = Cells((id,))
        if times > 1:
            yield sheet_finding(sheet.name, "order-twice", (id,), rule=ORDER_RULES[row.kind], cell=cell)
        if id in crossed:
            continue
        if passed := tuple(other for other in row.after[id] if other in crossed):
            rule = ORDER_RULES[row.kind]
            before = Cells(passed[:1])
            yield sheet_finding(sheet.name, "order-passed", (id,), rule=rule, cell=cell, before=before)
        if requirement:
            yield from _unmet_requirement(rulebook, sheet, row, requirement, crossed)
        crossed[id] = None
        if along := rulebook.partners.get(id):
            crossed[along] = None
    yield from _differences(rulebook, sheet, crossed)


def _unmet_requirement(
    rulebook: Rulebook, sheet: Sheet, row: Row, requirement: Requirement, crossed: Collection[str]
) -> Iterator[Finding]:
    """Yield a finding if a cross came before those that it requires."""
    id, needs, of = requirement
    has = sum(1 + (other in rulebook.twice) for other in of if other in crossed)
    if has >= needs:
        return
    if kind := requirement_kind(rulebook, id):
        values: dict[str, Any] = {"cell": Cells((id,)), kind.placeholder: Cells(of)}
        yield sheet_finding(sheet.name, f"order-{kind.reason}", (id,), **values)
    elif id in row.closing_ids:
        yield sheet_finding(sheet.name, "order-too-few", (id,), cell=Cells((id,)), needs=needs, has=has)
    else:
        yield sheet_finding(sheet.name, "order-lock", (id,), cell=Cells((id,)), number=Cells(of))


def _differences(rulebook: Rulebook, sheet: Sheet, crossed: Collection[str]) -> Iterator[Finding]:
    """Yield cells that are in the history but not on the sheet, and the other way round.

    A history need not list locks and other cells that are crossed along.
    """
    locks = {row.lock.id for row in rulebook.rows if row.lock}
    unmarked = tuple(id for id in crossed if not sheet.has(id))
    unlisted = tuple(id for id in sheet.crosses if id not in crossed and id not in locks)
    if unmarked:
        yield sheet_finding(sheet.name, "order-unmarked", unmarked, cells=Cells(unmarked))
    if unlisted:
        yield sheet_finding(sheet.name, "order-unlisted", unlisted, cells=Cells(unlisted))
