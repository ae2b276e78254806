"""Views: the parts of a sheet or board that players tap, cut out of the printed scene."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sheetgen.drawing.boards.token_board import BoardPlan, board_front
from sheetgen.drawing.boards.track_board import TrackPlan, track_board
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.qr_codes import WIDEST_BORDER
from sheetgen.drawing.scene import Box, Code, Item, Link, Scene, Use, bounds
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.drawing.sheet.rows import PlacedRow
from sheetgen.drawing.sheet_links import SheetLinks
from sheetgen.rules.shuffle.arrangement import Pad

OUTLINE_MARGIN = 0.5  # mm that outlines may extend beyond a view
INNER_TARGET_MARGIN = 3.0  # mm that a touch target may extend beyond its cell towards another cell
OUTER_TARGET_MARGIN = 1.0  # mm that a touch target extends beyond its cell where there is no other cell
SHUFFLED_SAMPLES = 8  # shuffled sheets that are compared to find what all sheets share


@dataclass(frozen=True, slots=True)
class View:
    """A part of the printed scene: its name, box and items, and the touch target of each cell. Lengths are in mm."""

    name: str
    box: Box
    scene: Scene
    targets: Mapping[str, Box]


def make_views(edition: Edition) -> list[View]:
    """Return the views of the rows, of the penalties, and of each side of the track."""
    front, rows, penalties = _playable(edition)
    return [
        _cut("rows", front, Box.around(placed.band for placed in rows)),
        _cut("penalties", front, Box.around(penalties).grown(OUTLINE_MARGIN)),
        *_track_views(edition),
    ]


def shuffled_views(edition: Edition) -> list[Scene]:
    """Return the rows of the sheet as printed and of some shuffled sheets."""
    pad = Pad(edition.rulebook, "samples")
    sheets = [edition, *(edition.shuffled(pad.sheet(serial)) for serial in range(1, SHUFFLED_SAMPLES + 1))]
    return [_part(front, Box.around(placed.band for placed in rows)) for front, rows, _ in map(_playable, sheets)]


def _playable(edition: Edition) -> tuple[Scene, list[PlacedRow], list[Box]]:
    """Return the front of the sheet, or of the board if there is no sheet, with its rows and penalty boxes."""
    if edition.layout.sheet:
        sheet = edition.cached(SheetPlan)
        return sheet_front(edition), sheet.rows, sheet.penalties
    board = BoardPlan(edition)
    return board_front(edition), board.rows, board.penalties


def _track_views(edition: Edition) -> Iterator[View]:
    for side in edition.rulebook.tracks:
        plan = TrackPlan(edition, side)
        board = track_board(edition, side, SheetLinks("", "", "", 1), 1)
        top = plan.masthead.panel.bottom
        below = Box(0, top, board.width, plan.foot.y - top)
        beside = (plan.notes.grown(OUTLINE_MARGIN), plan.code.grown(WIDEST_BORDER * plan.code.w))
        path = tuple(
            item for item in board.items if _is_inside(item, below) and not any(_is_inside(item, box) for box in beside)
        )
        yield _cut(f"track {side}", Scene(0, 0, path), Box.around(bounds(item) for item in path))


def _cut(name: str, scene: Scene, box: Box) -> View:
    """Return a view of what is inside a box of a scene, with its touch targets."""
    part = _part(scene, box)
    return View(name, box, part, _targets(part.cells(), box))


def _part(scene: Scene, box: Box) -> Scene:
    """Return the items of a scene that are inside a box, or at most OUTLINE_MARGIN outside."""
    outer = box.grown(OUTLINE_MARGIN)
    return Scene(0, 0, tuple(item for item in scene.items if _is_inside(item, outer)))


def _is_inside(item: Item, box: Box) -> bool:
    """Return whether an item is inside a box. Codes and links never are, because a view does not show them."""
    if isinstance(item, Code | Link | Use):
        return False
    return box.contains(bounds(item))


def _targets(cells: Mapping[str, Box], within: Box) -> dict[str, Box]:
    """Return the touch target of each cell: the cell and half of the space to its neighbours."""
    boxes = list(cells.values())
    targets = {}
    for id, box in cells.items():
        beside = [other for other in boxes if other.y < box.bottom and box.y < other.bottom]
        over = [other for other in boxes if other.x < box.right and box.x < other.right]
        left = _target_edge(box.x, [other.right for other in beside if other.right <= box.x], within.x)
        right = -_target_edge(-box.right, [-other.x for other in beside if other.x >= box.right], -within.right)
        top = _target_edge(box.y, [other.bottom for other in over if other.bottom <= box.y], within.y)
        bottom = -_target_edge(-box.bottom, [-other.y for other in over if other.y >= box.bottom], -within.bottom)
        targets[id] = Box(left, top, right - left, bottom - top)
    return targets


def _target_edge(edge: float, before: list[float], limit: float) -> float:
    """Return the left edge of a target, given that of its cell, the right edges of cells before it, and a limit."""
    if not before:
        return max(edge - OUTER_TARGET_MARGIN, limit)
    return max((edge + max(before)) / 2, edge - INNER_TARGET_MARGIN)
