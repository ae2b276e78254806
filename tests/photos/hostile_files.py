"""Photo files of some kilobytes that claim to be enormous, take a decoder long, or lie about what is in them."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

from PIL import Image


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
    return b"\x89PNG\r\n\x1a\n" + b"".join(png_chunk(kind, content) for kind, content in chunks)


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


def jpeg_with_scans(width: int, height: int, scans: int) -> bytes:
    """A progressive JPEG file of white paper that repeats its last scan. Each takes the time of the whole picture."""
    file = BytesIO()
    Image.new("RGB", (width, height), "white").save(file, "JPEG", progressive=True)
    content = file.getvalue()
    last = content[content.rindex(b"\xff\xc4") : -2]  # with its Huffman table
    return content[:-2] + last * (scans - content.count(b"\xff\xda")) + content[-2:]
