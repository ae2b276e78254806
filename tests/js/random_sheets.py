"""Shuffled sheets at random, of every kind that a game allows."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from sheetgen.errors import InputError
from sheetgen.rules.rulebook import Arrangement, Rulebook
from sheetgen.rules.shuffle.arrangement import Order, order_of, read_arrangement, write_arrangement
from sheetgen.rules.shuffle.rows import ColourShuffling, NumberShuffling


def random_arrangement(random: Random, rulebook: Rulebook) -> Arrangement:
    """An arrangement that can be played. Whatever cannot be is refused when its code is read, and tried again."""
    while True:
        try:
            return read_arrangement(rulebook, write_arrangement(rulebook, random_order(random, rulebook)).code)
        except (InputError, IndexError):
            continue


def random_order(random: Random, rulebook: Rulebook) -> Order:
    """Any order; it may be one that cannot be played."""
    numbers, colours = NumberShuffling().current(rulebook), ColourShuffling().current(rulebook)
    own, rows, longest = order_of(rulebook), len(numbers), max(map(len, numbers))
    makers: dict[str, Callable[[], Any]] = {
        "numbers": lambda: tuple(tuple(random.sample(row, len(row))) for row in numbers),
        "colours": lambda: _recoloured(random, numbers, colours),
        "lines": lambda: tuple(tuple(random.randrange(rows) for _ in line) for line in own["lines"]),
        "links": lambda: tuple((random.randrange(rows - 1), random.randrange(longest)) for _ in own["links"]),
        "lucky": lambda: tuple(random.sample(range(2, 2 * rulebook.die_sides + 1), len(own["lucky"]))),
    }
    return {kind: make() for kind, make in makers.items() if kind in own}


def _recoloured(
    random: Random, numbers: tuple[tuple[int, ...], ...], colours: tuple[tuple[str, ...], ...]
) -> tuple[tuple[str, ...], ...]:
    """The places with the same number swap their colours."""
    found = [list(row) for row in colours]
    for number in {number for row in numbers for number in row}:
        places = [(row, place) for row, each in enumerate(numbers) for place, own in enumerate(each) if own == number]
        there = [colours[row][place] for row, place in places]
        for (row, place), colour in zip(places, random.sample(there, len(there)), strict=True):
            found[row][place] = colour
    return tuple(map(tuple, found))
