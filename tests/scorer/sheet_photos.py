"""Photos of sheets with the crosses that a test wants, and with strokes that nobody can tell."""

from __future__ import annotations

from functools import cache

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.sheet.plan import SheetPlan
from tests.helpers import edition
from tests.photos.plain_shot import SCALE, TABLE, as_jpeg, plain_picture, plain_shot, unclear_height


def photo(variant: str, serial: int, crossed: tuple[str, ...], unclear: tuple[str, ...] = ()) -> bytes:
    """A JPEG with a sheet of a built-in layout. What is unclear is rather taken for no cross."""
    return photo_of(edition(variant), serial, crossed, unclear)


def photo_of(sheet: Edition, serial: int, crossed: tuple[str, ...], unclear: tuple[str, ...] = ()) -> bytes:
    """The same of any sheet."""
    return plain_shot(sheet, serial, crossed, tuple((id, unclear_height(False)) for id in unclear))


@cache
def photo_without_code(variant: str, crossed: tuple[str, ...]) -> bytes:
    """The same with something on the code, so that nobody can read it."""
    picture = plain_picture(edition(variant), 1, crossed)
    code = edition(variant).cached(SheetPlan).code.grown(-4)
    left, top, right, bottom = (round(TABLE + SCALE * side) for side in (code.x, code.y, code.right, code.bottom))
    picture[top:bottom, left:right] = 200
    return as_jpeg(picture)
