from __future__ import annotations

import pytest

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.scene import Box, Path, Rect
from sheetgen.drawing.sheet.front import draw_mark
from sheetgen.drawing.sheet.plan import mark_boxes
from tests.helpers import THEMES, contains, edition


def test_marks_stand_in_the_corners_clockwise() -> None:
    boxes = mark_boxes(200, 134, 5, 8)
    assert [(box.x, box.y) for box in boxes] == [(5, 5), (187, 5), (187, 121), (5, 121)]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("in_head", [True, False])
def test_a_mark_is_black_on_white_with_a_quarter_of_white_around(theme: str, in_head: bool) -> None:
    for number, box in enumerate(mark_boxes(200, 134, 5, 8)):
        canvas = Canvas(200, 134)
        draw_mark(canvas, edition("classic", theme), number, box, in_head)
        white, black = canvas.items
        assert isinstance(white, Rect) and white.paint.fill == "#ffffff"
        inner = white.box.grown(-white.paint.line / 2) if white.paint.stroke else white.box
        assert contains(inner, box.grown(2))
        # The corners of the white are round: it is still 2 mm wide there.
        assert white.radius <= 2 + 1e-9
        assert isinstance(black, Path) and black.paint.fill == "#000000"
        numbers = [value for _, values in black.segments for value in values]
        xs, ys = numbers[::2], numbers[1::2]
        assert Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx(box)
