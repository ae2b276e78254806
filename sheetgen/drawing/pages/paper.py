"""Paper sizes, and the imposition of pictures on a page: how many, at which scale, turned or not, and where.

Everything printed stays inside the safe margin of home printers. A strip along one edge is reserved for the check
line, which shows whether the page was printed at its true size.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import product
from typing import Literal, NamedTuple

from sheetgen.drawing.canvas import MIN_TEXT_SIZE
from sheetgen.drawing.qr_codes import MIN_MODULE, QUIET_ZONE
from sheetgen.drawing.scene import TOLERANCE, Box, Code, Scene, Text, Turn
from sheetgen.errors import InputError, suggest
from sheetgen.file_model import MM_PER_UNIT

PAPERS = {  # width and height in mm
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
}
DEFAULT_PAPER = "a4"
SAFE_MARGIN = 5.0  # width of the border that home printers cannot print on, in mm
STRIP_DEPTH = 3.8  # depth of the strip for the check line, in mm
MAX_SCALE = 1.5  # printed size / true size
MAX_IN_LINE = 8  # pictures in a row or column
MAX_PER_PAGE = MAX_IN_LINE**2

Orientation = Literal["auto", "portrait", "landscape"]
Size = tuple[float, float]  # width and height in mm
_CUSTOM_SIZE = r"(\d{1,4}(?:\.\d{1,3})?) ?[x×] ?(\d{1,4}(?:\.\d{1,3})?) ?(mm|cm|in)?"


class Paper(NamedTuple):
    """A paper size in mm, in portrait orientation."""

    name: str
    width: float
    height: float

    @property
    def title(self) -> str:
        """Name as it is printed, such as Letter."""
        return self.name.capitalize() if self.name in PAPERS else self.name


def parse_paper(text: str) -> Paper:
    """Read the name of a paper, such as `a4`, or a size, such as `200x150mm`."""
    name = text.strip().lower()
    if name in PAPERS:
        return Paper(name, *PAPERS[name])
    found = re.fullmatch(_CUSTOM_SIZE, name, re.ASCII)
    if not found:
        raise InputError.of(f"there is no paper {text!r:.60}", suggest(name, PAPERS) + " Or give a size: 200x150mm.")
    unit = MM_PER_UNIT[found.group(3) or "mm"]
    short, long = sorted(float(side) * unit for side in found.groups()[:2])
    if not 40 <= short <= long <= 2000:
        raise InputError.of(f"the paper {text} cannot be used", "Its sides must be between 40 and 2000 mm.")
    return Paper(f"{found.group(1)}x{found.group(2)}{found.group(3) or 'mm'}", short, long)


class Imposition(NamedTuple):
    """The positions on a page of pictures that have the same size."""

    page: Size
    scale: float
    turn: Turn
    slots: tuple[Box, ...]
    strip: Box  # area of the check line, along the foot or the left side of the page
    strip_turn: Turn

    def mirrored(self) -> Imposition:
        """Return the imposition of the back, for paper that is turned over its long edge.

        On portrait pages, front and back have the same top edge; on landscape pages, backs are upright on screen.
        """
        width, height = self.page
        is_portrait = width <= height

        def flip(box: Box) -> Box:
            if is_portrait:
                return Box(width - box.right, box.y, box.w, box.h)
            return Box(box.x, height - box.bottom, box.w, box.h)

        turns: dict[Turn, Turn] = {0: 0, 90: 270, 270: 90} if is_portrait else {0: 0, 90: 90, 270: 270}
        slots = tuple(map(flip, self.slots))
        return Imposition(self.page, self.scale, turns[self.turn], slots, flip(self.strip), turns[self.strip_turn])


def impose(paper: Paper, orientation: Orientation, per_page: int | None, scenes: Sequence[Scene]) -> Imposition:
    """Return the best imposition of pictures that have the same size.

    Without `per_page`, a page has as many as fit at true size, or else one that is made smaller; with it, that many,
    as large as possible. Raises InputError if a text or QR code would be too small to be read.
    """
    size = (scenes[0].width, scenes[0].height)
    least_scale = _smallest_scale(scenes)
    portrait, landscape = (paper.width, paper.height), (paper.height, paper.width)
    pages = {"auto": [portrait, landscape], "portrait": [portrait], "landscape": [landscape]}[orientation]
    turns: tuple[Turn, ...] = (0, 90) if size[0] != size[1] else (0,)
    candidates = [
        _arrange(page, strip, turn, size, columns, rows, per_page)
        for page, strip, turn in product(pages, ("foot", "side"), turns)
        for columns, rows in _grids(page, size, turn, per_page)
    ]
    true_size = [each for each in candidates if each.scale >= 1 - 1e-9]
    if per_page is None and true_size:
        return max(true_size, key=lambda each: (len(each.slots), each.turn == 0))
    best = max(candidates, key=lambda each: (round(each.scale, 6), each.turn == 0))
    if best.scale < least_scale - 1e-9:
        several = per_page is not None and per_page > 1
        what = f"{per_page} on a page" if several else "one"
        raise InputError.of(
            f"the paper {paper.name} is too small: {what} would be printed at {math.floor(best.scale * 100)} %,"
            f" but below {math.ceil(least_scale * 100)} % text or code can no longer be read",
            f"At true size one takes {size[0]:.0f} × {size[1]:.0f} mm. Use larger paper"
            + (" or fewer per page." if several else "."),
        )
    return best


def _smallest_scale(scenes: Sequence[Scene]) -> float:
    """Return the smallest scale at which all texts and QR codes of these pictures can be read."""
    scale = 0.0
    for scene in scenes:
        for item, matrix in scene.flat():
            if isinstance(item, Text):
                scale = max(scale, MIN_TEXT_SIZE / (item.size * matrix.scale))
            elif isinstance(item, Code):
                module = item.box.w * matrix.scale / (item.modules + 2 * QUIET_ZONE)
                scale = max(scale, MIN_MODULE / module)
    return scale


def _grids(page: Size, size: Size, turn: Turn, per_page: int | None) -> list[tuple[int, int]]:
    """Return the numbers of columns and rows that are worth trying."""
    if per_page is not None:
        return [(columns, math.ceil(per_page / columns)) for columns in range(1, per_page + 1)]
    w, h = size if turn == 0 else size[::-1]
    fit = (int((page[0] - 2 * SAFE_MARGIN + TOLERANCE) // w), int((page[1] - 2 * SAFE_MARGIN + TOLERANCE) // h))
    columns, rows = (min(max(1, number), MAX_IN_LINE) for number in fit)
    return [(1, 1), (columns, rows), (max(1, columns - 1), rows), (columns, max(1, rows - 1))]


def _arrange(
    page: Size, strip: str, turn: Turn, size: Size, columns: int, rows: int, per_page: int | None
) -> Imposition:
    """Return the imposition with this grid, as large as fits on a page with its strip at the "foot" or the "side"."""
    w, h = size if turn == 0 else size[::-1]
    free_w = page[0] - 2 * SAFE_MARGIN - (STRIP_DEPTH if strip == "side" else 0)
    free_h = page[1] - 2 * SAFE_MARGIN - (STRIP_DEPTH if strip == "foot" else 0)
    fit = min(free_w / (columns * w), free_h / (rows * h))
    # Prefer true size to a slightly larger scale.
    scale = 1.0 if 1 <= fit < 1.1 else min(fit, MAX_SCALE if per_page else 1.0)
    block_w, block_h = columns * w * scale, rows * h * scale
    # Centre the block on the page, unless the strip is in the way.
    left = max((page[0] - block_w) / 2, SAFE_MARGIN + (STRIP_DEPTH if strip == "side" else 0))
    top = min((page[1] - block_h) / 2, page[1] - SAFE_MARGIN - (STRIP_DEPTH if strip == "foot" else 0) - block_h)
    slots = tuple(
        Box(left + column * w * scale, top + row * h * scale, w * scale, h * scale)
        for row in range(rows)
        for column in range(columns)
    )
    foot = Box(SAFE_MARGIN, page[1] - SAFE_MARGIN - STRIP_DEPTH, page[0] - 2 * SAFE_MARGIN, STRIP_DEPTH)
    side = Box(SAFE_MARGIN, SAFE_MARGIN, STRIP_DEPTH, page[1] - 2 * SAFE_MARGIN)
    place: tuple[Box, Turn] = (foot, 0) if strip == "foot" else (side, 270)
    return Imposition(page, scale, turn, slots[:per_page], *place)
