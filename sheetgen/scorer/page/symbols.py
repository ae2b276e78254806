"""SVG symbols: the drawings that the page's script shows with `<use>`."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from sheetgen.drawing.scene import Circle, Item, Paint, Path, Rect, Scene, Segment, Text, Use
from sheetgen.scorer.page.views import View
from sheetgen.writers.svg import glyphs_of, path_data

DIGITS = 2  # decimals of a length in mm

_WORD = re.compile(r"[^\W\d_]{2}")  # a single letter is a sign in a cell


def view_symbols(views: Mapping[str, Sequence[View]]) -> tuple[dict[str, Scene], dict[str, dict[str, list[str]]]]:
    """Split each view into the items that all languages share and the rest of each language.

    Return the symbols, and the ids of the symbols of each view in each language.
    """
    scenes: dict[str, Scene] = {}
    ids: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for translations in zip(*views.values(), strict=True):
        name = translations[0].name
        shared = set[Item].intersection(*(set(view.scene.items) for view in translations))
        for language, view in zip(views, translations, strict=True):
            id = name.replace(" ", "-")
            parts = {
                id: [item for item in view.scene.items if item in shared],
                f"{id}.{language}": [item for item in view.scene.items if item not in shared],
            }
            scenes |= {part: Scene(0, 0, tuple(items)) for part, items in parts.items() if items}
            ids[name][language] = [part for part, items in parts.items() if items]
    return scenes, ids


def symbols_svg(scenes: Mapping[str, Scene]) -> str:
    """Return an SVG element without a size that defines each scene, in mm, as a symbol.

    What stands in cells, numbers and signs, keeps its printed outlines, because photos are compared with it. Words are
    text in the page's own typeface, as wide as on paper.
    """
    root = Element("svg", {"width": "0", "height": "0", "aria-hidden": "true"})
    glyphs = SubElement(root, "defs")
    for id, scene in scenes.items():
        _draw(scene, SubElement(root, "symbol", {"id": id, "overflow": "visible"}), glyphs)
    return ElementTree.tostring(root, encoding="unicode")


def rounded(length: float) -> float:
    """Return a length in mm, rounded to the precision of the page."""
    return round(length, DIGITS)


def _draw(scene: Scene, parent: Element, glyphs: Element) -> None:
    for item in scene.items:
        match item:
            case Rect(box=box):
                radius = min(item.radius, box.w / 2, box.h / 2)
                corner = {"rx": radius} if radius else {}
                _add(parent, "rect", item.paint, x=box.x, y=box.y, width=box.w, height=box.h, **corner)
            case Circle():
                _add(parent, "circle", item.paint, cx=item.x, cy=item.y, r=item.r)
            case Path():
                # Data relative to the first point is the same wherever a shape stands, and so compresses well.
                x, y = item.segments[0][1]
                path = _add(parent, "path", item.paint)
                path.attrib |= {"d": path_data(_moved(item.segments, -x, -y), DIGITS), "fill-rule": "evenodd"}
                path.set("transform", f"translate({_number(x)} {_number(y)})")
            case Text() if not _WORD.search(item.text):
                _draw_outlines(item, parent, glyphs)
            case Text():
                x, y = item.matrix.e, item.matrix.f
                lengths = {"x": x, "y": y, "font-size": item.size, "textLength": item.width}
                text = _add(parent, "text", Paint(fill=item.fill), **lengths)
                if item.turn:
                    text.set("transform", f"rotate({item.turn} {_number(x)} {_number(y)})")
                text.attrib |= {"font-weight": "700", "lengthAdjust": "spacingAndGlyphs"}
                text.text = item.text
            case Use():
                move = f"translate({_number(item.x)} {_number(item.y)})"
                _draw(item.scene, SubElement(parent, "g", {"transform": move}), glyphs)
            case _:
                raise TypeError(f"a symbol cannot contain a {type(item).__name__}")


def _moved(segments: tuple[Segment, ...], dx: float, dy: float) -> tuple[Segment, ...]:
    steps = (dx, dy)
    return tuple(
        (command, tuple(value + steps[place % 2] for place, value in enumerate(values))) for command, values in segments
    )


def _draw_outlines(item: Text, parent: Element, glyphs: Element) -> None:
    """Draw characters with their printed outlines, each of which is defined once."""
    drawn, units_per_size = glyphs_of(item)
    scale = f"{item.size / units_per_size:.5f}"
    turn = f" rotate({item.turn})" if item.turn else ""
    move = f"translate({_number(item.matrix.e)} {_number(item.matrix.f)}){turn} scale({scale} -{scale})"
    line = SubElement(parent, "g", {"fill": item.fill, "transform": move})
    for glyph in drawn:
        if not any(known.get("id") == glyph.name for known in glyphs):
            SubElement(glyphs, "path", {"id": glyph.name, "d": glyph.outline})
        SubElement(line, "use", {"href": f"#{glyph.name}", "x": str(glyph.x)})


def _add(parent: Element, tag: str, paint: Paint, **lengths: float) -> Element:
    stroke = {"stroke": paint.stroke, "stroke-width": _number(paint.line)} if paint.stroke else {}
    attributes = {name: _number(length) for name, length in lengths.items()}
    return SubElement(parent, tag, {**attributes, "fill": paint.fill or "none", **stroke})


def _number(length: float) -> str:
    return f"{rounded(length):g}"
