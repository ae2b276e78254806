"""What is cut out of paper: fold-up pieces for tracks, and tokens.

The page has the size of the board, so that pieces and board keep fitting one another on any paper.
"""

from __future__ import annotations

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box, Circle, Paint, Scene, Segment
from sheetgen.drawing.shapes import symbol
from sheetgen.errors import InputError
from sheetgen.layouts.models import PiecesLook
from sheetgen.layouts.themes import PieceColours

BASE_SHARE = 0.36
"""Depth of a folded piece's base, as a share of its height."""
SETS = 2
"""A set for the game and one in reserve."""


def pieces_page(edition: Edition) -> Scene:
    """All pieces of the game on one page."""
    look, board = edition.layout.pieces, edition.layout.board
    assert look is not None and board is not None
    canvas = Canvas(board.width, board.height)
    margin, size, ink = board.margin, look.text, edition.theme.ink
    area = Box(margin, margin, board.width - 2 * margin, board.height - 2 * margin)
    tokens = edition.rulebook.token_colours
    canvas.text(area.x, area.y + size, edition.title, size * 1.6, ink.text, "bold", room=area.w * 0.2)
    hint = edition.label("tokens" if tokens else "pieces")
    canvas.text(area.right, area.y + size, hint, size, ink.soft, anchor="end", room=area.w * 0.75)
    below = Box(area.x, area.y + size * 2.5, area.w, area.h - size * 2.5)
    if tokens:
        _draw_tokens(canvas, edition, look, below)
    else:
        _draw_pieces(canvas, edition, look, below)
    return canvas.scene()


def _centred(area: Box, width: float, height: float) -> tuple[float, float]:
    """Where a block begins that stands in the middle of the area."""
    if width > area.w + 1e-6 or height > area.h + 1e-6:
        over = max(width - area.w, height - area.h)
        raise InputError.of(f"the pieces are {over:.1f} mm too large for their page", "Make them smaller.")
    return area.x + (area.w - width) / 2, area.y + (area.h - height) / 2


def _draw_tokens(canvas: Canvas, edition: Edition, look: PiecesLook, area: Box) -> None:
    """Round tokens in lines, a block for each colour."""
    each, names = edition.rulebook.tokens_each, edition.rulebook.token_colours
    gap = look.width * 0.35
    pitch = look.width + gap
    columns = min(-(-each // 2), int((area.w + gap) // pitch))
    lines = -(-each // columns)
    block = lines * pitch + gap
    left, top = _centred(area, columns * pitch - gap, len(names) * block - 2 * gap)
    for number, name in enumerate(names):
        for index in range(each):
            x = left + index % columns * pitch + look.width / 2
            y = top + number * block + index // columns * pitch + look.width / 2
            _draw_token(canvas, edition, edition.token(name), x, y, look.width / 2)


def _draw_token(canvas: Canvas, edition: Edition, colours: PieceColours, x: float, y: float, r: float) -> None:
    theme = edition.theme
    canvas.add(Circle(x, y, r, Paint(colours.fill, theme.ink.text, theme.outline)))
    canvas.add(Circle(x, y, r * 0.78, Paint(stroke=colours.ink, line=theme.outline)))
    canvas.add(symbol(colours.symbol, x, y, r * 0.42, colours.ink))


def _draw_pieces(canvas: Canvas, edition: Edition, look: PiecesLook, area: Box) -> None:
    """Strips that fold into little tents, a set for the game and one in reserve."""
    players = edition.rulebook.players[1]
    chosen = [edition.theme.pieces[index % len(edition.theme.pieces)] for index in range(players)]
    pieces = chosen * SETS
    base, gap = look.height * BASE_SHARE, look.width * 0.4
    pitch, length = look.width + gap, 2 * look.height + 2 * base
    columns = min(len(pieces), int((area.w + gap) // pitch))
    lines = -(-len(pieces) // columns)
    left, top = _centred(area, columns * pitch - gap, lines * (length + gap) - gap)
    for index, colours in enumerate(pieces):
        x, y = left + index % columns * pitch, top + index // columns * (length + gap)
        _draw_piece(canvas, edition, look, colours, x, y)


def _draw_piece(canvas: Canvas, edition: Edition, look: PiecesLook, colours: PieceColours, x: float, y: float) -> None:
    """From top to bottom: flap to glue, one face upside down, the other face, base."""
    ink = edition.theme.ink
    base, w, h = look.height * BASE_SHARE, look.width, look.height
    flap, back = Box(x, y, w, base), Box(x, y + base, w, h)
    face, floor = Box(x, back.bottom, w, h), Box(x, back.bottom + h, w, base)
    canvas.rect(flap, Paint(fill=ink.path))
    canvas.text(*flap.centre, edition.label("glue"), look.text, ink.text, anchor="middle", room=w * 0.85)
    for panel, up in ((back, -1), (face, 1)):
        canvas.rect(panel, Paint(fill=colours.fill))
        _draw_pawn(canvas, edition, colours, panel, up)
    canvas.rect(floor, Paint(fill=colours.fill))
    for fold in (flap.bottom, back.bottom, floor.y):
        canvas.line(x, fold, x + w, fold, Paint(stroke=colours.ink, line=0.35, dash=(1.2, 1.0)))
    canvas.rect(Box(x, y, w, 2 * h + 2 * base), Paint(stroke=ink.text, line=0.35))


def _draw_pawn(canvas: Canvas, edition: Edition, colours: PieceColours, panel: Box, up: int) -> None:
    """A head and a skirt, with the piece's symbol on it."""
    x, y = panel.centre
    w, h = panel.w, panel.h * up
    outline = Paint("#ffffff", edition.theme.ink.text, edition.theme.outline)
    skirt: tuple[Segment, ...] = (
        ("M", (x - w * 0.36, y + h * 0.42)),
        ("C", (x - w * 0.36, y + h * 0.1, x - w * 0.16, y + h * 0.06, x - w * 0.13, y - h * 0.14)),
        ("L", (x + w * 0.13, y - h * 0.14)),
        ("C", (x + w * 0.16, y + h * 0.06, x + w * 0.36, y + h * 0.1, x + w * 0.36, y + h * 0.42)),
        ("Z", ()),
    )
    # Outlines first, so that none runs between head and skirt.
    for paint in (outline, Paint(fill="#ffffff")):
        canvas.path(skirt, paint)
        canvas.add(Circle(x, y - h * 0.24, w * 0.22 - (0 if paint.stroke else edition.theme.outline / 2), paint))
    shade = colours.fill if colours.fill != "#ffffff" else colours.ink
    canvas.add(symbol(colours.symbol, x, y + h * 0.24, w * 0.16, shade))
