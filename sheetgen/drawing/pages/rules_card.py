"""The rules in short: numbered steps with small pictures, from the paragraphs that apply to the game.

They are printed on the back of a sheet or board, on cards of their own, and in a booklet.
"""

import math
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from sheetgen.drawing.canvas import MIN_TEXT_SIZE, Canvas, wrap_text
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.masthead import Masthead, draw_masthead
from sheetgen.drawing.pages.rules_pictures import rule_picture
from sheetgen.drawing.scene import Box, Circle, Paint, Scene, Use
from sheetgen.errors import InputError
from sheetgen.locales.game_rules import Paragraph, game_rules

RULES_LINE_HEIGHT = 1.22  # distance between baselines / type size
HEADING_HEIGHT = 1.34  # distance of the first line of a paragraph from its heading / type size
PARAGRAPH_GAP = 0.45  # extra space between paragraphs / type size
NUMBER_SIZE = 0.97  # type size of the number before a paragraph / that of its text
NUMBER_ROOM = 1.9  # room for the number before a paragraph / type size
MAX_TEXT_SCALE = 1.4  # largest type size / type size of the layout's small print
MIN_PICTURE_TEXT = 0.76  # smallest type size in pictures / type size of the layout's small print
PICTURE_WIDTH = 0.33  # largest width of a picture / width of the column
PICTURE_HEIGHT = 8.0  # largest height of a picture / type size


class Step(NamedTuple):
    """A paragraph set in a column: its lines, its picture and its height in mm."""

    number: int
    heading: str
    lines: list[str]
    picture: Scene | None
    height: float


def rules_page(edition: Edition, width: float, height: float, margin: float, text: float, is_small: bool) -> Scene:
    """Draw the rules in two columns on a page of this size in mm, in type as large as fits.

    A page that is to be printed much smaller (`is_small`) has no pictures.
    """
    canvas = edition.canvas(width, height)
    canvas.background(edition.theme.ink.paper, margin / 2)
    panel = Box(margin, margin, width - 2 * margin, text * 3)
    head = Masthead(edition, panel, panel.x + text, panel.right - text, text)
    draw_masthead(canvas, edition, head)
    canvas.text(
        head.number_x, head.baseline, edition.label("rules"), text * 1.2, edition.theme.head_words, "bold", "end",
        room=panel.w * 0.3, on_baseline=True,
    )  # fmt: skip
    gutter = text * 1.4
    column = (panel.w - gutter) / 2
    top = panel.bottom + text
    columns = [Box(panel.x + index * (column + gutter), top, column, height - margin - top) for index in range(2)]
    picture_text = None if is_small else text * MIN_PICTURE_TEXT
    draw_steps(edition, [(canvas, area) for area in columns], text * MAX_TEXT_SCALE, picture_text)
    return canvas.scene("rules")


def draw_steps(edition: Edition, areas: Sequence[tuple[Canvas, Box]], size: float, picture_text: float | None) -> None:
    """Draw the rules evenly in areas of the same size, each on its canvas, in type of this size or smaller.

    `picture_text` is the smallest type size of numbers in pictures, or None for no pictures. Raises InputError if the
    rules do not fit.
    """
    _, first = areas[0]
    parts, size = _fitted(edition, len(areas), first, size, picture_text)
    for (canvas, area), steps in zip(areas, parts, strict=True):
        y = area.y
        for step in steps:
            _draw_step(canvas, edition, step, Box(area.x, y, area.w, step.height), size)
            y += step.height + size * PARAGRAPH_GAP


def _draw_step(canvas: Canvas, edition: Edition, step: Step, area: Box, size: float) -> None:
    ink = edition.theme.ink
    rows = edition.rulebook.coloured_rows
    colours = edition.row_colours(rows[(step.number - 1) % len(rows)])
    r = size * 0.75
    y = area.y + size * 0.5
    canvas.add(Circle(area.x + r, y, r, Paint(colours.band, colours.edge, edition.theme.outline * 0.5)))
    number_size = max(MIN_TEXT_SIZE, size * NUMBER_SIZE)
    canvas.text(area.x + r, y, str(step.number), number_size, colours.mark, "number", "middle")
    x = area.x + NUMBER_ROOM * size
    picture_width = step.picture.width + size if step.picture else 0.0
    room = area.right - x - picture_width
    canvas.text(x, y, step.heading, size * 1.1, ink.text, "bold", room=room)
    y += size * HEADING_HEIGHT
    for line in step.lines:
        canvas.text(x, y, line, size, ink.text)
        y += size * RULES_LINE_HEIGHT
    if step.picture:
        canvas.add(Use(step.picture, area.right - step.picture.width, area.y))


def _fitted(
    edition: Edition, count: int, area: Box, size: float, picture_text: float | None
) -> tuple[list[list[Step]], float]:
    """Return the steps in each of some areas, and the largest type size up to the given one at which they fit."""
    while size >= MIN_TEXT_SIZE:
        parts = _split(_steps(edition, area.w, size, picture_text), count, size * PARAGRAPH_GAP)
        if max(_height(part, size) for part in parts) <= area.h:
            return parts, size
        size *= 0.97
    raise InputError.of("the rules in short do not fit on the page", "Make the sheet larger, or print without them.")


def _steps(edition: Edition, width: float, size: float, picture_text: float | None) -> list[Step]:
    """Set all paragraphs in a column of this width."""
    steps = []
    for number, paragraph in enumerate(rule_paragraphs(edition), start=1):
        picture = None
        if paragraph.picture and picture_text is not None:
            limits = (width * PICTURE_WIDTH, size * PICTURE_HEIGHT)
            picture = rule_picture(edition, paragraph.picture, *limits, picture_text)
        room = width - NUMBER_ROOM * size
        beside, narrow = 0, 0.0
        if picture:
            narrow = room - picture.width - size
            below_heading = picture.height + size * 0.3 - size * (HEADING_HEIGHT - 0.5)
            beside = max(1, math.ceil(below_heading / (size * RULES_LINE_HEIGHT)))
        lines = wrap_text(paragraph.text, size, edition.faces["regular"], room, beside, narrow)
        text_height = size * (HEADING_HEIGHT + len(lines) * RULES_LINE_HEIGHT)
        height = max(text_height, picture.height if picture else 0.0)
        steps.append(Step(number, paragraph.heading, lines, picture, height))
    return steps


def _height(steps: Sequence[Step], size: float) -> float:
    return sum(step.height for step in steps) + max(0, len(steps) - 1) * size * PARAGRAPH_GAP


def _split(steps: list[Step], parts: int, gap: float) -> list[list[Step]]:
    """Split the steps into consecutive parts such that the highest one is as low as possible."""
    ends = [0.0, *accumulate(step.height + gap for step in steps)]

    @cache
    def best(first: int, left: int) -> tuple[float, tuple[int, ...]]:
        """Return the height of the highest part of the steps from `first` on, and where the parts begin."""
        if left == 1:
            return ends[-1] - ends[first], (first,)
        options = []
        for next_first in range(first, len(steps) + 1):
            height, starts = best(next_first, left - 1)
            options.append((max(height, ends[next_first] - ends[first]), (first, *starts)))
        return min(options)

    starts = best(0, parts)[1]
    return [steps[first:last] for first, last in zip(starts, (*starts[1:], len(steps)), strict=True)]


def rule_paragraphs(edition: Edition) -> list[Paragraph]:
    """Return the paragraphs of the rules of an edition."""
    return game_rules(edition.layout, edition.rulebook, edition.locale)
