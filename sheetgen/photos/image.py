"""Open picture files, which may come from anybody, within limits."""

import warnings
from io import BytesIO

import numpy
from PIL import Image, ImageOps, UnidentifiedImageError
from pillow_heif import register_heif_opener

from sheetgen.photos.arrays import Pixels
from sheetgen.photos.errors import PhotoError

MAX_BYTES = 40 * 1024 * 1024
MAX_PIXELS = 110_000_000  # more than usual cameras take
MIN_SIDE = 480  # pixels
WORKING_SIDE = 1500  # pixels; larger pictures are halved as long as their shorter side stays at least this long
FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
ORIENTATION = 0x0112  # EXIF tag
MIRRORED = (2, 4, 5, 7)  # EXIF orientations that are mirrored; the corner marks show how the others are rotated


def open_photo(content: bytes) -> Pixels:
    """Return the RGB pixels of a picture file, possibly rotated but never mirrored, or raise a PhotoError.

    Sizes are checked before anything is unpacked.
    """
    if len(content) > MAX_BYTES:
        raise PhotoError("too_large", most=MAX_BYTES // 1024**2)
    Image.init()
    register_heif_opener()
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(BytesIO(content), formats=FORMATS) as image:
            _check_size(*image.size)
            return _pixels(image)
    except UnidentifiedImageError:
        raise PhotoError("no_picture") from None
    except Image.DecompressionBombError:
        raise _too_many_pixels() from None
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError) as error:
        raise PhotoError("cut_short" if "truncated" in str(error) else "damaged") from None


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise _too_many_pixels()
    if min(width, height) < MIN_SIDE:
        raise PhotoError("too_small", width=width, height=height, least=MIN_SIDE)


def _too_many_pixels() -> PhotoError:
    return PhotoError("too_many_pixels", most=MAX_PIXELS // 10**6)


def _pixels(image: Image.Image) -> Pixels:
    image.draft("RGB", (WORKING_SIDE, WORKING_SIDE))  # a JPEG is decoded at a fraction of its size, much faster
    orientation = image.getexif().get(ORIENTATION)
    image.load()
    while min(image.size) >= 2 * WORKING_SIDE:
        image = image.reduce(2)
    if orientation in MIRRORED:
        image = ImageOps.exif_transpose(image)
    return numpy.asarray(_opaque(image))


def _opaque(image: Image.Image) -> Image.Image:
    """Return the image in RGB, with transparent parts on white."""
    if not image.has_transparency_data:
        return image if image.mode == "RGB" else image.convert("RGB")
    image = image.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("RGB")
