from __future__ import annotations

from itertools import combinations
from pathlib import Path as FilePath
from typing import get_args

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.pages.document import Info, Page
from sheetgen.drawing.scene import Box, Matrix, Path, Rect, Scene, Turn, Use
from sheetgen.drawing.shapes import bitmap_outlines, symbol
from sheetgen.drawing.sheet.front import draw_mark
from sheetgen.drawing.sheet.plan import mark_boxes
from sheetgen.model import ColourSymbol
from sheetgen.writers.pdf.writer import write_pdf
from tests.helpers import rasters


@pytest.fixture(scope="module")
def symbol_pixels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, numpy.typing.NDArray[numpy.bool_]]:
    """Where each symbol that stands for a colour is dark: 100 × 100 pixels, two thirds of them across the symbol."""
    file: FilePath = tmp_path_factory.mktemp("symbols") / "symbols.pdf"
    names = get_args(ColourSymbol)
    scenes = [Scene(30, 30, (symbol(name, 15, 15, 10, "#000000"),)) for name in names]
    write_pdf([Page(scene, None) for scene in scenes], Info("", "", "en", (), duplex=False), file)
    return dict(zip(names, (pixels < 128 for pixels in rasters(file, dpi=84)), strict=True))


def test_symbols_weigh_alike_and_stand_in_the_middle(
    symbol_pixels: dict[str, numpy.typing.NDArray[numpy.bool_]],
) -> None:
    for name, dark in symbol_pixels.items():
        side = dark.shape[0]
        rows, columns = numpy.nonzero(dark)
        share = dark.sum() / (side * 2 / 3) ** 2
        assert 0.35 <= share <= 0.66, name
        for places in (rows, columns):
            assert abs(places.mean() / side - 0.5) < 0.06, name
            assert side / 8 < places.min() and places.max() < side * 7 / 8, name


def test_symbols_differ_wherever_they_are_drawn(
    symbol_pixels: dict[str, numpy.typing.NDArray[numpy.bool_]],
) -> None:
    """A good part of the ink of any two is in different places."""
    for (one, dark), (other, dark2) in combinations(symbol_pixels.items(), 2):
        assert (dark ^ dark2).sum() > 0.15 * (dark | dark2).sum(), (one, other)


@given(st.integers(1, 7), st.data())
def test_outlines_enclose_exactly_the_dark_modules(modules: int, data: st.DataObject) -> None:
    bits = data.draw(st.lists(st.booleans(), min_size=modules**2, max_size=modules**2))
    outlines = bitmap_outlines(lambda column, row: bits[row * modules + column], modules)

    def inside(x: float, y: float) -> bool:
        """Even-odd: how many outlines' vertical edges lie to the left."""
        crossings = 0
        for outline in outlines:
            for (x0, y0), (x1, y1) in zip(outline, [*outline[1:], outline[0]], strict=True):
                assert x0 == x1 or y0 == y1
                crossings += x0 == x1 and x0 < x and min(y0, y1) < y < max(y0, y1)
        return crossings % 2 == 1

    for row in range(modules):
        for column in range(modules):
            assert inside(column + 0.5, row + 0.5) == bits[row * modules + column]


def test_marks_stand_in_the_corners_clockwise() -> None:
    boxes = mark_boxes(200, 134, 5, 8)
    assert [(box.x, box.y) for box in boxes] == [(5, 5), (187, 5), (187, 121), (5, 121)]
    canvas = Canvas(200, 134)
    draw_mark(canvas, 0, boxes[0], "#ffffff")
    white, black = canvas.items
    assert isinstance(white, Rect) and white.box == Box(3, 3, 12, 12)
    assert isinstance(black, Path) and black.paint.fill == "#000000"


def test_on_dark_paper_the_white_around_a_mark_is_as_wide_and_has_round_corners() -> None:
    canvas = Canvas(200, 134)
    draw_mark(canvas, 0, Box(5, 5, 8, 8), "#000000")
    white = canvas.items[0]
    assert isinstance(white, Rect) and white.box == Box(3, 3, 12, 12) and white.radius > 0


@given(st.sampled_from([0, 90, 270]), st.floats(0.1, 3), st.floats(-9, 9), st.floats(0, 30), st.floats(0, 20))
def test_a_placed_scene_fills_its_box_whatever_its_turn(
    turn: Turn, scale: float, x: float, px: float, py: float
) -> None:
    use = Use(Scene(30, 20, ()), x, 4.0, scale, turn)
    corner = use.matrix.box(Box(0, 0, 30, 20))
    box = Box(x, 4.0, *((30 * scale, 20 * scale) if turn == 0 else (20 * scale, 30 * scale)))
    for side in ("x", "y", "w", "h"):
        assert abs(getattr(corner, side) - getattr(box, side)) < 1e-9
    outer = Matrix(2, 0, 0, 2, 1, 1)
    twice = outer.after(use.matrix).point(px, py)
    step = outer.point(*use.matrix.point(px, py))
    assert abs(twice[0] - step[0]) < 1e-6 and abs(twice[1] - step[1]) < 1e-6
