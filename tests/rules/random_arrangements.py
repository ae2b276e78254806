"""Sheets in orders drawn at random, as far as a game lets them differ."""

from __future__ import annotations

from random import Random

from sheetgen.rules.rulebook import Arrangement, Rulebook
from sheetgen.rules.shuffle.arrangement import write_arrangement
from sheetgen.rules.shuffle.shuffling import numbers_by_row
from tests.js.random_sheets import random_order


def shuffled(rulebook: Rulebook, random: Random) -> Arrangement | None:
    """Another sheet of the game; None if all its sheets are the same."""
    if not rulebook.shuffle:
        return None
    order = {**random_order(random, rulebook)}
    if "links" in order:
        order["links"] = _links(rulebook, len(order["links"]), random)
    return write_arrangement(rulebook, order)


def _links(rulebook: Rulebook, count: int, random: Random) -> tuple[tuple[int, int], ...]:
    """As many links between neighbours, none at a closing number, none sharing a cell. Tried until they fit."""
    open_places = [
        len(cells) - len(row.closing)
        for cells, row in zip(numbers_by_row(rulebook), rulebook.coloured_rows, strict=True)
    ]
    slots = [(row, place) for row in range(len(open_places) - 1) for place in range(min(open_places[row : row + 2]))]
    while True:
        links = random.sample(slots, count)
        ends = {(row + side, place) for row, place in links for side in (0, 1)}
        if len(ends) == 2 * len(links):
            return tuple(links)
