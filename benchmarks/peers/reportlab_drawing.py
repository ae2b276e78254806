"""Items drawn on a canvas of reportlab, in points from the lower left, as reportlab measures."""

from __future__ import annotations

from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from benchmarks.peers.given import Given, Item


def opened(pad: Given) -> Any:
    """A canvas with the pad's typefaces."""
    for face, font in pad.fonts.items():
        registerFont(TTFont(face, font["file"]))
    return Canvas(str(pad.file), pagesize=(pad.width * mm, pad.height * mm), pageCompression=1)


def draw(canvas: Any, items: list[Item], x: float, y: float, height: float) -> None:
    """Draw them with their corner at x, y of a page of this height, in mm."""
    for item in items:
        match item["kind"]:
            case "text":
                _text(canvas, item, (x + item["x"]) * mm, (height - y - item["y"]) * mm)
            case "link":
                left, top = x + item["x"], height - y - item["y"]
                area = (left * mm, (top - item["h"]) * mm, (left + item["w"]) * mm, top * mm)
                canvas.linkURL(item["text"], area)
            case "rect" | "circle" | "path":
                _shape(canvas, item, x, y, height)


def _text(canvas: Any, item: Item, x: float, y: float) -> None:
    canvas.setFillColor(HexColor(item["fill"]))
    canvas.setFont(item["face"], item["size"] * mm)
    if item["turn"]:
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(-item["turn"])
        _text(canvas, {**item, "turn": 0}, 0, 0)
        canvas.restoreState()
        return
    match item["anchor"]:
        case "start":
            canvas.drawString(x, y, item["text"])
        case "middle":
            canvas.drawCentredString(x, y, item["text"])
        case "end":
            canvas.drawRightString(x, y, item["text"])


def _shape(canvas: Any, item: Item, x: float, y: float, height: float) -> None:
    fill, stroke = bool(item["fill"]), bool(item["stroke"])
    if fill:
        canvas.setFillColor(HexColor(item["fill"]))
    if stroke:
        canvas.setStrokeColor(HexColor(item["stroke"]))
        canvas.setLineWidth(item["line"] * mm)
        canvas.setDash([length * mm for length in item["dash"]])
    if item["kind"] == "rect":
        place = ((x + item["x"]) * mm, (height - y - item["y"] - item["h"]) * mm, item["w"] * mm, item["h"] * mm)
        if item["radius"]:
            canvas.roundRect(*place, item["radius"] * mm, stroke=stroke, fill=fill)
        else:
            canvas.rect(*place, stroke=stroke, fill=fill)
    elif item["kind"] == "circle":
        centre = (x + item["x"]) * mm, (height - y - item["y"]) * mm
        canvas.circle(*centre, item["r"] * mm, stroke=stroke, fill=fill)
    else:
        path = canvas.beginPath()
        moves = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
        for command, numbers in item["segments"]:
            points = zip(numbers[::2], numbers[1::2], strict=True)
            moves[command](*(value for px, py in points for value in ((x + px) * mm, (height - y - py) * mm)))
        canvas.drawPath(path, stroke=stroke, fill=fill, fillMode=0)
