"""Illegal moves: which rule each breaks, and what a player needs to know about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sheetgen.rules.findings import Cells, Rows, Value
from sheetgen.rules.game import Game
from sheetgen.rules.grid import Way
from sheetgen.rules.order import row_rule

_BY_TOKENS: dict[str, tuple[str, str]] = {
    "out-of-turn": ("C4", "D1"),
    "die-gone": ("C7", "D7"),
    "die-missing": ("C4", "D1"),
    "white-sum": ("C3", "D1"),
    "coloured-sum": ("C4", "D1"),
    "coloured-gone": ("C7", "D7"),
    "row-closed": ("C7", "D7"),
    "lock-alone": ("C6", "D7"),
    "passed": ("C2", "D2"),
}
"""The rules that are broken with sheets and with tokens, where they differ."""

_RULES = {
    "crossed": "C2",
    "too-few": "C6",
    "too-few-tokens": "D7",
    "neighbour": "B2",
    "double": "W1",
    "swap-alone": "X1",
    "swap-sum": "X1",
    "swap-number": "X1",
    "not-active": "D1",
    "not-foremost": "D3",
    "stack": "D4",
    "overtaken": "D4",
    "same-square": "D5",
    "penalty-due-tokens": "D6",
    "penalty-not-due-tokens": "D6",
    "backwards": "O2",
    "occupied": "O2",
    "too-far": "O2",
    "other-number": "O3",
    "uncrossed": "O3",
}
"""The rules that are broken in one kind of game only."""

_AFTER_THE_END = ("after-end", "ended-before", "penalty-after-end")
_ENDS = {"rows": "C8", "penalties": "C8", "final": "O6"}


class IllegalMoveError(Exception):
    """A step that breaks a rule, and the cell that was tried."""

    def __init__(self, reason: str, cell: str | None = None, /, **values: Value) -> None:
        super().__init__(reason)
        self.reason = reason
        self.cells: tuple[str, ...] = (cell,) if cell else ()
        self.values = {**({"cell": Cells((cell,))} if cell else {}), **values}


def broken_rule(game: Game, move: IllegalMoveError) -> str:
    """The rule that says so."""
    tokens = bool(game.rulebook.tokens_each)
    if move.reason in _AFTER_THE_END:
        return "D8" if tokens else _ENDS[str(game.end)]
    if move.reason in ("penalty-due", "penalty-not-due"):
        return "O4" if game.track else "C5"
    if move.reason in ("crossed", "passed") and not tokens:
        return row_rule(game.grids[0].row_named(move.cells[0]))
    return _BY_TOKENS[move.reason][tokens] if move.reason in _BY_TOKENS else _RULES[move.reason]


def choose(game: Game, player: int, cell: str, ways: Iterable[Way]) -> Way | None:
    """The way to cross this cell that is open to the player; None if the dice lead to other cells only.

    Whatever the dice show, a lock is never crossed by itself, and a closed row not at all.
    """
    grid = game.grids[player]
    if cell not in grid.cells:
        raise IllegalMoveError("lock-alone", cell)
    if grid.row_named(cell).swaps:
        raise IllegalMoveError("swap-alone", cell)
    if game.shut & grid.bits[cell]:
        raise IllegalMoveError("row-closed", cell, row=Rows((grid.row_named(cell).id,)))
    matching = [way for way in ways if way.cell == cell]
    legal = game.legal(player, matching)
    if matching and not legal:
        raise _refused(game, player, matching)
    return legal[0] if legal else None


def _refused(game: Game, player: int, ways: Sequence[Way]) -> IllegalMoveError:
    """Why none of these ways to the same cell of an open row can be taken."""
    way, grid = ways[0], game.grids[player]
    reason = game.refusal(player, way)
    assert reason
    match reason:
        case "passed":
            before = next(id for id in grid.ids(way.onward) if game.crosses(player, grid.bits[id]))
            return IllegalMoveError(reason, way.cell, before=Cells((before,)))
        case "too-few":
            kind = "-tokens" if game.rulebook.tokens_each else ""
            has = game.crosses(player, way.of)
            return IllegalMoveError(reason + kind, way.cell, needs=way.needs, has=has)
        case "neighbour":
            neighbours = Cells(tuple(id for way in ways for id in grid.ids(way.of)))
            return IllegalMoveError(reason, way.cell, neighbours=neighbours)
        case "double":
            return IllegalMoveError(reason, way.cell, number=Cells(tuple(grid.ids(way.of))))
        case _:
            return IllegalMoveError(reason, way.cell)


def swapped_ways(game: Game, player: int, pair: str, total: int) -> tuple[int, list[Way]]:
    """The number that a pair gives for the white sum, and the ways to use it."""
    grid = game.grids[player]
    row = grid.row_named(pair)
    if not row.swaps:
        raise IllegalMoveError("swap-alone", pair)
    place = row.ids.index(pair)
    if total not in row.swaps[place]:
        raise IllegalMoveError("swap-sum", pair, sum=total)
    crossed = [id for id in row.ids[place:] if game.crosses(player, grid.bits[id])]
    if pair in crossed:
        raise IllegalMoveError("crossed", pair)
    if crossed:
        raise IllegalMoveError("passed", pair, before=Cells((crossed[0],)))
    one, other = row.swaps[place]
    return other if total == one else one, [way for way in game.white_ways(player, total) if way.swap == pair]


def check_landing(game: Game, space: int, names: Sequence[str]) -> None:
    """Refuse a space that the active player's piece cannot go to."""
    assert game.track
    track = game.track
    match track.refusal(game.active, space):
        case "backwards":
            raise IllegalMoveError("backwards", space=space, here=track.pieces[game.active])
        case "occupied":
            raise IllegalMoveError("occupied", space=space, player=names[track.pieces.index(space)])
        case "too-far":
            raise IllegalMoveError("too-far", space=space, move=track.move)
        case None:
            return
