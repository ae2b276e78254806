"""Limits for a user's font that keep parsers from hanging or filling the memory.

A few bytes of a `cmap` table can claim four billion characters, which parsers expand at once, so characters are counted
on the bytes before any parser reads them. A glyph may be composed of glyphs that are composed of glyphs, so outlines
are counted glyph by glyph before any of them is drawn.
"""

import struct
from collections.abc import Iterable
from itertools import pairwise

from fontTools.ttLib import TTFont

from sheetgen.errors import InputError

MAX_PARTS = 40  # subtables of a character table; fonts have two to six
MAX_MAPPINGS = 150_000  # characters of all subtables; a font has at most 65,535 glyphs, often mapped twice
MAX_LINE = 1_000  # points of one contour; the time to draw it grows with their square
MAX_COMPONENTS = 64  # glyphs that one glyph is directly composed of; letters with accents need two or three
MAX_DEPTH = 8  # levels of composed glyphs, for each of which drawing calls itself; up to five are in use
MAX_GLYPH = 10_000  # points and components of one glyph at all levels; ornate letters have a few thousand
MAX_GLYPH_BYTES = 100_000  # size of one glyph in the file, several times that of MAX_GLYPH points
MAX_GLYPHS = 300_000  # points and components of all characters; large text typefaces have a third of it
SPARE_ENTRIES = 4  # entries by which the index of glyphs may be too long, as some font programs pad it

DAMAGED = "Get the file again, or save it anew with a font program."


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
