"""Shuffled sheets: a different one for every player, none better than another, and the code of its arrangement.

The code at the end of a sheet's link is one large number in base 32 that encodes a sequence of choices, such as which
of the remaining numbers comes next. Each choice has a known number of values, which keeps the number small. It is
a multiple of a prime, so that a code with a wrong, missing or misplaced character is noticed.

Every kind of shuffling keeps the chances: numbers, for instance, change places with numbers that are thrown as often,
so that each row has, place by place, the chances of a row of the layout. These arrangements are numbered, and a seed
decides in which order a pad goes through them.
"""

from collections.abc import Mapping
from typing import Any

from sheetgen.errors import InputError, shortened, suggest
from sheetgen.rules.features import FEATURES
from sheetgen.rules.rulebook import Arrangement, Rulebook
from sheetgen.rules.shuffle.enumeration import Product, permuted_index
from sheetgen.rules.shuffle.rows import ColourShuffling, NumberShuffling
from sheetgen.rules.shuffle.shuffling import Choose, Shuffling

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no letter that looks like another one or a digit
END = 1  # the last choice of every code, so that a missing or an additional one is noticed
MAX_CODE_LENGTH = 400  # characters
MAX_SEED = 40  # characters
CHECK_PRIME = 65521  # every code is a multiple of it: the largest prime below 2**16

SHUFFLINGS: tuple[Shuffling, ...] = (
    NumberShuffling(),
    ColourShuffling(),
    *(feature.shuffling for feature in FEATURES if feature.shuffling),
)

Order = Mapping[str, Any]  # the value of each shuffling, by its kind

_MISREAD = str.maketrans("OIL", "011")  # letters that are not digits, and the digits that they look like


class ChoiceReader:
    """Decodes the choices of a code in the order in which they were written. The links of games use other digits."""

    def __init__(self, code: str, digits: str) -> None:
        number = 0
        for digit in code:
            number = len(digits) * number + digits.index(digit)
        self.rest, damage = divmod(number, CHECK_PRIME)
        self.is_damaged = damage != 0

    def take(self, count: int) -> int:
        """Return the next choice, which has `count` values: 0 to count - 1."""
        self.rest, value = divmod(self.rest, count)
        return value


class ChoiceWriter:
    """Encodes choices as a code."""

    def __init__(self) -> None:
        self._number = 0
        self.count = 1  # of all combinations of choices so far

    def put(self, count: int, value: int) -> int:
        """Add a choice among `count` values; return it."""
        self._number += value * self.count
        self.count *= count
        return value

    def code(self) -> str:
        """Return the code of all choices."""
        number = (self._number + END * self.count) * CHECK_PRIME
        code = ""
        while number:
            number, digit = divmod(number, len(DIGITS))
            code = DIGITS[digit] + code
        return code


def shufflings_of(rulebook: Rulebook) -> list[Shuffling]:
    """Return the shufflings of a game."""
    return [shuffling for shuffling in SHUFFLINGS if shuffling.kind in rulebook.shuffle]


def order_of(rulebook: Rulebook) -> dict[str, Any]:
    """Return how the layout itself is arranged."""
    return {shuffling.kind: shuffling.current(rulebook) for shuffling in shufflings_of(rulebook)}


def read_sheet(rulebook: Rulebook, text: str) -> Arrangement | None:
    """Return the arrangement of a sheet, given its code, its name, or the layout of a companion.

    The result is None for the layout itself.
    """
    slug = text.strip().lower()
    if slug in rulebook.companions:
        return Arrangement(slug, rulebook.companions[slug])
    if rulebook.companions and not rulebook.shuffle and slug != rulebook.slug:
        known = [rulebook.slug, *rulebook.companions]
        raise InputError.of(f"there is no sheet {shortened(text)!r} in this game", suggest(slug, known))
    return None if slug and slug == rulebook.slug else read_arrangement(rulebook, text)


def read_arrangement(rulebook: Rulebook, code: str) -> Arrangement:
    """Return the arrangement that a code stands for, or the name of a sheet."""
    if not rulebook.shuffle:
        raise InputError.of(f"sheets of this game are all the same, so none has the code {shortened(code)!r}")
    named = {name.upper(): own for name, own in rulebook.named_sheets.items()}
    text = code.strip().upper()
    text = named.get(text, text).translate(_MISREAD)
    if not 0 < len(text) <= MAX_CODE_LENGTH or not set(text) <= set(DIGITS) or text.startswith(DIGITS[0]):
        raise _damaged(code)
    reader = ChoiceReader(text, DIGITS)
    order = _walk(rulebook, order_of(rulebook), lambda count, _: reader.take(count))
    is_whole = not reader.is_damaged and reader.rest == END
    if not is_whole or not all(each.is_possible(rulebook, order[each.kind]) for each in shufflings_of(rulebook)):
        raise _damaged(code)
    return Arrangement(text, _arranged(rulebook, order))


def write_arrangement(rulebook: Rulebook, order: Order) -> Arrangement:
    """Return the arrangement of this order with its code."""
    writer = ChoiceWriter()
    written = _walk(rulebook, order, writer.put)
    return Arrangement(writer.code(), _arranged(rulebook, written))


def longest_code(rulebook: Rulebook) -> int:
    """Return how many characters the code of a sheet has at most. The number of digits is a power of two."""
    writer = ChoiceWriter()
    _walk(rulebook, order_of(rulebook), writer.put)
    bits = (2 * END * writer.count * CHECK_PRIME).bit_length()
    return -(-bits // (len(DIGITS).bit_length() - 1))


def _walk(rulebook: Rulebook, order: Order, choose: Choose) -> Order:
    """Pass every choice that an order is made of to `choose`; return the order made of what it returns."""
    return {each.kind: each.walk(rulebook, order[each.kind], choose) for each in shufflings_of(rulebook)}


def _arranged(rulebook: Rulebook, order: Order) -> Rulebook:
    for shuffling in shufflings_of(rulebook):
        rulebook = shuffling.applied(rulebook, order[shuffling.kind])
    return rulebook


def _damaged(code: str) -> InputError:
    return InputError.of(
        f"the code of the shuffled sheet is damaged: {shortened(code)!r}",
        "Part of it is missing or wrong; scan the sheet, or copy the code again.",
    )


class NamedPad:
    """The named sheets of a game, one after the other, again and again."""

    def __init__(self, rulebook: Rulebook, names: str) -> None:
        self.names = _sheet_names(rulebook, names)
        self.count = len(self.names)
        self._sheets = [read_arrangement(rulebook, name)._replace(name=name.upper()) for name in self.names]

    def sheet(self, serial: int) -> Arrangement:
        """Return the arrangement of the sheet with this number, counted from 1."""
        return self._sheets[(serial - 1) % self.count]


def table_sheets(rulebook: Rulebook, names: str, players: int) -> list[Arrangement | None]:
    """Return the sheets of all players, who get them one after the other: named sheets, or those of companions."""
    if rulebook.companions and not rulebook.named_sheets:
        sheets = [read_sheet(rulebook, name) for name in names.split(",")]
        return [sheets[seat % len(sheets)] for seat in range(players)]
    pad = NamedPad(rulebook, names)
    return [pad.sheet(serial) for serial in range(1, players + 1)]


def _sheet_names(rulebook: Rulebook, text: str) -> list[str]:
    """Return the named sheets of a list such as `a-e` or `a,c,d`."""
    known = list(rulebook.named_sheets)
    if not known:
        hint = "A layout names them in game.sheets. --shuffle makes sheets that differ." if rulebook.shuffle else None
        if rulebook.companions:
            hint = f"Those of {', '.join(rulebook.companions)} are printed with --variant."
        raise InputError.of("this game has no sheets with names", hint)
    names: list[str] = []
    for part in text.lower().split(","):
        first, _, last = (word.strip() for word in part.partition("-"))
        unknown = [name for name in (first, last or first) if name not in known]
        if unknown:
            span = f"{known[0]}-{known[-1]}"
            hint = f"Give {span} for all of them, or some: {known[0]},{known[-1]}."
            raise InputError.of(f"there is no sheet {shortened(unknown[0])!r}", hint)
        names += known[known.index(first) : known.index(last or first) + 1]
    if not names:
        raise InputError.of(f"--sheets cannot be {shortened(text)!r}", "Write the first name first: a-e.")
    return names


class Pad:
    """The shuffled sheets of a game: the same for the same seed, and all different until every arrangement is used."""

    def __init__(self, rulebook: Rulebook, seed: str) -> None:
        if not rulebook.shuffle:
            hint = 'A layout says what may change from sheet to sheet: game.shuffle = ["numbers"].'
            raise InputError.of("this game cannot be shuffled", hint)
        if not 0 < len(seed) <= MAX_SEED or not seed.strip() or not seed.isprintable():
            raise InputError.of("this seed cannot be used", f"Give a word or number of 1 to {MAX_SEED} characters.")
        self.rulebook = rulebook
        self.seed = seed
        self._kinds = [each.kind for each in shufflings_of(rulebook)]
        self._variations = Product([each.variations(rulebook) for each in shufflings_of(rulebook)])
        self.count = self._variations.count

    def sheet(self, serial: int) -> Arrangement:
        """Return the arrangement of the sheet with this number, counted from 1."""
        index = permuted_index((serial - 1) % self.count, self.count, self.seed)
        return write_arrangement(self.rulebook, dict(zip(self._kinds, self._variations[index], strict=True)))
