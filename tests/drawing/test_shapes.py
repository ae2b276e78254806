from __future__ import annotations

from itertools import combinations
from pathlib import Path as FilePath
from typing import get_args

import numpy
import pytest
from hypothesis import given, strategies as st

from sheetgen.drawing.pages.document import Info, Page
from sheetgen.drawing.scene import Scene
from sheetgen.drawing.shapes import bitmap_outlines, symbol
from sheetgen.file_model import ColourSymbol
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
