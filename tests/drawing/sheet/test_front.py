"""What cells show besides their numbers: colours, second boxes, signs, chains, stairs, pairs, lucky numbers."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path as FilePath

import pytest

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box, Circle, Item, Path, Rect, Scene, Text, bounds
from sheetgen.drawing.sheet.cells_and_locks import TWICE
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.errors import InputError
from sheetgen.rules.rulebook import Arrangement, Rulebook
from sheetgen.rules.shuffle.arrangement import order_of, write_arrangement
from tests.helpers import (
    DARK,
    LANGUAGES,
    THEMES,
    VARIANTS,
    contains,
    edition,
    edition_of,
    ink,
    overlap,
    tagged,
    texts,
)

WITH_SHEETS = [variant for variant in VARIANTS if edition(variant).layout.sheet]


def having(feature: str) -> list[str]:
    """The variants whose rulebook has it."""
    return [variant for variant in WITH_SHEETS if getattr(edition(variant).rulebook, feature)]


def with_mixed_colours() -> list[str]:
    return [
        variant
        for variant in WITH_SHEETS
        if any(len({cell.colour for cell in row.cells}) > 1 for row in edition(variant).rulebook.coloured_rows)
    ]


def made(tmp_path: FilePath, text: str) -> Edition:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "classic"\nslug = "mine"\n' + text, encoding="utf-8")
    return edition_of(file)


def inside(scene: Scene, box: Box) -> list[Item]:
    """What stands in a cell, without the cell itself."""
    return [item for item in scene.items if contains(box, bounds(item)) and not getattr(item, "cell", None)]


def signs(scene: Scene, box: Box) -> list[Item]:
    """The symbols in a cell."""
    return [item for item in inside(scene, box) if isinstance(item, Path | Circle)]


def words(scene: Scene, box: Box) -> list[str]:
    return [item.text for item in inside(scene, box) if isinstance(item, Text)]


def ground(scene: Scene, x: float, y: float) -> str | None:
    """The colour that is seen at a point: that of the last shape around it."""
    found = None
    for item in scene.items:
        if isinstance(item, Rect | Path) and contains(bounds(item), Box(x, y, 0, 0)):
            found = item.paint.fill or found
    return found


@pytest.mark.parametrize("variant", with_mixed_colours())
def test_each_cell_stands_on_its_own_colour(variant: str) -> None:
    own = edition(variant)
    scene = sheet_front(own)
    for placed in SheetPlan(own).rows:
        for cell, box in zip(placed.row.cells, placed.cells, strict=False):
            band = own.theme.colours[cell.colour or ""].band
            for x in (box.x - 0.5, box.centre[0], box.right + 0.5):
                assert ground(scene, x, box.y - 0.5) == band
                assert ground(scene, x, box.bottom + 0.5) == band
        last, lock = placed.cells[-1], placed.row.lock
        assert lock
        assert ground(scene, last.right + 0.5, last.centre[1]) == own.theme.colours[lock.colour].band


def test_there_are_variants_with_mixed_colours() -> None:
    assert with_mixed_colours()


@pytest.mark.parametrize("variant", WITH_SHEETS)
def test_cells_show_the_symbol_of_their_colour_only_where_a_row_has_several(variant: str) -> None:
    for theme in ("color", "cvd"):
        own = edition(variant, theme)
        scene = sheet_front(own)
        marked = Counter(id for line in own.rulebook.own_lines for id in line.cells)
        marked.update(id for reward in own.rulebook.rewards for id in reward.cells)
        for placed in SheetPlan(own).rows:
            several = len({cell.colour for cell in placed.row.cells}) > 1
            for cell, box in zip(placed.row.cells, placed.cells, strict=False):
                if placed.row.kind == "coloured":
                    expected = marked[cell.id] + (several and theme == "cvd")
                    assert len(signs(scene, box)) == expected, cell.id


@pytest.mark.parametrize("variant", having("doubles"))
def test_second_boxes_stand_below_their_numbers(variant: str) -> None:
    own = edition(variant)
    scene = sheet_front(own)
    cells = dict(tagged(scene))
    for second, number in own.rulebook.doubles.items():
        upper, lower = cells[number], cells[second]
        assert (lower.x, lower.w) == (upper.x, upper.w)
        assert 0.9 <= lower.y - upper.bottom <= 1.5
        assert words(scene, upper) == words(scene, lower)
    for row in own.rulebook.coloured_rows:
        first, lock = cells[row.ids[0]], cells[row.ids[-1]]
        assert lock.y == first.y
        assert lock.bottom == pytest.approx(cells[row.ids[1]].bottom)


@pytest.mark.parametrize("variant", having("twice"))
def test_cells_that_count_twice_say_so(variant: str) -> None:
    own = edition(variant)
    scene = sheet_front(own)
    for id, box in tagged(scene):
        assert (TWICE in words(scene, box)) == (id in own.rulebook.twice), id


@pytest.mark.parametrize("variant", having("links"))
def test_chains_join_linked_cells(variant: str) -> None:
    own = edition(variant)
    scene = sheet_front(own)
    cells = dict(tagged(scene))
    for pair in own.rulebook.links:
        upper, lower = sorted((cells[id] for id in pair), key=lambda box: box.y)
        found = [
            bounds(item)
            for item in scene.items
            if isinstance(item, Rect) and not item.cell and abs(item.box.centre[0] - upper.centre[0]) < 0.01
            and item.box.w < upper.w and overlap(item.box, Box(upper.x, upper.bottom, upper.w, lower.y - upper.bottom))
        ]  # fmt: skip
        assert min(box.y for box in found) - upper.bottom < 1
        assert lower.y - max(box.bottom for box in found) < 1


def test_links_that_no_chain_can_join_share_a_letter(tmp_path: FilePath) -> None:
    own = made(tmp_path, 'game.links = "red 6 + yellow 6, red 3 + blue 9, yellow 4 + yellow 8"\n')
    scene = sheet_front(own)
    cells = dict(tagged(scene))
    assert words(scene, cells["red 3"]) == ["3", "a"]
    assert words(scene, cells["blue 9"]) == ["9", "a"]
    assert words(scene, cells["yellow 4"]) == ["4", "b"]
    assert words(scene, cells["yellow 8"]) == ["8", "b"]
    assert words(scene, cells["red 6"]) == ["6"]


def test_no_chain_runs_over_a_second_box(tmp_path: FilePath) -> None:
    text = 'game.links = "red 6 + yellow 6"\ngame.rows.red.doubles = "6"\nsheet.height = "auto"\n'
    scene = sheet_front(made(tmp_path, text))
    cells = dict(tagged(scene))
    assert words(scene, cells["red 6"]) == ["6", "a"]


@pytest.mark.parametrize(("variant", "language"), list(product(WITH_SHEETS, LANGUAGES)))
def test_there_is_a_box_for_every_sum(variant: str, language: str) -> None:
    own = edition(variant, "color", language)
    area = SheetPlan(own).totals
    assert area
    said = [item.text for item in sheet_front(own).items if isinstance(item, Text) and contains(area, bounds(item))]
    for line in own.layout.game.lines.values():
        assert own.locale.text(line.title) in said
    for row in own.rulebook.coloured_rows:
        assert said.count(own.colour_name(row.id)) == 1


def test_a_row_that_scores_nothing_has_no_sum(tmp_path: FilePath) -> None:
    own = made(tmp_path, "game.rows.blue.scores = false\n")
    said = [item.text for item, _ in texts(sheet_front(own))]
    assert said.count("Green") == 2
    assert said.count("Blue") == 1  # on its band


@pytest.mark.parametrize(("variant", "language"), list(product(WITH_SHEETS, LANGUAGES)))
def test_pairs_and_lucky_numbers_can_be_read(variant: str, language: str) -> None:
    own = edition(variant, "color", language)
    scene = sheet_front(own)
    cells, said = dict(tagged(scene)), [item.text for item, _ in texts(scene)]
    for row in own.rulebook.rows:
        for cell, (one, other) in zip(row.cells, row.swaps, strict=False):
            assert words(scene, cells[cell.id]) == [f"{one}/{other}"]
        if row.swaps:
            assert own.label("swap") in said
    if own.rulebook.lucky:
        assert own.label("lucky", numbers=", ".join(map(str, own.rulebook.lucky))) in said


@pytest.mark.parametrize(("variant", "theme"), list(product(WITH_SHEETS, THEMES)))
def test_every_last_number_says_how_many_crosses_it_needs(variant: str, theme: str) -> None:
    own = edition(variant, theme)
    scene = sheet_front(own)
    cells = dict(tagged(scene))
    for row in own.rulebook.coloured_rows:
        for cell in row.cells:
            inside = [item.text for item, _ in texts(scene) if contains(cells[cell.id], ink(item))]
            signs = [word for word in inside if word.startswith("≥")]
            assert signs == ([f"≥{row.lock.needs}×"] if row.lock and cell in row.closing else [])


@pytest.mark.parametrize(("variant", "theme", "language"), list(product(WITH_SHEETS, [*THEMES, DARK], LANGUAGES)))
def test_every_row_is_named_on_its_band(variant: str, theme: str, language: str) -> None:
    own = edition(variant, theme, language)
    upright = [item for item in sheet_front(own).items if isinstance(item, Text) and item.turn == 270]
    rows = [placed for placed in SheetPlan(own).rows if placed.row.kind == "coloured" or placed.row.id == "bar"]
    assert [item.text for item in upright] == [own.colour_name(placed.row.id) for placed in rows]
    for item, placed in zip(upright, rows, strict=True):
        head = Box(placed.band.x, placed.band.y, placed.cells[0].x - placed.band.x, placed.band.h)
        assert contains(head, ink(item))


@pytest.mark.parametrize(("variant", "theme"), list(product(WITH_SHEETS, THEMES)))
def test_every_band_shows_its_direction(variant: str, theme: str) -> None:
    own = edition(variant, theme)
    for placed in SheetPlan(own).rows:
        if placed.row.kind != "coloured":
            continue
        head = Box(placed.band.x, placed.band.y, placed.cells[0].x - placed.band.x, placed.band.h)
        shapes = [item for item in sheet_front(own).items if isinstance(item, Path | Circle)]
        signs = [item for item in shapes if contains(head, bounds(item)) and bounds(item).h < head.h / 2]
        assert len(signs) == (2 if own.theme.symbols else 1)
        arrow = signs[-1]
        assert isinstance(arrow, Path) and len(arrow.segments) == 4  # a triangle


@pytest.mark.parametrize(("variant", "language"), list(product(WITH_SHEETS, LANGUAGES)))
def test_edges_are_aligned(variant: str, language: str) -> None:
    """Bands, table of points, marks, code and penalty boxes share their edges."""
    plan = SheetPlan(edition(variant, "color", language))
    top_left, top_right, low_right, low_left = plan.marks
    bands = [placed.band for placed in plan.rows if not placed.row.between]
    assert plan.points
    left = [box.x for box in (*bands, plan.points, top_left, low_left)]
    assert max(left) - min(left) < 0.1
    assert {round(box.right, 3) for box in (*bands, plan.points)} == {round(bands[0].right, 3)}
    right = [plan.code.right, top_right.right, low_right.right]
    if plan.look.places.code == "right":
        right.append(max(box.right for box in plan.penalties))
        assert abs(plan.code.x - min(box.x for box in plan.penalties)) < 0.1
    assert max(right) - min(right) < 0.1
    assert plan.totals
    head = plan.masthead
    assert abs(plan.totals.x - head.emblem.x) < 0.1
    assert abs(plan.totals.right - head.number_x) < 0.1
    assert abs(plan.foot.x - head.emblem.x) < 0.1


@pytest.mark.parametrize(("variant", "language"), list(product(WITH_SHEETS, LANGUAGES)))
def test_words_of_the_head_are_on_one_baseline(variant: str, language: str) -> None:
    own = edition(variant, "color", language)
    panel = SheetPlan(own).masthead.panel
    written = [item for item in sheet_front(own).items if isinstance(item, Text) and contains(panel, ink(item))]
    assert own.title in [item.text for item in written]
    assert own.label("name") in [item.text for item in written]
    assert len({round(item.y, 3) for item in written}) == 1


@pytest.mark.parametrize("variant", WITH_SHEETS)
def test_points_are_on_the_columns_of_the_cells_if_both_have_as_many(variant: str) -> None:
    own = edition(variant)
    plan = SheetPlan(own)
    assert plan.points
    first = next(placed for placed in plan.rows if placed.row.kind == "coloured")
    columns = [box.centre[0] for box in first.cells if first.boxes and box.y == first.cells[0].y]
    values = [
        item.x
        for item in sheet_front(own).items
        if isinstance(item, Text) and item.face.role == "number" and contains(plan.points, ink(item))
    ]
    if len(own.layout.game.points) == len(columns):
        assert values == pytest.approx(columns, abs=0.01)
    else:
        assert len(values) == len(own.layout.game.points)


def shuffled(rulebook: Rulebook) -> Arrangement:
    """Another order of what may be shuffled."""
    order = order_of(rulebook)
    if "numbers" in order:
        order["numbers"] = tuple(numbers[::-1] for numbers in order["numbers"])
    if "lucky" in order:
        order["lucky"] = tuple(number - 1 for number in order["lucky"])
    return write_arrangement(rulebook, order)


@pytest.mark.parametrize("variant", having("shuffle"))
def test_a_shuffled_sheet_is_drawn_by_its_own_rulebook(variant: str) -> None:
    """The places stay; what stands in them is that of the sheet."""
    own = edition(variant)
    arrangement = shuffled(own.rulebook)
    rulebook = arrangement.rulebook
    base, other = sheet_front(own), sheet_front(own.shuffled(arrangement))
    places = {box for _, box in tagged(base)}
    assert {box for _, box in tagged(other)} == places
    cells = dict(tagged(other))
    for row in rulebook.coloured_rows:
        for cell in row.cells:
            assert words(other, cells[cell.id])[0] == str(cell.number)
    assert [id for id, _ in tagged(other)] == [id for row in rulebook.rows for id in row.ids] + list(
        rulebook.penalty_cells
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('game.rows.red.doubles = "6"\nsheet.cell.second = "3mm"\nsheet.height = "auto"', "too small to be read"),
        ('game.rows.red.twice = "6"\nsheet.cell.height = "6mm"\nsheet.cell.width = "10mm"', "too small to be read"),
        ('game.swap.pairs = "11/12"\nsheet.cell.width = "3mm"\nsheet.cell.height = "20mm"', "too small to be read"),
    ],
)
def test_what_nobody_could_read_is_refused(text: str, said: str, tmp_path: FilePath) -> None:
    with pytest.raises(InputError, match=said):
        sheet_front(made(tmp_path, text + "\n"))


def test_rows_with_several_last_numbers_have_a_sign_on_each(tmp_path: FilePath) -> None:
    front = sheet_front(made(tmp_path, "[game.rows]\nred.lock.last = 2\n"))
    assert [item.text for item in front.items if isinstance(item, Text)].count("≥5×") == 5


def test_lucky_numbers_are_above_the_rows(tmp_path: FilePath) -> None:
    own = made(tmp_path, "[game]\nlucky = [7]\n")
    (note,) = (item for item in sheet_front(own).items if isinstance(item, Text) and item.text == "Lucky numbers: 7")
    plan = SheetPlan(own)
    assert plan.masthead.panel.bottom < ink(note).y and ink(note).bottom < plan.rows[0].band.y
