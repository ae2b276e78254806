"""Every layout × theme × language × paper × number on a page: nothing overlaps, nothing leaves the page."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise, product
from pathlib import Path

import pytest

from sheetgen.drawing.canvas import MIN_TEXT_SIZE
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.pages.document import Back, Document, Job
from sheetgen.drawing.pages.paper import PAPERS, SAFE_MARGIN, parse_paper
from sheetgen.drawing.qr_codes import MIN_MODULE, QUIET_ZONE
from sheetgen.drawing.scene import Box, Circle, Code, Item, Link, Path as Outline, Rect, Scene, Text, Use, bounds
from sheetgen.drawing.sheet.cells_and_locks import NEEDS, TWICE
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.errors import InputError
from sheetgen.resources import folder
from tests.helpers import (
    DARK,
    LANGUAGES,
    THEMES,
    UNLIKE,
    VARIANTS,
    contains,
    contrast,
    document,
    edition,
    edition_of,
    ink,
    item_boxes,
    overlap,
    overlapping,
    placed,
    placed_box,
    row_cells,
    tagged,
    texts,
)
from tests.profiles import Counted, every_pair, selection

EVERY_PAIR = every_pair(VARIANTS, [*THEMES, DARK], LANGUAGES)
EDITIONS = selection(EVERY_PAIR, [each for each in EVERY_PAIR if each[0] in UNLIKE or each[1] == "color"])
WITH_SHEETS = [variant for variant in VARIANTS if edition(variant).layout.sheet]
SHUFFLED = [variant for variant in VARIANTS if edition(variant).rulebook.shuffle]


def pictures(variant: str, theme: str, language: str) -> list[Scene]:
    return pictures_of(edition(variant, theme, language))


def pictures_of(own: Edition, shuffle: str | None = None) -> list[Scene]:
    """Every kind of page that a layout has, at its own size; sheets with the longest number and a name.

    A card may be too small for the rules on its back; then that is told.
    """
    found = []
    backs: tuple[Back, ...] = ("none",) if shuffle else ("none", "rules")
    for back in backs:
        players = ("Maximiliane",) * 4 if own.layout.sheet else ()
        try:
            is_card = own.layout.sheet and SheetPlan(own).width < 100
            first = 990 if shuffle else 90_000 if is_card else 9_999_990
            paper = parse_paper("a3")
            printed = Document(Job(own, paper, players=players, serial_start=first, back=back, shuffle=shuffle))
            pages = list(printed.pages())
        except InputError as error:
            assert "the rules in short do not fit" in str(error)
            continue
        for page in pages:
            piles: dict[Box, list[Use]] = {}
            for use in placed(page.scene):
                piles.setdefault(placed_box(use), []).append(use)
            for uses in piles.values():
                pile = tuple(Use(use.scene, 0, 0) for use in uses)
                found.append(Scene(uses[0].scene.width, uses[0].scene.height, pile))
    assert found
    return found


Drawn = list[tuple[Item, list[Box]]]
"""All that a picture shows, from bottom to top, with the boxes that it covers."""


def layers(scene: Scene) -> Drawn:
    return [(item, [matrix.box(box) for box in item_boxes(item)]) for item, matrix in scene.flat()]


def check_picture(own: Edition, scene: Scene) -> None:
    """Everything that holds for a picture."""
    items = layers(scene)
    check_overlaps(items)
    check_clear(own, scene, items)
    check_legible(items)
    check_inside(scene, items)


def check_overlaps(items: Drawn) -> None:
    """No two texts or cells overlap."""
    written = [(item.text, boxes[0]) for item, boxes in items if isinstance(item, Text)]
    cells = [(item.cell, boxes[0]) for item, boxes in items if isinstance(item, Rect | Circle) and item.cell]
    for alike in (written, cells):
        boxes = [box for _, box in alike]
        for one, other in overlapping(boxes, boxes):
            assert one == other, (alike[one], alike[other])
    for one, other in overlapping([box for _, box in written], [box for _, box in cells]):
        (text, box), (id, cell) = written[one], cells[other]
        assert contains(cell, box), (text, id)


def check_clear(own: Edition, scene: Scene, items: Drawn) -> None:
    """Codes and marks keep clear: nothing is drawn over the white around them."""
    reserved = [boxes[0] for item, boxes in items if isinstance(item, Code)]
    if own.layout.sheet and any("penalty 1" in use.scene.cells() for use in scene.items if isinstance(use, Use)):
        plan = SheetPlan(own)
        reserved += [box.grown(plan.mark * 0.25) for box in plan.marks]
    others = [(item, box) for item, boxes in items for box in boxes if not isinstance(item, Link | Code)]
    tiles = [
        max((at for at, (item, box) in enumerate(others) if is_white(item) and contains(box, area)), default=-1)
        for area in reserved
    ]
    for one, other in overlapping([box for _, box in others], reserved):
        item, box = others[one]
        is_own = contains(reserved[other], box) and not isinstance(item, Text)
        assert is_own or one <= tiles[other], (item, reserved[other])


def is_white(item: Item) -> bool:
    return isinstance(item, Rect) and item.paint.fill == "#ffffff"


def check_legible(items: Drawn) -> None:
    """Contrast to what lies right under it, at least 4.5 to 1."""
    below: list[tuple[Box, str]] = []
    for item, boxes in items:
        if isinstance(item, Rect | Circle | Outline) and item.paint.fill:
            below.append((Box.around(boxes), item.paint.fill))
        elif isinstance(item, Text):
            middle = Box(*boxes[0].centre, 0, 0)
            ground = next((fill for shape, fill in reversed(below) if contains(shape, middle)), "#ffffff")
            assert contrast(item.fill, ground) >= 4.5, (item.text, item.fill, ground)


def check_inside(scene: Scene, items: Drawn) -> None:
    """Everything stays inside its picture."""
    whole = Box(0, 0, scene.width, scene.height)
    for item, boxes in items:
        assert all(contains(whole, box) for box in boxes), item


@pytest.mark.parametrize(("variant", "theme", "language"), EDITIONS)
def test_every_picture(variant: str, theme: str, language: str, record_property: Counted) -> None:
    own = edition(variant, theme, language)
    for scene in pictures_of(own):
        check_picture(own, scene)
        record_property("pictures without overlaps", 1)


@pytest.mark.parametrize(("variant", "theme"), list(product(SHUFFLED, [*THEMES, DARK])))
def test_every_picture_of_shuffled_sheets(variant: str, theme: str) -> None:
    """Other sheets in every theme."""
    own, fronts = edition(variant, theme), 0
    for scene in pictures_of(own, shuffle=Path(theme).stem):
        check_picture(own, scene)
        drawn = [id for id, _ in tagged(scene)]
        if drawn:
            assert sorted(drawn) == sorted((*row_cells(own.rulebook), *own.rulebook.penalty_cells))
            check_cells_are_clear(scene)
            fronts += 1
    assert fronts > 1


def expected_cells(variant: str) -> dict[str, tuple[str, ...]]:
    """By part, the ids that the rulebook says can be played."""
    rulebook = edition(variant).rulebook
    rows = row_cells(rulebook) + rulebook.penalty_cells
    if rulebook.token_colours:
        return {"board": rows}
    spaces = {side: tuple(f"space {i}" for i in range(len(track) + 1)) for side, track in rulebook.tracks.items()}
    return {"sheet": rows, **spaces}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_cell_of_the_rulebook_is_drawn_exactly_once(variant: str) -> None:
    expected = {frozenset(ids) for ids in expected_cells(variant).values()}
    seen = set()
    for scene in pictures(variant, "color", "en"):
        drawn = Counter(id for id, _ in tagged(scene))
        if drawn:
            assert set(drawn.values()) == {1}
            assert frozenset(drawn) in expected
            seen.add(frozenset(drawn))
    assert seen == expected


PER_PAGE = [None, 1, 2, 4]


@pytest.mark.parametrize(("variant", "paper"), list(product(VARIANTS, PAPERS)))
def test_pages_of_all_editions(variant: str, paper: str) -> None:
    """Within the safe margins, no text under 6 pt, no code too fine, whatever is asked for; or a clear refusal."""
    made = 0
    themes = selection(THEMES, ["color"])
    for theme, language, per_page in product(themes, LANGUAGES, PER_PAGE if variant in WITH_SHEETS else [None]):
        try:
            printed = document(variant, paper, theme=theme, language=language, per_page=per_page)
        except InputError as error:
            assert "too small" in str(error)
            continue
        made += 1
        for page in printed.pages():
            safe = Box(0, 0, page.scene.width, page.scene.height).grown(-SAFE_MARGIN)
            uses = [placed_box(use) for use in placed(page.scene)]
            for one, other in combinations(set(uses), 2):
                assert not overlap(one, other, 1e-4), "two pictures on one spot"
            for item, matrix in page.scene.flat():
                assert all(contains(safe, matrix.box(box), 1e-4) for box in item_boxes(item)), item
                if isinstance(item, Text):
                    assert item.size * matrix.scale >= MIN_TEXT_SIZE - 1e-9, item.text
                elif isinstance(item, Code):
                    module = item.box.w * matrix.scale / (item.modules + 2 * QUIET_ZONE)
                    assert module >= MIN_MODULE - 1e-9
    assert made, "nothing at all fits this paper"


@pytest.mark.parametrize("variant", WITH_SHEETS)
def test_a_full_size_sheet_has_what_a_photo_reader_needs(variant: str) -> None:
    own = edition(variant)
    plan = SheetPlan(own)
    look = plan.look
    printed = document(variant, "a5" if plan.width <= 200 else "a4")
    assert printed.imposition.scale == 1.0
    whole = Box(0, 0, plan.width, plan.height)
    assert plan.mark >= 8.0
    assert plan.mark >= 0.038 * plan.width
    for box in plan.marks:
        assert contains(whole.grown(-5), box)
    assert look.code >= 22
    front = printed.edition.cached(sheet_front)
    cells = dict(tagged(front))
    doubles, twice = own.rulebook.doubles, own.rulebook.twice
    throws = {throw.number: throw.sign for throw in own.rulebook.throws}
    special = {cell.id for row in own.rulebook.rows for cell in row.cells if cell.number in throws}
    blank = {id for row in own.rulebook.rows for id, text in zip(row.ids, row.texts, strict=False) if not text}
    for id, box in cells.items():
        assert box.w >= 10.5, id
        assert box.h >= (6.3 if id in doubles else 10.5), id
    for row in own.rulebook.rows:
        for left, right in pairwise([id for id in row.ids if id not in doubles]):
            assert 2.0 <= cells[right].x - cells[left].right <= 2.5, (left, right)
    numbers = [(item, ink(item)) for item, _ in texts(front)]
    for id, box in cells.items():
        inside = [(item, each) for item, each in numbers if contains(box, each)]
        closing = [row.lock.needs for row in own.rulebook.rows if row.lock and id in row.closing_ids]
        needs = NEEDS.format(*closing) if closing else ""
        for written, each in inside:
            assert each.h <= box.h / 2
            if written.text not in (TWICE, needs, *throws.values()):
                assert each.centre == pytest.approx(box.centre, abs=0.5)
        expected = 0 if id.endswith("lock") or id in blank else 1 + (id in twice) + (id in special) + bool(needs)
        assert len(inside) == expected, id
    for item, _ in front.flat():
        if isinstance(item, Rect) and not item.cell and plan.totals and overlap(item.box, plan.totals):
            assert all(abs(item.box.y - cell.bottom) >= 4 for cell in cells.values())


@pytest.mark.parametrize(("variant", "paper"), list(product(WITH_SHEETS, ["a4", "letter"])))
def test_sheets_keep_their_size_on_common_papers(variant: str, paper: str) -> None:
    """Two on a page, or one that is too wide for that."""
    printed = document(variant, paper)
    assert printed.imposition.scale == 1.0
    assert len(printed.imposition.slots) == (2 if SheetPlan(edition(variant)).width <= 200 else 1)


@pytest.mark.parametrize("variant", WITH_SHEETS)
def test_nothing_runs_into_a_cell(variant: str) -> None:
    check_cells_are_clear(sheet_front(edition(variant, "cvd")))


def check_cells_are_clear(scene: Scene) -> None:
    """What is drawn lies inside a cell, behind it, or beside it."""
    cells = [box for _, box in tagged(scene)]
    for item, matrix in scene.flat():
        if isinstance(item, Text | Code | Link) or getattr(item, "cell", None):
            continue
        boxes = [matrix.box(box) for box in item_boxes(item)]
        around = matrix.box(bounds(item))
        for cell in cells:
            beside = not any(overlap(box, cell) for box in boxes)
            assert beside or contains(cell, around) or contains(around, cell), (item, cell)


def test_bonus_fields_stand_exactly_in_their_neighbours_columns() -> None:
    for variant in WITH_SHEETS:
        own = edition(variant)
        cells = dict(tagged(document(variant).edition.cached(sheet_front)))
        for row in own.rulebook.rows:
            for cell in row.cells if row.between else ():
                for neighbour in row.between or ():
                    beside = cells[f"{neighbour} {cell.number}"]
                    assert abs(cells[cell.id].centre[0] - beside.centre[0]) < 0.01
                upper, lower = (cells[f"{name} {cell.number}"] for name in row.between or ())
                assert abs(cells[cell.id].centre[1] - (upper.centre[1] + lower.centre[1]) / 2) < 0.01


def test_tokens_fit_their_squares_on_a3_and_shrink_with_them_on_a4() -> None:
    for variant in [variant for variant in VARIANTS if edition(variant).rulebook.token_colours]:
        for paper, token_at_least in (("a3", 15.0), ("a4", 10.5)):
            board, pieces = list(document(variant, paper).pages())
            squares = [box for _, box in tagged(board.scene)]
            tokens = [matrix.box(item.box) for item, matrix in pieces.scene.flat() if isinstance(item, Rect)]
            assert min(box.w for box in tokens) >= token_at_least
            assert min(min(box.w, box.h) for box in squares) >= max(box.w for box in tokens) + 1


@pytest.mark.parametrize("boxes", range(1, 7))
def test_any_number_of_penalty_boxes_finds_its_place(boxes: int, tmp_path: Path) -> None:
    """Beside many rows and beside few."""
    for rows in (4, 2):
        file = tmp_path / "mine.toml"
        text = (
            (folder("templates") / "layouts" / "classic.toml")
            .read_text(encoding="utf-8")
            .replace("boxes = 4", f"boxes = {boxes}")
        )
        lines = [line for line in text.splitlines() if rows == 4 or not line.startswith(("green =", "blue ="))]
        file.write_text("\n".join(lines), encoding="utf-8")
        scene = sheet_front(edition_of(file))
        cells = tagged(scene)
        assert sum(id.startswith("penalty") for id, _ in cells) == boxes
        assert not any(overlap(one, other) for (_, one), (_, other) in combinations(cells, 2))
