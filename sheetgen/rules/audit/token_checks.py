"""Check token games: how many tokens lie where, who closed which row, that the game ended once, and the turns."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from sheetgen.rules.audit.findings import Cells, Finding, Names, Rows, game_finding, sheet_finding
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Rulebook


def check_tokens(rulebook: Rulebook, sheet: Sheet) -> Iterator[Finding]:
    """Yield a finding if a player has placed too many tokens, in all or on a last number."""
    placed = sheet.placed_tokens(rulebook)
    if placed > rulebook.tokens_each:
        yield sheet_finding(sheet.name, "too-many-tokens", has=placed, each=rulebook.tokens_each)
    for last in (cell.id for row in rulebook.rows for cell in row.closing):
        if sheet.count([last]) > 1:
            yield sheet_finding(sheet.name, "stack-on-last", (last,), cell=Cells((last,)), has=sheet.count([last]))


def check_token_game(rulebook: Rulebook, record: Record, closers: Mapping[str, Collection[str]]) -> Iterator[Finding]:
    """Yield what all tokens together prove. `closers` has for each closed row the players who closed it."""
    yield from _impossible_closing(rulebook, closers)
    yield from _ended_twice(rulebook, record, closers)
    yield from _shared_squares(rulebook, record)
    yield from _impossible_turns(rulebook, record)


def _impossible_closing(rulebook: Rulebook, closers: Mapping[str, Collection[str]]) -> Iterator[Finding]:
    rows = [row for row in rulebook.rows if row.id in closers]
    most = rulebook.closed_rows
    if len(rows) > most:
        locks = tuple(row.lock.id for row in rows if row.lock)
        yield game_finding("impossible-closing-tokens", locks, rows=Rows(tuple(closers)), most=most)
    for row in rows:
        if len(closers[row.id]) > 1:
            yield game_finding("impossible-closing-both", (row.closing[0].id,), row=Rows((row.id,)))


def _ended_twice(rulebook: Rulebook, record: Record, closers: Mapping[str, Collection[str]]) -> Iterator[Finding]:
    """Yield a finding for two things that end the game at once and cannot have happened in one action."""
    boxes = rulebook.penalty_boxes
    rows = Rows(tuple(closers)) if len(closers) >= rulebook.closed_rows else None
    is_full = sum(sheet.penalties for sheet in record.sheets) >= boxes
    out_of_tokens = [sheet for sheet in record.sheets if sheet.placed_tokens(rulebook) >= rulebook.tokens_each]
    if is_full and rows:
        yield game_finding("ended-twice-penalties", boxes=boxes, rows=rows)
    if len(out_of_tokens) > 1:
        yield game_finding("ended-twice-tokens", players=Names(tuple(sheet.name for sheet in out_of_tokens)))
    for sheet in out_of_tokens:
        if rows and not any(sheet.name in names for names in closers.values()):
            yield game_finding("ended-twice-tokens-rows", player=sheet.name, rows=rows)
        without_lock = [row for row in rulebook.rows if sheet.has_closed(row) and not sheet.has_lock(row)]
        has_last_on_number = len(without_lock) > len(sheet.missing_locks(rulebook))
        if is_full and (not sheet.penalties or has_last_on_number):
            yield game_finding("ended-twice-tokens-penalties", player=sheet.name, boxes=boxes)


def _shared_squares(rulebook: Rulebook, record: Record) -> Iterator[Finding]:
    for id in (id for row in rulebook.rows for id in row.ids):
        names = tuple(sheet.name for sheet in record.sheets if sheet.has(id))
        if len(names) > 1:
            yield game_finding("square-shared", (id,), cell=Cells((id,)), players=Names(names))


def _impossible_turns(rulebook: Rulebook, record: Record) -> Iterator[Finding]:
    """Yield a finding if somebody with an empty board has too few penalties. A square once taken stays taken."""
    idle = [sheet for sheet in record.sheets if not sheet.crosses]
    others = [sheet for sheet in record.sheets if sheet.crosses]
    if not others:
        fewest, most = (choose(idle, key=lambda sheet: sheet.penalties) for choose in (min, max))
        if most.penalties - fewest.penalties > 1:
            values: dict[str, Any] = {"most": most.name, "many": most.penalties, "fewest": fewest.name}
            yield game_finding("impossible-turns-empty", few=fewest.penalties, **values)
    elif len(others) == 1 and len(others[0].crosses) == 1:
        # The owner places one token a turn on the same square, and everybody else has a turn in between.
        ((cell, height),) = others[0].crosses.items()
        for sheet in idle:
            if sheet.penalties < height - 1:
                values = {"player": sheet.name, "has": sheet.penalties, "least": height - 1}
                values |= {"owner": others[0].name, "cell": Cells((cell,)), "height": height}
                yield game_finding("impossible-turns-stack", (cell,), **values)
