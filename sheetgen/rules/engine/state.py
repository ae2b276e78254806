"""The state of a game in play: the turn with its actions, closed rows, penalties, pieces, and what ends the game.

Replaying a log and simulating games take the same steps. `game_kinds` adds what differs between sheets and tokens.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Literal, NamedTuple, Self

from sheetgen.rules.engine.grid import CrossOption, CrossOptions, Grid
from sheetgen.rules.records import Sheet
from sheetgen.rules.rulebook import Rulebook

End = Literal["rows", "penalties", "final", "tokens"]  # what ended the game
Refusal = str  # why a step is illegal: the name of a reason of the finding `illegal-move`


class PieceMove(NamedTuple):
    """A move of a piece: the space that it goes to, and the cross that is made for it, if any."""

    space: int
    option: CrossOption | None


class Track:
    """The pieces on a track, by player. All begin on the start, which is space 0."""

    def __init__(self, rulebook: Rulebook, side: str, players: int) -> None:
        self.rulebook = rulebook
        self.side = side
        self.length = len(rulebook.tracks[side])
        self.move = rulebook.move
        self.pieces = [0] * players

    def landings(self, player: int) -> list[int]:
        """Return the free spaces that a piece can reach. Occupied ones are jumped and not counted."""
        ahead = range(self.pieces[player] + 1, self.length + 1)
        return [space for space in ahead if space not in self.pieces][: self.move]

    def refusal(self, player: int, space: int) -> Refusal | None:
        """Return why a piece may not go to a space; None if it may."""
        if space <= self.pieces[player]:
            return "backwards"
        if space in self.pieces:
            return "occupied"
        if space not in self.landings(player):
            return "too-far"
        return None

    def is_final(self, player: int) -> bool:
        """Return whether a piece stands on one of the spaces that start the final round."""
        return self.rulebook.is_final(self.side, self.pieces[player])


class GameState(ABC):
    """The state that all games share. Players are numbered from 0 in the order of their seats; each has a grid."""

    def __init__(self, grids: Sequence[Grid], side: str | None = None) -> None:
        self.grids = grids
        self.rulebook = rulebook = grids[0].rulebook  # only what shuffled sheets have in common is read from it
        self.players = players = len(grids)
        self.side = side
        self.track = Track(rulebook, side, players) if side else None
        self.crossed = [0] * players  # for each player, the mask of crossed cells or of squares with tokens
        self.active = 0
        self.dice = list(grids[0].colours)  # colours of the dice that are still in the game
        self.closed: list[int] = []  # indices of the closed rows
        self.closed_mask = 0  # the cells of the closed rows
        self.penalties = [0] * players
        self.turns = 0
        self.end: End | None = None
        self.has_crossed = False  # whether the active player has crossed something in this turn
        self.turns_left: int | None = None  # how many turns follow, once the final round has begun

    def copied(self) -> Self:
        """Return a copy that can be played on without changing this one. Grids and rulebook are shared."""
        return deepcopy(self, {id(each): each for each in (self.grids, self.rulebook, *self.grids)})

    @abstractmethod
    def legal(self, player: int, options: Iterable[CrossOption]) -> list[CrossOption]:
        """Return those of the options that the player may take now."""

    @abstractmethod
    def refusal(self, player: int, option: CrossOption) -> Refusal | None:
        """Return why the player may not take this option now; None if it is legal."""

    @abstractmethod
    def cross(self, player: int, option: CrossOption) -> None:
        """Cross the cell, and its lock along with it, without checking."""

    @abstractmethod
    def mark_penalty(self, player: int) -> None:
        """Give the player a penalty."""

    @abstractmethod
    def crosses(self, player: int, mask: int) -> int:
        """Return how many crosses the player has in a mask of cells."""

    @abstractmethod
    def sheet(self, player: int, name: str) -> Sheet:
        """Return the player's sheet or tokens as they are now."""

    def white_options(self, player: int, total: int) -> Iterable[CrossOption]:
        """Return all options that the player has to use the white sum, legal or not."""
        return self.grids[player].white.get(total, ())

    def coloured_options(self, white: tuple[int, int], dice: Mapping[str, int]) -> list[CrossOption]:
        """Return all options to use one white die with one coloured die that is still in the game, legal or not."""
        first, second = white
        options: list[CrossOption] = []
        by_colour = self.grids[self.active].dice
        for colour in self.dice:
            by_number, die = by_colour[colour], dice[colour]
            options += by_number.get(first + die, ())
            if first != second:
                options += by_number.get(second + die, ())
        return options

    def legal_moves(self) -> list[PieceMove]:
        """Return the legal moves of the active player's piece."""
        assert self.track
        found: list[PieceMove] = []
        for space in self.track.landings(self.active):
            mask, options = self.space_options(space)
            if self.crosses(self.active, mask):
                found.append(PieceMove(space, None))
            found += [PieceMove(space, option) for option in self.legal(self.active, options)]
        return found

    def space_options(self, space: int) -> tuple[int, CrossOptions]:
        """Return the mask of the active player's cells with the number of a space, and the options to cross one."""
        assert self.side
        return self.grids[self.active].tracks[self.side][space - 1]

    def action1(self, choices: Mapping[int, CrossOption]) -> None:
        """Cross what players chose for the white sum. They cross at the same time, so rows close afterwards."""
        for player, option in choices.items():
            self.cross(player, option)
        self.has_crossed = self.active in choices
        for option in choices.values():
            self._close_row(option)

    def action2(self, option: CrossOption) -> None:
        """Cross what the active player chose for a coloured die."""
        self._cross_alone(option)

    def action3(self, move: PieceMove) -> None:
        """Move the active player's piece, and cross the number of its space if it is not crossed."""
        assert self.track
        self.track.pieces[self.active] = move.space
        if move.option:
            self._cross_alone(move.option)

    @property
    def penalty_due(self) -> bool:
        """Whether the active player crossed nothing. A game that ended before the turn did gives no penalty."""
        return not self.has_crossed and self.end is None

    def end_turn(self) -> None:
        """Mark the penalty if one is due, and make the next player active."""
        if self.penalty_due:
            self.mark_penalty(self.active)
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
        self._close_row(option)

    def _close_row(self, option: CrossOption) -> None:
        """Close the row for everybody if this option crossed its last number; its die leaves the game."""
        if not option.lock or option.row in self.closed:
            return
        self.closed.append(option.row)
        self.closed_mask |= self.grids[0].rows[option.row]
        lock = self.rulebook.rows[option.row].lock
        assert lock
        if lock.colour in self.dice:
            self.dice.remove(lock.colour)
        if len(self.closed) >= self.rulebook.closed_rows and self.end is None:
            self.end = "rows"
