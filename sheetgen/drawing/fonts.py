"""The bundled typeface, as far as layout needs it: how wide a text is, and whether it can be printed at all."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

from reportlab.pdfbase.ttfonts import TTFontFile

from sheetgen.drawing.scene import Face
from sheetgen.errors import InputError
from sheetgen.resources import folder

FACES: dict[Face, str] = {
    "regular": "AtkinsonHyperlegibleNext-Regular",
    "bold": "AtkinsonHyperlegibleNext-Bold",
}
CAP_HEIGHT = 0.668
"""Height of capitals and digits as a share of the type size."""

DESCENT = 0.25
"""How far letters like g reach below the baseline, at most."""


def font_file(face: Face) -> Path:
    """The TrueType file of a face."""
    return folder("fonts") / f"{FACES[face]}.ttf"


@cache
def _widths(face: Face) -> dict[int, int]:
    font = TTFontFile(str(font_file(face)))
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

    short = text if len(text) <= 40 else text[:39] + "…"
    return InputError.of(
        f"the typeface has no glyph for {', '.join(describe(character) for character in missing[:5])}"
        f" in {short.encode('unicode_escape').decode() if not short.isprintable() else short!r}",
        "Latin letters with their accents, digits and common signs can be printed.",
    )
