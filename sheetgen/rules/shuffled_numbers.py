"""Rows with their numbers in another order, and the same chances."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from math import prod

from sheetgen.rules.arrangement import Order, order_of
from sheetgen.rules.numbering import Orders
from sheetgen.rules.rulebook import Rulebook


class ShuffledNumbers:
    """Numbers that are thrown equally often change places, and rows that are alike otherwise swap their chances."""

    def __init__(self, rulebook: Rulebook) -> None:
        order = order_of(rulebook)
        self._chance = {number: rulebook.chance(number) for row in order.numbers for number in row}
        self._alike = _alike_rows(rulebook, order)
        self._swaps = [Orders([self._chances(order.numbers[row]) for row in rows]) for rows in self._alike]
        self._equals = [
            {level: Orders([number for number in row if self._chance[number] == level]) for level in self._levels(row)}
            for row in order.numbers
        ]
        self.count = prod(orders.count for orders in self._swaps)
        self.count *= prod(orders.count for row in self._equals for orders in row.values())

    def apply(self, order: Order, index: int) -> Order:
        """First which row has which chances, place by place; then which of the numbers stand for them."""
        chances = [self._chances(row) for row in order.numbers]
        for rows, swap in zip(self._alike, self._swaps, strict=True):
            index, which = divmod(index, swap.count)
            for row, own in zip(rows, swap[which], strict=True):
                chances[row] = own
        numbers = []
        for own, equals in zip(chances, self._equals, strict=True):
            left = {}
            for level, orders in equals.items():
                index, which = divmod(index, orders.count)
                left[level] = iter(orders[which])
            numbers.append(tuple(next(left[level]) for level in own))
        return order._replace(numbers=tuple(numbers))

    def _chances(self, numbers: Sequence[int]) -> tuple[int, ...]:
        return tuple(self._chance[number] for number in numbers)

    def _levels(self, numbers: Sequence[int]) -> list[int]:
        return sorted(set(self._chances(numbers)))


def _alike_rows(rulebook: Rulebook, order: Order) -> list[list[int]]:
    """Rows with the same numbers that differ in nothing but their order, not in what else is so about their places."""
    linked = rulebook.partners
    alike: defaultdict[Hashable, list[int]] = defaultdict(list)
    for index, row in enumerate(rulebook.coloured_rows):
        lock = (row.lock.needs, row.lock.last) if row.lock else None
        lines = [line for line in rulebook.scores if set(row.ids) & set(line.cells)]
        special = tuple(
            (cell.id in rulebook.twice, cell.id in linked, *(cell.id in line.cells for line in lines))
            for cell in row.cells
        )
        alike[tuple(sorted(order.numbers[index])), lock, special].append(index)
    return list(alike.values())
