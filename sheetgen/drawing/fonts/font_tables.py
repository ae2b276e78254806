"""How many characters a font's table maps, counted on its bytes before any parser expands it.

A few bytes can claim four billion characters. Parsers believe them and fill the memory.

How much the glyphs of a font draw, counted on its bytes before any parser expands them.

A glyph may be made of glyphs that are made of glyphs, and a few bytes can stand for thousands of points.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from itertools import pairwise

from sheetgen.errors import InputError

MAX_PARTS = 40
"""Ways to map characters, one for each system. Fonts have two to six."""

MAX_MAPPINGS = 150_000
"""Characters that all the ways map together. There are at most 65,535 glyphs, often mapped in two ways."""


def check_characters(table: bytes, label: str) -> None:
    """Refuse a `cmap` table that is too much to expand. What is cut off raises any error."""
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
    """How many characters one part maps. It must hold all it claims: not every parser stops at its end."""
    (form,) = struct.unpack_from(">H", table, offset)
    match form:
        case 0:
            return len(_part(table, offset, ">H", 2))
        case 4:
            return _in_segments(_part(table, offset, ">H", 2))
        case 6:
            part = _part(table, offset, ">H", 2)
            (count,) = struct.unpack_from(">H", part, 8)
            return len(struct.unpack_from(f">{count}H", part, 10))
        case 12:
            return _in_groups(_part(table, offset, ">L", 4))
        case 14:
            return _in_variations(_part(table, offset, ">L", 2))
    raise InputError.of(
        f"{label} has a character table of format {form}",
        "Formats 0, 4, 6, 12 and 14 are read; most font programs save format 4.",
    )


def _part(table: bytes, offset: int, number: str, at: int) -> bytes:
    """The bytes of one part, by the length that it tells."""
    (length,) = struct.unpack_from(number, table, offset + at)
    if offset + length > len(table):
        raise EOFError
    return table[offset : offset + length]


def _in_segments(part: bytes) -> int:
    """Format 4: lists of last and first characters; then as many distances and places of glyphs."""
    count = struct.unpack_from(">H", part, 6)[0] // 2
    last = struct.unpack_from(f">{count}H", part, 14)
    first = struct.unpack_from(f">{count}H", part, 16 + 2 * count)
    if len(part) < 16 + 8 * count:
        raise EOFError
    return sum(max(1, end - start + 1) for start, end in zip(first, last, strict=True))


def _in_groups(part: bytes) -> int:
    """Format 12: first and last character, and the first one's glyph."""
    (count,) = struct.unpack_from(">L", part, 12)
    if len(part) != 16 + 12 * count:
        raise EOFError
    return sum(max(1, end - start + 1) for start, end, _ in struct.iter_unpack(">LLL", part[16:]))


def _in_variations(part: bytes) -> int:
    """Format 14: for each choice of shape, ranges of characters that have it, and single ones."""
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


MAX_LINE = 1_000
"""Points of one closed line. The time to draw it grows with the square of them."""

MAX_COMPONENTS = 64
"""Glyphs that one glyph is directly made of. Letters with accents need two or three."""

MAX_DEPTH = 8
"""How deep glyphs may be made of glyphs. Up to five levels are in use; drawing calls itself for each."""

MAX_GLYPH = 10_000
"""Points and parts of one glyph, its parts' parts included. Ornate letters have a few thousand."""

MAX_GLYPHS = 300_000
"""Points and parts of all characters together. Large typefaces for text have a third of it."""

SPARE_PLACES = 4
"""How much longer than needed the index of glyphs may be, as some programs fill it up."""

DAMAGED = "Get the file again, or save it anew with a font program."

MORE_PARTS, WIDE_PLACE = 0x0020, 0x0001
SCALES = {0x0008: 2, 0x0040: 4, 0x0080: 8}
"""A part's flag for a scale, and the bytes it takes. The first flag that is set counts."""


class Outlines:
    """Counts points and parts, each glyph only once. What is cut off raises any error."""

    def __init__(self, tables: Mapping[str, bytes], label: str) -> None:
        (count,) = struct.unpack_from(">H", tables["maxp"], 4)
        (wide,) = struct.unpack_from(">H", tables["head"], 50)
        entries = len(tables["loca"]) // (4 if wide else 2)
        if not count < entries <= count + 1 + SPARE_PLACES:
            raise InputError.of(f"{label} has {count:,} glyphs, but an index for {entries - 1:,}", DAMAGED)
        places = [place for (place,) in struct.iter_unpack(">L" if wide else ">H", tables["loca"])]
        self.places = places if wide else [2 * place for place in places]
        if self.places[-1] > len(tables["glyf"]) or any(start > end for start, end in pairwise(places)):
            raise InputError.of(f"{label} has glyphs that overlap or are cut off", DAMAGED)
        self.data = tables["glyf"]
        self.count = count
        self.label = label
        self.known: dict[int, tuple[int, int]] = {}

    def check(self, glyphs: Iterable[int]) -> None:
        """Refuse glyphs that are too much to draw. One that several characters share counts for each."""
        total = 0
        for glyph in glyphs:
            total += self._size(glyph, ())[0]
            if total > MAX_GLYPHS:
                raise self._too_detailed()

    def _size(self, glyph: int, above: tuple[int, ...]) -> tuple[int, int]:
        """Points and parts of a glyph, and its levels. `above` are the glyphs that it is a part of."""
        if glyph in above:
            raise InputError.of(f"{self.label} has a glyph that is a part of itself", DAMAGED)
        if glyph not in self.known:
            if len(above) == MAX_DEPTH:
                raise self._too_deep()
            points, parts = self._content(glyph)
            sizes = [self._size(part, (*above, glyph)) for part in parts]
            size = points + sum(1 + size for size, _ in sizes)
            if size > MAX_GLYPH:
                raise self._too_detailed()
            self.known[glyph] = size, 1 + max((depth for _, depth in sizes), default=0)
        if len(above) + self.known[glyph][1] > MAX_DEPTH:
            raise self._too_deep()
        return self.known[glyph]

    def _content(self, glyph: int) -> tuple[int, list[int]]:
        """The points of a glyph, or the glyphs that it is made of."""
        if glyph >= self.count:
            raise InputError.of(f"{self.label} uses glyph {glyph}, but has only {self.count:,}", DAMAGED)
        data = self.data[self.places[glyph] : self.places[glyph + 1]]
        if not data:
            return 0, []
        lines = struct.unpack_from(">h8x", data)[0]
        if lines == -1:
            return 0, self._parts(data)
        ends = (-1, *struct.unpack_from(f">{lines}H", data, 10))
        if any(not 0 < end - start <= MAX_LINE for start, end in pairwise(ends)):
            raise self._too_detailed()
        return ends[-1] + 1, []

    def _parts(self, data: bytes) -> list[int]:
        parts, at, flags = [], 10, MORE_PARTS
        while flags & MORE_PARTS:
            flags, part = struct.unpack_from(">HH", data, at)
            parts.append(part)
            at += 8 if flags & WIDE_PLACE else 6
            at += next((length for flag, length in SCALES.items() if flags & flag), 0)
            if len(parts) > MAX_COMPONENTS:
                raise self._too_detailed()
        return parts

    def _too_detailed(self) -> InputError:
        return InputError.of(
            f"{self.label} has outlines that are too detailed",
            f"A glyph may have {MAX_GLYPH:,} points, {MAX_LINE:,} on one line and {MAX_COMPONENTS} parts;"
            f" all characters together {MAX_GLYPHS:,} points.",
        )

    def _too_deep(self) -> InputError:
        return InputError.of(
            f"{self.label} has glyphs that are made of glyphs more than {MAX_DEPTH} levels deep",
            DAMAGED,
        )
