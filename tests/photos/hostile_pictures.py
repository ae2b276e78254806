"""Pictures that show what readers search for over and over again, and small files of pictures that are enormous."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Mapping
from itertools import product

import cv2
import numpy

from tests.photos.plain_shot import Picture

LIGHT, DARK = 225, 45
"""Grey values of paper and of what is printed on it."""
MARKS = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def squared_paper(width: int, height: int, step: int) -> Picture:
    down, across = numpy.ogrid[:height, :width]
    line = max(1, step // 14)
    return _printed((across % step < line) | (down % step < line))


def checkerboard(width: int, height: int, step: int) -> Picture:
    down, across = numpy.ogrid[:height, :width]
    return _printed((across // step + down // step) % 2 == 1)


def squares(width: int, height: int, step: int) -> Picture:
    """Return dark squares with as much paper between them."""
    down, across = numpy.ogrid[:height, :width]
    return _printed((across % step < step // 2) & (down % step < step // 2))


def frames(width: int, height: int, step: int) -> Picture:
    """Return dark frames around smaller ones, with paper between them."""
    down, across = numpy.ogrid[:height, :width]
    distance = numpy.maximum(abs(across % step - step / 2), abs(down % step - step / 2)) / (step / 2)
    return _printed((distance < 0.8) & ((10 * distance).astype(int) % 3 < 2))


def other_marks(width: int, height: int, step: int) -> Picture:
    """Return marks of other ids than those of sheets, side by side."""
    return _tiled(width, height, step, [_mark(id) for id in range(4, 50)])


def almost_marks(width: int, height: int, step: int) -> Picture:
    """Return marks of sheets in which two modules are wrong, side by side."""
    mark = _mark(0)
    for module in ((1, 1), (4, 3)):
        mark[module] = 255 - mark[module]
    return _tiled(width, height, step, [mark])


def repeated_mark(width: int, height: int, step: int) -> Picture:
    """Return the same mark of a sheet, side by side."""
    return _tiled(width, height, step, [_mark(0)])


def noise(width: int, height: int, step: int = 1) -> Picture:
    return numpy.random.default_rng(step).integers(0, 256, (height, width)).astype(numpy.uint8)


PATTERNS: Mapping[str, Callable[[int, int, int], Picture]] = {
    made.__name__: made
    for made in (squared_paper, checkerboard, squares, frames, other_marks, almost_marks, repeated_mark, noise)
}
"""All of them by name. Each is made with a width, a height, and the distance from one to the next, in pixels."""


def _printed(is_dark: Picture) -> Picture:
    return numpy.where(is_dark, DARK, LIGHT).astype(numpy.uint8)


def _mark(id: int) -> Picture:
    """Return a mark with one pixel for each module."""
    return cv2.aruco.generateImageMarker(MARKS, id, 6).copy()


def _tiled(width: int, height: int, step: int, marks: list[Picture]) -> Picture:
    """Return marks side by side, whose sides are two thirds of a step."""
    picture = numpy.full((height, width), LIGHT, numpy.uint8)
    side = step * 2 // 3
    tiles = [cv2.resize(mark, (side, side), interpolation=cv2.INTER_NEAREST) for mark in marks]
    rows, columns = range(step // 6, height - side, step), range(step // 6, width - side, step)
    for at, (top, left) in enumerate(product(rows, columns)):
        picture[top : top + side, left : left + side] = tiles[at % len(tiles)]
    return picture


def white_png(width: int, height: int, frames: int = 1) -> bytes:
    """Return a white PNG of any size, which has some kB; with more than one frame, an animated one."""
    packer = zlib.compressobj()
    row = b"\0" + b"\xff" * ((width + 7) // 8)
    data = b"".join([*(packer.compress(row) for _ in range(height)), packer.flush()])
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    chunks = [(b"IHDR", header)]
    if frames > 1:
        chunks.append((b"acTL", struct.pack(">II", frames, 0)))
    for at in range(frames):
        if frames > 1:
            numbers = (max(0, 2 * at - 1), width, height, 0, 0, 1, 100, 0, 0)
            chunks.append((b"fcTL", struct.pack(">IIIIIHHBB", *numbers)))
        chunks.append((b"fdAT", struct.pack(">I", 2 * at) + data) if at else (b"IDAT", data))
    chunks.append((b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_png_chunk(kind, content) for kind, content in chunks)


def _png_chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def animated_webp(width: int, height: int, frame: bytes, frames: int) -> bytes:
    """Return an animated WebP of any size in which each frame is this small picture, given as a lossless WebP file."""
    pixels = frame[12:]
    numbers = struct.unpack_from("<I", pixels, 9)[0]
    own_width, own_height = numbers & 0x3FFF, numbers >> 14 & 0x3FFF  # less 1, as WebP counts
    place = bytes(6) + b"".join(_three_bytes(side) for side in (own_width, own_height, 40)) + b"\0"
    canvas = b"\x02\0\0\0" + _three_bytes(width - 1) + _three_bytes(height - 1)
    parts = (
        _riff_chunk(b"VP8X", canvas) + _riff_chunk(b"ANIM", bytes(6)) + frames * _riff_chunk(b"ANMF", place + pixels)
    )
    return _riff_chunk(b"RIFF", b"WEBP" + parts)


def _three_bytes(number: int) -> bytes:
    return struct.pack("<I", number)[:3]


def _riff_chunk(kind: bytes, content: bytes) -> bytes:
    return kind + struct.pack("<I", len(content)) + content + bytes(len(content) % 2)


def grey_jpeg(width: int, height: int, scans: int) -> bytes:
    """Return a grey progressive JPEG with this many scans. All but the first change nothing, and have a few bytes."""
    blocks = -(-width // 8) * -(-height // 8)
    frame = struct.pack(">BHHBBBB", 8, height, width, 1, 1, 0x11, 0)
    one_code = b"\x01" + bytes(15)  # a Huffman table with one symbol, which takes one bit
    skip = b"\xe0"  # the symbol for 16,384 blocks without anything, or as many more as the 14 bits behind it say
    first = _jpeg_segment(0xDA, b"\x01\x01\0\0\0\0") + bytes(blocks // 8 + 1)
    other = _jpeg_segment(0xDA, b"\x01\x01\0\x01\x3f\0") + bytes(2 * (blocks // 16_384 + 1))
    parts = [
        b"\xff\xd8",
        _jpeg_segment(0xDB, b"\0" + b"\x01" * 64),
        _jpeg_segment(0xC2, frame),
        _jpeg_segment(0xC4, b"\0" + one_code + b"\0"),
        _jpeg_segment(0xC4, b"\x10" + one_code + skip),
        first,
        *[other] * (scans - 1),
        b"\xff\xd9",
    ]
    return b"".join(parts)


def _jpeg_segment(marker: int, content: bytes) -> bytes:
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content
