"""Check the order of crosses, where the players noted it."""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from sheetgen.rules.audit.findings import Cells, Finding, of_sheet
from sheetgen.rules.features import partner, requirement_kind
from sheetgen.rules.records import Sheet
from sheetgen.rules.rulebook import Requirement, Row, RowKind, Rulebook

ORDER_RULES: dict[RowKind, str] = {
    "coloured": "C2",
    "bonus": "B3",
    "pairs": "X1",
}  # the rule of crossing from left to right


def check_order(rulebook: Rulebook, sheet: Sheet, history: tuple[str, ...]) -> Iterator[Finding]:
    """Yield crosses that came too early or too late, and differences between the history and the sheet."""
    crossed: dict[str, None] = {}
    for id, times in Counter(history).items():
        row, requirement, cell = rulebook.rows_of[id], rulebook.required.get(id), Cells((id,))
        if times > 1:
            yield of_sheet(sheet.name, "order-twice", (id,), rule=ORDER_RULES[row.kind], cell=cell)
        if id in crossed:
            continue
        if before := _further_right(row, id, crossed):
            rule, first = ORDER_RULES[row.kind], Cells((before,))
            yield of_sheet(sheet.name, "order-passed", (id,), rule=rule, cell=cell, before=first)
        if requirement:
            yield from _unmet(rulebook, sheet, row, requirement, crossed)
        crossed[id] = None
        if along := partner(rulebook, id):
            crossed[along] = None
    yield from _differences(rulebook, sheet, crossed)


def _further_right(row: Row, id: str, crossed: Collection[str]) -> str | None:
    """Return a number to the right of a cell that was crossed before; nothing is to the right of a lock."""
    ahead = row.ids[row.ids.index(id) + 1 : len(row.cells)]
    return next((other for other in ahead if other in crossed), None)


def _unmet(
    rulebook: Rulebook, sheet: Sheet, row: Row, requirement: Requirement, crossed: Collection[str]
) -> Iterator[Finding]:
    """Yield the finding that a cross came before what it requires."""
    id, needs, of = requirement
    has = sum(1 + (other in rulebook.twice) for other in of if other in crossed)
    if has >= needs:
        return
    if kind := requirement_kind(rulebook, id):
        values: dict[str, Any] = {"cell": Cells((id,)), kind.names: Cells(of)}
        yield of_sheet(sheet.name, f"order-{kind.reason}", (id,), **values)
    elif id in row.closing_ids:
        yield of_sheet(sheet.name, "order-too-few", (id,), cell=Cells((id,)), needs=needs, has=has)
    else:
        yield of_sheet(sheet.name, "order-lock", (id,), cell=Cells((id,)), number=Cells(of))


def _differences(rulebook: Rulebook, sheet: Sheet, crossed: Collection[str]) -> Iterator[Finding]:
    """Yield cells that are in the history but not on the sheet, and the other way round.

    A history need not list locks and other cells that are crossed along.
    """
    locks = {row.lock.id for row in rulebook.rows if row.lock}
    unmarked = tuple(id for id in crossed if not sheet.has(id))
    unlisted = tuple(id for id in sheet.crosses if id not in crossed and id not in locks)
    if unmarked:
        yield of_sheet(sheet.name, "order-unmarked", unmarked, cells=Cells(unmarked))
    if unlisted:
        yield of_sheet(sheet.name, "order-unlisted", unlisted, cells=Cells(unlisted))
