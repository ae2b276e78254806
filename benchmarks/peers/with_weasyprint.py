"""The pad by WeasyPrint: HTML with the sheet as one SVG picture, and above it an SVG of what differs, and the code.

The codes are SVG pictures of the qrcode library.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from qrcode.image.svg import SvgPathImage
from weasyprint import HTML

from benchmarks.peers.given import Given, Item, code, given


def main() -> None:
    """Write the SVG pictures and the HTML, and let WeasyPrint make the PDF."""
    pad = given()
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "frame.svg").write_text(_svg(pad.frame, pad.width, pad.height), encoding="utf-8")
        sheet = pad.sheet
        (folder / "sheet.svg").write_text(_svg(sheet["items"], sheet["width"], sheet["height"]), encoding="utf-8")
        HTML(string=_html(pad), base_url=str(folder)).write_pdf(pad.file)


def _html(pad: Given) -> str:
    faces = "".join(
        f"@font-face {{ font-family: {face}; src: url('{Path(font['file']).as_uri()}') }}\n"
        for face, font in pad.fonts.items()
    )
    style = (
        f"@page {{ size: {pad.width}mm {pad.height}mm; margin: 0 }}\n"
        f"{faces}"
        "body { margin: 0 }\n"
        f".page {{ position: relative; height: {pad.height}mm; break-after: page }}\n"
        ".page:last-child { break-after: auto }\n"
        ".page > *, .sheet > * { position: absolute; left: 0; top: 0 }\n"
    )
    pages = "\n".join(_page(pad, sheets) for sheets in pad.pages())
    return f"<!doctype html><meta charset=utf-8><title>Pad</title><style>{style}</style>{pages}"


def _page(pad: Given, sheets: list[tuple[float, float, int]]) -> str:
    drawn = "".join(
        f'<div class="sheet" style="left: {x}mm; top: {y}mm">{_sheet(pad, serial)}</div>' for x, y, serial in sheets
    )
    return f'<div class="page"><img src="frame.svg">{drawn}</div>'


def _sheet(pad: Given, serial: int) -> str:
    """The picture of the sheet, and what differs above it."""
    stamp = pad.stamped(serial)
    texts = [item for item in stamp if item["kind"] == "text"]
    others = "".join(_placed(item) for item in stamp if item["kind"] != "text")
    return f'<img src="sheet.svg">{_svg(texts, pad.sheet["width"], pad.sheet["height"])}{others}'


def _placed(item: Item) -> str:
    """A code or a link."""
    place = f'style="left: {item["x"]}mm; top: {item["y"]}mm; width: {item["w"]}mm; height: {item["h"]}mm"'
    if item["kind"] == "link":
        return f'<a href="{escape(item["text"])}" {place}></a>'
    picture = b64encode(code(item).make_image(SvgPathImage).to_string()).decode()
    return f'<img src="data:image/svg+xml;base64,{picture}" {place}>'


def _svg(items: list[Item], width: float, height: float) -> str:
    drawn = "".join(_element(item) for item in items)
    size = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawn}</svg>'


def _element(item: Item) -> str:
    if item["kind"] == "text":
        looks = f'font-family="{item["face"]}" font-size="{item["size"]}" fill="{item["fill"]}"'
        anchor = f'x="{item["x"]}" y="{item["y"]}" text-anchor="{item["anchor"]}"'
        turn = f'transform="rotate({item["turn"]} {item["x"]} {item["y"]})"' if item["turn"] else ""
        return f"<text {anchor} {looks} {turn}>{escape(item['text'])}</text>"
    paint = f'fill="{item["fill"] or "none"}"'
    if item["stroke"]:
        paint += f' stroke="{item["stroke"]}" stroke-width="{item["line"]}"'
    if item["dash"]:
        paint += f' stroke-dasharray="{" ".join(map(str, item["dash"]))}"'
    match item["kind"]:
        case "rect":
            box = f'x="{item["x"]}" y="{item["y"]}" width="{item["w"]}" height="{item["h"]}"'
            return f'<rect {box} rx="{item["radius"]}" {paint}/>'
        case "circle":
            return f'<circle cx="{item["x"]}" cy="{item["y"]}" r="{item["r"]}" {paint}/>'
        case _:
            data = "".join(command + " ".join(map(str, numbers)) for command, numbers in item["segments"])
            return f'<path d="{data}" fill-rule="evenodd" {paint}/>'


if __name__ == "__main__":
    main()
