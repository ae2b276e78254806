"""Write scenes as SVG. Text becomes outlines, so that a picture looks the same without the typeface."""

from base64 import b64encode
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from xml.etree.ElementTree import Comment, Element, SubElement, tostring

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

from sheetgen.drawing.fonts.typefaces import CACHED_FACES
from sheetgen.drawing.qr_codes import code_outline
from sheetgen.drawing.scene import (
    Circle,
    Code,
    Link,
    Matrix,
    Paint,
    Path,
    Picture,
    Rect,
    Scene,
    Segment,
    Text,
    Typeface,
    Use,
)

CACHED_CHARACTERS = 2000  # outlines kept in memory, over all typefaces


@dataclass(frozen=True, slots=True)
class Glyph:
    """One character of a line of text."""

    name: str  # unique among the characters of all typefaces in a scene
    outline: str  # SVG path data, in the typeface's units
    x: int  # distance from the start of the line, in the typeface's units


def svg_text(scene: Scene, title: str, language: str) -> str:
    """Return the scene as a self-contained SVG document at true size, on a white background."""
    width, height = _number(scene.width), _number(scene.height)
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "width": f"{width}mm",
        "height": f"{height}mm",
        "viewBox": f"0 0 {width} {height}",
        "role": "img",
        "lang": language,
    }
    root = Element("svg", attributes)
    root.append(Comment("made by sheetgen"))
    SubElement(root, "title").text = title
    writer = _SvgWriter(SubElement(root, "defs"))
    SubElement(root, "rect", {"width": width, "height": height, "fill": "#ffffff"})
    writer.draw(scene, root)
    return tostring(root, encoding="unicode") + "\n"


class _SvgWriter:
    """Adds scenes to an SVG document. Named scenes and glyphs are defined once and then referred to."""

    def __init__(self, definitions: Element) -> None:
        self.definitions = definitions
        self.defined: set[str] = set()  # ids of the definitions

    def draw(self, scene: Scene, parent: Element) -> None:
        for item in scene.items:
            match item:
                case Rect():
                    shape = _add(parent, "rect", item.paint, **_box(item))
                    if item.radius:
                        shape.set("rx", _number(min(item.radius, item.box.w / 2, item.box.h / 2)))
                case Circle():
                    circle = {"cx": _number(item.x), "cy": _number(item.y), "r": _number(item.r)}
                    shape = _add(parent, "circle", item.paint, **circle)
                case Path():
                    _add(parent, "path", item.paint, d=path_data(item.segments), **{"fill-rule": "evenodd"})
                case Text():
                    self._text(item, parent)
                case Code():
                    data = path_data(code_outline(item))
                    _add(parent, "path", Paint(fill="#000000"), d=data, **{"fill-rule": "evenodd"})
                case Picture():
                    SubElement(parent, "image", {**_box(item), "href": png_url(item.bitmap.printed)})
                case Link():
                    link = SubElement(parent, "a", {"href": item.url})
                    SubElement(link, "rect", {**_box(item), "fill-opacity": "0"})
                case Use():
                    self._use(item, parent)
            if isinstance(item, Rect | Circle) and item.cell:
                shape.set("data-cell", item.cell)

    def _use(self, item: Use, parent: Element) -> None:
        name = item.scene.name
        transform = {"transform": _matrix(item.matrix)}
        if not name:
            self.draw(item.scene, SubElement(parent, "g", transform))
            return
        if name not in self.defined:
            self.defined.add(name)
            self.draw(item.scene, SubElement(self.definitions, "g", {"id": name}))
        SubElement(parent, "use", {"href": f"#{name}", **transform})

    def _text(self, item: Text, parent: Element) -> None:
        """Add a line of text as references to its glyphs, each of which is defined once."""
        glyphs, units = glyphs_of(item)
        scale = item.size / units
        transform = _matrix(item.matrix.after(Matrix(scale, 0, 0, scale)))
        attributes = {"fill": item.fill, "aria-label": item.text, "transform": transform}
        line = SubElement(parent, "g", attributes)
        for glyph in glyphs:
            if glyph.name not in self.defined:
                self.defined.add(glyph.name)
                SubElement(self.definitions, "path", {"id": glyph.name, "d": glyph.outline})
            SubElement(line, "use", {"href": f"#{glyph.name}", "x": str(glyph.x)})


def glyphs_of(text: Text, coarseness: int = 1) -> tuple[list[Glyph], float]:
    """Return the visible glyphs of a line of text, and how many of their units make an em.

    A unit is one of the typeface, or several of them if coarser outlines are enough.
    """
    glyphs, x = [], 0
    for character in text.text:
        outline, width = _outline(text.face, character, coarseness)
        if outline:
            glyphs.append(Glyph(f"{text.face.role[0]}{ord(character):x}", outline, round(x / coarseness)))
        x += width
    return glyphs, _font(text.face)["head"].unitsPerEm / coarseness


def png_url(data: bytes) -> str:
    """Return a PNG file as a data URL."""
    return f"data:image/png;base64,{b64encode(data).decode()}"


def path_data(segments: tuple[Segment, ...], digits: int = 4) -> str:
    """Return lines and curves as SVG path data, rounded to this number of decimal places."""
    return "".join(command + " ".join(_number(value, digits) for value in values) for command, values in segments)


@lru_cache(maxsize=CACHED_FACES)
def _font(face: Typeface) -> TTFont:
    return TTFont(BytesIO(face.data), lazy=True)


@lru_cache(maxsize=CACHED_CHARACTERS)
def _outline(face: Typeface, character: str, coarseness: int) -> tuple[str, int]:
    """Return the outline of a character, which is empty for a space, and its width in units of the typeface."""
    font = _font(face)
    name = font.getBestCmap()[ord(character)]
    glyphs = font.getGlyphSet()
    pen = SVGPathPen(glyphs, ntos=lambda length: str(round(length / coarseness)))
    glyphs[name].draw(pen)
    return pen.getCommands(), font["hmtx"][name][0]


def _add(parent: Element, tag: str, paint: Paint, **attributes: str) -> Element:
    attributes["fill"] = paint.fill or "none"
    if paint.stroke:
        attributes["stroke"] = paint.stroke
        attributes["stroke-width"] = _number(paint.line)
        if paint.dash:
            attributes["stroke-dasharray"] = " ".join(_number(length) for length in paint.dash)
    return SubElement(parent, tag, attributes)


def _box(item: Rect | Link | Picture) -> dict[str, str]:
    return {name: _number(length) for name, length in zip(("x", "y", "width", "height"), item.box, strict=True)}


def _matrix(matrix: Matrix) -> str:
    return f"matrix({' '.join(_number(value, 6) for value in matrix)})"


def _number(value: float, digits: int = 4) -> str:
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") if value else "0"
