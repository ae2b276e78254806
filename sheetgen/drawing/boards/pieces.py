"""Pieces to cut out of paper: fold-up pawns for tracks, and tokens.

They are in tight grids, so that a few straight cuts are enough. The page is as large as the board, so that pieces and
board are printed at the same scale on any paper. Grids are symmetrical to the centre of the page: printed on both sides
of the paper, tokens have two equal sides.
"""

import math
from typing import NamedTuple

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import TOLERANCE, Box, Circle, Paint, Scene, Segment
from sheetgen.drawing.shapes import arc, symbol
from sheetgen.layouts.layout import PiecesLook
from sheetgen.themes.theme import PieceColours

BASE_SHARE = 0.36  # depth of a folded piece's base / its height
FLAP_SHARE = 0.85  # depth of the flap / depth of the base; a little shorter, so that it does not jam when glued
CUT_WIDTH = 0.25  # width of the lines to cut or fold along, in mm
HEADING_HEIGHT = 2.6  # height of the heading / type size


class PieceGrid(NamedTuple):
    """The grid of a page: sets side by side and one below the other, each with the same columns and lines of pieces."""

    columns: int  # pieces side by side in a set
    lines: int  # pieces one below the other in a set
    across: int  # sets side by side
    down: int  # sets one below the other
    width: float  # of a piece, in mm
    height: float  # of a piece with all its parts, in mm

    @property
    def sets(self) -> int:
        """Number of sets on a full page."""
        return self.across * self.down


def piece_grid(edition: Edition) -> PieceGrid:
    """Return the grid that fills a page. Raises InputError if one set does not fit."""
    look, area = _look(edition), _area(edition)
    if edition.rulebook.token_colours:
        width = height = look.width
        fit = max(1, int((area.w + TOLERANCE) // width))
        # Half of the lines of the first colour are above those of the second one, and half of them below.
        half = math.ceil(edition.rulebook.tokens_each / (2 * fit))
        columns, lines = math.ceil(edition.rulebook.tokens_each / (2 * half)), 4 * half
    else:
        width, height = look.width, 2 * look.height + look.height * BASE_SHARE * (1 + FLAP_SHARE)
        columns = min(edition.rulebook.players[1], max(1, int((area.w + TOLERANCE) // width)))
        lines = math.ceil(edition.rulebook.players[1] / columns)
    over = max(columns * width - area.w, lines * height - area.h)
    if over > TOLERANCE:
        message = f"the pieces are {over:.1f} mm too large for their page"
        raise edition.layout.error(message, "Make them smaller, or the board larger.", ("pieces",), ("board",))
    across = int((area.w + TOLERANCE) // (columns * width))
    down = int((area.h + TOLERANCE) // (lines * height))
    return PieceGrid(columns, lines, across, down, width, height)


def pieces_page(edition: Edition, sets: int) -> Scene:
    """Draw a page with this number of sets of pieces or tokens, at most as many as fit."""
    look, area, grid = _look(edition), _area(edition), piece_grid(edition)
    board = edition.layout.board
    assert board is not None
    canvas = edition.canvas(board.width, board.height)
    size = look.text
    ink = edition.theme.ink
    tokens = bool(edition.rulebook.token_colours)
    y = board.margin + size * 0.8
    title = f"{edition.title}: {edition.label('tokens' if tokens else 'pieces')}"
    canvas.text(area.x, y, title, size * 1.5, ink.on_box, "number", room=area.w * 0.3)
    hint = edition.label("tokens_hint", each=edition.rulebook.tokens_each) if tokens else edition.label("pieces_hint")
    canvas.text(area.right, y, hint, size, ink.on_box_soft, anchor="end", room=area.w * 0.65)
    across = min(sets, grid.across)
    down = math.ceil(sets / across)
    width, height = grid.columns * grid.width, grid.lines * grid.height
    left, top = area.centre[0] - across * width / 2, area.centre[1] - down * height / 2
    for index in range(sets):
        block = Box(left + index % across * width, top + index // across * height, width, height)
        if tokens:
            _draw_tokens(canvas, edition, look, grid, block)
        else:
            _draw_pieces(canvas, edition, look, grid, block)
    return canvas.scene()


def _look(edition: Edition) -> PiecesLook:
    assert edition.layout.pieces is not None
    return edition.layout.pieces


def _area(edition: Edition) -> Box:
    """Return the area of the grid, in the middle of the page, so that it is at the same place on both sides."""
    board = edition.layout.board
    assert board is not None
    top = board.margin + HEADING_HEIGHT * _look(edition).text
    return Box(board.margin, top, board.width - 2 * board.margin, board.height - 2 * top)


def _draw_tokens(canvas: Canvas, edition: Edition, look: PiecesLook, grid: PieceGrid, block: Box) -> None:
    """Draw a set of tokens: lines of the first colour, all lines of the second one, the rest of the first one."""
    theme = edition.theme
    side = grid.width
    for line in range(grid.lines):
        is_first = not grid.lines / 4 <= line < grid.lines * 3 / 4
        colours = theme.tokens[edition.rulebook.token_colours[0 if is_first else -1]]
        for column in range(grid.columns):
            box = Box(block.x + column * side, block.y + line * side, side, side)
            x, y = box.centre
            r = side / 2
            if look.shape == "square":
                canvas.rect(box, Paint(theme.ink.box, theme.ink.line, CUT_WIDTH))
                r = side * 0.45
            canvas.add(Circle(x, y, r, Paint(colours.fill, theme.ink.on_box, CUT_WIDTH)))
            canvas.add(Circle(x, y, side * 0.37, Paint(stroke=colours.ink, line=theme.outline)))
            canvas.add(symbol(colours.symbol, x, y, side * 0.23, colours.ink))


def _draw_pieces(canvas: Canvas, edition: Edition, look: PiecesLook, grid: PieceGrid, block: Box) -> None:
    """Draw paper strips that fold into small tents, one for each player, or more to fill the last line."""
    for index in range(grid.columns * grid.lines):
        colours = edition.theme.pieces[index % len(edition.theme.pieces)]
        x = block.x + index % grid.columns * grid.width
        y = block.y + index // grid.columns * grid.height
        _draw_piece(canvas, edition, look, colours, Box(x, y, grid.width, grid.height))


def _draw_piece(canvas: Canvas, edition: Edition, look: PiecesLook, colours: PieceColours, strip: Box) -> None:
    """Draw a strip: from top to bottom the flap to glue, the back upside down, the front, and the base."""
    ink = edition.theme.ink
    depth = look.height * BASE_SHARE
    flap = depth * FLAP_SHARE
    w = look.width
    h = look.height
    x, y = strip.x, strip.y
    back, front, base = (Box(x, y + flap + top, w, tall) for top, tall in ((0, h), (h, h), (2 * h, depth)))
    canvas.rect(strip, Paint(ink.box, ink.on_box, CUT_WIDTH))
    for panel, up in ((back, -1), (front, 1)):
        draw_pawn(canvas, edition, colours, panel, up)
    for label, middle in (("glue", y + flap / 2), ("base", base.centre[1])):
        canvas.text(
            base.centre[0], middle, edition.label(label), look.text, ink.on_box_soft, anchor="middle", room=w * 0.75
        )
    for fold in (back.y, front.y, base.y):
        canvas.line(x, fold, x + w, fold, Paint(stroke=ink.on_box_soft, line=CUT_WIDTH, dash=(w / 15, w / 15)))


def draw_pawn(canvas: Canvas, edition: Edition, colours: PieceColours, panel: Box, up: int = 1) -> None:
    """Draw a pawn as one outline with its symbol on it; `up` is 1, or -1 to draw it upside down."""
    x, y = panel.centre
    w, h = panel.w, panel.h * up
    r = w * 0.25
    neck = 32.0
    head = y - h * 0.19
    # The head is a circle with a gap of twice the neck angle, in degrees, at the bottom.
    start, end = (90 + neck, 450 - neck) if up > 0 else (270 - neck, neck - 90)
    inset = r * math.sin(math.radians(neck))
    throat = head + r * math.cos(math.radians(neck)) * up
    foot = y + h * 0.47
    body: tuple[Segment, ...] = (
        ("M", (x - w * 0.43, foot)),
        ("C", (x - w * 0.43, y + h * 0.14, x - inset, y + h * 0.14, x - inset, throat)),
        *arc(x, head, r, start, end),
        ("C", (x + inset, y + h * 0.14, x + w * 0.43, y + h * 0.14, x + w * 0.43, foot)),
        ("Z", ()),
    )
    canvas.path(body, Paint(colours.fill, edition.theme.ink.on_box, edition.theme.outline))
    canvas.add(symbol(colours.symbol, x, y + h * 0.27, w * 0.17, colours.ink))
