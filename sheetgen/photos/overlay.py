"""A picture for people: the straightened sheet, and on it everything that was read.

What was read for sure is green, what is unsure orange, what somebody settled blue. Each has a badge of its own form
too, for those who cannot tell the colours, and a frame is dashed where a cell was taken for not crossed.
"""

from __future__ import annotations

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
from sheetgen.locales.labels import render
from sheetgen.locales.locale import Locale
from sheetgen.photos.arrays import Pixels
from sheetgen.photos.reading import SheetReading
from sheetgen.writers.raster import render_scene

State = Literal["crossed", "unsure", "settled"]
COLOURS: dict[State, str] = {"crossed": "#067a3a", "unsure": "#d95f00", "settled": "#1f5fd0"}
INK, SOFT, EDGE = "#1d2129", "#5a616c", "#d5d9e0"

LONG_SIDE = 200.0
"""The longer side of a sheet in the units of all sizes here: millimetres if it has its full size, and else as large in
the picture."""
HEAD, LEGEND, LINE = 15.0, 6.5, 9.0
"""The height of the title; from the legend's first and last line to its edges, and from line to line."""
MARGIN, APART, GAP = 6.0, 7.0, 1.6
"""Beside everything, between entries of the legend, and between a sample and its text."""
TITLE, TEXT, NUMBER = 7.0, 5.2, 4.3
STROKES: dict[State, float] = {"crossed": 0.8, "unsure": 1.2, "settled": 1.2}
CASING = 0.4
"""White on both sides of a stroke, so that it shows on a band of its own colour."""
HAIRLINE = 0.25
DASH = (1.4, 1.0)
CHECK, BADGE = 1.8, 3.1
"""The radius of the badges with a check mark, and of those with a number."""
INTO = 0.18
"""How far a badge may reach into its cell, as a share of the cell's height."""
LONGEST_NAME = 48


class Mark(NamedTuple):
    """What the picture says of a cell."""

    state: State
    is_crossed: bool
    number: int | None = None
    """By which questions name the cell."""


class Entry(NamedTuple):
    """An entry of the legend: a mark, what it means, and how wide that is."""

    sample: Mark
    text: str
    width: float

    @property
    def room(self) -> float:
        """How wide all of it is."""
        return 2 * BADGE + GAP + self.width


def overlay(
    reading: SheetReading, photo: str, locale: Locale, numbers: Mapping[str, int], settled: Mapping[str, bool]
) -> bytes:
    """The picture as a PNG file. `numbers` are those of the cells that are asked for, or were."""
    marks = _marks(reading, numbers, settled)
    height, width = reading.picture.shape[:2]
    unit = max(height, width) / LONG_SIDE
    legend = _in_lines(_legend(list(marks.values()), locale), width / unit - 2 * MARGIN)
    head, foot = round(HEAD * unit), round((2 * LEGEND + (len(legend) - 1) * LINE) * unit)
    ground = numpy.full((head + height + foot, width, 3), 255, numpy.uint8)
    ground[head : head + height] = reading.picture
    canvas = Canvas(width / unit, len(ground) / unit)
    _draw_title(canvas, reading, photo, locale)
    for y in (head / unit, (head + height) / unit):
        canvas.line(0, y, canvas.width, y, Paint(stroke=EDGE, line=HAIRLINE))
    _draw_marks(canvas, reading, marks, unit, head / unit)
    _draw_legend(canvas, legend, (head + height) / unit)
    buffer = BytesIO()
    # Much quicker than the usual level, for a file that is hardly larger; it is made again after each answer.
    Image.fromarray(_over(ground, canvas.scene(), unit)).save(buffer, "PNG", compress_level=4)
    return buffer.getvalue()


def _marks(reading: SheetReading, numbers: Mapping[str, int], settled: Mapping[str, bool]) -> dict[str, Mark]:
    """Cells that are surely not crossed have none."""
    marks = {}
    for id, cell in reading.cells.items():
        is_crossed = settled.get(id, cell.is_crossed)
        if id in settled:
            marks[id] = Mark("settled", is_crossed, numbers.get(id))
        elif id in numbers:
            marks[id] = Mark("unsure", is_crossed, numbers[id])
        elif is_crossed:
            marks[id] = Mark("crossed", is_crossed)
    return marks


def _draw_title(canvas: Canvas, reading: SheetReading, photo: str, locale: Locale) -> None:
    """Which sheet this is, and on which photo it was."""
    layout, y, right = reading.edition.layout, HEAD / 2, canvas.width - MARGIN
    name = _known(shortened(PurePath(photo).name, LONGEST_NAME))
    beside = canvas.text(right, y, name, TEXT, SOFT, "regular", "end", room=canvas.width * 0.4)
    title = _known(locale.text(layout.title))
    if reading.serial is not None:
        title += f"  {_known(locale.label('number', layout, serial=reading.serial))}"
    canvas.text(MARGIN, y, title, TITLE, INK, "bold", room=beside.left - 2 * MARGIN)


def _draw_marks(canvas: Canvas, reading: SheetReading, marks: Mapping[str, Mark], unit: float, top: float) -> None:
    """All frames, and then all badges; what has a number comes last, so that nothing of a neighbour hides it."""
    scale, corners = reading.scale / unit, _corners(reading)
    boxes = {id: _placed(box, scale, top) for id, box in reading.boxes.items()}
    in_order = sorted(marks.items(), key=lambda item: item[1].number is not None)
    for id, mark in in_order:
        _draw_frame(canvas, boxes[id], corners[id] * scale, mark)
    for id, mark in in_order:
        _draw_badge(canvas, *_badge_place(boxes[id], mark, boxes.values()), mark)


def _placed(box: Box, scale: float, top: float) -> Box:
    x, y, w, h = (side * scale for side in box)
    return Box(x, top + y, w, h)


def _corners(reading: SheetReading) -> dict[str, float]:
    """How round the cells are, in millimetres."""
    items = [item for item, _ in sheet_front(reading.edition).flat() if isinstance(item, Rect | Circle)]
    return {item.cell: item.r if isinstance(item, Circle) else item.radius for item in items if item.cell}


def _draw_frame(canvas: Canvas, box: Box, corner: float, mark: Mark) -> None:
    """Just outside of the cell, so that strokes can be seen up to its edges."""
    line = STROKES[mark.state]
    frame, radius = box.grown(line / 2), corner + line / 2
    canvas.rect(frame, Paint(stroke=WHITE, line=line + 2 * CASING), radius)
    dash = () if mark.is_crossed else DASH
    canvas.rect(frame, Paint(stroke=COLOURS[mark.state], line=line, dash=dash), radius)


def _badge_place(box: Box, mark: Mark, boxes: Collection[Box]) -> tuple[float, float]:
    """On the middle of an edge, where the strokes of a cross do not go: the upper one, if the lower one is no better.

    A badge may cover something of other cells, but as little as possible.
    """
    radius, x = CHECK if mark.number is None else BADGE, box.centre[0]
    outwards = max(0.0, radius - INTO * box.h)
    places = (x, box.y - outwards), (x, box.bottom + outwards)
    badges = [Box(*place, 0, 0).grown(radius) for place in places]
    covered = [sum(_shared(badge, other) for other in boxes if other is not box) for badge in badges]
    return places[0] if covered[0] <= covered[1] else places[1]


def _shared(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, wide) * max(0.0, high)


def _draw_badge(canvas: Canvas, x: float, y: float, mark: Mark) -> None:
    """A check mark; or a number, in a circle while it is unsure, and in a square when it is settled."""
    paint = Paint(COLOURS[mark.state], WHITE, CASING)
    if mark.number is None:
        r = CHECK
        canvas.add(Circle(x, y, r, paint))
        tick = ((x - 0.5 * r, y + 0.02 * r), (x - 0.12 * r, y + 0.4 * r), (x + 0.52 * r, y - 0.36 * r))
        canvas.path((("M", tick[0]), ("L", tick[1]), ("L", tick[2])), Paint(stroke=WHITE, line=0.3 * r))
    else:
        canvas.rect(Box(x, y, 0, 0).grown(BADGE), paint, BADGE if mark.state == "unsure" else BADGE * 0.3)
        canvas.text(x, y, str(mark.number), NUMBER, WHITE, "number", "middle", room=BADGE * 1.6)


def _legend(marks: Sequence[Mark], locale: Locale) -> list[Entry]:
    """What is to be seen on this picture, and how often."""
    words, counts = locale.scan, Counter(mark.state for mark in marks)
    entries = [_entry(Mark("crossed", True), render(words.legend_crossed, {"count": counts["crossed"]}))]
    if counts["unsure"]:
        entries.append(_entry(Mark("unsure", True, 1), render(words.legend_unsure, {"count": counts["unsure"]})))
    if counts["settled"]:
        entries.append(_entry(Mark("settled", True, 1), render(words.legend_settled, {"count": counts["settled"]})))
    dashed = next((mark for mark in marks if not mark.is_crossed), None)
    return [*entries, _entry(dashed, words.legend_not_crossed)] if dashed else entries


def _entry(sample: Mark, text: str) -> Entry:
    known = _known(text)
    return Entry(sample, known, text_width(known, TEXT, FACES["regular"]))


def _in_lines(entries: Sequence[Entry], room: float) -> list[list[Entry]]:
    """As many entries in a line as there is room for."""
    lines: list[list[Entry]] = [[]]
    for entry in entries:
        if lines[-1] and sum(each.room + APART for each in lines[-1]) + entry.room > room:
            lines.append([])
        lines[-1].append(entry)
    return lines


def _draw_legend(canvas: Canvas, lines: Sequence[Sequence[Entry]], top: float) -> None:
    for number, entries in enumerate(lines):
        x, y = MARGIN, top + LEGEND + number * LINE
        for entry in entries:
            if entry.sample.is_crossed:
                _draw_badge(canvas, x + BADGE, y, entry.sample)
            else:
                state = entry.sample.state
                canvas.line(x, y, x + 2 * BADGE, y, Paint(stroke=COLOURS[state], line=STROKES[state], dash=DASH))
            canvas.text(x + 2 * BADGE + GAP, y, entry.text, TEXT, INK, room=canvas.width - MARGIN - x - 2 * BADGE - GAP)
            x += entry.room + APART


def _known(text: str) -> str:
    """The text, with question marks for what the typefaces lack: a photo may have any name."""
    return "".join(character if _is_known(character) else "?" for character in normalize("NFC", text))


def _is_known(character: str) -> bool:
    try:
        return all(text_width(character, 1.0, FACES[use]) >= 0 for use in ("regular", "bold"))
    except InputError:
        return False


def _over(ground: Pixels, scene: Scene, unit: float) -> Pixels:
    """The scene on top of the picture, drawn by pdfium like all others."""
    height, width = ground.shape[:2]
    bitmap = render_scene(scene, unit, transparent=True)
    drawn = bitmap.to_numpy()[:height, :width].astype(numpy.float32)
    share = drawn[..., 3:] / 255
    picture: Pixels = (drawn[..., :3] * share + ground * (1 - share)).round().astype(numpy.uint8)
    return picture
