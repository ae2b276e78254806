"""Pieces and tokens to cut out: tight grids, as many sets as asked for, two equal sides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sheetgen.drawing.boards.pieces import piece_grid, pieces_page
from sheetgen.drawing.pages.document import Document
from sheetgen.drawing.scene import Box, Circle, Path as Outline, Rect, Scene
from tests.helpers import VARIANTS, contains, document, edition, edition_of, overlap

WITH_PIECES = [variant for variant in VARIANTS if edition(variant).layout.pieces]


def pieces(scene: Scene) -> list[tuple[Box, str]]:
    """The boxes of all pieces or tokens, which are the rectangles on their page, and the colours in them."""
    items = [item for item, _ in scene.flat()]
    matrices = [matrix for _, matrix in scene.flat()]
    found = []
    for index, item in enumerate(items):
        if isinstance(item, Rect):
            disc = items[index + 1]
            fill = disc.paint.fill if isinstance(disc, Circle | Outline) else None
            found.append((matrices[index].box(item.box), fill or ""))
    return found


def printed(variant: str, **options: Any) -> Document:
    return document(variant, parts=("pieces",), **options)


@pytest.mark.parametrize("variant", WITH_PIECES)
def test_a_page_is_full_of_whole_sets_side_by_side(variant: str) -> None:
    grid = piece_grid(edition(variant))
    (page,) = printed(variant).pages()
    found = [box for box, _ in pieces(page.scene)]
    assert len(found) == grid.sets * grid.columns * grid.lines
    block = Box.around(found)
    assert sum(box.w * box.h for box in found) == pytest.approx(block.w * block.h), "no gaps: straight cuts are enough"
    assert not any(overlap(one, other, 1e-4) for one in found[:30] for other in found if one != other)
    board, scale = edition(variant).layout.board, printed(variant).board_imposition.scale
    assert board
    assert block.w / scale + grid.columns * grid.width > board.width - 2 * board.margin, "no room for another set"


@pytest.mark.parametrize(("variant", "count"), [(variant, count) for variant in WITH_PIECES for count in (1, 2, 9)])
def test_as_many_sets_as_asked_for(variant: str, count: int) -> None:
    own = edition(variant)
    grid = piece_grid(own)
    pages = list(printed(variant, count=count).pages())
    assert sum(len(pieces(page.scene)) for page in pages) == count * grid.columns * grid.lines
    assert len(pages) == -(-count // grid.sets)
    assert printed(variant, count=count).page_count == len(pages)


def test_each_player_of_a_set_has_enough_tokens() -> None:
    own = edition("duel")
    (page,) = printed("duel", count=1).pages()
    fills = [fill for _, fill in pieces(page.scene)]
    for colour in own.rulebook.token_colours:
        assert fills.count(own.theme.tokens[colour].fill) >= own.rulebook.tokens_each


@pytest.mark.parametrize("paper", ["a4", "a3", "letter"])
def test_both_sides_of_a_token_are_of_the_same_player(paper: str) -> None:
    front, back = list(document("duel", paper, back="rules", count=1).pages())[-2:]
    width, height = front.scene.width, front.scene.height
    is_portrait = width <= height

    def flipped(box: Box) -> Box:
        """Where a box of the back is, seen through the paper turned over its long edge."""
        return box._replace(x=width - box.right) if is_portrait else box._replace(y=height - box.bottom)

    fronts, backs = pieces(front.scene), [(flipped(box), fill) for box, fill in pieces(back.scene)]
    assert fronts
    for box, fill in fronts:
        assert [other for there, other in backs if contains(there.grown(0.01), box)] == [fill]


def test_tokens_may_be_round(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "duel"\nslug = "mine"\npieces.shape = "round"\n')
    own = edition_of(file)
    scene = pieces_page(own, 1)
    assert not pieces(scene)
    assert own.layout.pieces
    r = own.layout.pieces.width / 2
    assert sum(isinstance(item, Circle) and abs(item.r - r) < 1e-9 for item in scene.items) == 44
