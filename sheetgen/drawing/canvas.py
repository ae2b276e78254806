"""The canvas: it collects the items of a scene, and has the drawing operations that every picture needs."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from sheetgen.drawing.fonts.typefaces import FACES, Faces, text_width
from sheetgen.drawing.scene import Anchor, Box, FontRole, Item, Paint, Path, Rect, Scene, Segment, Text, Typeface
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

    def background(self, fill: str) -> None:
        """Fill the whole picture with the colour, unless it is white like the paper."""
        if fill != WHITE:
            self.rect(Box(0, 0, self.width, self.height), Paint(fill=fill))

    def tile(self, box: Box, radius: float, paper: str) -> None:
        """Draw the white area behind a code or mark, with round corners on coloured paper, where they are visible."""
        self.rect(box, Paint(fill=WHITE), 0.0 if paper == WHITE else radius)

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
    ) -> Text:
        """Draw a line of text, its capitals centred vertically on y, in smaller type if it is wider than `room`."""
        composed = unicodedata.normalize("NFC", str(text))
        face = self.faces[role]
        try:
            if composed and room is not None:
                size = fitting_size(composed, size, face, room)
            width = text_width(composed, size, face)
        except InputError as error:
            place = text.find_place() if isinstance(text, LocatedText) else None
            raise InputError(Problem(each.message, each.hint, place) for each in error.problems) from None
        item = Text(x, y + face.cap_height * size / 2, composed, size, width, face, fill, anchor)
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


def wrap_text(text: str, size: float, face: Typeface, room: float) -> list[str]:
    """Break the text into lines that fit the room, at spaces but not at no-break spaces."""
    lines: list[str] = []
    for word in filter(None, text.split(" ")):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, face) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
