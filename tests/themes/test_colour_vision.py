from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from sheetgen.layouts.catalog import load_theme
from sheetgen.themes.colours import ConfusablePair, confusable_pairs
from tests.helpers import THEMES

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@pytest.mark.parametrize(
    ("one", "other", "vision"),
    [
        ("#c0392b", "#5d7a2a", "deuteranopia"),
        ("#e74c3c", "#556b2f", "protanopia"),
        ("#27ae60", "#16a085", "tritanopia"),
        ("#d7333f", "#c92f3c", "normal"),
        ("#000000", "#101010", "normal"),
    ],
)
def test_pairs_that_some_cannot_tell_apart(one: str, other: str, vision: str) -> None:
    assert confusable_pairs({"one": one, "blue": "#2f71c1", "other": other}) == [ConfusablePair("one", "other", vision)]


def test_the_worst_pair_comes_first_and_each_once() -> None:
    pairs = confusable_pairs({"a": "#c0392b", "b": "#5d7a2a", "c": "#c0392b"})
    assert [(pair.one, pair.other) for pair in pairs] == [("a", "c"), ("a", "b"), ("b", "c")]


@pytest.mark.parametrize("name", [name for name in THEMES if name != "inksaver"])
def test_the_built_in_bands_can_be_told_apart(name: str) -> None:
    assert confusable_pairs({colour: each.band for colour, each in load_theme(name).colours.items()}) == []


@given(st.dictionaries(st.sampled_from("abcdef"), COLOURS))
def test_any_colours_can_be_compared(colours: dict[str, str]) -> None:
    pairs = confusable_pairs(colours)
    assert len({frozenset((pair.one, pair.other)) for pair in pairs}) == len(pairs)
    same = [pair for pair in pairs if colours[pair.one] == colours[pair.other]]
    assert pairs[: len(same)] == same
    assert all(pair.vision == "normal" for pair in same)
