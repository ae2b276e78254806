"""Sheets in orders drawn at random, as far as a game lets them differ."""

from __future__ import annotations

from random import Random

from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.shuffle.arrangement import Arrangement, Order, write_arrangement
from tests.js.random_sheets import random_order


def shuffled(rulebook: Rulebook, random: Random) -> Arrangement | None:
    """Another sheet of the game; None if all its sheets are the same."""
    if not rulebook.shuffle:
        return None
    order = random_order(random, rulebook)
    return write_arrangement(rulebook, order._replace(links=_links(rulebook, order, random)))


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
