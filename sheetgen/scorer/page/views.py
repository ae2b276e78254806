"""The parts of a sheet or board that players tap, cut out of the printed scene."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sheetgen.drawing.boards.token_board import BoardPlan, board_front
from sheetgen.drawing.boards.track_board import TrackPlan, track_board
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box, Code, Item, Link, Scene, Use
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.placement import PlacedRow
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.drawing.sheet_links import SheetLinks
from sheetgen.rules.shuffle.arrangement import Pad
from sheetgen.writers.scene_data import bounds

SPARE = 0.5
"""Outlines may stand out this far from what is cut out, in mm."""
FINGER = 3.0
"""A target reaches at most this far out of its cell towards another one, in mm,"""
OUTSIDE = 1.0
"""and so far where no other cell is."""
SAMPLES = 8
"""So many shuffled sheets are compared."""


@dataclass(frozen=True, slots=True)
class View:
    """A cut-out: what it is called, what it shows, and where in it to tap for which cell."""

    name: str
    box: Box
    scene: Scene
    targets: Mapping[str, Box]


@dataclass(frozen=True, slots=True)
class Symbols:
    """What all views are made of, each thing once; and which symbols make up a view in a language."""

    scenes: dict[str, Scene]
    uses: dict[tuple[str, str], list[str]]


def make_views(edition: Edition) -> list[View]:
    """The rows, the penalties, and each side of the track."""
    front, rows, penalties = _playable(edition)
    return [
        _cut("rows", front, _around(placed.band for placed in rows)),
        _cut("penalties", front, _around(penalties).grown(SPARE)),
        *_track_views(edition),
    ]


def shuffled_views(edition: Edition) -> list[Scene]:
    """The rows of the sheet itself and of some that are shuffled: what all of these share, all others have too."""
    pad = Pad(edition.rulebook, "samples")
    sheets = [edition, *(edition.shuffled(pad.sheet(serial)) for serial in range(1, SAMPLES + 1))]
    return [_part(front, _around(placed.band for placed in rows)) for front, rows, _ in map(_playable, sheets)]


def make_symbols(views: Mapping[str, Sequence[View]]) -> Symbols:
    """The views of all languages, taken apart: what both sides of a board share, what all languages share, the rest."""
    left = {(view.name, language): list(view.scene.items) for language, each in views.items() for view in each}
    symbols = Symbols({}, {key: [] for key in left})
    levels: tuple[Callable[[str, str], str], ...] = (
        lambda view, language: view.partition(" ")[0],
        lambda view, language: view,
        lambda view, language: f"{view} {language}",
    )
    for level in levels:
        groups: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for key in left:
            groups[level(*key)].append(key)
        for name, keys in groups.items():
            in_all = set[Item].intersection(*(set(left[key]) for key in keys))
            if in_all:
                id = name.replace(" ", "-")
                symbols.scenes[id] = Scene(0, 0, tuple(item for item in left[keys[0]] if item in in_all))
                for key in keys:
                    symbols.uses[key].append(id)
                    left[key] = [item for item in left[key] if item not in in_all]
    return symbols


def _playable(edition: Edition) -> tuple[Scene, list[PlacedRow], list[Box]]:
    """The front of the sheet, or of the board that all share instead, with its rows and penalty boxes."""
    if edition.layout.sheet:
        sheet = edition.cached(SheetPlan)
        return sheet_front(edition), sheet.rows, sheet.penalties
    board = BoardPlan(edition)
    return board_front(edition), board.rows, board.penalties


def _track_views(edition: Edition) -> Iterator[View]:
    for side, spaces in edition.rulebook.tracks.items():
        plan = TrackPlan(edition, len(spaces))
        board = track_board(edition, side, SheetLinks("", "", "", 1), 1)
        below = Box(0, plan.header.bottom, board.width, board.height - plan.header.bottom)
        beside = (plan.aside.grown(SPARE), plan.code.grown(SPARE))
        path = tuple(
            item for item in board.items if _inside(item, below) and not any(_inside(item, box) for box in beside)
        )
        yield _cut(f"track {side}", Scene(0, 0, path), _around(bounds(item) for item in path))


def _cut(name: str, scene: Scene, box: Box) -> View:
    """Return a view of what is inside a box of a scene, with its touch targets."""
    part = _part(scene, box)
    return View(name, box, part, _targets(part.cells(), box))


def _part(scene: Scene, box: Box) -> Scene:
    """Return the items of a scene that are inside a box, or at most SPARE millimetres outside."""
    outer = box.grown(SPARE)
    return Scene(0, 0, tuple(item for item in scene.items if _inside(item, outer)))


def _inside(item: Item, box: Box) -> bool:
    """Codes and links are not for tapping, and so never inside."""
    if isinstance(item, Code | Link | Use):
        return False
    covered = bounds(item)
    return box.x <= covered.x and covered.right <= box.right and box.y <= covered.y and covered.bottom <= box.bottom


def _targets(cells: Mapping[str, Box], within: Box) -> dict[str, Box]:
    """Each cell with half the room to its neighbours, so that fingers find it."""
    boxes = list(cells.values())
    targets = {}
    for id, box in cells.items():
        beside = [other for other in boxes if other.y < box.bottom and box.y < other.bottom]
        over = [other for other in boxes if other.x < box.right and box.x < other.right]
        left = _middle(box.x, [other.right for other in beside if other.right <= box.x], within.x)
        right = -_middle(-box.right, [-other.x for other in beside if other.x >= box.right], -within.right)
        top = _middle(box.y, [other.bottom for other in over if other.bottom <= box.y], within.y)
        bottom = -_middle(-box.bottom, [-other.y for other in over if other.y >= box.bottom], -within.bottom)
        targets[id] = Box(left, top, right - left, bottom - top)
    return targets


def _middle(edge: float, before: list[float], limit: float) -> float:
    """Half way from an edge to the nearest thing before it, but not too far."""
    return max((edge + max(before)) / 2, edge - FINGER) if before else max(edge - OUTSIDE, limit)


def _around(boxes: Iterable[Box]) -> Box:
    boxes = list(boxes)
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)
