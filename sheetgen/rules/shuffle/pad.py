"""A different sheet for every player, none better than another.

What is shuffled keeps its chances. Numbers change places with numbers that are thrown as often, so that each row has,
place by place, the chances of a row of the layout. Each number keeps its colours, so that every die finds it as often
as before. The cells of a line stay in their columns, links lie in different columns between the same rows as before,
and lucky numbers are thrown as often together. All such arrangements are numbered, and a seed decides in which order a
pad goes through them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Protocol

from sheetgen.errors import InputError
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.shuffle.arrangement import Arrangement, Order, order_of, write_arrangement
from sheetgen.rules.shuffle.cells import ShuffledLines, ShuffledLinks, ShuffledLucky
from sheetgen.rules.shuffle.enumeration import scattered
from sheetgen.rules.shuffle.rows import ShuffledColours, ShuffledNumbers

LONGEST_SEED = 40


class Shuffled(Protocol):
    """One thing that is shuffled: how many ways there are, and the order that each of them gives."""

    @property
    def count(self) -> int:
        """How many ways there are."""

    def apply(self, order: Order, index: int) -> Order:
        """The order, with this thing as in one of the ways."""


class Pad:
    """The shuffled sheets of a game: the same for the same seed, and all different as long as there are others."""

    def __init__(self, rulebook: Rulebook, seed: str) -> None:
        if not rulebook.shuffle:
            hint = 'A layout says what may change from sheet to sheet: game.shuffle = ["numbers"].'
            raise InputError.of("this game cannot be shuffled", hint)
        if not 0 < len(seed) <= LONGEST_SEED or not seed.strip() or not seed.isprintable():
            raise InputError.of("this seed cannot be used", f"Give a word or number of 1 to {LONGEST_SEED} characters.")
        self.rulebook, self.seed = rulebook, seed
        makers: dict[str, Callable[[Rulebook], Shuffled]] = {
            "numbers": ShuffledNumbers,
            "colours": ShuffledColours,
            "lines": ShuffledLines,
            "links": ShuffledLinks,
            "lucky": ShuffledLucky,
        }
        self._kinds = [make(rulebook) for kind, make in makers.items() if kind in rulebook.shuffle]
        self.count = prod(kind.count for kind in self._kinds)

    def sheet(self, serial: int) -> Arrangement:
        """The arrangement of the sheet with this number."""
        index = scattered((serial - 1) % self.count, self.count, self.seed)
        order = order_of(self.rulebook)
        for kind in self._kinds:
            index, which = divmod(index, kind.count)
            order = kind.apply(order, which)
        return write_arrangement(self.rulebook, order)
