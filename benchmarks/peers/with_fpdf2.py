"""The pad by fpdf2, each sheet drawn anew, the codes as images of the qrcode library, as its manual has it."""

from __future__ import annotations

from typing import Any

from fpdf import FPDF
from fpdf.drawing import PaintedPath
from fpdf.enums import IntersectionRule, PathPaintRule

from benchmarks.peers.given import Item, code, given, rgb

POINTS_PER_MM = 72 / 25.4
ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


def main() -> None:
    """Draw all pages."""
    pad = given()
    pdf = FPDF(unit="mm", format=(pad.width, pad.height))
    pdf.set_auto_page_break(False)
    for face, font in pad.fonts.items():
        pdf.add_font(face, fname=font["file"])
    for sheets in pad.pages():
        pdf.add_page()
        _draw(pdf, pad.frame, 0, 0)
        for x, y, serial in sheets:
            _draw(pdf, pad.sheet["items"], x, y)
            _draw(pdf, pad.stamped(serial), x, y)
    pdf.output(str(pad.file))


def _draw(pdf: Any, items: list[Item], x: float, y: float) -> None:
    for item in items:
        match item["kind"]:
            case "rect":
                rounded = {"round_corners": True, "corner_radius": item["radius"]} if item["radius"] else {}
                pdf.rect(x + item["x"], y + item["y"], item["w"], item["h"], style=_style(pdf, item), **rounded)
            case "circle":
                pdf.circle(x + item["x"], y + item["y"], item["r"], style=_style(pdf, item))
            case "path":
                pdf.draw_path(_path(item, x, y))
            case "text":
                pdf.set_font(item["face"], size=item["size"] * POINTS_PER_MM)
                pdf.set_text_color(*rgb(item["fill"]))
                before = ANCHORS[item["anchor"]] * pdf.get_string_width(item["text"])
                with pdf.rotation(-item["turn"], x + item["x"], y + item["y"]):
                    pdf.text(x + item["x"] - before, y + item["y"], item["text"])
            case "code":
                picture = code(item).make_image().get_image()
                pdf.image(picture, x + item["x"], y + item["y"], item["w"], item["h"])
            case "link":
                pdf.link(x + item["x"], y + item["y"], item["w"], item["h"], item["text"])


def _style(pdf: Any, item: Item) -> str:
    """Set how a shape is painted, and give fpdf2's letters for it."""
    if item["fill"]:
        pdf.set_fill_color(*rgb(item["fill"]))
    if item["stroke"]:
        pdf.set_draw_color(*rgb(item["stroke"]))
        pdf.set_line_width(item["line"])
        pdf.set_dash_pattern(*item["dash"][:2])
    return ("D" if item["stroke"] else "") + ("F" if item["fill"] else "")


def _path(item: Item, x: float, y: float) -> Any:
    path = PaintedPath()
    path.style.fill_color = item["fill"]
    path.style.stroke_color = item["stroke"]
    path.style.stroke_width = item["line"]
    path.style.intersection_rule = IntersectionRule.EVENODD
    path.style.auto_close = False
    path.style.paint_rule = _rule(item)
    moves: dict[str, Any] = {"M": path.move_to, "L": path.line_to, "C": path.curve_to, "Z": path.close}
    for command, numbers in item["segments"]:
        points = zip(numbers[::2], numbers[1::2], strict=True)
        moves[command](*(value for px, py in points for value in (x + px, y + py)))
    return path


def _rule(item: Item) -> PathPaintRule:
    if item["fill"] and item["stroke"]:
        return PathPaintRule.STROKE_FILL_EVENODD
    return PathPaintRule.FILL_EVENODD if item["fill"] else PathPaintRule.STROKE


if __name__ == "__main__":
    main()
