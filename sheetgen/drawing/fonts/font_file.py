"""Reading the TrueType files of a layout. They are untrusted, so they are checked before they are used.

Two parsers read the file: reportlab embeds it in PDFs, and fontTools draws it in SVGs. They choose different character
tables, and reportlab misreads some formats, so only characters for which both find the same glyph are printed. Every
character is embedded and drawn once in a process with limited memory and time: a few bytes of a `cmap` table can claim
four billion characters, and glyphs may be composed of other glyphs many levels deep. What passes can be printed.
"""

import hashlib
import logging
import re
import string
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TypeVar

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont
from reportlab.pdfbase.ttfonts import TTFontFile

from sheetgen.bounded_reading import ReadHints, read_bounded
from sheetgen.drawing.scene import FontRole, Typeface
from sheetgen.errors import InputError
from sheetgen.limited_process import call_limited

# fontTools would log a line for every irregularity, thousands for some files.
logging.getLogger("fontTools").addHandler(logging.NullHandler())

MAX_BYTES = 4 * 1024 * 1024  # typefaces for all European languages take less than 1 MiB
MAX_OUTLINES = 10_000_000  # length of the SVG path data of all glyphs; large typefaces for text have a tenth of it
LAST_CHARACTER = 0x25FF  # letters, punctuation and simple shapes; later characters count as missing
MIN_CAPITALS, MAX_CAPITALS = 0.3, 1.2  # height of capitals / type size; most typefaces have 0.6 to 0.75
NAME_LENGTH = 40  # characters of the file name that are used in a PDF, which allows 127
CACHED_CHECKS = 12  # results kept in memory, because a preview reads the files whenever the layout changes

NEEDED_CHARACTERS = f" {string.digits}{string.ascii_letters}"
NEEDED_TABLES = ("head", "hhea", "hmtx", "maxp", "cmap", "glyf", "loca", "name", "OS/2", "post")
OTHER_OUTLINE_TABLES = frozenset({"CFF ", "CFF2", "VARC", "GLYF", "LOCA", "HMTX", "VMTX", "MAXP", "DMAP"})
VARIATION_TABLES = frozenset({"fvar", "gvar", "GVAR"})

TRUETYPE = (b"\x00\x01\x00\x00", b"true")  # first bytes of a file
OTHER_KINDS = {  # descriptions by the first bytes of a file
    b"OTTO": "an OpenType font with PostScript outlines",
    b"ttcf": "a collection of fonts",
    b"wOFF": "a font for web pages (WOFF)",
    b"wOF2": "a font for web pages (WOFF2)",
}
FORMAT_HINT = "A .ttf file with TrueType outlines is needed."
DAMAGE_HINT = f"Get the file again, or save it anew with a font program. {FORMAT_HINT}"
_HINTS = ReadHints(
    FORMAT_HINT,
    missing=lambda _: f"Put it beside the layout. {FORMAT_HINT}",
    smaller="A font program can leave out glyphs that are not needed.",
)

# Bits of the embedding permissions in the OS/2 table.
RESTRICTED, PERMISSIONS, WHOLE_ONLY, BITMAPS_ONLY = 0x0002, 0x000F, 0x0100, 0x0200
SPACE, NO_BREAK_SPACE = 0x20, 0xA0

Value = TypeVar("Value")


def read_font(path: Path, label: str, role: FontRole = "regular") -> Typeface:
    """Read and check a font file. Raises InputError, with `label` as the name of the file, if it cannot be used."""
    data = read_bounded(path, label, MAX_BYTES, _HINTS)
    if data[:4] not in TRUETYPE:
        raise InputError.of(f"{label} is {OTHER_KINDS.get(data[:4], 'not a font')}", FORMAT_HINT)
    stem = re.sub("[^A-Za-z0-9]+", "-", path.stem)[:NAME_LENGTH].strip("-") or "font"
    name = f"{stem}-{hashlib.sha256(data).hexdigest()[:12]}"
    return Typeface(role, name, _checked_in_process(data, label), data)


@lru_cache(maxsize=CACHED_CHECKS)
def _checked_in_process(data: bytes, label: str) -> float:
    return float(call_limited(checked_cap_height, data, label, DAMAGE_HINT))


def checked_cap_height(data: bytes, label: str) -> float:
    """Check that a font can be printed, and return the height of its capitals / type size."""
    try:
        _check_tables(TTFont(BytesIO(data), lazy=True), label)
        font = ParsedFont(data)
        widths = font.widths()
        missing = [character for character in NEEDED_CHARACTERS if not widths.get(ord(character))]
        if missing:
            raise InputError.of(
                f"{label} lacks {len(missing)} of the characters that every sheet needs, such as {missing[0]!r}",
                "It must have the space, the digits 0 to 9 and the letters A to Z and a to z, none without a width.",
            )
        font.try_all_characters()
        height = font.cap_height()
    except InputError:
        raise
    except Exception:  # a damaged font can make a parser raise any exception
        raise InputError.of(f"{label} is damaged, or is not a font that can be printed", DAMAGE_HINT) from None
    if not MIN_CAPITALS <= height <= MAX_CAPITALS:
        raise InputError.of(
            f"{label} has capitals that are {height:.2f} times the type size high",
            f"{MIN_CAPITALS} to {MAX_CAPITALS} can be printed.",
        )
    return height


def _check_tables(font: TTFont, label: str) -> None:
    """Refuse a font with other outlines, without a needed table, or whose licence forbids embedding a subset of it."""
    tags = set(font.keys())
    if VARIATION_TABLES & tags:
        raise InputError.of(
            f"{label} is a variable font", "A .ttf file with one fixed weight is needed, such as Regular or Bold."
        )
    if OTHER_OUTLINE_TABLES & tags:
        raise InputError.of(f"{label} has outlines of another kind", FORMAT_HINT)
    missing = [tag for tag in NEEDED_TABLES if tag not in tags]
    if missing:
        raise InputError.of(f"{label} has no table {', '.join(map(repr, missing))}", DAMAGE_HINT)
    rights = font["OS/2"].fsType
    forbidden = "embedding it" if rights & PERMISSIONS == RESTRICTED or rights & BITMAPS_ONLY else ""
    if not forbidden and rights & WHOLE_ONLY:
        forbidden = "embedding a part of it"
    if forbidden:
        raise InputError.of(f"{label} says that its licence forbids {forbidden}", "Choose a font that allows it.")


class ParsedFont:
    """A font as its two parsers see it: `embedded` by reportlab, which also measures, and `drawn` by fontTools."""

    def __init__(self, data: bytes) -> None:
        self._embedded = TTFontFile(BytesIO(data))
        self._drawn = TTFont(BytesIO(data), lazy=True)
        self._glyph_names: dict[int, str] = _printable(self._drawn.getBestCmap() or {})
        self._embedded_glyphs: dict[int, int] = _printable(self._embedded.charToGlyph)

    def widths(self) -> dict[int, float]:
        """Return the widths of the characters that can be printed, in thousandths of the type size."""
        drawn_glyphs = {code: self._drawn.getGlyphID(name) for code, name in self._glyph_names.items()}
        agreed = {code for code, _ in drawn_glyphs.items() & self._embedded_glyphs.items()}
        if SPACE in agreed and NO_BREAK_SPACE in drawn_glyphs:  # reportlab prints the space instead
            agreed.add(NO_BREAK_SPACE)
        return {code: self._embedded.charWidths[code] for code in agreed if unicodedata.category(chr(code)) != "Cc"}

    def try_all_characters(self) -> None:
        """Embed and draw every character, to raise any exception now instead of during printing."""
        if not self._embedded.name.decode().isprintable():
            raise ValueError
        self._embedded.makeSubset(list(self._embedded_glyphs))
        glyphs = self._drawn.getGlyphSet()
        length = 0
        for name in self._glyph_names.values():
            pen = SVGPathPen(glyphs)
            glyphs[name].draw(pen)
            length += len(pen.getCommands())
            if length > MAX_OUTLINES:
                raise ValueError

    def cap_height(self) -> float:
        """Return the height of the letter H / type size; if it is blank, the height that the font states."""
        glyphs = self._drawn.getGlyphSet()
        pen = BoundsPen(glyphs)
        glyphs[self._glyph_names[ord("H")]].draw(pen)
        height = pen.bounds[3] if pen.bounds else self._drawn["OS/2"].sCapHeight
        return float(height / self._drawn["head"].unitsPerEm)


def _printable(characters: Mapping[int, Value]) -> dict[int, Value]:
    return {code: value for code, value in characters.items() if code <= LAST_CHARACTER}
