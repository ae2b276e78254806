"""A shuffled sheet: what is arranged in its own way on it, and the code that says so in its link.

The code is one large number in base 32, made of choices like that of a shared game: which of the numbers that are left
comes next, which row a step is on. It is a multiple of a prime, so that a code which was damaged on its way is noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import NamedTuple, TypeVar

from sheetgen.errors import InputError, shortened
from sheetgen.rules.rulebook import Cell, Requirement, Row, Rulebook, cell_ids

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no letter that could be read as another one or as a digit."""
CHECK = 65521
END = 1
"""Stands behind the last choice, so that none can be added or lost."""
LONGEST = 400

_MEANT = str.maketrans("OIL", "011")

Choose = Callable[[int, int], int]
"""Given how many values there are and which one is wanted, tells which one it is."""


class Order(NamedTuple):
    """What can differ from sheet to sheet. Rows are coloured rows, and their places are numbers, not second boxes.

    Lines, links and lucky numbers are told only where they are shuffled.
    """

    numbers: tuple[tuple[int, ...], ...]
    """For each row its numbers."""
    colours: tuple[tuple[str, ...], ...]
    """For each row the colours of its places."""
    lines: tuple[tuple[int, ...], ...]
    """For each line the rows that its cells are in. Their places stay."""
    links: tuple[tuple[int, int], ...]
    """For each link the upper one of its rows, and its place."""
    lucky: tuple[int, ...]


class Arrangement(NamedTuple):
    """The code of a shuffled sheet, and the rulebook of that very sheet."""

    code: str
    rulebook: Rulebook


def read_arrangement(rulebook: Rulebook, code: str) -> Arrangement:
    """The arrangement that a code stands for."""
    if not rulebook.shuffle:
        raise InputError.of(f"sheets of this game are all the same, so {shortened(code)!r} says nothing about one")
    text = code.strip().upper().translate(_MEANT)
    if not 0 < len(text) <= LONGEST or not set(text) <= set(DIGITS):
        raise _damaged(code)
    number = 0
    for digit in text:
        number = len(DIGITS) * number + DIGITS.index(digit)
    left, damage = divmod(number, CHECK)

    def take(count: int, wanted: int) -> int:
        nonlocal left
        left, value = divmod(left, count)
        return value

    if damage or text.startswith(DIGITS[0]):
        raise _damaged(code)
    order = _walk(rulebook, order_of(rulebook), take)
    if left != END or not _is_possible(rulebook, order):
        raise _damaged(code)
    return Arrangement(text, _rearranged(rulebook, order))


def write_arrangement(rulebook: Rulebook, order: Order) -> Arrangement:
    """The arrangement of this order, with its code."""
    choices: list[tuple[int, int]] = []

    def put(count: int, wanted: int) -> int:
        choices.append((count, wanted))
        return wanted

    order = _walk(rulebook, order, put)
    number = END
    for count, value in reversed(choices):
        number = number * count + value
    number *= CHECK
    code = ""
    while number:
        number, digit = divmod(number, len(DIGITS))
        code = DIGITS[digit] + code
    return Arrangement(code, _rearranged(rulebook, order))


def longest_code(rulebook: Rulebook) -> int:
    """How many characters the code of a sheet has at most."""
    most = END

    def largest(count: int, wanted: int) -> int:
        nonlocal most
        most *= count
        return wanted

    _walk(rulebook, order_of(rulebook), largest)
    return -(-(2 * most * CHECK).bit_length() // (len(DIGITS).bit_length() - 1))


def order_of(rulebook: Rulebook) -> Order:
    """How the rulebook itself is arranged."""
    rows = rulebook.coloured_rows
    places = [_places(rulebook, row) for row in rows]
    where = {cell.id: (index, place) for index, cells in enumerate(places) for place, cell in enumerate(cells)}
    return Order(
        numbers=tuple(tuple(cell.number for cell in cells) for cells in places),
        colours=tuple(tuple(cell.colour or "" for cell in cells) for cells in places),
        lines=tuple(
            tuple(where[id][0] for id in line.cells) for line in rulebook.own_lines if "lines" in rulebook.shuffle
        ),
        links=tuple(min(where[one], where[other]) for one, other in rulebook.links if "links" in rulebook.shuffle),
        lucky=rulebook.lucky if "lucky" in rulebook.shuffle else (),
    )


def _places(rulebook: Rulebook, row: Row) -> list[Cell]:
    """The numbers of a row, without second boxes."""
    doubles = rulebook.doubles
    return [cell for cell in row.cells if cell.id not in doubles]


def _walk(rulebook: Rulebook, order: Order, choose: Choose) -> Order:
    """Go through all that is shuffled, choice by choice. What is not shuffled stays as it is."""
    base, kinds = order_of(rulebook), rulebook.shuffle
    numbers, colours = base.numbers, base.colours
    if "numbers" in kinds:
        both = zip(base.numbers, order.numbers, strict=True)
        numbers = tuple(_permuted(own, wanted, choose) for own, wanted in both)
    if "colours" in kinds:
        colours = _recoloured(base, order, choose)
    rows, longest, sums = len(base.numbers), max(map(len, base.numbers)), 2 * rulebook.dice - 1
    return Order(
        numbers,
        colours,
        lines=tuple(tuple(choose(rows, row) for row in line) for line in order.lines),
        links=tuple((choose(rows - 1, row), choose(longest, place)) for row, place in order.links),
        lucky=tuple(2 + choose(sums, number - 2) for number in order.lucky),
    )


T = TypeVar("T")


def _permuted(own: Sequence[T], wanted: Sequence[T], choose: Choose) -> tuple[T, ...]:
    """The same things in another order: again and again one of those that are left."""
    left = list(own)
    return tuple(left.pop(choose(len(left), left.index(each) if each in left else 0)) for each in wanted)


def _recoloured(base: Order, order: Order, choose: Choose) -> tuple[tuple[str, ...], ...]:
    """The places that have the same number in the layout swap their colours, number by number."""
    colours = [list(row) for row in base.colours]
    for number in sorted(set(chain.from_iterable(base.numbers))):
        places = [
            (row, place)
            for row, numbers in enumerate(base.numbers)
            for place, each in enumerate(numbers)
            if each == number
        ]
        own = [base.colours[row][place] for row, place in places]
        wanted = [order.colours[row][place] for row, place in places]
        for (row, place), colour in zip(places, _permuted(own, wanted, choose), strict=True):
            colours[row][place] = colour
    return tuple(map(tuple, colours))


def _is_possible(rulebook: Rulebook, order: Order) -> bool:
    """Is it a sheet that can be played? A code that nobody shuffled may stand for anything."""
    rows = zip(order.numbers, rulebook.coloured_rows, strict=True)
    closing = [len(numbers) - len(row.closing) for numbers, row in rows]
    fits = all(
        place < len(order.numbers[row])
        for places, chosen in zip(_line_places(rulebook), order.lines, strict=True)
        for place, row in zip(places, chosen, strict=True)
    )
    ends = [(row + side, place) for row, place in order.links for side in (0, 1)]
    linkable = len(set(ends)) == len(ends) and all(place < closing[row] for row, place in ends)
    return fits and linkable and len(set(order.lucky)) == len(order.lucky)


def _line_places(rulebook: Rulebook) -> list[list[int]]:
    """For each line that is shuffled the places of its cells in their rows."""
    where = {cell.id: place for row in rulebook.coloured_rows for place, cell in enumerate(_places(rulebook, row))}
    return [[where[id] for id in line.cells] for line in rulebook.own_lines if "lines" in rulebook.shuffle]


def _rearranged(rulebook: Rulebook, order: Order) -> Rulebook:
    """The rulebook of a sheet in this order. A cell whose number changes gets another name, wherever it is named."""
    coloured = zip(rulebook.coloured_rows, order.numbers, order.colours, strict=True)
    new = {row.id: _new_row(rulebook, row, numbers, colours) for row, numbers, colours in coloured}
    rows = tuple(new.get(row.id, row) for row in rulebook.rows)
    renamed = {
        id: name
        for row, arranged in zip(rulebook.rows, rows, strict=True)
        for id, name in zip(row.ids, arranged.ids, strict=True)
    }
    result = rulebook._replace(
        rows=rows,
        requirements=tuple(
            Requirement(renamed[each.cell], each.needs, tuple(renamed[id] for id in each.of))
            for each in rulebook.requirements
        ),
        scores=tuple(line._replace(cells=tuple(renamed[id] for id in line.cells)) for line in rulebook.scores),
        twice=tuple(renamed[id] for id in rulebook.twice),
        links=tuple((renamed[one], renamed[other]) for one, other in rulebook.links),
        lucky=order.lucky or rulebook.lucky,
    )
    places = [_places(result, row) for row in result.coloured_rows]
    links = tuple((places[row][place].id, places[row + 1][place].id) for row, place in order.links)
    lines = {
        line.id: tuple(places[row][place].id for place, row in zip(own, chosen, strict=True))
        for line, own, chosen in zip(rulebook.own_lines, _line_places(rulebook), order.lines, strict=False)
    }
    scores = tuple(line._replace(cells=lines.get(line.id, line.cells)) for line in result.scores)
    return result._replace(scores=scores, links=links or result.links)


def _new_row(rulebook: Rulebook, row: Row, numbers: Sequence[int], colours: Sequence[str]) -> Row:
    """The row with other numbers and colours. A second box takes those of the number above it."""
    doubles = rulebook.doubles
    places, place = [], -1
    for cell in row.cells:
        place += cell.id not in doubles
        places.append(place)
    ids = cell_ids(row.id, [numbers[place] for place in places])
    cells = tuple(Cell(id, numbers[place], colours[place]) for id, place in zip(ids, places, strict=True))
    return row._replace(cells=cells)


def _damaged(code: str) -> InputError:
    return InputError.of(
        f"the code of the shuffled sheet is damaged: {shortened(code)!r}",
        "Something of it was lost on the way; scan the sheet, or copy it once more.",
    )
