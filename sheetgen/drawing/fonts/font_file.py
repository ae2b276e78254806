"""A TrueType file that lies beside a layout. It may come from a stranger, so it is read with care.

First the bytes are counted, so that no parser can be made to hang or to fill the memory. Then everything that
printing does with a font is done once with all its characters. What fails would fail later, and is told now.
"""

from __future__ import annotations

import hashlib
import logging
import re
import string
import struct
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TypeVar

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont
from reportlab.pdfbase.ttfonts import TTFontFile

from sheetgen.bounded_reading import ReadHints, read_bounded
from sheetgen.drawing.fonts.font_tables import Outlines, check_characters
from sheetgen.errors import InputError

# It would print a line for every oddity of a file, thousands for some.
logging.getLogger("fontTools").addHandler(logging.NullHandler())

MAX_BYTES = 4 * 1024 * 1024
"""Typefaces for all of Europe have less than 1 MiB. Those with Chinese characters have more, but none is printed."""

MAX_TABLES = 64
"""Fonts have 10 to 30."""

MAX_NAMES = 2_000
"""Names and notes in all languages. Each may be 64 KiB long, and all of them are decoded."""

LAST_CHARACTER = 0x25FF
"""Letters, punctuation and simple shapes. Whatever comes after it counts as missing."""

MIN_UNITS, MAX_UNITS = 16, 16_384
"""What the format allows a type size to be divided into."""

MIN_CAPITALS, MAX_CAPITALS = 0.3, 1.2
"""The height of capitals as a share of the type size. Texts are placed by it; most typefaces have 0.6 to 0.75."""

NAME_LENGTH = 40
"""How much of a file's name is told in a PDF, where a name has room for 127 characters."""

NEEDED_CHARACTERS = f" {string.digits}{string.ascii_letters}"
NEEDED_TABLES = ("head", "hhea", "hmtx", "maxp", "cmap", "glyf", "loca", "name", "OS/2", "post")
OTHER_OUTLINES = frozenset({"CFF ", "CFF2", "VARC", "GLYF", "LOCA", "HMTX", "VMTX", "MAXP", "DMAP"})
VARIATIONS = frozenset({"fvar", "gvar", "GVAR"})

TRUETYPE = (b"\x00\x01\x00\x00", b"true")
OTHER_KINDS = {
    b"OTTO": "an OpenType font with PostScript outlines",
    b"ttcf": "a collection of fonts",
    b"wOFF": "a font for web pages (WOFF)",
    b"wOF2": "a font for web pages (WOFF2)",
}
WANTED = "A .ttf file with TrueType outlines is needed."
INTACT = "Get the file again, or save it anew with a font program. " + WANTED
_HINTS = ReadHints(
    WANTED,
    missing=lambda _: f"Put it beside the layout. {WANTED}",
    smaller="A font program can leave out glyphs that are not needed.",
)

RESTRICTED, PERMISSIONS, WHOLE_ONLY, BITMAPS_ONLY = 0x0002, 0x000F, 0x0100, 0x0200
SPACE, NO_BREAK_SPACE = 0x20, 0xA0

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class FontFile:
    """A user's TrueType file that can be measured, embedded and drawn."""

    name: str
    path: Path
    cap_height: float
    content: bytes = field(repr=False)
    """What was checked. The file may be another one by now."""


def read_font(path: Path, label: str) -> FontFile:
    """Check the whole file, or say what is wrong with it. `label` is how messages name the file."""
    data = read_bounded(path, label, MAX_BYTES, _HINTS)
    _check_kind(data, label)
    try:
        cap_height = _checked_cap_height(data, label)
    except InputError:
        raise
    except Exception:  # a damaged font can make a parser raise anything
        raise InputError.of(f"{label} is damaged, or is not a font that can be printed", INTACT) from None
    stem = re.sub("[^A-Za-z0-9]+", "-", path.stem)[:NAME_LENGTH].strip("-") or "font"
    return FontFile(f"{stem}-{hashlib.sha256(data).hexdigest()[:12]}", path, cap_height, data)


def character_widths(content: bytes) -> dict[int, float]:
    """What can be printed with a file that was read, and how wide it is in thousandths of the type size."""
    return _Font(content).widths()


def _check_kind(data: bytes, label: str) -> None:
    if data[:4] not in TRUETYPE:
        raise InputError.of(f"{label} is {OTHER_KINDS.get(data[:4], 'not a font')}", WANTED)


def _checked_cap_height(data: bytes, label: str) -> float:
    tables = _tables(data, label)
    _check_permission(tables["OS/2"], label)
    (units,) = struct.unpack_from(">H", tables["head"], 18)
    if not MIN_UNITS <= units <= MAX_UNITS:
        raise InputError.of(
            f"{label} divides the type size into {units:,} units", f"{MIN_UNITS} to {MAX_UNITS:,} are allowed."
        )
    (names,) = struct.unpack_from(">H", tables["name"], 2)
    if names > MAX_NAMES:
        raise InputError.of(f"{label} has {names:,} names and notes", f"At most {MAX_NAMES:,} are read.")
    check_characters(tables["cmap"], label)
    outlines = Outlines(tables, label)
    font = _Font(data)
    outlines.check(font.glyphs())
    _check_characters_present(font, label)
    font.rehearse()
    return _cap_height(font, tables["OS/2"], units, label)


def _tables(data: bytes, label: str) -> dict[str, bytes]:
    (count,) = struct.unpack_from(">H", data, 4)
    if count > MAX_TABLES:
        raise InputError.of(f"{label} has {count:,} tables", f"At most {MAX_TABLES} are read.")
    reader = TTFont(BytesIO(data), lazy=True).reader
    if VARIATIONS & reader.keys():
        raise InputError.of(
            f"{label} is a variable font", "A .ttf file with one fixed weight is needed, such as Regular or Bold."
        )
    if OTHER_OUTLINES & reader.keys():
        raise InputError.of(f"{label} has outlines of another kind", WANTED)
    missing = [tag for tag in NEEDED_TABLES if tag not in reader]
    if missing:
        raise InputError.of(f"{label} has no table {', '.join(map(repr, missing))}", INTACT)
    if sum(entry.length for entry in reader.tables.values()) > len(data):
        raise InputError.of(f"{label} has tables that overlap or are cut off", INTACT)
    return {tag: reader[tag] for tag in NEEDED_TABLES}


def _check_permission(table: bytes, label: str) -> None:
    """A PDF holds the outlines of the characters that it shows. Not every licence allows that."""
    (rights,) = struct.unpack_from(">H", table, 8)
    if rights & PERMISSIONS == RESTRICTED or rights & BITMAPS_ONLY:
        raise InputError.of(f"{label} says that its licence forbids to embed it", "Choose a font that allows it.")
    if rights & WHOLE_ONLY:
        raise InputError.of(
            f"{label} says that its licence forbids to embed a part of it", "Choose a font that allows it."
        )


def _check_characters_present(font: _Font, label: str) -> None:
    widths = font.widths()
    missing = [character for character in NEEDED_CHARACTERS if not widths.get(ord(character))]
    if missing:
        raise InputError.of(
            f"{label} lacks {len(missing)} of the characters that every sheet needs, such as {missing[0]!r}",
            "It must have the space, the digits 0 to 9 and the letters A to Z and a to z, none without a width.",
        )


def _cap_height(font: _Font, table: bytes, units: int, label: str) -> float:
    """Measured on the letter H; or what the font says, if that letter is blank."""
    bounds = font.bounds("H")
    height = (bounds[3] if bounds else struct.unpack_from(">h", table, 88)[0]) / units
    if not MIN_CAPITALS <= height <= MAX_CAPITALS:
        raise InputError.of(
            f"{label} has capitals that are {height:.2f} times the type size high",
            f"{MIN_CAPITALS} to {MAX_CAPITALS} can be printed.",
        )
    return float(height)


class _Font:
    """A file as its two readers see it: one measures and embeds, the other draws."""

    def __init__(self, data: bytes) -> None:
        self.embedded = TTFontFile(BytesIO(data))
        self.drawn = TTFont(BytesIO(data), lazy=True)
        self.names: dict[int, str] = _printed(self.drawn.getBestCmap() or {})
        self.to_draw = {code: self.drawn.getGlyphID(name) for code, name in self.names.items()}
        self.to_embed: dict[int, int] = _printed(self.embedded.charToGlyph)

    def glyphs(self) -> list[int]:
        """What either reader may use for each character, and the glyph for missing ones."""
        return [0, *(glyph for _, glyph in self.to_draw.items() | self.to_embed.items())]

    def widths(self) -> dict[int, float]:
        """The characters on which the readers agree. One of them takes the no-break space for a space."""
        agreed = {code for code, _ in self.to_draw.items() & self.to_embed.items()}
        if SPACE in agreed and NO_BREAK_SPACE in self.to_draw:
            agreed.add(NO_BREAK_SPACE)
        return {code: self.embedded.charWidths[code] for code in agreed if unicodedata.category(chr(code)) != "Cc"}

    def rehearse(self) -> None:
        """Embed and draw every character. It fails now or never."""
        if not self.embedded.name.decode().isprintable():
            raise ValueError
        self.embedded.makeSubset(list(self.to_embed))
        glyphs = self.drawn.getGlyphSet()
        for name in set(self.names.values()):
            glyphs[name].draw(SVGPathPen(glyphs))

    def bounds(self, character: str) -> tuple[float, float, float, float] | None:
        """What the ink of a character covers."""
        glyphs = self.drawn.getGlyphSet()
        pen = BoundsPen(glyphs)
        glyphs[self.names[ord(character)]].draw(pen)
        bounds: tuple[float, float, float, float] | None = pen.bounds
        return bounds


def _printed(characters: Mapping[int, Value]) -> dict[int, Value]:
    return {code: value for code, value in characters.items() if code <= LAST_CHARACTER}
