"""The typefaces of a layout, and the width of a text in them.

Words are set in a face that distinguishes 0 from O, because people type addresses. Its slashed zero would look crossed
in a cell, so numbers have a face of their own. A layout may bring its own faces.
"""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO

from reportlab.pdfbase.ttfonts import TTFont

from sheetgen.drawing.fonts.font_file import character_widths, read_font
from sheetgen.drawing.scene import Face, Typeface
from sheetgen.errors import InputError, Problem, shortened
from sheetgen.layouts.files.extend import referenced_path
from sheetgen.layouts.layout import Layout
from sheetgen.resources import folder

Faces = Mapping[Face, Typeface]

CACHED_FACES = 12  # typefaces kept in memory; a document has three, and a preview sees many versions of each


_BUNDLED: tuple[tuple[Face, str, float], ...] = (  # name, and height of capitals / type size
    ("regular", "AtkinsonHyperlegibleNext-Regular", 0.668),
    ("bold", "AtkinsonHyperlegibleNext-Bold", 0.668),
    ("number", "Lexend-Bold", 0.7),
)
FACES: Faces = {use: Typeface(use, name, folder("fonts") / f"{name}.ttf", height) for use, name, height in _BUNDLED}


def faces_of(layout: Layout) -> Faces:
    """Return the layout's own typefaces and bundled ones for the rest. Raises InputError for unusable files."""
    faces = {**FACES}
    problems: list[Problem] = []
    for use in FACES:
        if name := getattr(layout.fonts, use):
            try:
                faces[use] = read_font(referenced_path(layout.source, ("fonts", use), name), name, use)
            except InputError as error:
                place = layout.source.place(("fonts", use))
                problems += [Problem(each.message, each.hint, place) for each in error.problems]
    if problems:
        raise InputError(problems)
    return faces


@lru_cache(maxsize=CACHED_FACES)
def reportlab_font(face: Typeface) -> TTFont:
    """Return the typeface as reportlab embeds it, with only the characters that a file uses."""
    font = TTFont(face.name, BytesIO(face.data), asciiReadable=False)
    # reportlab identifies faces by the name in the file, which several files may share.
    font.face.name = face.name.encode()
    return font


@lru_cache(maxsize=CACHED_FACES)
def _widths(face: Typeface) -> dict[int, float]:
    """Return the widths of all printable characters, in thousandths of the type size."""
    if face.content is None:
        font = reportlab_font(face).face
        widths = {code: font.charWidths[code] for code in font.charToGlyph}
    else:
        widths = character_widths(face.content)
    # Combining accents would need text shaping. Composed letters are enough, because texts are in NFC.
    return {code: width for code, width in widths.items() if not unicodedata.combining(chr(code))}


def text_width(text: str, size: float, face: Typeface) -> float:
    """Return the width in the unit of `size`. Raises InputError if the typeface lacks a character."""
    widths = _widths(face)
    try:
        return sum(widths[ord(character)] for character in text) * size / 1000
    except KeyError:
        missing = sorted({character for character in text if ord(character) not in widths})
        raise InputError.of(
            f"the typeface has no glyph for {', '.join(map(_described, missing[:5]))} in {shortened(text)!r}",
            "Latin letters with their accents, digits and common signs can be printed.",
        ) from None


def _described(character: str) -> str:
    name = unicodedata.name(character, "control character").lower()
    shown = f"{character} " if character.isprintable() and not unicodedata.combining(character) else ""
    return f"{shown}(U+{ord(character):04X} {name})"
