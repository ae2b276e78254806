"""A rulebook as bits: every cell is a bit, a sheet is one number, and what a cross asks for is a mask."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from operator import or_

from sheetgen.rules.rulebook import Cell, Row, Rulebook, Space
from sheetgen.rules.shuffle.arrangement import Arrangement


@dataclass(frozen=True, slots=True)
class Way:
    """One way to use a number: the cell that is crossed, and what has to hold on the sheet.

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
    """What else is crossed along: a linked cell, or the pair by which the white sum is swapped."""
    swap: str | None = None
    """That pair."""


Ways = tuple[Way, ...]


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
        self.partners, self.lucky = rulebook.partners, rulebook.lucky
        self.rows = tuple(self.mask(row.ids) for row in rulebook.rows)
        self.lines = tuple(self.mask(line.cells) for line in rulebook.scores)
        self.colours = rulebook.die_colours
        self.plain = {way.cell: way for way in self._ways(None)}
        """The way to use each cell's own number with the white sum."""
        self.white = _by_number([*self.plain.values(), *self._swapped()])
        self.dice = {colour: _by_number(self._ways(colour)) for colour in self.colours}

    @cached_property
    def tracks(self) -> dict[str, tuple[tuple[int, Ways], ...]]:
        """For each space of each side: the bits that stand for its number, and the ways to cross it now."""
        return {
            side: tuple(
                (self.mask(way.cell for way in ways), ways) for space in spaces for ways in [self._space_ways(space)]
            )
            for side, spaces in self.rulebook.tracks.items()
        }

    def _space_ways(self, space: Space) -> Ways:
        """The ways to cross the number of a space, in its row."""
        return tuple(way for way in self.white[space.number] if self.row_of(way).id == space.row and way.swap is None)

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
            if any(way.cell == id for way in by_number.get(self.cells[id].number, ()))
        ]

    def row_named(self, id: str) -> Row:
        """The row that a cell or a lock belongs to."""
        return self.rulebook.rows_of[id]

    def row_of(self, way: Way) -> Row:
        """The row that the way's cell stands in."""
        return self.rulebook.rows[way.row]

    def _ways(self, colour: str | None) -> Iterator[Way]:
        """All ways to use the white sum, or a sum with the die of this colour."""
        requirements = self.rulebook.required
        for index, row in enumerate(self.rulebook.rows):
            for place, cell in enumerate(row.cells if not row.swaps else ()):
                requirement = requirements.get(cell.id)
                of = requirement.of if requirement else ()
                if colour is not None and cell.colour is None:
                    # A bonus field has no colour of its own: its neighbour of the die's colour must be crossed.
                    of = tuple(id for id in of if self.cells[id].colour == colour)
                if self._usable(cell, colour, of):
                    yield Way(
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
                        along=self.bits[self.partners[cell.id]] if cell.id in self.partners else 0,
                    )

    def _swapped(self) -> Iterator[Way]:
        """All ways to use the other number of a pair, which is crossed along, from left to right too."""
        for row in self.rulebook.rows:
            for place, (pair, cell) in enumerate(zip(row.swaps, row.cells, strict=False)):
                onward, bit = self.mask(row.ids[place:]), self.bits[cell.id]
                for thrown, used in {pair, pair[::-1]}:
                    for way in self.plain.values():
                        if way.number == used:
                            yield replace(
                                way, number=thrown, onward=way.onward | onward, along=way.along | bit, swap=cell.id
                            )

    @staticmethod
    def _usable(cell: Cell, colour: str | None, neighbours: tuple[str, ...]) -> bool:
        return colour is None or cell.colour == colour or (cell.colour is None and bool(neighbours))


def _by_number(ways: Iterable[Way]) -> dict[int, Ways]:
    found: defaultdict[int, list[Way]] = defaultdict(list)
    for way in ways:
        found[way.number].append(way)
    return {number: tuple(ways) for number, ways in found.items()}
