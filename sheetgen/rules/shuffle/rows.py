"""Shuffled rows: numbers in another order, or in other colours, with the same chances."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sheetgen.errors import Problem
from sheetgen.rules.rulebook import Cell, Row, Rulebook, cell_ids
from sheetgen.rules.shuffle.enumeration import Paths, Permutations, Product
from sheetgen.rules.shuffle.shuffling import SHUFFLE_KEY, Choose, LayoutFiles, Shuffling, numbers_by_row

if TYPE_CHECKING:
    from sheetgen.rules.game_spec import GameSpec

TOGETHER = 4  # rows that exchange the colours of a number; with more, there are too many ways to count
MAX_RUN = 4  # numbers of one colour that follow each other in a row
RUNS = ((2, MAX_RUN), (1, MAX_RUN))  # shortest and longest run: the first pair that is possible
MAX_STATES = 12_000  # states of the rows that are looked at to count ways; beyond it runs have no limits

Numbers = tuple[tuple[int, ...], ...]  # the numbers of each row
Colours = tuple[tuple[str, ...], ...]  # the colours of the places of each row
Place = tuple[int, int]  # a row, and a place in it
Choice = tuple[str, ...]  # the colours of one number, row by row

T = TypeVar("T")


class NumberShuffling(Shuffling):
    """Numbers in another order: for each row its numbers."""

    kind = "numbers"
    noun = "numbers"

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        if game.bonus:
            hint = "A bonus row needs two neighbours with the same numbers in the same order."
            yield files.problem(SHUFFLE_KEY, "numbers beside a bonus row cannot be shuffled", hint)
        if any(row.doubles for row in game.rows.values()):
            hint = "A number that closes a row has no second box, and any number may come to stand there."
            yield files.problem(SHUFFLE_KEY, "numbers with second boxes cannot be shuffled", hint)

    def current(self, rulebook: Rulebook) -> Numbers:
        return tuple(tuple(cell.number for cell in cells) for cells in numbers_by_row(rulebook))

    def walk(self, rulebook: Rulebook, value: Numbers, choose: Choose) -> Numbers:
        """Choose again and again one of the numbers of a row that are left."""
        both = zip(self.current(rulebook), value, strict=True)
        return tuple(_permuted(own, wanted, choose) for own, wanted in both)

    def applied(self, rulebook: Rulebook, value: Numbers) -> Rulebook:
        return _with_cells(rulebook, value, ColourShuffling().current(rulebook))

    def variations(self, rulebook: Rulebook) -> NumberVariations:
        """Return all orders with the same chances."""
        return NumberVariations(rulebook)


class NumberVariations:
    """Orders in which equally likely numbers change places, and rows that are alike swap their chances."""

    def __init__(self, rulebook: Rulebook) -> None:
        rows = NumberShuffling().current(rulebook)
        self._chances = [tuple(map(rulebook.chance, row)) for row in rows]
        self._levels = [sorted(set(chances)) for chances in self._chances]
        self._alike = _alike_rows(rulebook, rows)
        chance_orders = [Permutations([self._chances[row] for row in alike]) for alike in self._alike]
        number_orders = [
            Permutations([number for number in row if rulebook.chance(number) == level])
            for row, levels in zip(rows, self._levels, strict=True)
            for level in levels
        ]
        self._orders: Product[tuple[Any, ...]] = Product([*chance_orders, *number_orders])
        self.count = self._orders.count

    def __getitem__(self, index: int) -> Numbers:
        """Return the numbers: first which row has which chances, place by place; then which numbers have them."""
        orders = iter(self._orders[index])
        chances = list(self._chances)
        for rows in self._alike:
            for row, own in zip(rows, next(orders), strict=True):
                chances[row] = own
        numbers = []
        for own, levels in zip(chances, self._levels, strict=True):
            left = {level: iter(next(orders)) for level in levels}
            numbers.append(tuple(next(left[level]) for level in own))
        return tuple(numbers)


def _alike_rows(rulebook: Rulebook, numbers: Numbers) -> list[list[int]]:
    """Return groups of rows that differ in the order of their numbers only, not in locks or special cells."""
    linked = rulebook.partners
    alike: defaultdict[Hashable, list[int]] = defaultdict(list)
    for index, row in enumerate(rulebook.coloured_rows):
        lock = (row.lock.needs, row.lock.last) if row.lock else None
        lines = [line for line in rulebook.scores if set(row.ids) & set(line.cells)]
        special = tuple(
            (cell.id in rulebook.twice, cell.id in linked, *(cell.id in line.cells for line in lines))
            for cell in row.cells
        )
        alike[tuple(sorted(numbers[index])), lock, special].append(index)
    return list(alike.values())


class ColourShuffling(Shuffling):
    """Numbers in other colours: for each row the colours of its places. Each number keeps its colours."""

    kind = "colours"
    noun = "colours"

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        colours = defaultdict(set)
        for row in game.rows.values():
            for cell in row.cells:
                colours[cell.number].add(cell.colour)
        if not any(len(of_number) > 1 for of_number in colours.values()):
            hint = "Cells with the same number swap their colours, so some number needs cells of two colours."
            yield files.problem(SHUFFLE_KEY, "no colours can be shuffled", hint)

    def current(self, rulebook: Rulebook) -> Colours:
        return tuple(tuple(cell.colour or "" for cell in cells) for cells in numbers_by_row(rulebook))

    def walk(self, rulebook: Rulebook, value: Colours, choose: Choose) -> Colours:
        """Choose number by number which of its places has which of its colours."""
        own = self.current(rulebook)
        colours = [list(row) for row in own]
        numbers = NumberShuffling().current(rulebook)
        for places in _columns(numbers, range(len(numbers))):
            colours_of_number = [own[row][place] for row, place in places]
            wanted = [value[row][place] for row, place in places]
            for (row, place), colour in zip(places, _permuted(colours_of_number, wanted, choose), strict=True):
                colours[row][place] = colour
        return tuple(map(tuple, colours))

    def applied(self, rulebook: Rulebook, value: Colours) -> Rulebook:
        return _with_cells(rulebook, NumberShuffling().current(rulebook), value)

    def variations(self, rulebook: Rulebook) -> ColourVariations:
        """Return all ways to colour the rows in runs."""
        return ColourVariations(rulebook)


def _permuted(own: Sequence[T], wanted: Sequence[T], choose: Choose) -> tuple[T, ...]:
    """Put things into the wanted order: choose again and again one of those that are left."""
    left = list(own)
    return tuple(left.pop(choose(len(left), left.index(each) if each in left else 0)) for each in wanted)


def _with_cells(rulebook: Rulebook, numbers: Numbers, colours: Colours) -> Rulebook:
    coloured = zip(rulebook.coloured_rows, numbers, colours, strict=True)
    new = {row.id: _new_row(rulebook, row, own, shades) for row, own, shades in coloured}
    return rulebook.with_rows(tuple(new.get(row.id, row) for row in rulebook.rows))


def _new_row(rulebook: Rulebook, row: Row, numbers: Sequence[int], colours: Sequence[str]) -> Row:
    """Return the row with other numbers and colours. A second box takes those of the number above it."""
    doubles = rulebook.doubles
    places, place = [], -1
    for cell in row.cells:
        place += cell.id not in doubles
        places.append(place)
    ids = cell_ids(row.id, [numbers[place] for place in places])
    cells = tuple(Cell(id, numbers[place], colours[place]) for id, place in zip(ids, places, strict=True))
    return replace(row, cells=cells)


class Run(NamedTuple):
    """The latest colour of a row, and the number of cells that have had it in a row."""

    colour: str = ""
    length: int = 0


@cache
def _longer(run: Run, colour: str, least: int, most: int, is_last: bool) -> Run | None:
    """Return the run after one more number of this colour, or None if a run would be too short or too long."""
    after = Run(colour, run.length + 1 if colour == run.colour else 1)
    too_short = (after.length == 1 and 0 < run.length < least) or (is_last and after.length < least)
    return None if too_short or after.length > most else after


class ColourVariations:
    """Ways to distribute the colours of each number over its rows. Closing numbers keep theirs."""

    def __init__(self, rulebook: Rulebook) -> None:
        numbers = NumberShuffling().current(rulebook)
        rows = range(len(numbers))
        groups = [rows[first : first + TOGETHER] for first in range(0, len(rows), TOGETHER)]
        self._own = ColourShuffling().current(rulebook)
        self._columns = [_columns(numbers, group) for group in groups]
        self._choices = Product([_paths(rulebook, group) for group in groups])
        self.count = self._choices.count

    def __getitem__(self, index: int) -> Colours:
        """Return the colours of all places."""
        colours = [list(row) for row in self._own]
        for columns, choices in zip(self._columns, self._choices[index], strict=True):
            for places, chosen in zip(columns, choices, strict=True):
                for (row, place), colour in zip(places, chosen, strict=True):
                    colours[row][place] = colour
        return tuple(map(tuple, colours))


def _columns(numbers: Numbers, group: range) -> list[list[Place]]:
    """Return for each number, from the lowest on, its places in these rows."""
    found: defaultdict[int, list[Place]] = defaultdict(list)
    for row in group:
        for place, number in enumerate(numbers[row]):
            found[number].append((row, place))
    return [found[number] for number in sorted(found)]


@lru_cache(maxsize=8)  # counting takes a third of a second, and every page and pad of a game needs it
def _paths(rulebook: Rulebook, group: range) -> Paths[tuple[Run, ...], Choice]:
    """Return all ways to colour these rows, in runs if possible. The layout's own colours are one of them."""
    columns = _columns(NumberShuffling().current(rulebook), group)
    choices = [_choices(rulebook, places) for places in columns]
    last = {row: step for step, places in enumerate(columns) for row, _ in places}
    for least, most in RUNS:
        states = count()

        def options(
            step: int, runs: tuple[Run, ...], least: int = least, most: int = most, states: Iterator[int] = states
        ) -> Iterator[tuple[Choice, tuple[Run, ...]]]:
            for chosen in choices[step] if next(states) < MAX_STATES else ():
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
        if next(states) > MAX_STATES:
            break
        if paths.count:
            return paths
    return Paths(len(columns), (), lambda step, _: ((chosen, ()) for chosen in choices[step]))


def _choices(rulebook: Rulebook, places: list[Place]) -> list[Choice]:
    """Return the ways in which the places of one number can have its colours."""
    colours = ColourShuffling().current(rulebook)
    own = tuple(colours[row][place] for row, place in places)
    if len(places) > TOGETHER:
        return [own]
    orders = Permutations(own)
    closing = [
        at
        for at, (row, place) in enumerate(places)
        if place >= len(colours[row]) - len(rulebook.coloured_rows[row].closing)
    ]
    every = (orders[index] for index in range(orders.count))
    return [each for each in every if all(each[at] == own[at] for at in closing)]
