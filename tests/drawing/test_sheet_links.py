from __future__ import annotations

import pytest

from sheetgen.drawing.scene import Text
from sheetgen.drawing.sheet_links import DEFAULT_BASE, SheetLinks
from sheetgen.errors import InputError
from tests.helpers import document, texts


def test_the_link_is_base_layout_fingerprint_and_serial() -> None:
    links = SheetLinks(DEFAULT_BASE, "classic", "ABC123", 99)
    assert links.url(7) == "http://sheetgen.local:8717/classic/#ABC123.7"
    assert links.modules == 33


def test_a_link_too_long_for_its_code_is_refused() -> None:
    with pytest.raises(InputError, match="too long"):
        document("classic", base="https://example.org/" + "x" * 150)
    with pytest.raises(InputError, match="too long"):
        document("classic", base="https://example.org/" + "x" * 1000)


def foot_line(base: str, variant: str = "classic") -> list[Text]:
    """The texts of the line at the foot of the first sheet or board, from left to right."""
    printed = document(variant, base=base, count=1)
    written = [item for item, _ in texts(next(iter(printed.pages())).scene)]
    fragment = next(item for item in written if item.text.startswith("#"))
    return sorted((item for item in written if abs(item.y - fragment.y) < 0.5), key=lambda item: item.left)


@pytest.mark.parametrize("variant", ["classic", "onboard", "duel", "longo"])
def test_the_address_is_one_line(variant: str) -> None:
    page, fragment, *_ = foot_line(DEFAULT_BASE, variant)
    assert page.text == f"sheetgen.local:8717/{variant}/"
    assert fragment.left == pytest.approx(page.right)
    assert {page.face.role, fragment.face.role} == {"address"}


@pytest.mark.parametrize(
    ("base", "help_text"),
    [
        (DEFAULT_BASE, "sheetgen serve"),
        ("http://192.168.1.20:8717", "sheetgen serve"),
        ("http://[fe80::1]:8717", "sheetgen serve"),
        ("http://localhost:8717", "sheetgen serve"),
        ("https://games.example.org/qwixx", "Look at games.example.org/qwixx"),
    ],
)
def test_the_foot_says_what_to_do_if_the_address_does_not_open(base: str, help_text: str) -> None:
    *_, last = foot_line(base)
    assert help_text in last.text


def test_a_longer_link_makes_a_finer_code_and_leaves_the_help_out() -> None:
    base = "https://games.example.org/our/board/game/club/with/a/long/name/for/its/scorer"
    assert document("classic", base=base).links.modules > 33
    assert len(foot_line(base)) == 2
