"""The rules in short: which paragraphs a game has, and where their lines stand."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise, product
from pathlib import Path

import pytest

from sheetgen.drawing.canvas import MIN_TEXT_SIZE
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.pages.rules_card import HEADING_HEIGHT, RULES_LINE_HEIGHT, rule_paragraphs, rules_page
from sheetgen.drawing.pages.rules_pictures import rule_picture
from sheetgen.drawing.scene import Text
from sheetgen.layouts.catalog import load_locale
from sheetgen.rules.features import traits
from tests.helpers import (
    EXAMPLE_LOCALES,
    LANGUAGES,
    UNLIKE,
    VARIANTS,
    document,
    edition,
    texts,
)
from tests.js.boards import BOARDS, board

WIDTH, HEIGHT, MARGIN = 200.0, 120.0, 5.0


@pytest.mark.parametrize(("variant", "language"), [(variant, "en") for variant in UNLIKE] + [("duel", LANGUAGES[-1])])
def test_lines_are_as_far_apart_as_they_should_be_and_paragraphs_further(variant: str, language: str) -> None:
    sheet = edition(variant, language=language)
    items = [
        item for item in rules_page(sheet, WIDTH, HEIGHT, MARGIN, 2.4, is_small=False).items if isinstance(item, Text)
    ]
    lines = [item for item in items if item.face.role == "regular" and item.y > MARGIN + 2.4 * 4]
    (size,) = {line.size for line in lines}
    columns: defaultdict[float, list[float]] = defaultdict(list)
    for line in lines:
        columns[line.left].append(line.y)
    gaps = [below - above for column in columns.values() for above, below in pairwise(column)]
    assert len(columns) == 2
    for gap in gaps:
        assert gap == pytest.approx(size * RULES_LINE_HEIGHT, rel=0.01) or gap > size * (
            HEADING_HEIGHT + RULES_LINE_HEIGHT
        )
    paragraphs = sum(gap > size * RULES_LINE_HEIGHT * 1.5 for gap in gaps) + len(columns)
    assert paragraphs == len(rule_paragraphs(sheet))
    assert max(line.y for line in lines) < HEIGHT - MARGIN


@pytest.mark.parametrize(("variant", "language"), list(product(VARIANTS, LANGUAGES)))
def test_steps_are_numbered_from_one(variant: str, language: str) -> None:
    sheet = edition(variant, language=language)
    numbers = [
        int(item.text)
        for item in rules_page(sheet, WIDTH * 2, HEIGHT * 2, MARGIN, 2.4, is_small=False).items
        if isinstance(item, Text) and item.text.isdigit()
    ]
    assert numbers == list(range(1, len(rule_paragraphs(sheet)) + 1))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_picture_of_a_paragraph_that_applies_can_be_drawn(variant: str) -> None:
    sheet = edition(variant)
    named = [paragraph.picture for paragraph in rule_paragraphs(sheet) if paragraph.picture]
    assert len(named) >= 4
    for name in named:
        picture = rule_picture(sheet, name, 60, 40, 0)
        assert picture and 5 < picture.width < 60.001 and 3 < picture.height < 40.001


def test_texts_too_small_to_be_read_are_left_out_of_pictures() -> None:
    sheet = edition("bigpoints")

    def sizes(width: float) -> list[float]:
        picture = rule_picture(sheet, "bonus", width, 100, 0)
        assert picture
        return [item.size * matrix.scale for item, matrix in texts(picture)]

    assert len(sizes(40)) > len(sizes(8)) == 0
    assert min(sizes(20)) >= MIN_TEXT_SIZE


@pytest.mark.parametrize(("variant", "language"), list(product(VARIANTS, [*LANGUAGES, *map(str, EXAMPLE_LOCALES)])))
def test_of_paragraphs_with_one_heading_only_one_fits(variant: str, language: str) -> None:
    base = edition(variant)
    own = Edition(base.layout, base.theme, load_locale(language))
    headings = [paragraph.heading for paragraph in rule_paragraphs(own)]
    assert len(headings) == len(set(headings))
    assert len(headings) >= 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_paragraph_is_printed_for_some_game(language: str, tmp_path: Path) -> None:
    """A feature that nobody finds in a rulebook would leave its paragraph unread."""
    games, locale = [traits(board(name, tmp_path).rulebook) for name in BOARDS], load_locale(language)
    for rule in locale.rules:
        assert any(own.issuperset(rule.when) and own.isdisjoint(rule.unless) for own in games), rule
    assert len({rule.text for rule in locale.rules}) == len(locale.rules)


def test_rules_in_short_mention_what_the_game_has() -> None:
    def words(variant: str) -> str:
        pages = list(document(variant, back="rules").pages())
        return " ".join(item.text for item, _ in texts(pages[1].scene) if isinstance(item, Text))

    assert "Bonus fields" in words("bigpoints")
    assert "Bonus fields" not in words("classic")
    assert "Final stretch" in words("onboard")
    assert "Beating and stacking" in words("duel")
