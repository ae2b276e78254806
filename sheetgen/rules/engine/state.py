"""The pieces on a track.

A game in play: the turn with its actions, closed rows, penalties, and what ends it.

The same steps serve to replay a log and to play at random. What a number may be used for differs between sheets
and tokens; each has its own small class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Literal, NamedTuple, Self

from sheetgen.rules.engine.grid import CrossOption, CrossOptions, Grid
from sheetgen.rules.records import Sheet
from sheetgen.rules.rulebook import Rulebook

MoveRefusal = str  # why a cell cannot be crossed now: the name of a reason of `illegal-move`


class Track:
    """Where the pieces stand: all on the start at first."""

    def __init__(self, rulebook: Rulebook, side: str, players: int) -> None:
        self.rulebook = rulebook
        self.side = side
        self.length = len(rulebook.tracks[side])
        self.move = rulebook.move
        self.pieces = [0] * players

    def landings(self, player: int) -> list[int]:
        """The free spaces that the piece can reach. Occupied ones are jumped and not counted."""
        ahead = range(self.pieces[player] + 1, self.length + 1)
        return [space for space in ahead if space not in self.pieces][: self.move]

    def refusal(self, player: int, space: int) -> MoveRefusal | None:
        """Why the piece may not go there, if so."""
        if space <= self.pieces[player]:
            return "backwards"
        if space in self.pieces:
            return "occupied"
        if space not in self.landings(player):
            return "too-far"
        return None

    def is_final(self, player: int) -> bool:
        """Does the piece stand on one of the last spaces?"""
        return self.rulebook.is_final(self.side, self.pieces[player])


Refusal = str  # why a cell cannot be crossed now: the name of a reason of `illegal-move`

End = Literal["rows", "penalties", "final", "tokens"]
"""What ended the game."""


class PieceMove(NamedTuple):
    """A piece's move: the space it goes to, and the cross that is made for it, if any."""

    space: int
    option: CrossOption | None


class GameState(ABC):
    """The state that all games share. Players are numbers in the order of their seats; each has a grid."""

    def __init__(self, grids: Sequence[Grid], side: str | None = None) -> None:
        self.grids = grids
        self.rulebook = rulebook = grids[0].rulebook
        """What is the same for all, whatever is shuffled on their sheets."""
        self.players = players = len(grids)
        self.side = side
        self.track = Track(rulebook, side, players) if side else None
        self.crossed = [0] * players
        """For each player the cells that he has crossed, or that hold his tokens, as bits."""
        self.active = 0
        self.dice = list(grids[0].colours)
        self.closed: list[int] = []
        self.closed_cells = 0
        self.penalties = [0] * players
        self.turns = 0
        self.end: End | None = None
        self.has_crossed = False
        self.turns_left: int | None = None
        """How many turns follow, once the final round is on."""

    def copied(self) -> Self:
        """Return a copy that can be played on without changing this one. Grids and rulebook are shared."""
        return deepcopy(self, {id(each): each for each in (self.grids, self.rulebook, *self.grids)})

    @abstractmethod
    def legal(self, player: int, options: Iterable[CrossOption]) -> list[CrossOption]:
        """Those of the options that the player may take now."""

    @abstractmethod
    def refusal(self, player: int, option: CrossOption) -> Refusal | None:
        """Why the player may not take this option now; None if it is legal."""

    @abstractmethod
    def cross(self, player: int, option: CrossOption) -> None:
        """Cross the cell, and its lock along with it, without asking."""

    @abstractmethod
    def penalise(self, player: int) -> None:
        """Mark a penalty."""

    @abstractmethod
    def crosses(self, player: int, mask: int) -> int:
        """How many crosses the player has among these cells."""

    @abstractmethod
    def sheet(self, player: int, name: str) -> Sheet:
        """What the player's sheet or tokens show now."""

    def white_options(self, player: int, total: int) -> Iterable[CrossOption]:
        """All options that the player has to use the white sum."""
        return self.grids[player].white.get(total, ())

    def coloured_options(self, white: tuple[int, int], dice: Mapping[str, int]) -> list[CrossOption]:
        """All options to use one white die with one coloured die that is still in the game."""
        first, second = white
        options: list[CrossOption] = []
        by_colour = self.grids[self.active].dice
        for colour in self.dice:
            by_number, die = by_colour[colour], dice[colour]
            options += by_number.get(first + die, ())
            if first != second:
                options += by_number.get(second + die, ())
        return options

    def moves(self) -> list[PieceMove]:
        """Where the active player's piece may go."""
        assert self.track
        found: list[PieceMove] = []
        for space in self.track.landings(self.active):
            mask, options = self.space_options(space)
            if self.crosses(self.active, mask):
                found.append(PieceMove(space, None))
            found += [PieceMove(space, option) for option in self.legal(self.active, options)]
        return found

    def space_options(self, space: int) -> tuple[int, CrossOptions]:
        """The cells that stand for the space's number, and the options to cross one of them."""
        assert self.side
        return self.grids[self.active].tracks[self.side][space - 1]

    def action1(self, choices: Mapping[int, CrossOption]) -> None:
        """What the players cross with the white sum. All of it happens together, so rows close afterwards."""
        for player, option in choices.items():
            self.cross(player, option)
        self.has_crossed = self.active in choices
        for option in choices.values():
            self._close(option)

    def action2(self, option: CrossOption) -> None:
        """What the active player crosses with a coloured die."""
        self._cross_alone(option)

    def action3(self, move: PieceMove) -> None:
        """PieceMove the active player's piece, and cross the number of its space if it was not."""
        assert self.track
        self.track.pieces[self.active] = move.space
        if move.option:
            self._cross_alone(move.option)

    @property
    def penalty_due(self) -> bool:
        """Did the active player cross nothing? If the game ended before the turn did, there is no penalty."""
        return not self.has_crossed and self.end is None

    def finish_turn(self) -> None:
        """Mark the penalty if one is due, and pass the dice on."""
        if self.penalty_due:
            self.penalise(self.active)
        if self.turns_left is not None:
            self.turns_left -= 1
        elif self.track and self.track.is_final(self.active):
            self.turns_left = self.players - 1
        if self.turns_left == 0 and self.end is None:
            self.end = "final"
        self.active = (self.active + 1) % self.players
        self.turns += 1
        self.has_crossed = False

    def _cross_alone(self, option: CrossOption) -> None:
        self.cross(self.active, option)
        self.has_crossed = True
        self._close(option)

    def _close(self, option: CrossOption) -> None:
        """If this was a last number, its row is closed for everybody and the die leaves the game."""
        if not option.lock or option.row in self.closed:
            return
        self.closed.append(option.row)
        self.closed_cells |= self.grids[0].rows[option.row]
        lock = self.rulebook.rows[option.row].lock
        assert lock
        if lock.colour in self.dice:
            self.dice.remove(lock.colour)
        if len(self.closed) >= self.rulebook.closed_rows and self.end is None:
            self.end = "rows"
