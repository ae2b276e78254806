from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from sheetgen.drawing.fonts.typefaces import FACES, text_width
from sheetgen.drawing.sheet_links import DEFAULT_BASE, SheetLinks, address_lines, unbroken_size
from sheetgen.errors import InputError
from tests.helpers import document


def test_the_link_is_base_layout_fingerprint_and_serial() -> None:
    links = SheetLinks(DEFAULT_BASE, "classic", "ABC123", 99)
    assert links.url(7) == "http://sheetgen.local:8717/classic/#ABC123.7"
    assert links.modules == 33


@given(st.text("abc/:.#-", min_size=1, max_size=120), st.floats(4, 60))
def test_an_address_is_broken_into_lines_without_loss(rest: str, room: float) -> None:
    lines = address_lines("http://" + rest, 3.0, room, FACES["regular"])
    assert "".join(lines) == rest
    assert all(text_width(line, 3.0, FACES["regular"]) <= room or len(line) == 1 for line in lines)


def test_a_link_too_long_for_its_code_is_refused() -> None:
    with pytest.raises(InputError, match="too long"):
        document("classic", base="https://example.org/" + "x" * 150)
    with pytest.raises(InputError, match="too long"):
        document("classic", base="https://example.org/" + "x" * 1000)


def test_a_longer_link_makes_a_finer_code_and_smaller_print() -> None:
    printed = document("classic", base="https://games.example.org/our/board/game/club/scorer")
    assert printed.links.modules > 33
    assert list(printed.pages())


@given(st.floats(12, 60), st.sampled_from(["http://sheetgen.local:8717/oma/#FW3UBF.1", "https://example.org/a/b/#X.1"]))
def test_an_address_is_set_smaller_so_that_no_part_of_it_is_broken(room: float, url: str) -> None:
    face = FACES["regular"]
    size = unbroken_size(url, 6.0, room, face)
    parts = {part.strip("/:#") for part in re.split(r"[/:#]", url.partition("://")[2])} - {""}
    lines = address_lines(url, size, room, face)
    assert all(any(part in line for line in lines) for part in parts)
