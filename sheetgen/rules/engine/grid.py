"""A rulebook as bits: every cell is a bit, a sheet is one number, and what a cross asks for is a mask."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from sheetgen.rules import features
from sheetgen.rules.rulebook import Arrangement, Cell, Row, Rulebook, Space


@dataclass(frozen=True, slots=True)
class CrossOption:
    """One option to use a number: the cell that is crossed, and what has to hold on the sheet.

    Games look at it all the time, and slots are read sooner than the values of a tuple.
    """

    cell: str
    number: int
    row: int
    bit: int
    before: int
    """All that come before this cell in its row."""
    numbers_before: int
    """Those of them that are no second boxes."""
    onward: int
    """This cell and all that come after it in its row: none of them may be crossed yet."""
    needs: int
    of: int
    """At least so many of these must be crossed already."""
    lock: int
    """The lock that is crossed along, if this closes the row."""
    along: int = 0
    """What else is crossed along because of a feature."""
    via: str | None = None
    """The cell of a feature's own row that makes this option possible, and is crossed along."""


CrossOptions = tuple[CrossOption, ...]


class Grid:
    """The cells of a rulebook by number, for the white sum and for each die."""

    def __init__(self, rulebook: Rulebook, arrangement: Arrangement | None = None) -> None:
        self.arrangement = arrangement
        self.rulebook = rulebook = arrangement.rulebook if arrangement else rulebook
        ids = [id for row in rulebook.rows for id in row.ids]
        self.bits = {id: 1 << index for index, id in enumerate(ids)}
        self.cells = {cell.id: cell for row in rulebook.rows for cell in row.cells}
        self.twice = self.mask(rulebook.twice)
        self.count: Callable[[int], int] = self._worth if rulebook.twice else int.bit_count
        """How many crosses these are; some may count twice."""
        self.doubles = self.mask(rulebook.doubles)
        self.rows = tuple(self.mask(row.ids) for row in rulebook.rows)
        self.lines = tuple(self.mask(line.cells) for line in rulebook.scores)
        self.colours = rulebook.die_colours
        self.plain = {option.cell: option for option in self._options(None)}
        """The option to use each cell's own number with the white sum."""
        fixed = (option for feature in features.FEATURES for option in feature.fixed_options(self))
        self.white = _by_number([*self.plain.values(), *fixed])
        self.option_features = [feature for feature in features.FEATURES if feature.adds_options(rulebook)]
        self.dice = {colour: _by_number(self._options(colour)) for colour in self.colours}

    @cached_property
    def tracks(self) -> dict[str, tuple[tuple[int, CrossOptions], ...]]:
        """For each space of each side: the bits that stand for its number, and the options to cross it now."""
        return {
            side: tuple(
                (self.mask(option.cell for option in options), options)
                for space in spaces
                for options in [self._space_options(space)]
            )
            for side, spaces in self.rulebook.tracks.items()
        }

    def _space_options(self, space: Space) -> CrossOptions:
        """The options to cross the number of a space, in its row."""
        return tuple(
            option for option in self.white[space.number] if self.row_of(option).id == space.row and option.via is None
        )

    def _worth(self, crossed: int) -> int:
        return crossed.bit_count() + (crossed & self.twice).bit_count()

    def mask(self, ids: Iterable[str]) -> int:
        """The bits of these cells."""
        return reduce(or_, (self.bits[id] for id in ids), 0)

    def ids(self, mask: int) -> list[str]:
        """The cells of these bits, in the order of the sheet."""
        return [id for id, bit in self.bits.items() if mask & bit]

    def colours_of(self, id: str) -> list[str]:
        """The dice that can be used for this cell."""
        return [
            colour
            for colour, by_number in self.dice.items()
            if any(option.cell == id for option in by_number.get(self.cells[id].number, ()))
        ]

    def row_named(self, id: str) -> Row:
        """The row that a cell or a lock belongs to."""
        return self.rulebook.rows_of[id]

    def row_of(self, option: CrossOption) -> Row:
        """The row that the option's cell stands in."""
        return self.rulebook.rows[option.row]

    def _options(self, colour: str | None) -> Iterator[CrossOption]:
        """All options to use the white sum, or a sum with the die of this colour."""
        requirements = self.rulebook.required
        for index, row in enumerate(self.rulebook.rows):
            for place, cell in enumerate(row.cells if row.kind != "pairs" else ()):
                requirement = requirements.get(cell.id)
                of = requirement.of if requirement else ()
                if colour is not None and cell.colour is None:
                    # A bonus field has no colour of its own: its neighbour of the die's colour must be crossed.
                    of = tuple(id for id in of if self.cells[id].colour == colour)
                if self._usable(cell, colour, of):
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

    @staticmethod
    def _usable(cell: Cell, colour: str | None, neighbours: tuple[str, ...]) -> bool:
        return colour is None or cell.colour == colour or (cell.colour is None and bool(neighbours))


def _by_number(options: Iterable[CrossOption]) -> dict[int, CrossOptions]:
    found: defaultdict[int, list[CrossOption]] = defaultdict(list)
    for option in options:
        found[option.number].append(option)
    return {number: tuple(options) for number, options in found.items()}
