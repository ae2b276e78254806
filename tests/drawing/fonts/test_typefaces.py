from __future__ import annotations

import re

import pytest

from sheetgen.drawing.fonts.typefaces import FACES, text_width
from sheetgen.drawing.scene import FontRole, Text
from sheetgen.errors import InputError
from tests.helpers import ink


@pytest.mark.parametrize("face", list(FACES))
def test_layout_measures_what_the_outlines_cover(face: FontRole) -> None:
    word = "HX08"
    box = ink(Text(0, 0, word, 10, 0, FACES[face]))
    assert box.h == pytest.approx(10 * FACES[face].cap_height, abs=0.35)
    assert box.w == pytest.approx(text_width(word, 10, FACES[face]), rel=0.1)


@pytest.mark.parametrize("text", ["שלום", "مرحبا", "😀", "日本", "a\u202eb", "tab\t", "nul\0", "e\u0301"])
def test_a_missing_glyph_is_an_error_that_names_it(text: str) -> None:
    with pytest.raises(InputError, match=r"no glyph for .*U\+[0-9A-F]{4}"):
        text_width(text, 10, FACES["bold"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("日", "日 (U+65E5 cjk unified ideograph-65e5)"),
        ("tab\t", "(U+0009 control character)"),
        ("e\u0301", "(U+0301 combining acute accent)"),
    ],
)
def test_only_what_can_be_seen_is_shown(text: str, told: str) -> None:
    with pytest.raises(InputError, match=re.escape(f"no glyph for {told} in ")):
        text_width(text, 10, FACES["bold"])
