"""The state of a game in play: the turn with its actions, closed rows, penalties, pieces, and what ends the game.

Replays and simulations take the same steps. Games with tokens on a common board, and games with cards, are states of
their own: see `token_game` and `card_game`.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Literal, NamedTuple, Self

from sheetgen.rules.audit.findings import IllegalMoveError, Rows
from sheetgen.rules.engine.grid import CrossOption, CrossOptions, Grid
from sheetgen.rules.features import OWN_ROWS, requirement_kind
from sheetgen.rules.records import Record, Sheet

End = Literal["rows", "penalties", "final", "tokens"]  # what ended the game


class PieceMove(NamedTuple):
    """A move of a piece: the space that it goes to, and the option to cross its number; None if it is crossed."""

    space: int
    option: CrossOption | None


class GameState:
    """A game in which each player crosses a sheet, and all may use the white sum.

    Players are numbered from 0 in the order of their seats; each has a grid. `side` is the side of a track.
    """

    def __init__(self, grids: Sequence[Grid], side: str | None = None) -> None:
        self.grids = grids
        self.rulebook = grids[0].rulebook  # read only for what all sheets have in common, as they may be shuffled
        self.players = players = len(grids)
        self.side = side
        self.pieces = [0] * players  # for each player, the space of the piece on the track; 0 is the start
        self.crossed = [0] * players  # for each player, the mask of crossed cells or of squares with tokens
        self.active = 0
        self.dice = list(self.rulebook.die_colours)  # colours of the dice that are still in the game
        self.hand: tuple[str, ...] = ()  # cards of the active player, in games with cards
        self.closed: list[list[int]] = [[] for _ in grids]  # for each player, indices of the rows closed to them
        self.closed_masks = [0] * players  # for each player, the mask of the cells of these rows
        self.history: list[list[str]] = [[] for _ in grids]  # for each player, the crosses in their order
        self.penalties = [0] * players
        self.turns = 0
        self.end: End | None = None
        self.has_crossed = False  # whether the active player has crossed something in this turn
        self.turns_left: int | None = None  # how many turns follow, once the final round has begun

    def copied(self) -> Self:
        """Return an independent copy that shares the grids and the rulebook."""
        return deepcopy(self, {id(each): each for each in (self.grids, self.rulebook, *self.grids)})

    def legal(self, player: int, options: Iterable[CrossOption]) -> list[CrossOption]:
        """Return the legal options: in open rows, nothing crossed from the cell on, and its requirement met."""
        crossed = self.crossed[player]
        count = self.grids[player].count
        taken = crossed | self.closed_masks[player]
        return [
            option
            for option in options
            if not taken & option.blockers and (not option.needs or count(crossed & option.of) >= option.needs)
        ]

    def white_options(self, player: int, white: tuple[int, ...]) -> Iterable[CrossOption]:
        """Return all options of action 1, legal or not, with the two white dice or with the number of a card.

        Those of features may depend on what is crossed.
        """
        grid = self.grids[player]
        options = grid.options_of(grid.white, *white)
        for feature in grid.option_features:
            options = (*options, *feature.options(self, player, sum(white)))
        return options

    def refusal(self, player: int, option: CrossOption) -> str | None:
        """Return why the player may not cross this cell now, as a reason of `illegal-move`; None if it is legal."""
        crossed = self.crossed[player]
        if self.legal(player, (option,)):
            return None
        if self.closed_masks[player] & option.bit:
            return "row-closed"
        if crossed & option.blockers:
            return "crossed" if crossed & option.bit else "passed"
        kind = requirement_kind(self.grids[player].rulebook, option.cell)
        return kind.reason if kind else "too-few"

    def cross(self, player: int, option: CrossOption) -> list[CrossOption]:
        """Cross the cell, the lock if it closes the row, and what features cross along with it or force after it.

        Return the option, and those that were forced.
        """
        self.crossed[player] |= option.bit | option.lock | option.along
        if option.via:
            self.history[player].append(option.via)
        self.history[player].append(option.cell)
        made = [option]
        for feature in self.grids[player].forcing_features:
            for forced in feature.forced(self, player, option):
                made += self.cross(player, forced)
        return made

    def mark_penalty(self, player: int) -> None:
        """Cross a penalty box. The last box of a player ends the game."""
        self.penalties[player] += 1
        if self.penalties[player] == self.rulebook.penalty_boxes:
            self.end = "penalties"

    def crosses(self, player: int, mask: int) -> int:
        """Return how many crosses the player has in a mask of cells; some cells count twice."""
        return self.grids[player].count(self.crossed[player] & mask)

    def open_cells(self, player: int, row: int) -> int:
        """Return the mask of the cells of a row, by its index, that no cross of the player has ruled out yet."""
        grid = self.grids[player]
        cells = grid.rows[row]
        crossed = self.crossed[player] & cells
        while crossed:
            cell = crossed & -crossed
            cells &= ~grid.rules_out[cell]
            crossed ^= cell
        return cells

    def next_number(self, player: int, row: int) -> CrossOptions:
        """Return the option to cross the first number of a row, by its index, that no cross has ruled out, if any."""
        open_cells = self.open_cells(player, row)
        return tuple(option for option in self.grids[player].numbers[row] if option.bit & open_cells)[:1]

    def is_open(self, player: int, row: int) -> bool:
        """Return whether neither anybody before nor the player in this very action has closed a row, by its index."""
        lock = self.rulebook.rows[row].lock
        own = self.grids[player].bits[lock.id] if lock else 0
        return not (row in self.closed[player] or self.crossed[player] & own)

    def open_rows(self, player: int) -> list[int]:
        """Return the indices of the coloured rows that are open."""
        rows = enumerate(self.rulebook.rows)
        return [index for index, row in rows if row.kind == "coloured" and self.is_open(player, index)]

    def weakest_rows(self, player: int) -> list[int]:
        """Return the indices of the open rows with the fewest crosses."""
        counts = {row: self.crosses(player, self.grids[player].rows[row]) for row in self.open_rows(player)}
        return [row for row, count in counts.items() if count == min(counts.values())]

    def sheet(self, player: int, name: str) -> Sheet:
        """Return the player's sheet as it is now."""
        return Sheet(
            name,
            crosses=dict.fromkeys(self.grids[player].ids(self.crossed[player]), 1),
            penalties=self.penalties[player],
            space=self.pieces[player],
            history=tuple(self.history[player]),
            arrangement=self.grids[player].arrangement,
        )

    def record(self, names: Sequence[str]) -> Record:
        """Return the sheets of all players as they are now."""
        return Record(tuple(self.sheet(player, name) for player, name in enumerate(names)), self.side)

    def coloured_options(self, white: tuple[int, ...], dice: Mapping[str, int]) -> list[CrossOption]:
        """Return all options of action 2, legal or not: one white die with a coloured one that is still in the game."""
        first, second = white
        options: list[CrossOption] = []
        grid = self.grids[self.active]
        for colour in self.dice:
            die = dice[colour]
            options += grid.options_of(grid.dice[colour], first, die)
            if first != second:
                options += grid.options_of(grid.dice[colour], second, die)
        for feature in grid.turn_features:
            options += feature.turn_options(self, white, dice)
        return options

    def turn_refusal(self, cell: str, white: tuple[int, ...], dice: Mapping[str, int]) -> IllegalMoveError:
        """Return why no option of action 2 leads to this cell of an open row."""
        row = self.rulebook.rows_of[cell].id
        if row in OWN_ROWS:
            return OWN_ROWS[row].turn_refusal(self, cell, white, dice)
        colours = self.grids[self.active].colours_of(cell)
        faces = [dice[colour] for colour in colours if colour in self.dice]
        if not faces:
            return IllegalMoveError("coloured-gone", cell, die=Rows(tuple(colours)))
        thrown = {sum for one in white for other in faces for sum in self.rulebook.numbers_thrown(one, other)}
        return IllegalMoveError("coloured-sum", cell, sums=", ".join(map(str, sorted(thrown))))

    def landings(self) -> list[int]:
        """Return the free spaces that the active player's piece can reach. Occupied ones are not counted."""
        length = len(self.rulebook.tracks[self.side]) if self.side else 0
        ahead = range(self.pieces[self.active] + 1, length + 1)
        return [space for space in ahead if space not in self.pieces][: self.rulebook.move]

    def legal_moves(self) -> list[PieceMove]:
        """Return the legal moves of the active player's piece."""
        found: list[PieceMove] = []
        for space in self.landings():
            mask, options = self.space_options(space)
            if self.crosses(self.active, mask):
                found.append(PieceMove(space, None))
            found += [PieceMove(space, option) for option in self.legal(self.active, options)]
        return found

    def space_options(self, space: int) -> tuple[int, CrossOptions]:
        """Return the mask of the active player's cells that match a space, and the options to cross one of them."""
        assert self.side
        return self.grids[self.active].tracks[self.side][space - 1]

    def action1(self, choices: Mapping[int, CrossOption]) -> None:
        """Cross what players chose for the white sum. They cross at the same time: rows close afterwards."""
        made = [(player, each) for player, option in choices.items() for each in self.cross(player, option)]
        self.has_crossed = self.active in choices
        for player, option in made:
            self._close_row(player, option)

    def action2(self, option: CrossOption) -> None:
        """Cross what the active player chose for a coloured die or a card."""
        made = self.cross(self.active, option)
        self.has_crossed = True
        for each in made:
            self._close_row(self.active, each)

    def action3(self, move: PieceMove) -> None:
        """Move the active player's piece, and cross the number of its space if it is not crossed."""
        self.pieces[self.active] = move.space
        if move.option:
            self.action2(move.option)  # the cross has the same effects

    @property
    def penalty_due(self) -> bool:
        """Whether the active player crossed nothing. There is no penalty if the game ended during the turn."""
        return not self.has_crossed and self.end is None

    def end_turn(self) -> None:
        """Mark the penalty if one is due, and make the next player active."""
        if self.penalty_due:
            self.mark_penalty(self.active)
        if self.turns_left is not None:
            self.turns_left -= 1
        elif self.side and self.rulebook.is_final(self.side, self.pieces[self.active]):
            self.turns_left = self.players - 1
        if self.turns_left == 0 and self.end is None:
            self.end = "final"
        self.active = (self.active + 1) % self.players
        self.turns += 1
        self.has_crossed = False

    def _close_row(self, player: int, option: CrossOption) -> None:
        """Close the row, for everybody or for this player only, if this option crossed its last number."""
        if not option.lock or option.row in self.closed[player]:
            return
        for seat in (player,) if self.rulebook.has_own_closing else range(self.players):
            self.closed[seat].append(option.row)
            self.closed_masks[seat] |= self.grids[seat].rows[option.row]
        lock = self.rulebook.rows[option.row].lock
        assert lock
        if lock.colour in self.dice and not self.rulebook.has_own_closing:
            self.dice.remove(lock.colour)
        if len(self.closed[player]) >= self.rulebook.closed_rows and self.end is None:
            self.end = "rows"
