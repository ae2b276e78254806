"""A game that checks every step before making it, used for replays and matches."""

from collections.abc import Iterable, Mapping, Sequence

from sheetgen.rules.audit.findings import Cells, Finding, IllegalMoveError, Rows, rule_of
from sheetgen.rules.engine.grid import CrossOption, Grid
from sheetgen.rules.engine.start import start_game
from sheetgen.rules.engine.state import PieceMove
from sheetgen.rules.features import CHOSEN_ROWS, OWN_ROWS, order_rule, requirement_kind
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
        grids = [Grid(rulebook, each) if each else plain for each in arrangements or [None] * len(names)]
        self.names = names
        self.state = start_game(grids, side)
        self.trying = ""  # the player whose step is being checked
        self.white: tuple[int, ...] = ()
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

    def begin_turn(
        self, active: str, white: tuple[int, ...], dice: Mapping[str, int], hand: tuple[str, ...] = ()
    ) -> None:
        """Begin a turn with dice, or with the number of a card and the active player's hand.

        Any player may take the first turn of the game; then turns go around the table.
        """
        state = self.state
        self.trying = active
        seat = self.names.index(active)
        if state.end:
            raise IllegalMoveError("after-end")
        if state.turns and seat != state.active:
            raise IllegalMoveError("out-of-turn", player=active, next=self.active)
        for colour in () if state.rulebook.cards else state.rulebook.die_colours:
            if colour in dice and colour not in state.dice:
                raise IllegalMoveError("die-gone", die=Rows((colour,)))
            if colour in state.dice and colour not in dice:
                raise IllegalMoveError("die-missing", die=Rows((colour,)))
        state.active = seat
        state.hand = hand
        self.white = white
        self.dice = dice

    def use_white_sum(self, crosses: Mapping[str, str], via: Mapping[str, str]) -> None:
        """Action 1: cross what the players chose, perhaps via cells of a feature's own row."""
        for name, cell in via.items():
            if name not in crosses:
                self.trying = name
                raise IllegalMoveError(CHOSEN_ROWS[self.state.rulebook.rows_of[cell].id].alone_reason, cell)
        options = {name: self._white_option(name, cell, via.get(name)) for name, cell in crosses.items()}
        self.trying = self.active
        self.state.action1({self.names.index(name): option for name, option in options.items()})

    def use_coloured_die(self, cell: str) -> None:
        """Action 2: cross a cell with the sum of a coloured die and a white one, or with a card."""
        if self.state.end:
            raise IllegalMoveError("ended-before", action="2")
        state = self.state
        option = self._legal_option(state.active, cell, state.coloured_options(self.white, self.dice))
        if option is None:
            raise state.turn_refusal(cell, self.white, self.dice)
        state.action2(option)

    def move_piece(self, space: int, cross: str | None) -> None:
        """Action 3: move the piece to a free space whose number is crossed now or was crossed before."""
        if self.state.end:
            raise IllegalMoveError("ended-before", action="3")
        state = self.state
        pieces = self.state.pieces
        if space <= pieces[state.active]:
            raise IllegalMoveError("backwards", space=space, here=pieces[state.active])
        if space in pieces:
            raise IllegalMoveError("occupied", space=space, player=self.names[pieces.index(space)])
        if space not in state.landings():
            raise IllegalMoveError("too-far", space=space, move=state.rulebook.move)
        mask, options = state.space_options(space)
        needed = options[0].cell
        option = self._legal_option(state.active, cross, options) if cross else None
        if cross and option is None:
            raise IllegalMoveError("other-number", cross, space=space, needed=Cells((needed,)))
        if not cross and not state.crosses(state.active, mask):
            raise IllegalMoveError("uncrossed", needed, space=space)
        state.action3(PieceMove(space, option))

    def end_turn(self, penalty: bool | None = None) -> None:
        """Mark a penalty if one is due, and pass the dice on. If `penalty` is given, it must agree with that."""
        is_due = self.state.penalty_due
        if penalty and self.state.end:
            raise IllegalMoveError("penalty-after-end")
        if penalty and not is_due:
            raise IllegalMoveError(f"penalty-not-due{self._suffix}")
        if penalty is False and is_due:
            raise IllegalMoveError(f"penalty-due{self._suffix}")
        self.state.end_turn()

    def _white_option(self, name: str, cell: str, via: str | None) -> CrossOption:
        """Return the option to cross a cell with the white sum, perhaps via a cell of a feature's own row."""
        self.trying = name
        seat = self.names.index(name)
        total = sum(self.white)
        if self.state.rulebook.tokens_each and name != self.active:
            raise IllegalMoveError("not-active", cell, player=name)
        options: Iterable[CrossOption]
        if via:
            options, otherwise = CHOSEN_ROWS[self.state.rulebook.rows_of[via].id].options_via(
                self.state, seat, via, total, cell
            )
        else:
            options = [option for option in self.state.white_options(seat, self.white) if option.via is None]
            reason = "card-number" if self.state.rulebook.cards else "white-sum"
            otherwise = IllegalMoveError(reason, cell, sum=total)
        option = self._legal_option(seat, cell, options)
        if option is None:
            raise otherwise
        return option

    def _legal_option(self, player: int, cell: str, options: Iterable[CrossOption]) -> CrossOption | None:
        """Return the legal option to cross this cell, or None if the dice do not allow it.

        Raises IllegalMoveError if the cell could not be crossed whatever the dice show.
        """
        grid = self.state.grids[player]
        if cell not in grid.cells:
            closing = Cells(grid.rulebook.rows_of[cell].closing_ids)
            raise IllegalMoveError(f"lock-alone{self._suffix}", cell, number=closing)
        row = grid.rulebook.rows_of[cell].id
        if row in OWN_ROWS and OWN_ROWS[row].alone_reason:
            raise IllegalMoveError(OWN_ROWS[row].alone_reason, cell)
        if self.state.closed_masks[player] & grid.bits[cell]:
            raise IllegalMoveError("row-closed", cell, row=Rows((row,)))
        matching = [option for option in options if option.cell == cell]
        legal = self.state.legal(player, matching)
        if matching and not legal:
            raise self._refusal(player, matching)
        return legal[0] if legal else None

    def _refusal(self, player: int, options: Sequence[CrossOption]) -> IllegalMoveError:
        """Return why none of these options to cross the same cell of an open row is legal."""
        option = options[0]
        grid = self.state.grids[player]
        reason = self.state.refusal(player, option)
        assert reason
        if reason == "passed":
            before = next(id for id in grid.ids(option.blockers) if self.state.crosses(player, grid.bits[id]))
            return IllegalMoveError(reason, option.cell, before=Cells((before,)))
        if reason == "too-few":
            has = self.state.crosses(player, option.of)
            return IllegalMoveError(reason + self._suffix, option.cell, needs=option.needs, has=has)
        kind = requirement_kind(grid.rulebook, option.cell)
        if kind and kind.reason == reason:
            needed = dict.fromkeys(id for each in options for id in grid.ids(each.of))
            return IllegalMoveError(reason, option.cell, **{kind.placeholder: Cells(tuple(needed))})
        return IllegalMoveError(reason, option.cell)

    def _broken_rule(self, error: IllegalMoveError) -> str:
        has_tokens = bool(self.state.rulebook.tokens_each)
        if error.reason in _AFTER_THE_END and self.state.end == "final":
            return rule_of("game-not-over-track")
        if error.reason in ("penalty-due", "penalty-not-due") and self.state.side:
            return "O4"
        if error.reason in ("crossed", "passed") and not has_tokens:
            return order_rule(self.state.rulebook.rows_of[error.cells[0]])
        return rule_of(error.reason, has_tokens)
