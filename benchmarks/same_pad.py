"""Is it the same pad? Before anything is timed, each one's pages are drawn as pictures and compared with sheetgen's."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pypdfium2
import zxingcpp
from PIL import Image, ImageChops, ImageDraw

DPI = 200
BLOCK = 24
"""Pages are compared in blocks of so many pixels, about 3 mm, in which thin lines and shapes of letters even out."""
MOST = 16
"""So much, of 255, a block may be lighter or darker than sheetgen's. A missing outline of a cell makes more."""


def check_two(name: str, file: Path, sheetgens: Path, pad: dict[str, Any]) -> None:
    """Two sheets on one page look like sheetgen's, and both codes can be read. Otherwise the benchmark ends."""
    pages = _pages(file)
    if len(pages) != 1:
        sys.exit(f"{name}: the pad is not the same: {len(pages)} pages instead of one")
    links = {f"{code['text']}{serial}" for code in _codes(pad) for serial in (1, 2)}
    if _read(pages[0]) != links:
        sys.exit(f"{name}: the pad is not the same: its codes say {_read(pages[0])}, not {links}")
    (sheetgens_page,) = _pages(sheetgens)
    differs = ImageChops.difference(_blocks(pages[0], pad), _blocks(sheetgens_page, pad))
    blocks = differs.tobytes()
    if max(blocks) > MOST:
        place = blocks.index(max(blocks))
        x, y = (BLOCK * (at + 0.5) * 25.4 / DPI for at in (place % differs.width, place // differs.width))
        sys.exit(f"{name}: the pad is not the same: the page looks different around {x:.0f} mm, {y:.0f} mm")


def check_last(name: str, file: Path, count: int, pad: dict[str, Any]) -> None:
    """A long pad has all its pages, and its last sheet the last number."""
    document = pypdfium2.PdfDocument(file)
    pages = -(-count // len(pad["slots"]))
    last = {f"{code['text']}{count}" for code in _codes(pad)}
    if len(document) != pages or not last <= _read(_drawn(document[pages - 1])):
        sys.exit(f"{name}: the pad of {count:,} sheets is not whole")
    document.close()


def _pages(file: Path) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(file)
    pages = [_drawn(page) for page in document]
    document.close()
    return pages


def _drawn(page: Any) -> Image.Image:
    picture: Image.Image = page.render(scale=DPI / 72, grayscale=True).to_pil()
    return picture


def _read(page: Image.Image) -> set[str]:
    wanted = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    return {code.text for code in zxingcpp.read_barcodes(page, formats=wanted)}


def _blocks(page: Image.Image, pad: dict[str, Any]) -> Image.Image:
    """How dark each block is. The codes are left out: the same text can be written in eight patterns."""
    blank, scale = page.copy(), DPI / 25.4
    for x, y in pad["slots"]:
        for code in _codes(pad):
            left, top = (x + code["x"]) * scale, (y + code["y"]) * scale
            box = (left, top, left + code["w"] * scale, top + code["h"] * scale)
            ImageDraw.Draw(blank).rectangle(box, fill=255)
    return blank.convert("L").reduce(BLOCK)


def _codes(pad: dict[str, Any]) -> list[dict[str, Any]]:
    return [item for item in pad["stamp"] if item["kind"] == "code"]
