"""The state of a game in play: the turn with its actions, closed rows, penalties, pieces, and what ends the game.

Replaying a log and simulating games take the same steps. There are two kinds of games: sheets that players cross, and a
common board on which they place tokens.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Literal, NamedTuple, Self

from sheetgen.rules.engine.grid import CrossOption, CrossOptions, Grid
from sheetgen.rules.features import requirement_kind
from sheetgen.rules.records import Record, Sheet
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

    def record(self, names: Sequence[str]) -> Record:
        """Return the sheets of all players as they are now."""
        return Record(tuple(self.sheet(player, name) for player, name in enumerate(names)), self.side)

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
        self.cross(self.active, option)
        self.has_crossed = True
        self._close_row(option)

    def action3(self, move: PieceMove) -> None:
        """Move the active player's piece, and cross the number of its space if it is not crossed."""
        assert self.track
        self.track.pieces[self.active] = move.space
        if move.option:
            self.action2(move.option)  # the cross has the same effects

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


class SheetGameState(GameState):
    """A game in which each player has a sheet, and all may use the white sum."""

    def __init__(self, grids: Sequence[Grid], side: str | None = None) -> None:
        super().__init__(grids, side)
        self.history: list[list[str]] = [[] for _ in grids]

    def legal(self, player: int, options: Iterable[CrossOption]) -> list[CrossOption]:
        """Return the options in open rows with nothing crossed from the cell on, and enough of what it requires."""
        crossed, count = self.crossed[player], self.grids[player].count
        taken = crossed | self.closed_mask
        return [
            option
            for option in options
            if not taken & option.onward and (not option.needs or count(crossed & option.of) >= option.needs)
        ]

    def white_options(self, player: int, total: int) -> Iterable[CrossOption]:
        """Return the fixed options, and those of features that depend on what is crossed."""
        grid = self.grids[player]
        options = grid.white.get(total, ())
        for feature in grid.option_features:
            options = (*options, *feature.options(self, player, total))
        return options

    def refusal(self, player: int, option: CrossOption) -> Refusal | None:
        """Return why the player may not cross this cell now; None if `legal` allows it."""
        crossed = self.crossed[player]
        if self.legal(player, (option,)):
            return None
        if self.closed_mask & option.bit:
            return "row-closed"
        if crossed & option.onward:
            return "crossed" if crossed & option.bit else "passed"
        kind = requirement_kind(self.grids[player].rulebook, option.cell)
        return kind.reason if kind else "too-few"

    def cross(self, player: int, option: CrossOption) -> None:
        """Cross the cell, its lock, and what features cross along."""
        self.crossed[player] |= option.bit | option.lock | option.along
        if option.via:
            self.history[player].append(option.via)
        self.history[player].append(option.cell)

    def mark_penalty(self, player: int) -> None:
        """Cross a penalty box. The last box of a player ends the game."""
        self.penalties[player] += 1
        if self.penalties[player] == self.rulebook.penalty_boxes:
            self.end = "penalties"

    def crosses(self, player: int, mask: int) -> int:
        """Return how many crosses the player has in a mask of cells; some cells count twice."""
        return self.grids[player].count(self.crossed[player] & mask)

    def sheet(self, player: int, name: str) -> Sheet:
        """Return the player's sheet as it is now."""
        return Sheet(
            name,
            crosses=dict.fromkeys(self.grids[player].ids(self.crossed[player]), 1),
            penalties=self.penalties[player],
            space=self.track.pieces[player] if self.track else 0,
            history=tuple(self.history[player]),
            arrangement=self.grids[player].arrangement,
        )


class TokenGameState(GameState):
    """A game on one common board, on which only the active player places tokens."""

    def __init__(self, grids: Sequence[Grid]) -> None:
        super().__init__(grids)
        self.grid = grids[0]  # all share one board
        self.heights = dict.fromkeys(self.grid.bits.values(), 0)  # how many tokens lie on each square
        self.hand = [self.rulebook.tokens_each] * len(grids)  # how many tokens each player has left
        self.placed_on = 0  # bit of the square that was used in this turn

    def legal(self, player: int, options: Iterable[CrossOption]) -> list[CrossOption]:
        """Return the options where the player may place a token now."""
        return [option for option in options if self.refusal(player, option) is None]

    def refusal(self, player: int, option: CrossOption) -> Refusal | None:
        """Return why the player may not place a token on this square now; None if it is legal."""
        own, taken = self.crossed[player], sum(self.crossed)  # no square holds tokens of two players
        beyond = option.onward ^ option.bit
        if self.closed_mask & option.bit:
            return "row-closed"
        if self.placed_on & option.bit:
            return "same-square"
        if own & beyond:
            return "passed"
        if taken & option.bit and taken & beyond:
            return "overtaken" if own & option.bit else "not-foremost"
        if taken & option.bit & ~own and self.heights[option.bit] > 1:
            return "stack"
        if option.needs and self.crosses(player, option.of) < option.needs:
            return "too-few"
        return None

    def cross(self, player: int, option: CrossOption) -> None:
        """Place a token, return the one that it beats, and place one on the lock if one is left for it."""
        for other, owned in enumerate(self.crossed):
            if other != player and owned & option.bit:
                self.crossed[other] ^= option.bit
                self.hand[other] += 1
                self.heights[option.bit] = 0
        self._place(player, option.bit)
        if option.lock and self.hand[player]:
            self._place(player, option.lock)
        self.placed_on = option.bit
        self._end_if_out_of_tokens(player)

    def mark_penalty(self, player: int) -> None:
        """Place a token on the common penalty row. The game ends when it is full."""
        self.penalties[player] += 1
        self.hand[player] -= 1
        if sum(self.penalties) == self.rulebook.penalty_boxes:
            self.end = "penalties"
        self._end_if_out_of_tokens(player)

    def end_turn(self) -> None:
        """End the turn as in every game, and release the square that was used in it."""
        super().end_turn()
        self.placed_on = 0

    def crosses(self, player: int, mask: int) -> int:
        """Return how many tokens the player has in a mask of squares."""
        squares, count = self.crossed[player] & mask, 0
        while squares:
            square = squares & -squares
            count += self.heights[square]
            squares ^= square
        return count

    def sheet(self, player: int, name: str) -> Sheet:
        """Return the player's tokens on the board."""
        marks = {id: self.heights[self.grid.bits[id]] for id in self.grid.ids(self.crossed[player])}
        return Sheet(name, marks, self.penalties[player])

    def _place(self, player: int, square: int) -> None:
        self.crossed[player] |= square
        self.heights[square] += 1
        self.hand[player] -= 1

    def _end_if_out_of_tokens(self, player: int) -> None:
        if not self.hand[player] and self.end is None:
            self.end = "tokens"


def start_game(grids: Sequence[Grid], side: str | None = None) -> GameState:
    """Return a game at its beginning, with a grid for each player. `side` is the side of the board, if any."""
    if grids[0].rulebook.tokens_each:
        return TokenGameState(grids)
    return SheetGameState(grids, side)
