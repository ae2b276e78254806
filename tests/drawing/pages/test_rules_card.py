"""The rules in short: which paragraphs a game has, and where their lines stand."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise, product
from pathlib import Path

import pytest

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.pages.rules_card import PARAGRAPH_GAP, RULES_LINE_HEIGHT, rule_paragraphs, rules_page
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
    texts = [item for item in rules_page(sheet, WIDTH, HEIGHT, MARGIN, 2.4).items if isinstance(item, Text)]
    _title, *lines = texts
    (size,) = {line.size for line in lines}
    columns: defaultdict[float, list[float]] = defaultdict(list)
    for line in lines:
        columns[line.left].append(line.y)
    gaps = [below - above for column in columns.values() for above, below in pairwise(column)]
    assert len(columns) == 2
    within, between = size * RULES_LINE_HEIGHT, size * (RULES_LINE_HEIGHT + PARAGRAPH_GAP)
    for gap in gaps:
        assert gap == pytest.approx(within, rel=0.01) or gap == pytest.approx(between, rel=0.01)
    paragraphs = sum(gap > size * (RULES_LINE_HEIGHT + PARAGRAPH_GAP / 2) for gap in gaps) + len(columns)
    assert paragraphs == len(rule_paragraphs(sheet))
    assert max(line.y for line in lines) < HEIGHT - MARGIN


@pytest.mark.parametrize(("variant", "language"), list(product(VARIANTS, [*LANGUAGES, *map(str, EXAMPLE_LOCALES)])))
def test_of_paragraphs_with_one_heading_only_one_fits(variant: str, language: str) -> None:
    base = edition(variant)
    own = Edition(base.layout, base.theme, load_locale(language))
    headings = [heading for heading, _ in rule_paragraphs(own)]
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
