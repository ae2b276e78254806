"""Illegal moves: which rule each breaks, and what a player needs to know about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sheetgen.rules.findings import Cells, Rows, Value
from sheetgen.rules.game import End, Game, Refusal
from sheetgen.rules.grid import Way
from sheetgen.rules.track import MoveRefusal


class IllegalMoveError(Exception):
    """A step that breaks a rule, and the cell that was tried."""

    def __init__(self, rule: str, reason: str, cell: str | None = None, **values: Value) -> None:
        super().__init__(f"{reason} ({rule})")
        self.rule = rule
        self.reason = reason
        self.cells = (cell,) if cell else ()
        self.values = {**({"cell": Cells((cell,))} if cell else {}), **values}


END_RULES: dict[End, str] = {"rows": "C8", "penalties": "C8", "final": "O6", "tokens": "D8"}

_REFUSAL_RULES: dict[Refusal, tuple[str, str, str]] = {
    "crossed": ("C2", "B3", "D2"),
    "passed": ("C2", "B3", "D2"),
    "too-few": ("C6", "C6", "D7"),
    "neighbour": ("B2", "B2", "B2"),
    "not-foremost": ("D3", "D3", "D3"),
    "stack": ("D4", "D4", "D4"),
    "overtaken": ("D4", "D4", "D4"),
    "same-square": ("D5", "D5", "D5"),
}
"""The rule that each refusal of an open row stands on: in a row of numbers, in a bonus row, and with tokens."""


def end_rule(game: Game) -> str:
    """The rule by which the game is over."""
    assert game.end
    return "D8" if game.grid.rulebook.tokens_each else END_RULES[game.end]


def choose(game: Game, player: int, cell: str, ways: Iterable[Way]) -> Way | None:
    """The way to cross this cell that is open to the player; None if the dice lead to other cells only.

    Whatever the dice show, a lock is never crossed by itself, and a closed row not at all.
    """
    tokens = bool(game.grid.rulebook.tokens_each)
    if cell not in game.grid.cells:
        raise IllegalMoveError("D7" if tokens else "C6", "lock-alone", lock=Cells((cell,)))
    if game.shut & game.grid.bits[cell]:
        row = Rows((cell.rpartition(" ")[0],))
        raise IllegalMoveError("D7" if tokens else "C7", "row-closed", cell, row=row)
    matching = [way for way in ways if way.cell == cell]
    legal = game.legal(player, matching)
    if matching and not legal:
        raise _refused(game, player, matching)
    return legal[0] if legal else None


def _refused(game: Game, player: int, ways: Sequence[Way]) -> IllegalMoveError:
    """Why none of these ways to the same cell is open."""
    way, grid = ways[0], game.grid
    row, tokens = grid.row_of(way), bool(grid.rulebook.tokens_each)
    reason = game.refusal(player, way)
    assert reason
    rule = _REFUSAL_RULES[reason][2 if tokens else 1 if row.between else 0]
    match reason:
        case "passed":
            before = next(id for id in grid.ids(way.onward) if game.crosses(player, grid.bits[id]))
            return IllegalMoveError(rule, reason, way.cell, before=Cells((before,)))
        case "too-few":
            has = game.crosses(player, way.of)
            return IllegalMoveError(rule, f"{reason}{'-tokens' if tokens else ''}", way.cell, needs=way.needs, has=has)
        case "neighbour":
            neighbours = Cells(tuple(id for way in ways for id in grid.ids(way.of)))
            return IllegalMoveError(rule, reason, way.cell, neighbours=neighbours)
        case _:
            return IllegalMoveError(rule, reason, way.cell)


def refused_move(game: Game, space: int, reason: MoveRefusal, names: Sequence[str]) -> IllegalMoveError:
    """Why the active player's piece may not go there."""
    assert game.track
    track = game.track
    match reason:
        case "backwards":
            return IllegalMoveError("O2", reason, space=space, here=track.pieces[game.active])
        case "occupied":
            return IllegalMoveError("O2", reason, space=space, player=names[track.pieces.index(space)])
        case "too-far":
            return IllegalMoveError("O2", reason, space=space, move=track.move)
