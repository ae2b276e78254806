"""Rows with their numbers in another order, and the same chances.

Rows with other colours: each number keeps its colours, and swaps them between its rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import count
from math import prod
from typing import NamedTuple

from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.shuffle.arrangement import Order, order_of
from sheetgen.rules.shuffle.enumeration import Orders, Paths


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


TOGETHER = 4
"""At most so many rows swap the colours of a number. With more, there are too many ways to count."""
LONGEST_RUN = 4
RUNS = ((2, LONGEST_RUN), (1, LONGEST_RUN))
"""How many numbers of one colour follow each other in a row, at least and at most; the later ones if that cannot be,
and any runs if neither can."""
MOST_STATES = 12_000
"""So many states of the rows are looked at to count their ways. A layout with more than that sets no limit to runs."""

Place = tuple[int, int]
"""A row, and a place in it."""
Choice = tuple[str, ...]
"""The colours of one number, row by row."""


class Run(NamedTuple):
    """How far a row is coloured: the latest colour, and for how many numbers it has been."""

    colour: str = ""
    length: int = 0


@cache
def _longer(run: Run, colour: str, least: int, most: int, is_last: bool) -> Run | None:
    """Return the run after one more number of this colour, or None if a run would be too short or too long."""
    after = Run(colour, run.length + 1 if colour == run.colour else 1)
    too_short = (after.length == 1 and 0 < run.length < least) or (is_last and after.length < least)
    return None if too_short or after.length > most else after


class ShuffledColours:
    """From number to number, which row has which of its colours. Closing numbers keep theirs."""

    def __init__(self, rulebook: Rulebook) -> None:
        order = order_of(rulebook)
        rows = range(len(order.numbers))
        groups = [rows[first : first + TOGETHER] for first in range(0, len(rows), TOGETHER)]
        self._columns = [_columns(order, group) for group in groups]
        self._paths = [_paths(rulebook, order, group) for group in groups]
        self.count = prod(paths.count for paths in self._paths)

    def apply(self, order: Order, index: int) -> Order:
        """The order in other colours."""
        colours = [list(row) for row in order.colours]
        for columns, paths in zip(self._columns, self._paths, strict=True):
            index, which = divmod(index, paths.count)
            for places, chosen in zip(columns, paths[which], strict=True):
                for (row, place), colour in zip(places, chosen, strict=True):
                    colours[row][place] = colour
        return order._replace(colours=tuple(map(tuple, colours)))


def _columns(order: Order, group: range) -> list[list[Place]]:
    """For each number, from the lowest on, where it stands in these rows."""
    found: defaultdict[int, list[Place]] = defaultdict(list)
    for row in group:
        for place, number in enumerate(order.numbers[row]):
            found[number].append((row, place))
    return [found[number] for number in sorted(found)]


@lru_cache(maxsize=8)  # to count them takes a while, and every page and pad of a game needs them
def _paths(rulebook: Rulebook, order: Order, group: range) -> Paths[tuple[Run, ...], Choice]:
    """All ways to colour these rows, in runs if that can be. The rows themselves are one of them."""
    columns = _columns(order, group)
    choices = [_choices(rulebook, order, places) for places in columns]
    last = {row: step for step, places in enumerate(columns) for row, _ in places}
    for least, most in RUNS:
        states = count()

        def options(
            step: int, runs: tuple[Run, ...], least: int = least, most: int = most, states: Iterator[int] = states
        ) -> Iterator[tuple[Choice, tuple[Run, ...]]]:
            for chosen in choices[step] if next(states) < MOST_STATES else ():
                after = list(runs)
                for (row, _), colour in zip(columns[step], chosen, strict=True):
                    at = row - group.start
                    run = _longer(after[at], colour, least, most, step == last[row])
                    if run is None:
                        break
                    after[at] = run
                else:
                    yield chosen, tuple(after)

        paths = Paths(len(columns), tuple(Run() for _ in group), options)
        if next(states) > MOST_STATES:
            break
        if paths.count:
            return paths
    return Paths(len(columns), (), lambda step, _: ((chosen, ()) for chosen in choices[step]))


def _choices(rulebook: Rulebook, order: Order, places: list[Place]) -> list[Choice]:
    """The ways in which the places of one number can have its colours."""
    own = tuple(order.colours[row][place] for row, place in places)
    if len(places) > TOGETHER:
        return [own]
    orders = Orders(own)
    closing = [
        at
        for at, (row, place) in enumerate(places)
        if place >= len(order.numbers[row]) - len(rulebook.coloured_rows[row].closing)
    ]
    every = (orders[index] for index in range(orders.count))
    return [each for each in every if all(each[at] == own[at] for at in closing)]
