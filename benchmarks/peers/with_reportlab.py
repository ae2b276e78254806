"""The pad by reportlab, each sheet drawn anew, with reportlab's own widget for QR codes."""

from __future__ import annotations

from typing import Any

from reportlab.graphics import renderPDF
from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing
from reportlab.lib.units import mm

from benchmarks.peers.given import Item, given
from benchmarks.peers.reportlab_drawing import draw, opened


def main() -> None:
    """Draw all pages."""
    pad = given()
    canvas = opened(pad)
    for sheets in pad.pages():
        draw(canvas, pad.frame, 0, 0, pad.height)
        for x, y, serial in sheets:
            stamp = pad.stamped(serial)
            draw(canvas, pad.sheet["items"], x, y, pad.height)
            draw(canvas, stamp, x, y, pad.height)
            for item in stamp:
                if item["kind"] == "code":
                    _code(canvas, item, x, pad.height - y)
        canvas.showPage()
    canvas.save()


def _code(canvas: Any, item: Item, x: float, y: float) -> None:
    side = item["w"] * mm
    version = (item["modules"] - 17) // 4
    widget = QrCodeWidget(item["text"], barLevel="M", barBorder=0, barWidth=side, barHeight=side, qrVersion=version)
    drawing = Drawing(side, side)
    drawing.add(widget)
    renderPDF.draw(drawing, canvas, (x + item["x"]) * mm, (y - item["y"] - item["h"]) * mm)


if __name__ == "__main__":
    main()
