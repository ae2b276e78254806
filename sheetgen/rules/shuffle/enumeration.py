"""Number things without listing them: each number below a count stands for one of them, and none comes twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from hashlib import shake_256
from math import factorial, prod
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)
S = TypeVar("S", bound=Hashable)

_ROUNDS = 4


class Orders(Generic[T]):
    """All different orders of some things, which may be alike."""

    def __init__(self, things: Sequence[T]) -> None:
        self._things = things
        self.count = _orders(Counter(things))

    def __getitem__(self, index: int) -> tuple[T, ...]:
        """The order with this number."""
        left = Counter(self._things)
        kinds = list(left)
        found: list[T] = []
        for _ in self._things:
            for kind in kinds:
                if left[kind]:
                    left[kind] -= 1
                    ways = _orders(left)
                    if index < ways:
                        found.append(kind)
                        break
                    index -= ways
                    left[kind] += 1
        return tuple(found)


def _orders(counts: Counter[T]) -> int:
    return factorial(counts.total()) // prod(factorial(count) for count in counts.values())


class Paths(Generic[S, T]):
    """All ways to make so many choices, where each state leaves some of them: pairs of a choice and the state after."""

    def __init__(self, steps: int, start: S, options: Callable[[int, S], Iterable[tuple[T, S]]]) -> None:
        self._steps, self._start, self._options = steps, start, cache(lambda step, state: tuple(options(step, state)))

        @cache
        def ways(step: int, state: S) -> int:
            if step == steps:
                return 1
            return sum(ways(step + 1, after) for _, after in self._options(step, state))

        self._ways = ways
        self.count = ways(0, start)

    def __getitem__(self, index: int) -> tuple[T, ...]:
        """The choices with this number."""
        state, found = self._start, []
        for step in range(self._steps):
            for choice, after in self._options(step, state):
                ways = self._ways(step + 1, after)
                if index < ways:
                    found.append(choice)
                    state = after
                    break
                index -= ways
        return tuple(found)


def scattered(index: int, count: int, key: str) -> int:
    """Another number below the count for each one, as if by chance; the same ones for the same key.

    A Feistel network goes through all numbers of so many bits. Those that are too large are sent on until they fit.
    """
    half = max(1, -(-(count - 1).bit_length() // 2))
    while True:
        left, right = divmod(index, 1 << half)
        for turn in range(_ROUNDS):
            digest = shake_256(f"{key}/{turn}/{right}".encode()).digest(half // 8 + 1)
            left, right = right, left ^ (int.from_bytes(digest, "big") % (1 << half))
        index = (left << half) | right
        if index < count:
            return index
