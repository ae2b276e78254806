"""The pad by reportlab, the sheet and the page's frame as forms that are drawn once, the codes as rectangles.

A row's dark modules that stand side by side are one rectangle, and all rectangles of a code are one path.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from reportlab.lib.units import mm

from benchmarks.peers.given import Item, code, given
from benchmarks.peers.reportlab_drawing import draw, opened


def main() -> None:
    """Draw all pages."""
    pad = given()
    canvas = opened(pad)
    for name, items in (("frame", pad.frame), ("sheet", pad.sheet["items"])):
        canvas.beginForm(name, 0, 0, pad.width * mm, pad.height * mm)
        draw(canvas, items, 0, 0, pad.height)
        canvas.endForm()
    for sheets in pad.pages():
        canvas.doForm("frame")
        for x, y, serial in sheets:
            stamp = pad.stamped(serial)
            canvas.saveState()
            canvas.translate(x * mm, -y * mm)
            canvas.doForm("sheet")
            canvas.restoreState()
            draw(canvas, stamp, x, y, pad.height)
            for item in stamp:
                if item["kind"] == "code":
                    _code(canvas, item, x, pad.height - y)
        canvas.showPage()
    canvas.save()


def _code(canvas: Any, item: Item, x: float, y: float) -> None:
    module = item["w"] / item["modules"]
    path = canvas.beginPath()
    for row, modules in enumerate(code(item).get_matrix()):
        column = 0
        for dark, run in groupby(modules):
            length = len(list(run))
            if dark:
                left, bottom = x + item["x"] + column * module, y - item["y"] - (row + 1) * module
                path.rect(left * mm, bottom * mm, length * module * mm, module * mm)
            column += length
    canvas.setFillGray(0)
    canvas.drawPath(path, stroke=0, fill=1)


if __name__ == "__main__":
    main()
