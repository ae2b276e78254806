from __future__ import annotations

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.scene import Box, Path, Rect
from sheetgen.drawing.sheet.front import draw_mark
from sheetgen.drawing.sheet.plan import mark_boxes


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
