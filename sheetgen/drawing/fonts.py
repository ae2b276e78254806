"""The bundled typefaces, as far as layout needs them: how wide a text is, and whether it can be printed at all.

Words are set in a face that keeps 0 and O apart, for addresses that people type. Its slashed zero would look
crossed in a cell, so numbers have a face of their own.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from reportlab.pdfbase.ttfonts import TTFontFile

from sheetgen.drawing.scene import Face
from sheetgen.errors import InputError, shortened
from sheetgen.resources import folder


@dataclass(frozen=True, slots=True)
class Typeface:
    """A TrueType file by name, and the height of its capitals and digits as a share of the type size."""

    name: str
    cap_height: float

    @property
    def file(self) -> Path:
        """Where the file lies."""
        return folder("fonts") / f"{self.name}.ttf"


FACES: dict[Face, Typeface] = {
    "regular": Typeface("AtkinsonHyperlegibleNext-Regular", 0.668),
    "bold": Typeface("AtkinsonHyperlegibleNext-Bold", 0.668),
    "number": Typeface("Lexend-Bold", 0.7),
}


@cache
def _widths(face: Face) -> dict[int, int]:
    font = TTFontFile(str(FACES[face].file))
    # Accents that combine would need shaping; composed letters cover what people write.
    return {code: font.charWidths[code] for code in font.charToGlyph if not unicodedata.combining(chr(code))}


def text_width(text: str, size: float, face: Face) -> float:
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
