"""The sheet itself as pixels: printed, crossed, and cut out by somebody with scissors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count, pairwise
from typing import Any

import cv2
import numpy
from numpy.typing import NDArray

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.scene import Box, Rect, Scene, Use
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.overlay import SheetOverlays
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.drawing.sheet_links import DEFAULT_BASE, SheetLinks
from sheetgen.writers.raster import render_scene
from tests.photos.studio.conditions import PAPER_SCALE as SCALE
from tests.photos.studio.game import Finished
from tests.photos.studio.hand import Hand, Stroke
from tests.photos.studio.mishaps import ODD_MARKS, ON_PAPER, odd_marks, show_through
from tests.photos.studio.pens import Ink

NOTES = 0.6
"""The share of players who write down their sums."""
LOW_TONER, INKJET = 0.1, 0.2
"""The shares of sheets printed with little toner, and by an inkjet printer."""

Floats = NDArray[Any]


class Paper:
    """A picture of the paper, RGB from 0 to 1, and where the sheet begins in it."""

    def __init__(
        self, finished: Finished, ink: Ink, random: numpy.random.Generator, mishaps: Sequence[str] = ()
    ) -> None:
        self._random = random
        self.mishap = str(random.choice(mishaps)) if mishaps else None
        edition = finished.edition
        plan = edition.cached(SheetPlan)
        self.width, self.height = plan.width, plan.height
        picture = faded(printed(edition, finished.serial).astype(numpy.float32) / 255, random)
        boxes = edition.cached(sheet_front).cells()
        if self.mishap == "show_through":
            show_through(picture, random, boxes)
        self._write(picture, finished, ink, boxes)
        if self.mishap in ON_PAPER:
            ON_PAPER[self.mishap](picture, random)
        left, top, right, bottom = self._room()
        self.left, self.top = left, top
        top, bottom, left, right = (round(side * SCALE) for side in (top, bottom, left, right))
        white = picture[2, 2].tolist()
        self.picture = cv2.copyMakeBorder(picture, top, bottom, left, right, cv2.BORDER_CONSTANT, value=white)
        self.mask: Floats = numpy.ones(self.picture.shape[:2], numpy.float32)

    def _room(self) -> list[float]:
        """Paper left around the sheet, in millimetres: a little where it was cut, more where it was not."""
        random = self._random
        return [float(random.uniform(5, 40) if random.random() < 0.08 else random.uniform(0, 1.2)) for _ in range(4)]

    def _write(self, picture: Floats, finished: Finished, ink: Ink, boxes: Mapping[str, Box]) -> None:
        random, hand = self._random, Hand(self._random)
        replaced: set[str] = set()
        strokes: list[Stroke] = []
        if self.mishap in ODD_MARKS:
            replaced, strokes = odd_marks(self.mishap, finished, boxes, hand, random)
        usual = sorted(finished.crossed - replaced)
        strokes += [stroke for id in usual for stroke in hand.cross(boxes[id])]
        if hand.strikes:
            for run in finished.skipped:
                strokes += hand.strike([boxes[id] for id in run])
        if hand.closes:
            for rest in finished.left:
                strokes += hand.strike_rest([boxes[id] for id in rest])
        strokes += hand.slips(list(boxes.values()))
        if random.random() < NOTES or finished.notes:
            notes = finished.notes or (str(random.integers(0, 150)) for _ in count())
            for box, text in zip(self._places_for_notes(finished.edition), notes, strict=False):
                strokes += hand.writing(box, text)
        draw(picture, strokes, ink, random)

    def _places_for_notes(self, edition: Edition) -> list[Box]:
        """The name, sums, and something in the margin."""
        plan, front = edition.cached(SheetPlan), edition.cached(sheet_front)
        boxes = [item.box for item in front.items if isinstance(item, Rect)]
        sums = [box for box in boxes if plan.totals and box.y >= plan.totals.y and box.bottom <= plan.totals.bottom]
        along, high = self._random.uniform(0.2, 0.7) * plan.width, 4.0
        below = [Box(x, y + h * 0.25, w, h * 0.75) for x, y, w, h in sums]
        name = plan.masthead.name_field
        written = [Box(name.start, name.box.y, name.box.right - name.start, name.box.h)] if name else []
        return [*written, *below, Box(along, plan.height - high, 10, high)]


def draw(
    picture: Floats, strokes: list[Stroke], ink: Ink, random: numpy.random.Generator, scale: float = SCALE
) -> None:
    """Ink on the paper, of which a millimetre has `scale` pixels. Pressure comes and goes."""
    cover = numpy.zeros(picture.shape[:2], numpy.uint8)
    for stroke in strokes:
        points = numpy.round(stroke * scale * 16).astype(int)
        pressure = 1 + random.normal(0, 0.08) + 0.1 * numpy.sin(numpy.linspace(0, random.uniform(2, 5), len(points)))
        for (start, end), press in zip(pairwise(points.tolist()), pressure, strict=False):
            cv2.line(cover, start, end, (255,), max(1, round(ink.width * scale * press)), cv2.LINE_AA, shift=4)
    coarse = random.random((picture.shape[0] // 3 + 1, picture.shape[1] // 3 + 1), numpy.float32)
    rough = cv2.resize(coarse, picture.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    hidden = cover.astype(numpy.float32) / 255 * ink.cover * (1 - ink.grain * numpy.clip(rough * 1.4 - 0.2, 0, 1))
    picture *= 1 - hidden[..., None] * (1 - numpy.array(ink.colour, numpy.float32))


def faded(picture: Floats, random: numpy.random.Generator) -> Floats:
    """Return the sheet as some printer prints it: printers differ in how dark and how sharp, papers in how white."""
    black, gamma = random.uniform(0.0, 0.14), random.uniform(0.85, 1.2)
    chance = random.random()
    if chance < LOW_TONER:
        black = random.uniform(0.2, 0.5)
        streaks = cv2.resize(random.random((1, 60), numpy.float32), picture.shape[1::-1], interpolation=cv2.INTER_CUBIC)
        picture = picture + (1 - picture) * (0.35 * streaks[..., None]).clip(0, 1)
    elif chance < LOW_TONER + INKJET:
        picture = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.04, 0.12) * SCALE)
        small = random.standard_normal((picture.shape[0] // 2, picture.shape[1] // 2), numpy.float32)
        grains = cv2.resize(small, picture.shape[1::-1])[..., None]
        picture = (picture + 0.06 * grains * picture * (1 - picture) * 4).clip(0, 1)
    paper = numpy.array([1, random.uniform(0.97, 1), random.uniform(0.92, 1)], numpy.float32)
    return ((black + (1 - black) * picture**gamma) * paper).astype(numpy.float32)


def printed(edition: Edition, serial: int, scale: float = SCALE) -> NDArray[Any]:
    """The sheet as a good printer prints it, with `scale` pixels for each millimetre."""
    plan = edition.cached(SheetPlan)
    code = edition.arrangement.code if edition.arrangement else ""
    links = SheetLinks(DEFAULT_BASE, edition.layout.slug, fingerprint(edition), 9999, len(code))
    stamp = SheetOverlays(edition, links).overlay(serial, None, code)
    scene = Scene(plan.width, plan.height, (Use(sheet_front(edition), 0, 0), Use(stamp, 0, 0)))
    pixels = render_scene(scene, scale).to_numpy()[..., :3]
    size = (round(plan.width * scale), round(plan.height * scale))
    return cv2.resize(numpy.ascontiguousarray(pixels), size, interpolation=cv2.INTER_AREA)
