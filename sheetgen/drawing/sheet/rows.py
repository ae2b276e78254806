"""Drawing rows for sheets and boards: bands with cells, connectors between cells, and the notes above the rows.

Connectors are chains for linked cells and stairs for score lines.
"""

from __future__ import annotations

import math
from itertools import groupby, pairwise
from string import ascii_lowercase
from typing import NamedTuple

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.scene import TOLERANCE, Box, Circle, Paint, Segment
from sheetgen.drawing.shapes import clover, half_circle, opposed_arrows, polygon, rounded_rect, symbol
from sheetgen.drawing.sheet.cells import (
    BONUS_NUMBER,
    HEAVY,
    Signs,
    draw_cell,
    draw_lock,
    draw_pair,
    number_size,
    signs_of,
)
from sheetgen.drawing.sheet.row_placement import PlacedRow
from sheetgen.layouts.layout import CellLook
from sheetgen.rules.features import printed_notes
from sheetgen.rules.rulebook import Rulebook
from sheetgen.themes.theme import RowColours

BAND_RADIUS = 1.4  # corner radius of bands / that of cells
HEAD_SYMBOL = 0.28  # radius of the symbol at the head of a band / width of the head
CHAIN = 0.26  # width of a chain / cell width
STAIR = 0.11  # width of a stair's line / cell width
STAIR_FOOT = 0.27  # distance of a stair's ends from the centres of its cells / cell width
NOTE_SIZE = 1.1  # type size of the note about features / that of small print
NOTE_SIGN = 1.4  # room for the sign before that note / type size of small print


def draw_rows(canvas: Canvas, edition: Edition, cell: CellLook, placed: list[PlacedRow], text: float) -> None:
    """Draw all rows with their bands and connectors. `text` is the type size of words in bands."""
    size, connectors = number_size(edition, cell), Connectors(edition.rulebook, placed)
    signs = signs_of(edition, connectors.letters)
    by_id = {row.row.id: row.row for row in placed}
    for row in placed:
        if row.row.between:
            upper, lower = (edition.row_colours(by_id[name]) for name in row.row.between)
            _draw_bonus_row(canvas, edition, row, upper, lower, size)
        elif row.row.kind == "pairs":
            _draw_pairs_band(canvas, edition, cell, row, text)
            for each, pair, box in zip(row.row.cells, row.row.texts, row.cells, strict=True):
                draw_pair(canvas, edition, cell, box, each, pair, row.row)
        else:
            _draw_coloured_row(canvas, edition, cell, row, signs, size)
    draw_connectors(canvas, edition, connectors)


def _draw_coloured_row(
    canvas: Canvas, edition: Edition, cell: CellLook, placed: PlacedRow, signs: dict[str, Signs], size: float
) -> None:
    _draw_band(canvas, edition, cell, placed)
    for each, box in zip(placed.row.cells, placed.cells, strict=False):
        draw_cell(canvas, edition, cell, box, each, signs[each.id], size)
    if placed.row.lock:
        draw_lock(canvas, edition, placed.cells[-1], placed.row.lock)


def _draw_bonus_row(
    canvas: Canvas, edition: Edition, placed: PlacedRow, upper: RowColours, lower: RowColours, size: float
) -> None:
    """Draw round fields whose rings show the colour of the upper neighbour above and of the lower one below."""
    box = placed.cells[0]
    r, ring = box.w / 2, box.w * edition.theme.ring
    for each, box in zip(placed.row.cells, placed.cells, strict=True):
        x, y = box.centre
        canvas.add(Circle(x, y, r, Paint(fill=edition.theme.ink.box), each.id))
        for colours, is_upper in ((upper, True), (lower, False)):
            canvas.path(half_circle(x, y, r - ring / 2, is_upper), Paint(stroke=colours.edge, line=ring))
        canvas.text(x, y, str(each.number), size * BONUS_NUMBER, edition.theme.ink.on_box, "number", "middle")


def _draw_band(canvas: Canvas, edition: Edition, cell: CellLook, placed: PlacedRow) -> None:
    colours, theme = edition.row_colours(placed.row), edition.theme
    head = placed.cells[0].x - placed.band.x
    if placed.row.is_mixed:
        _draw_segments(canvas, edition, cell, placed)
        head -= cell.gap / 2  # from there on it has the first cell's colour
    else:
        draw_plain_band(canvas, edition, cell, placed)
    name = colours.symbol if theme.symbols else "arrow"
    canvas.add(symbol(name, placed.band.x + head / 2, placed.band.centre[1], head * HEAD_SYMBOL, colours.mark))


def draw_plain_band(canvas: Canvas, edition: Edition, cell: CellLook, placed: PlacedRow) -> None:
    """Draw a band in the colour of the row."""
    colours, outline = edition.row_colours(placed.row), edition.theme.outline
    edge = placed.band.grown(-outline / 2)
    canvas.rect(edge, Paint(colours.band, colours.edge, outline), cell.radius * BAND_RADIUS)


def _draw_segments(canvas: Canvas, edition: Edition, cell: CellLook, placed: PlacedRow) -> None:
    """Draw a segment for each run of cells of one colour. The head has the colour of the row."""
    row, theme = placed.row, edition.theme
    edge = placed.band.grown(-theme.outline / 2)
    columns = {box.x: each.colour for each, box in zip(row.cells, placed.cells, strict=False)}
    if row.lock:
        columns[placed.cells[-1].x] = row.lock.colour
    colours = [(edge.x, row.colour), *columns.items()]
    runs = [next(run) for _, run in groupby(colours, key=lambda column: column[1])]
    # Colours change halfway between two cells. Each segment overlaps the edge of the previous one to hide the seam.
    starts = [edge.x, *(x - cell.gap / 2 + theme.outline / 2 for x, _ in runs[1:]), edge.right]
    for (_, colour), (left, right) in zip(runs, pairwise(starts), strict=True):
        own = theme.colours[colour or ""]
        box, ends = Box(left, edge.y, right - left, edge.h), (left == edge.x, right == edge.right)
        canvas.path(rounded_rect(box, cell.radius * BAND_RADIUS, *ends), Paint(own.band, own.edge, theme.outline))


def _draw_pairs_band(canvas: Canvas, edition: Edition, cell: CellLook, placed: PlacedRow, text: float) -> None:
    ink, band, theme = edition.theme.ink, placed.band, edition.theme
    canvas.rect(band.grown(-theme.outline / 2), Paint(ink.panel, ink.line, theme.outline), cell.radius * BAND_RADIUS)
    x, y = band.x + text * 1.1, band.centre[1]
    canvas.add(opposed_arrows(x, y, text * 0.55, ink.text))
    left = x + text
    canvas.text(
        left, y, edition.label(placed.row.id), text, ink.text, "bold", room=placed.cells[0].x - left - text * 0.4
    )


class Connector(NamedTuple):
    """Two cells to be connected, the upper or left one first."""

    one: Box
    other: Box

    @property
    def is_level(self) -> bool:
        """Whether both cells are in one row."""
        return self.one.bottom > self.other.y

    @property
    def between(self) -> Box:
        """The box between the two cells."""
        if self.is_level:
            return Box(self.one.right, self.one.centre[1], self.other.x - self.one.right, 0.0)
        left, right = sorted((self.one.centre[0], self.other.centre[0]))
        return Box(left, self.one.bottom, right - left, self.other.y - self.one.bottom)

    def framed(self, frame: float) -> Connector:
        """Return the connector with both boxes grown by half the width of their frames."""
        return Connector(self.one.grown(frame), self.other.grown(frame))


class Connectors:
    """The chains and stairs that can be drawn on a sheet without crossing other cells.

    Linked cells that no chain can connect share a letter instead.
    """

    def __init__(self, rulebook: Rulebook, placed: list[PlacedRow]) -> None:
        self._boxes = {id: box for row in placed for id, box in row.boxes.items()}
        self._rows = {id: index for index, row in enumerate(placed) for id in row.boxes}
        linked = [(pair, self._connect(*pair, columns=0)) for pair in rulebook.links]
        self.chains = [chain for _, chain in linked if chain]
        apart = [pair for pair, chain in linked if not chain]
        self.letters: dict[str, str] = {}  # a to z, then aa to zz
        for index, pair in enumerate(apart):
            self.letters |= dict.fromkeys(pair, ascii_lowercase[index % 26] * (1 + index // 26))
        steps = (step for line in rulebook.own_lines for step in pairwise(line.cells))
        self.stairs = [stair for step in steps if (stair := self._connect(*step, columns=1))]

    def _connect(self, one: str, other: str, columns: int) -> Connector | None:
        """Connect two cells of one row or of neighbouring rows that are this many columns apart, if possible."""
        a, b = self._boxes[one], self._boxes[other]
        upper, lower = sorted((self._rows[one], self._rows[other]))
        offsets = (abs(a.x - each.x) for each in self._boxes.values())
        pitch = min((offset for offset in offsets if offset > TOLERANCE), default=0.0)
        if lower - upper > 1 or abs(abs(a.x - b.x) - columns * pitch) > TOLERANCE:
            return None
        by_position = (lambda box: box.x) if upper == lower else (lambda box: box.y)
        connector = Connector(*sorted((a, b), key=by_position))
        is_blocked = any(connector.between.overlaps(box, TOLERANCE) for box in self._boxes.values())
        return None if is_blocked else connector


def draw_connectors(canvas: Canvas, edition: Edition, connectors: Connectors) -> None:
    """Draw stairs and chains, dark on a pale outline, so that they are visible on every band."""
    ink, frame = edition.theme.ink, edition.theme.outline * HEAVY / 2
    # First all outlines, so that none cuts a stair that meets another one below the same cell.
    for fill, share in ((ink.box, STAIR * 2.2), (ink.on_box, STAIR)):
        for stair in connectors.stairs:
            canvas.path(_stair(stair.framed(frame), stair.one.w * share), Paint(fill=fill))
    for chain in connectors.chains:
        _draw_chain(canvas, edition, chain.framed(frame))


def _stair(connector: Connector, line: float) -> tuple[Segment, ...]:
    """Return the outline of a line of this width from cell to cell that ends along their edges."""
    one, other, half = connector.one, connector.other, line / 2
    if connector.is_level:
        y = one.centre[1]
        return polygon([(one.right, y - half), (other.x, y - half), (other.x, y + half), (one.right, y + half)])
    offset = one.w * STAIR_FOOT * (1 if other.x > one.x else -1)
    top, foot = one.centre[0] + offset, other.centre[0] - offset
    # The ends of a slanted line are wider than the line itself.
    half *= math.hypot(foot - top, other.y - one.bottom) / (other.y - one.bottom)
    return polygon([(top - half, one.bottom), (top + half, one.bottom), (foot + half, other.y), (foot - half, other.y)])


def _draw_chain(canvas: Canvas, edition: Edition, chain: Connector) -> None:
    """Draw three chain links from the upper cell to the lower one; the middle one is seen from its side."""
    ink, (x, _), top, length = edition.theme.ink, chain.one.centre, chain.one.bottom, chain.other.y - chain.one.bottom
    width = chain.one.w * CHAIN
    line, link = width * 0.2, length * 0.46
    rings = [Box(x - width / 2, y, width, link) for y in (top, top + length - link)]
    side = Box(x - line * 0.9, top + length * 0.26, line * 1.8, length * 0.48)
    for box in (*rings, side):
        canvas.rect(box.grown(line * 0.6), Paint(fill=ink.box), min(box.w, box.h) / 2 + line * 0.6)
    for ring in rings:
        canvas.rect(ring.grown(-line / 2), Paint(ink.box, ink.on_box, line), (min(ring.w, ring.h) - line) / 2)
    canvas.rect(side, Paint(fill=ink.on_box), line * 0.9)


def lock_note(edition: Edition, has_tokens: bool = False) -> str:
    """Return the note above the last numbers: how many crosses or tokens they need."""
    if has_tokens:
        return edition.label("at_least_tokens", needs=edition.lock_needs)
    lasts = {row.lock.last for row in edition.rulebook.rows if row.lock}
    if lasts == {1}:
        return edition.label("at_least", needs=edition.lock_needs)
    # If rows differ, no note is true for all of them.
    return edition.label("at_least_any", needs=edition.lock_needs, last=lasts.pop()) if len(lasts) == 1 else ""


def draw_lock_note(
    canvas: Canvas, edition: Edition, rows: list[PlacedRow], note: str, y: float, size: float, left: float
) -> float:
    """Draw the note with an arrow to each last number, to the right of `left`. Return the x at which it begins."""
    locked = next(row for row in rows if row.row.lock)
    boxes, ink = locked.boxes, edition.theme.ink
    places = [boxes[cell.id].centre[0] for cell in locked.row.closing]
    x, r = places[0], size * 0.28
    if not note:
        return x
    for place in places:
        canvas.add(symbol("arrow-down", place, y, r, ink.soft))
    return canvas.text(x - 2 * r, y, note, size, ink.soft, anchor="end", room=x - 2 * r - left).left


def feature_note_width(canvas: Canvas, edition: Edition, size: float) -> float:
    """Return the width of the note about the game's features with its sign in mm, 0 if there is none."""
    words = _feature_note(edition)
    return size * NOTE_SIGN + text_width(words, size * NOTE_SIZE, canvas.faces["bold"]) if words else 0.0


def draw_feature_note(canvas: Canvas, edition: Edition, y: float, size: float, left: float, right: float) -> None:
    """Draw the note about the game's features with a clover before it, centred between left and right."""
    words = _feature_note(edition)
    if not words:
        return
    x = left + max(0.0, right - left - feature_note_width(canvas, edition, size)) / 2
    canvas.add(*clover(x + size * 0.45, y, size * 0.45, edition.theme.ink.text))
    x += size * NOTE_SIGN
    canvas.text(x, y, words, size * NOTE_SIZE, edition.theme.ink.text, "bold", room=right - x)


def _feature_note(edition: Edition) -> str:
    notes = printed_notes(edition.rulebook)
    return ", ".join(edition.label(note.label, **note.values) for note in notes)


def draw_legend(canvas: Canvas, edition: Edition, right: float, y: float, size: float) -> None:
    """Draw the legend of the symbols for the dice colours, ending at `right`, if the theme has symbols."""
    if not edition.theme.symbols:
        return
    for name in reversed(edition.rulebook.die_colours):
        word = canvas.text(right, y, edition.colour_name(name), size, edition.theme.ink.soft, anchor="end")
        colours = edition.theme.colours[name]
        canvas.add(symbol(colours.symbol, word.left - size * 0.75, y, size * 0.36, edition.theme.ink.text))
        right = word.left - size * 2.2
