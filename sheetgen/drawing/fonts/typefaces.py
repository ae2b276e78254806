"""The typefaces of a layout, and the width of a text in them.

Words and numbers are set in one family. The printed address has a typeface that distinguishes 0 from O, because people
type it; its slashed zero would look crossed in a cell. A layout may bring its own typefaces.
"""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO

from reportlab.pdfbase.ttfonts import TTFont

from sheetgen.drawing.fonts.font_file import ParsedFont, read_font
from sheetgen.drawing.scene import FontRole, Typeface
from sheetgen.errors import InputError, Problem, shortened
from sheetgen.layouts.files.merge import referenced_path
from sheetgen.layouts.layout import Layout
from sheetgen.resources import folder

Faces = Mapping[FontRole, Typeface]

CACHED_FACES = 12  # typefaces kept in memory; a document has four, and a preview sees many versions of each

_BUNDLED: tuple[tuple[FontRole, str, float], ...] = (  # role, file name, and height of capitals / type size
    ("regular", "Lexend-Regular", 0.7),
    ("bold", "Lexend-SemiBold", 0.7),
    ("number", "Lexend-Bold", 0.7),
    ("address", "AtkinsonHyperlegibleNext-Regular", 0.668),
)
FACES: Faces = {
    role: Typeface(role, name, height, (folder("fonts") / f"{name}.ttf").read_bytes())
    for role, name, height in _BUNDLED
}


def faces_of(layout: Layout) -> Faces:
    """Return the layout's own typefaces, and bundled ones for other roles. Raises InputError for unusable files."""
    faces = {**FACES}
    problems: list[Problem] = []
    for role in FACES:
        if name := getattr(layout.fonts, role):
            try:
                faces[role] = read_font(referenced_path(layout.source, ("fonts", role), name), name, role)
            except InputError as error:
                place = layout.source.place(("fonts", role))
                problems += [Problem(each.message, each.hint, place) for each in error.problems]
    if problems:
        raise InputError(problems)
    return faces


@lru_cache(maxsize=CACHED_FACES)
def reportlab_font(face: Typeface) -> TTFont:
    """Return the typeface for reportlab, which embeds only the characters that a file uses."""
    font = TTFont(face.name, BytesIO(face.data), asciiReadable=False)
    # reportlab identifies faces by the name in the file, which several files may share.
    font.face.name = face.name.encode()
    return font


def text_width(text: str, size: float, face: Typeface) -> float:
    """Return the width of a text in the unit of `size`. Raises InputError if the typeface lacks a character."""
    widths = _widths(face)
    try:
        return sum(widths[ord(character)] for character in text) * size / 1000
    except KeyError:
        missing = sorted({character for character in text if ord(character) not in widths})
        raise InputError.of(
            f"the typeface has no glyph for {', '.join(map(_described, missing[:5]))} in {shortened(text)!r}",
            "Latin letters with their accents, digits and common signs can be printed.",
        ) from None


@lru_cache(maxsize=CACHED_FACES)
def _widths(face: Typeface) -> dict[int, float]:
    """Return the widths of all printable characters, in thousandths of the type size."""
    if face == FACES[face.role]:
        font = reportlab_font(face).face
        widths = {code: font.charWidths[code] for code in font.charToGlyph}
    else:
        widths = ParsedFont(face.data).widths()
    # Combining accents would need text shaping; texts are in NFC, so composed letters are enough.
    return {code: width for code, width in widths.items() if not unicodedata.combining(chr(code))}


def _described(character: str) -> str:
    name = unicodedata.name(character, "control character").lower()
    shown = f"{character} " if character.isprintable() and not unicodedata.combining(character) else ""
    return f"{shown}(U+{ord(character):04X} {name})"
