"""Photos of sheets with the crosses that a test wants, and with cells that nobody can tell."""

from __future__ import annotations

from functools import cache

import cv2
import numpy
from qrcode.main import QRCode

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.plan import SheetPlan
from tests.helpers import edition
from tests.photos.plain_shot import SCALE, TABLE, Picture, as_jpeg, plain_picture, unclear_height


def photo(
    variant: str, serial: int, crossed: tuple[str, ...], unclear: tuple[str, ...] = (), covered: tuple[str, ...] = ()
) -> bytes:
    """Return a JPEG with a sheet of a built-in layout.

    Unclear cells have a line that is rather taken for a cross. Something lies on covered cells, so that no cross is
    seen there. A reader asks about both.
    """
    return photo_of(edition(variant), serial, crossed, unclear, covered)


@cache
def photo_of(
    sheet: Edition,
    serial: int,
    crossed: tuple[str, ...],
    unclear: tuple[str, ...] = (),
    covered: tuple[str, ...] = (),
) -> bytes:
    """Return a photo of any sheet; see `photo`."""
    height = unclear_height() if unclear else 0
    picture = plain_picture(sheet, serial, crossed, [(id, height) for id in unclear])
    boxes = sheet.cached(sheet_front).cells()
    for id in covered:
        _cover(picture, boxes[id])
    return as_jpeg(picture)


def photo_without_code(variant: str, crossed: tuple[str, ...]) -> bytes:
    """Return a photo of a sheet of a built-in layout with something on its code, so that nobody can read it."""
    return photo_without_code_of(edition(variant), crossed)


@cache
def photo_without_code_of(sheet: Edition, crossed: tuple[str, ...]) -> bytes:
    """Return a photo of any sheet with something on its code."""
    picture = plain_picture(sheet, 1, crossed)
    _cover(picture, sheet.cached(SheetPlan).code.grown(-4))
    return as_jpeg(picture)


@cache
def photo_with_link(variant: str, link: str, crossed: tuple[str, ...]) -> bytes:
    """Return a photo of a sheet of a built-in layout whose code has another link."""
    picture = plain_picture(edition(variant), 1, crossed)
    code = QRCode(border=4)
    code.add_data(link)
    modules = numpy.where(code.get_matrix(), 30, 225).astype(numpy.uint8)
    left, top, right, bottom = _pixels(edition(variant).cached(SheetPlan).bordered_code)
    square = cv2.resize(modules, (right - left, bottom - top), interpolation=cv2.INTER_NEAREST)
    picture[top:bottom, left:right] = square[..., None]
    return as_jpeg(picture)


def _cover(picture: Picture, box: Box) -> None:
    """Paint over a box of the sheet."""
    left, top, right, bottom = _pixels(box)
    picture[top:bottom, left:right] = 200


def _pixels(box: Box) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of a box of the sheet, as a photo shows it within some millimetres."""
    left, top, right, bottom = (round(TABLE + SCALE * side) for side in (box.x, box.y, box.right, box.bottom))
    return left, top, right, bottom
