"""The reader draws the printed sheet itself: exactly the areas that its SVG covers, and what a printer would print."""

from __future__ import annotations

from typing import Any

import cv2
import numpy
import pytest

from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.rules.shuffle.arrangement import Pad
from sheetgen.scorer.page.data import reader_content
from sheetgen.writers.raster import render_scene
from tests.helpers import VARIANTS, edition
from tests.js.modules import Modules
from tests.profiles import selection

SIDE = 40  # pixels of the pictures of single shapes


def node(tag: str, *children: Any, **attributes: Any) -> dict[str, Any]:
    named = {name.replace("_", "-"): str(value) for name, value in attributes.items()}
    return {"tag": tag, "attributes": named, "children": list(children)}


def drawn(modules: Modules, *nodes: Any, **definitions: Any) -> Any:
    levels = modules.call("tests/photo_answers", "drawnLevels", nodes, definitions, [SIDE, SIDE], 1)
    return numpy.reshape(levels, (SIDE, SIDE, 3))


def black(picture: Any) -> float:
    """Return the area in pixels that is black."""
    return float((255 - picture[..., 0]).sum() / 255)


SHAPES: dict[str, tuple[dict[str, Any], float]] = {
    "a rectangle": (node("rect", x=3.3, y=4.6, width=10, height=7.5), 75),
    "rounded corners": (node("rect", x=5, y=5, width=20, height=10, rx=4), 200 - (4 - numpy.pi) * 16),
    "a circle": (node("circle", cx=20, cy=19.5, r=8), numpy.pi * 64),
    "an outline": (node("rect", x=10, y=10, width=12, height=8, fill="none", stroke="#000000", stroke_width=2), 80),
    "two windings": (node("path", d="M5 5H25V25H5ZM10 10H20V20H10Z"), 400),
    "a hole": (node("path", d="M5 5H25V25H5ZM10 10H20V20H10Z", fill_rule="evenodd"), 300),
    "a curve": (node("path", d="M5 5Q25 5 25 25L5 25Z"), 1000 / 3),
    "several pairs": (node("path", d="M5 5L25 5 25 15 5 15Z"), 200),
    "a line": (node("path", d="M5 5L25 5", fill="none", stroke="#000000", stroke_width=3), 60),
    "a corner": (node("path", d="M5 30L5 5L30 5", fill="none", stroke="#000000", stroke_width=4), 25 * 4 * 2),
    "a turned shape": (node("rect", x=0, y=0, width=10, height=6, transform="translate(20 20) rotate(30)"), 60),
    "a mirrored shape": (node("rect", x=0, y=0, width=5, height=5, transform="translate(5 30) scale(2 -2)"), 100),
    "outside": (node("rect", x=-10, y=-10, width=20, height=20), 100),
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_covers_its_area(name: str, modules: Modules) -> None:
    shape, area = SHAPES[name]
    assert black(drawn(modules, shape)) == pytest.approx(area, rel=0.012)


def test_shapes_are_used_with_colours_and_covered_by_later_ones(modules: Modules) -> None:
    square = node("rect", x=0, y=0, width=10, height=10, fill="currentColor")
    line = node("g", node("use", href="#square", x=2), fill="#00ff00", transform="translate(20 0)")
    picture = drawn(
        modules,
        node("use", href="#square", x=5, y=5, color="#ff0000"),
        node("rect", x=10, y=10, width=20, height=20, fill="#0000ff"),
        line,
        node("text", x=20, y=20),
        square=square,
    )
    assert picture[7, 7].tolist() == [255, 0, 0]
    assert picture[12, 12].tolist() == [0, 0, 255]
    assert picture[5, 25].tolist() == [0, 0, 0], "a colour of its own counts more than that of a group"
    assert picture[35, 35].tolist() == [255, 255, 255]


SHEETS = [variant for variant in VARIANTS if edition(variant).layout.sheet]


@pytest.mark.parametrize("variant", selection(SHEETS, ["connected-steps", "onboard"]))
def test_cells_look_as_they_are_printed(variant: str, modules: Modules) -> None:
    """But for the edges of what is printed, which the page rounds to a hundredth of a millimetre."""
    own = edition(variant)
    sheet = own.shuffled(Pad(own.rulebook, "drawn").sheet(2)) if own.rulebook.shuffle else own
    found = modules.call("tests/photo_answers", "drawnSheet", reader_content(sheet), 1000)
    (width, height), scale = found["size"], found["scale"]
    seen = numpy.reshape(found["levels"], (height, width, 3)).astype(int)
    printed = numpy.ascontiguousarray(render_scene(sheet_front(sheet), scale).to_numpy()[..., :3])
    printed = cv2.resize(printed, (width, height), interpolation=cv2.INTER_AREA).astype(int)
    for id, box in sheet_front(sheet).cells().items():
        left, top, right, bottom = (round(edge * scale) for edge in (box.x, box.y, box.right, box.bottom))
        differences = abs(seen - printed)[top:bottom, left:right].max(axis=2)
        assert (differences > 60).mean() < 0.06, id
