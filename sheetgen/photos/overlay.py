"""Draw what was read from a photo on top of the rectified sheet.

Certain crosses are green, unsure cells orange, settled ones blue. Badges differ in form as well, for people who cannot
tell the colours apart, and the frame of a cell that is not crossed is dashed.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import PurePath
from typing import Literal, NamedTuple
from unicodedata import normalize

from PIL import Image

from sheetgen.drawing.canvas import WHITE, Canvas
from sheetgen.drawing.fonts.typefaces import FACES, text_width
from sheetgen.drawing.scene import Box, Circle, Paint, Rect
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.errors import InputError, shortened
from sheetgen.locales.locale import Locale
from sheetgen.locales.texts import render
from sheetgen.photos.sheet_reading import SheetReading
from sheetgen.writers.raster import png_file, render_scene

State = Literal["crossed", "unsure", "settled"]
COLOURS: dict[State, str] = {"crossed": "#067a3a", "unsure": "#d95f00", "settled": "#1f5fd0"}
TEXT_COLOUR, SECONDARY_COLOUR, LINE_COLOUR = "#1d2129", "#5a616c", "#d5d9e0"

# All lengths are in units of the sheet's longer side / 200, which is 1 mm on a full-size sheet.
SHEET_SIDE = 200.0
TITLE_HEIGHT = 15.0
LEGEND_MARGIN = 6.5  # from the middle of the legend's first and last line to its edges
LINE_HEIGHT = 9.0  # of the legend
MARGIN = 6.0  # at the left and right of texts
ENTRY_GAP = 7.0  # between entries of the legend
TITLE_SIZE, TEXT_SIZE, NUMBER_SIZE = 7.0, 5.2, 4.3  # font sizes
STROKES: dict[State, float] = {"crossed": 0.8, "unsure": 1.2, "settled": 1.2}
CASING = 0.4  # width of the white on both sides of a stroke, so that it shows on a row of its own colour
HAIRLINE = 0.25  # width of the lines between title, sheet and legend
DASH = (1.4, 1.0)  # lengths of a dash and a gap
TICK_RADIUS, NUMBER_RADIUS = 1.8, 3.1  # of badges with a tick, and with a number
SAMPLE_WIDTH = 2 * NUMBER_RADIUS + 1.6  # distance from the left of an entry's sample to its text
BADGE_OVERLAP = 0.18  # part of a badge inside its cell / height of the cell, at most
MAX_NAME = 48  # characters of the photo's file name that are shown


class CellAnnotation(NamedTuple):
    """What the overlay shows about a cell, as a frame and a badge."""

    state: State
    is_crossed: bool
    number: int | None = None  # the number of the question about the cell


Legend = list[tuple[CellAnnotation, str, float, int]]  # entries: a sample, its meaning, x, and the index of its line


def overlay(
    reading: SheetReading, photo: str, locale: Locale, numbers: Mapping[str, int], settled: Mapping[str, bool]
) -> bytes:
    """Return the overlay as a PNG file.

    `photo` is the name of the photo's file. `numbers` maps the ids of cells to the numbers of the questions about them,
    and `settled` maps them to whether they are crossed.
    """
    annotations = {}  # cells that are certainly not crossed have none
    for id, cell in reading.cells.items():
        is_crossed = settled.get(id, cell.is_crossed)
        state: State = "settled" if id in settled else "unsure" if id in numbers else "crossed"
        if is_crossed or state != "crossed":
            annotations[id] = CellAnnotation(state, is_crossed, numbers.get(id))
    width, height = reading.picture.size
    unit = max(height, width) / SHEET_SIDE  # in pixels
    legend = _legend(list(annotations.values()), locale, width / unit - MARGIN)
    head = round(TITLE_HEIGHT * unit)
    foot = round((2 * LEGEND_MARGIN + legend[-1][-1] * LINE_HEIGHT) * unit)
    picture = Image.new("RGB", (width, head + height + foot), "white")
    picture.paste(reading.picture, (0, head))
    canvas = Canvas(width / unit, picture.height / unit)
    _draw_title(canvas, reading, photo, locale)
    for y in (head / unit, (head + height) / unit):
        canvas.line(0, y, canvas.width, y, Paint(stroke=LINE_COLOUR, line=HAIRLINE))
    _draw_annotations(canvas, reading, annotations, unit, head / unit)
    _draw_legend(canvas, legend, (head + height) / unit)
    drawn = render_scene(canvas.scene(), unit, transparent=True).to_pil()
    picture.paste(drawn, mask=drawn)
    # This level is much faster than the default, and the file hardly larger; it is made again after each answer.
    return png_file(picture, compress_level=4)


def _draw_title(canvas: Canvas, reading: SheetReading, photo: str, locale: Locale) -> None:
    layout = reading.edition.layout
    y = TITLE_HEIGHT / 2
    right = canvas.width - MARGIN
    name = _supported(shortened(PurePath(photo).name, MAX_NAME))
    beside = canvas.text(right, y, name, TEXT_SIZE, SECONDARY_COLOUR, "regular", "end", room=canvas.width * 0.4)
    title = _supported(locale.text(layout.title))
    if reading.serial is not None:
        title += f"  {_supported(locale.label('number', layout, serial=reading.serial))}"
    canvas.text(MARGIN, y, title, TITLE_SIZE, TEXT_COLOUR, "bold", room=beside.left - 2 * MARGIN)


def _draw_annotations(
    canvas: Canvas, reading: SheetReading, annotations: Mapping[str, CellAnnotation], unit: float, top: float
) -> None:
    """Draw all frames, then all badges, those with numbers last, so that no neighbour covers them."""
    scale = reading.scale / unit
    front = sheet_front(reading.edition)
    cells = [item for item, _ in front.flat() if isinstance(item, Rect | Circle)]
    radii = {cell.cell: cell.r if isinstance(cell, Circle) else cell.radius for cell in cells}
    boxes = {id: Box(x * scale, top + y * scale, w * scale, h * scale) for id, (x, y, w, h) in reading.boxes.items()}
    in_order = sorted(annotations.items(), key=lambda item: item[1].number is not None)
    for id, annotation in in_order:
        # The frame is just outside the cell, so that pen strokes remain visible up to the edges.
        line = STROKES[annotation.state]
        frame = boxes[id].grown(line / 2)
        radius = radii[id] * scale + line / 2
        canvas.rect(frame, Paint(stroke=WHITE, line=line + 2 * CASING), radius)
        dash = () if annotation.is_crossed else DASH
        canvas.rect(frame, Paint(stroke=COLOURS[annotation.state], line=line, dash=dash), radius)
    for id, annotation in in_order:
        _draw_badge(canvas, *_badge_position(boxes[id], annotation, boxes.values()), annotation)


def _badge_position(box: Box, annotation: CellAnnotation, boxes: Collection[Box]) -> tuple[float, float]:
    """Return the centre of the badge: in the middle of the upper or lower edge, where a cross has no strokes.

    The lower edge is used only if the badge covers less of other cells there.
    """
    radius = TICK_RADIUS if annotation.number is None else NUMBER_RADIUS
    x = box.centre[0]
    outwards = max(0.0, radius - BADGE_OVERLAP * box.h)
    upper, lower = (x, box.y - outwards), (x, box.bottom + outwards)
    badges = [Box(*position, 0, 0).grown(radius) for position in (upper, lower)]
    covered = [sum(_shared_area(badge, other) for other in boxes if other is not box) for badge in badges]
    return upper if covered[0] <= covered[1] else lower


def _shared_area(one: Box, other: Box) -> float:
    width = min(one.right, other.right) - max(one.x, other.x)
    height = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, width) * max(0.0, height)


def _draw_badge(canvas: Canvas, x: float, y: float, annotation: CellAnnotation) -> None:
    """Draw a tick, or a number: in a circle if the cell is unsure, in a square if it is settled."""
    paint = Paint(COLOURS[annotation.state], WHITE, CASING)
    if annotation.number is None:
        r = TICK_RADIUS
        canvas.add(Circle(x, y, r, paint))
        tick = ((x - 0.5 * r, y + 0.02 * r), (x - 0.12 * r, y + 0.4 * r), (x + 0.52 * r, y - 0.36 * r))
        canvas.path((("M", tick[0]), ("L", tick[1]), ("L", tick[2])), Paint(stroke=WHITE, line=0.3 * r))
    else:
        radius = NUMBER_RADIUS if annotation.state == "unsure" else NUMBER_RADIUS * 0.3
        canvas.rect(Box(x, y, 0, 0).grown(NUMBER_RADIUS), paint, radius)
        canvas.text(x, y, str(annotation.number), NUMBER_SIZE, WHITE, "number", "middle", room=NUMBER_RADIUS * 1.6)


def _legend(annotations: Sequence[CellAnnotation], locale: Locale, room: float) -> Legend:
    """Return the entries of the legend, broken into lines of at most this width."""
    words = locale.scan
    counts = Counter(annotation.state for annotation in annotations)
    kinds = [
        (CellAnnotation("crossed", True), words.legend_crossed),
        (CellAnnotation("unsure", True, 1), words.legend_unsure),
        (CellAnnotation("settled", True, 1), words.legend_settled),
    ]
    shown = [(sample, text) for sample, text in kinds if counts[sample.state] or sample.state == "crossed"]
    dashed = [annotation for annotation in annotations if not annotation.is_crossed][:1]
    entries: Legend = []
    x, line = MARGIN, 0
    for sample, template in [*shown, *((annotation, words.legend_not_crossed) for annotation in dashed)]:
        text = _supported(render(template, {"count": counts[sample.state]}))
        width = SAMPLE_WIDTH + text_width(text, TEXT_SIZE, FACES["regular"])
        if x > MARGIN and x + width > room:
            x, line = MARGIN, line + 1
        entries.append((sample, text, x, line))
        x += width + ENTRY_GAP
    return entries


def _draw_legend(canvas: Canvas, entries: Legend, top: float) -> None:
    for sample, text, x, line in entries:
        y = top + LEGEND_MARGIN + line * LINE_HEIGHT
        if sample.is_crossed:
            _draw_badge(canvas, x + NUMBER_RADIUS, y, sample)
        else:
            dashed = Paint(stroke=COLOURS[sample.state], line=STROKES[sample.state], dash=DASH)
            canvas.line(x, y, x + 2 * NUMBER_RADIUS, y, dashed)
        text_x = x + SAMPLE_WIDTH
        canvas.text(text_x, y, text, TEXT_SIZE, TEXT_COLOUR, room=canvas.width - MARGIN - text_x)


def _supported(text: str) -> str:
    """Return the text with `?` for characters that the fonts lack; a photo can have any file name."""
    supported = ""
    for character in normalize("NFC", text):
        try:
            text_width(character, 1.0, FACES["regular"])
            text_width(character, 1.0, FACES["bold"])
            supported += character
        except InputError:
            supported += "?"
    return supported
