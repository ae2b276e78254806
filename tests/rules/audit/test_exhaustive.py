"""Tiny games, of which every legal course is known: the audit refuses none, and lets few impossible records pass."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from sheetgen.layouts.catalog import load_variant
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.game_spec import GameSpec, compile_rulebook
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Rulebook
from tests.profiles import THOROUGH, Counted, amount, selection

BOXES = 2
NEEDS = 1  # crosses before a last number

PlainSheet = tuple[frozenset[tuple[str, int]], int]  # the crossed cells by row and place, and the penalties
PlainRecord = tuple[PlainSheet, ...]  # sorted, because a record does not tell who sat where


@dataclass(frozen=True)
class TinyGame:
    """Two rows of numbers from 2 on, crossed from left to right; written without the program, and played by it too."""

    numbers: int  # of each row
    same_end: bool  # whether both rows end with the same number
    players: int
    most_turns: int | None = None  # games with more turns are not played; None for all games

    @property
    def rows(self) -> dict[str, tuple[int, ...]]:
        up = tuple(range(2, 2 + self.numbers))
        return {"red": up, "blue": up if self.same_end else up[::-1]}

    @property
    def last(self) -> int:
        return self.numbers - 1

    def rulebook(self) -> Rulebook:
        """The same game in the program's own words."""
        classic = load_variant("classic").game.model_dump(by_alias=True)
        lock = {"needs": NEEDS, "last": 1}
        rows = {
            name: {"cells": f"{name} {' '.join(map(str, numbers))}", "lock": {"colour": name, **lock}}
            for name, numbers in self.rows.items()
        }
        changes = {"dice": 4, "rows": rows, "penalties": {"boxes": BOXES, "points": -5}}
        return compile_rulebook(GameSpec.model_validate({**_without_rows(classic), **changes}))


def _without_rows(game: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in game.items() if key in ("players", "points", "end")}


def _order(sheet: PlainSheet) -> tuple[list[tuple[str, int]], int]:
    crossed, penalties = sheet
    return sorted(crossed), penalties


@dataclass(frozen=True)
class State:
    """A game before a turn."""

    sheets: tuple[PlainSheet, ...]  # that of the active player first
    closed: frozenset[str]


def legal_records(game: TinyGame) -> set[PlainRecord]:
    """The sheets at the end of every legal game. The dice can show any number of the rows, in either action."""
    start = State(((frozenset(), 0),) * game.players, frozenset())
    records: set[PlainRecord] = set()
    seen = {start}
    frontier = [start]
    turns = 0
    while frontier and turns != game.most_turns:
        turns += 1
        following: set[State] = set()
        for state in frontier:
            for after, is_over in turns_of(game, state):
                if is_over:
                    records.add(tuple(sorted(after.sheets, key=_order)))
                elif after not in seen:
                    following.add(after)
        seen |= following
        frontier = list(following)
    return records


def turns_of(game: TinyGame, state: State) -> Iterator[tuple[State, bool]]:
    """Every way to play a turn, each with whether the game is over after it."""
    for white in next(iter(game.rows.values())):
        choices = [[None, *options(game, crossed, state.closed, white)] for crossed, _ in state.sheets]
        for chosen in product(*choices):
            sheets = [
                crossed | ({cell} if cell else set()) for cell, (crossed, _) in zip(chosen, state.sheets, strict=True)
            ]
            closed = state.closed | {row for row, place in filter(None, chosen) if place == game.last}
            for coloured in [None] if len(closed) > 1 else [None, *options(game, sheets[0], closed)]:
                yield _after(game, state, sheets, closed, chosen[0], coloured)


def _after(
    game: TinyGame,
    state: State,
    sheets: list[frozenset[tuple[str, int]]],
    closed: frozenset[str],
    white: tuple[str, int] | None,
    coloured: tuple[str, int] | None,
) -> tuple[State, bool]:
    crossed = [*sheets]
    penalties = [penalties for _, penalties in state.sheets]
    if coloured:
        crossed[0] = crossed[0] | {coloured}
        closed = closed | ({coloured[0]} if coloured[1] == game.last else set())
    elif not white and len(closed) < 2:
        penalties[0] += 1
    active, *others = zip(crossed, penalties, strict=True)
    return State((*others, active), closed), len(closed) > 1 or penalties[0] == BOXES


def options(
    game: TinyGame, crossed: frozenset[tuple[str, int]], closed: frozenset[str], number: int | None = None
) -> list[tuple[str, int]]:
    """The cells that may be crossed, with this number or with any."""
    return [
        (row, place)
        for row, numbers in game.rows.items()
        for place, own in enumerate(numbers)
        if row not in closed
        and number in (None, own)
        and not any((row, later) in crossed for later in range(place, game.numbers))
        and (place < game.last or sum(other == row for other, _ in crossed) >= NEEDS)
    ]


def all_sheets(game: TinyGame) -> list[PlainSheet]:
    """Every sheet that is right in itself."""
    cells = [(row, place) for row in game.rows for place in range(game.numbers)]
    sheets = []
    for chosen in product([False, True], repeat=len(cells)):
        crossed = frozenset(cell for cell, is_crossed in zip(cells, chosen, strict=True) if is_crossed)
        ends = [row for row in game.rows if (row, game.last) in crossed]
        if all(sum(other == row for other, _ in crossed) > NEEDS for row in ends):
            sheets += [(crossed, penalties) for penalties in range(BOXES + 1)]
    return sheets


class Auditor:
    """The program's audit of plain records."""

    def __init__(self, game: TinyGame) -> None:
        self.rulebook = game.rulebook()
        self.cells = {(row.id, place): cell.id for row in self.rulebook.rows for place, cell in enumerate(row.cells)}
        self.last = game.last
        self.sheet = cache(self._sheet)

    def _sheet(self, sheet: PlainSheet) -> Sheet:
        crossed, penalties = sheet
        locks = [f"{row} lock" for row, place in crossed if place == self.last]
        return Sheet("", dict.fromkeys([*(self.cells[cell] for cell in crossed), *locks], 1), penalties)

    def findings(self, record: PlainRecord) -> list[str]:
        sheets = tuple(replace(self.sheet(sheet), name=f"P{seat}") for seat, sheet in enumerate(record))
        return [finding.reason for finding in audit(self.rulebook, Record(sheets)).findings]


GAMES = [
    TinyGame(numbers=3, same_end=False, players=2),
    TinyGame(numbers=3, same_end=True, players=2),
    TinyGame(numbers=2, same_end=False, players=3),
    TinyGame(numbers=2, same_end=True, players=3),
    *([TinyGame(4, same_end=False, players=2), TinyGame(4, same_end=True, players=2)] if THOROUGH else []),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_no_legal_record_is_refused_and_few_impossible_ones_pass(game: TinyGame, record_property: Counted) -> None:
    """Those pass whose numbers of crosses fit, but not their places: it can matter who crossed what with which sum."""
    auditor = Auditor(game)
    legal = legal_records(game)
    records = set(combinations_with_replacement(sorted(all_sheets(game), key=_order), game.players))
    assert legal <= records
    assert not [record for record in legal if auditor.findings(record)]
    passing = [record for record in records - legal if not auditor.findings(record)]
    assert len(passing) < len(records - legal) / 100
    record_property("records of tiny games", len(records))


@pytest.mark.parametrize("same_end", selection([False, True], [True]))
def test_no_short_game_of_three_is_refused(same_end: bool, record_property: Counted) -> None:
    game = TinyGame(numbers=amount(default=3, thorough=4), same_end=same_end, players=3, most_turns=3)
    auditor = Auditor(game)
    legal = legal_records(game)
    assert len(legal) > 500
    assert not [record for record in legal if auditor.findings(record)]
    record_property("records of tiny games", len(legal))
