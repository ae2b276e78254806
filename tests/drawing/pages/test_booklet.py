"""The rules as a folded booklet: four pages, upright once it is folded."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sheetgen.drawing.canvas import MIN_TEXT_SIZE
from sheetgen.drawing.pages.paper import SAFE_MARGIN
from sheetgen.drawing.pages.rules_card import rule_paragraphs
from sheetgen.drawing.scene import Box, Text, Use
from sheetgen.errors import InputError
from tests.helpers import LANGUAGES, VARIANTS, contains, document, edition, item_boxes, texts


def pages_of(variant: str, **options: Any) -> list[Use]:
    """The four pages: cover, second, third and last."""
    (page,) = document(variant, parts=("booklet",), **options).pages()
    return [item for item in page.scene.items if isinstance(item, Use)]


@pytest.mark.parametrize(("variant", "language", "paper"), list(product(VARIANTS, LANGUAGES, ["a4", "letter"])))
def test_it_has_all_rules_in_order_on_pages_of_a_quarter_each(variant: str, language: str, paper: str) -> None:
    own = edition(variant, language=language)
    (page,) = document(variant, paper, language=language, parts=("booklet",)).pages()
    safe = Box(0, 0, page.scene.width, page.scene.height).grown(-SAFE_MARGIN)
    for item, matrix in page.scene.flat():
        assert all(contains(safe, matrix.box(box), 1e-4) for box in item_boxes(item)), item
        if isinstance(item, Text):
            assert item.size * matrix.scale >= MIN_TEXT_SIZE
    cover, *inside = [item for item in page.scene.items if isinstance(item, Use)]
    assert own.title in [item.text for item, _ in texts(cover.scene)]
    bold = [item.text for use in inside for item, _ in texts(use.scene) if item.face.role == "bold"]
    headings = [text for text in bold if not text.isdecimal()]  # pictures have numbers
    assert headings == [paragraph.heading for paragraph in rule_paragraphs(own)]
    assert {(use.scene.width, use.scene.height) for use in (cover, *inside)} == {
        (page.scene.width / 2, page.scene.height / 2)
    }


def test_folded_twice_its_pages_are_upright_and_in_order() -> None:
    """Fold the upper half back, then the left half: the cover is in front, and behind it is the second page."""
    cover, second, third, last = pages_of("classic")
    width, height = cover.scene.width, cover.scene.height
    assert (cover.x, cover.y, cover.turn) == (width, height, 0)
    assert (last.x, last.y, last.turn) == (0, height, 0)
    assert (second.x, second.y, second.turn) == (width, 0, 180)
    assert (third.x, third.y, third.turn) == (0, 0, 180)


def test_paper_that_is_too_small_is_refused() -> None:
    with pytest.raises(InputError, match="do not fit"):
        document("onboard", "100x140mm", parts=("booklet",))


@pytest.mark.parametrize("variant", VARIANTS)
def test_rules_alone_fill_a_page_with_cards(variant: str) -> None:
    printed = document(variant, "a3" if variant == "duel" else "a4", parts=("rules",))
    (page,) = printed.pages()
    assert printed.page_count == 1
    first = rule_paragraphs(edition(variant))[0].heading
    cards = [item.text for item, _ in texts(page.scene)].count(first)
    assert cards == (2 if edition(variant).layout.sheet and variant not in ("longo", "connect15") else 1)
    assert not printed.serials
