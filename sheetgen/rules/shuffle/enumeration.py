"""Number the values of large sets without listing them: each index below `count` stands for a different value."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache
from hashlib import shake_256
from math import prod
from typing import Generic, Protocol, TypeVar

T = TypeVar("T", bound=Hashable)
S = TypeVar("S", bound=Hashable)
V = TypeVar("V", covariant=True)

_ROUNDS = 4  # rounds of the Feistel network


class Variations(Protocol[V]):
    """Values that are numbered from 0 without being listed."""

    count: int

    def __getitem__(self, index: int) -> V:
        """Return the value with this index."""


class Product(Generic[V]):
    """All combinations of one value from each part."""

    def __init__(self, parts: Sequence[Variations[V]]) -> None:
        self._parts = parts
        self.count = prod(part.count for part in parts)

    def __getitem__(self, index: int) -> tuple[V, ...]:
        """Return the combination with this index."""
        found = []
        for part in self._parts:
            index, which = divmod(index, part.count)
            found.append(part[which])
        return tuple(found)


class Paths(Generic[S, T]):
    """All sequences of one choice per step. `options(step, state)` yields the choices, each with the next state."""

    def __init__(self, steps: int, start: S, options: Callable[[int, S], Iterable[tuple[T, S]]]) -> None:
        self._steps = steps
        self._start = start
        self._options = cache(lambda step, state: tuple(options(step, state)))

        @cache
        def ways(step: int, state: S) -> int:
            if step == steps:
                return 1
            return sum(ways(step + 1, after) for _, after in self._options(step, state))

        self._ways = ways
        self.count = ways(0, start)

    def __getitem__(self, index: int) -> tuple[T, ...]:
        """Return the sequence of choices with this index."""
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


def orders_of(items: Sequence[T]) -> Paths[tuple[int, ...], T]:
    """Return all distinct orders of some items, of which several may be equal."""
    kinds = list(dict.fromkeys(items))

    def options(_: int, left: tuple[int, ...]) -> Iterator[tuple[T, tuple[int, ...]]]:
        for at, kind in enumerate(kinds):
            if left[at]:
                yield kind, (*left[:at], left[at] - 1, *left[at + 1 :])

    return Paths(len(items), tuple(map(items.count, kinds)), options)


def permuted_index(index: int, count: int, key: str) -> int:
    """Map an index below `count` to another one, in a pseudo-random permutation given by the key.

    A Feistel network permutes all numbers of a fixed number of bits. Results of `count` or more go through it again.
    """
    half = max(1, -(-(count - 1).bit_length() // 2))
    while True:
        left, right = divmod(index, 1 << half)
        for step in range(_ROUNDS):
            digest = shake_256(f"{key}/{step}/{right}".encode()).digest(half // 8 + 1)
            left, right = right, left ^ (int.from_bytes(digest, "big") % (1 << half))
        index = (left << half) | right
        if index < count:
            return index
