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


def test_a_name_stands_at_the_end_of_the_link_and_not_in_the_printed_address() -> None:
    links = SheetLinks(DEFAULT_BASE, "classic", "ABC123", 99, 4).with_names(["Zoë", "Al"], 24.6)
    named = links.of_sheet("Zoë", "5G4G")
    assert named.url(7) == "http://sheetgen.local:8717/classic/#ABC123.7.5G4G~Zo%C3%AB"
    assert named.fragment(7) == "#ABC123.7.5G4G"
    assert links.of_sheet(None).url(7) == "http://sheetgen.local:8717/classic/#ABC123.7"
    assert links.longest_fragment == links._replace(longest_name=0).longest_fragment


def test_all_codes_are_as_wide_as_the_longest_name_needs() -> None:
    plain = SheetLinks(DEFAULT_BASE, "classic", "ABC123", 99)
    links = plain.with_names(["Al", "Maximiliane von Übermut"], 24.6)
    assert (plain.modules, links.modules) == (33, 37)
    assert {links.of_sheet(player).modules for player in ("Al", "Maximiliane von Übermut", None)} == {37}


@pytest.mark.parametrize(
    ("code", "names", "are_carried"),
    [
        (16.5, ["Anna"], True),
        (18.4, ["Anna", "Maximiliane von Übermut"], False),
        (18.5, ["Anna", "Maximiliane von Übermut"], True),
        (100, ["🎲" * 30], True),
        (100, ["🎲" * 40], False),
        (12, ["Anna"], True),
    ],
)
def test_links_carry_all_names_or_none_if_the_code_would_be_too_fine(
    code: float, names: list[str], are_carried: bool
) -> None:
    """On a code that has room for them anyway, names cost nothing. No code holds 480 characters."""
    plain = SheetLinks(DEFAULT_BASE, "classic", "ABC123", 99)
    links = plain.with_names(names, code)
    assert (links != plain) == are_carried
    assert all((links.of_sheet(name).name != "") == are_carried for name in names)


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
