"""SVG symbols: the drawings that the page's script shows with `<use>`."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from sheetgen.drawing.scene import Circle, Item, Paint, Path, Rect, Scene, Segment, Text, Use
from sheetgen.scorer.page.views import View
from sheetgen.writers.svg import glyphs_of, path_data

DIGITS = 2  # decimals of a length in mm
BOARD_DIGITS = 1  # the same for boards, which are larger, and with which no photos are compared
GLYPH_COARSENESS = 4  # units of a typeface to which outlines are rounded: a 250th of the size of the text

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


def symbols_svg(scenes: Mapping[str, Scene], boards: Collection[str] = ()) -> str:
    """Return an SVG element without a size that defines each scene, in mm, as a symbol.

    What stands in cells, numbers and signs, keeps its printed outlines, because photos are compared with it. Words are
    text in the page's own typeface, as wide as on paper. `boards` are the ids of the symbols that show boards.
    """
    root = Element("svg", {"width": "0", "height": "0", "aria-hidden": "true"})
    glyphs = SubElement(root, "defs")
    for id, scene in scenes.items():
        symbol = SubElement(root, "symbol", {"id": id, "overflow": "visible"})
        _SymbolWriter(glyphs, BOARD_DIGITS if id in boards else DIGITS).draw(scene, symbol)
    return ElementTree.tostring(root, encoding="unicode")


def svg_nodes(svg: str) -> dict[str, dict[str, Any]]:
    """Return the elements of an SVG text that have an id as data: {"tag", "attributes", "children"}, by their ids."""
    return {id: _node(element) for element in ElementTree.fromstring(svg).iter() if (id := element.get("id"))}


def _node(element: Element) -> dict[str, Any]:
    return {"tag": element.tag, "attributes": element.attrib, "children": [_node(child) for child in element]}


def rounded(length: float) -> float:
    """Return a length in mm, rounded to the precision of the page. A whole number has no `.0` in JSON."""
    value = round(length, DIGITS)
    return int(value) if value == int(value) else value


class _SymbolWriter:
    """A writer of scenes as SVG elements. `glyphs` is the element that defines the outlines of characters."""

    def __init__(self, glyphs: Element, digits: int) -> None:
        self.glyphs = glyphs
        self.digits = digits

    def draw(self, scene: Scene, parent: Element) -> None:
        """Add the items of a scene to an element."""
        for item in scene.items:
            match item:
                case Rect(box=box):
                    radius = min(item.radius, box.w / 2, box.h / 2)
                    corner = {"rx": radius} if radius else {}
                    self._add(parent, "rect", item.paint, x=box.x, y=box.y, width=box.w, height=box.h, **corner)
                case Circle():
                    self._add(parent, "circle", item.paint, cx=item.x, cy=item.y, r=item.r)
                case Path():
                    # Data relative to the first point is the same wherever a shape stands, and so compresses well.
                    x, y = item.segments[0][1]
                    path = self._add(parent, "path", item.paint)
                    data = path_data(_moved(item.segments, -x, -y), self.digits)
                    holes = {"fill-rule": "evenodd"} if data.count("M") > 1 else {}
                    path.attrib |= {"d": data, **holes, "transform": self._translation(x, y)}
                case Text() if not _WORD.search(item.text):
                    self._draw_outlines(item, parent)
                case Text():
                    self._draw_words(item, parent)
                case Use():
                    group = SubElement(parent, "g", {"transform": self._translation(item.x, item.y)})
                    self.draw(item.scene, group)
                case _:
                    raise TypeError(f"a symbol cannot contain a {type(item).__name__}")

    def _draw_words(self, item: Text, parent: Element) -> None:
        x, y = item.matrix.e, item.matrix.f
        lengths = {"x": x, "y": y, "font-size": item.size, "textLength": item.width}
        text = self._add(parent, "text", Paint(fill=item.fill), **lengths)
        if item.turn:
            text.set("transform", f"rotate({item.turn} {self._number(x)} {self._number(y)})")
        text.attrib |= {"font-weight": "700", "lengthAdjust": "spacingAndGlyphs"}
        text.text = item.text

    def _draw_outlines(self, item: Text, parent: Element) -> None:
        """Draw characters with their printed outlines, each of which is defined once."""
        drawn, units_per_size = glyphs_of(item, GLYPH_COARSENESS)
        scale = f"{item.size / units_per_size:.5f}"
        turn = f" rotate({item.turn})" if item.turn else ""
        move = f"{self._translation(item.matrix.e, item.matrix.f)}{turn} scale({scale} -{scale})"
        line = SubElement(parent, "g", {"fill": item.fill, "transform": move})
        for glyph in drawn:
            if not any(known.get("id") == glyph.name for known in self.glyphs):
                SubElement(self.glyphs, "path", {"id": glyph.name, "d": glyph.outline})
            offset = {"x": str(glyph.x)} if glyph.x else {}
            SubElement(line, "use", {"href": f"#{glyph.name}", **offset})

    def _add(self, parent: Element, tag: str, paint: Paint, **lengths: float) -> Element:
        stroke = {"stroke": paint.stroke, "stroke-width": self._number(paint.line)} if paint.stroke else {}
        attributes = {name: self._number(length) for name, length in lengths.items()}
        return SubElement(parent, tag, {**attributes, "fill": paint.fill or "none", **stroke})

    def _translation(self, x: float, y: float) -> str:
        return f"translate({self._number(x)} {self._number(y)})"

    def _number(self, length: float) -> str:
        return f"{round(length, self.digits):g}"


def _moved(segments: tuple[Segment, ...], dx: float, dy: float) -> tuple[Segment, ...]:
    steps = (dx, dy)
    return tuple(
        (command, tuple(value + steps[place % 2] for place, value in enumerate(values))) for command, values in segments
    )
