"""The order of crosses, where the players noted it."""

from __future__ import annotations

from collections.abc import Iterator

from sheetgen.rules.findings import Cells, Finding, of_sheet
from sheetgen.rules.record import Sheet
from sheetgen.rules.rulebook import Row, Rulebook


def check_order(rulebook: Rulebook, sheet: Sheet, history: tuple[str, ...]) -> Iterator[Finding]:
    """Left to right, enough before the last number, neighbours before bonus fields; and the same crosses as marked."""
    requirements = {requirement.cell: requirement for requirement in rulebook.requirements}
    rows = {id: row for row in rulebook.rows for id in row.ids}
    crossed: dict[str, None] = {}
    for id in history:
        row = rows[id]
        before = [other for other in row.ids[row.ids.index(id) :] if other in crossed]
        if id in crossed:
            yield _wrong(sheet, _rule(row), "order-twice", id)
        elif before:
            yield _wrong(sheet, _rule(row), "order-passed", id, before=Cells((before[0],)))
        requirement = requirements.get(id)
        has = sum(other in crossed for other in requirement.of) if requirement else 0
        if requirement and id not in crossed and has < requirement.needs:
            if row.between:
                yield _wrong(sheet, "B2", "order-neighbour", id, neighbours=Cells(requirement.of))
            elif row.lock and id == row.lock.id:
                yield _wrong(sheet, "C6", "order-lock", row.cells[-1].id, lock=Cells((id,)))
            else:
                yield _wrong(sheet, "C6", "order-too-few", id, needs=requirement.needs, has=has)
        crossed[id] = None
    yield from _differences(rulebook, sheet, crossed)


def _differences(rulebook: Rulebook, sheet: Sheet, crossed: dict[str, None]) -> Iterator[Finding]:
    """A history need not list the locks, which come with the last numbers; all else must be the same."""
    locks = {row.lock.id for row in rulebook.rows if row.lock}
    unmarked = tuple(id for id in crossed if not sheet.has(id))
    unlisted = tuple(id for id in sheet.marks if id not in crossed and id not in locks)
    for reason, cells in (("order-unmarked", unmarked), ("order-unlisted", unlisted)):
        if cells:
            yield of_sheet(sheet.name, "order", "C2", cells, reason, cells=Cells(cells))


def _rule(row: Row) -> str:
    return "B3" if row.between else "C2"


def _wrong(sheet: Sheet, rule: str, reason: str, cell: str, **values: int | Cells) -> Finding:
    return of_sheet(sheet.name, "order", rule, (cell,), reason, cell=Cells((cell,)), **values)
