"""The rules in short: where their lines stand."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import pytest

from sheetgen.drawing.pages.rules_card import LINE_HEIGHT, PARAGRAPH_GAP, rule_paragraphs, rules_page
from sheetgen.drawing.scene import Text
from tests.helpers import LANGUAGES, UNLIKE, edition

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
    within, between = size * LINE_HEIGHT, size * (LINE_HEIGHT + PARAGRAPH_GAP)
    for gap in gaps:
        assert gap == pytest.approx(within, rel=0.01) or gap == pytest.approx(between, rel=0.01)
    paragraphs = sum(gap > size * (LINE_HEIGHT + PARAGRAPH_GAP / 2) for gap in gaps) + len(columns)
    assert paragraphs == len(rule_paragraphs(sheet))
    assert max(line.y for line in lines) < HEIGHT - MARGIN
