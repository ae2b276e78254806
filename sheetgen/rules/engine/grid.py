"""A rulebook as bit masks: every cell is a bit, a sheet is one integer, and the conditions of a cross are masks."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_

from sheetgen.rules.features import FEATURES, FORCING_FEATURES
from sheetgen.rules.rulebook import Arrangement, Rulebook, Space


@dataclass(frozen=True, slots=True)
class CrossOption:
    """One way to use a number: the cell that is crossed, and the conditions under which it may be.

    It is a dataclass with slots because simulations read its fields constantly, and named tuples are slower.
    """

    cell: str
    number: int
    row: int  # index into the rulebook's rows
    bit: int
    blockers: int  # mask of the cells that rule it out once crossed: itself, those after it, and the lock
    needs: int  # how many crosses `of` must have
    of: int  # mask of the cells that this one requires
    lock: int  # bit of the lock, which is crossed along; 0 unless this cell closes the row
    along: int = 0  # mask of cells that a feature crosses along with this one
    via: str | None = None  # cell of a feature's own row that allows this option and is crossed along


CrossOptions = tuple[CrossOption, ...]


class Grid:
    """The options of one sheet, by number, for the white sum and for each coloured die."""

    def __init__(self, rulebook: Rulebook, arrangement: Arrangement | None = None) -> None:
        self.arrangement = arrangement
        self.rulebook = rulebook = arrangement.rulebook if arrangement else rulebook
        ids = [id for row in rulebook.rows for id in row.ids]
        self.bits = {id: 1 << index for index, id in enumerate(ids)}
        self.cells = {cell.id: cell for row in rulebook.rows for cell in row.cells}
        self.twice = self.mask(rulebook.twice)
        # Maps a mask of crossed cells to its number of crosses; games in which none counts twice use the fast way.
        self.count: Callable[[int], int] = self._count_with_twice if rulebook.twice else int.bit_count
        self.rows = tuple(self.mask(row.ids) for row in rulebook.rows)
        self.lines = tuple(self.mask(line.cells) for line in rulebook.scores)
        # For each cell, by its bit: the mask of the numbers that cannot be crossed any more once it is crossed.
        self.rules_out = dict.fromkeys(self.bits.values(), 0)
        for id, row in rulebook.rows_of.items():
            for blocker in (id, *row.after[id]) if id not in rulebook.doubles else ():
                self.rules_out[self.bits[blocker]] |= self.bits[id]
        self.plain = {option.cell: option for option in self._options(None)}  # each cell with its own number
        # The options to cross the numbers of each row in their order, without second boxes.
        self.numbers = tuple(
            tuple(self.plain[id] for id in row.ids if id in self.plain and id not in rulebook.doubles)
            for row in rulebook.rows
        )
        fixed = (option for feature in FEATURES for option in feature.fixed_options(self))
        self.white = _by_number([*self.plain.values(), *fixed])
        # The cells of rows that features add, each with the option to cross it.
        self.own = {option.cell: option for option in self._own_options()}
        self.turn_features = [each for each in FEATURES if each.adds_turn_options and each.is_in(rulebook)]
        self.forcing_features = [each for each in FORCING_FEATURES if each.is_in(rulebook)]
        self.option_features = [each for each in FEATURES if each.adds_options and each.is_in(rulebook)]
        self.dice = {colour: _by_number(self._options(colour)) for colour in rulebook.die_colours}
        self.tracks = {side: tuple(map(self._space, spaces)) for side, spaces in rulebook.tracks.items()}

    def mask(self, ids: Iterable[str]) -> int:
        """Return the bits of these cells as one mask."""
        return reduce(or_, (self.bits[id] for id in ids), 0)

    def ids(self, mask: int) -> list[str]:
        """Return the ids of the cells in a mask, in the order of the sheet."""
        return [id for id, bit in self.bits.items() if mask & bit]

    def options_of(self, by_number: Mapping[int, CrossOptions], *faces: int) -> CrossOptions:
        """Return the options, listed by number, to use two dice that show these faces, or one card."""
        options = by_number.get(sum(faces), ())
        if self.rulebook.throws:
            _, *special = self.rulebook.numbers_thrown(*faces)
            options = (*options, *(option for number in special for option in by_number.get(number, ())))
        return options

    def colours_of(self, id: str) -> list[str]:
        """Return the colours of the dice with which this cell can be crossed."""
        return [
            colour
            for colour, by_number in self.dice.items()
            if any(option.cell == id for option in by_number.get(self.cells[id].number, ()))
        ]

    def _count_with_twice(self, crossed: int) -> int:
        return crossed.bit_count() + (crossed & self.twice).bit_count()

    def _space(self, space: Space) -> tuple[int, CrossOptions]:
        """Return the mask of the cells with the number of a space, and the options to cross one."""
        options = [
            each
            for each in self.white[space.number]
            if each.via is None and self.rulebook.rows[each.row].id == space.row
        ]
        return self.mask(option.cell for option in options), tuple(options)

    def _own_options(self) -> Iterator[CrossOption]:
        for index, row in enumerate(self.rulebook.rows):
            for cell in row.cells if row.kind == "own" else ():
                bit = self.bits[cell.id]
                blockers = bit | self.mask(row.after[cell.id])
                yield CrossOption(cell.id, cell.number, index, bit, blockers, needs=0, of=0, lock=0)

    def _options(self, colour: str | None) -> Iterator[CrossOption]:
        """Yield all options to use the white sum, or a sum with the die of this colour."""
        partners = self.rulebook.partners
        for index, row in enumerate(self.rulebook.rows):
            lock = self.bits[row.lock.id] if row.lock else 0
            blockers = {id: self.mask([id, *after]) | lock for id, after in row.after.items()}
            for cell in row.cells if row.kind != "own" else ():
                requirement = self.rulebook.required.get(cell.id)
                of = requirement.of if requirement else ()
                if colour is not None and cell.colour is None:
                    # A bonus field has no colour of its own: its neighbour of the die's colour must be crossed.
                    of = tuple(id for id in of if self.cells[id].colour == colour)
                if colour is None or cell.colour == colour or (cell.colour is None and of):
                    yield CrossOption(
                        cell=cell.id,
                        number=cell.number,
                        row=index,
                        bit=self.bits[cell.id],
                        blockers=blockers[cell.id],
                        needs=requirement.needs if requirement else 0,
                        of=self.mask(of),
                        lock=lock if cell in row.closing else 0,
                        along=self.bits[partners[cell.id]] if cell.id in partners else 0,
                    )


def _by_number(options: Iterable[CrossOption]) -> dict[int, CrossOptions]:
    found: defaultdict[int, list[CrossOption]] = defaultdict(list)
    for option in options:
        found[option.number].append(option)
    return {number: tuple(options) for number, options in found.items()}
