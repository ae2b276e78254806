"""Collects the items of a scene, with the few helpers that every picture needs."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from sheetgen.drawing.fonts.typefaces import FACES, Faces, text_width
from sheetgen.drawing.scene import Anchor, Box, Face, Item, Paint, Path, Rect, Scene, Segment, Text, Typeface
from sheetgen.errors import InputError, Place, Problem, shortened
from sheetgen.model import MIN_TYPE_PT, MM_PER_UNIT

SMALLEST_TEXT = MIN_TYPE_PT * MM_PER_UNIT["pt"]


WHITE = "#ffffff"


class Canvas:
    """A scene in the making."""

    def __init__(
        self,
        width: float,
        height: float,
        faces: Faces = FACES,
        place_of: Callable[[str], Place | None] = lambda text: None,
    ) -> None:
        self.width = width
        self.height = height
        self.faces = faces
        self.place_of = place_of
        self.items: list[Item] = []

    def add(self, *items: Item) -> None:
        """Put these on top of what is there."""
        self.items.extend(items)

    def rect(self, box: Box, paint: Paint, radius: float = 0.0, cell: str | None = None) -> None:
        """A rectangle."""
        self.items.append(Rect(box, paint, radius, cell))

    def ground(self, fill: str) -> None:
        """The colour of the whole picture. White is the paper itself."""
        if fill != WHITE:
            self.rect(Box(0, 0, self.width, self.height), Paint(fill=fill))

    def tile(self, box: Box, radius: float, paper: str) -> None:
        """White under a code or mark, with round corners where they can be seen."""
        self.rect(box, Paint(fill=WHITE), 0.0 if paper == WHITE else radius)

    def line(self, x0: float, y0: float, x1: float, y1: float, paint: Paint) -> None:
        """A straight line."""
        self.items.append(Path((("M", (x0, y0)), ("L", (x1, y1))), paint))

    def path(self, segments: tuple[Segment, ...], paint: Paint) -> None:
        """Lines and curves."""
        self.items.append(Path(segments, paint))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        fill: str,
        use: Face = "regular",
        anchor: Anchor = "start",
        room: float | None = None,
    ) -> Text:
        """A line of text whose capitals are centred on y, made smaller if the room is too narrow."""
        composed, face = unicodedata.normalize("NFC", text), self.faces[use]
        try:
            if composed and room is not None:
                size = fitting_size(composed, size, face, room)
            width = text_width(composed, size, face)
        except InputError as error:
            place = self.place_of(text)
            raise InputError(Problem(each.message, each.hint, place) for each in error.problems) from None
        item = Text(x, y + face.cap_height * size / 2, composed, size, width, face, fill, anchor)
        if text:
            self.items.append(item)
        return item

    def scene(self, name: str | None = None) -> Scene:
        """The finished scene."""
        return Scene(self.width, self.height, tuple(self.items), name)


def fitting_size(text: str, size: float, face: Typeface, room: float) -> float:
    """The type size at which the text fits the room, at most the given one."""
    width = text_width(text, size, face)
    if width <= room:
        return size
    smaller = size * room / width
    if smaller < SMALLEST_TEXT:
        raise InputError.of(
            f"{shortened(text)!r} is too long: at {MIN_TYPE_PT} pt, the smallest legible size, it is"
            f" {text_width(text, SMALLEST_TEXT, face):.1f} mm wide and has {room:.1f} mm",
            "Make the text shorter, or the room wider.",
        )
    return smaller


def wrapped(text: str, size: float, face: Typeface, room: float) -> list[str]:
    """The text in lines that fit the room, broken between words, but not at spaces that hold them together."""
    lines: list[str] = []
    for word in filter(None, text.split(" ")):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, face) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
