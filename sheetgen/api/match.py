"""Play a game step by step: roll, see what is legal, cross, end the turn."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from sheetgen.api.results import Result
from sheetgen.errors import InputError, suggest
from sheetgen.layouts.catalog import is_built_in, load_locale
from sheetgen.layouts.layout import Layout
from sheetgen.locales.names import message
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.audit.findings import IllegalMoveError
from sheetgen.rules.engine.checked_game import CheckedGame
from sheetgen.rules.engine.grid import CrossOption
from sheetgen.rules.engine.log import Log, LoggedMove, Turn
from sheetgen.rules.engine.state import GameState
from sheetgen.rules.game_spec import compile_rulebook


class Match:
    """A game in play.

    In a turn all players may first use the white sum, then the active player a coloured die with a white one, and then,
    on a track, move the piece. `cross` takes the white sum where both sums lead to a cell. Once the active player has
    used a coloured die or moved, the white sum is over for everybody.

    Example:
        >>> import sheetgen as sg
        >>> match = sg.load("classic").start("Anna", "Ben")
        >>> match.roll(white=(2, 3), red=4, yellow=1, green=6, blue=6)
        >>> match.legal("Ben")
        ['red 5', 'yellow 5', 'green 5', 'blue 5']
        >>> match.cross("Ben", "red 5")
        >>> match.cross("Anna", "red 6")
        >>> match.end_turn()
        >>> match.active, match.result["Ben"].total
        ('Ben', 1)
    """

    def __init__(self, layout: Layout, names: Sequence[str], side: str | None = None, seed: int | None = None) -> None:
        self.layout = layout
        self.rulebook = compile_rulebook(layout.game)
        self.players = tuple(names)
        sides = list(self.rulebook.tracks)
        if side is not None and side not in sides:
            raise InputError.of(f"there is no side {side!r:.40}", suggest(side, sides))
        fewest, most = self.rulebook.players
        if not fewest <= len(names) <= most or len(set(names)) < len(names):
            span = layout.game.players.span
            raise InputError.of(f"{len(names)} players cannot play this", f"Give {span} different names.")
        self._game = CheckedGame(self.rulebook, self.players, side or next(iter(sides), None))
        self._random = Random(seed)
        self._locale = load_locale("en")
        self._turns: list[Turn] = []
        self._turn: Turn | None = None  # the turn that is being played
        self._white: dict[str, CrossOption] = {}  # what was chosen for the white sum and is not crossed yet
        self._is_white_open = False

    def __repr__(self) -> str:
        return f"<Match of {self.layout.slug}: {', '.join(self.players)}; turn {self._game.state.turns + 1}>"

    @property
    def active(self) -> str:
        """The player whose turn it is."""
        return self._game.active

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.end is not None

    @property
    def dice(self) -> dict[str, int]:
        """The coloured dice of this turn, by colour."""
        return dict(self._game.dice)

    @property
    def white(self) -> tuple[int, int]:
        """The white dice of this turn."""
        return self._game.white

    def roll(self, white: tuple[int, int] | None = None, **dice: int) -> None:
        """Begin a turn with these dice, or throw them if none are given.

        Args:
            white: The two white dice.
            **dice: The coloured dice by colour: one for each row that is open.
        """
        if self._turn:
            raise InputError.of("the dice are on the table already", "End the turn first.")
        faces = range(1, self.rulebook.dice + 1)
        if white is None:
            white = self._random.choice(faces), self._random.choice(faces)
            dice = {colour: self._random.choice(faces) for colour in self._state.dice}
        wrong = [face for face in (*white, *dice.values()) if face not in faces]
        unknown = [colour for colour in dice if colour not in self.rulebook.die_colours]
        if wrong or unknown or len(white) != 2:
            hint = f"Dice show 1 to {len(faces)}; there are two white ones and {', '.join(self.rulebook.die_colours)}."
            raise InputError.of(f"{[*wrong, *unknown] or white} cannot be thrown", hint)
        self._try(lambda: self._game.roll(self.active, white, dice))
        self._turn = Turn(self.active, white, dice)
        self._white, self._is_white_open = {}, True

    def legal(self, player: str) -> list[str]:
        """Return the ids of the cells that a player may cross now, with either sum, in the order of the sheet."""
        seat = self._seat(player)
        cells = {option.cell for option in (*self._white_options(player), *self._coloured_options(player))}
        return [id for id in self._state.grids[seat].cells if id in cells]

    def legal_spaces(self) -> list[int]:
        """Return the spaces to which the active player may move the piece now."""
        if not self._turn or self._turn.action3 or not self._state.track:
            return []
        after = self._after_white_sum()
        return sorted({move.space for move in after.legal_moves()}) if after.end is None else []

    def cross(self, player: str, cell: str) -> None:
        """Cross a cell, with the white sum if that leads there, or else with a coloured die.

        Raises:
            InputError: If the rules do not allow it; the message says why.
        """
        self._seat(player)
        if not self._turn:
            raise InputError.of("nothing is thrown yet", "Roll first.")
        by_white_sum = [option for option in self._white_options(player) if option.cell == cell]
        if by_white_sum:
            self._white[player] = min(by_white_sum, key=lambda option: option.via is not None)
        elif any(option.cell == cell for option in self._coloured_options(player)):
            self._close_white_sum()
            self._try(lambda: self._game.use_coloured_die(cell))
            self._turn = replace(self._turn, action2=cell)
        else:
            raise self._refusal(player, cell)

    def move(self, space: int, cross: str | None = None) -> None:
        """Move the active player's piece to a space, and cross its number unless it is crossed already."""
        if not self._turn:
            raise InputError.of("nothing is thrown yet", "Roll first.")
        if not self._state.track:
            raise InputError.of("this game has no track")
        self._close_white_sum()
        self._try(lambda: self._game.move_piece(space, cross))
        self._turn = replace(self._turn, action3=LoggedMove(space, cross))

    def end_turn(self) -> None:
        """End the turn. Who was active and crossed nothing gets a penalty."""
        if not self._turn:
            raise InputError.of("nothing is thrown yet", "Roll first.")
        self._close_white_sum()
        self._turns.append(replace(self._turn, penalty=self._state.penalty_due))
        self._game.end_turn()
        self._turn = None

    @property
    def record(self) -> dict[str, Any]:
        """The sheets as a record, as `sheetgen.audit` takes it."""
        return self._game.record().to_data(self.rulebook, self._named)

    @property
    def log(self) -> dict[str, Any]:
        """All turns that have ended as a log, as `sheetgen.replay` takes it."""
        return Log(self.players, tuple(self._turns), self._game.side).to_data(self._named)

    @property
    def result(self) -> Result:
        """The points, and what an audit finds; the game need not be over."""
        return Result(self.layout, audit(self.rulebook, self._game.record()), self._locale)

    @property
    def _state(self) -> GameState:
        return self._game.state

    @property
    def _named(self) -> dict[str, str]:
        """How records and logs say which game it is."""
        return {"variant": self.layout.slug} if is_built_in(self.layout) else {"layout": f"{self.layout.slug}.toml"}

    def _seat(self, player: str) -> int:
        if player not in self.players:
            raise InputError.of(f"nobody is called {player!r:.40}", suggest(player, self.players))
        return self.players.index(player)

    def _white_options(self, player: str) -> list[CrossOption]:
        is_out = player in self._white or (self.rulebook.tokens_each and player != self.active)
        if not self._turn or not self._is_white_open or is_out or self.is_over:
            return []
        seat = self._seat(player)
        return self._state.legal(seat, self._state.white_options(seat, sum(self.white)))

    def _coloured_options(self, player: str) -> list[CrossOption]:
        if not self._turn or self._turn.action2 or self._turn.action3 or player != self.active:
            return []
        after = self._after_white_sum()
        return after.legal(after.active, after.coloured_options(self.white, self.dice)) if after.end is None else []

    def _after_white_sum(self) -> GameState:
        """Return the state in which the coloured dice are used: everything that was chosen is crossed."""
        if not self._is_white_open:
            return self._state
        after = self._state.copied()
        after.action1({self.players.index(name): option for name, option in self._white.items()})
        return after

    def _close_white_sum(self) -> None:
        if self._is_white_open and self._turn:
            self._game.use_white_sum(self._white)
            crossed = {name: option.cell for name, option in self._white.items()}
            via = {name: option.via for name, option in self._white.items() if option.via}
            self._turn = replace(self._turn, action1=crossed, via=via)
            self._is_white_open = False

    def _refusal(self, player: str, cell: str) -> InputError:
        """Return why a cell cannot be crossed, by trying it on a copy of the game."""
        assert self._turn
        state = self._state
        try:
            if cell not in self.rulebook.rows_of:
                return InputError.of(f"there is no cell {cell!r:.40}", suggest(cell, self.rulebook.rows_of))
            if self._is_white_open and player not in self._white:
                self._game.white_option(player, cell)
            elif player == self.active and not self._turn.action2:
                self._game.state = self._after_white_sum()
                self._game.use_coloured_die(cell)
        except IllegalMoveError as error:
            return self._error(error)
        finally:
            self._game.state = state
        return InputError.of(f"{player} has used the dice already", "Wait for the next turn.")

    def _try(self, step: Callable[[], None]) -> None:
        try:
            step()
        except IllegalMoveError as error:
            raise self._error(error) from None

    def _error(self, error: IllegalMoveError) -> InputError:
        return InputError.of(message(self._game.finding(error), self.layout, self._locale))
