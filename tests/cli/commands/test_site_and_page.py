"""`sheetgen site` and `sheetgen page`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sheetgen.layouts.catalog import load_locale
from sheetgen.scorer.page.html_page import photo_scripts
from tests.helpers import LANGUAGES, VARIANTS, run
from tests.profiles import selection


def test_a_site_says_how_to_print_for_it(own_folder: Path, capsys: Any) -> None:
    outcome = run(capsys, "site", "scorer")
    assert outcome.status == 0, outcome.errors
    assert outcome.output.startswith("Made scorer\n")
    assert "--base-url" in outcome.output
    assert f"  sheetgen pdf {VARIANTS[0]} --scorer-url https://example.org\n" in outcome.output
    for variant in VARIANTS:
        assert (own_folder / "scorer" / variant / "index.html").read_text().startswith("<!doctype html>")
    assert "Book of games" in (own_folder / "scorer" / "book" / "index.html").read_text()
    assert [path.name for path in own_folder.iterdir()] == ["scorer"]


def test_a_site_with_an_address(own_folder: Path, capsys: Any) -> None:
    outcome = run(capsys, "site", "scorer", "--base-url", "HTTPS://example.org/games/")
    assert f"  sheetgen pdf {VARIANTS[0]} --scorer-url https://example.org/games\n" in outcome.output
    assert "Put the folder at https://example.org/games/ " in outcome.output
    assert "begins with https" not in outcome.output
    assert f'href="/games/{VARIANTS[0]}/"' in (own_folder / "scorer" / "404.html").read_text()
    assert "begins with https" in run(capsys, "site", "other", "--base-url", "http://example.org").output


def test_a_site_can_be_made_again_with_another_layout(own_folder: Path, capsys: Any) -> None:
    (own_folder / "mine.toml").write_text('extends = "classic"\nslug = "our-club"\ntitle = "Our Club"\n')
    outcome = run(capsys, "site", "scorer", "--layout", "mine.toml")
    assert "Our Club" in outcome.output
    assert (own_folder / "scorer" / "our-club" / "index.html").exists()
    outcome = run(capsys, "site", "scorer", "--quiet")
    assert outcome.status == 2 and "--remove our-club." in outcome.errors, "sheets may have been printed for it"
    assert (own_folder / "scorer" / "our-club" / "index.html").exists()
    assert run(capsys, "site", "scorer", "--remove", "our-club", "--quiet").output == ""
    assert not (own_folder / "scorer" / "our-club").exists()


@pytest.mark.parametrize("variant", selection(VARIANTS, ["classic", "duel"]))
def test_a_page_is_one_file(variant: str, own_folder: Path, capsys: Any) -> None:
    outcome = run(capsys, "page", "--variant", variant)
    assert (outcome.status, outcome.output) == (
        0,
        f"Made {variant}.html\n  Open it in any browser; it can be sent by mail and needs no network.\n",
    )
    assert (own_folder / f"{variant}.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert run(capsys, "page", "-v", variant, "-o", "x.HTML", "-q").output == ""
    assert (own_folder / "x.HTML").read_bytes() == (own_folder / f"{variant}.html").read_bytes()


def test_a_page_has_the_reader_for_photos_inside_only_if_it_is_asked_for(own_folder: Path, capsys: Any) -> None:
    pages = {}
    for variant, options in [("classic", ()), ("classic", ("--photos",)), ("duel", ()), ("duel", ("--photos",))]:
        assert run(capsys, "page", "--variant", variant, *options, "--output", "page.html", "--quiet").status == 0
        pages[variant, bool(options)] = (own_folder / "page.html").read_text(encoding="utf-8")
    script = re.compile(r'<script type="text/plain" id="(\w+)">(.*?)</script>', re.DOTALL)
    found = {key: script.findall(page) for key, page in pages.items()}
    assert dict(found["classic", True]) == photo_scripts([load_locale(language) for language in LANGUAGES])
    assert not found["classic", False] and "image/jpeg" not in pages["classic", False]
    assert pages["duel", True] == pages["duel", False], "a board has no sheets to take photos of"


def test_a_page_has_the_theme_of_the_settings(own_folder: Path, capsys: Any) -> None:
    assert run(capsys, "page", "-v", VARIANTS[0], "-o", "a.html").status == 0
    (own_folder / "sheetgen.toml").write_text('theme = "grey"')
    assert run(capsys, "page", "-v", VARIANTS[0], "-o", "b.html").status == 0
    assert (own_folder / "a.html").read_bytes() != (own_folder / "b.html").read_bytes()


BAD = {
    "no folder": (("site",), "DIR is missing"),
    "full folder": (("site", "full"), "not an empty folder"),
    "file": (("site", "full/file"), "not an empty folder"),
    "no parent": (("site", "no/where"), "make it first"),
    "this folder": (("site", "."), "the folder you are in"),
    "lan": (("site", "x", "--base-url", "lan"), "'lan' is not the address of a scorer"),
    "no address": (("site", "x", "--base-url", "example.org"), "not the address of a scorer"),
    "address with a query": (("site", "x", "--base-url", "https://example.org/?x"), "more than a host and a path"),
    "no layout": (("site", "x", "--layout", "nope.toml"), "there is no file nope.toml"),
    "slug of a built-in": (("site", "x", "--layout", "same.toml"), "have the same slug 'classic'"),
    "slug of the book": (("site", "x", "--layout", "book.toml"), "and the page of all games have the same slug 'book'"),
    "no game": (("page",), "no game is given"),
    "both": (("page", "-v", "classic", "-l", "same.toml"), "both name a game"),
    "unknown variant": (("page", "-v", "clasic"), "Did you mean 'classic'?"),
    "file of another kind": (("page", "-v", "classic", "-o", "x.pdf"), "Name it x.html."),
    "folder as file": (("page", "-v", "classic", "-o", "full.html"), "is a folder"),
    "folder missing": (("page", "-v", "classic", "-o", "no/x.html"), "cannot write no/x.html"),
    "wide page": (("page", "-l", "wide.toml"), "wide.toml:4:1: the parts of the sheet are 47.6 mm too wide"),
    "wide site": (("site", "x", "-l", "wide.toml"), "wide.toml:4:1: the parts of the sheet are 47.6 mm too wide"),
}


# To make a site takes a second, and the folders themselves are tried beside the module that writes them.
SLOW = ["file", "no parent", "this folder"]


@pytest.mark.parametrize("name", selection(BAD, [name for name in BAD if name not in SLOW]))
def test_bad_input(name: str, own_folder: Path, capsys: Any) -> None:
    (own_folder / "full").mkdir()
    (own_folder / "full" / "file").write_text("mine")
    (own_folder / "full.html").mkdir()
    (own_folder / "same.toml").write_text('extends = "classic"\ntitle = "Mine"\n')
    (own_folder / "book.toml").write_text('extends = "classic"\nslug = "book"\n')
    (own_folder / "wide.toml").write_text('extends = "classic"\nslug = "w"\n[sheet.cell]\nwidth = "14.6mm"\n')
    before = sorted(own_folder.rglob("*"))
    arguments, message = BAD[name]
    outcome = run(capsys, *arguments)
    assert (outcome.status, outcome.output) == (2, "")
    assert message in outcome.errors and "Traceback" not in outcome.errors
    assert sorted(own_folder.rglob("*")) == before, "something was left behind"
