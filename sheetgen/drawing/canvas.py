"""The canvas: it collects the items of a scene, and has the drawing operations that every picture needs."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sheetgen.drawing.fonts.typefaces import FACES, Faces, text_width
from sheetgen.drawing.scene import (
    Anchor,
    Bitmap,
    Box,
    FontRole,
    Item,
    Paint,
    Path,
    Picture,
    Rect,
    Scene,
    Segment,
    Text,
    Turn,
    Typeface,
)
from sheetgen.errors import InputError, Place, Problem, shortened
from sheetgen.file_model import MIN_TYPE_PT, MM_PER_UNIT

MIN_TEXT_SIZE = MIN_TYPE_PT * MM_PER_UNIT["pt"]  # smallest type size, in mm
LINE_HEIGHT = 1.2  # distance between the baselines of small print / type size
WHITE = "#ffffff"


class LocatedText(str):
    """A text with a function that finds its place in a file, for the error message if it cannot be printed."""

    find_place: Callable[[], Place | None]

    def __new__(cls, text: str, find_place: Callable[[], Place | None]) -> LocatedText:
        """Return the text with the function that finds its place."""
        located = super().__new__(cls, text)
        located.find_place = find_place
        return located


@contextmanager
def errors_at(text: str) -> Iterator[None]:
    """Add the place of a text to the errors that it causes, if it knows its place."""
    try:
        yield
    except InputError as error:
        place = text.find_place() if isinstance(text, LocatedText) else None
        raise InputError(Problem(each.message, each.hint, place) for each in error.problems) from None


class Canvas:
    """A scene under construction."""

    def __init__(self, width: float, height: float, faces: Faces = FACES) -> None:
        self.width = width
        self.height = height
        self.faces = faces
        self.items: list[Item] = []

    def add(self, *items: Item) -> None:
        """Add items on top of those already drawn."""
        self.items.extend(items)

    def rect(self, box: Box, paint: Paint, radius: float = 0.0, cell: str | None = None) -> None:
        """Draw a rectangle."""
        self.items.append(Rect(box, paint, radius, cell))

    def background(self, fill: str, border: float) -> None:
        """Fill the picture with the colour, unless it is white like the paper, but for a white border to cut along."""
        if fill != WHITE:
            self.rect(Box(0, 0, self.width, self.height).grown(-border), Paint(fill=fill), border)

    def picture(self, bitmap: Bitmap, area: Box) -> None:
        """Draw a bitmap as large as it fits, in the middle of an area."""
        scale = min(area.w / bitmap.width, area.h / bitmap.height)
        w, h = bitmap.width * scale, bitmap.height * scale
        x, y = area.centre
        self.items.append(Picture(Box(x - w / 2, y - h / 2, w, h), bitmap))

    def line(self, x0: float, y0: float, x1: float, y1: float, paint: Paint) -> None:
        """Draw a straight line."""
        self.items.append(Path((("M", (x0, y0)), ("L", (x1, y1))), paint))

    def path(self, segments: tuple[Segment, ...], paint: Paint) -> None:
        """Draw lines and curves."""
        self.items.append(Path(segments, paint))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        fill: str,
        role: FontRole = "regular",
        anchor: Anchor = "start",
        room: float | None = None,
        turn: Turn = 0,
        on_baseline: bool = False,
    ) -> Text:
        """Draw a line of text, in smaller type if it is wider than `room`.

        Its capitals are centred on y, or on x if it runs up or down. With `on_baseline`, y is its baseline.
        """
        composed = unicodedata.normalize("NFC", str(text))
        face = self.faces[role]
        with errors_at(text):
            if composed and room is not None:
                size = fitting_size(composed, size, face, room)
            width = text_width(composed, size, face)
        item = Text(x, y, composed, size, width, face, fill, anchor, turn)
        if not on_baseline:
            half = face.cap_height * size / 2
            up_x, up_y = item.matrix.c, item.matrix.d
            item = item._replace(x=x - up_x * half, y=y - up_y * half)
        if text:
            self.items.append(item)
        return item

    def scene(self, name: str | None = None) -> Scene:
        """Return the finished scene."""
        return Scene(self.width, self.height, tuple(self.items), name)


def fitting_size(text: str, size: float, face: Typeface, room: float) -> float:
    """Return the largest type size up to the given one at which the text fits the room, all in mm."""
    width = text_width(text, size, face)
    if width <= room:
        return size
    smaller = size * room / width
    if smaller < MIN_TEXT_SIZE:
        raise InputError.of(
            f"{shortened(text)!r} is too long: at {MIN_TYPE_PT} pt, the smallest legible size, it is"
            f" {text_width(text, MIN_TEXT_SIZE, face):.1f} mm wide and has {room:.1f} mm",
            "Make the text shorter, or the room wider.",
        )
    return smaller


def wrap_text(
    text: str, size: float, face: Typeface, room: float, narrow_lines: int = 0, narrow_room: float = 0.0
) -> list[str]:
    """Break the text into lines that fit the room, at spaces but not at no-break spaces.

    The first `narrow_lines` lines have less room, beside a picture.
    """
    lines: list[str] = []
    with errors_at(text):
        for word in filter(None, text.split(" ")):
            longer = f"{lines[-1]} {word}" if lines else word
            line_room = narrow_room if len(lines) <= narrow_lines else room
            if text_width(longer, size, face) <= line_room and lines:
                lines[-1] = longer
            else:
                lines.append(word)
    return [LocatedText(line, text.find_place) for line in lines] if isinstance(text, LocatedText) else lines
