"""Rows of sheets and boards: where they are, their bands and cells, connectors, and the notes above them.

Connectors are the chains between linked cells and the stairs along score lines.
"""

from __future__ import annotations

import math
from itertools import groupby, pairwise
from string import ascii_lowercase
from typing import NamedTuple

from sheetgen.drawing.canvas import MIN_TEXT_SIZE, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.scene import TOLERANCE, Box, Circle, Paint, Segment
from sheetgen.drawing.shapes import arc, clover, opposed_arrows, polygon, rounded_rect, symbol
from sheetgen.drawing.sheet.cells_and_locks import (
    BONUS_NUMBER,
    HEAVY,
    draw_cell,
    draw_field,
    draw_lock,
    number_size,
    signs_of,
)
from sheetgen.file_model import SymbolName
from sheetgen.layouts.layout import BandLook, CellLook
from sheetgen.locales.names import reward_text
from sheetgen.rules.features import OWN_ROWS, printed_notes
from sheetgen.rules.rulebook import Row, Rulebook
from sheetgen.themes.theme import RowColours

SECOND_GAP = 0.45  # gap between a number and its second box / gap between two cells
MIN_LEVEL_HEAD = 5  # smallest head of a feature's row in which its label is level / type size of small print
PAIRS_HEAD = 1.5  # width of the label before a row of pairs / cell pitch
MAX_PAIR_WIDTH = 1.5  # largest width of a pair of numbers / cell width
BAND_RADIUS = 1.4  # corner radius of bands / that of cells
MIN_WIDE_HEAD = 2.4  # smallest width of a head with symbols beside the name / type size of small print
HEAD_SYMBOL = 0.15  # radius of symbol and arrow at the head of a band / width of the head
NAME_ROOM = 0.84  # longest name / height of the band
NAME_SHARE = 0.62  # room for the name / width of the head, if symbols are beside it
SYMBOL_PLACE = 0.72  # x of symbols beside the name / width of the head
CHAIN_WIDTH = 0.26  # width of a chain / cell width
STAIR_WIDTH = 0.11  # line width of a stair / cell width
STAIR_OFFSET = 0.27  # horizontal distance of a stair's ends from the centres of its cells / cell width
NOTE_SIGN = 1.4  # room for the symbol before a note about a feature / type size of small print
NOTE_GAP = 1.2  # gap after such a note / type size of small print


class PlacedRow(NamedTuple):
    """A row with the boxes of its band, its cells and, as the last of these, its lock."""

    row: Row
    band: Box
    cells: tuple[Box, ...]

    @property
    def boxes(self) -> dict[str, Box]:
        """The boxes of the cells and the lock by id."""
        return dict(zip(self.row.ids, self.cells, strict=True))


def rows_width(rulebook: Rulebook, look: CellLook, band: BandLook) -> float:
    """Return the width of the rows with their bands in mm. Second boxes take no columns of their own."""
    columns = max(
        len(row.cells) + PAIRS_HEAD if row.swaps else sum(id not in rulebook.doubles for id in row.ids)
        for row in rulebook.rows
    )
    return band.head + columns * (look.width + look.gap) - look.gap + band.padding


def place_rows(rulebook: Rulebook, look: CellLook, band: BandLook, x: float, y: float) -> list[PlacedRow]:
    """Place the rows one below the other from x, y downwards. Bonus rows touch the bands of their neighbours."""
    width = rows_width(rulebook, look, band)
    pitch = look.width + look.gap
    placed: list[PlacedRow] = []
    for row in rulebook.rows:
        if placed and not row.between and not placed[-1].row.between:
            y += band.gap
        if row.between:
            left = x + band.head
            top = y + band.bonus
            side = min(look.width, look.height)
            inset = (look.width - side) / 2  # centres bonus fields in their columns
            boxes = [Box(left + column * pitch + inset, top, side, side) for column in range(len(row.ids))]
            height = side + 2 * band.bonus
        elif row.labels:  # on the last columns
            left = x + width - band.padding + look.gap - len(row.cells) * pitch
            boxes = [
                Box(left + index * pitch, y + band.padding, look.width, look.height) for index in range(len(row.ids))
            ]
            height = look.height + 2 * band.padding
        elif row.swaps:
            left = x + band.head + PAIRS_HEAD * pitch
            top = y + band.padding
            count = len(row.cells)
            room = x + width - band.padding - left
            w = min((room + look.gap) / count - look.gap, MAX_PAIR_WIDTH * look.width)
            boxes = [Box(left + index * (w + look.gap), top, w, look.height) for index in range(count)]
            height = look.height + 2 * band.padding
        else:
            boxes = _cell_boxes(row, rulebook.doubles, look, x + band.head, y + band.padding)
            height = _row_height(row, rulebook.doubles, look) + 2 * band.padding
        placed.append(PlacedRow(row, Box(x, y, width, height), tuple(boxes)))
        y += height
    return placed


def _row_height(row: Row, doubles: dict[str, str], look: CellLook) -> float:
    has_doubles = any(id in doubles for id in row.ids)
    return look.height + (SECOND_GAP * look.gap + look.second_height if has_doubles else 0.0)


def _cell_boxes(row: Row, doubles: dict[str, str], look: CellLook, x: float, y: float) -> list[Box]:
    """Place cells side by side, and second boxes below their cells. A cell without one is as tall as both."""
    doubled = set(doubles.values())
    height = _row_height(row, doubles, look)
    boxes: list[Box] = []
    column = 0
    for id in row.ids:
        if id in doubles:
            top = y + height - look.second_height
            boxes.append(Box(boxes[-1].x, top, look.width, look.second_height))
        else:
            left = x + column * (look.width + look.gap)
            boxes.append(Box(left, y, look.width, look.height if id in doubled else height))
            column += 1
    return boxes


def draw_rows(canvas: Canvas, edition: Edition, look: CellLook, rows: list[PlacedRow], text: float) -> None:
    """Draw all rows with their bands and connectors. `text` is the type size of words in bands."""
    size = number_size(edition, look)
    connectors = Connectors(edition.rulebook, rows)
    signs = signs_of(edition, connectors.letters)
    by_id = {placed.row.id: placed.row for placed in rows}
    for placed in rows:
        row = placed.row
        if row.between:
            upper, lower = (edition.row_colours(by_id[name]) for name in row.between)
            _draw_bonus_row(canvas, edition, placed, upper, lower, size)
        elif row.kind == "own":
            _draw_own_band(canvas, edition, look, placed, text)
            for cell, label, box in zip(row.cells, row.texts, placed.cells, strict=True):
                draw_field(canvas, edition, look, box, cell, label, row)
        else:
            _draw_band(canvas, edition, look, placed, text)
            for cell, box in zip(row.cells, placed.cells, strict=False):
                draw_cell(canvas, edition, look, box, cell, signs[cell.id], size)
            if row.lock:
                draw_lock(canvas, edition, placed.cells[-1], row.lock)
    draw_connectors(canvas, edition, connectors)


def _draw_bonus_row(
    canvas: Canvas, edition: Edition, placed: PlacedRow, upper: RowColours, lower: RowColours, size: float
) -> None:
    """Draw round fields whose rings show the colour of the upper neighbour above and of the lower one below."""
    width = placed.cells[0].w
    ring = width * edition.theme.ring
    outer = width / 2
    r = (width - ring) / 2
    for cell, box in zip(placed.row.cells, placed.cells, strict=True):
        x, y = box.centre
        canvas.add(Circle(x, y, outer, Paint(fill=edition.theme.ink.box), cell.id))
        for colours, end in ((upper, 360), (lower, 0)):  # from the left to the right end of each half
            canvas.path((("M", (x - r, y)), *arc(x, y, r, 180, end)), Paint(stroke=colours.edge, line=ring))
        canvas.text(x, y, str(cell.number), size * BONUS_NUMBER, edition.theme.ink.on_box, "number", "middle")


def _draw_band(canvas: Canvas, edition: Edition, look: CellLook, placed: PlacedRow, text: float) -> None:
    """Draw the band of a coloured row, with its name, symbol and direction at its head."""
    head = placed.cells[0].x - placed.band.x
    if placed.row.is_mixed:
        _draw_segments(canvas, edition, look, placed)
        head -= look.gap / 2  # where the segment of the first cell begins
    else:
        draw_plain_band(canvas, edition, look, placed)
    band = placed.band
    _draw_band_head(canvas, edition, placed.row, Box(band.x, band.y, head, band.h), text)


def _draw_band_head(canvas: Canvas, edition: Edition, row: Row, head: Box, text: float) -> None:
    """Draw the name of a row upwards, and beside it the symbol of its colour, in themes with symbols, and an arrow.

    In a narrow head, symbol and arrow are below the name. A name without enough room is left out.
    """
    colours = edition.row_colours(row)
    symbols: list[SymbolName] = [colours.symbol, "arrow"] if edition.theme.symbols else ["arrow"]
    name = edition.colour_name(row.id)
    is_wide = head.w >= MIN_WIDE_HEAD * text
    r = head.w * HEAD_SYMBOL if is_wide else min(head.w * 0.28, text * 0.4)
    pitch = 3 * r
    below = 0.0 if is_wide else pitch * (len(symbols) + 0.3)
    label = Box(head.x, head.y, head.w * (NAME_SHARE if is_wide else 1.0), head.h - below)
    size = _name_size(edition, name, label, text)
    has_name = size >= MIN_TEXT_SIZE
    if has_name:
        canvas.text(*label.centre, name, size, colours.mark, "bold", "middle", turn=270)
    x = head.x + head.w * (SYMBOL_PLACE if is_wide and has_name else 0.5)
    middle = head.bottom - below / 2 if has_name and not is_wide else head.centre[1]
    for index, each in enumerate(symbols):
        y = middle + (index - (len(symbols) - 1) / 2) * pitch
        canvas.add(symbol(each, x, y, r, colours.mark))


def _name_size(edition: Edition, name: str, area: Box, text: float) -> float:
    """Return the type size of a row's name: that at which all names fit or, if that is too small, this one."""
    size = min(text, area.w * 0.8)
    face = edition.faces["bold"]
    sizes = []
    for each in (*(edition.colour_name(row.id) for row in edition.rulebook.coloured_rows), name):
        width = text_width(each, size, face)
        sizes.append(size * min(1.0, area.h * NAME_ROOM / width) if width else size)
    return min(sizes) if min(sizes) >= MIN_TEXT_SIZE else sizes[-1]


def draw_plain_band(canvas: Canvas, edition: Edition, look: CellLook, placed: PlacedRow) -> None:
    """Draw the band of a row without its symbol, all in the colour of the row."""
    colours = edition.row_colours(placed.row)
    outline = edition.theme.outline
    edge = placed.band.grown(-outline / 2)
    canvas.rect(edge, Paint(colours.band, colours.edge, outline), look.radius * BAND_RADIUS)


def _draw_segments(canvas: Canvas, edition: Edition, look: CellLook, placed: PlacedRow) -> None:
    """Draw a band segment for each run of cells of one colour. The head has the colour of the row."""
    row = placed.row
    theme = edition.theme
    edge = placed.band.grown(-theme.outline / 2)
    columns = {box.x: cell.colour for cell, box in zip(row.cells, placed.cells, strict=False)}
    if row.lock:
        columns[placed.cells[-1].x] = row.lock.colour
    coloured = [(edge.x, row.colour), *columns.items()]
    runs = [next(run) for _, run in groupby(coloured, key=lambda column: column[1])]
    # Colours change halfway between two cells. Each segment overlaps the edge of the previous one to hide the seam.
    starts = [edge.x, *(x - look.gap / 2 + theme.outline / 2 for x, _ in runs[1:]), edge.right]
    for (_, colour), (left, right) in zip(runs, pairwise(starts), strict=True):
        colours = theme.colours[colour or ""]
        box = Box(left, edge.y, right - left, edge.h)
        outline = rounded_rect(box, look.radius * BAND_RADIUS, left == edge.x, right == edge.right)
        canvas.path(outline, Paint(colours.band, colours.edge, theme.outline))


def _draw_own_band(canvas: Canvas, edition: Edition, look: CellLook, placed: PlacedRow, text: float) -> None:
    """Draw the band of a row that a feature adds, with its label before the cells, or upwards in a narrow head."""
    ink = edition.theme.ink
    band = placed.band
    line = edition.theme.outline
    canvas.rect(band.grown(-line / 2), Paint(ink.panel, ink.line, line), look.radius * BAND_RADIUS)
    note = OWN_ROWS[placed.row.id].row_label(edition.rulebook)
    label = edition.label(note.label, **note.values)
    head = placed.cells[0].x - band.x
    x, y = band.x + text * 1.1, band.centre[1]
    if head < MIN_LEVEL_HEAD * text:
        room = Box(band.x, band.y, head, band.h)
        size = _name_size(edition, label, room, text)
        if size >= MIN_TEXT_SIZE:
            canvas.text(*room.centre, label, size, ink.text, "bold", "middle", turn=270)
        return
    if placed.row.swaps:
        canvas.add(opposed_arrows(x, y, text * 0.55, ink.text))
    else:
        canvas.add(symbol("arrow", x, y, text * 0.4, ink.text))
    left = x + text
    canvas.text(left, y, label, text, ink.text, "bold", room=placed.cells[0].x - left - text * 0.4)


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
        """Return the connector between the cells including the outer half of their frames, `frame` mm wide."""
        return Connector(self.one.grown(frame), self.other.grown(frame))


class Connectors:
    """The chains and stairs of a sheet that cross no other cells, and letters for linked cells without a chain."""

    def __init__(self, rulebook: Rulebook, rows: list[PlacedRow]) -> None:
        self._boxes = {id: box for placed in rows for id, box in placed.boxes.items()}
        self._rows = {id: index for index, placed in enumerate(rows) for id in placed.boxes}
        linked = [(pair, self._connect(*pair, columns=0)) for pair in rulebook.links]
        self.chains = [chain for _, chain in linked if chain]
        apart = [pair for pair, chain in linked if not chain]
        self.letters: dict[str, str] = {}  # by cell id: a to z, then aa to zz
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
    """Draw stairs and chains, dark with a pale outline, so that they are visible on every band."""
    ink = edition.theme.ink
    frame = edition.theme.outline * HEAVY / 2
    # All outlines come first, so that none covers a stair that meets another one at the same cell.
    for fill, share in ((ink.box, STAIR_WIDTH * 2.2), (ink.on_box, STAIR_WIDTH)):
        for stair in connectors.stairs:
            canvas.path(_stair(stair.framed(frame), stair.one.w * share), Paint(fill=fill))
    for chain in connectors.chains:
        _draw_chain(canvas, edition, chain.framed(frame))


def _stair(connector: Connector, line: float) -> tuple[Segment, ...]:
    """Return the outline of a line of this width between two cells; its ends follow the edges of the cells."""
    one = connector.one
    other = connector.other
    half = line / 2
    if connector.is_level:
        y = one.centre[1]
        return polygon([(one.right, y - half), (other.x, y - half), (other.x, y + half), (one.right, y + half)])
    offset = one.w * STAIR_OFFSET * (1 if other.x > one.x else -1)
    top, foot = one.centre[0] + offset, other.centre[0] - offset
    # The horizontal ends of a slanted line are wider than the line itself.
    half *= math.hypot(foot - top, other.y - one.bottom) / (other.y - one.bottom)
    return polygon([(top - half, one.bottom), (top + half, one.bottom), (foot + half, other.y), (foot - half, other.y)])


def _draw_chain(canvas: Canvas, edition: Edition, chain: Connector) -> None:
    """Draw three chain links from the upper cell to the lower one, the middle one seen from the side."""
    ink, (x, _), top, length = edition.theme.ink, chain.one.centre, chain.one.bottom, chain.other.y - chain.one.bottom
    width = chain.one.w * CHAIN_WIDTH
    line = width * 0.2
    link = length * 0.46
    pale = min(line * 0.6, edition.theme.outline * HEAVY / 2)  # the outline stays outside of the cells
    rings = [Box(x - width / 2, y, width, link) for y in (top, top + length - link)]
    side = Box(x - line * 0.9, top + length * 0.26, line * 1.8, length * 0.48)
    for box in (*rings, side):
        canvas.rect(box.grown(pale), Paint(fill=ink.box), min(box.w, box.h) / 2 + pale)
    for ring in rings:
        canvas.rect(ring.grown(-line / 2), Paint(ink.box, ink.on_box, line), (min(ring.w, ring.h) - line) / 2)
    canvas.rect(side, Paint(fill=ink.on_box), line * 0.9)


class FeatureNote(NamedTuple):
    """A note about a feature of the game, and the symbol before it; None for a clover."""

    symbol: SymbolName | None
    text: str


def feature_notes(edition: Edition) -> list[FeatureNote]:
    """Return the notes above the rows, in the order in which they are printed."""
    notes = [FeatureNote(None, edition.label(each.label, **each.values)) for each in printed_notes(edition.rulebook)]
    rewards = edition.layout.game.rewards
    return notes + [FeatureNote(each.symbol, reward_text(each, edition.layout, edition.locale)) for each in rewards]


def draw_feature_notes(canvas: Canvas, edition: Edition, x: float, y: float, size: float, room: float) -> None:
    """Draw the notes about the game's features side by side, each after its symbol, as large as they fit."""
    notes = feature_notes(edition)
    ink = edition.theme.ink.text
    widths = (text_width(note.text, size, edition.faces["bold"]) for note in notes)
    needed = sum(widths) + size * (NOTE_SIGN * len(notes) + NOTE_GAP * (len(notes) - 1))
    size = max(MIN_TEXT_SIZE, size * min(1.0, room / needed)) if notes else size
    right = x + room
    for note in notes:
        if note.symbol:
            canvas.add(symbol(note.symbol, x + size * 0.45, y, size * 0.45, ink))
        else:
            canvas.add(*clover(x + size * 0.45, y, size * 0.45, ink))
        x += size * NOTE_SIGN
        x += canvas.text(x, y, note.text, size, ink, "bold", room=right - x).width + size * NOTE_GAP
