"""Reading a TrueType file that belongs to a layout. It may come from a stranger, so it is checked before it is used.

Limits on its tables keep parsers from hanging or filling the memory: a few bytes of a `cmap` table can claim four
billion characters, and a glyph may be composed of glyphs that are composed of glyphs. Two parsers then read the file:
reportlab embeds it in PDFs, and fontTools draws it in SVGs. They choose different character tables, and reportlab
misreads some formats, so only characters for which both find the same glyph are printed. Last, every character is
embedded and drawn once, so that a file that would fail during printing is refused at the start.
"""

from __future__ import annotations

import hashlib
import logging
import re
import string
import struct
import unicodedata
from collections.abc import Iterable, Mapping
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont
from reportlab.pdfbase.ttfonts import TTFontFile

from sheetgen.bounded_reading import ReadHints, read_bounded
from sheetgen.drawing.scene import Face, Typeface
from sheetgen.errors import InputError

# fontTools would log a line for every irregularity, thousands for some files.
logging.getLogger("fontTools").addHandler(logging.NullHandler())

MAX_BYTES = 4 * 1024 * 1024  # typefaces for all European languages have less than 1 MiB
MAX_TABLES = 64  # fonts have 10 to 30
MAX_NAMES = 2_000  # names and notes in all languages, each up to 64 KiB long; reportlab decodes them all
LAST_CHARACTER = 0x25FF  # letters, punctuation and simple shapes; later characters count as missing
MIN_UNITS, MAX_UNITS = 16, 16_384  # units per type size that the format allows
MIN_CAPITALS, MAX_CAPITALS = 0.3, 1.2  # height of capitals / type size; most typefaces have 0.6 to 0.75
NAME_LENGTH = 40  # characters of the file name that a PDF mentions; the format allows 127 in a name
MAX_PARTS = 40  # subtables of a character table; fonts have two to six
MAX_MAPPINGS = 150_000  # characters of all subtables; a font has at most 65,535 glyphs, often mapped twice
MAX_LINE = 1_000  # points of one contour; the time to draw it grows with their square
MAX_COMPONENTS = 64  # glyphs that one glyph is directly composed of; letters with accents need two or three
MAX_DEPTH = 8  # levels of composed glyphs, for each of which drawing calls itself; up to five are in use
MAX_GLYPH = 10_000  # points and components of one glyph at all levels; ornate letters have a few thousand
MAX_GLYPH_BYTES = 100_000  # size of one glyph in the file, several times that of MAX_GLYPH points
MAX_GLYPHS = 300_000  # points and components of all characters; large text typefaces have a third of it
SPARE_ENTRIES = 4  # entries by which the index of glyphs may be too long, as some font programs pad it

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
DAMAGED = "Get the file again, or save it anew with a font program."
INTACT = f"{DAMAGED} {WANTED}"
_HINTS = ReadHints(
    WANTED,
    missing=lambda _: f"Put it beside the layout. {WANTED}",
    smaller="A font program can leave out glyphs that are not needed.",
)

# Bits of the embedding permissions in the OS/2 table.
RESTRICTED, PERMISSIONS, WHOLE_ONLY, BITMAPS_ONLY = 0x0002, 0x000F, 0x0100, 0x0200
SPACE, NO_BREAK_SPACE = 0x20, 0xA0

Value = TypeVar("Value")


def read_font(path: Path, label: str, use: Face = "regular") -> Typeface:
    """Read and check a font file. Raises InputError, with `label` as the name of the file, if it cannot be used."""
    data = read_bounded(path, label, MAX_BYTES, _HINTS)
    if data[:4] not in TRUETYPE:
        raise InputError.of(f"{label} is {OTHER_KINDS.get(data[:4], 'not a font')}", WANTED)
    try:
        cap_height = _checked_cap_height(data, label)
    except InputError:
        raise
    except Exception:  # a damaged font can make a parser raise any exception
        raise InputError.of(f"{label} is damaged, or is not a font that can be printed", INTACT) from None
    stem = re.sub("[^A-Za-z0-9]+", "-", path.stem)[:NAME_LENGTH].strip("-") or "font"
    return Typeface(use, f"{stem}-{hashlib.sha256(data).hexdigest()[:12]}", path, cap_height, data)


def character_widths(content: bytes) -> dict[int, float]:
    """Return the widths of all characters that a checked font can print, in thousandths of the type size."""
    return _ParsedFont(content).widths()


def _checked_cap_height(data: bytes, label: str) -> float:
    """Check the content of a font and return the height of its capitals / type size."""
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
    font = _ParsedFont(data)
    OutlineLimits(font.drawn, label).check(font.glyphs())
    _check_characters_present(font, label)
    font.rehearse()
    return _cap_height(font, tables["OS/2"], units, label)


def _tables(data: bytes, label: str) -> dict[str, bytes]:
    """Return the needed tables by tag, after checking that there are no other outlines and no overlaps."""
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
    """Refuse a font whose licence forbids to embed the outlines of some characters in a PDF."""
    (rights,) = struct.unpack_from(">H", table, 8)
    if rights & PERMISSIONS == RESTRICTED or rights & BITMAPS_ONLY:
        raise InputError.of(f"{label} says that its licence forbids to embed it", "Choose a font that allows it.")
    if rights & WHOLE_ONLY:
        raise InputError.of(
            f"{label} says that its licence forbids to embed a part of it", "Choose a font that allows it."
        )


def _check_characters_present(font: _ParsedFont, label: str) -> None:
    widths = font.widths()
    missing = [character for character in NEEDED_CHARACTERS if not widths.get(ord(character))]
    if missing:
        raise InputError.of(
            f"{label} lacks {len(missing)} of the characters that every sheet needs, such as {missing[0]!r}",
            "It must have the space, the digits 0 to 9 and the letters A to Z and a to z, none without a width.",
        )


def _cap_height(font: _ParsedFont, table: bytes, units: int, label: str) -> float:
    """Return the height of the letter H / type size, or the height that the font states if that letter is blank."""
    bounds = font.bounds("H")
    height = (bounds[3] if bounds else struct.unpack_from(">h", table, 88)[0]) / units
    if not MIN_CAPITALS <= height <= MAX_CAPITALS:
        raise InputError.of(
            f"{label} has capitals that are {height:.2f} times the type size high",
            f"{MIN_CAPITALS} to {MAX_CAPITALS} can be printed.",
        )
    return float(height)


class _ParsedFont:
    """A font as its two parsers see it: `embedded` by reportlab, which also measures, and `drawn` by fontTools."""

    def __init__(self, data: bytes) -> None:
        self.embedded = TTFontFile(BytesIO(data))
        self.drawn = TTFont(BytesIO(data), lazy=True)
        self._names: dict[int, str] = _printable(self.drawn.getBestCmap() or {})
        self._drawn_glyphs = {code: self.drawn.getGlyphID(name) for code, name in self._names.items()}
        self._embedded_glyphs: dict[int, int] = _printable(self.embedded.charToGlyph)

    def glyphs(self) -> list[int]:
        """Return the glyphs that either parser uses for each character, and the glyph for missing characters."""
        return [0, *(glyph for _, glyph in self._drawn_glyphs.items() | self._embedded_glyphs.items())]

    def widths(self) -> dict[int, float]:
        """Return the widths of the characters for which both parsers use the same glyph."""
        agreed = {code for code, _ in self._drawn_glyphs.items() & self._embedded_glyphs.items()}
        if SPACE in agreed and NO_BREAK_SPACE in self._drawn_glyphs:  # reportlab replaces one by the other
            agreed.add(NO_BREAK_SPACE)
        return {code: self.embedded.charWidths[code] for code in agreed if unicodedata.category(chr(code)) != "Cc"}

    def rehearse(self) -> None:
        """Embed and draw every character, to raise now what would be raised during printing."""
        if not self.embedded.name.decode().isprintable():
            raise ValueError
        self.embedded.makeSubset(list(self._embedded_glyphs))
        glyphs = self.drawn.getGlyphSet()
        for name in set(self._names.values()):
            glyphs[name].draw(SVGPathPen(glyphs))

    def bounds(self, character: str) -> tuple[float, float, float, float] | None:
        """Return the bounding box of a character's outline in font units, or None if it is blank."""
        glyphs = self.drawn.getGlyphSet()
        pen = BoundsPen(glyphs)
        glyphs[self._names[ord(character)]].draw(pen)
        bounds: tuple[float, float, float, float] | None = pen.bounds
        return bounds


def _printable(characters: Mapping[int, Value]) -> dict[int, Value]:
    return {code: value for code, value in characters.items() if code <= LAST_CHARACTER}


def check_characters(table: bytes, label: str) -> None:
    """Refuse a `cmap` table that would be too large when expanded. A truncated table raises any exception."""
    version, count = struct.unpack_from(">HH", table)
    if version != 0 or count > MAX_PARTS:
        raise InputError.of(
            f"{label} has an unusual character table (version {version}, {count:,} parts)",
            f"It must have version 0 and at most {MAX_PARTS} parts.",
        )
    offsets = {struct.unpack_from(">L", table, 8 + 8 * number)[0] for number in range(count)}
    mapped = 0
    for offset in offsets:
        mapped += _mappings(table, offset, label)
        if mapped > MAX_MAPPINGS:
            raise InputError.of(f"{label} maps too many characters", f"At most {MAX_MAPPINGS:,} are read.")


def _mappings(table: bytes, offset: int, label: str) -> int:
    """Return an upper bound of the characters that a subtable maps.

    The subtable must contain everything that it claims, because not every parser stops at its end.
    """
    (form,) = struct.unpack_from(">H", table, offset)
    match form:
        case 0 | 6:  # at least one byte per character
            return len(_subtable(table, offset, ">H", 2))
        case 4:
            return _segment_mappings(_subtable(table, offset, ">H", 2))
        case 12:
            return _group_mappings(_subtable(table, offset, ">L", 4))
        case 14:
            return _variation_mappings(_subtable(table, offset, ">L", 2))
    raise InputError.of(
        f"{label} has a character table of format {form}",
        "Formats 0, 4, 6, 12 and 14 are read; most font programs save format 4.",
    )


def _subtable(table: bytes, offset: int, number: str, at: int) -> bytes:
    """Return the bytes of a subtable; its length is a number of this format at this position in it."""
    (length,) = struct.unpack_from(number, table, offset + at)
    if offset + length > len(table):
        raise EOFError
    return table[offset : offset + length]


def _segment_mappings(part: bytes) -> int:
    """Count the characters of format 4: lists of last characters, first characters, deltas and glyph offsets."""
    count = struct.unpack_from(">H", part, 6)[0] // 2
    last = struct.unpack_from(f">{count}H", part, 14)
    first = struct.unpack_from(f">{count}H", part, 16 + 2 * count)
    if len(part) < 16 + 8 * count:
        raise EOFError
    return sum(max(1, end - start + 1) for start, end in zip(first, last, strict=True))


def _group_mappings(part: bytes) -> int:
    """Count the characters of format 12: groups of first character, last character and first glyph."""
    (count,) = struct.unpack_from(">L", part, 12)
    if len(part) != 16 + 12 * count:
        raise EOFError
    return sum(max(1, end - start + 1) for start, end, _ in struct.iter_unpack(">LLL", part[16:]))


def _variation_mappings(part: bytes) -> int:
    """Count the characters of format 14: for each variation selector, ranges of characters and single ones."""
    (count,) = struct.unpack_from(">L", part, 6)
    mapped = 0
    for number in range(count):
        ranges, singles = struct.unpack_from(">LL", part, 10 + 11 * number + 3)
        mapped += 1
        if ranges:
            (length,) = struct.unpack_from(">L", part, ranges)
            mapped += length + sum(part[ranges + 7 : ranges + 4 + 4 * length : 4])
        if singles:
            mapped += struct.unpack_from(">L", part, singles)[0]
        if mapped > MAX_MAPPINGS:
            break
    return mapped


class OutlineLimits:
    """Checks the size of outlines before they are drawn. Damaged outlines raise any exception."""

    def __init__(self, font: TTFont, label: str) -> None:
        self._font, self._label = font, label
        self._count: int = font["maxp"].numGlyphs
        self._places = font["loca"].locations
        entries = len(self._places) - 1
        if not self._count <= entries <= self._count + SPARE_ENTRIES:
            raise InputError.of(f"{label} has {self._count:,} glyphs, but an index for {entries:,}", DAMAGED)
        if self._places[-1] > len(font.reader["glyf"]) or any(start > end for start, end in pairwise(self._places)):
            raise InputError.of(f"{label} has glyphs that overlap or are cut off", DAMAGED)
        self._sizes: dict[int, tuple[int, int]] = {}

    def check(self, glyphs: Iterable[int]) -> None:
        """Refuse glyphs that are too much to draw. A glyph that several characters share counts for each."""
        total = 0
        for glyph in glyphs:
            total += self._size(glyph, ())[0]
            if total > MAX_GLYPHS:
                raise self._too_detailed()

    def _size(self, glyph: int, parents: tuple[int, ...]) -> tuple[int, int]:
        """Return the points and components of a glyph at all levels, and the number of levels."""
        if glyph in parents:
            raise InputError.of(f"{self._label} has a glyph that is a part of itself", DAMAGED)
        if glyph not in self._sizes:
            if len(parents) == MAX_DEPTH:
                raise self._too_deep()
            points, components = self._content(glyph)
            sizes = [self._size(component, (*parents, glyph)) for component in components]
            size = points + sum(1 + size for size, _ in sizes)
            if size > MAX_GLYPH:
                raise self._too_detailed()
            self._sizes[glyph] = size, 1 + max((depth for _, depth in sizes), default=0)
        if len(parents) + self._sizes[glyph][1] > MAX_DEPTH:
            raise self._too_deep()
        return self._sizes[glyph]

    def _content(self, glyph: int) -> tuple[int, list[int]]:
        """Return the number of points of a glyph, or the glyphs that it is directly composed of."""
        if glyph >= self._count:
            raise InputError.of(f"{self._label} uses glyph {glyph}, but has only {self._count:,}", DAMAGED)
        if self._places[glyph + 1] - self._places[glyph] > MAX_GLYPH_BYTES:
            raise self._too_detailed()
        outline = self._font["glyf"][self._font.getGlyphName(glyph)]
        if outline.isComposite():
            if len(outline.components) > MAX_COMPONENTS:
                raise self._too_detailed()
            return 0, [self._font.getGlyphID(component.glyphName) for component in outline.components]
        ends = (-1, *outline.endPtsOfContours) if outline.numberOfContours else (-1,)
        contours = [end - start for start, end in pairwise(ends)]
        if len(contours) != outline.numberOfContours or not all(0 < points <= MAX_LINE for points in contours):
            raise self._too_detailed()
        return ends[-1] + 1, []

    def _too_detailed(self) -> InputError:
        return InputError.of(
            f"{self._label} has outlines that are too detailed",
            f"A glyph may have {MAX_GLYPH:,} points, {MAX_LINE:,} on one line and {MAX_COMPONENTS} parts;"
            f" all characters together {MAX_GLYPHS:,} points.",
        )

    def _too_deep(self) -> InputError:
        message = f"{self._label} has glyphs that are made of glyphs more than {MAX_DEPTH} levels deep"
        return InputError.of(message, DAMAGED)
