"""What one sheet can prove: locks, bonus fields, second boxes, links, swaps, tokens, the piece, and the order of
crosses if it is known."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.rules.audit.findings import Cells, Finding, of_sheet
from sheetgen.rules.audit.history import check_order
from sheetgen.rules.audit.track import fewest_moves, longest_hop, space_cells
from sheetgen.rules.features.swap import unused_pairs
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Row, Rulebook


def check_sheet(rulebook: Rulebook, record: Record, sheet: Sheet) -> Iterator[Finding]:
    """Every broken rule on this sheet alone."""
    for row in rulebook.rows:
        if row.lock:
            yield from _lock(rulebook, sheet, row)
    yield from _too_many_locks(rulebook, sheet)
    yield from _bonus_fields(rulebook, sheet)
    yield from _doubles(rulebook, sheet)
    yield from _links(rulebook, sheet)
    yield from _swaps(rulebook, sheet)
    if rulebook.tokens_each:
        yield from _tokens(rulebook, sheet)
    if record.side and sheet.space:
        yield from _piece(rulebook, record, sheet)
    if sheet.history is not None:
        yield from check_order(rulebook, sheet, sheet.history)


def _lock(rulebook: Rulebook, sheet: Sheet, row: Row) -> Iterator[Finding]:
    """A last number needs enough others before it, and goes together with the lock."""
    assert row.lock
    rule, kind = ("D7", "-tokens") if rulebook.tokens_each else ("C6", "")
    needs, lock = row.lock.needs, row.lock.id
    closing = row.closing_ids
    crossed = tuple(id for id in closing if sheet.has(id))
    for last in crossed:
        has = sheet.worth(row.ids[: len(row.cells) - len(closing)], rulebook)
        if has < needs:
            yield of_sheet(sheet.name, f"lock-too-few{kind}", rule, (last,), cell=Cells((last,)), needs=needs, has=has)
    if len(crossed) > 1:
        yield of_sheet(sheet.name, "closed-twice", "C7", crossed, cells=Cells(crossed))
    if sheet.has(lock) and not crossed:
        reason = f"lock-without-number{kind}" if len(closing) == 1 else "lock-without-number-any"
        yield of_sheet(sheet.name, reason, rule, (lock,), cell=Cells(closing), lock=Cells((lock,)))
    if sheet.lacks_lock(row, rulebook):
        yield of_sheet(sheet.name, f"lock-missing{kind}", rule, (lock,), cell=Cells(crossed[:1]), lock=Cells((lock,)))


def _too_many_locks(rulebook: Rulebook, sheet: Sheet) -> Iterator[Finding]:
    """The game ends with so many closed rows, so nobody can have closed more."""
    locks = tuple(row.lock.id for row in rulebook.rows if row.lock and sheet.has_closed(row))
    if not rulebook.tokens_each and len(locks) > rulebook.closed_rows:
        yield of_sheet(sheet.name, "too-many-locks", "C8", locks, has=len(locks), most=rulebook.closed_rows)


def _bonus_fields(rulebook: Rulebook, sheet: Sheet) -> Iterator[Finding]:
    for requirement in rulebook.bonus_fields:
        cell, neighbours = requirement.cell, requirement.of
        if sheet.has(cell) and sheet.count(neighbours) < requirement.needs:
            yield of_sheet(
                sheet.name,
                "bonus-without-neighbour",
                "B2",
                (cell, *neighbours),
                cell=Cells((cell,)),
                neighbours=Cells(neighbours),
            )


def _doubles(rulebook: Rulebook, sheet: Sheet) -> Iterator[Finding]:
    """A second box comes after its number."""
    for double, number in rulebook.doubles.items():
        if sheet.has(double) and not sheet.has(number):
            cells = {"cell": Cells((double,)), "number": Cells((number,))}
            yield of_sheet(sheet.name, "double-without-number", "W1", (double, number), **cells)


def _links(rulebook: Rulebook, sheet: Sheet) -> Iterator[Finding]:
    """Of linked cells both are crossed, or neither."""
    for pair in rulebook.links:
        for cell, partner in (pair, pair[::-1]):
            if sheet.has(cell) and not sheet.has(partner):
                cells = {"cell": Cells((cell,)), "partner": Cells((partner,))}
                yield of_sheet(sheet.name, "link-broken", "K1", (partner, cell), **cells)


def _swaps(rulebook: Rulebook, sheet: Sheet) -> Iterator[Finding]:
    """For each crossed pair another number must have been crossed: one of its two."""
    for row in (row for row in rulebook.rows if row.swaps):
        for unused in unused_pairs(rulebook, sheet, row):
            one, other = row.swaps[row.ids.index(unused)]
            cell = Cells((unused,))
            yield of_sheet(sheet.name, "swap-without-number", "X1", (unused,), cell=cell, one=one, other=other)


def _tokens(rulebook: Rulebook, sheet: Sheet) -> Iterator[Finding]:
    if sheet.tokens > rulebook.tokens_each:
        yield of_sheet(sheet.name, "too-many-tokens", "D1", has=sheet.tokens, each=rulebook.tokens_each)
    for last in (cell.id for row in rulebook.rows for cell in row.closing):
        if sheet.count([last]) > 1:
            yield of_sheet(sheet.name, "stack-on-last", "D7", (last,), cell=Cells((last,)), has=sheet.count([last]))


def _piece(rulebook: Rulebook, record: Record, sheet: Sheet) -> Iterator[Finding]:
    """The piece stands on a crossed number, and a chain of crossed numbers leads there."""
    assert record.side
    cells = space_cells(rulebook, rulebook.tracks[record.side][sheet.space - 1])
    if not sheet.count(cells):
        yield of_sheet(sheet.name, "space-not-crossed", "O3", cells, space=sheet.space, cell=Cells(cells[:1]))
    if fewest_moves(rulebook, record, sheet) is None:
        hop = longest_hop(rulebook, record)
        yield of_sheet(sheet.name, "space-unreachable", "O2", space=sheet.space, hop=hop)
