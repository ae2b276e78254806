"""A rulebook as bit masks: every cell is a bit, a sheet is one integer, and the conditions of a cross are masks."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from sheetgen.rules import features
from sheetgen.rules.rulebook import Arrangement, Row, Rulebook, Space


@dataclass(frozen=True, slots=True)
class CrossOption:
    """One way to use a number: the cell that is crossed, and the conditions under which it may be.

    A dataclass with slots, because games read these fields all the time and a named tuple is slower.
    """

    cell: str
    number: int
    row: int  # index into the rulebook's rows
    bit: int
    before: int  # mask of all cells before this one in its row
    numbers_before: int  # `before` without second boxes
    onward: int  # mask of this cell and all after it in its row; none of them may be crossed yet
    needs: int  # how many crosses `of` must have
    of: int  # mask of the cells that this one requires
    lock: int  # bit of the lock that is crossed along, 0 unless this cell closes the row
    along: int = 0  # mask of cells that are crossed along because of a feature
    via: str | None = None  # the cell of a feature's own row that allows this option, and is crossed along


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
        # Returns how many crosses a mask of crossed cells counts for; some cells may count twice.
        self.count: Callable[[int], int] = self._count_with_twice if rulebook.twice else int.bit_count
        self.doubles = self.mask(rulebook.doubles)
        self.rows = tuple(self.mask(row.ids) for row in rulebook.rows)
        self.lines = tuple(self.mask(line.cells) for line in rulebook.scores)
        self.colours = rulebook.die_colours
        self.plain = {option.cell: option for option in self._options(None)}  # each cell with its own number
        fixed = (option for feature in features.FEATURES for option in feature.fixed_options(self))
        self.white = _by_number([*self.plain.values(), *fixed])
        self.option_features = [each for each in features.FEATURES if each.adds_options and each.is_in(rulebook)]
        self.dice = {colour: _by_number(self._options(colour)) for colour in self.colours}

    @cached_property
    def tracks(self) -> dict[str, tuple[tuple[int, CrossOptions], ...]]:
        """For each space of each side: the mask of the cells with its number, and the options to cross one."""
        return {
            side: tuple(
                (self.mask(option.cell for option in options), options) for options in map(self._space_options, spaces)
            )
            for side, spaces in self.rulebook.tracks.items()
        }

    def mask(self, ids: Iterable[str]) -> int:
        """Return the bits of these cells as one mask."""
        return reduce(or_, (self.bits[id] for id in ids), 0)

    def ids(self, mask: int) -> list[str]:
        """Return the ids of the cells in a mask, in the order of the sheet."""
        return [id for id, bit in self.bits.items() if mask & bit]

    def colours_of(self, id: str) -> list[str]:
        """Return the colours of the dice that can be used for this cell."""
        return [
            colour
            for colour, by_number in self.dice.items()
            if any(option.cell == id for option in by_number.get(self.cells[id].number, ()))
        ]

    def row_of(self, id: str) -> Row:
        """Return the row of a cell or a lock."""
        return self.rulebook.rows_of[id]

    def _count_with_twice(self, crossed: int) -> int:
        return crossed.bit_count() + (crossed & self.twice).bit_count()

    def _space_options(self, space: Space) -> CrossOptions:
        return tuple(
            option
            for option in self.white[space.number]
            if option.via is None and self.row_of(option.cell).id == space.row
        )

    def _options(self, colour: str | None) -> Iterator[CrossOption]:
        """Yield all options to use the white sum, or a sum with the die of this colour."""
        requirements = self.rulebook.required
        for index, row in enumerate(self.rulebook.rows):
            for place, cell in enumerate(row.cells if row.kind != "pairs" else ()):
                requirement = requirements.get(cell.id)
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
                        before=self.mask(row.ids[:place]),
                        numbers_before=self.mask(row.ids[:place]) & ~self.doubles,
                        onward=self.mask(row.ids[place:]),
                        needs=requirement.needs if requirement else 0,
                        of=self.mask(of),
                        lock=self.bits[row.lock.id] if row.lock and cell in row.closing else 0,
                        along=self.mask(filter(None, [features.partner(self.rulebook, cell.id)])),
                    )


def _by_number(options: Iterable[CrossOption]) -> dict[int, CrossOptions]:
    found: defaultdict[int, list[CrossOption]] = defaultdict(list)
    for option in options:
        found[option.number].append(option)
    return {number: tuple(options) for number, options in found.items()}
