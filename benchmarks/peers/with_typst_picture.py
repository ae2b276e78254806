"""The pad by Typst in two steps: the sheet alone as a PDF, which is then a picture on every page and stored once."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.peers.given import given
from benchmarks.peers.with_typst import compile_pad, drawing, pages


def main() -> None:
    """Draw the sheet, then all pages."""
    pad = given()
    width, height = pad.sheet["width"], pad.sheet["height"]
    alone = {"width": width, "height": height, "frame": [], "pages": [[{"x": 0, "y": 0, "stamp": []}]]}
    with TemporaryDirectory() as name:
        folder = Path(name)
        compile_pad(pad, {**drawing(pad), **alone}, folder, folder / "sheet.pdf")
        picture = {"width": width, "height": height, "picture": "sheet.pdf"}
        compile_pad(pad, {**drawing(pad), "sheet": picture, "pages": pages(pad)}, folder, pad.file)


if __name__ == "__main__":
    main()
