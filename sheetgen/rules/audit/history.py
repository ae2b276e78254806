"""Check the order of crosses where it is known: of one sheet, and of several sheets on which the same rows closed."""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import combinations
from typing import Any

from sheetgen.rules.audit.findings import Cells, Finding, Names, Rows, game_finding, sheet_finding
from sheetgen.rules.features import closes_several, order_rule, requirement_kind
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Requirement, Row, Rulebook


def check_order(rulebook: Rulebook, sheet: Sheet, history: tuple[str, ...]) -> Iterator[Finding]:
    """Yield crosses that came too early or too late, and differences between the history and the sheet."""
    crossed: dict[str, None] = {}
    for id, times in Counter(history).items():
        row = rulebook.rows_of[id]
        requirement = rulebook.required.get(id)
        cell = Cells((id,))
        if times > 1:
            yield sheet_finding(sheet.name, "order-twice", (id,), rule=order_rule(row), cell=cell)
        if id in crossed:
            continue
        if passed := tuple(other for other in row.after[id] if other in crossed):
            before = Cells(passed[:1])
            yield sheet_finding(sheet.name, "order-passed", (id,), rule=order_rule(row), cell=cell, before=before)
        if requirement:
            yield from _unmet_requirement(rulebook, sheet, row, requirement, crossed)
        crossed[id] = None
        if along := rulebook.partners.get(id):
            crossed[along] = None
    yield from _crosses_after_the_end(rulebook, sheet, history)
    yield from _differences(rulebook, sheet, crossed)


def _crosses_after_the_end(rulebook: Rulebook, sheet: Sheet, history: tuple[str, ...]) -> Iterator[Finding]:
    """Yield a finding if crosses follow the one with which the player closed enough rows to end the game."""
    closings = _closings(rulebook, sheet)
    if len(closings) < rulebook.closed_rows:
        return
    last = list(closings.values())[rulebook.closed_rows - 1]
    locks = {row.lock.id for row in rulebook.rows if row.lock}
    if after := tuple(id for id in history[history.index(last) + 1 :] if id not in locks):
        yield sheet_finding(sheet.name, "order-after-end", after, cells=Cells(after), last=Cells((last,)))


def _closings(rulebook: Rulebook, sheet: Sheet) -> dict[str, str]:
    """Return the rows that a player closed one after the other, each with the number that closed it."""
    closings: dict[str, str] = {}
    for id in () if closes_several(rulebook, sheet) else sheet.history or ():
        row = rulebook.rows_of[id]
        if id in row.closing_ids:
            closings.setdefault(row.id, id)
    return closings


def check_closing_order(rulebook: Rulebook, record: Record) -> Iterator[Finding]:
    """Yield a finding for each two players who closed the same rows, but in different orders."""
    orders = {sheet.name: list(_closings(sheet.rules(rulebook), sheet)) for sheet in record.sheets if sheet.history}
    for one, other in combinations(orders, 2):
        common = [row for row in orders[one] if row in orders[other]]
        if common != [row for row in orders[other] if row in orders[one]]:
            players = Names((one, other))
            yield game_finding("impossible-closing-order", rows=Rows(tuple(common)), players=players)


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
