"""The pad that all draw: numbered Big Points sheets, two on a page, as a neutral list of shapes and texts in a file.

The list is taken from the pages that sheetgen prints: what is the same on every page, what is the same on every
sheet, and what differs. So a peer draws what sheetgen draws, and needs to know nothing about it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Any

from fontTools.ttLib import TTFont

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import FACES
from sheetgen.drawing.pages.document import Document, Job
from sheetgen.drawing.pages.paper import parse_paper
from sheetgen.drawing.qr_codes import dark_box
from sheetgen.drawing.scene import Box, Circle, Code, Item, Link, Matrix, Paint, Path, Rect, Scene, Text
from sheetgen.layouts.catalog import load_locale, load_theme, load_variant
from sheetgen.resources import folder

VARIANT = "bigpoints"
EDGE = 0.01
"""What comes nearer to a sheet's edge than this, in mm, belongs to the page, such as the lines to cut along."""

WEIGHTS = {"Regular": 400, "SemiBold": 600, "Bold": 700}

Plain = dict[str, Any]


def write_pad(file: FilePath) -> Plain:
    """Write the list, and give what is in it."""
    edition = Edition(load_variant(VARIANT), load_theme("color"), load_locale("en"))
    document = Document(Job(edition, parse_paper("a4"), count=4))
    first, second = (page.scene for page in document.pages())
    slots = document.imposition.slots
    pairs = list(zip(_on_sheet(first, slots[0]), _on_sheet(second, slots[0]), strict=True))
    stamp = [_numbered(one, "1", other, "3") for one, other in pairs if one != other]
    pad = {
        "width": first.width,
        "height": first.height,
        "frame": [_plain(*each) for each in first.flat() if not any(_is_inside(*each, slot) for slot in slots)],
        "slots": [(slot.x, slot.y) for slot in slots],
        "sheet": {"width": slots[0].w, "height": slots[0].h, "items": [one for one, other in pairs if one == other]},
        "stamp": stamp,
        "fonts": {face.role: _font(folder("fonts") / f"{face.name}.ttf") for face in FACES.values()},
    }
    file.write_text(json.dumps(pad), encoding="utf-8")
    return pad


def _on_sheet(page: Scene, slot: Box) -> Iterator[Plain]:
    """What stands on one sheet, measured from the sheet's own corner."""
    corner = Matrix(e=-slot.x, f=-slot.y)
    for item, matrix in page.flat():
        if _is_inside(item, matrix, slot):
            yield _plain(item, corner.after(matrix))


def _numbered(one: Plain, number: str, other: Plain, other_number: str) -> Plain:
    """The text of two sheets without their numbers, which stand at its end and are all that may differ."""
    text = one["text"].removesuffix(number)
    assert {**one, "text": ""} == {**other, "text": ""}, "a sheet differs in more than its texts"
    assert text + other_number == other["text"], "a text differs in more than the number at its end"
    return {**one, "text": text}


def _is_inside(item: Item, matrix: Matrix, slot: Box) -> bool:
    inner = slot.grown(-EDGE)
    return all(
        inner.x <= x <= inner.right and inner.y <= y <= inner.bottom
        for x, y in (matrix.point(*point) for point in _points(item))
    )


def _points(item: Item) -> list[tuple[float, float]]:
    """Points that lie where the item lies."""
    match item:
        case Text():
            return [(item.x, item.y)]
        case Path():
            ends = [numbers[-2:] for _, numbers in item.segments if numbers]
            return [(x, y) for x, y in ends]
        case Rect() | Circle() | Code() | Link():
            return [(item.box.x, item.box.y), (item.box.right, item.box.bottom)]
    raise TypeError(item)


def _plain(item: Item, matrix: Matrix) -> Plain:
    """An item as data, in mm. Nothing on these pages is turned but texts, by `turn` degrees clockwise."""
    assert (matrix.a, matrix.b, matrix.c, matrix.d) == (1, 0, 0, 1)
    match item:
        case Rect():
            return _rect(matrix.box(item.box), item.radius, item.paint)
        case Circle():
            x, y = matrix.point(item.x, item.y)
            return {"kind": "circle", "x": x, "y": y, "r": item.r, **_paint(item.paint)}
        case Path():
            return {"kind": "path", "segments": list(_segments(item, matrix)), **_paint(item.paint)}
        case Text():
            x, y = matrix.point(item.x, item.y)
            looks = {
                "size": item.size,
                "face": item.face.role,
                "fill": item.fill,
                "anchor": item.anchor,
                "turn": item.turn,
            }
            return {"kind": "text", "x": x, "y": y, "text": item.text, **looks}
        case Code():
            return {"kind": "code", **_box(matrix.box(dark_box(item))), "text": item.text, "modules": item.modules}
        case Link():
            return {"kind": "link", **_box(matrix.box(item.box)), "text": item.url}
    raise TypeError(item)


def _rect(box: Box, radius: float, paint: Paint) -> Plain:
    """One that is round all over is a circle, which not everybody takes for a rectangle."""
    if abs(box.w - box.h) < 1e-6 and box.w <= 2 * radius + 1e-6:
        (x, y), r = box.centre, box.w / 2
        return {"kind": "circle", "x": x, "y": y, "r": r, **_paint(paint)}
    return {"kind": "rect", **_box(box), "radius": min(radius, box.w / 2, box.h / 2), **_paint(paint)}


def _box(box: Box) -> Plain:
    return {"x": box.x, "y": box.y, "w": box.w, "h": box.h}


def _paint(paint: Paint) -> Plain:
    return {"fill": paint.fill, "stroke": paint.stroke, "line": paint.line, "dash": list(paint.dash)}


def _segments(path: Path, matrix: Matrix) -> Iterator[tuple[str, list[float]]]:
    for command, numbers in path.segments:
        points = zip(numbers[::2], numbers[1::2], strict=True)
        yield command, [value for point in points for value in matrix.point(*point)]


def _font(file: FilePath) -> Plain:
    """Where a typeface is, and what it calls itself."""
    names = TTFont(file, lazy=True)["name"]
    family, style = (names.getBestFamilyName(), names.getBestSubFamilyName())
    return {"file": str(file), "family": family, "weight": WEIGHTS[style]}
