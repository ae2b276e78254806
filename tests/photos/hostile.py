"""Pictures that are made to take a reader long, or much memory: patterns without end, and files that lie."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

import cv2
import numpy
from PIL import Image

from sheetgen.photos.image import Pixels

PAPER, PRINT = 230, 40  # grey values


def squared_paper(height: int, width: int, pitch: int, degrees: float = 0.0) -> Pixels:
    """Lines in both directions, turned by an angle."""
    side = 2 * max(height, width)
    down, across = numpy.indices((side, side), numpy.int32)
    lines = numpy.where((across % pitch < max(1, pitch // 10)) | (down % pitch < max(1, pitch // 10)), PRINT, PAPER)
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), degrees, 1)
    turned = cv2.warpAffine(lines.astype(numpy.uint8), turn, (side, side), flags=cv2.INTER_LINEAR)
    top, left = (side - height) // 2, (side - width) // 2
    return numpy.ascontiguousarray(turned[top : top + height, left : left + width])


def checkerboard(height: int, width: int, pitch: int) -> Pixels:
    """Squares that touch at their corners."""
    down, across = numpy.indices((height, width), numpy.int32)
    return numpy.where((across // pitch + down // pitch) % 2, PRINT, PAPER).astype(numpy.uint8)


def squares(height: int, width: int, pitch: int) -> Pixels:
    """Squares that do not touch."""
    down, across = numpy.indices((height, width), numpy.int32)
    side = pitch * 2 // 3
    return numpy.where((across % pitch < side) & (down % pitch < side), PRINT, PAPER).astype(numpy.uint8)


def nested_squares(height: int, width: int, pitch: int) -> Pixels:
    """Squares in squares in squares."""
    down, across = (each % pitch for each in numpy.indices((height, width), numpy.int32))
    edge = numpy.minimum.reduce([down, across, pitch - 1 - down, pitch - 1 - across])
    return numpy.where(edge // 2 % 2, PRINT, PAPER).astype(numpy.uint8)


def dots(height: int, width: int, pitch: int) -> Pixels:
    """Single dark pixels."""
    picture = numpy.full((height, width), PAPER, numpy.uint8)
    picture[::pitch, ::pitch] = PRINT
    return picture


def png_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, depth: int, kind: int, *chunks: bytes, interlace: int = 0, full: bool = True) -> bytes:
    """A PNG file of zeros with this header and these chunks before its data, of which there may be none at all."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}.get(kind, 1)
    line = bytes(1 + (width * channels * depth + 7) // 8)
    data = zlib.compress(line * height if full else b"")
    header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlace))
    body = (header, *chunks, png_chunk(b"IDAT", data), png_chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(body)


def jpeg_with_scans(width: int, height: int, scans: int) -> bytes:
    """A progressive JPEG file of white paper that repeats its last scan. Each takes the time of the whole picture."""
    file = BytesIO()
    Image.new("RGB", (width, height), "white").save(file, "JPEG", progressive=True)
    content = file.getvalue()
    last = content[content.rindex(b"\xff\xc4") : -2]  # with its Huffman table
    return content[:-2] + last * (scans - content.count(b"\xff\xda")) + content[-2:]
