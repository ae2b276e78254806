"""Shuffled rows: numbers in another order, or in other colours, with the same chances."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, chain, count
from typing import TYPE_CHECKING, Any, TypeVar

from sheetgen.errors import Problem
from sheetgen.rules.rulebook import Cell, Row, Rulebook, cell_ids
from sheetgen.rules.shuffle.enumeration import Paths, Product, orders_of
from sheetgen.rules.shuffle.shuffling import SHUFFLE_KEY, Choose, LayoutFiles, Shuffling, numbers_by_row

if TYPE_CHECKING:
    from sheetgen.rules.game_spec import GameSpec

GROUP_SIZE = 4  # rows that exchange the colours of a number; with more, there are too many ways to count
MAX_RUN = 4  # consecutive numbers of one colour
SHORTEST_RUNS = (2, 1)  # minimum lengths of a run; the first that is possible is used
MAX_STATES = 12_000  # states examined to count the ways; if there are more, runs may have any length

NumbersByRow = tuple[tuple[int, ...], ...]  # the numbers of each row
ColoursByRow = tuple[tuple[str, ...], ...]  # the colours of the places of each row
CellPlace = tuple[int, int]  # a row, and a place in it
CellPlaces = list[CellPlace]  # of one number
Run = tuple[str, int]  # the colour of the latest run of cells in a row, and its length
Choice = tuple[str, ...]  # the colours of one number, place by place

T = TypeVar("T")


class NumberShuffling(Shuffling):
    """Numbers in another order. The value has the numbers of each row."""

    kind = "numbers"
    noun = "numbers"

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        if game.bonus:
            hint = "A bonus row needs two neighbours with the same numbers in the same order."
            yield files.problem(SHUFFLE_KEY, "numbers beside a bonus row cannot be shuffled", hint)
        if any(row.doubles for row in game.rows.values()):
            hint = "A number that closes a row has no second box, and any number may come to stand there."
            yield files.problem(SHUFFLE_KEY, "numbers with second boxes cannot be shuffled", hint)

    def current(self, rulebook: Rulebook) -> NumbersByRow:
        return tuple(tuple(cell.number for cell in cells) for cells in numbers_by_row(rulebook))

    def walk(self, rulebook: Rulebook, value: NumbersByRow, choose: Choose) -> NumbersByRow:
        """Choose place by place one of the remaining numbers of a row."""
        both = zip(self.current(rulebook), value, strict=True)
        return tuple(_permuted(own, wanted, choose) for own, wanted in both)

    def applied(self, rulebook: Rulebook, value: NumbersByRow) -> Rulebook:
        return _with_cells(rulebook, value, ColourShuffling().current(rulebook))

    def variations(self, rulebook: Rulebook) -> NumberVariations:
        """Return all orders with the same chances."""
        return NumberVariations(rulebook)


class NumberVariations:
    """Orders in which equally likely numbers change places, and similar rows exchange their sequences of chances."""

    def __init__(self, rulebook: Rulebook) -> None:
        rows = NumberShuffling().current(rulebook)
        self._chances = [tuple(map(rulebook.chance, row)) for row in rows]
        self._levels = [sorted(set(chances)) for chances in self._chances]
        self._alike = _alike_rows(rulebook, rows)
        chance_orders = [orders_of([self._chances[row] for row in alike]) for alike in self._alike]
        number_orders = [
            orders_of([number for number in row if rulebook.chance(number) == level])
            for row, levels in zip(rows, self._levels, strict=True)
            for level in levels
        ]
        self._orders: Product[tuple[Any, ...]] = Product([*chance_orders, *number_orders])
        self.count = self._orders.count

    def __getitem__(self, index: int) -> NumbersByRow:
        """Return the numbers. The index determines which row has which sequence of chances, then their numbers."""
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


def _alike_rows(rulebook: Rulebook, numbers: NumbersByRow) -> list[list[int]]:
    """Return groups of rows that differ in names, colours and the order of their numbers, but in nothing else."""
    alike: defaultdict[Hashable, list[int]] = defaultdict(list)
    for index, row in enumerate(rulebook.coloured_rows):
        kind = replace(row, id="", cells=(), lock=row.lock._replace(id="", colour="") if row.lock else None)
        lines = [line for line in rulebook.scores if set(row.ids) & set(line.cells)]
        special = tuple(
            (cell.id in rulebook.twice, cell.id in rulebook.partners, *(cell.id in line.cells for line in lines))
            for cell in row.cells
        )
        alike[tuple(sorted(numbers[index])), kind, special].append(index)
    return list(alike.values())


class ColourShuffling(Shuffling):
    """Numbers in other colours. The value has the colours of each row's places; each number keeps its colours."""

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

    def current(self, rulebook: Rulebook) -> ColoursByRow:
        return tuple(tuple(cell.colour or "" for cell in cells) for cells in numbers_by_row(rulebook))

    def walk(self, rulebook: Rulebook, value: ColoursByRow, choose: Choose) -> ColoursByRow:
        """Choose number by number the colours of its places."""
        own = self.current(rulebook)
        places = _places_by_number(NumberShuffling().current(rulebook))
        both = zip(_by_number(own, places), _by_number(value, places), strict=True)
        return _by_row([_permuted(of_number, wanted, choose) for of_number, wanted in both], places)

    def applied(self, rulebook: Rulebook, value: ColoursByRow) -> Rulebook:
        return _with_cells(rulebook, NumberShuffling().current(rulebook), value)

    def variations(self, rulebook: Rulebook) -> ColourVariations:
        """Return all ways to colour the rows in runs of several numbers."""
        return ColourVariations(rulebook)


def _permuted(own: Sequence[T], wanted: Sequence[T], choose: Choose) -> tuple[T, ...]:
    """Return the items in the wanted order, choosing one by one which of the remaining items comes next."""
    left = list(own)
    return tuple(left.pop(choose(len(left), left.index(each) if each in left else 0)) for each in wanted)


def _with_cells(rulebook: Rulebook, numbers: NumbersByRow, colours: ColoursByRow) -> Rulebook:
    coloured = zip(rulebook.coloured_rows, numbers, colours, strict=True)
    new = {row.id: _new_row(rulebook, row, own_numbers, own_colours) for row, own_numbers, own_colours in coloured}
    return rulebook.with_rows(tuple(new.get(row.id, row) for row in rulebook.rows))


def _new_row(rulebook: Rulebook, row: Row, numbers: Sequence[int], colours: Sequence[str]) -> Row:
    """Return the row with other numbers and colours. A second box takes those of the number above it."""
    places = [
        numbers_so_far - 1 for numbers_so_far in accumulate(cell.id not in rulebook.doubles for cell in row.cells)
    ]
    ids = cell_ids(row.id, [numbers[place] for place in places])
    cells = tuple(Cell(id, numbers[place], colours[place]) for id, place in zip(ids, places, strict=True))
    return replace(row, cells=cells)


def _places_by_number(numbers: NumbersByRow, rows: Iterable[int] | None = None) -> list[CellPlaces]:
    """Return the places of each number in these rows (by default in all), from the lowest number on."""
    found: defaultdict[int, list[CellPlace]] = defaultdict(list)
    for row in range(len(numbers)) if rows is None else rows:
        for place, number in enumerate(numbers[row]):
            found[number].append((row, place))
    return [found[number] for number in sorted(found)]


def _by_number(colours: ColoursByRow, places: list[CellPlaces]) -> list[Choice]:
    return [tuple(colours[row][place] for row, place in of_number) for of_number in places]


def _by_row(choices: Iterable[Choice], places: list[CellPlaces]) -> ColoursByRow:
    """Return the colours row by row, given the colours and the places of each number."""
    rows: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for of_number, chosen in zip(places, choices, strict=True):
        for (row, place), colour in zip(of_number, chosen, strict=True):
            rows[row][place] = colour
    return tuple(tuple(rows[row][place] for place in sorted(rows[row])) for row in sorted(rows))


class ColourVariations:
    """Ways to distribute the colours of each number over its places. Closing numbers keep theirs."""

    def __init__(self, rulebook: Rulebook) -> None:
        numbers = NumberShuffling().current(rulebook)
        rows = range(len(numbers))
        groups = [rows[first : first + GROUP_SIZE] for first in range(0, len(rows), GROUP_SIZE)]
        self._places = [of_number for group in groups for of_number in _places_by_number(numbers, group)]
        self._choices = Product([_colour_paths(rulebook, group) for group in groups])
        self.count = self._choices.count

    def __getitem__(self, index: int) -> ColoursByRow:
        """Return the colours of all places."""
        return _by_row(chain(*self._choices[index]), self._places)


@lru_cache(maxsize=8)  # counting takes a third of a second, and every page and pad of a game needs it
def _colour_paths(rulebook: Rulebook, group: range) -> Paths[tuple[Run, ...], Choice]:
    """Return all ways to colour these rows, in runs if possible. The layout's own colours are one of them."""
    places = _places_by_number(NumberShuffling().current(rulebook), group)
    choices = [_choices(rulebook, of_number) for of_number in places]
    for least in SHORTEST_RUNS:
        paths = _paths_in_runs(places, choices, group, least)
        if paths is None:
            break
        if paths.count:
            return paths
    return Paths(len(places), (), lambda step, _: ((chosen, ()) for chosen in choices[step]))


def _paths_in_runs(
    places: list[CellPlaces], choices: list[list[Choice]], group: range, least: int
) -> Paths[tuple[Run, ...], Choice] | None:
    """Return all ways to colour these rows in runs of at least `least`; None if there are too many states to count."""
    last = {row: step for step, of_number in enumerate(places) for row, _ in of_number}
    states = count()

    def options(step: int, runs: tuple[Run, ...]) -> Iterator[tuple[Choice, tuple[Run, ...]]]:
        for chosen in choices[step] if next(states) < MAX_STATES else ():
            after = list(runs)
            for (row, _), colour in zip(places[step], chosen, strict=True):
                latest, length = after[row - group.start]
                longer = length + 1 if colour == latest else 1
                too_short = (longer == 1 and 0 < length < least) or (step == last[row] and longer < least)
                if too_short or longer > MAX_RUN:
                    break
                after[row - group.start] = (colour, longer)
            else:
                yield chosen, tuple(after)

    paths = Paths(len(places), (("", 0),) * len(group), options)
    return paths if next(states) <= MAX_STATES else None


def _choices(rulebook: Rulebook, places: CellPlaces) -> list[Choice]:
    """Return all ways to distribute the colours of one number over its places."""
    colours = ColourShuffling().current(rulebook)
    (own,) = _by_number(colours, [places])
    if len(places) > GROUP_SIZE:
        return [own]
    orders = orders_of(own)
    closing = [
        at
        for at, (row, place) in enumerate(places)
        if place >= len(colours[row]) - len(rulebook.coloured_rows[row].closing)
    ]
    every = (orders[index] for index in range(orders.count))
    return [each for each in every if all(each[at] == own[at] for at in closing)]
