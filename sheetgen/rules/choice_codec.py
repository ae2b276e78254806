"""A sequence of choices as one large number, written in digits: the codes of shuffled sheets and of shared games.

Each choice has a known number of values, so that the number is as small as can be. It is a multiple of a prime, so that
a code with a wrong, missing or misplaced character is noticed.
"""

CHECK = 65521  # the largest prime below 2**16


class ChoiceReader:
    """Takes the choices out of a code, in the order in which they were put in."""

    def __init__(self, code: str, digits: str) -> None:
        number = 0
        for digit in code:
            number = len(digits) * number + digits.index(digit)
        self.rest, damage = divmod(number, CHECK)
        self.is_damaged = damage != 0

    def take(self, count: int) -> int:
        """Return the next choice, which has `count` values: 0 to count - 1."""
        self.rest, value = divmod(self.rest, count)
        return value


class ChoiceWriter:
    """Collects choices and writes them as a code."""

    def __init__(self) -> None:
        self._choices: list[tuple[int, int]] = []

    def put(self, count: int, value: int) -> int:
        """Add a choice among `count` values; return it."""
        self._choices.append((count, value))
        return value

    def code(self, digits: str, end: int) -> str:
        """Return the code of all choices, followed by the number `end`."""
        number = end
        for count, value in reversed(self._choices):
            number = number * count + value
        number *= CHECK
        code = ""
        while number:
            number, digit = divmod(number, len(digits))
            code = digits[digit] + code
        return code

    def longest(self, digits: str, end: int) -> int:
        """Return how long a code of such choices can be, in characters. There are a power of two digits."""
        most = end
        for count, _ in self._choices:
            most *= count
        return -(-(2 * most * CHECK).bit_length() // (len(digits).bit_length() - 1))
