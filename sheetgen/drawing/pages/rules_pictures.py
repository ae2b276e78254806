"""The small pictures in the rules: parts of the printed sheet or board, with crosses, tokens or a piece on them."""

from collections.abc import Callable, Sequence

from sheetgen.drawing.boards.pieces import draw_pawn
from sheetgen.drawing.boards.token_board import BoardPlan, board_front
from sheetgen.drawing.boards.track_board import TrackPlan, track_board
from sheetgen.drawing.canvas import MIN_TEXT_SIZE, Canvas
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box, Circle, Item, Paint, Rect, Scene, Text, Use, bounds
from sheetgen.drawing.shapes import cross, die, symbol
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.drawing.sheet.rows import PlacedRow
from sheetgen.drawing.sheet_links import SheetLinks
from sheetgen.file_model import RulePicture

PEN = "#3a62c8"  # ink of the crosses
PEN_WIDTH = 0.065  # width of their strokes / width of a cell
CELLS = 4  # cells in the picture of a row
OUTER = 0.5  # mm that an item may extend beyond a picture


def rule_picture(edition: Edition, name: RulePicture, width: float, height: float, least: float) -> Scene | None:
    """Return a picture of at most these sizes in mm; None if the game has nothing like it.

    Texts smaller than `least` are left out.
    """
    picture = _PICTURES[name](edition)
    if picture is None:
        return None
    scale = min(1.0, width / picture.width, height / picture.height)
    return _scaled(edition, picture, scale, max(least, MIN_TEXT_SIZE))


def _scaled(edition: Edition, picture: Scene, scale: float, least: float) -> Scene:
    """Return a smaller picture, on which nothing can be crossed, without texts that would be smaller than `least`."""

    def legible(scene: Scene) -> Scene:
        items: list[Item] = []
        for item in scene.items:
            if isinstance(item, Use):
                items.append(item._replace(scene=legible(item.scene)))
            elif isinstance(item, Rect | Circle):
                items.append(item._replace(cell=None))
            elif not isinstance(item, Text) or item.size * scale >= least:
                items.append(item)
        return Scene(scene.width, scene.height, tuple(items))

    canvas = edition.canvas(picture.width * scale, picture.height * scale)
    canvas.add(Use(legible(picture), 0, 0, scale))
    return canvas.scene()


class _Excerpt:
    """A part of a printed sheet or board around some cells."""

    def __init__(
        self, edition: Edition, front: Scene, ids: Sequence[str], rows: Sequence[PlacedRow], *others: Box
    ) -> None:
        self.cells = front.cells()
        around = Box.around([*(self.cells[id] for id in ids), *others])
        padding = around.h * 0.04 + 1.0
        self.area = around.grown(padding)
        self.canvas: Canvas = edition.canvas(self.area.w, self.area.h)
        for placed in rows:
            if placed.band.overlaps(around) and placed.row.kind == "coloured":
                top, bottom = max(placed.band.y, self.area.y), min(placed.band.bottom, self.area.bottom)
                band = Box(0, top - self.area.y, self.area.w, bottom - top)
                self.canvas.rect(band, Paint(fill=edition.row_colours(placed.row).band), padding)
        outer = self.area.grown(OUTER)
        inside = tuple(item for item in front.items if outer.contains(bounds(item)))
        self.canvas.add(Use(Scene(front.width, front.height, inside), -self.area.x, -self.area.y))

    def box(self, id: str) -> Box:
        """Return the box of a cell in the picture."""
        x, y, w, h = self.cells[id]
        return Box(x - self.area.x, y - self.area.y, w, h)

    def cross(self, *ids: str) -> Scene:
        """Cross these cells, and return the picture."""
        for id in ids:
            box = self.box(id)
            self.canvas.add(cross(box, PEN, min(box.w, box.h) * PEN_WIDTH))
        return self.canvas.scene()


def _playable(edition: Edition) -> tuple[Scene, list[PlacedRow]]:
    if edition.layout.sheet:
        return edition.cached(sheet_front), edition.cached(SheetPlan).rows
    return edition.cached(board_front), edition.cached(BoardPlan).rows


def _excerpt(edition: Edition, ids: Sequence[str]) -> _Excerpt:
    front, rows = _playable(edition)
    return _Excerpt(edition, front, ids, rows)


def _first_row(edition: Edition) -> list[str]:
    """Return the ids of the first row without second boxes."""
    row = edition.rulebook.coloured_rows[0]
    return [cell.id for cell in row.cells if cell.id not in edition.rulebook.doubles]


def _dice(edition: Edition) -> Scene:
    """Draw two white dice and a coloured one."""
    ink = edition.theme.ink
    side = 10.0
    canvas = edition.canvas(3.6 * side, 1.2 * side)
    colours = edition.theme.colours[edition.rulebook.die_colours[0]]
    line = edition.theme.outline
    looks = ((3, Paint(ink.box, ink.on_box, line), ink.on_box), (4, Paint(ink.box, ink.on_box, line), ink.on_box))
    for index, (pips, paint, dots) in enumerate((*looks, (2, Paint(colours.band, colours.frame, line), colours.mark))):
        box = Box((0.1 + index * 1.15) * side, 0.1 * side, side, side)
        canvas.add(*die(box, pips, paint, dots))
    return canvas.scene()


def _cards(edition: Edition) -> Scene:
    """Draw the back of a card, and three cards of the first row in front of it."""
    theme = edition.theme
    row = edition.rulebook.coloured_rows[0]
    colours = edition.row_colours(row)
    width, height = 7.0, 10.0
    looks = [(row.cells[-1].number, Paint(theme.ink.box, theme.ink.on_box, theme.outline), theme.ink.on_box)]
    looks += [(cell.number, Paint(colours.band, colours.frame, theme.outline), colours.mark) for cell in row.cells[:3]]
    canvas = edition.canvas((0.2 + 1.15 * len(looks)) * width, 1.1 * height)
    for index, (number, paint, ink) in enumerate(looks):
        box = Box((0.1 + index * 1.15) * width, 0.05 * height, width, height)
        canvas.rect(box, paint, width * 0.15)
        canvas.text(*box.centre, str(number), height * 0.42, ink, "bold", "middle")
    return canvas.scene()


def _row(edition: Edition) -> Scene:
    ids = _first_row(edition)[:CELLS]
    excerpt = _excerpt(edition, ids)
    skipped = excerpt.box(ids[2 % len(ids)])
    y = skipped.centre[1]
    pen = Paint(stroke=PEN, line=skipped.w * PEN_WIDTH)
    excerpt.canvas.line(skipped.x + skipped.w * 0.12, y, skipped.right - skipped.w * 0.12, y, pen)
    return excerpt.cross(*(ids[index] for index in (0, 1, 3) if index < len(ids)))


def _lock(edition: Edition) -> Scene | None:
    row = next((row for row in edition.rulebook.coloured_rows if row.lock), None)
    if row is None or row.lock is None:
        return None
    ids = [cell.id for cell in row.cells if cell.id not in edition.rulebook.doubles]
    excerpt = _excerpt(edition, [*ids[-3:], row.lock.id])
    if edition.rulebook.token_colours:
        return _with_tokens(edition, excerpt, [(ids[-1], 0), (row.lock.id, 0)])
    return excerpt.cross(ids[-1], row.lock.id)


def _penalty(edition: Edition) -> Scene:
    ids = edition.rulebook.penalty_cells[:2]
    excerpt = _excerpt(edition, ids)
    if edition.rulebook.token_colours:
        return _with_tokens(edition, excerpt, [(ids[0], 0)])
    return excerpt.cross(ids[0])


def _bonus(edition: Edition) -> Scene | None:
    row = next((row for row in edition.rulebook.rows if row.between), None)
    if row is None:
        return None
    upper, lower = row.between or ("", "")
    numbers = [cell.number for cell in row.cells][1:4]
    ids = [f"{name} {number}" for name in (upper, row.id, lower) for number in numbers]
    return _excerpt(edition, ids).cross(f"{upper} {numbers[1]}", f"{row.id} {numbers[1]}")


def _double(edition: Edition) -> Scene | None:
    doubles = edition.rulebook.doubles
    if not doubles:
        return None
    second, number = list(doubles.items())[1 % len(doubles)]
    row = next(row for row in edition.rulebook.coloured_rows if number in row.ids)
    ids = [id for pair in list(doubles.items())[:4] for id in pair if id in row.ids]
    return _excerpt(edition, ids).cross(number, second)


def _twice(edition: Edition) -> Scene | None:
    twice = edition.rulebook.twice
    row = next((row for row in edition.rulebook.coloured_rows if any(cell.id in twice for cell in row.cells)), None)
    if row is None:
        return None
    ids = [cell.id for cell in row.cells]
    at = next(index for index, id in enumerate(ids) if id in twice)
    return _excerpt(edition, ids[max(0, at - 1) : at + 2]).cross(ids[at])


def _line(edition: Edition) -> Scene | None:
    lines = edition.rulebook.own_lines
    if not lines:
        return None
    ids = lines[0].cells[:3]
    return _excerpt(edition, ids).cross(*ids)


def _chain(edition: Edition) -> Scene | None:
    links = edition.rulebook.links
    if not links:
        return None
    rows = [next(row for row in edition.rulebook.coloured_rows if id in row.ids) for id in links[0]]
    ids: list[str] = []
    for id, row in zip(links[0], rows, strict=True):
        at = row.ids.index(id)
        ids += row.ids[max(0, at - 1) : at + 2]
    return _excerpt(edition, ids).cross(*links[0])


def _swap(edition: Edition) -> Scene | None:
    row = next((row for row in edition.rulebook.rows if row.swaps), None)
    return _excerpt(edition, row.ids[:3]).cross(row.ids[0]) if row else None


def _trio(edition: Edition) -> Scene | None:
    row = next((row for row in edition.rulebook.rows if row.id == "trio"), None)
    return _excerpt(edition, row.ids[:4]).cross(*row.ids[:2]) if row else None


def _bar(edition: Edition) -> Scene | None:
    bar = edition.rulebook.bar
    if not bar:
        return None
    fields = next(row.ids for row in edition.rulebook.rows if row.id == "bar")
    return _excerpt(edition, fields[:4]).cross(fields[0])


def _track_excerpt(edition: Edition, numbers: Sequence[int], road: str, *others: Box) -> _Excerpt:
    """Return a part of the first side of the track around these spaces, counted from 1, on a road of this colour."""
    side = next(iter(edition.rulebook.tracks))
    board = track_board(edition, side, SheetLinks("", "", "", 1), 1)
    ids = [f"space {number}" for number in numbers]
    excerpt = _Excerpt(edition, board, ids, [], *others)
    ground = Rect(Box(0, 0, excerpt.area.w, excerpt.area.h), Paint(road, edition.theme.ink.path_edge, 0.4), 1.5)
    excerpt.canvas.items.insert(0, ground)
    return excerpt


def _piece(edition: Edition) -> Scene | None:
    if not edition.rulebook.tracks:
        return None
    side = next(iter(edition.rulebook.tracks))
    spaces = TrackPlan(edition, side).spaces
    count = next((index for index in range(1, 4) if spaces[index].y != spaces[0].y), 4)
    excerpt = _track_excerpt(edition, range(1, count + 1), edition.theme.ink.path)
    box = excerpt.box("space 2")
    panel = Box(box.centre[0] - box.h * 0.4, box.y, box.h * 0.8, box.h)
    draw_pawn(excerpt.canvas, edition, edition.theme.pieces[0], panel)
    return excerpt.canvas.scene()


def _finish(edition: Edition) -> Scene | None:
    if not edition.rulebook.tracks:
        return None
    side, spaces = next(iter(edition.rulebook.tracks.items()))
    last = len(spaces)
    finish = TrackPlan(edition, side).finish
    return _track_excerpt(edition, range(max(1, last - 2), last + 1), edition.theme.ink.final, finish).canvas.scene()


def _stack(edition: Edition) -> Scene | None:
    if not edition.rulebook.token_colours:
        return None
    ids = _first_row(edition)[:4]
    return _with_tokens(edition, _excerpt(edition, ids), [(ids[0], 0), (ids[1], 1), (ids[2], 0), (ids[2], 0)])


def _with_tokens(edition: Edition, excerpt: _Excerpt, tokens: Sequence[tuple[str, int]]) -> Scene:
    """Return the picture with tokens: the cell of each, and the player to whom it belongs."""
    heights: dict[str, int] = {}
    for id, player in tokens:
        box = excerpt.box(id)
        colours = edition.theme.tokens[edition.rulebook.token_colours[player]]
        lifted = heights.get(id, 0)
        heights[id] = lifted + 1
        r = min(box.w, box.h) * 0.4
        x, y = box.centre[0] + lifted * r * 0.2, box.centre[1] - lifted * r * 0.35
        paint = Paint(colours.fill, edition.theme.ink.line, edition.theme.outline * 1.5)
        excerpt.canvas.add(Circle(x, y, r, paint), symbol(colours.symbol, x, y, r * 0.5, colours.ink))
    return excerpt.canvas.scene()


_PICTURES: dict[RulePicture, Callable[[Edition], Scene | None]] = {
    "dice": _dice,
    "cards": _cards,
    "row": _row,
    "lock": _lock,
    "penalty": _penalty,
    "bonus": _bonus,
    "double": _double,
    "twice": _twice,
    "line": _line,
    "chain": _chain,
    "swap": _swap,
    "trio": _trio,
    "bar": _bar,
    "piece": _piece,
    "finish": _finish,
    "stack": _stack,
}
