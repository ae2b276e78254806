"""Replay a log step by step: every roll and every choice is checked, and the first broken rule ends it."""

from __future__ import annotations

from sheetgen.rules.audit import Audit
from sheetgen.rules.findings import Cells, Finding, Rows
from sheetgen.rules.game import Move
from sheetgen.rules.game_checks import final_round_on, not_over
from sheetgen.rules.grid import Grid, Way
from sheetgen.rules.log import Log, LoggedMove, Turn
from sheetgen.rules.new_game import new_game
from sheetgen.rules.record import Record
from sheetgen.rules.refusals import IllegalMoveError, broken_rule, check_landing, choose, swapped_ways
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.scoring import score


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
