"""The board for two players with tokens, who sit opposite each other and read everything from their own side.

From top to bottom: the head, the home and the points of one player, the rows, the points and the home of the other one.
Penalty boxes and code are to the right of the rows. Like a sheet, a board consists of a front, which all boards share,
and an overlay with number and code.
"""

import math
from typing import Literal

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.masthead import Masthead, draw_masthead, draw_serial
from sheetgen.drawing.qr_codes import WIDEST_BORDER
from sheetgen.drawing.scene import TOLERANCE, Box, Circle, Paint, Scene
from sheetgen.drawing.shapes import padlock, symbol
from sheetgen.drawing.sheet.cells_and_locks import draw_penalty_boxes
from sheetgen.drawing.sheet.points_table import TABLE_HEIGHT, draw_points_table
from sheetgen.drawing.sheet.rows import draw_rows, place_rows
from sheetgen.drawing.sheet_links import SheetLinks, draw_code, draw_code_tile, draw_foot_line

HEAD_HEIGHT = 3.8  # height of the head / type size of small print
DIE_SHARE = 0.7  # largest place for a die / width of a cell
PENALTY_COLUMNS = 2  # penalty boxes side by side
HOME_EDGE = 1.0  # distance of the tokens from the edge of their home, in mm


class BoardPlan:
    """The boxes of a token board. Raises InputError if they do not fit."""

    def __init__(self, edition: Edition) -> None:
        look = edition.layout.board
        assert look is not None and look.band is not None
        self.look = look
        self.band = look.band
        size = look.text
        cell = look.cell
        inner = look.width - 2 * look.margin
        panel = Box(look.margin, look.margin, inner, size * HEAD_HEIGHT)
        self.masthead = Masthead(edition, panel, panel.x + size, panel.right - size, size)
        self.foot = Box(look.margin, look.height - look.margin - size, inner, size)
        self.token = edition.layout.pieces.width if edition.layout.pieces else min(cell.width, cell.height) * 0.8
        gap = size * 0.5
        home = self._home_height(edition, inner)
        points = size * TABLE_HEIGHT
        rows_y = panel.bottom + gap + home + gap + points + gap
        self.rows = place_rows(edition.rulebook, cell, look.band, look.margin, rows_y)
        first, last = self.rows[0].band, self.rows[-1].band
        self.points = [Box(first.x, y, first.w, points) for y in (first.y - gap - points, last.bottom + gap)]
        self.homes = [
            Box(look.margin, y, inner, home) for y in (self.points[0].y - gap - home, self.points[1].bottom + gap)
        ]
        side_x = first.right + size
        side_y = self.points[0].y
        self.side = Box(side_x, side_y, look.margin + inner - side_x, self.points[1].bottom - side_y)
        self._place_side(edition)
        needed = self.homes[1].bottom + gap + look.height - self.foot.y
        short = max(needed - look.height, self._needed_side - self.side.h, self._needed_width - self.side.w)
        if short > TOLERANCE:
            raise edition.layout.error(
                f"rows, penalty boxes and code are {short:.1f} mm too large for the board",
                "Make them smaller or the board larger.",
                *(("board", key) for key in ("cell", "code", "band", "text", "width", "height")),
                ("game", "rows"),
            )

    def _home_height(self, edition: Edition, width: float) -> float:
        """Return the height of a home, which has as many lines of tokens as it needs."""
        self.home_columns = max(1, int((width + TOLERANCE) // self.token))
        lines = math.ceil(edition.rulebook.tokens_each / self.home_columns)
        return lines * self.token + 2 * HOME_EDGE

    def _place_side(self, edition: Edition) -> None:
        """Place the penalty boxes with their labels, and below them the code with its label."""
        look = self.look
        cell = look.cell
        label = look.text * 2
        count = edition.rulebook.penalty_boxes
        columns = min(PENALTY_COLUMNS, count)
        lines = math.ceil(count / columns)
        x, _ = self.side.centre
        width = columns * (cell.width + cell.gap) - cell.gap
        height = lines * (cell.height + cell.gap) - cell.gap
        padding = look.text
        self.panel = Box(self.side.x, self.side.y, self.side.w, height + 2 * label + padding)
        self.penalties = [
            Box(
                x - width / 2 + index % columns * (cell.width + cell.gap),
                self.panel.y + label + padding / 2 + index // columns * (cell.height + cell.gap),
                cell.width,
                cell.height,
            )
            for index in range(count)
        ]
        side = min(cell.width * DIE_SHARE, self.side.w / (len(edition.rulebook.die_colours) * 1.3))
        border = WIDEST_BORDER * look.code
        caption = border + look.text
        self.code = Box(x - look.code / 2, self.side.bottom - caption - look.code, look.code, look.code)
        free = self.code.y - border - self.panel.bottom
        self.dice = Box(self.side.x, self.panel.bottom + (free - side) / 2, self.side.w, side)
        self._needed_side = self.panel.h + side + 2 * label + border + look.code + caption
        self._needed_width = max(width + padding, look.code + 2 * border)


def board_front(edition: Edition) -> Scene:
    """Draw the front of the board."""
    plan = edition.cached(BoardPlan)
    look = plan.look
    ink = edition.theme.ink
    canvas = edition.canvas(look.width, look.height)
    canvas.background(ink.paper, look.margin / 2)
    draw_masthead(canvas, edition, plan.masthead)
    turns: tuple[Literal[0, 180], ...] = (180, 0)
    for home, points, turn, player in zip(plan.homes, plan.points, turns, (1, 0), strict=True):
        _draw_home(canvas, edition, plan, home, player)
        draw_points_table(canvas, edition, points, plan.rows, look.cell, plan.band, look.text, turn)
    draw_rows(canvas, edition, look.cell, plan.rows, look.text)
    _draw_penalties(canvas, edition, plan)
    _draw_dice_places(canvas, edition, plan)
    label_y = plan.side.bottom - look.text * 0.5
    x = plan.side.centre[0]
    dedication_y = plan.code.y - WIDEST_BORDER * look.code - look.text * 0.5
    canvas.text(x, dedication_y, edition.block("dedication"), look.text, ink.text, "bold", "middle", plan.side.w)
    canvas.text(x, label_y, edition.label("scan"), look.text, ink.text, "bold", "middle", room=plan.side.w)
    return canvas.scene("board")


def board_overlay(edition: Edition, links: SheetLinks, serial: int) -> Scene:
    """Draw the number, QR code and address of one board."""
    plan = edition.cached(BoardPlan)
    canvas = edition.canvas(plan.look.width, plan.look.height)
    draw_serial(canvas, edition, plan.masthead, serial)
    draw_code_tile(canvas, edition, links, plan.code, "board")
    draw_code(canvas, links, serial, plan.code)
    line = draw_foot_line(canvas, edition, links, plan.foot)
    canvas.add(line.fragment(links.fragment(serial)))
    return canvas.scene()


def _draw_home(canvas: Canvas, edition: Edition, plan: BoardPlan, home: Box, player: int) -> None:
    """Draw a place for each token of a player, in the colours of the tokens."""
    theme = edition.theme
    colours = theme.tokens[edition.rulebook.token_colours[player % len(edition.rulebook.token_colours)]]
    canvas.rect(home.grown(-0.2), Paint(theme.ink.panel, theme.ink.line, 0.4), plan.look.cell.radius)
    count = edition.rulebook.tokens_each
    columns = min(count, plan.home_columns)
    pitch = (home.w - 2 * HOME_EDGE) / columns
    r = min(plan.token, pitch) * 0.46
    for index in range(count):
        x = home.x + HOME_EDGE + (index % columns + 0.5) * pitch
        y = home.y + HOME_EDGE + (index // columns + 0.5) * plan.token
        canvas.add(Circle(x, y, r, Paint(theme.ink.box, theme.ink.line, 0.4)))
        canvas.add(symbol(colours.symbol, x, y, r * 0.5, theme.ink.line))


def _draw_penalties(canvas: Canvas, edition: Edition, plan: BoardPlan) -> None:
    """Draw the penalty boxes, with a label for each player."""
    ink = edition.theme.ink
    size = plan.look.text
    panel = plan.panel
    canvas.rect(panel.grown(-0.2), Paint(ink.panel, ink.line, 0.4), plan.look.cell.radius)
    label = edition.label("penalties_tokens", penalty=edition.penalty_text)
    x = panel.centre[0]
    room = panel.w - size
    lowest = plan.penalties[-1].bottom
    canvas.text(x, (panel.y + plan.penalties[0].y) / 2, label, size, ink.text, "bold", "middle", room, turn=180)
    canvas.text(x, (panel.bottom + lowest) / 2, label, size, ink.text, "bold", "middle", room)
    draw_penalty_boxes(canvas, edition, plan.penalties, plan.look.cell.radius, size * 1.2, 0.8)


def _draw_dice_places(canvas: Canvas, edition: Edition, plan: BoardPlan) -> None:
    """Draw a place for each coloured die that leaves the game, with a label for each player."""
    ink = edition.theme.ink
    area = plan.dice
    side = area.h
    colours = edition.rulebook.die_colours
    x, y = area.centre
    for index, name in enumerate(colours):
        left = x + (index - len(colours) / 2) * side * 1.25 + side * 0.125
        shades = edition.theme.colours[name]
        place = Box(left, area.y, side, side)
        canvas.rect(place, Paint(shades.cell, shades.edge, edition.theme.outline * 2), side * 0.2)
        canvas.add(*padlock(*place.centre, side * 0.4, shades.ink))
    label = edition.label("dice_out")
    distance = side / 2 + plan.look.text
    size = plan.look.text
    canvas.text(x, y - distance, label, size, ink.text, "bold", "middle", area.w, turn=180)
    canvas.text(x, y + distance, label, size, ink.text, "bold", "middle", area.w)
