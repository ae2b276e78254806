"""The pad by Typst: `pad.typ` draws the sheet once as content and places it on every page.

The codes are SVG pictures of the qrcode library, since Typst has no codes of its own. They reach the document in one
JSON file, together with the numbers.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import typst
from qrcode.image.svg import SvgPathImage

from benchmarks.peers.given import Given, code, given

DOCUMENT = Path(__file__).with_name("pad.typ")


def main() -> None:
    """Make the codes, and let Typst draw all pages."""
    pad = given()
    with TemporaryDirectory() as name:
        folder = Path(name)
        compile_pad(pad, {**drawing(pad), "pages": pages(pad)}, folder, pad.file)


def compile_pad(pad: Given, data: dict[str, Any], folder: Path, file: Path) -> None:
    """Let Typst draw the data."""
    (folder / "pad.json").write_text(json.dumps(data), encoding="utf-8")
    shutil.copy(DOCUMENT, folder)
    fonts: list[Any] = sorted({str(Path(font["file"]).parent) for font in pad.fonts.values()})
    typst.compile(str(folder / DOCUMENT.name), output=str(file), font_paths=fonts, ignore_system_fonts=True)


def drawing(pad: Given) -> dict[str, Any]:
    """What all sheets and pages have."""
    return {"width": pad.width, "height": pad.height, "frame": pad.frame, "sheet": pad.sheet, "fonts": pad.fonts}


def pages(pad: Given) -> list[list[dict[str, Any]]]:
    """Of each sheet on each page: where it stands, and what differs on it."""
    return [[{"x": x, "y": y, "stamp": _stamp(pad, serial)} for x, y, serial in page] for page in pad.pages()]


def _stamp(pad: Given, serial: int) -> list[dict[str, Any]]:
    return [
        {**item, "svg": code(item).make_image(SvgPathImage).to_string().decode()} if item["kind"] == "code" else item
        for item in pad.stamped(serial)
    ]


if __name__ == "__main__":
    main()
