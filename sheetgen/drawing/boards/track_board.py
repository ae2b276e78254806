"""The board with a race track: a road with curves, from the start to the finish.

The road runs in lanes, alternately to the right and to the left, joined by half circles. Spaces are on the lanes, and
one in the middle of each curve.
"""

import math
from functools import partial

from sheetgen.drawing.canvas import LINE_HEIGHT, WHITE, Canvas, LocatedText, wrap_text
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.masthead import Masthead, draw_masthead, draw_serial
from sheetgen.drawing.qr_codes import WIDEST_BORDER
from sheetgen.drawing.scene import Box, Circle, FontRole, Paint, Scene, Segment
from sheetgen.drawing.shapes import arc, polygon, symbol
from sheetgen.drawing.sheet_links import SheetLinks, draw_code, draw_code_tile, draw_foot_line
from sheetgen.layouts.layout import BoardLook
from sheetgen.rules.rulebook import Space

START_STATIONS = 2  # width of the start, in spaces
HEAD_HEIGHT = 4.2  # height of the head / type size of small print
SHOULDER = 0.17  # visible width of the road above and below its spaces / height of a space
ARROW_SHARE = 0.09  # radius of the arrows on the road / height of a space
FINISH_SQUARES = 3  # columns of the chequered finish
NUMBER_SHARE = 0.55  # height of the pale part of a space with its number / height of the space


class TrackPlan:
    """The boxes of one side of a track board. Raises InputError if they do not fit."""

    def __init__(self, edition: Edition, side: str) -> None:
        look = edition.layout.board
        assert look is not None and look.columns is not None
        spaces = len(edition.rulebook.tracks[side])
        self.look: BoardLook = look
        self.columns: int = look.columns
        cell = look.cell
        text = look.text
        panel = Box(look.margin, look.margin, look.width - 2 * look.margin, HEAD_HEIGHT * text)
        self.masthead = Masthead(edition, panel, panel.x + text, panel.right - text, text, _title(edition, side))
        self.foot = Box(look.margin, look.height - look.margin - text, panel.w, text)
        self.road = cell.height * (1 + 2 * SHOULDER)
        top = panel.bottom + text
        stations = START_STATIONS + spaces + 1  # the finish takes the place of a space
        self.lanes = math.ceil((stations + 1) / (self.columns + 1))  # all lanes but the last are followed by a curve
        self._first_y = top + self.road / 2
        bottom = self.foot.y - text - self.road / 2
        self.lane_pitch = (bottom - self._first_y) / max(1, self.lanes - 1)
        self._curve_x = look.margin + self.road / 2  # of the space in a curve, from the edge of the board
        self._lane_x = self._curve_x + cell.width + cell.gap  # of the first space of a lane
        self.pitch = (look.width - 2 * self._lane_x) / max(1, self.columns - 1)
        lack = cell.width + cell.gap - self.pitch if self.columns > 1 else 0.0
        if self.lanes > 1:
            lack = max(lack, self.road + text - self.lane_pitch)
        if lack > 0:
            raise edition.layout.error(
                f"a track of {spaces} spaces is too large for its board: its spaces lack {lack:.1f} mm",
                "Make the spaces smaller or the board larger, or change the number of columns.",
                *(("board", key) for key in ("cell", "columns", "text", "width", "height")),
                ("game", "track", "sides"),
            )
        if self._lane(START_STATIONS + spaces - 1)[1] == self.columns:
            raise edition.layout.error(
                "the last space would be in a curve, where there is no room for the finish",
                "Change the number of columns, or of spaces.",
                ("board", "columns"),
                ("game", "track", "sides"),
            )
        self.spaces = [self._space(START_STATIONS + index) for index in range(spaces)]
        first = self._space(START_STATIONS - 1)
        self.start = Box(look.margin, self._first_y - self.road / 2, first.right - look.margin, self.road)
        self._place_finish(edition, spaces)

    def _place_finish(self, edition: Edition, spaces: int) -> None:
        look = self.look
        last = self.spaces[-1]
        self.goes_right = self._lane(START_STATIONS + spaces - 1)[0] % 2 == 0
        width = FINISH_SQUARES * self.road / 6
        gap = look.cell.gap * 2
        y = last.centre[1] - self.road / 2
        finish_x = last.right + gap if self.goes_right else last.x - gap - width
        self.finish = Box(finish_x, y, width, self.road)
        code_x = look.width - look.margin - look.code if self.goes_right else look.margin
        code_y = min(last.centre[1] - look.code / 2, self.foot.y - look.text * 0.5 - look.code)
        self.code = Box(code_x, code_y, look.code, look.code)
        border = WIDEST_BORDER * look.code
        left = self.finish.right + look.text if self.goes_right else self.code.right + border
        right = self.code.x - border if self.goes_right else self.finish.x - look.text
        # The notes are between the finish and the code.
        self.notes = Box(left, y, right - left, self.road)
        over = look.text * 8 - self.notes.w
        if over > 0:
            raise edition.layout.error(
                f"the code and its notes are {over:.1f} mm too large for the end of the track",
                "Make the code smaller, or the board larger.",
                *(("board", key) for key in ("code", "text", "columns", "cell", "width", "height")),
                ("game", "track", "sides"),
            )

    def _lane(self, station: int) -> tuple[int, int]:
        """Return the lane of a station, and its place there; the place after the last one is in the curve."""
        return divmod(station, self.columns + 1)

    def _space(self, station: int) -> Box:
        """Return the box of the space at this station, counted along the road."""
        lane, place = self._lane(station)
        y = self._first_y + lane * self.lane_pitch
        if place == self.columns:
            x = self.look.width - self._curve_x
            y += self.lane_pitch / 2
        else:
            x = self._lane_x + place * self.pitch
        if lane % 2:
            x = self.look.width - x
        cell = self.look.cell
        return Box(x - cell.width / 2, y - cell.height / 2, cell.width, cell.height)

    def road_segments(self, first: int, last: int) -> tuple[Segment, ...]:
        """Return the middle of the road between two spaces, counted from 0, or from the start (-1) or to the finish."""
        end_x = self.finish.x if self.goes_right else self.finish.right
        stations = [self.start, *self.spaces]
        points = [box.centre for box in stations]
        if last == len(self.spaces):
            points.append((end_x, points[-1][1]))
        part = points[first + 1 : last + 2]
        segments: list[Segment] = [("M", part[0])]
        for index, (x, y) in enumerate(part[1:], start=first + 1):
            lane, place = self._lane(START_STATIONS + index)
            before_lane, before = self._lane(START_STATIONS + index - 1)
            is_right = (before_lane if before == self.columns else lane) % 2 == 0
            r = self.lane_pitch / 2
            centre_x = self.look.width - self._curve_x - r if is_right else self._curve_x + r
            way = 1 if is_right else -1
            if place == self.columns:  # into a curve
                segments.append(("L", (centre_x, y - r)))
                segments += arc(centre_x, y, r, -90, -90 + way * 90)
            elif before == self.columns:  # out of a curve
                segments += arc(centre_x, y - r, r, 90 - way * 90, 90)
                segments.append(("L", (x, y)))
            else:
                segments.append(("L", (x, y)))
        return tuple(segments)


def _title(edition: Edition, side: str) -> str:
    """Return the title of one side of the board, with its letter if there are several."""
    if len(edition.rulebook.tracks) == 1:
        return edition.title
    title = f"{edition.title} · {edition.label('side', side=side.upper())}"
    return LocatedText(title, partial(edition.layout.source.place, ("title",)))


def track_board(edition: Edition, side: str, links: SheetLinks, serial: int) -> Scene:
    """Draw one side of the board, with its number and QR code."""
    spaces = edition.rulebook.tracks[side]
    plan = TrackPlan(edition, side)
    look = plan.look
    canvas = edition.canvas(look.width, look.height)
    canvas.background(edition.theme.ink.paper, look.margin / 2)
    draw_masthead(canvas, edition, plan.masthead)
    draw_serial(canvas, edition, plan.masthead, serial)
    _draw_legend(canvas, edition, plan.masthead)
    final = len(spaces) - edition.rulebook.final
    _draw_road(canvas, edition, plan, final)
    _draw_start(canvas, edition, plan)
    _draw_finish(canvas, edition, plan)
    for index, (space, box) in enumerate(zip(spaces, plan.spaces, strict=True), start=1):
        _draw_space(canvas, edition, plan, space, index, box, is_final=index > final)
    draw_code_tile(canvas, edition, links, plan.code, "board")
    draw_code(canvas, links, serial, plan.code)
    line = draw_foot_line(canvas, edition, links, plan.foot)
    canvas.add(line.fragment(links.fragment(serial)))
    _draw_notes(canvas, edition, plan)
    return canvas.scene()


def _draw_legend(canvas: Canvas, edition: Edition, head: Masthead) -> None:
    """Draw the symbols of the dice colours with their names in the head, if the theme has symbols."""
    words = edition.theme.head_words
    size = head.text
    right = head.number_x - head.number_room
    for name in reversed(edition.rulebook.die_colours if edition.theme.symbols else ()):
        word = canvas.text(right, head.baseline, edition.colour_name(name), size, words, anchor="end", on_baseline=True)
        y = head.baseline - canvas.faces["regular"].cap_height * size / 2
        canvas.add(symbol(edition.theme.colours[name].symbol, word.left - size * 0.8, y, size * 0.4, words))
        right = word.left - size * 2.4


def _draw_road(canvas: Canvas, edition: Edition, plan: TrackPlan, final: int) -> None:
    """Draw the road with its edges and arrows, in another colour after space number `final`."""
    ink = edition.theme.ink
    line = edition.theme.outline
    end = len(plan.spaces)
    for first, last, fill, edge in ((-1, end, ink.path, ink.path_edge), (final - 1, end, ink.final, ink.final_edge)):
        segments = plan.road_segments(first, last)
        if first >= 0:  # the final stretch begins between two spaces
            segments = _without_first_half(segments)
        canvas.path(segments, Paint(stroke=edge, line=plan.road))
        canvas.path(segments, Paint(stroke=fill, line=plan.road - 4 * line))
    for index, (before, after) in enumerate(zip([plan.start, *plan.spaces], plan.spaces, strict=False)):
        if before.centre[1] == after.centre[1]:
            way = 1 if after.x > before.x else -1
            x = (before.right + after.x) / 2 if way > 0 else (before.x + after.right) / 2
            fill = ink.on_final if index > final else ink.on_path
            # A negative radius mirrors the arrow.
            canvas.add(symbol("arrow", x, before.centre[1], way * plan.look.cell.height * ARROW_SHARE, fill))


def _without_first_half(segments: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """Return a road without the first half of its first straight piece."""
    (_, start), (_, end), *others = segments
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return (("M", middle), ("L", (end[0], end[1])), *others)


def _draw_start(canvas: Canvas, edition: Edition, plan: TrackPlan) -> None:
    """Draw the start as a box with the title, and a place for the piece of each player."""
    ink = edition.theme.ink
    box = plan.start
    paint = Paint(ink.box, ink.path_edge, edition.theme.outline * 2)
    canvas.rect(box.grown(-edition.theme.outline), paint, plan.look.cell.radius * 1.4, "space 0")
    size = plan.look.text
    label = edition.label("start")
    canvas.text(box.centre[0], box.y + box.h * 0.3, label, size * 2, ink.on_box, "number", "middle", room=box.w * 0.6)
    players = edition.rulebook.players[1]
    r = min(box.h * 0.15, box.w * 0.4 / players)
    for index in range(players):
        colours = edition.theme.pieces[index % len(edition.theme.pieces)]
        x = box.centre[0] + (index - (players - 1) / 2) * r * 2.5
        y = box.y + box.h * 0.7
        canvas.add(Circle(x, y, r, Paint(colours.fill, ink.on_box, edition.theme.outline)))
        canvas.add(symbol(colours.symbol, x, y, r * 0.5, colours.ink))


def _draw_finish(canvas: Canvas, edition: Edition, plan: TrackPlan) -> None:
    """Draw the chequered finish, and above the road its name and that of the final stretch."""
    ink = edition.theme.ink
    box = plan.finish
    side = box.w / FINISH_SQUARES
    canvas.rect(box, Paint(fill=WHITE))
    squares: list[Segment] = []
    for row in range(round(box.h / side)):
        for column in range(row % 2, FINISH_SQUARES, 2):
            x, y = box.x + column * side, box.y + row * side
            squares += polygon([(x, y), (x + side, y), (x + side, y + side), (x, y + side)])
    canvas.path(tuple(squares), Paint(fill=ink.final_text))
    canvas.rect(box, Paint(stroke=ink.final_text, line=edition.theme.outline))
    first = plan.spaces[-edition.rulebook.final]
    size = plan.look.text * 1.4
    y = first.centre[1] - plan.road / 2 - size * 0.7
    canvas.text(first.x, y, edition.label("final"), size, ink.text, "number", room=plan.look.width / 3)
    room = plan.pitch
    canvas.text(box.centre[0], y, edition.label("finish"), size, ink.text, "number", "middle", room=room)


def _draw_space(
    canvas: Canvas, edition: Edition, plan: TrackPlan, space: Space, index: int, box: Box, is_final: bool
) -> None:
    """Draw a space: its number in the pale part, and below it, on the colour of its row, the extra points."""
    theme = edition.theme
    cell = plan.look.cell
    row = next(row for row in edition.rulebook.rows if row.id == space.row)
    colours = edition.row_colours(row)
    edge = theme.ink.final_text if is_final else colours.frame
    canvas.rect(box, Paint(colours.band, edge, theme.outline * (2 if is_final else 1)), cell.radius, f"space {index}")
    inset = cell.height * 0.1
    inner = Box(box.x + inset, box.y + inset, box.w - 2 * inset, cell.height * NUMBER_SHARE)
    canvas.rect(inner, Paint(colours.cell, colours.frame, theme.outline * 0.6), cell.radius * 0.7)
    x, y = inner.centre
    face = edition.faces["number"]
    size = cell.height * (0.32 if theme.symbols else 0.36) / face.cap_height
    if theme.symbols:  # symbol and number are centred together
        r = cell.height * 0.09
        x += r * 1.6
        symbol_x = x - text_width(str(space.number), size, face) / 2 - r * 2
        canvas.add(symbol(colours.symbol, symbol_x, y, r, colours.ink))
    canvas.text(x, y, str(space.number), size, colours.ink, "number", "middle", room=inner.w * 0.62)
    if space.extra:
        below = (inner.bottom + box.bottom) / 2
        text = plan.look.text * 1.1
        canvas.text(box.centre[0], below, f"+{space.extra}", text, colours.mark, "number", "middle", room=inner.w)


def _draw_notes(canvas: Canvas, edition: Edition, plan: TrackPlan) -> None:
    """Draw the notes between the finish and the QR code."""
    ink = edition.theme.ink
    area = plan.notes
    size = plan.look.text
    dedication = wrap_text(edition.block("dedication"), size, edition.faces["bold"], area.w)
    y = area.centre[1] - size * LINE_HEIGHT * (1 + len(dedication) / 2)
    notes: tuple[tuple[str, FontRole, float, str], ...] = (
        ("scan", "bold", 1.2, ink.text),
        ("extra_points", "regular", 1.0, ink.soft),
        ("own_track", "regular", 1.0, ink.soft),
    )
    for key, role, factor, fill in notes:
        canvas.text(area.centre[0], y, edition.label(key), size * factor, fill, role, "middle", room=area.w)
        y += size * LINE_HEIGHT * max(1.0, factor)
    for line in dedication:
        canvas.text(area.centre[0], y, line, size, ink.text, "bold", "middle", area.w)
        y += size * LINE_HEIGHT
