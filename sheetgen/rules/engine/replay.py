"""Replay a log step by step: every roll and every choice is checked, and the first illegal move ends the replay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sheetgen.rules.audit.audit import Audit
from sheetgen.rules.audit.findings import Cells, Finding, IllegalMoveError, Rows, rule_of
from sheetgen.rules.audit.game import final_round_finding, not_over_finding
from sheetgen.rules.audit.history import ORDER_RULES
from sheetgen.rules.engine.game_kinds import start_game
from sheetgen.rules.engine.grid import CrossOption, Grid
from sheetgen.rules.engine.log import Log, LoggedMove, Turn, row_id
from sheetgen.rules.engine.state import GameState, PieceMove
from sheetgen.rules.features import OWN_ROWS, requirement_kind
from sheetgen.rules.records import Record
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.scoring import score

_AFTER_THE_END = ("after-end", "ended-before", "penalty-after-end")


def broken_rule(game: GameState, move: IllegalMoveError) -> str:
    """Return the id of the rule that an illegal move breaks."""
    has_tokens = bool(game.rulebook.tokens_each)
    if move.reason in _AFTER_THE_END and game.end == "final":
        return rule_of("game-not-over-track")
    if move.reason in ("penalty-due", "penalty-not-due") and game.track:
        return "O4"
    if move.reason in ("crossed", "passed") and not has_tokens:
        return ORDER_RULES[game.grids[0].row_of(move.cells[0]).kind]
    return rule_of(move.reason, has_tokens)


def option_for(game: GameState, player: int, cell: str, options: Iterable[CrossOption]) -> CrossOption | None:
    """Return the option to cross this cell, or None if no option does; raise an error if it is illegal.

    Whatever the dice show, a lock is never crossed by itself, and a cell of a closed row not at all.
    """
    grid = game.grids[player]
    if cell not in grid.cells:
        raise IllegalMoveError("lock-alone", cell)
    if (row := grid.row_of(cell).id) in OWN_ROWS:
        raise IllegalMoveError(OWN_ROWS[row].alone_reason, cell)
    if game.closed_mask & grid.bits[cell]:
        raise IllegalMoveError("row-closed", cell, row=Rows((grid.row_of(cell).id,)))
    matching = [option for option in options if option.cell == cell]
    legal = game.legal(player, matching)
    if matching and not legal:
        raise _illegal_cross(game, player, matching)
    return legal[0] if legal else None


def _illegal_cross(game: GameState, player: int, options: Sequence[CrossOption]) -> IllegalMoveError:
    """Return why none of these options for the same cell of an open row is legal."""
    option, grid = options[0], game.grids[player]
    reason = game.refusal(player, option)
    assert reason
    match reason:
        case "passed":
            before = next(id for id in grid.ids(option.onward) if game.crosses(player, grid.bits[id]))
            return IllegalMoveError(reason, option.cell, before=Cells((before,)))
        case "too-few":
            suffix = "-tokens" if game.rulebook.tokens_each else ""
            has = game.crosses(player, option.of)
            return IllegalMoveError(reason + suffix, option.cell, needs=option.needs, has=has)
    kind = requirement_kind(grid.rulebook, option.cell)
    if kind and kind.reason == reason:
        needed = dict.fromkeys(id for each in options for id in grid.ids(each.of))
        return IllegalMoveError(reason, option.cell, **{kind.names: Cells(tuple(needed))})
    return IllegalMoveError(reason, option.cell)


def check_landing(game: GameState, space: int, names: Sequence[str]) -> None:
    """Raise an error if the active player's piece cannot go to this space."""
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
    """Return the points where the replay ended, and the finding if it ended with an illegal move or too early."""
    replayed = _Replay(rulebook, log)
    finding = replayed.play()
    record = replayed.record()
    if finding is None and replayed.game.end is None:
        left = replayed.game.turns_left
        finding = final_round_finding(left) if left else not_over_finding(rulebook, record)
    return Audit(score(rulebook, record), (finding,) if finding else ())


class _Replay:
    """A log and the game so far. `acting` is the name of the player whose step is being checked."""

    def __init__(self, rulebook: Rulebook, log: Log) -> None:
        self.log = log
        self.names = log.players
        common = Grid(rulebook)
        arrangements = [*log.arrangements, *[None] * len(log.players)][: len(log.players)]
        self.game = start_game([Grid(rulebook, each) if each else common for each in arrangements], log.side)
        self.has_tokens = bool(rulebook.tokens_each)
        self.acting = ""

    def play(self) -> Finding | None:
        """Play all turns up to the first illegal move, and return the finding about it."""
        for number, turn in enumerate(self.log.turns, start=1):
            self.acting = turn.active
            try:
                self._play_turn(turn)
            except IllegalMoveError as move:
                rule = broken_rule(self.game, move)
                return Finding(move.reason, rule, self.acting, move.cells, move.values, turn=number)
        return None

    def record(self) -> Record:
        """Return the sheets as they are now."""
        sheets = tuple(self.game.sheet(seat, name) for seat, name in enumerate(self.names))
        return Record(sheets, self.log.side)

    def _play_turn(self, turn: Turn) -> None:
        if self.game.end:
            raise IllegalMoveError("after-end")
        self._check_active(turn)
        self._check_dice(turn)
        self._action1(turn)
        if turn.action2:
            self._check_not_over("2")
            self.game.action2(self._coloured_option(turn, turn.action2))
        if turn.action3:
            self._check_not_over("3")
            self.game.action3(self._piece_move(turn.action3))
        self._check_penalty(turn)
        self.game.end_turn()

    def _check_active(self, turn: Turn) -> None:
        """Raise an error if it is another player's turn. Anyone may begin; then it goes around the table."""
        seat = self.names.index(turn.active)
        if self.game.turns == 0:
            self.game.active = seat
        elif seat != self.game.active:
            raise IllegalMoveError("out-of-turn", player=turn.active, next=self.names[self.game.active])

    def _check_dice(self, turn: Turn) -> None:
        """Raise an error unless all dice were thrown except those of closed rows."""
        for colour in self.game.grids[0].colours:
            if colour in turn.dice and colour not in self.game.dice:
                raise IllegalMoveError("die-gone", die=Rows((colour,)))
            if colour in self.game.dice and colour not in turn.dice:
                raise IllegalMoveError("die-missing", die=Rows((colour,)))

    def _action1(self, turn: Turn) -> None:
        """Play action 1. All choices are checked before any is crossed, because they happen at the same time."""
        choices = {}
        for name, via in turn.via.items():
            if name not in turn.action1:
                self.acting = name
                raise IllegalMoveError(OWN_ROWS[row_id(via)].alone_reason, via)
        for name, cell in turn.action1.items():
            self.acting = name
            if self.has_tokens and name != turn.active:
                raise IllegalMoveError("not-active", cell, player=name)
            seat = self.names.index(name)
            choices[seat] = self._white_option(seat, cell, sum(turn.white), turn.via.get(name))
        self.acting = turn.active
        self.game.action1(choices)

    def _white_option(self, seat: int, cell: str, total: int, via: str | None) -> CrossOption:
        """Return the option to use the white sum for a cell, perhaps by a cell of a feature's own row."""
        options: Iterable[CrossOption]
        if via:
            options, error = OWN_ROWS[row_id(via)].options_via(self.game, seat, via, total, cell)
        else:
            options = [option for option in self.game.white_options(seat, total) if option.via is None]
            error = IllegalMoveError("white-sum", cell, sum=total)
        option = option_for(self.game, seat, cell, options)
        if option is None:
            raise error
        return option

    def _coloured_option(self, turn: Turn, cell: str) -> CrossOption:
        """Return the option to use a coloured die for a cell in action 2."""
        game = self.game
        option = option_for(game, game.active, cell, game.coloured_options(turn.white, turn.dice))
        if option:
            return option
        colours = game.grids[game.active].colours_of(cell)
        dice = [turn.dice[colour] for colour in colours if colour in game.dice]
        if not dice:
            raise IllegalMoveError("coloured-gone", cell, die=Rows(tuple(colours)))
        sums = sorted({white + die for white in turn.white for die in dice})
        raise IllegalMoveError("coloured-sum", cell, sums=", ".join(map(str, sums)))

    def _piece_move(self, logged: LoggedMove) -> PieceMove:
        """Return the move of the piece, to a free space whose number is crossed now or was before."""
        game = self.game
        check_landing(game, logged.space, self.names)
        mask, options = game.space_options(logged.space)
        needed = options[0].cell
        option = option_for(game, game.active, logged.cross, options) if logged.cross else None
        if logged.cross and option is None:
            raise IllegalMoveError("other-number", logged.cross, space=logged.space, needed=Cells((needed,)))
        if not logged.cross and not game.crosses(game.active, mask):
            raise IllegalMoveError("uncrossed", needed, space=logged.space)
        return PieceMove(logged.space, option)

    def _check_not_over(self, action: str) -> None:
        """Raise an error if the game ended in an earlier action of this turn."""
        if self.game.end:
            raise IllegalMoveError("ended-before", action=action)

    def _check_penalty(self, turn: Turn) -> None:
        """Raise an error unless a penalty is marked exactly if one is due."""
        suffix = "-tokens" if self.has_tokens else ""
        if turn.penalty and self.game.end:
            raise IllegalMoveError("penalty-after-end")
        if turn.penalty and not self.game.penalty_due:
            raise IllegalMoveError(f"penalty-not-due{suffix}")
        if self.game.penalty_due and not turn.penalty:
            raise IllegalMoveError(f"penalty-due{suffix}")
