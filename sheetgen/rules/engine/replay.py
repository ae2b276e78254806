"""Illegal moves: which rule each breaks, and what a player needs to know about it.

Replay a log step by step: every roll and every choice is checked, and the first broken rule ends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sheetgen.rules.audit.audit import Audit
from sheetgen.rules.audit.findings import Cells, Finding, Rows, Value
from sheetgen.rules.audit.game import final_round_on, not_over
from sheetgen.rules.audit.history import row_rule
from sheetgen.rules.engine.game_kinds import new_game
from sheetgen.rules.engine.grid import Grid, Way
from sheetgen.rules.engine.log import Log, LoggedMove, Turn
from sheetgen.rules.engine.state import Game, Move
from sheetgen.rules.records import Record
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.scoring import score

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


def replay(rulebook: Rulebook, log: Log) -> Audit:
    """The points at the end, or where the replay stopped, and what was wrong there."""
    played = _Replay(rulebook, log)
    finding = played.play()
    record = played.record()
    if finding is None and played.game.end is None:
        left = played.game.turns_left
        finding = final_round_on(left) if left else not_over(rulebook, record)
    return Audit(score(rulebook, record), (finding,) if finding else ())


class _Replay:
    """A log and the game so far. `trying` is the player whose step is being checked."""

    def __init__(self, rulebook: Rulebook, log: Log) -> None:
        self.log = log
        self.names = log.players
        plain = Grid(rulebook)
        arranged = [*log.arrangements, *[None] * len(log.players)][: len(log.players)]
        self.game = new_game([Grid(rulebook, each) if each else plain for each in arranged], log.side)
        self.tokens = bool(rulebook.tokens_each)
        self.trying = ""

    def play(self) -> Finding | None:
        """Play all turns, up to the first that breaks a rule."""
        for number, turn in enumerate(self.log.turns, start=1):
            self.trying = turn.active
            try:
                self._turn(turn)
            except IllegalMoveError as move:
                rule = broken_rule(self.game, move)
                return Finding(move.reason, rule, self.trying, move.cells, move.values, turn=number)
        return None

    def record(self) -> Record:
        """What the sheets show now."""
        sheets = tuple(self.game.sheet(seat, name) for seat, name in enumerate(self.names))
        return Record(sheets, self.log.side)

    def _turn(self, turn: Turn) -> None:
        if self.game.end:
            raise IllegalMoveError("after-end")
        self._check_active(turn)
        self._check_dice(turn)
        self._action1(turn)
        if turn.action2:
            self._check_going_on("2")
            self.game.action2(self._coloured(turn, turn.action2))
        if turn.action3:
            self._check_going_on("3")
            self.game.action3(self._move(turn.action3))
        self._check_penalty(turn)
        self.game.finish_turn()

    def _check_active(self, turn: Turn) -> None:
        """Lots decide who begins; then it goes around the table."""
        seat = self.names.index(turn.active)
        if self.game.turns == 0:
            self.game.active = seat
        elif seat != self.game.active:
            raise IllegalMoveError("out-of-turn", player=turn.active, next=self.names[self.game.active])

    def _check_dice(self, turn: Turn) -> None:
        """The dice of closed rows are gone; all others are thrown."""
        for colour in self.game.grids[0].colours:
            if colour in turn.dice and colour not in self.game.dice:
                raise IllegalMoveError("die-gone", die=Rows((colour,)))
            if colour in self.game.dice and colour not in turn.dice:
                raise IllegalMoveError("die-missing", die=Rows((colour,)))

    def _action1(self, turn: Turn) -> None:
        """All choices are judged by what was crossed before, because they happen together."""
        choices = {}
        for name, pair in turn.swap.items():
            if name not in turn.action1:
                self.trying = name
                raise IllegalMoveError("swap-alone", pair)
        for name, cell in turn.action1.items():
            self.trying = name
            if self.tokens and name != turn.active:
                raise IllegalMoveError("not-active", cell, player=name)
            seat = self.names.index(name)
            choices[seat] = self._white(seat, cell, sum(turn.white), turn.swap.get(name))
        self.trying = turn.active
        self.game.action1(choices)

    def _white(self, seat: int, cell: str, total: int, pair: str | None) -> Way:
        """The way to use the white sum, or what it is swapped for."""
        if pair:
            number, ways = swapped_ways(self.game, seat, pair, total)
            reason: IllegalMoveError = IllegalMoveError("swap-number", cell, number=number)
        else:
            ways = [way for way in self.game.white_ways(seat, total) if way.swap is None]
            reason = IllegalMoveError("white-sum", cell, sum=total)
        way = choose(self.game, seat, cell, ways)
        if way is None:
            raise reason
        return way

    def _coloured(self, turn: Turn, cell: str) -> Way:
        """The way to use a coloured die that was chosen for action 2."""
        game = self.game
        way = choose(game, game.active, cell, game.coloured_ways(turn.white, turn.dice))
        if way:
            return way
        colours = game.grids[game.active].colours_of(cell)
        dice = [turn.dice[colour] for colour in colours if colour in game.dice]
        if not dice:
            raise IllegalMoveError("coloured-gone", cell, die=Rows(tuple(colours)))
        sums = sorted({white + die for white in turn.white for die in dice})
        raise IllegalMoveError("coloured-sum", cell, sums=", ".join(map(str, sums)))

    def _move(self, logged: LoggedMove) -> Move:
        """The piece goes to a free space whose number is crossed now, or was before."""
        game = self.game
        check_landing(game, logged.space, self.names)
        mask, ways = game.space_ways(logged.space)
        needed = ways[0].cell
        way = choose(game, game.active, logged.cross, ways) if logged.cross else None
        if logged.cross and way is None:
            raise IllegalMoveError("other-number", logged.cross, space=logged.space, needed=Cells((needed,)))
        if not logged.cross and not game.crosses(game.active, mask):
            raise IllegalMoveError("uncrossed", needed, space=logged.space)
        return Move(logged.space, way)

    def _check_going_on(self, action: str) -> None:
        """When the game ends in one action, the next is not played."""
        if self.game.end:
            raise IllegalMoveError("ended-before", action=action)

    def _check_penalty(self, turn: Turn) -> None:
        """A penalty is marked if, and only if, nothing was crossed in a turn that was played to its end."""
        kind = "-tokens" if self.tokens else ""
        if turn.penalty and self.game.end:
            raise IllegalMoveError("penalty-after-end")
        if turn.penalty and not self.game.penalty_due:
            raise IllegalMoveError(f"penalty-not-due{kind}")
        if self.game.penalty_due and not turn.penalty:
            raise IllegalMoveError(f"penalty-due{kind}")
