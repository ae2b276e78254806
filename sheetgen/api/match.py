"""Play a game step by step: roll the dice, list the legal cells, cross them, and end the turn."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any

from sheetgen.api.game import Game
from sheetgen.api.scoring import Result
from sheetgen.errors import InputError, suggest
from sheetgen.layouts.catalog import load_locale
from sheetgen.locales.names import message
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.audit.findings import IllegalMoveError
from sheetgen.rules.engine.card_game import Dealer
from sheetgen.rules.engine.checked_game import CheckedGame
from sheetgen.rules.engine.grid import CrossOption
from sheetgen.rules.engine.log import Log, LoggedMove, Turn, play_actions
from sheetgen.rules.features.cards import deck
from sheetgen.rules.shuffle.arrangement import read_sheet


class Match:
    """A game that is being played.

    In each turn all players may first use the white sum. Then the active player may use a coloured die with a white
    one and, in games with a track, move the piece. If both sums lead to a cell, `cross` uses the white sum. Once the
    active player has used a coloured die or moved, nobody can use the white sum any more.

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

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        side: str | None = None,
        seed: int | None = None,
        sheets: Mapping[str, str] | None = None,
    ) -> None:
        self.game = game
        self.rulebook = game.rulebook
        self.players = tuple(names)
        sides = list(self.rulebook.tracks)
        if side is not None and side not in sides:
            raise InputError.of(f"there is no side {side!r:.40}", suggest(side, sides))
        fewest, most = self.rulebook.players
        if not fewest <= len(names) <= most or len(set(names)) < len(names):
            hint = f"Give {game.layout.game.players.span} different names."
            raise InputError.of(f"{len(names)} players cannot play this", hint)
        if unknown := [name for name in sheets or {} if name not in names]:
            raise InputError.of(f"there is no player {unknown[0]!r:.40}", suggest(unknown[0], names))
        chosen = {name: read_sheet(self.rulebook, sheet) for name, sheet in (sheets or {}).items()}
        self._arrangements = tuple(chosen.get(name) for name in names)
        self._random = Random(seed)
        self._locale = load_locale("en")
        self._turns: list[Turn] = []
        self._turn: Turn | None = None  # the dice or cards, and the choices of the current turn; None before them
        # The game at the start of this turn, and now. Crosses with the white sum are made once nobody may use it.
        side = side or next(iter(sides), None)
        self._before = self._now = CheckedGame(self.rulebook, self.players, side, self._arrangements)
        has_cards = self.rulebook.cards is not None
        self._dealer = Dealer(self.rulebook, len(names), self._random.random) if has_cards else None

    def __repr__(self) -> str:
        return f"<Match of {self.game.name}: {', '.join(self.players)}; turn {self._now.state.turns + 1}>"

    @property
    def active(self) -> str:
        """The player whose turn it is."""
        return self._now.active

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._now.state.end is not None

    @property
    def dice(self) -> dict[str, int]:
        """The faces of the coloured dice in this turn, by colour."""
        return dict(self._now.dice)

    @property
    def white(self) -> tuple[int, ...]:
        """The faces of the two white dice in this turn; in games with cards, the number of the top card."""
        return self._now.white

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards that the active player holds, named by the cells that they are for; none in games with dice."""
        return self._now.state.hand

    def roll(self, white: tuple[int, int] | None = None, **dice: int) -> None:
        """Begin a turn with the given dice, or with random ones.

        Args:
            white: The faces of the two white dice; None for random dice.
            **dice: The faces of the coloured dice by colour, one for each row that is open.
        """
        self._check_between_turns()
        if self.rulebook.cards:
            raise InputError.of("this game has cards instead of dice", "Begin the turn with draw().")
        faces = range(1, self.rulebook.die_sides + 1)
        if white is None:
            white = self._random.choice(faces), self._random.choice(faces)
            dice = {colour: self._random.choice(faces) for colour in self._now.state.dice}
        wrong = [face for face in (*white, *dice.values()) if face not in faces]
        unknown = [colour for colour in dice if colour not in self.rulebook.die_colours]
        if wrong or unknown or len(white) != 2:
            hint = f"Dice show 1 to {len(faces)}; there are two white ones and {', '.join(self.rulebook.die_colours)}."
            raise InputError.of(f"{[*wrong, *unknown] or white} cannot be rolled", hint)
        self._begin(Turn(self.active, white, dice))

    def draw(self, card: int | None = None, hand: Sequence[str] = ()) -> None:
        """Begin a turn of a game with cards: with the given ones, or with cards that are dealt at random.

        Args:
            card: The number of the top card, which everybody may use; None for random cards.
            hand: The cards that the active player holds, named by the cells that they are for: `red 5`.

        Example:
            >>> import sheetgen as sg
            >>> match = sg.load("card-game").start("Anna", "Ben")
            >>> match.draw(card=7, hand=["red 2", "red 3", "red 5", "blue 12", "green 4"])
            >>> for cell in ("red 2", "red 3", "red 5"):
            ...     match.cross("Anna", cell)
            >>> match.result["Anna"].total
            6
        """
        self._check_between_turns()
        if not self._dealer:
            raise InputError.of("this game has dice instead of cards", "Begin the turn with roll().")
        if card is None:
            top, hand = self._dealer.begin_turn(self.players.index(self.active))
            card = self._now.state.grids[0].cells[top].number
        known = deck(self.rulebook)
        if unknown := [each for each in hand if each not in known]:
            raise InputError.of(f"there is no card {unknown[0]!r:.40}", suggest(unknown[0], known))
        self._begin(Turn(self.active, (card,), {}, hand=tuple(hand)))

    def _check_between_turns(self) -> None:
        if self._turn:
            raise InputError.of("the turn has already begun", "End it first.")

    def _begin(self, turn: Turn) -> None:
        self._now = self._played(turn)
        self._turn = turn

    def legal(self, player: str) -> list[str]:
        """Return the ids of the cells that a player may cross now, with either sum, in the order of the sheet."""
        seat = self._seat(player)
        cells = {option.cell for option in (*self._white_options(player), *self._coloured_options(player))}
        return [id for id in self._now.state.grids[seat].cells if id in cells]

    def legal_spaces(self) -> list[int]:
        """Return the spaces to which the active player may move the piece now."""
        if not self._turn or self._turn.action3 or not self._now.state.side:
            return []
        after = self._played(self._turn).state
        return sorted({move.space for move in after.legal_moves()}) if after.end is None else []

    def cross(self, player: str, cell: str) -> None:
        """Cross a cell: with the white sum if that leads to it, or else with a coloured die.

        Raises:
            InputError: If the rules do not allow it. The message says why.
        """
        turn = self._rolled()
        known = self._now.state.grids[self._seat(player)].rulebook.rows_of
        if cell not in known:
            raise InputError.of(f"there is no cell {cell!r:.40}", suggest(cell, known))
        by_white_sum = [option for option in self._white_options(player) if option.cell == cell]
        by_coloured_die = any(option.cell == cell for option in self._coloured_options(player))
        is_open = not turn.action2 and not turn.action3
        # A cell that neither sum leads to is tried as well, because the refusal gives the reason.
        if by_white_sum or (is_open and player not in turn.action1 and not by_coloured_die):
            option = min(by_white_sum, key=lambda option: option.via is not None, default=None)
            via = {**turn.via, player: option.via} if option and option.via else turn.via
            turn = replace(turn, action1={**turn.action1, player: cell}, via=via)
            self._played(turn)
        elif player == self.active and (is_open or (self._dealer and not turn.action3)):
            turn = replace(turn, action2=(*turn.action2, cell))
            self._now = self._played(turn)
        else:
            raise InputError.of(f"{player} has already used the dice", "Wait for the next turn.")
        self._turn = turn

    def move(self, space: int, cross: str | None = None) -> None:
        """Move the active player's piece to a space and cross its number's cell, None if that is crossed already."""
        turn = self._rolled()
        if not self._now.state.side:
            raise InputError.of("this game has no track")
        if turn.action3:
            raise InputError.of(f"{self.active} has already moved", "Wait for the next turn.")
        turn = replace(turn, action3=LoggedMove(space, cross))
        self._now = self._played(turn)
        self._turn = turn

    def end_turn(self) -> None:
        """End the turn. An active player who crossed nothing gets a penalty."""
        turn = self._rolled()
        played = self._played(turn)
        seat = self.players.index(self.active)
        if self._dealer and turn.hand == tuple(self._dealer.hands[seat]):  # it was dealt at random
            self._dealer.discard(seat, turn.action2)
        self._turns.append(replace(turn, penalty=played.state.penalty_due))
        played.end_turn()
        self._now = played
        self._before = played
        self._turn = None

    @property
    def record(self) -> dict[str, Any]:
        """The current sheets as a record for `sheetgen.audit`."""
        return self._now.record().to_data(self.rulebook, self.game.reference)

    @property
    def log(self) -> dict[str, Any]:
        """All finished turns as a log for `sheetgen.replay`."""
        log = Log(self.players, tuple(self._turns), self._now.state.side, self._arrangements)
        return log.to_data(self.game.reference)

    @property
    def result(self) -> Result:
        """The points so far, and the findings of an audit."""
        return Result(self.game.layout, audit(self.rulebook, self._now.record()), self._locale)

    def _seat(self, player: str) -> int:
        if player not in self.players:
            raise InputError.of(f"there is no player {player!r:.40}", suggest(player, self.players))
        return self.players.index(player)

    def _rolled(self) -> Turn:
        if not self._turn:
            first = "Draw" if self._dealer else "Roll"
            raise InputError.of("the turn has not begun yet", f"{first} first.")
        return self._turn

    def _played(self, turn: Turn) -> CheckedGame:
        """Return the game after the actions of a turn, or raise an InputError that says why they are illegal."""
        game = copy(self._before)
        game.state = self._before.state.copied()
        try:
            play_actions(game, turn)
        except IllegalMoveError as error:
            raise InputError.of(message(game.finding(error), self.game.layout, self._locale)) from None
        return game

    def _white_options(self, player: str) -> list[CrossOption]:
        turn = self._turn
        state = self._now.state
        seat = self._seat(player)
        is_excluded = self.rulebook.tokens_each and player != self.active  # with tokens, dice are not shared
        if not turn or player in turn.action1 or turn.action2 or turn.action3 or is_excluded or self.is_over:
            return []
        return state.legal(seat, state.white_options(seat, turn.white))

    def _coloured_options(self, player: str) -> list[CrossOption]:
        turn = self._turn
        if not turn or turn.action3 or player != self.active or len(turn.action2) == self.rulebook.most_crosses - 1:
            return []
        after = self._played(turn).state
        return after.legal(after.active, after.coloured_options(turn.white, turn.dice)) if after.end is None else []
