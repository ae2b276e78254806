"""The two profiles of the tests: the default one for every change, the thorough one before a release.

`python tests/run.py --thorough` sets SHEETGEN_THOROUGH. The thorough profile runs all that the default one runs, and
more of it: every combination instead of some, and larger numbers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any, TypeVar

THOROUGH = os.environ.get("SHEETGEN_THOROUGH") == "1"
SEED = os.environ.get("SHEETGEN_SEED", "1")  # another one makes other random games and records

Choice = TypeVar("Choice")
Counted = Callable[[str, int], None]
"""The type of pytest's `record_property`: tests tell with it how much they have covered, for the summary of a run."""


def amount(default: int, thorough: int) -> int:
    """Return how many of something this profile tries."""
    return thorough if THOROUGH else default


def examples(thorough: int) -> int:
    """Return how many examples a hypothesis test tries, given the number for the thorough profile."""
    return amount(min(thorough, max(20, thorough // 5)), thorough)


def selection(thorough: Iterable[Choice], default: Iterable[Choice]) -> list[Choice]:
    """Return the choices of this profile. The default ones must be among the thorough ones."""
    every, some = list(thorough), list(default)
    unknown = [choice for choice in some if choice not in every]
    assert not unknown, f"not part of the thorough profile: {unknown}"
    return every if THOROUGH else some


def every_pair(*axes: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return all combinations of one value from each axis; by default only so many that every pair of values occurs.

    The pairs are complete for up to three axes, if the last one is the shortest.
    """
    every = list(product(*axes))
    indices = product(*(range(len(axis)) for axis in axes))
    if len(axes) < 3:
        return every
    some = [chosen for chosen, at in zip(every, indices, strict=True) if sum(at) % len(axes[-1]) == 0]
    return selection(every, some)
