from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.layouts.catalog import load_theme
from sheetgen.themes.colours import ConfusablePair, confusable_pairs, difference
from tests.helpers import THEMES

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")

# From the test data that Sharma, Wu and Dalal published with their notes on CIEDE2000.
PUBLISHED = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0009), 7.1792),
    ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0011), 7.2195),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "expected"), PUBLISHED)
def test_differences_are_the_published_ones(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    assert difference(one, other) == pytest.approx(expected, abs=5e-5)
    assert difference(other, one) == pytest.approx(expected, abs=5e-5)


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
