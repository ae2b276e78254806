"""A picture file, opened with care: it may come from anybody."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from io import BytesIO

import numpy
from PIL import Image, ImageOps, UnidentifiedImageError
from pillow_heif import register_heif_opener

from sheetgen.photos.arrays import Pixels
from sheetgen.photos.errors import PhotoError

MOST_BYTES = 40 * 1024 * 1024
MOST_PIXELS = 110_000_000
"""More than any usual camera takes."""
LEAST_SIDE = 480
ENOUGH = 1500
"""Larger pictures are halved while their shorter side stays at least this long."""
FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
MIRRORED = (2, 4, 5, 7)
"""Orientations that EXIF may state, in which the picture is mirrored. Turned ones are told by the marks."""
_ORIENTATION = 0x0112


@dataclass(frozen=True)
class Photo:
    """The pixels of a picture, RGB, perhaps turned but never mirrored."""

    pixels: Pixels


def open_photo(content: bytes) -> Photo:
    """The picture in a file's content. Sizes are looked at before anything is unpacked."""
    if len(content) > MOST_BYTES:
        raise PhotoError("too_large", most=MOST_BYTES // 1024**2)
    Image.init()
    register_heif_opener()
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(BytesIO(content), formats=FORMATS) as image:
            _check_size(*image.size)
            return Photo(_pixels(image))
    except UnidentifiedImageError:
        raise PhotoError("no_picture") from None
    except Image.DecompressionBombError:
        raise _too_many_pixels() from None
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError) as error:
        raise PhotoError("cut_short" if "truncated" in str(error) else "damaged") from None


def _check_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise _too_many_pixels()
    if min(width, height) < LEAST_SIDE:
        raise PhotoError("too_small", width=width, height=height, least=LEAST_SIDE)


def _too_many_pixels() -> PhotoError:
    return PhotoError("too_many_pixels", most=MOST_PIXELS // 10**6)


def _pixels(image: Image.Image) -> Pixels:
    image.draft("RGB", (ENOUGH, ENOUGH))  # JPEG can be unpacked at half the size, which is much quicker
    orientation = image.getexif().get(_ORIENTATION)
    image.load()
    while min(image.size) >= 2 * ENOUGH:
        image = image.reduce(2)
    if orientation in MIRRORED:
        image = ImageOps.exif_transpose(image)
    return numpy.asarray(_opaque(image))


def _opaque(image: Image.Image) -> Image.Image:
    """In plain colours; what is transparent is white."""
    if not image.has_transparency_data:
        return image if image.mode == "RGB" else image.convert("RGB")
    image = image.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("RGB")
