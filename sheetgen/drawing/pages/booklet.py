"""The rules as a booklet: a sheet of paper printed on one side and folded twice, with a cover and three pages.

Fold the upper half back, then the left half. The upper pages are upside down, so that they are upright when folded.
"""

from sheetgen.drawing.canvas import MIN_TEXT_SIZE, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.emblems import draw_emblem
from sheetgen.drawing.masthead import draw_head_panel, emblem_colours
from sheetgen.drawing.pages.paper import SAFE_MARGIN, Paper
from sheetgen.drawing.pages.rules_card import draw_steps
from sheetgen.drawing.scene import Box, Paint, Scene, Turn, Use

INNER_MARGIN = 4.0  # distance of the text from the safe margin and from the folds, in mm
TEXT_SIZE = 4.0  # largest type size of the rules, in mm
FOLD_LINE = Paint(stroke="#b0b0b0", line=0.15, dash=(1.5, 1.5))


def booklet_page(edition: Edition, paper: Paper) -> Scene:
    """Draw the unfolded booklet. Raises InputError if the rules do not fit."""
    width, height = paper.width / 2, paper.height / 2
    inside = _rules_pages(edition, width, height)
    canvas = edition.canvas(paper.width, paper.height)
    places: tuple[tuple[Scene, float, float, Turn], ...] = (
        (_cover(edition, width, height), width, height, 0),
        (inside[0], width, 0.0, 180),
        (inside[1], 0.0, 0.0, 180),
        (inside[2], 0.0, height, 0),
    )
    for scene, x, y, turn in places:
        canvas.add(Use(scene, x, y, 1.0, turn))
    canvas.line(SAFE_MARGIN, height, paper.width - SAFE_MARGIN, height, FOLD_LINE)
    canvas.line(width, SAFE_MARGIN, width, paper.height - SAFE_MARGIN, FOLD_LINE)
    return canvas.scene()


def _page_area(width: float, height: float) -> Box:
    return Box(0, 0, width, height).grown(-SAFE_MARGIN - INNER_MARGIN)


def _rules_pages(edition: Edition, width: float, height: float) -> list[Scene]:
    """Return the three pages with rules, each with a number at its foot."""
    area = _page_area(width, height)
    text = Box(area.x, area.y, area.w, area.h - TEXT_SIZE * 1.6)
    pages = [_empty_page(edition, width, height) for _ in range(3)]
    draw_steps(edition, [(page, text) for page in pages], TEXT_SIZE, MIN_TEXT_SIZE)
    for number, page in enumerate(pages, start=2):
        y = area.bottom - TEXT_SIZE * 0.4
        page.text(area.centre[0], y, str(number), TEXT_SIZE, edition.theme.ink.soft, "number", "middle")
    return [page.scene() for page in pages]


def _empty_page(edition: Edition, width: float, height: float) -> Canvas:
    page = edition.canvas(width, height)
    page.background(edition.theme.ink.paper, SAFE_MARGIN)
    return page


def _cover(edition: Edition, width: float, height: float) -> Scene:
    """Draw the cover: the emblem and the title on a panel in the style of the theme's head, and a stripe per row."""
    canvas = _empty_page(edition, width, height)
    area = _page_area(width, height)
    draw_head_panel(canvas, edition, area, area.w * 0.06)
    words = edition.theme.head_words
    x = area.centre[0]
    side = area.w * 0.5
    if edition.layout.emblem:
        box = Box(x - side / 2, area.y + area.h * 0.14, side, side)
        draw_emblem(canvas, edition.layout.emblem, box, emblem_colours(edition))
    room = area.w * 0.84
    title_y = area.y + area.h * 0.62
    canvas.text(x, title_y, edition.title, area.w * 0.16, words, "number", "middle", room=room)
    canvas.text(x, title_y + area.w * 0.15, edition.label("rules"), area.w * 0.06, words, "bold", "middle", room=room)
    players = edition.label("players", players=edition.layout.game.players.span)
    canvas.text(x, title_y + area.w * 0.25, players, area.w * 0.05, words, anchor="middle", room=room)
    rows = edition.rulebook.coloured_rows
    share = room / len(rows)
    for index, row in enumerate(rows):
        stripe = Box(x - room / 2 + index * share, area.bottom - area.h * 0.08, share, area.h * 0.02)
        colours = edition.row_colours(row)
        canvas.rect(stripe, Paint(colours.band, colours.edge, 0.2))
    return canvas.scene()
