"""What stands around the pictures: cut lines, the check line, backs."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path as FilePath

import pytest

from sheetgen.drawing.pages.document import CUT_LINE, Document, Job
from sheetgen.drawing.pages.paper import SAFE_MARGIN, parse_paper
from sheetgen.drawing.qr_codes import MIN_MODULE, dark_box
from sheetgen.drawing.scene import Box, Code, Link, Path, Scene
from sheetgen.errors import InputError
from tests.helpers import EXAMPLES, THEMES, VARIANTS, document, edition, edition_of, placed, placed_box, texts

Line = tuple[float, float, float, float]


def cut_lines(scene: Scene) -> list[Line]:
    found = []
    for item, _ in scene.flat():
        if isinstance(item, Path) and item.paint == CUT_LINE:
            (_, start), (_, end) = item.segments
            found.append((start[0], start[1], end[0], end[1]))
    return found


def slots(scene: Scene) -> list[Box]:
    return sorted({placed_box(use) for use in placed(scene) if use.scene.height > 20}, key=str)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "a5"])
def test_every_cut_still_has_its_line_whatever_was_cut_before(paper: str) -> None:
    """Cut the page in any order of lines: on the piece with the sheets, the next line can still be seen."""
    page = next(iter(document("classic", paper).pages())).scene
    lines = cut_lines(page)
    boxes = slots(page)
    edges = {round(edge, 4) for box in boxes for edge in (box.x, box.right)}
    assert edges == {round(x0, 4) for x0, _, x1, _ in lines if x0 == x1}
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)

    def near(one: float, *others: float) -> bool:
        return any(abs(one - other) < 1e-4 for other in others)

    upright = [line for line in lines if line[0] == line[2] and near(line[0], left, right)]
    level = [line for line in lines if line[1] == line[3] and near(line[1], top, bottom)]
    assert (len(upright), len(level)) == (2, 2)
    for order in permutations(upright + level):
        x0, y0, x1, y1 = 0.0, 0.0, page.width, page.height
        for line in order:
            lx0, ly0, lx1, ly1 = line
            seen = min(lx1, x1) - max(lx0, x0) if line in level else min(ly1, y1) - max(ly0, y0)
            assert seen > 100
            if line in level:
                y0, y1 = (ly0, y1) if near(ly0, top) else (y0, ly0)
            else:
                x0, x1 = (lx0, x1) if near(lx0, left) else (x0, lx0)


def test_cut_lines_can_be_left_out() -> None:
    assert not cut_lines(next(iter(document("classic", cut_marks=False).pages())).scene)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_page_has_a_check_line_of_50_mm_in_its_margin(variant: str, paper: str) -> None:
    for page in document(variant, paper, back="rules").pages():
        lengths = []
        for item, matrix in page.scene.flat():
            if isinstance(item, Path) and len(item.segments) == 2 and item.paint != CUT_LINE:
                (x0, y0), (x1, y1) = (matrix.point(*point) for _, point in item.segments)
                margin = min(x0, page.scene.width - x0, y0, page.scene.height - y0)
                lengths.append((abs(x1 - x0) + abs(y1 - y0), margin))
        rulers = [margin for length, margin in lengths if length == pytest.approx(50, abs=1e-9)]
        assert len(rulers) == 1
        assert SAFE_MARGIN <= rulers[0] <= 15
        assert any("50 mm" in item.text for item, _ in texts(page.scene))


def flipped(box: Box, page: Scene) -> Box:
    """Where a box on the front lies when the paper was turned over its long edge and is looked at from behind."""
    if page.width <= page.height:
        return Box(page.width - box.right, box.y, box.w, box.h)
    return Box(box.x, page.height - box.bottom, box.w, box.h)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "a5"])
@pytest.mark.parametrize("back", ["sheet", "rules"])
def test_backs_line_up_with_fronts(variant: str, paper: str, back: str) -> None:
    if back == "sheet" and not edition(variant).layout.sheet:
        with pytest.raises(InputError, match="no sheets to print on the back"):
            document(variant, paper, back=back)
        return
    pages = [page.scene for page in document(variant, paper, back=back).pages()]
    compared = 0
    for front, behind in zip(pages[::2], pages[1::2], strict=False):
        expected = sorted((flipped(box, front) for box in slots(front)), key=lambda box: (box.y, box.x))
        found = sorted(slots(behind), key=lambda box: (box.y, box.x))
        for one, other in zip(expected, found, strict=False):
            compared += 1
            for side in ("x", "y", "w", "h"):
                assert abs(getattr(one, side) - getattr(other, side)) < 0.01
    assert compared


def test_on_upright_pages_backs_stand_head_to_head_with_fronts() -> None:
    """The top edge of a back lies behind the top edge of its front."""
    for paper, orientation in (("a4", "auto"), ("letter", "auto"), ("a5", "portrait"), ("a3", "portrait")):
        front, behind = (
            page.scene for page in list(document("classic", paper, orientation=orientation, back="rules").pages())[:2]
        )
        (use, *_), (back, *_) = placed(front), placed(behind)
        top = use.matrix.point(use.scene.width / 2, 0)
        on_back = flipped(Box(*top, 0, 0), front)
        assert (on_back.x, on_back.y) == pytest.approx(back.matrix.point(back.scene.width / 2, 0), abs=0.01)


def test_both_sides_of_a_leaf_belong_to_one_player_and_are_numbered_in_turn() -> None:
    printed = document("classic", players=("Anna", "Ben"), back="sheet", serial_start=7)
    front, behind = (page.scene for page in printed.pages())

    def codes(scene: Scene) -> list[str]:
        return [item.text.rpartition(".")[2] for item, _ in scene.flat() if isinstance(item, Code)]

    assert (codes(front), codes(behind)) == (["7~Anna", "9~Ben"], ["8~Anna", "10~Ben"])
    for scene in (front, behind):
        assert [item.text for item, _ in texts(scene) if item.text in ("Anna", "Ben")] == ["Anna", "Ben"]


@pytest.mark.parametrize(("per_page", "players"), [(2, 1), (2, 3), (4, 2), (1, 2)])
def test_players_get_one_sheet_each(per_page: int, players: int) -> None:
    names = tuple("ABC"[:players])
    assert document("classic", per_page=per_page, players=names).sheet_count == players
    assert document("classic", per_page=per_page, players=names, back="sheet").sheet_count == 2 * players


def test_players_take_turns_if_there_are_more_sheets() -> None:
    printed = document("classic", players=("Anna", "Ben", "Cleo"), count=5)
    names = [item.text for page in printed.pages() for item, _ in texts(page.scene)]
    assert [name for name in names if name in ("Anna", "Ben", "Cleo")] == ["Anna", "Ben", "Cleo", "Anna", "Ben"]


@pytest.mark.parametrize("theme", THEMES)
def test_page_count_is_what_is_made(theme: str) -> None:
    for variant in VARIANTS:
        for back in ("none", "sheet", "rules") if edition(variant).layout.sheet else ("none", "rules"):
            printed = document(variant, theme=theme, back=back)
            assert len(list(printed.pages())) == printed.page_count


def test_parts_can_be_picked() -> None:
    assert document("onboard", parts=("pieces",)).page_count == 1
    assert document("onboard", parts=("board", "sheets")).page_count == 3
    assert document("onboard", parts=("board",)).serials == range(1, 3)


def printed_links(printed: Document) -> list[str]:
    """The links in the codes, which can also be clicked. No module is smaller than cameras can read."""
    items = [(item, matrix) for page in printed.pages() for item, matrix in page.scene.flat()]
    codes = [(item, matrix) for item, matrix in items if isinstance(item, Code)]
    assert [item.url for item, _ in items if isinstance(item, Link)] == [code.text for code, _ in codes]
    assert all(dark_box(code).w * matrix.scale / code.modules >= MIN_MODULE - 1e-9 for code, matrix in codes)
    return [code.text for code, _ in codes]


def names_of(links: list[str]) -> list[str]:
    return [link.partition("~")[2] for link in links]


@pytest.mark.parametrize("variant", [name for name in VARIANTS if edition(name).layout.sheet])
def test_links_carry_the_names_of_the_players(variant: str) -> None:
    named, plain = (document(variant, count=3, parts=("sheets",), players=names) for names in (("Zoë", "Ben"), ()))
    links = printed_links(named)
    assert links == [
        f"{link}~{name}" for link, name in zip(printed_links(plain), ("Zo%C3%AB", "Ben", "Zo%C3%AB"), strict=True)
    ]
    assert [named.sheet_links(serial).url(serial) for serial in named.serials] == links
    written = [item.text for page in named.pages() for item, _ in texts(page.scene)]
    assert sum("~" in text for text in written) == 0


def test_boards_belong_to_nobody_and_are_as_without_names() -> None:
    named, plain = (document("onboard", players=names, count=2) for names in (("Anna", "Maximiliane-Übermut"), ()))
    assert names_of(printed_links(named)) == ["Anna", "Maximiliane-%C3%9Cbermut", "", ""]
    assert named.links.modules > plain.links.modules
    (_, *boards), (_, *without_names) = ([list(page.scene.flat()) for page in each.pages()] for each in (named, plain))
    assert boards == without_names
    assert [named.sheet_links(serial).url(serial) for serial in named.serials] == printed_links(named)


def test_shuffled_sheets_carry_names_behind_their_codes() -> None:
    named, plain = (document("gemixxt-b", shuffle="7", count=4, players=names) for names in (("A~B",), ()))
    assert printed_links(named) == [f"{link}~A%7EB" for link in printed_links(plain)]


TOO_LONG = "Bartholomäus von Übermut"


@pytest.mark.parametrize("names", [("Anna", TOO_LONG), (TOO_LONG,)])
def test_on_a_small_layout_a_long_name_leaves_all_names_out_of_the_links(names: tuple[str, ...]) -> None:
    mini = edition_of(EXAMPLES / "layouts" / "travel-mini.toml")
    plain, named, short = (Document(Job(mini, parse_paper("a4"), players=each)) for each in ((), names, ("Anna",)))
    assert printed_links(named) == printed_links(plain)[: len(names)]
    assert names_of(printed_links(short)) == ["Anna"]
    written = [item.text for page in named.pages() for item, _ in texts(page.scene)]
    assert set(names) <= set(written)


def test_on_sheets_that_are_printed_smaller_long_names_are_left_out_sooner() -> None:
    names = ("Jörg Müßig", "Ben")
    assert names_of(printed_links(document("classic", players=names))) == ["J%C3%B6rg%20M%C3%BC%C3%9Fig", "Ben"]
    assert names_of(printed_links(document("classic", "letter", per_page=4, players=names))) == [""] * 2
    assert names_of(printed_links(document("classic", "letter", per_page=4, players=("Ben",)))) == ["Ben"]


def test_enlarged_sheets_have_no_finer_codes_than_others() -> None:
    """A code that is too fine at true size is refused, even if it is printed larger."""
    own = edition_of(EXAMPLES / "layouts" / "travel-mini.toml")
    large = Document(Job(own, parse_paper("a4"), per_page=1, players=(TOO_LONG,)))
    assert large.imposition.scale > 1
    assert names_of(printed_links(large)) == [""]


@pytest.mark.parametrize(("name", "is_carried"), [("🎲", True), ("משה", True), ("李" * 40, False), ("🎲" * 40, False)])
def test_names_without_glyphs_are_carried_by_sheets_without_a_field_for_them(
    name: str, is_carried: bool, tmp_path: FilePath
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "classic"\nslug = "mine"\n[labels]\nname = ""\n')
    printed = Document(Job(edition_of(file), parse_paper("a4"), players=(name,)))
    assert all(bool(found) == is_carried for found in names_of(printed_links(printed)))
