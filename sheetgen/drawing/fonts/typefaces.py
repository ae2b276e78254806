"""Typefaces, as far as layout needs them: how wide a text is, and whether it can be printed at all.

Words are set in a face that keeps 0 and O apart, for addresses that people type. Its slashed zero would look
crossed in a cell, so numbers have a face of their own. A layout may bring its own faces.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO

from reportlab.pdfbase.ttfonts import TTFont

from sheetgen.drawing.scene import Face, Typeface
from sheetgen.errors import InputError, Problem, shortened
from sheetgen.layouts.files.extend import referenced_path
from sheetgen.layouts.models.layout import Layout
from sheetgen.layouts.models.looks import Fonts
from sheetgen.resources import folder

Faces = Mapping[Face, Typeface]

MOST_KEPT = 12
"""So many typefaces are kept when they have been read. A document has three, and a preview sees many of each."""


def _bundled(use: Face, name: str, cap_height: float) -> Typeface:
    return Typeface(use, name, folder("fonts") / f"{name}.ttf", cap_height)


FACES: Faces = {
    "regular": _bundled("regular", "AtkinsonHyperlegibleNext-Regular", 0.668),
    "bold": _bundled("bold", "AtkinsonHyperlegibleNext-Bold", 0.668),
    "number": _bundled("number", "Lexend-Bold", 0.7),
}
"""The bundled typefaces."""


def faces_of(layout: Layout) -> Faces:
    """The layout's own typefaces, and the bundled ones for the rest; or one error for all that cannot be used."""
    if layout.fonts == Fonts():
        return FACES
    from sheetgen.drawing.fonts.font_file import read_font  # few layouts need all that it loads

    own: dict[Face, Typeface] = {}
    problems: list[Problem] = []
    for use in FACES:
        name = getattr(layout.fonts, use)
        if name is None:
            continue
        try:
            font = read_font(referenced_path(layout.source, ("fonts", use), name), name)
            own[use] = Typeface(use, font.name, font.path, font.cap_height, font.content)
        except InputError as error:
            place = layout.source.place(("fonts", use))
            problems += [Problem(each.message, each.hint, place) for each in error.problems]
    if problems:
        raise InputError(problems)
    return {**FACES, **own}


@lru_cache(maxsize=MOST_KEPT)
def font_of(face: Typeface) -> TTFont:
    """The typeface as reportlab reads it, of which files get only those characters that they use."""
    font = TTFont(face.name, BytesIO(face.data), asciiReadable=False)
    # reportlab tells faces apart by the name in the file, and would take one for another of the same name.
    font.face.name = face.name.encode()
    return font


@lru_cache(maxsize=MOST_KEPT)
def _widths(face: Typeface) -> dict[int, float]:
    """In thousandths of the type size."""
    if face.content is None:
        font = font_of(face).face
        widths = {code: font.charWidths[code] for code in font.charToGlyph}
    else:
        from sheetgen.drawing.fonts.font_file import character_widths

        widths = character_widths(face.content)
    # Accents that combine would need shaping; composed letters cover what people write.
    return {code: width for code, width in widths.items() if not unicodedata.combining(chr(code))}


def text_width(text: str, size: float, face: Typeface) -> float:
    """The width in the unit of `size`. A character that the typeface lacks is an error, never a silent box."""
    widths = _widths(face)
    try:
        return sum(widths[ord(character)] for character in text) * size / 1000
    except KeyError:
        missing = sorted({character for character in text if ord(character) not in widths})
        raise _missing_glyphs(text, missing) from None


def _missing_glyphs(text: str, missing: list[str]) -> InputError:
    def describe(character: str) -> str:
        name = unicodedata.name(character, "control character").lower()
        shown = f"{character} " if character.isprintable() and not unicodedata.combining(character) else ""
        return f"{shown}(U+{ord(character):04X} {name})"

    those = ", ".join(describe(character) for character in missing[:5])
    return InputError.of(
        f"the typeface has no glyph for {those} in {shortened(text)!r}",
        "Latin letters with their accents, digits and common signs can be printed.",
    )
