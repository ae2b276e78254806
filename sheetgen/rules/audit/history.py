"""The order of crosses, where the players noted it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from sheetgen.rules.audit.findings import Cells, Finding, of_sheet
from sheetgen.rules.records import Sheet
from sheetgen.rules.rulebook import Requirement, Row, Rulebook


def check_order(rulebook: Rulebook, sheet: Sheet, history: tuple[str, ...]) -> Iterator[Finding]:
    """Left to right, enough before a last number, numbers before bonus fields and second boxes; and the same crosses
    as marked. What is linked to a cross comes along with it, wherever it stands."""
    rows, requirements, partners = rulebook.rows_of, rulebook.required, rulebook.partners
    crossed: dict[str, None] = {}
    for id, times in Counter(history).items():
        row, requirement = rows[id], requirements.get(id)
        partner = partners.get(id)
        if times > 1:
            yield of_sheet(sheet.name, "order-twice", row_rule(row), (id,), cell=Cells((id,)))
        if id in crossed:
            continue
        before = _further_right(row, id, crossed)
        if before:
            yield of_sheet(sheet.name, "order-passed", row_rule(row), (id,), cell=Cells((id,)), before=Cells((before,)))
        if requirement:
            yield from _unmet(rulebook, sheet, row, requirement, crossed)
        crossed[id] = None
        if partner:
            crossed[partner] = None
    yield from _differences(rulebook, sheet, crossed)


def _further_right(row: Row, id: str, crossed: Collection[str]) -> str | None:
    """A number to the right that was crossed before; nothing stands to the right of a lock."""
    ahead = row.ids[row.ids.index(id) + 1 : len(row.cells)]
    return next((other for other in ahead if other in crossed), None)


def _unmet(
    rulebook: Rulebook, sheet: Sheet, row: Row, requirement: Requirement, crossed: Collection[str]
) -> Iterator[Finding]:
    """What the cross requires was not there yet."""
    id, cell = requirement.cell, Cells((requirement.cell,))
    has = sum(1 + (other in rulebook.twice) for other in requirement.of if other in crossed)
    if has >= requirement.needs:
        return
    if row.between:
        yield of_sheet(sheet.name, "order-neighbour", "B2", (id,), cell=cell, neighbours=Cells(requirement.of))
    elif id in rulebook.doubles:
        yield of_sheet(sheet.name, "order-double", "W1", (id,), cell=cell, number=Cells(requirement.of))
    elif id in row.closing_ids:
        yield of_sheet(sheet.name, "order-too-few", "C6", (id,), cell=cell, needs=requirement.needs, has=has)
    else:
        yield of_sheet(sheet.name, "order-lock", "C6", (id,), cell=cell, number=Cells(requirement.of))


def _differences(rulebook: Rulebook, sheet: Sheet, crossed: Collection[str]) -> Iterator[Finding]:
    """A history need not list what comes along with a cross: locks and linked cells. All else must be the same."""
    locks = {row.lock.id for row in rulebook.rows if row.lock}
    unmarked = tuple(id for id in crossed if not sheet.has(id))
    unlisted = tuple(id for id in sheet.marks if id not in crossed and id not in locks)
    if unmarked:
        yield of_sheet(sheet.name, "order-unmarked", "C2", unmarked, cells=Cells(unmarked))
    if unlisted:
        yield of_sheet(sheet.name, "order-unlisted", "C2", unlisted, cells=Cells(unlisted))


def row_rule(row: Row) -> str:
    """The rule by which a row is crossed from left to right."""
    return "B3" if row.between else "X1" if row.swaps else "C2"
