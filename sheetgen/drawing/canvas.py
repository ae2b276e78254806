"""The canvas collects the items of a scene and offers the few drawing operations that every picture needs."""

import unicodedata
from collections.abc import Callable

from sheetgen.drawing.fonts.typefaces import FACES, Faces, text_width
from sheetgen.drawing.scene import Anchor, Box, Face, Item, Paint, Path, Rect, Scene, Segment, Text, Typeface
from sheetgen.errors import InputError, Place, Problem, shortened
from sheetgen.file_model import MIN_TYPE_PT, MM_PER_UNIT

MIN_TEXT_SIZE = MIN_TYPE_PT * MM_PER_UNIT["pt"]  # mm
WHITE = "#ffffff"


class Canvas:
    """A scene under construction. `place_of` finds the position in a file of a text that cannot be printed."""

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
        """Add items on top of the present ones."""
        self.items.extend(items)

    def rect(self, box: Box, paint: Paint, radius: float = 0.0, cell: str | None = None) -> None:
        """Draw a rectangle."""
        self.items.append(Rect(box, paint, radius, cell))

    def background(self, fill: str) -> None:
        """Fill the whole picture, unless the colour is white like the paper."""
        if fill != WHITE:
            self.rect(Box(0, 0, self.width, self.height), Paint(fill=fill))

    def tile(self, box: Box, radius: float, paper: str) -> None:
        """Draw the white area behind a code or mark, with round corners if the paper colour makes them visible."""
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
        use: Face = "regular",
        anchor: Anchor = "start",
        room: float | None = None,
    ) -> Text:
        """Draw a line of text with its capitals centred on y, made smaller if it is wider than `room`."""
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
    """Break the text at spaces, but not at no-break spaces, into lines that fit the room."""
    lines: list[str] = []
    for word in filter(None, text.split(" ")):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, face) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
