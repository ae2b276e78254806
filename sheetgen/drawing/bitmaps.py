"""The picture of a layout: a PNG or JPEG file beside it, such as the logo of a club.

The file is untrusted: it is decoded in a process with limited memory and time, and saved anew as a small PNG.
"""

import base64
import hashlib
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.bounded_reading import ReadHints, read_bounded
from sheetgen.drawing.scene import Bitmap
from sheetgen.errors import InputError, Problem
from sheetgen.layouts.files.merge import referenced_path
from sheetgen.layouts.layout import Layout
from sheetgen.limited_process import call_limited

if TYPE_CHECKING:
    from PIL import Image

MAX_BYTES = 4 * 1024 * 1024
MAX_PIXELS = 16_000_000
MAX_SIDE = 8000  # pixels
PRINTED_SIDE = 1000  # pixels of the longer side as printed; larger pictures are made smaller
SHOWN_SIDE = 40  # pixels of the longer side on the scorer page
SHOWN_COLOURS = (32, 16, 8, 4)  # how many a picture may have on the scorer page: as many as fit into SHOWN_BYTES
SHOWN_BYTES = 600  # of the picture on the scorer page, so that this stays small
CACHED_PICTURES = 4  # kept in memory, because a preview reads the file whenever the layout changes

SIGNATURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")  # first bytes of PNG and JPEG files
FORMAT_HINT = "A .png or .jpg file is needed."
DAMAGE_HINT = f"Save it anew with a picture program. {FORMAT_HINT}"
_HINTS = ReadHints(
    FORMAT_HINT, missing=lambda _: f"Put it beside the layout. {FORMAT_HINT}", smaller="Make it smaller."
)


def bitmap_of(layout: Layout) -> Bitmap | None:
    """Return the picture of a layout, if it has one. Raises InputError at its key if the file cannot be used."""
    name = layout.blocks.picture
    if not name:
        return None
    key = ("blocks", "picture")
    try:
        return read_bitmap(referenced_path(layout.source, key, name), name)
    except InputError as error:
        place = layout.source.place(key)
        raise InputError(Problem(each.message, each.hint, each.place or place) for each in error.problems) from None


def read_bitmap(path: Path, label: str) -> Bitmap:
    """Read and check a picture file. Raises InputError, with `label` as the name of the file, if it cannot be used."""
    data = read_bounded(path, label, MAX_BYTES, _HINTS)
    if not data.startswith(SIGNATURES):
        raise InputError.of(f"{label} is not a PNG or JPEG picture", FORMAT_HINT)
    return _decoded_in_process(data, label)


@lru_cache(maxsize=CACHED_PICTURES)
def _decoded_in_process(data: bytes, label: str) -> Bitmap:
    printed, shown, width, height = call_limited(decoded_picture, data, label, DAMAGE_HINT)
    name = f"picture-{hashlib.sha256(data).hexdigest()[:12]}"
    return Bitmap(name, width, height, base64.b64decode(printed), base64.b64decode(shown))


def decoded_picture(data: bytes, label: str) -> tuple[str, str, int, int]:
    """Decode a picture. Return it in both sizes as PNG files in Base64, and the size of the larger one in pixels."""
    from PIL import Image, ImageOps  # only layouts with a picture need it

    Image.MAX_IMAGE_PIXELS = None  # the size is checked here
    try:
        with Image.open(BytesIO(data), formats=("PNG", "JPEG")) as image:
            width, height = image.size
            if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
                raise InputError.of(
                    f"{label} is too large: {width:,} × {height:,} pixels",
                    f"At most {MAX_PIXELS // 10**6} million pixels, and {MAX_SIDE:,} on a side, are read.",
                )
            picture = ImageOps.exif_transpose(image).convert("RGBA")
    except InputError:
        raise
    except Exception:  # a damaged picture can make a decoder raise any exception
        raise InputError.of(f"{label} is damaged, or a part of it is missing", DAMAGE_HINT) from None
    picture.thumbnail((PRINTED_SIDE, PRINTED_SIDE))
    small = picture.copy()
    small.thumbnail((SHOWN_SIDE, SHOWN_SIDE))
    shown = [_png(small.quantize(colours, method=Image.Quantize.FASTOCTREE)) for colours in SHOWN_COLOURS]
    fitting = next((png for png in shown if len(png) <= SHOWN_BYTES), shown[-1])
    return base64.b64encode(_png(picture)).decode(), base64.b64encode(fitting).decode(), *picture.size


def _png(picture: "Image.Image") -> bytes:
    file = BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()
