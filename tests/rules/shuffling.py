"""Sheets in orders drawn at random, as far as a game lets them differ."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from sheetgen.rules.arrangement import Arrangement, Order, order_of, write_arrangement
from sheetgen.rules.rulebook import Rulebook


def shuffled(rulebook: Rulebook, random: Random) -> Arrangement | None:
    """Another sheet of the game; None if all its sheets are the same."""
    if not rulebook.shuffle:
        return None
    order = order_of(rulebook)
    if "numbers" in rulebook.shuffle:
        order = replace(order, numbers=tuple(tuple(random.sample(row, len(row))) for row in order.numbers))
    if "colours" in rulebook.shuffle:
        order = _recoloured(order_of(rulebook), order, random)
    if "lines" in rulebook.shuffle:
        rows = range(len(order.numbers))
        order = replace(order, lines=tuple(tuple(random.choice(rows) for _ in line) for line in order.lines))
    if "links" in rulebook.shuffle:
        order = replace(order, links=_links(rulebook, order, random))
    if "lucky" in rulebook.shuffle:
        order = replace(order, lucky=tuple(random.sample(range(2, 2 * rulebook.dice + 1), len(order.lucky))))
    return write_arrangement(rulebook, order)


def _recoloured(base: Order, order: Order, random: Random) -> Order:
    """The places that had the same number at first swap their colours."""
    colours = [list(row) for row in base.colours]
    places: dict[int, list[tuple[int, int]]] = {}
    for row, numbers in enumerate(base.numbers):
        for place, number in enumerate(numbers):
            places.setdefault(number, []).append((row, place))
    for same in places.values():
        for (row, place), (other, its) in zip(same, random.sample(same, len(same)), strict=True):
            colours[row][place] = base.colours[other][its]
    return replace(order, colours=tuple(map(tuple, colours)))


def _links(rulebook: Rulebook, order: Order, random: Random) -> tuple[tuple[int, int], ...]:
    """As many links between neighbours, none at a closing number, none sharing a cell. Tried until they fit."""
    open_places = [
        len(numbers) - len(row.closing) for numbers, row in zip(order.numbers, rulebook.coloured_rows, strict=True)
    ]
    slots = [(row, place) for row in range(len(open_places) - 1) for place in range(min(open_places[row : row + 2]))]
    while True:
        links = random.sample(slots, len(order.links))
        ends = {(row + side, place) for row, place in links for side in (0, 1)}
        if len(ends) == 2 * len(links):
            return tuple(links)
