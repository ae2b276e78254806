"""Scenes as the operators by which a PDF draws, in millimetres from the top left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from reportlab.pdfbase.ttfonts import TTFont

from sheetgen.drawing.fonts.typefaces import reportlab_font
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
    Use,
)
from sheetgen.writers.pdf.file import PdfFile
from sheetgen.writers.qr import Codes, dark_box

_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_CURVE = 0.5523
"""How far along its tangents a quarter of a circle is pulled, in its radius."""
DOTS = 4
"""The dots of a module's side: as many as a hexadecimal digit tells."""
_AS_IT_IS = Matrix()
MOST_KEPT = 2000
"""So many shapes are kept as operators. Shuffled sheets, which are drawn one by one, have most of theirs in common."""


class PdfDrawing:
    """Draws scenes for one file. Those with names are drawn once, as forms, and only placed from then on."""

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._codes = Codes()
        self._forms: dict[str, int] = {}
        self._fonts: dict[str, TTFont] = {}

    @property
    def resources(self) -> str:
        """The typefaces and forms that the operators of pages name."""
        return self._resources(self._forms)

    def drawn(self, scene: Scene, matrix: Matrix) -> tuple[bytes, list[Link]]:
        """The operators that draw a scene by this map, and the links in it, which belong to the page."""
        operators, links = [_placed(matrix)], list[Link]()
        self._draw(scene, matrix, operators, links)
        return "\n".join(operators).encode("ascii"), links

    def _draw(self, scene: Scene, matrix: Matrix, out: list[str], links: list[Link]) -> None:
        for item in scene.items:
            match item:
                case Text():
                    out.append(self._text(item))
                case Rect():
                    out.append(_rect(item))
                case Path():
                    out.append(_path(item.segments, item.paint))
                case Use():
                    self._use(item, matrix, out, links)
                case Code():
                    out.append(self._code(item))
                case Link():
                    links.append(Link(matrix.box(item.box), item.url))
                case Circle():
                    out.append(_round(item.box, item.r, item.paint))

    def _use(self, item: Use, matrix: Matrix, out: list[str], links: list[Link]) -> None:
        scene, inner = item.scene, item.matrix
        is_moved = inner != _AS_IT_IS
        if is_moved:
            out += ["q", _placed(inner)]
        if scene.name:
            if scene.name not in self._forms:
                self._forms[scene.name] = self._form(scene)
            out.append(f"/{scene.name} Do")
        else:
            self._draw(scene, matrix.after(inner), out, links)
        if is_moved:
            out.append("Q")

    def _form(self, scene: Scene) -> int:
        """It tells only what it names itself: a pad may have a thousand forms, and each telling all would be long."""
        operators, _ = self.drawn(scene, _AS_IT_IS)
        size = f"{_number(scene.width)} {_number(scene.height)}"
        resources = self._resources(dict.fromkeys(_placed_names(scene)))
        return self._file.put_stream(f"/Type/XObject/Subtype/Form/BBox[0 0 {size}]/Resources{resources}", operators)

    def _resources(self, names: Iterable[str]) -> str:
        forms = "".join(f"/{name} {self._forms[name]} 0 R" for name in names)
        return f"<</Font {self._file.fonts}/XObject<<{forms}>>>>"

    def _text(self, item: Text) -> str:
        """Upright again, because the page hangs head down."""
        font = self._fonts.setdefault(item.face.name, reportlab_font(item.face))  # one file may serve several uses
        size, kept = _number(item.size, 6), self._file.kept
        shown = " ".join(
            f"{font.getSubsetInternalName(subset, kept)} {size} Tf <{codes.hex()}> Tj"
            for subset, codes in font.splitString(item.text, kept)
        )
        return f"{_colour(item.fill, 'g', 'rg')} BT 1 0 0 -1 {_number(item.left)} {_number(item.y)} Tm {shown} ET"

    def _code(self, item: Code) -> str:
        """A stencil through which black is painted.

        A module has four times four dots, for some programs blur the dots of pictures that they enlarge. So a module
        is one hexadecimal digit, and one more fills each row up to whole bytes.
        """
        box, modules = dark_box(item), item.modules
        place = _placed(Matrix(box.w, 0, 0, -box.h, box.x, box.bottom))
        digits = self._codes.digits(item.text, modules).replace("1", "f")
        rows = (digits[start : start + modules] + "0" for start in range(0, modules**2, modules))
        picture = "".join(row * DOTS for row in rows)
        size = modules * DOTS
        return f"q 0 g {place} BI/W {size}/H {size}/IM true/D[1 0]/F/AHx ID {picture}> EI Q"


def _placed_names(scene: Scene) -> Iterator[str]:
    """The names of the scenes that it places."""
    for item in scene.items:
        if isinstance(item, Use):
            yield from [item.scene.name] if item.scene.name else _placed_names(item.scene)


@lru_cache(maxsize=MOST_KEPT)
def _rect(item: Rect) -> str:
    box = item.box
    if item.radius:
        return _round(box, min(item.radius, box.w / 2, box.h / 2), item.paint)
    before, paint = _painted(item.paint)
    return f"{before}{_numbers(box)} re {paint}"


def _round(box: Box, r: float, paint: Paint) -> str:
    """A box with round corners; or a circle, which has nothing else."""
    x, y, right, bottom, c = box.x, box.y, box.right, box.bottom, r * (1 - _CURVE)
    segments: list[Segment] = [
        ("M", (x + r, y)),
        ("L", (right - r, y)),
        ("C", (right - c, y, right, y + c, right, y + r)),
        ("L", (right, bottom - r)),
        ("C", (right, bottom - c, right - c, bottom, right - r, bottom)),
        ("L", (x + r, bottom)),
        ("C", (x + c, bottom, x, bottom - c, x, bottom - r)),
        ("L", (x, y + r)),
        ("C", (x, y + c, x + c, y, x + r, y)),
        ("Z", ()),
    ]
    return _path(tuple(segments), paint)


@lru_cache(maxsize=MOST_KEPT)
def _path(segments: tuple[Segment, ...], paint: Paint) -> str:
    before, operator = _painted(paint)
    lines = " ".join(f"{_numbers(numbers)} {_OPERATORS[command]}" for command, numbers in segments)
    return f"{before}{lines} {operator}"


@lru_cache(maxsize=MOST_KEPT)
def _painted(paint: Paint) -> tuple[str, str]:
    """What is said before a shape, and the operator behind it. Overlapping parts cancel out."""
    before, operator = "", "n"
    if paint.fill:
        before, operator = _colour(paint.fill, "g", "rg") + " ", "f*"
    if paint.stroke:
        operator = "B*" if paint.fill else "S"
        before += f"{_colour(paint.stroke, 'G', 'RG')} {_number(paint.line)} w [{_numbers(paint.dash)}] 0 d "
    return before, operator


@lru_cache(maxsize=MOST_KEPT)
def _colour(colour: str, grey: str, rgb: str) -> str:
    """Greys by themselves, so that pure black stays on the black plate."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return f"{_number(red)} {grey}" if red == green == blue else f"{_numbers((red, green, blue))} {rgb}"


@lru_cache(maxsize=MOST_KEPT)
def _placed(matrix: Matrix) -> str:
    return f"{' '.join(_number(value, 6) for value in matrix)} cm"


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(_number(value) for value in values)


def _number(value: float, digits: int = 4) -> str:
    return f"{value:.{digits}f}".rstrip("0").rstrip(".")
