"""Pictures as arrays: opening untrusted photo files, and small operations on pixels.

Decoders need memory for every pixel of the file, so the number of pixels is limited. Everything after decoding is done
in bands of a few million pixels that are reduced at once, so that no other copy of a large picture is ever made.
"""

import warnings
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import cv2
import numpy
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError
from PIL.JpegImagePlugin import JpegImageFile
from pillow_heif import register_heif_opener

from sheetgen.drawing.scene import Box
from sheetgen.photos.errors import PhotoError

MAX_BYTES = 40 * 1024 * 1024
MAX_PIXELS = 110_000_000  # of a JPEG that is decoded at a fraction of its size; more than common phones have
MAX_DECODED_PIXELS = 51_000_000  # of a file that has to be decoded in full; photos of "50 megapixels" have up to 50.4
MAX_JPEG_SCANS = 32  # usual progressive files have about 10; each one takes time, however short it is
MIN_SIDE = 480  # pixels of the shorter side
WORKING_SIDE = 1500  # pixels; larger pictures are halved as long as their shorter side stays at least this long
MAX_WORKING_SIDE = 5400  # pixels of the longer side; longer pictures are halved in any case
BAND_PIXELS = 4_000_000  # converted and reduced at a time
FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
ORIENTATION = 0x0112  # EXIF tag
MIRRORED = (2, 4, 5, 7)  # EXIF orientations that are mirrored; the corner marks show how the others are rotated
JPEG_SCAN, JPEG_END = b"\xff\xda", b"\xff\xd9"  # markers; the data of a scan never contains them

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
            _check_size(image, content)
            return _pixels(image, content)
    except PhotoError:
        raise
    except UnidentifiedImageError:
        raise PhotoError("no_picture") from None
    except Image.DecompressionBombError:
        raise PhotoError("too_many_pixels", most=MAX_DECODED_PIXELS // 10**6) from None
    except MemoryError:
        raise PhotoError("unreadable") from None
    except Exception as error:  # a damaged picture can make a decoder raise any exception
        raise PhotoError("cut_short" if "truncated" in str(error) else "damaged") from None


def _check_size(image: Image.Image, content: bytes) -> None:
    """Raise a PhotoError if an opened picture is too small, or too large to be decoded."""
    if min(image.size) < MIN_SIDE:
        raise PhotoError("too_small", width=image.width, height=image.height, least=MIN_SIDE)
    most = MAX_DECODED_PIXELS
    if image.format in ("JPEG", "MPO"):
        scans = _jpeg_scans(content)
        if scans > MAX_JPEG_SCANS:
            raise PhotoError("damaged")
        if scans == 1:
            most = MAX_PIXELS
    if image.width * image.height > most:
        raise PhotoError("too_many_pixels", most=most // 10**6)
    if image.format == "WEBP" and getattr(image, "is_animated", False):
        raise PhotoError("animated")


def _jpeg_scans(content: bytes) -> int:
    """Return the number of scans of a JPEG, or of the first one in the file. One with several is decoded in full."""
    with JpegImageFile(BytesIO(content)) as image:
        assert image.fp
        first = image.fp.tell()  # opening has read the file up to the data of the first scan
    end = content.find(JPEG_END, first)
    return 1 + content.count(JPEG_SCAN, first, end if end >= 0 else len(content))


def _pixels(image: Image.Image, content: bytes) -> Pixels:
    is_mirrored = image.getexif().get(ORIENTATION) in MIRRORED
    factor = _reduction(image.size)
    # A JPEG is decoded at a fraction of its size, which is much faster. Nothing happens to other pictures.
    image.draft("RGB", (image.width // factor, image.height // factor))
    factor = _reduction(image.size)
    pixels = numpy.concatenate([numpy.asarray(band.reduce(factor)) for band in _bands(image, content, factor)])
    return numpy.ascontiguousarray(pixels[:, ::-1]) if is_mirrored else pixels


def _reduction(size: tuple[int, int]) -> int:
    """Return by how much a picture of this size is reduced: a power of 2."""
    factor = 1
    while min(size) > (2 * WORKING_SIDE - 1) * factor or max(size) > MAX_WORKING_SIDE * factor:
        factor *= 2
    return factor


def _bands(image: Image.Image, content: bytes, factor: int) -> Iterator[Image.Image]:
    """Decode a picture and yield it in horizontal bands, RGB on white, whose heights are multiples of `factor`."""
    height = max(1, BAND_PIXELS // image.width // factor) * factor
    # Pillow decodes every WebP file as an animation, which takes four times the memory.
    webp = _webp_pixels(content) if image.format == "WEBP" else None
    for top in range(0, image.height, height):
        bottom = min(top + height, image.height)
        if webp is not None:
            yield _on_white(Image.fromarray(webp[top:bottom]))
        else:
            yield _on_white(image.crop((0, top, image.width, bottom)))


def _webp_pixels(content: bytes) -> Pixels:
    """Return the pixels of a WebP file, RGB or RGBA."""
    flags = cv2.IMREAD_UNCHANGED | cv2.IMREAD_IGNORE_ORIENTATION
    pixels = cv2.imdecode(numpy.frombuffer(content, numpy.uint8), flags)
    if pixels is None:
        raise PhotoError("damaged")
    return cv2.cvtColor(pixels, cv2.COLOR_BGRA2RGBA if pixels.shape[2] == 4 else cv2.COLOR_BGR2RGB, dst=pixels)


def _on_white(image: Image.Image) -> Image.Image:
    """Return an image of any mode as RGB, on white where it is transparent."""
    if image.mode.startswith("I"):  # 16 bits of grey, which Pillow would clip
        return Image.fromarray((numpy.asarray(image) >> 8).astype(numpy.uint8)).convert("RGB")
    if image.has_transparency_data:
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image.convert("RGBA"))
    return image.convert("RGB")


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
