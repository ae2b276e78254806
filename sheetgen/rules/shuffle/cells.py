"""Lines, links and lucky numbers in other places, with the same chances."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import prod
from typing import NamedTuple

from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.shuffle.arrangement import Order, order_of
from sheetgen.rules.shuffle.enumeration import Paths

MOST_COLUMNS = 14
"""Layouts shuffle links in at most so many columns; with more, there are too many ways to count."""


class ShuffledLines:
    """The cells of a line stay in their columns. From cell to cell it goes as far as before, but up or down."""

    def __init__(self, rulebook: Rulebook) -> None:
        order = order_of(rulebook)
        self._paths = [_walks(rows, len(order.numbers)) for rows in order.lines]
        self.count = prod(paths.count for paths in self._paths)

    def apply(self, order: Order, index: int) -> Order:
        """The order with other lines."""
        lines = []
        for paths in self._paths:
            index, which = divmod(index, paths.count)
            lines.append(paths[which])
        return order._replace(lines=tuple(lines))


def _walks(rows: tuple[int, ...], height: int) -> Paths[int, int]:
    far = [abs(one - other) for one, other in pairwise(rows)]

    def options(step: int, row: int) -> Iterator[tuple[int, int]]:
        reached = {row - far[step - 1], row + far[step - 1]} if step else range(height)
        for each in sorted(reached):
            if 0 <= each < height:
                yield each, each

    return Paths(len(rows), -1, options)


class ShuffledLinks:
    """Links in other columns, each in one of its own, off both ends of the rows.

    They stay between the same rows and in the same half of them, and the columns have the same sum: links at the
    beginning of rows are worth more than those at their end.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        order = order_of(rulebook)
        self._links = sorted(order.links)
        rows = zip(order.numbers, rulebook.coloured_rows, strict=True)
        columns = range(1, min(len(numbers) - len(row.closing) for numbers, row in rows))
        self._middle = len(columns) // 2
        self._halves = columns[: self._middle], columns[self._middle :]

        def options(step: int, state: _Columns) -> Iterator[tuple[int, _Columns]]:
            row, own = self._links[step]
            is_last = step == len(self._links) - 1
            for column in self._halves[self._half(own)]:
                left = state.left - column
                is_next = (row, self._half(own)) != (state.row, self._half(state.latest)) or column > state.latest
                if column not in state.used and is_next and (left == 0 if is_last else left > 0):
                    yield column, _Columns(state.used | {column}, left, row, column)

        start = _Columns(frozenset(), sum(column for _, column in self._links), -1, 0)
        self._paths = Paths(len(self._links), start, options)
        # Where the layout's own links do not keep to this, they stay as they are.
        self.count = max(1, self._paths.count)

    def _half(self, column: int) -> int:
        return int(column > self._middle)

    def apply(self, order: Order, index: int) -> Order:
        """The order with other links."""
        if not self._paths.count:
            return order
        rows = [row for row, _ in self._links]
        return order._replace(links=tuple(zip(rows, self._paths[index], strict=True)))


class _Columns(NamedTuple):
    """The columns that are taken, what is left of their sum, and the latest link."""

    used: frozenset[int]
    left: int
    row: int
    latest: int


class ShuffledLucky:
    """Other lucky numbers, which are thrown as often together."""

    def __init__(self, rulebook: Rulebook) -> None:
        sums = range(2, 2 * rulebook.dice + 1)
        lucky = order_of(rulebook).lucky

        def options(step: int, state: tuple[int, int]) -> Iterator[tuple[int, tuple[int, int]]]:
            last, chances = state
            for number in sums:
                left = chances - rulebook.chance(number)
                if number > last and (left == 0 if step == len(lucky) - 1 else left > 0):
                    yield number, (number, left)

        self._paths = Paths(len(lucky), (0, sum(map(rulebook.chance, lucky))), options)
        self.count = self._paths.count

    def apply(self, order: Order, index: int) -> Order:
        """The order with other lucky numbers."""
        return order._replace(lucky=self._paths[index])
