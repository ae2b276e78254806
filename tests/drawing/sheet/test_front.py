"""What cells show besides their numbers: colours, second boxes, signs, chains, stairs, pairs, lucky numbers."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path as FilePath

import pytest

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box, Circle, Item, Path, Rect, Scene, Text
from sheetgen.drawing.sheet.cells_and_locks import TWICE
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.errors import InputError
from sheetgen.rules.rulebook import Arrangement, Rulebook
from sheetgen.rules.shuffle.arrangement import order_of, write_arrangement
from sheetgen.scorer.page.views import bounds
from tests.helpers import LANGUAGES, VARIANTS, contains, edition, edition_of, overlap, tagged, texts

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
        in_lines = Counter(id for line in own.rulebook.own_lines for id in line.cells)
        for placed in SheetPlan(own).rows:
            several = len({cell.colour for cell in placed.row.cells}) > 1
            for cell, box in zip(placed.row.cells, placed.cells, strict=False):
                if placed.row.kind == "coloured":
                    expected = in_lines[cell.id] + (several and theme == "cvd")
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
    assert "Green" in said
    assert "Blue" not in said


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


@pytest.mark.parametrize("variant", WITH_SHEETS)
def test_an_arrow_points_at_each_number_that_closes_the_first_row(variant: str) -> None:
    own = edition(variant)
    plan = SheetPlan(own)
    arrows = [
        bounds(item).centre[0]
        for item in sheet_front(own).items
        if isinstance(item, Path) and abs(bounds(item).centre[1] - plan.note_y) < 0.2 and bounds(item).w < 3
        and bounds(item).x > plan.rows[0].cells[3].x and len(item.segments) == 4
    ]  # fmt: skip
    boxes = plan.rows[0].boxes
    closing = [boxes[cell.id].centre[0] for cell in plan.rows[0].row.closing]
    assert arrows == pytest.approx(closing)


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


def test_nothing_is_said_about_last_numbers_where_rows_differ(tmp_path: FilePath) -> None:
    front = sheet_front(made(tmp_path, "[game.rows]\nred.lock.last = 2\n"))
    assert not [item for item in front.items if isinstance(item, Text) and item.text.startswith("Last")]


def test_lucky_numbers_find_room_beside_the_note_about_several_last_numbers(tmp_path: FilePath) -> None:
    rows = "".join(f"{name}.lock.last = 2\n" for name in ("red", "yellow", "green", "blue"))
    front = sheet_front(made(tmp_path, f"[game]\nlucky = [7]\n[game.rows]\n{rows}"))
    said = [item.text for item in front.items if isinstance(item, Text)]
    assert "Lucky numbers: 7" in said
    assert [text for text in said if text.startswith("Last 2 numbers")]
