"""Pictures as arrays: opening untrusted photo files, and small operations on pixels."""

import warnings
from io import BytesIO
from typing import Any

import cv2
import numpy
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError
from pillow_heif import register_heif_opener

from sheetgen.drawing.scene import Box
from sheetgen.photos.errors import PhotoError

MAX_BYTES = 40 * 1024 * 1024
MAX_PIXELS = 110_000_000  # more than the cameras of common phones have
MIN_SIDE = 480  # pixels of the shorter side
WORKING_SIDE = 1500  # pixels; larger pictures are halved as long as their shorter side stays at least this long
FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
ORIENTATION = 0x0112  # EXIF tag
MIRRORED = (2, 4, 5, 7)  # EXIF orientations that are mirrored; the corner marks show how the others are rotated

Pixels = NDArray[Any]  # a picture: rows of pixels, grey or RGB, 0-255
Floats = NDArray[Any]  # numbers, such as one for each pixel
Mask = NDArray[Any]  # for each pixel, whether it belongs to something
Points = NDArray[Any]  # x and y in pixels; the centre of a pixel has integer coordinates


def open_photo(content: bytes) -> Pixels:
    """Return the RGB pixels of a picture file, possibly rotated but never mirrored, or raise a PhotoError."""
    if len(content) > MAX_BYTES:
        raise PhotoError("too_large", most=MAX_BYTES // 1024**2)
    Image.init()
    register_heif_opener()
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(BytesIO(content), formats=FORMATS) as image:
            if image.width * image.height > MAX_PIXELS:
                raise Image.DecompressionBombError
            if min(image.size) < MIN_SIDE:
                raise PhotoError("too_small", width=image.width, height=image.height, least=MIN_SIDE)
            return _pixels(image)
    except UnidentifiedImageError:
        raise PhotoError("no_picture") from None
    except Image.DecompressionBombError:
        raise PhotoError("too_many_pixels", most=MAX_PIXELS // 10**6) from None
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError) as error:
        raise PhotoError("cut_short" if "truncated" in str(error) else "damaged") from None


def _pixels(image: Image.Image) -> Pixels:
    image.draft("RGB", (WORKING_SIDE, WORKING_SIDE))  # decodes a JPEG at a fraction of its size, which is much faster
    orientation = image.getexif().get(ORIENTATION)
    image.load()
    while min(image.size) >= 2 * WORKING_SIDE:
        image = image.reduce(2)
    if orientation in MIRRORED:
        image = ImageOps.exif_transpose(image)
    if image.has_transparency_data:
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image.convert("RGBA"))
    return numpy.asarray(image.convert("RGB"))


def corners(box: Box) -> Points:
    """Return the corners of a box, clockwise from the top left."""
    points = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
    return numpy.array(points, numpy.float32)


def downscaled(picture: Pixels, factor: int) -> Pixels:
    """Return the picture `factor` times smaller, averaging the pixels."""
    height, width = (side // factor * factor for side in picture.shape[:2])
    size = (width // factor, height // factor)
    return picture if factor == 1 else cv2.resize(picture[:height, :width], size, interpolation=cv2.INTER_AREA)


def smoothed(picture: Pixels) -> Pixels:
    """Return the picture after a Gaussian blur of 0.8 pixels, against noise."""
    return cv2.GaussianBlur(picture, (5, 5), 0.8)


def sharpened(picture: Pixels, sigma: float, amount: float) -> Pixels:
    """Return the picture after unsharp masking with a Gaussian blur of `sigma` pixels."""
    return cv2.addWeighted(picture, 1 + amount, cv2.GaussianBlur(picture, (0, 0), sigma), -amount, 0)
