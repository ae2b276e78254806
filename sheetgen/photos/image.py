"""Open untrusted photo files: their pixels in the size that reading needs, or why they cannot be used.

Decoders need memory for every pixel of the file, so the number of pixels is limited. Everything after decoding is done
in bands of a few million pixels that are reduced at once, so that no other copy of a large picture is ever made.
"""

import warnings
from collections.abc import Iterator
from io import BytesIO

from PIL import Image, UnidentifiedImageError
from PIL.Image import Transpose
from PIL.JpegImagePlugin import JpegImageFile
from pillow_heif import register_heif_opener

from sheetgen.photos.errors import PhotoError

MAX_BYTES = 40 * 1024 * 1024
MAX_PIXELS = 110_000_000  # of a JPEG that is decoded at a fraction of its size; more than common phones have
MAX_DECODED_PIXELS = 51_000_000  # of a file that has to be decoded in full; photos of "50 megapixels" have up to 50.4
MAX_WEBP_PIXELS = 25_000_000  # Pillow decodes every WebP file as an animation, which takes four times the memory
MAX_JPEG_SCANS = 32  # usual progressive files have about 10; each one takes time, however short it is
MIN_SIDE = 480  # pixels of the shorter side
WORKING_SIDE = 1500  # pixels; larger pictures are halved as long as their shorter side stays at least this long
MAX_WORKING_SIDE = 5400  # pixels of the longer side; longer pictures are halved in any case
BAND_PIXELS = 4_000_000  # converted and reduced at a time
FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
ORIENTATION = 0x0112  # EXIF tag
MIRRORED = (2, 4, 5, 7)  # EXIF orientations that are mirrored; the corner marks show how the others are rotated
JPEG_SCAN, JPEG_END = b"\xff\xda", b"\xff\xd9"  # markers; the data of a scan never contains them


def open_photo(content: bytes) -> Image.Image:
    """Return a picture file as an RGB image, possibly rotated but never mirrored, or raise a PhotoError."""
    if len(content) > MAX_BYTES:
        raise PhotoError("too_large", most=MAX_BYTES // 1024**2)
    Image.init()
    register_heif_opener()
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(BytesIO(content), formats=FORMATS) as image:
            _check_size(image, content)
            return _reduced(image)
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
    most = MAX_WEBP_PIXELS if image.format == "WEBP" else MAX_DECODED_PIXELS
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


def _reduced(image: Image.Image) -> Image.Image:
    """Decode an opened picture, and return it in the size that reading needs."""
    is_mirrored = image.getexif().get(ORIENTATION) in MIRRORED
    factor = _reduction(image.size)
    # A JPEG is decoded at a fraction of its size, which is much faster. Nothing happens to other pictures.
    image.draft("RGB", (image.width // factor, image.height // factor))
    factor = _reduction(image.size)
    reduced = Image.new("RGB", (-(-image.width // factor), -(-image.height // factor)))
    for top, band in _bands(image, factor):
        reduced.paste(band.reduce(factor), (0, top // factor))
    return reduced.transpose(Transpose.FLIP_LEFT_RIGHT) if is_mirrored else reduced


def _reduction(size: tuple[int, int]) -> int:
    """Return by how much a picture of this size is reduced: a power of 2."""
    factor = 1
    while min(size) > (2 * WORKING_SIDE - 1) * factor or max(size) > MAX_WORKING_SIDE * factor:
        factor *= 2
    return factor


def _bands(image: Image.Image, factor: int) -> Iterator[tuple[int, Image.Image]]:
    """Decode a picture and yield it in horizontal bands, each with its top, RGB on white.

    Their heights are multiples of `factor`.
    """
    height = max(1, BAND_PIXELS // image.width // factor) * factor
    for top in range(0, image.height, height):
        yield top, _on_white(image.crop((0, top, image.width, min(top + height, image.height))))


def _on_white(image: Image.Image) -> Image.Image:
    """Return an image of any mode as RGB, on white where it is transparent."""
    if image.mode.startswith("I"):  # 16 bits of grey, which Pillow would clip
        return image.point(lambda level: level * (1 / 256)).convert("L").convert("RGB")
    if image.has_transparency_data:
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image.convert("RGBA"))
    return image.convert("RGB")
