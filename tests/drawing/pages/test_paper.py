"""Papers and how pictures are laid on them."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from sheetgen.drawing.pages.paper import PAPERS, SAFE_MARGIN, Orientation, Paper, impose, parse_paper
from sheetgen.drawing.scene import Box, Scene
from sheetgen.errors import InputError
from tests.helpers import contains, document, overlap

SIDES = st.floats(60, 1200)


def test_papers_by_name_and_by_size() -> None:
    assert (parse_paper("A4").width, parse_paper("A4").height) == (210, 297)
    assert parse_paper("300x200mm") == Paper("300x200mm", 200, 300)
    assert parse_paper("215.9x279.4").height == 279.4
    assert parse_paper("210 × 297 mm") == Paper("210x297mm", 210, 297)
    assert parse_paper("8.5x11in").width == pytest.approx(215.9)


@pytest.mark.parametrize("text", ["a9", "lettr", "", "0x0mm", "10x500mm", "99999x5mm", "a4x", "1e3x200mm", "٣٠٠x٣٠٠mm"])
def test_unknown_papers(text: str) -> None:
    with pytest.raises(InputError):
        parse_paper(text)


@given(
    paper=st.tuples(SIDES, SIDES),
    size=st.tuples(st.floats(20, 500), st.floats(20, 500)),
    per_page=st.one_of(st.none(), st.integers(1, 30)),
    orientation=st.sampled_from(["auto", "portrait", "landscape"]),
)
def test_slots_never_overlap_nor_leave_the_safe_area(
    paper: tuple[float, float], size: tuple[float, float], per_page: int | None, orientation: Orientation
) -> None:
    short, long = sorted(paper)
    imposition = impose(Paper("any", short, long), orientation, per_page, [Scene(*size, ())])
    safe = Box(0, 0, *imposition.page).grown(-SAFE_MARGIN)
    assert len(imposition.slots) == per_page or per_page is None
    for each in (imposition, imposition.mirrored()):
        for slot in each.slots:
            assert contains(safe, slot, 1e-4)
            assert not overlap(slot, each.strip, 1e-4), "the check line is in the way"
            wide, high = (size[0], size[1]) if each.turn in (0, 180) else (size[1], size[0])
            assert (slot.w, slot.h) == pytest.approx((wide * each.scale, high * each.scale))
        assert contains(safe, each.strip, 1e-4)
        assert not any(overlap(one, other, 1e-4) for one, other in combinations(each.slots, 2))
    if per_page is None:
        assert imposition.scale <= 1.0


@pytest.mark.parametrize(
    ("paper", "slots", "turn"), [("a4", 2, 0), ("letter", 2, 0), ("a5", 1, 0), ("a3", 4, 0), ("legal", 2, 0)]
)
def test_full_size_sheets_fit_common_papers(paper: str, slots: int, turn: int) -> None:
    imposition = document("classic", paper).imposition
    assert (len(imposition.slots), imposition.turn, imposition.scale) == (slots, turn, 1.0)


@pytest.mark.parametrize("variant", ["classic", "bigpoints", "onboard"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_four_on_a_page_are_still_legible(paper: str, variant: str) -> None:
    imposition = document(variant, paper, per_page=4).imposition
    assert len(imposition.slots) == 4
    assert imposition.scale == pytest.approx(0.7, abs=0.03)


def test_an_orientation_turns_the_sheet_if_need_be() -> None:
    imposition = document("classic", "a5", orientation="portrait").imposition
    assert imposition.page == PAPERS["a5"]
    assert imposition.turn == 90


def test_one_on_a_page_fills_it() -> None:
    assert document("classic", "a4", per_page=1).imposition.scale > 1.3


def test_a_paper_too_small_is_refused_with_numbers() -> None:
    with pytest.raises(InputError, match=r"(?s)too small: one would be printed at \d+ %.*200 × 134 mm"):
        document("classic", "100x100mm")
    with pytest.raises(InputError, match="too small: 9 on a page"):
        document("classic", "a4", per_page=9)
