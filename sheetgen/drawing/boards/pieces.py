"""Pieces to cut out of paper: fold-up pawns for tracks, and tokens.

The page is as large as the board, so that pieces and board are printed at the same scale on any paper.
"""

import math

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import TOLERANCE, Box, Circle, Paint, Scene, Segment
from sheetgen.drawing.shapes import arc, polygon, symbol
from sheetgen.layouts.layout import PiecesLook
from sheetgen.themes.theme import PieceColours

BASE_SHARE = 0.36  # depth of a folded piece's base / its height
FLAP_SHARE = 0.85  # depth of the flap / depth of the base; a little shorter, so that it does not jam when glued
CUT_WIDTH = 0.35  # width of the lines to cut or fold along, in mm
SETS = 2  # sets of pieces: one for the game and one in reserve


def pieces_page(edition: Edition) -> Scene:
    """Draw all pieces or tokens of the game on one page."""
    look = edition.layout.pieces
    board = edition.layout.board
    assert look is not None and board is not None
    canvas = edition.canvas(board.width, board.height)
    margin = board.margin
    size = look.text
    ink = edition.theme.ink
    area = Box(margin, margin, board.width - 2 * margin, board.height - 2 * margin)
    tokens = edition.rulebook.token_colours
    kind = "tokens" if tokens else "pieces"
    title = f"{edition.title}: {edition.label(kind)}"
    canvas.text(area.x, area.y + size, title, size * 1.6, ink.on_box, "bold", room=area.w * 0.3)
    hint = edition.label(f"{kind}_hint")
    canvas.text(area.right, area.y + size, hint, size, ink.on_box_soft, anchor="end", room=area.w * 0.65)
    below = Box(area.x, area.y + size * 4.5, area.w, area.h - size * 4.5)
    if tokens:
        _draw_tokens(canvas, edition, look, below)
    else:
        _draw_pieces(canvas, edition, look, below)
    return canvas.scene()


def _block_corner(edition: Edition, area: Box, width: float, height: float) -> tuple[float, float]:
    """Return the top left corner of a block centred at the top of the area. Raises InputError if it does not fit."""
    if width > area.w + TOLERANCE or height > area.h + TOLERANCE:
        over = max(width - area.w, height - area.h)
        message = f"the pieces are {over:.1f} mm too large for their page"
        raise edition.layout.error(message, "Make them smaller, or the board larger.", ("pieces",), ("board",))
    return area.x + (area.w - width) / 2, area.y


def _draw_tokens(canvas: Canvas, edition: Edition, look: PiecesLook, area: Box) -> None:
    count = edition.rulebook.tokens_each
    names = edition.rulebook.token_colours
    gap = look.width * 0.35
    pitch = look.width + gap
    columns = max(1, min(math.ceil(count / 2), int((area.w + gap) // pitch)))
    block_height = math.ceil(count / columns) * pitch + gap  # of the tokens of one colour
    left, top = _block_corner(edition, area, columns * pitch - gap, len(names) * block_height - 2 * gap)
    theme = edition.theme
    r = look.width / 2
    for number, name in enumerate(names):
        colours = theme.tokens[name]
        for index in range(count):
            x = left + index % columns * pitch + r
            y = top + number * block_height + index // columns * pitch + r
            canvas.add(Circle(x, y, r, Paint(colours.fill, theme.ink.on_box, theme.outline)))
            canvas.add(Circle(x, y, r * 0.78, Paint(stroke=colours.ink, line=theme.outline)))
            canvas.add(symbol(colours.symbol, x, y, r * 0.46, colours.ink))


def _draw_pieces(canvas: Canvas, edition: Edition, look: PiecesLook, area: Box) -> None:
    """Draw paper strips that fold into small tents, SETS for each player."""
    players = edition.rulebook.players[1]
    pieces = [edition.theme.pieces[index % len(edition.theme.pieces)] for index in range(players)] * SETS
    base = look.height * BASE_SHARE
    gap = look.width * 0.4
    pitch = look.width + gap
    length = 2 * look.height + 2 * base
    columns = max(1, min(len(pieces), int((area.w + gap) // pitch)))
    lines = math.ceil(len(pieces) / columns)
    left, top = _block_corner(edition, area, columns * pitch - gap, lines * (length + gap) - gap)
    for index, colours in enumerate(pieces):
        x, y = left + index % columns * pitch, top + index // columns * (length + gap)
        _draw_piece(canvas, edition, look, colours, x, y)


def _draw_piece(canvas: Canvas, edition: Edition, look: PiecesLook, colours: PieceColours, x: float, y: float) -> None:
    """Draw a strip: from top to bottom the flap to glue, the back upside down, the front, and the base."""
    ink = edition.theme.ink
    depth = look.height * BASE_SHARE
    w = look.width
    h = look.height
    back, front, base = (Box(x, y + depth + top, w, tall) for top, tall in ((0, h), (h, h), (2 * h, depth)))
    flap = depth * FLAP_SHARE
    slant = w * 0.08
    outline = polygon(
        [
            *((x, back.y), (x + slant, back.y - flap), (x + w - slant, back.y - flap)),
            *((x + w, back.y), (x + w, base.bottom), (x, base.bottom)),
        ]
    )
    canvas.path(outline, Paint(ink.box, ink.on_box, CUT_WIDTH))
    for panel, up in ((back, -1), (front, 1)):
        _draw_pawn(canvas, edition, colours, panel, up)
    for label, middle in (("glue", back.y - flap / 2), ("base", base.centre[1])):
        canvas.text(
            base.centre[0], middle, edition.label(label), look.text, ink.on_box_soft, anchor="middle", room=w * 0.75
        )
    for fold in (back.y, front.y, base.y):
        canvas.line(x, fold, x + w, fold, Paint(stroke=ink.on_box, line=CUT_WIDTH, dash=(w / 15, w / 15)))


def _draw_pawn(canvas: Canvas, edition: Edition, colours: PieceColours, panel: Box, up: int) -> None:
    """Draw a pawn as one outline with its symbol on it; `up` is 1, or -1 to draw it upside down."""
    x, y = panel.centre
    w, h = panel.w, panel.h * up
    r = w * 0.23
    neck = 32.0
    head = y - h * 0.2
    # The head is a circle with a gap of twice the neck angle, in degrees, at the bottom.
    start, end = (90 + neck, 450 - neck) if up > 0 else (270 - neck, neck - 90)
    inset = r * math.sin(math.radians(neck))
    throat = head + r * math.cos(math.radians(neck)) * up
    foot = y + h * 0.43
    body: tuple[Segment, ...] = (
        ("M", (x - w * 0.38, foot)),
        ("C", (x - w * 0.38, y + h * 0.14, x - inset, y + h * 0.14, x - inset, throat)),
        *arc(x, head, r, start, end),
        ("C", (x + inset, y + h * 0.14, x + w * 0.38, y + h * 0.14, x + w * 0.38, foot)),
        ("Z", ()),
    )
    canvas.path(body, Paint(colours.fill, edition.theme.ink.on_box, edition.theme.outline))
    canvas.add(symbol(colours.symbol, x, y + h * 0.27, w * 0.17, colours.ink))
