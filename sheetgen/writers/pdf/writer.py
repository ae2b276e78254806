"""Write pages as a PDF, reproducibly: the same pages always give the same bytes.

Coordinates of scenes are millimetres from the top left of the page.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path as FilePath
from typing import BinaryIO

from sheetgen.drawing.pages.document import Info, Page
from sheetgen.drawing.qr_codes import QrCodes, dark_box
from sheetgen.drawing.scene import (
    Bitmap,
    Box,
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
    Use,
)
from sheetgen.errors import InputError
from sheetgen.file_model import MM_PER_UNIT
from sheetgen.writers.pdf.attachments import Attachment
from sheetgen.writers.pdf.file import PdfFile

POINTS_PER_MM = 1 / MM_PER_UNIT["pt"]
OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}  # PDF operators by SVG path command
CIRCLE_CONTROL = 0.5523  # distance of a Bézier control point along the tangent of a quarter circle / its radius
DOTS_PER_MODULE = 4  # per side of a QR code module, so that a row of dots in a module is one hexadecimal digit
IDENTITY = Matrix()
CACHE_SIZE = 2000  # shapes kept as operators, because sheets that are drawn one by one share most of their shapes


def write_pdf(pages: Iterable[Page], info: Info, path: FilePath, attachments: Sequence[Attachment] = ()) -> None:
    """Write the pages to a file. The names of the attachments must be unique."""
    with path.open("wb") as file:
        write_pdf_to(file, pages, info, attachments)


def write_pdf_to(file: BinaryIO, pages: Iterable[Page], info: Info, attachments: Sequence[Attachment] = ()) -> None:
    """Write the pages to an open binary file, which need not be seekable."""
    date = os.environ.get("SOURCE_DATE_EPOCH", "").strip()  # reportlab uses it as the date of the file
    if date and not (date.isascii() and date.isdecimal() and len(date) <= 11):
        raise InputError.of(f"SOURCE_DATE_EPOCH={date!r:.60} is not a date", "It counts seconds since 1970.")
    pdf = PdfFile(file, info, attachments)
    writer = _PageWriter(pdf)
    for page in pages:
        writer.write_page(page)
    pdf.finish(writer.resources())


class _PageWriter:
    """Writes the pages of one file. A named scene is written once, as a form XObject, and then only referred to."""

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._codes = QrCodes()
        self._forms: dict[str, int] = {}  # object numbers of forms and bitmaps by name
        self._form_names = dict[Scene, str]()  # of named scenes; those of several documents may have the same name

    def write_page(self, page: Page) -> None:
        """Write one page, with its links as annotations."""
        scene = page.scene
        k = POINTS_PER_MM
        height = scene.height * k
        operators, links = self._operators(scene, Matrix(k, 0, 0, -k, 0, height))
        entries = f"/MediaBox{_rectangle(Box(0, 0, scene.width * k, height))}"
        if trim := page.trim:
            entries += f"/TrimBox{_rectangle(Box(trim.x * k, height - trim.bottom * k, trim.w * k, trim.h * k))}"
        if links:
            entries += f"/Annots[{''.join(map(_annotation, links))}]"
        self._file.write_page(entries, operators)

    def resources(self, names: Iterable[str] | None = None) -> str:
        """Return the resource dictionary with the fonts, and with the named forms or all."""
        forms = "".join(f"/{name} {self._forms[name]} 0 R" for name in (self._forms if names is None else names))
        return f"<</Font {self._file.fonts}/XObject<<{forms}>>>>"

    def _operators(self, scene: Scene, matrix: Matrix) -> tuple[bytes, list[Link]]:
        """Return the operators that draw a scene through a matrix, and its links, which belong to the page."""
        operators = [_concatenate(matrix)]
        links = list[Link]()
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
                case Picture():
                    out.append(self._picture(item))
                case Link():
                    links.append(Link(matrix.box(item.box), item.url))
                case Circle():
                    out.append(_rounded_rect(item.box, item.r, item.paint))

    def _use(self, item: Use, matrix: Matrix, out: list[str], links: list[Link]) -> None:
        scene = item.scene
        inner = item.matrix
        is_transformed = inner != IDENTITY
        if is_transformed:
            out += ["q", _concatenate(inner)]
        if scene.name:
            out.append(f"/{self._form_name(scene)} Do")
        else:
            self._draw(scene, matrix.after(inner), out, links)
        if is_transformed:
            out.append("Q")

    def _form_name(self, scene: Scene) -> str:
        """Return the unique name of a scene's form XObject, which is written when it is first used."""
        if scene not in self._form_names:
            number = self._write_form(scene)
            same = sum(other.name == scene.name for other in self._form_names)
            name = f"{scene.name}.{same + 1}" if same else str(scene.name)
            self._forms[name] = number
            self._form_names[scene] = name
        return self._form_names[scene]

    def _write_form(self, scene: Scene) -> int:
        """Write a form XObject with only the resources that it uses itself: a pad may have a thousand forms."""
        operators, _ = self._operators(scene, IDENTITY)
        size = f"{_number(scene.width)} {_number(scene.height)}"
        resources = self.resources(dict.fromkeys(self._used_forms(scene)))
        return self._file.write_stream(f"/Type/XObject/Subtype/Form/BBox[0 0 {size}]/Resources{resources}", operators)

    def _used_forms(self, scene: Scene) -> Iterator[str]:
        """Yield the names of the forms and bitmaps that a scene refers to."""
        for item in scene.items:
            if isinstance(item, Use):
                yield from [self._form_name(item.scene)] if item.scene.name else self._used_forms(item.scene)
            elif isinstance(item, Picture):
                yield item.bitmap.name

    def _text(self, item: Text) -> str:
        """Return the operators of a text."""
        shown = self._file.text_operators(item.text, item.face, _number(item.size, 6))
        return f"{_colour(item.fill, 'g', 'rg')} BT {_numbers(item.matrix)} Tm {shown} ET"

    def _picture(self, item: Picture) -> str:
        """Return the operators that place a bitmap, which is written once."""
        name = item.bitmap.name
        if name not in self._forms:
            self._forms[name] = self._write_bitmap(item.bitmap)
        box = item.box
        return f"q {_concatenate(Matrix(box.w, 0, 0, -box.h, box.x, box.bottom))} /{name} Do Q"

    def _write_bitmap(self, bitmap: Bitmap) -> int:
        """Write an image XObject with a soft mask."""
        from PIL import Image  # only layouts with a picture need it

        with Image.open(BytesIO(bitmap.printed)) as image:
            *colours, alpha = image.convert("RGBA").split()
        size = f"/Type/XObject/Subtype/Image/Width {bitmap.width}/Height {bitmap.height}/BitsPerComponent 8"
        mask = self._file.write_stream(f"{size}/ColorSpace/DeviceGray", alpha.tobytes())
        entries = f"{size}/ColorSpace/DeviceRGB/SMask {mask} 0 R"
        return self._file.write_stream(entries, Image.merge("RGB", colours).tobytes())

    def _code(self, item: Code) -> str:
        """Return a QR code as an inline image mask, through which black is painted.

        A module has 4 × 4 dots, because some viewers blur enlarged images. Each row of dots has one more digit at its
        end, which pads it to whole bytes.
        """
        box = dark_box(item)
        modules = item.modules
        place = _concatenate(Matrix(box.w, 0, 0, -box.h, box.x, box.bottom))
        digits = self._codes.bits(item.text, modules).replace("1", "f")
        rows = (digits[start : start + modules] + "0" for start in range(0, modules**2, modules))
        data = "".join(row * DOTS_PER_MODULE for row in rows)
        size = modules * DOTS_PER_MODULE
        return f"q 0 g {place} BI/W {size}/H {size}/IM true/D[1 0]/F/AHx ID {data}> EI Q"


def _annotation(link: Link) -> str:
    url = link.url.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"<</Subtype/Link/Border[0 0 0]/Rect{_rectangle(link.box)}/A<</S/URI/URI({url})>>>>"


def _rectangle(box: Box) -> str:
    """Return a box as a PDF array of its corners, in points from the bottom left."""
    return f"[{' '.join(f'{round(side, 3):g}' for side in (box.x, box.y, box.right, box.bottom))}]"


@lru_cache(maxsize=CACHE_SIZE)
def _rect(item: Rect) -> str:
    box = item.box
    if item.radius:
        return _rounded_rect(box, min(item.radius, box.w / 2, box.h / 2), item.paint)
    before, operator = _paint(item.paint)
    return f"{before}{_numbers(box)} re {operator}"


def _rounded_rect(box: Box, r: float, paint: Paint) -> str:
    """Return a box with round corners of radius `r`, or a circle if that is half the side of the box."""
    x = box.x
    y = box.y
    right = box.right
    bottom = box.bottom
    c = r * (1 - CIRCLE_CONTROL)
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


@lru_cache(maxsize=CACHE_SIZE)
def _path(segments: tuple[Segment, ...], paint: Paint) -> str:
    before, operator = _paint(paint)
    lines = " ".join(f"{_numbers(numbers)} {OPERATORS[command]}" for command, numbers in segments)
    return f"{before}{lines} {operator}"


@lru_cache(maxsize=CACHE_SIZE)
def _paint(paint: Paint) -> tuple[str, str]:
    """Return the operators that set the paint, and the one that paints a shape (even-odd: overlapping parts cancel)."""
    before, operator = "", "n"
    if paint.fill:
        before, operator = _colour(paint.fill, "g", "rg") + " ", "f*"
    if paint.stroke:
        operator = "B*" if paint.fill else "S"
        before += f"{_colour(paint.stroke, 'G', 'RG')} {_number(paint.line)} w [{_numbers(paint.dash)}] 0 d "
    return before, operator


@lru_cache(maxsize=CACHE_SIZE)
def _colour(colour: str, grey: str, rgb: str) -> str:
    """Return the operator that sets a colour: greys use the grey colour space, so that black prints with black ink."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return f"{_number(red)} {grey}" if red == green == blue else f"{_numbers((red, green, blue))} {rgb}"


@lru_cache(maxsize=CACHE_SIZE)
def _concatenate(matrix: Matrix) -> str:
    return f"{' '.join(_number(value, 6) for value in matrix)} cm"


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(_number(value) for value in values)


def _number(value: float, digits: int = 4) -> str:
    return f"{value:.{digits}f}".rstrip("0").rstrip(".")
