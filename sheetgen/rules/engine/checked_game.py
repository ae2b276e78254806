"""A game in which every step is checked before it is made: replays and matches are played with it."""

from collections.abc import Iterable, Mapping, Sequence

from sheetgen.rules.audit.findings import Cells, Finding, IllegalMoveError, Rows, rule_of
from sheetgen.rules.audit.sheet import ORDER_RULES
from sheetgen.rules.engine.grid import CrossOption, Grid
from sheetgen.rules.engine.state import PieceMove, start_game
from sheetgen.rules.features import OWN_ROWS, requirement_kind
from sheetgen.rules.records import Record
from sheetgen.rules.rulebook import Arrangement, Rulebook

_AFTER_THE_END = ("after-end", "ended-before", "penalty-after-end")


class CheckedGame:
    """A game whose players have names. A step that breaks a rule raises IllegalMoveError and changes nothing."""

    def __init__(
        self,
        rulebook: Rulebook,
        names: Sequence[str],
        side: str | None = None,
        arrangements: Sequence[Arrangement | None] = (),
    ) -> None:
        plain = Grid(rulebook)
        arranged = [*arrangements, *[None] * len(names)][: len(names)]
        self.names = names
        self.side = side
        self.state = start_game([Grid(rulebook, each) if each else plain for each in arranged], side)
        self.trying = ""  # the player whose step is being checked
        self.white = (0, 0)
        self.dice: Mapping[str, int] = {}
        self._suffix = "-tokens" if rulebook.tokens_each else ""

    @property
    def active(self) -> str:
        """The player whose turn it is."""
        return self.names[self.state.active]

    def record(self) -> Record:
        """Return the sheets as they are now."""
        return self.state.record(self.names)

    def finding(self, error: IllegalMoveError, turn: int | None = None) -> Finding:
        """Return the finding about an illegal move."""
        return Finding(error.reason, self._broken_rule(error), self.trying, error.cells, error.values, turn=turn)

    def roll(self, active: str, white: tuple[int, int], dice: Mapping[str, int]) -> None:
        """Begin a turn. Anybody may begin the game; then the turn goes around the table."""
        state, self.trying, seat = self.state, active, self.names.index(active)
        if state.end:
            raise IllegalMoveError("after-end")
        if state.turns and seat != state.active:
            raise IllegalMoveError("out-of-turn", player=active, next=self.active)
        for colour in state.grids[0].colours:
            if colour in dice and colour not in state.dice:
                raise IllegalMoveError("die-gone", die=Rows((colour,)))
            if colour in state.dice and colour not in dice:
                raise IllegalMoveError("die-missing", die=Rows((colour,)))
        state.active, self.white, self.dice = seat, white, dice

    def white_option(self, name: str, cell: str, via: str | None = None) -> CrossOption:
        """Return the option to cross a cell with the white sum, perhaps by a cell of a feature's own row."""
        self.trying, seat, total = name, self.names.index(name), sum(self.white)
        if self.state.rulebook.tokens_each and name != self.active:
            raise IllegalMoveError("not-active", cell, player=name)
        options: Iterable[CrossOption]
        if via:
            options, otherwise = OWN_ROWS[self.state.rulebook.rows_of[via].id].options_via(
                self.state, seat, via, total, cell
            )
        else:
            options = [option for option in self.state.white_options(seat, total) if option.via is None]
            otherwise = IllegalMoveError("white-sum", cell, sum=total)
        option = self._legal_option(seat, cell, options)
        if option is None:
            raise otherwise
        return option

    def refuse_alone(self, name: str, via: str) -> None:
        """Refuse a cell of a feature's own row that is crossed by itself."""
        self.trying = name
        raise IllegalMoveError(OWN_ROWS[self.state.rulebook.rows_of[via].id].alone_reason, via)

    def use_white_sum(self, choices: Mapping[str, CrossOption]) -> None:
        """Action 1: cross what the players chose. All of it happens together, so rows close afterwards."""
        self.trying = self.active
        self.state.action1({self.names.index(name): option for name, option in choices.items()})

    def use_coloured_die(self, cell: str) -> None:
        """Action 2: cross a cell with a coloured die and a white one."""
        self._check_going_on("2")
        state = self.state
        option = self._legal_option(state.active, cell, state.coloured_options(self.white, self.dice))
        if option is None:
            colours = state.grids[state.active].colours_of(cell)
            dice = [self.dice[colour] for colour in colours if colour in state.dice]
            if not dice:
                raise IllegalMoveError("coloured-gone", cell, die=Rows(tuple(colours)))
            sums = sorted({white + die for white in self.white for die in dice})
            raise IllegalMoveError("coloured-sum", cell, sums=", ".join(map(str, sums)))
        state.action2(option)

    def move_piece(self, space: int, cross: str | None) -> None:
        """Action 3: move the piece to a free space whose number is crossed now, or was before."""
        self._check_going_on("3")
        self._check_landing(space)
        state = self.state
        mask, options = state.space_options(space)
        needed = options[0].cell
        option = self._legal_option(state.active, cross, options) if cross else None
        if cross and option is None:
            raise IllegalMoveError("other-number", cross, space=space, needed=Cells((needed,)))
        if not cross and not state.crosses(state.active, mask):
            raise IllegalMoveError("uncrossed", needed, space=space)
        state.action3(PieceMove(space, option))

    def end_turn(self, penalty: bool | None = None) -> None:
        """Mark a penalty if one is due, and pass the dice on. `penalty` says whether the players marked one."""
        is_due = self.state.penalty_due
        if penalty and self.state.end:
            raise IllegalMoveError("penalty-after-end")
        if penalty and not is_due:
            raise IllegalMoveError(f"penalty-not-due{self._suffix}")
        if penalty is False and is_due:
            raise IllegalMoveError(f"penalty-due{self._suffix}")
        self.state.end_turn()

    def _legal_option(self, player: int, cell: str, options: Iterable[CrossOption]) -> CrossOption | None:
        """Return the legal option to cross this cell, or None if the dice lead to other cells only.

        Whatever the dice show, a lock is never crossed by itself, and a closed row not at all.
        """
        state, grid = self.state, self.state.grids[player]
        if cell not in grid.cells:
            raise IllegalMoveError("lock-alone", cell)
        row = grid.row_of(cell).id
        if row in OWN_ROWS:
            raise IllegalMoveError(OWN_ROWS[row].alone_reason, cell)
        if state.closed_mask & grid.bits[cell]:
            raise IllegalMoveError("row-closed", cell, row=Rows((row,)))
        matching = [option for option in options if option.cell == cell]
        legal = state.legal(player, matching)
        if matching and not legal:
            raise self._refusal(player, matching)
        return legal[0] if legal else None

    def _refusal(self, player: int, options: Sequence[CrossOption]) -> IllegalMoveError:
        """Return why none of these options to cross the same cell of an open row is legal."""
        option, grid = options[0], self.state.grids[player]
        reason = self.state.refusal(player, option)
        assert reason
        if reason == "passed":
            before = next(id for id in grid.ids(option.onward) if self.state.crosses(player, grid.bits[id]))
            return IllegalMoveError(reason, option.cell, before=Cells((before,)))
        if reason == "too-few":
            has = self.state.crosses(player, option.of)
            return IllegalMoveError(reason + self._suffix, option.cell, needs=option.needs, has=has)
        kind = requirement_kind(grid.rulebook, option.cell)
        if kind and kind.reason == reason:
            needed = dict.fromkeys(id for each in options for id in grid.ids(each.of))
            return IllegalMoveError(reason, option.cell, **{kind.names: Cells(tuple(needed))})
        return IllegalMoveError(reason, option.cell)

    def _check_landing(self, space: int) -> None:
        track, active = self.state.track, self.state.active
        assert track
        if space <= track.pieces[active]:
            raise IllegalMoveError("backwards", space=space, here=track.pieces[active])
        if space in track.pieces:
            raise IllegalMoveError("occupied", space=space, player=self.names[track.pieces.index(space)])
        if space not in track.landings(active):
            raise IllegalMoveError("too-far", space=space, move=track.move)

    def _check_going_on(self, action: str) -> None:
        """Refuse an action after the game has ended in an earlier one of the same turn."""
        if self.state.end:
            raise IllegalMoveError("ended-before", action=action)

    def _broken_rule(self, error: IllegalMoveError) -> str:
        state, has_tokens = self.state, bool(self.state.rulebook.tokens_each)
        if error.reason in _AFTER_THE_END and state.end == "final":
            return rule_of("game-not-over-track")
        if error.reason in ("penalty-due", "penalty-not-due") and state.track:
            return "O4"
        if error.reason in ("crossed", "passed") and not has_tokens:
            return ORDER_RULES[state.grids[0].row_of(error.cells[0]).kind]
        return rule_of(error.reason, has_tokens)
