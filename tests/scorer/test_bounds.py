"""What items of a view cover, by which they are cut out and told apart."""

from __future__ import annotations

import pytest

from sheetgen.drawing.fonts.typefaces import FACES
from sheetgen.drawing.scene import Box, Circle, Item, Paint, Path, Rect, Text, bounds

PEN = Paint(stroke="#000000", line=2)
COVERED: dict[str, tuple[Item, Box]] = {
    "a path": (Path((("M", (10, 20)), ("L", (40, 25)), ("L", (15, 60)), ("Z", ())), PEN), Box(9, 19, 32, 42)),
    "a rectangle": (Rect(Box(10, 20, 30, 40), PEN), Box(9, 19, 32, 42)),
    "a circle": (Circle(10, 20, 5, PEN), Box(4, 14, 12, 12)),
    "a text": (Text(10, 20, "7", 4, 3, FACES["bold"], anchor="middle"), Box(8.5, 16, 3, 5.2)),
}


@pytest.mark.parametrize("name", COVERED)
def test_an_item_covers_its_outline(name: str) -> None:
    item, box = COVERED[name]
    assert bounds(item) == pytest.approx(box)
