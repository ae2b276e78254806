"""Draw what was read from a photo on top of the rectified sheet.

Certain crosses are green, unsure cells orange, settled ones blue. Badges differ in form as well, for people who cannot
tell the colours apart, and the frame of a cell that is not crossed is dashed.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from io import BytesIO
from pathlib import PurePath
from typing import Literal, NamedTuple
from unicodedata import normalize

import numpy
from PIL import Image

from sheetgen.drawing.canvas import WHITE, Canvas
from sheetgen.drawing.fonts.typefaces import FACES, text_width
from sheetgen.drawing.scene import Box, Circle, Paint, Rect, Scene
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.errors import InputError, shortened
from sheetgen.locales.locale import Locale
from sheetgen.locales.placeholders import render
from sheetgen.photos.image import Pixels
from sheetgen.photos.reading import SheetReading
from sheetgen.writers.raster import render_scene

State = Literal["crossed", "unsure", "settled"]
COLOURS: dict[State, str] = {"crossed": "#067a3a", "unsure": "#d95f00", "settled": "#1f5fd0"}
INK, SOFT, EDGE = "#1d2129", "#5a616c", "#d5d9e0"  # of texts, of secondary texts, and of lines

# All lengths are in units of the sheet's longer side / 200, which is 1 mm on a full-size sheet.
SHEET_SIDE = 200.0
TITLE_HEIGHT = 15.0
LEGEND_MARGIN = 6.5  # from the middle of the legend's first and last line to its edges
LINE_HEIGHT = 9.0  # of the legend
MARGIN = 6.0  # at the left and right of texts
ENTRY_GAP = 7.0  # between entries of the legend
SAMPLE_GAP = 1.6  # between the sample and the text of an entry
TITLE_SIZE, TEXT_SIZE, NUMBER_SIZE = 7.0, 5.2, 4.3  # type sizes
STROKES: dict[State, float] = {"crossed": 0.8, "unsure": 1.2, "settled": 1.2}
CASING = 0.4  # white on both sides of a stroke, so that it shows on a band of its own colour
HAIRLINE = 0.25
DASH = (1.4, 1.0)
TICK_RADIUS, NUMBER_RADIUS = 1.8, 3.1  # of badges with a tick, and with a number
BADGE_OVERLAP = 0.18  # how far a badge may reach into its cell / height of the cell
MAX_NAME = 48  # characters of the photo's name


class CellAnnotation(NamedTuple):
    """What the overlay shows about a cell, as a frame and a badge."""

    state: State
    is_crossed: bool
    number: int | None = None  # by which questions name the cell


Annotations = dict[str, CellAnnotation]  # by cell id


class LegendEntry(NamedTuple):
    """An entry of the legend: an annotation and its meaning."""

    sample: CellAnnotation
    text: str

    @property
    def width(self) -> float:
        """Width of the sample and the text."""
        return 2 * NUMBER_RADIUS + SAMPLE_GAP + text_width(self.text, TEXT_SIZE, FACES["regular"])


def overlay(
    reading: SheetReading, photo: str, locale: Locale, numbers: Mapping[str, int], settled: Mapping[str, bool]
) -> bytes:
    """Return the overlay as a PNG file.

    `photo` is the name of the photo's file, `numbers` are the numbers of the questions by cell id, and `settled` says
    by cell id whether it is crossed.
    """
    annotations = {}  # cells that are certainly not crossed have none
    for id, cell in reading.cells.items():
        is_crossed = settled.get(id, cell.is_crossed)
        state: State = "settled" if id in settled else "unsure" if id in numbers else "crossed"
        if is_crossed or state != "crossed":
            annotations[id] = CellAnnotation(state, is_crossed, numbers.get(id))
    height, width = reading.picture.shape[:2]
    unit = max(height, width) / SHEET_SIDE  # in pixels
    legend = _in_lines(_legend(list(annotations.values()), locale), width / unit - 2 * MARGIN)
    head = round(TITLE_HEIGHT * unit)
    foot = round((2 * LEGEND_MARGIN + (len(legend) - 1) * LINE_HEIGHT) * unit)
    background = numpy.full((head + height + foot, width, 3), 255, numpy.uint8)
    background[head : head + height] = reading.picture
    canvas = Canvas(width / unit, len(background) / unit)
    _draw_title(canvas, reading, photo, locale)
    for y in (head / unit, (head + height) / unit):
        canvas.line(0, y, canvas.width, y, Paint(stroke=EDGE, line=HAIRLINE))
    _draw_annotations(canvas, reading, annotations, unit, head / unit)
    _draw_legend(canvas, legend, (head + height) / unit)
    buffer = BytesIO()
    # This level is much faster than the default, and the file hardly larger; it is made again after each answer.
    Image.fromarray(_composited(background, canvas.scene(), unit)).save(buffer, "PNG", compress_level=4)
    return buffer.getvalue()


def _draw_title(canvas: Canvas, reading: SheetReading, photo: str, locale: Locale) -> None:
    layout, y, right = reading.edition.layout, TITLE_HEIGHT / 2, canvas.width - MARGIN
    name = _supported(shortened(PurePath(photo).name, MAX_NAME))
    beside = canvas.text(right, y, name, TEXT_SIZE, SOFT, "regular", "end", room=canvas.width * 0.4)
    title = _supported(locale.text(layout.title))
    if reading.serial is not None:
        title += f"  {_supported(locale.label('number', layout, serial=reading.serial))}"
    canvas.text(MARGIN, y, title, TITLE_SIZE, INK, "bold", room=beside.left - 2 * MARGIN)


def _draw_annotations(canvas: Canvas, reading: SheetReading, annotations: Annotations, unit: float, top: float) -> None:
    """Draw all frames, then all badges, those with numbers last, so that nothing of a neighbour hides them."""
    scale, front = reading.scale / unit, sheet_front(reading.edition)
    cells = [item for item, _ in front.flat() if isinstance(item, Rect | Circle)]
    radii = {cell.cell: cell.r if isinstance(cell, Circle) else cell.radius for cell in cells}
    boxes = {id: Box(x * scale, top + y * scale, w * scale, h * scale) for id, (x, y, w, h) in reading.boxes.items()}
    in_order = sorted(annotations.items(), key=lambda item: item[1].number is not None)
    for id, annotation in in_order:
        _draw_frame(canvas, boxes[id], radii[id] * scale, annotation)
    for id, annotation in in_order:
        _draw_badge(canvas, *_badge_position(boxes[id], annotation, boxes.values()), annotation)


def _draw_frame(canvas: Canvas, box: Box, radius: float, annotation: CellAnnotation) -> None:
    """Draw a frame just outside of the cell, so that pen strokes can be seen up to its edges."""
    line = STROKES[annotation.state]
    frame, outer_radius = box.grown(line / 2), radius + line / 2
    canvas.rect(frame, Paint(stroke=WHITE, line=line + 2 * CASING), outer_radius)
    dash = () if annotation.is_crossed else DASH
    canvas.rect(frame, Paint(stroke=COLOURS[annotation.state], line=line, dash=dash), outer_radius)


def _badge_position(box: Box, annotation: CellAnnotation, boxes: Collection[Box]) -> tuple[float, float]:
    """Return the centre of the badge: in the middle of the upper or lower edge, where a cross has no strokes.

    The lower edge is taken only if the badge covers less of other cells there.
    """
    radius, x = TICK_RADIUS if annotation.number is None else NUMBER_RADIUS, box.centre[0]
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
    """Draw a tick; or a number, in a circle if it is unsure and in a square if it is settled."""
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


def _legend(annotations: Sequence[CellAnnotation], locale: Locale) -> list[LegendEntry]:
    words, counts = locale.scan, Counter(annotation.state for annotation in annotations)
    kinds = [
        (CellAnnotation("crossed", True), words.legend_crossed),
        (CellAnnotation("unsure", True, 1), words.legend_unsure),
        (CellAnnotation("settled", True, 1), words.legend_settled),
    ]
    entries = [
        LegendEntry(sample, _supported(render(text, {"count": counts[sample.state]})))
        for sample, text in kinds
        if counts[sample.state] or sample.state == "crossed"
    ]
    dashed = next((annotation for annotation in annotations if not annotation.is_crossed), None)
    return [*entries, LegendEntry(dashed, _supported(words.legend_not_crossed))] if dashed else entries


def _in_lines(entries: Sequence[LegendEntry], room: float) -> list[list[LegendEntry]]:
    lines: list[list[LegendEntry]] = [[]]
    for entry in entries:
        if lines[-1] and sum(each.width + ENTRY_GAP for each in lines[-1]) + entry.width > room:
            lines.append([])
        lines[-1].append(entry)
    return lines


def _draw_legend(canvas: Canvas, lines: Sequence[Sequence[LegendEntry]], top: float) -> None:
    for number, entries in enumerate(lines):
        x, y = MARGIN, top + LEGEND_MARGIN + number * LINE_HEIGHT
        for entry in entries:
            if entry.sample.is_crossed:
                _draw_badge(canvas, x + NUMBER_RADIUS, y, entry.sample)
            else:
                state = entry.sample.state
                dashed = Paint(stroke=COLOURS[state], line=STROKES[state], dash=DASH)
                canvas.line(x, y, x + 2 * NUMBER_RADIUS, y, dashed)
            text_x = x + 2 * NUMBER_RADIUS + SAMPLE_GAP
            canvas.text(text_x, y, entry.text, TEXT_SIZE, INK, room=canvas.width - MARGIN - text_x)
            x += entry.width + ENTRY_GAP


def _supported(text: str) -> str:
    """Return the text with question marks for characters that the typefaces lack: a photo may have any name."""
    return "".join(character if _is_supported(character) else "?" for character in normalize("NFC", text))


def _is_supported(character: str) -> bool:
    try:
        return all(text_width(character, 1.0, FACES[use]) >= 0 for use in ("regular", "bold"))
    except InputError:
        return False


def _composited(background: Pixels, scene: Scene, unit: float) -> Pixels:
    height, width = background.shape[:2]
    bitmap = render_scene(scene, unit, transparent=True)
    drawn = bitmap.to_numpy()[:height, :width].astype(numpy.float32)
    alpha = drawn[..., 3:] / 255
    picture: Pixels = (drawn[..., :3] * alpha + background * (1 - alpha)).round().astype(numpy.uint8)
    return picture
