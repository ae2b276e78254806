"""The pieces on a track.

A game in play: the turn with its actions, closed rows, penalties, and what ends it.

The same steps serve to replay a log and to play at random. What a number may be used for differs between sheets
and tokens; each has its own small class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from sheetgen.rules.engine.grid import Grid, Way, Ways
from sheetgen.rules.records import Sheet
from sheetgen.rules.rulebook import Rulebook

MoveRefusal = Literal["backwards", "occupied", "too-far"]
"""Why a piece cannot go to a space. Space 0 is the start, and any number of pieces may stand there."""


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


Refusal = Literal[
    "row-closed",
    "crossed",
    "passed",
    "too-few",
    "neighbour",
    "double",
    "not-foremost",
    "stack",
    "overtaken",
    "same-square",
]
"""Why a cell cannot be crossed now."""

End = Literal["rows", "penalties", "final", "tokens"]
"""What ended the game."""


class Move(NamedTuple):
    """A piece's move: the space it goes to, and the cross that is made for it, if any."""

    space: int
    way: Way | None


class Game(ABC):
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
        self.shut = 0
        self.penalties = [0] * players
        self.turns = 0
        self.end: End | None = None
        self.has_crossed = False
        self.turns_left: int | None = None
        """How many turns follow, once the final round is on."""

    @abstractmethod
    def legal(self, player: int, ways: Iterable[Way]) -> list[Way]:
        """Those of the ways that the player may take now."""

    @abstractmethod
    def refusal(self, player: int, way: Way) -> Refusal | None:
        """Why the player may not take this way now; None if it is legal."""

    @abstractmethod
    def cross(self, player: int, way: Way) -> None:
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

    def white_ways(self, player: int, total: int) -> Iterable[Way]:
        """All ways that the player has to use the white sum."""
        return self.grids[player].white.get(total, ())

    def coloured_ways(self, white: tuple[int, int], dice: Mapping[str, int]) -> list[Way]:
        """All ways to use one white die with one coloured die that is still in the game."""
        first, second = white
        ways: list[Way] = []
        by_colour = self.grids[self.active].dice
        for colour in self.dice:
            by_number, die = by_colour[colour], dice[colour]
            ways += by_number.get(first + die, ())
            if first != second:
                ways += by_number.get(second + die, ())
        return ways

    def moves(self) -> list[Move]:
        """Where the active player's piece may go."""
        assert self.track
        found: list[Move] = []
        for space in self.track.landings(self.active):
            mask, ways = self.space_ways(space)
            if self.crosses(self.active, mask):
                found.append(Move(space, None))
            found += [Move(space, way) for way in self.legal(self.active, ways)]
        return found

    def space_ways(self, space: int) -> tuple[int, Ways]:
        """The cells that stand for the space's number, and the ways to cross one of them."""
        assert self.side
        return self.grids[self.active].tracks[self.side][space - 1]

    def action1(self, choices: Mapping[int, Way]) -> None:
        """What the players cross with the white sum. All of it happens together, so rows close afterwards."""
        for player, way in choices.items():
            self.cross(player, way)
        self.has_crossed = self.active in choices
        for way in choices.values():
            self._close(way)

    def action2(self, way: Way) -> None:
        """What the active player crosses with a coloured die."""
        self._cross_alone(way)

    def action3(self, move: Move) -> None:
        """Move the active player's piece, and cross the number of its space if it was not."""
        assert self.track
        self.track.pieces[self.active] = move.space
        if move.way:
            self._cross_alone(move.way)

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

    def _cross_alone(self, way: Way) -> None:
        self.cross(self.active, way)
        self.has_crossed = True
        self._close(way)

    def _close(self, way: Way) -> None:
        """If this was a last number, its row is closed for everybody and the die leaves the game."""
        if not way.lock or way.row in self.closed:
            return
        self.closed.append(way.row)
        self.shut |= self.grids[0].rows[way.row]
        lock = self.rulebook.rows[way.row].lock
        assert lock
        if lock.colour in self.dice:
            self.dice.remove(lock.colour)
        if len(self.closed) >= self.rulebook.closed_rows and self.end is None:
            self.end = "rows"
