"""How many characters a font's table maps, counted on its bytes before any parser expands it.

A few bytes can claim four billion characters. Parsers believe them and fill the memory.
"""

from __future__ import annotations

import struct

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
