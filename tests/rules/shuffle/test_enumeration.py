from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, strategies as st

from sheetgen.rules.shuffle.enumeration import Paths, orders_of, permuted_index


@given(st.text("abc", max_size=6))
def test_each_different_order_of_things_has_a_number(things: str) -> None:
    orders = orders_of(things)
    found = [orders[index] for index in range(orders.count)]
    assert sorted(found) == sorted(set(permutations(things)))


def test_each_path_has_a_number() -> None:
    # From 0, one up or down at a time, never below 0.
    paths = Paths(4, 0, lambda step, state: [(move, state + move) for move in (-1, 1) if state + move >= 0])
    found = [paths[index] for index in range(paths.count)]
    assert len(found) == len(set(found)) == 6
    assert all(sum(path[:step]) >= 0 for path in found for step in range(5))


@pytest.mark.parametrize("count", [1, 2, 3, 11, 144, 1000, 4097])
def test_scattered_numbers_are_all_numbers_in_another_order(count: int) -> None:
    assert sorted(permuted_index(index, count, "seed") for index in range(count)) == list(range(count))


def test_another_key_scatters_in_another_way() -> None:
    one, other = ([permuted_index(index, 10**9, key) for index in range(50)] for key in ("7", "8"))
    assert one != other
    assert one == [permuted_index(index, 10**9, "7") for index in range(50)]
    assert one != sorted(one)
