"""What several tests need: editions, documents, pages as pixels, and the boxes that ink really covers."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path as FilePath
from typing import Any

import numpy
import numpy.typing
import pypdfium2
import zxingcpp
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from sheetgen.cli.app import main
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.pages.document import Document, Job
from sheetgen.drawing.pages.paper import parse_paper
from sheetgen.drawing.scene import Box, Circle, Item, Matrix, Path, Rect, Scene, Text, Typeface, Use
from sheetgen.layouts.catalog import kind_of, load_layout, load_locale, load_theme, load_variant, variants
from sheetgen.layouts.files.merge import built_in_names
from sheetgen.layouts.files.source import read_source
from sheetgen.rules.rulebook import Rulebook
from sheetgen.scorer.page.data import siblings_of
from sheetgen.scorer.page.html_page import HtmlPage, PhotoReader, scorer_page
from sheetgen.writers.pdf.writer import write_pdf

VARIANTS = variants()
UNLIKE = ["bigpoints", "onboard", "duel", "double-a", "longo", "xchange"]
"""The variants whose sheets, boards and pages differ most in form. What only form can break is tried on these."""
THEMES = built_in_names("themes")
LANGUAGES = built_in_names("locales")
PROJECT = FilePath(__file__).parent.parent
EXAMPLES = PROJECT / "examples"
EXAMPLE_LAYOUTS = sorted(path for path in EXAMPLES.glob("layouts/*.toml") if kind_of(read_source(path)) == "layouts")
EXAMPLE_THEMES = sorted(path for path in EXAMPLES.glob("*/*.toml") if kind_of(read_source(path)) == "themes")
EXAMPLE_LOCALES = sorted((EXAMPLES / "locales").glob("*.toml"))
DARK = str(EXAMPLES / "themes" / "dark.toml")

SLACK = 1e-6
"""Boxes that share no more than this, in millimetres, only touch."""

Pixels = numpy.typing.NDArray[numpy.uint8]


@cache
def edition(variant: str, theme: str = "color", language: str = "en") -> Edition:
    return Edition(load_variant(variant), load_theme(theme), load_locale(language))


@cache
def page_of(
    variant: str, theme: str = "color", on_site: bool = False, photo_reader: PhotoReader | None = None
) -> HtmlPage:
    """The scorer's page of a variant, made once."""
    siblings = siblings_of([load_variant(name) for name in VARIANTS if photo_reader == "file"])
    return scorer_page(load_variant(variant), load_theme(theme), (), on_site, photo_reader, siblings)


def edition_of(layout_file: FilePath) -> Edition:
    return Edition(load_layout(layout_file), load_theme("color"), load_locale("en"))


def document(variant: str, paper: str = "a4", **options: Any) -> Document:
    theme, language = options.pop("theme", "color"), options.pop("language", "en")
    return Document(Job(edition(variant, theme, language), parse_paper(paper), **options))


def save(printed: Document, file: FilePath) -> None:
    write_pdf(printed.pages(), printed.info, file)


def placed(page: Scene) -> list[Use]:
    """The pictures on a page, and the check line last."""
    ground, *pictures = (item for item in page.items if isinstance(item, Use))
    return [*pictures, *(item for item in ground.scene.items if isinstance(item, Use))]


def placed_box(use: Use) -> Box:
    """What a placed scene covers."""
    return use.matrix.box(Box(0, 0, use.scene.width, use.scene.height))


def row_cells(rulebook: Rulebook) -> tuple[str, ...]:
    return tuple(id for row in rulebook.rows for id in row.ids)


@dataclass(frozen=True)
class Outcome:
    """What a command said and how it ended."""

    status: int
    output: str
    errors: str


def run(capsys: Any, *arguments: str) -> Outcome:
    """Run a command in this process."""
    try:
        main(list(arguments))
        status = 0
    except SystemExit as exit:
        status = exit.code if isinstance(exit.code, int) else int(exit.code is not None)
    said = capsys.readouterr()
    return Outcome(status, said.out, said.err)


def is_gone(group: int) -> bool:
    """Return whether the last process of a group has ended."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def rasters(pdf: FilePath, dpi: int = 200) -> Iterator[Pixels]:
    """Each page as grey pixels, drawn by pdfium."""
    opened = pypdfium2.PdfDocument(pdf)
    try:
        for page in opened:
            yield page.render(scale=dpi / 72, grayscale=True).to_numpy().squeeze()
            page.close()
    finally:
        opened.close()


def decoded(pixels: Pixels) -> list[str]:
    """The texts of all QR codes in the picture."""
    wanted = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    return sorted(barcode.text for barcode in zxingcpp.read_barcodes(pixels, formats=wanted))


@cache
def _font(face: Typeface) -> TTFont:
    return TTFont(BytesIO(face.data))


@cache
def _glyph(face: Typeface, character: str) -> tuple[int, tuple[float, float, float, float] | None]:
    """Advance and bounds in font units, read from the outline itself."""
    font = _font(face)
    name = font.getBestCmap()[ord(character)]
    glyphs = font.getGlyphSet()
    pen = BoundsPen(glyphs)
    glyphs[name].draw(pen)
    return font["hmtx"][name][0], pen.bounds


@cache
def _line(face: Typeface, text: str) -> tuple[float, tuple[float, float, float, float]]:
    """Advance and bounds of a whole text, in type sizes."""
    em = _font(face)["head"].unitsPerEm
    x, boxes = 0.0, []
    for character in text:
        advance, bounds = _glyph(face, character)
        if bounds:
            boxes.append((x + bounds[0], bounds[1], x + bounds[2], bounds[3]))
        x += advance
    x0, y0 = min(box[0] for box in boxes), min(box[1] for box in boxes)
    x1, y1 = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return x / em, (x0 / em, y0 / em, x1 / em, y1 / em)


def ink(text: Text) -> Box:
    """The box that the text's ink covers, measured on the outlines and not by the layout."""
    advance, (x0, y0, x1, y1) = _line(text.face, text.text)
    size = text.size
    matrix = text._replace(width=advance * size).matrix
    return matrix.box(Box(x0 * size, y0 * size, (x1 - x0) * size, (y1 - y0) * size))


def overlap(one: Box, other: Box, slack: float = SLACK) -> bool:
    return (
        one.x < other.right - slack
        and other.x < one.right - slack
        and one.y < other.bottom - slack
        and other.y < one.bottom - slack
    )


def overlapping(boxes: Sequence[Box], others: Sequence[Box]) -> list[tuple[int, int]]:
    """Which of the boxes overlap which of the others, by their numbers: what `overlap` says of each pair, at once."""
    one, other = (numpy.array(each, dtype=float).reshape(-1, 4).T for each in (boxes, others))
    x, y, w, h = one[:, :, None]
    x2, y2, w2, h2 = other[:, None, :]
    found = (x < x2 + w2 - SLACK) & (x2 < x + w - SLACK) & (y < y2 + h2 - SLACK) & (y2 < y + h - SLACK)
    return [(int(at), int(at2)) for at, at2 in numpy.argwhere(found)]


def contains(outer: Box, inner: Box, slack: float = SLACK) -> bool:
    return (
        inner.x >= outer.x - slack
        and inner.y >= outer.y - slack
        and inner.right <= outer.right + slack
        and inner.bottom <= outer.bottom + slack
    )


def texts(scene: Scene) -> list[tuple[Text, Matrix]]:
    return [(item, matrix) for item, matrix in scene.flat() if isinstance(item, Text)]


def tagged(scene: Scene) -> list[tuple[str, Box]]:
    """Every shape that is tagged as a cell, doubles included."""
    return [
        (item.cell, matrix.box(item.box))
        for item, matrix in scene.flat()
        if isinstance(item, Rect | Circle) and item.cell
    ]


def item_boxes(item: Item) -> list[Box]:
    """What an item covers, without the width of its outline; lines are covered piece by piece."""
    if isinstance(item, Text):
        return [ink(item)]
    if isinstance(item, Use):
        return [placed_box(item)]
    if not isinstance(item, Path):
        return [item.box]
    here = item.segments[0][1]
    pieces = []
    for _, numbers in item.segments[1:]:
        xs, ys = [here[0], *numbers[::2]], [here[1], *numbers[1::2]]
        pieces.append(Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
        here = numbers[-2:] or here
    return pieces


@cache
def luminance(colour: str) -> float:
    """Relative luminance as WCAG defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)
