"""Scene to SVG. Text becomes outlines, so that a picture looks the same without the typeface."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from xml.etree import ElementTree

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

from sheetgen.drawing.fonts.typefaces import CACHED_FACES
from sheetgen.drawing.scene import (
    Box,
    Circle,
    Code,
    Link,
    Matrix,
    Paint,
    Path,
    Rect,
    Scene,
    Segment,
    Text,
    Typeface,
    Use,
)
from sheetgen.writers.qr import code_outline

Element = ElementTree.Element


@dataclass(frozen=True, slots=True)
class Glyph:
    """One character of a line of text: its outline, and how far along the line it stands, in the typeface's units."""

    name: str
    outline: str
    x: int


def svg_text(scene: Scene, title: str, language: str, paper: bool = True) -> str:
    """The scene as one self-contained SVG document, in true size; on white paper, or else on whatever is behind it."""
    return _SvgWriter().document(scene, title, language, paper)


class _SvgWriter:
    def __init__(self) -> None:
        self.definitions = Element("defs")
        self.defined: set[str] = set()

    def document(self, scene: Scene, title: str, language: str, paper: bool) -> str:
        width, height = _number(scene.width), _number(scene.height)
        root = Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "width": f"{width}mm",
                "height": f"{height}mm",
                "viewBox": f"0 0 {width} {height}",
                "role": "img",
                "lang": language,
            },
        )
        ElementTree.SubElement(root, "title").text = title
        root.append(self.definitions)
        if paper:
            ElementTree.SubElement(root, "rect", {"width": width, "height": height, "fill": "#ffffff"})
        self._draw(scene, root)
        return ElementTree.tostring(root, encoding="unicode") + "\n"

    def _draw(self, scene: Scene, parent: Element) -> None:
        for item in scene.items:
            match item:
                case Rect():
                    shape = _add(parent, "rect", item.paint, **_box(item.box))
                    if item.radius:
                        shape.set("rx", _number(min(item.radius, item.box.w / 2, item.box.h / 2)))
                    _tag(shape, item.cell)
                case Circle():
                    place = {"cx": _number(item.x), "cy": _number(item.y), "r": _number(item.r)}
                    _tag(_add(parent, "circle", item.paint, **place), item.cell)
                case Path():
                    _add(parent, "path", item.paint, d=path_data(item.segments), **{"fill-rule": "evenodd"})
                case Text():
                    self._text(item, parent)
                case Code():
                    data = path_data(code_outline(item))
                    _add(parent, "path", Paint(fill="#000000"), d=data, **{"fill-rule": "evenodd"})
                case Link():
                    link = ElementTree.SubElement(parent, "a", {"href": item.url})
                    ElementTree.SubElement(link, "rect", {**_box(item.box), "fill-opacity": "0"})
                case Use():
                    self._use(item, parent)

    def _use(self, item: Use, parent: Element) -> None:
        name, transform = item.scene.name, {"transform": _matrix(item.matrix)}
        if not name:
            self._draw(item.scene, ElementTree.SubElement(parent, "g", transform))
            return
        if name not in self.defined:
            self.defined.add(name)
            self._draw(item.scene, ElementTree.SubElement(self.definitions, "g", {"id": name}))
        ElementTree.SubElement(parent, "use", {"href": f"#{name}", **transform})

    def _text(self, item: Text, parent: Element) -> None:
        """Each glyph is defined once; a line of text is a row of references to them."""
        glyphs, units = glyphs_of(item)
        scale = item.size / units
        line = ElementTree.SubElement(parent, "g", {
            "fill": item.fill, "aria-label": item.text,
            "transform": _matrix(Matrix(scale, 0, 0, -scale, item.left, item.y)),
        })  # fmt: skip
        for glyph in glyphs:
            if glyph.name not in self.defined:
                self.defined.add(glyph.name)
                ElementTree.SubElement(self.definitions, "path", {"id": glyph.name, "d": glyph.outline})
            ElementTree.SubElement(line, "use", {"href": f"#{glyph.name}", "x": str(glyph.x)})


def glyphs_of(text: Text) -> tuple[list[Glyph], int]:
    """What is seen of a line of text, and how many units of the typeface make its size."""
    drawn = _drawn(text.face)
    glyphs, x = [], 0
    for character in text.text:
        outline, width = drawn.character(character)
        if outline:
            glyphs.append(Glyph(f"{text.face.use[0]}{ord(character):x}", outline, x))
        x += width
    return glyphs, drawn.units


class _Drawn:
    """A typeface and the outlines that were drawn with it. They are forgotten together."""

    def __init__(self, data: bytes) -> None:
        self.font = TTFont(BytesIO(data), lazy=True)
        self.units: int = self.font["head"].unitsPerEm
        self.known: dict[str, tuple[str, int]] = {}

    def character(self, character: str) -> tuple[str, int]:
        """Its outline, which is empty for a space, and its width."""
        if character not in self.known:
            name, glyphs = self.font.getBestCmap()[ord(character)], self.font.getGlyphSet()
            pen = SVGPathPen(glyphs)
            glyphs[name].draw(pen)
            self.known[character] = str(pen.getCommands()), self.font["hmtx"][name][0]
        return self.known[character]


@lru_cache(maxsize=CACHED_FACES)
def _drawn(face: Typeface) -> _Drawn:
    return _Drawn(face.data)


def _add(parent: Element, tag: str, paint: Paint, **attributes: str) -> Element:
    attributes["fill"] = paint.fill or "none"
    if paint.stroke:
        attributes["stroke"] = paint.stroke
        attributes["stroke-width"] = _number(paint.line)
        if paint.dash:
            attributes["stroke-dasharray"] = " ".join(_number(length) for length in paint.dash)
    return ElementTree.SubElement(parent, tag, attributes)


def _tag(shape: Element, cell: str | None) -> None:
    if cell:
        shape.set("data-cell", cell)


def _box(box: Box) -> dict[str, str]:
    return {"x": _number(box.x), "y": _number(box.y), "width": _number(box.w), "height": _number(box.h)}


def path_data(segments: tuple[Segment, ...], digits: int = 4) -> str:
    """Lines and curves as SVG writes them."""
    return "".join(command + " ".join(_number(value, digits) for value in values) for command, values in segments)


def _matrix(matrix: Matrix) -> str:
    values = (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    return f"matrix({' '.join(_number(value, 6) for value in values)})"


def _number(value: float, digits: int = 4) -> str:
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") if value else "0"
