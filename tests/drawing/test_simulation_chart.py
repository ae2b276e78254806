"""The picture of a simulation: nothing leaves it, no texts meet, and it shows what was counted."""

from __future__ import annotations

from itertools import combinations

import pytest

from sheetgen.drawing.scene import Box, Path, Rect, Scene
from sheetgen.drawing.simulation_chart import plot_scene
from sheetgen.rules.engine.simulate import SimulationSetup
from sheetgen.rules.engine.statistics import Tally
from tests.game_helpers import SPANS, grid, play_alike, rulebook
from tests.helpers import contains, ink, item_boxes, overlap, texts


def plotted(variant: str, games: int, strategy: str) -> tuple[Scene, Tally]:
    setup = SimulationSetup(2, strategy, 3, "a" if variant == "onboard" else None)
    tally = Tally()
    for number in range(games):
        tally.add(play_alike(grid(variant), setup, number))
    spaces = rulebook(variant).tracks[setup.side] if setup.side else ()
    return plot_scene("A title", "and a line below", spaces, {"red": "#d7333f"}, tally), tally


@pytest.mark.parametrize("games", [1, 2, 30, 300])
@pytest.mark.parametrize("strategy", ["random", "careful"])
@pytest.mark.parametrize("variant", sorted(SPANS))
def test_nothing_overlaps_or_leaves_the_picture(variant: str, strategy: str, games: int) -> None:
    scene, _ = plotted(variant, games, strategy)
    page = Box(0, 0, scene.width, scene.height)
    for item in scene.items:
        assert all(contains(page, box) for box in item_boxes(item)), item
    words = [ink(text) for text, _ in texts(scene)]
    assert not [pair for pair in combinations(words, 2) if overlap(*pair)]
    bars = [item.box for item in scene.items if isinstance(item, Rect)]
    assert not [bar for bar in bars for word in words if overlap(bar, word)]


def test_bars_are_as_high_as_their_shares() -> None:
    scene, tally = plotted("onboard", 200, "careful")
    bars = [item.box for item in scene.items if isinstance(item, Rect)]
    landed = [tally.landings[space] for space in range(1, 41) if tally.landings[space]]
    heights = [bar.h for bar in bars[-len(landed) :]]
    assert [height / heights[0] for height in heights] == pytest.approx([count / landed[0] for count in landed])


def test_pieces_that_never_moved() -> None:
    tally = Tally()
    tally.add(play_alike(grid("onboard"), SimulationSetup(2, "random", 30, "a"), 1))
    assert not tally.landings
    plot_scene("A title", "and a line below", rulebook("onboard").tracks["a"], {}, tally)


def test_the_mean_is_marked() -> None:
    scene, _ = plotted("classic", 50, "careful")
    assert sum(isinstance(item, Path) and bool(item.paint.dash) for item in scene.items) == 1
