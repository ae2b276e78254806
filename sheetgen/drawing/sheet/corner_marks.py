"""The four corner marks by which a photo reader finds the sheet: ArUco, dictionary 4X4_50, ids 0 to 3."""

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.scene import Box, Paint
from sheetgen.drawing.shapes import bitmap

# The inner 4 × 4 bits of each mark, 1 is white. They have a black border of one bit.
_BITS = (
    ("1011", "0101", "0011", "0010"),
    ("0000", "1111", "1001", "1010"),
    ("0011", "0011", "0010", "1101"),
    ("1001", "1001", "0100", "0110"),
)
_SIDE = 6  # bits
WHITE_SHARE = 0.25  # width of the white border / side of the mark


def mark_boxes(width: float, height: float, margin: float, side: float) -> tuple[Box, ...]:
    """Return the boxes of the marks, clockwise from the top left."""
    right, low = width - margin - side, height - margin - side
    return tuple(Box(x, y, side, side) for x, y in ((margin, margin), (right, margin), (right, low), (margin, low)))


def draw_mark(canvas: Canvas, number: int, box: Box, paper: str) -> None:
    """Draw one mark in black on white, whatever the theme."""

    def dark(column: int, row: int) -> bool:
        inside = 0 < column < _SIDE - 1 and 0 < row < _SIDE - 1
        return not inside or _BITS[number][row - 1][column - 1] == "0"

    canvas.tile(box.grown(box.w * WHITE_SHARE), box.w * WHITE_SHARE, paper)
    canvas.path(bitmap(dark, _SIDE, box.x, box.y, box.w), Paint(fill="#000000"))
