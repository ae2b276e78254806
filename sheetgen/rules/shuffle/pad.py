"""Shuffled sheets: a different one for every player, none better than another.

Every kind of shuffling keeps the chances: numbers, for instance, change places with numbers that are thrown as often,
so that each row has, place by place, the chances of a row of the layout. All such arrangements are numbered, and a seed
decides in which order a pad goes through them.
"""

from math import prod

from sheetgen.errors import InputError
from sheetgen.rules.rulebook import Arrangement, Rulebook
from sheetgen.rules.shuffle.arrangement import shufflings_of, write_arrangement
from sheetgen.rules.shuffle.enumeration import permuted_index

LONGEST_SEED = 40


class Pad:
    """The shuffled sheets of a game: the same for the same seed, and all different as long as there are others."""

    def __init__(self, rulebook: Rulebook, seed: str) -> None:
        if not rulebook.shuffle:
            hint = 'A layout says what may change from sheet to sheet: game.shuffle = ["numbers"].'
            raise InputError.of("this game cannot be shuffled", hint)
        if not 0 < len(seed) <= LONGEST_SEED or not seed.strip() or not seed.isprintable():
            raise InputError.of("this seed cannot be used", f"Give a word or number of 1 to {LONGEST_SEED} characters.")
        self.rulebook, self.seed = rulebook, seed
        self._variations = {each.kind: each.variations(rulebook) for each in shufflings_of(rulebook)}
        self.count = prod(variations.count for variations in self._variations.values())

    def sheet(self, serial: int) -> Arrangement:
        """Return the arrangement of the sheet with this number, counted from 1."""
        index = permuted_index((serial - 1) % self.count, self.count, self.seed)
        order = {}
        for kind, variations in self._variations.items():
            index, which = divmod(index, variations.count)
            order[kind] = variations[which]
        return write_arrangement(self.rulebook, order)
