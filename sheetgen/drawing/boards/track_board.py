"""The board with a track: a path of spaces in lines that run alternately to the right and to the left."""

import math
from itertools import pairwise

from sheetgen.drawing.canvas import LINE_HEIGHT, WHITE, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.scene import Anchor, Box, Circle, Paint, Scene, Segment
from sheetgen.drawing.shapes import symbol
from sheetgen.drawing.sheet.rows import draw_legend
from sheetgen.drawing.sheet_links import SheetLinks, address_lines, draw_address, draw_board_code
from sheetgen.layouts.layout import BoardLook
from sheetgen.rules.rulebook import Space

START_COLUMNS = 2  # width of the start, where all pieces begin, in columns
CODE_COLUMNS = 3  # columns that stay free for the code at the end of the path


class TrackPlan:
    """The boxes of one side of a track board. Raises InputError if they do not fit."""

    def __init__(self, edition: Edition, spaces: int) -> None:
        look = edition.layout.board
        assert look is not None and look.columns is not None
        self.look: BoardLook = look
        cell = look.cell
        text = look.text
        self.header = Box(look.margin, look.margin, look.width - 2 * look.margin, text * 2.6)
        self.circle_radius = cell.height * 0.24  # of the circles with extra points
        self.circle_gap = cell.height * 0.05  # distance of these circles from their spaces
        self.pitch_x = cell.width + cell.gap
        self.lines = math.ceil((START_COLUMNS + spaces + CODE_COLUMNS) / look.columns)
        self.left = (look.width - look.columns * self.pitch_x + cell.gap) / 2
        top = self.header.bottom + text * 0.6
        self.space_height = cell.height + self.circle_gap + 2 * self.circle_radius  # with its circle
        self.pitch_y = (look.height - look.margin - top - self.space_height) / max(1, self.lines - 1)
        spare = self.pitch_y - self.space_height - text
        if spare < 0 or self.left < look.margin:
            raise edition.layout.error(
                f"a track of {spaces} spaces is {max(-spare * self.lines, look.margin - self.left):.1f} mm too large"
                " for its board",
                "Make the spaces smaller or the board larger.",
                *(("board", key) for key in ("cell", "columns", "text", "width", "height")),
                ("game", "track", "sides"),
            )
        self.start = Box(self.left, top, START_COLUMNS * self.pitch_x - cell.gap, cell.height)
        self.spaces = [self._space(index + START_COLUMNS, top) for index in range(spaces)]
        # The code is at the end of the last line.
        self.goes_right = (self.lines - 1) % 2 == 0
        last_y = top + (self.lines - 1) * self.pitch_y
        code_x = look.width - self.left - look.code if self.goes_right else self.left
        self.code = Box(code_x, look.height - look.margin - look.code, look.code, look.code)
        left = self.spaces[-1].right + cell.gap if self.goes_right else self.code.right
        right = self.code.x if self.goes_right else self.spaces[-1].x - cell.gap
        # Notes and the address are between the last space and the code.
        self.notes = Box(left, last_y, right - left, look.height - look.margin - last_y)
        over = max(look.code - self.pitch_y, text * 12 - self.notes.w)
        if over > 0:
            raise edition.layout.error(
                f"the code and its address are {over:.1f} mm too large for the end of the track",
                "Make the code smaller, or the board larger.",
                *(("board", key) for key in ("code", "text", "columns", "cell", "width", "height")),
                ("game", "track", "sides"),
            )

    def bend(self, station: Box) -> tuple[float, float]:
        """Return the x at which the path leaves the last station of a line, and the x at which it turns down."""
        distance = self.look.cell.gap * 0.75
        if station.centre[0] > self.look.width / 2:
            return station.right, station.right + distance
        return station.x, station.x - distance

    def _space(self, station: int, top: float) -> Box:
        """Return the box of the space at this station, counted in columns along the path."""
        columns = self.look.columns or 1
        line, along = divmod(station, columns)
        column = along if line % 2 == 0 else columns - 1 - along
        x, y = self.left + column * self.pitch_x, top + line * self.pitch_y
        return Box(x, y, self.look.cell.width, self.look.cell.height)


def track_board(edition: Edition, side: str, links: SheetLinks, serial: int) -> Scene:
    """Draw one side of the board, with its number and QR code."""
    spaces = edition.rulebook.tracks[side]
    plan = TrackPlan(edition, len(spaces))
    canvas = edition.canvas(plan.look.width, plan.look.height)
    canvas.background(edition.theme.ink.paper)
    final = len(spaces) - edition.rulebook.final
    _draw_final(canvas, edition, plan)
    _draw_path(canvas, edition, plan, final)
    _draw_header(canvas, edition, plan, side, serial)
    _draw_start(canvas, edition, plan)
    for index, (space, box) in enumerate(zip(spaces, plan.spaces, strict=True), start=1):
        _draw_space(canvas, edition, plan, space, index, box)
    draw_board_code(canvas, edition, links, serial, plan.code)
    _draw_notes(canvas, edition, plan, links.url(serial))
    return canvas.scene()


def _draw_header(canvas: Canvas, edition: Edition, plan: TrackPlan, side: str, serial: int) -> None:
    ink = edition.theme.ink
    header = plan.header
    size = plan.look.text
    y = header.centre[1]
    title = canvas.text(plan.left, y, edition.title, size * 2.2, ink.text, "bold", room=header.w * 0.3)
    if len(edition.rulebook.tracks) > 1:
        x = title.left + title.width + size * 2
        canvas.text(x, y, edition.label("side", side=side.upper()), size * 2.2, ink.soft, room=header.w * 0.15)
    right = plan.look.width - plan.left
    room = header.w * 0.12
    canvas.text(right, y, edition.label("number", serial=serial), size * 1.1, ink.text, "bold", "end", room=room)
    draw_legend(canvas, edition, right - room - size, y, size * 1.1)


def _draw_final(canvas: Canvas, edition: Edition, plan: TrackPlan) -> None:
    """Draw a panel behind the final spaces, or one per line if they are on several lines."""
    ink = edition.theme.ink
    size = plan.look.text
    last = plan.spaces[-edition.rulebook.final :]
    padding = size * 0.8
    for y in sorted({box.y for box in last}):
        boxes = [box for box in last if box.y == y]
        x = min(box.x for box in boxes) - padding
        width = max(box.right for box in boxes) + padding - x
        top = y - size * 2.2
        panel = Box(x, top, width, plan.space_height + y - top + padding * 0.8)
        canvas.rect(panel, Paint(ink.panel, ink.final_edge, edition.theme.outline * 2), plan.look.cell.radius * 1.4)
    first = min(box.x for box in last if box.y == last[0].y)
    label = edition.label("final")
    canvas.text(first, last[0].y - size * 1.15, label, size * 1.2, ink.text, "bold", room=plan.look.width / 3)


def _draw_path(canvas: Canvas, edition: Edition, plan: TrackPlan, final: int) -> None:
    """Draw the path under the spaces with arrows on it, in another colour after space number `final`."""
    ink = edition.theme.ink
    stations = [plan.start, *plan.spaces]
    width = plan.look.cell.height * 0.4
    for part, fill in ((stations[: final + 2], ink.path), (stations[final + 1 :], ink.final)):
        segments = _path_segments(part, plan)
        canvas.path(segments, Paint(stroke=ink.line, line=width))
        canvas.path(segments, Paint(stroke=fill, line=width - 0.7))
    for before, after in pairwise(stations):
        y = before.centre[1]
        r = width * 0.22
        if after.y != before.y:
            _, outside = plan.bend(before)
            canvas.add(symbol("arrow-down", outside, (y + after.centre[1]) / 2, r, ink.soft))
        elif after.x > before.x:
            canvas.add(symbol("arrow", (before.right + after.x) / 2, y, r, ink.soft))
        else:  # a negative radius mirrors the arrow
            canvas.add(symbol("arrow", (before.x + after.right) / 2, y, -r, ink.soft))


def _path_segments(stations: list[Box], plan: TrackPlan) -> tuple[Segment, ...]:
    """Return the path through the stations, straight along each line and in a bend to the next one."""
    segments: list[Segment] = [("M", stations[0].centre)]
    for before, after in pairwise(stations):
        y0, y1 = before.centre[1], after.centre[1]
        if y0 != y1:
            edge, outside = plan.bend(before)
            corner = abs(outside - edge)
            segments += [
                ("L", (edge, y0)),
                ("C", (outside, y0, outside, y0, outside, y0 + corner)),
                ("L", (outside, y1 - corner)),
                ("C", (outside, y1, outside, y1, edge, y1)),
            ]
        segments.append(("L", after.centre))
    return tuple(segments)


def _draw_start(canvas: Canvas, edition: Edition, plan: TrackPlan) -> None:
    ink = edition.theme.ink
    paint = Paint(ink.box, ink.on_box, edition.theme.outline * 1.6)
    canvas.rect(plan.start, paint, plan.look.cell.height / 2, "space 0")
    x, y = plan.start.centre
    label = edition.label("start")
    canvas.text(x, y, label, plan.look.text * 1.8, ink.on_box, "bold", "middle", room=plan.start.w * 0.6)
    r = plan.look.cell.height * 0.16
    canvas.add(symbol("arrow", plan.start.right - 2.6 * r, y, r, ink.on_box_soft))


def _draw_space(canvas: Canvas, edition: Edition, plan: TrackPlan, space: Space, index: int, box: Box) -> None:
    theme = edition.theme
    ink = edition.theme.ink
    cell = plan.look.cell
    row = next(row for row in edition.rulebook.rows if row.id == space.row)
    colours = edition.row_colours(row)
    canvas.rect(box, Paint(colours.band, colours.edge, theme.outline), cell.radius, f"space {index}")
    inner = box.grown(-cell.height * 0.13)
    canvas.rect(inner, Paint(colours.cell, colours.frame, theme.outline * 0.6), cell.radius * 0.6)
    x, y = inner.centre
    face = edition.faces["number"]
    size = cell.height * (0.3 if theme.symbols else 0.36) / face.cap_height
    if theme.symbols:  # symbol and number are centred together
        r = cell.height * 0.1
        x += r * 1.7
        symbol_x = x - text_width(str(space.number), size, face) / 2 - r * 2.2
        canvas.add(symbol(colours.symbol, symbol_x, y, r, colours.ink))
    canvas.text(x, y, str(space.number), size, colours.ink, "number", "middle", room=inner.w * 0.66)
    below = box.bottom + plan.circle_gap + plan.circle_radius
    canvas.add(Circle(box.centre[0], below, plan.circle_radius, Paint(WHITE, ink.on_box, theme.outline)))
    extra_size = plan.look.text * 1.15
    room = plan.circle_radius * 1.6
    canvas.text(box.centre[0], below, str(space.extra), extra_size, ink.on_box, "number", "middle", room=room)


def _draw_notes(canvas: Canvas, edition: Edition, plan: TrackPlan, url: str) -> None:
    """Draw the notes and the address between the last space and the QR code."""
    area = plan.notes
    size = plan.look.text
    x = area.right - size if plan.goes_right else area.x + size
    anchor: Anchor = "end" if plan.goes_right else "start"
    room = area.w - 2 * size
    lines = address_lines(url, size, room, canvas.faces["regular"])
    y = plan.code.bottom - (len(lines) + 0.5) * size * LINE_HEIGHT
    draw_address(canvas, edition, lines, x, y, size, room, anchor)
    for index, key in enumerate(("extra_points", "own_track")):
        note = edition.label(key)
        y = area.y + (index + 0.5) * size * LINE_HEIGHT
        canvas.text(x, y, note, size, edition.theme.ink.soft, anchor=anchor, room=room)
