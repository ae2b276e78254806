"""Another browser: Firefox opens every page, and a sheet can be entered in it, or read from a photo."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from sheetgen.layouts.catalog import load_locale
from sheetgen.locales.texts import render
from tests.browser.book_games import book_file, random_entries
from tests.browser.firefox import Firefox, firefox
from tests.browser.phone import TABLE, cells_of
from tests.browser.photographed_game import NAMES, VARIANT, photographed_game
from tests.browser.test_result_picture import SHARING, drawn_sheets, opened, penalties_of
from tests.game_helpers import rulebook
from tests.helpers import EXAMPLES, VARIANTS, page_of
from tests.photos.hostile_files import grey_jpeg, white_png
from tests.photos.hostile_pictures import squared_paper
from tests.photos.plain_shot import as_jpeg
from tests.profiles import selection
from tests.scorer.sheet_photos import photo
from tests.timeouts import wait_until

# The cells that are asked about of the player in a seat, and whether they are shown as crossed.
TILES = """
[...document.querySelectorAll('.doubts [data-key="{seat}"] .tile')]
  .map((tile) => [tile.dataset.key, tile.getAttribute("aria-pressed") === "true"])
"""
NAME_FIELDS = "document.querySelectorAll('.review input')"
CROSSED = "[...document.querySelectorAll('.cell[aria-pressed=true]')].map((cell) => cell.dataset.cell)"


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    program = os.environ.get("SHEETGEN_FIREFOX")
    if not program:
        pytest.fail("no Firefox is named: run `python tests/run.py`, which finds or installs one")
    with firefox(program, tmp_path_factory.mktemp("firefox")) as running:
        yield running


@pytest.mark.parametrize("variant", selection(VARIANTS, ["onboard", "duel"]))
def test_a_sheet_is_entered(variant: str, window: Firefox, served: str) -> None:
    window.complaints.clear()
    window.requests.clear()
    record = json.loads((EXAMPLES / "games" / f"{variant}.json").read_text())
    player = record["players"][0]
    window.open(f"{served}/{variant}/")
    cells = list(cells_of(player))
    for cell in cells:
        crossed = window.run(f"document.querySelector('[data-cell=\"{cell}\"]').getAttribute('aria-pressed')")
        # What is linked to a cross has come along with it; more tokens make a stack.
        if crossed == "false" or rulebook(variant).tokens_each:
            window.tap(f'[data-cell="{cell}"]')
    if "space" in player:
        window.tap(f'.track [data-cell="space {player["space"]}"]')
    pressed = window.run("[...document.querySelectorAll('.sheet-screen > .paper [aria-pressed=true]')].length")
    assert pressed == len(set(cells))
    assert window.run("document.querySelector('.serial')") is None
    total = window.run("document.querySelector('.total dd').textContent")
    window.call("browsingContext.reload", context=window.window, wait="complete")
    wait_until(lambda: window.run("document.querySelector('.total dd') !== null"), "the stored game")
    assert window.run("document.querySelector('.total dd').textContent") == total != "0"
    width = window.run("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    assert not window.complaints
    assert set(window.requests) == {f"{served}/{variant}/"}


def test_a_page_opens_as_a_file(window: Firefox, files: Path) -> None:
    window.open((files / "classic.html").as_uri() + "#FW3U6I.12")
    assert window.run("document.querySelector('.serial').textContent") == "No. 12"
    window.tap('[data-cell="red 2"]')
    assert window.run("document.querySelector('.total dd').textContent") == "1"


def test_a_picture_of_the_result_is_shared(window: Firefox, served: str) -> None:
    window.complaints.clear()
    record = EXAMPLES / "games" / "classic.json"
    window.open(f"{served}/classic/")
    window.run(f"(() => {{ {SHARING.replace('PROBLEM', 'null')} }})()")
    window.click(".menu button")
    window.choose_files("input[type=file][accept$=json]", record)
    wait_until(lambda: window.run("document.querySelectorAll('.player-name').length") > 1, "the game")
    window.click('nav [data-key="result"]')
    window.click('[data-key="picture"]')
    wait_until(lambda: window.run("'shared' in window"), "the picture")
    sheets = drawn_sheets(opened(base64.b64decode(window.run("shared")[2])), "classic")
    players = json.loads(record.read_text())["players"]
    expected = [{*cells_of(player), *penalties_of(player)} for player in players]
    assert sorted(map(sorted, (sheet.crossed() for sheet in sheets))) == sorted(map(sorted, expected))
    assert not window.complaints


def test_the_book_reads_a_file_and_shows_its_games(window: Firefox, served: str, tmp_path: Path) -> None:
    window.complaints.clear()
    file = tmp_path / "book.json"
    file.write_bytes(book_file(random_entries(60)))
    window.open(f"{served}/book/")
    wait_until(lambda: window.run("document.querySelector('.transfer') !== null"), "the book")
    window.choose_files("input[type=file]", file)
    wait_until(lambda: window.run("document.querySelector('dialog') !== null"), "the answer")
    assert "New games: 60." in window.run("document.querySelector('dialog p').textContent")
    window.tap("dialog button")
    assert window.run("document.querySelectorAll('.history .game').length") == 50
    window.tap(".ranking button")
    assert window.run("document.querySelectorAll('.chart svg').length") == 2
    width = window.run("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    assert not window.complaints


def test_a_photo_is_read(window: Firefox, served: str, tmp_path: Path) -> None:
    window.complaints.clear()
    window.requests.clear()
    crossed = ("red 2", "red 3", "red 5", "green 12", "blue 7", "penalty 1")
    file = tmp_path / "sheet.jpg"
    file.write_bytes(photo("classic", 41, crossed, covered=("yellow 4",)))
    window.open(f"{served}/classic/")
    window.choose_files("input[type=file][accept^=image]", file)
    wait_until(lambda: window.run("document.querySelector('.review') !== null"), "the review")
    assert window.run("document.querySelector('.review figcaption').textContent") == "Crosses: 6 · Unsure: 1"
    pictures = "[...document.querySelectorAll('.review img')].every((image) => image.naturalWidth > 100)"
    wait_until(lambda: window.run(pictures), "the pictures of the review")
    assert window.run(CROSSED) == list(crossed)
    assert window.run("[...document.querySelectorAll('.tile')].map((tile) => tile.dataset.key)") == ["yellow 4"]
    window.tap(".tile")
    window.tap("dialog .answers button")
    assert window.run("document.querySelector('.serial').textContent") == "No. 41"
    assert set(window.run(CROSSED)) == {*crossed, "yellow 4"}
    assert not window.complaints
    requests = {url for url in window.requests if not url.startswith("blob:")}
    assert requests == {f"{served}/classic/", f"{served}/camera.js", f"{served}/reader.js"}


def test_hostile_photos_are_explained(window: Firefox, served: str, tmp_path: Path) -> None:
    photos = {
        "enormous.png": (white_png(16_000, 16_000), "too_many_pixels", {"most": 51}),
        "scans.jpg": (grey_jpeg(7000, 7000, scans=1000), "damaged", {}),
        "narrow.png": (white_png(30_000, 480), "no_marks", {}),
        "animated.png": (white_png(3000, 3000, frames=20), "no_marks", {}),
        "squared.jpg": (as_jpeg(cv2.merge([squared_paper(3999, 2999, 20)] * 3)), "no_marks", {}),
    }
    files = [tmp_path / name for name in photos]
    for file in files:
        file.write_bytes(photos[file.name][0])
    window.complaints.clear()
    window.open(f"{served}/classic/")
    window.choose_files("input[type=file][accept^=image]", *files)
    wait_until(lambda: window.run("document.querySelector('.review') !== null"), "the review")
    texts = window.run("[...document.querySelectorAll('.review .problem p')].map((text) => text.textContent)")
    locale = load_locale("en").photos
    explained = [render(getattr(locale, reason), values) for _, reason, values in photos.values()]
    assert dict(zip(photos, texts, strict=True)) == dict(zip(photos, explained, strict=True))
    assert not window.complaints


def test_a_page_in_a_file_reads_a_photo(window: Firefox, tmp_path: Path) -> None:
    """With the scripts that it has inside."""
    page, file = tmp_path / "classic.html", tmp_path / "sheet.jpg"
    page.write_text(page_of("classic", photo_reader="inline").html, encoding="utf-8")
    crossed = ("red 2", "red 3", "red 5", "green 12", "blue 7", "penalty 1")
    file.write_bytes(photo("classic", 41, crossed))
    window.complaints.clear()
    window.open(page.as_uri())
    window.choose_files("input[type=file][accept^=image]", file)
    wait_until(lambda: window.run("document.querySelector('.review') !== null"), "the review")
    assert window.run(CROSSED) == list(crossed)
    assert not window.complaints


def test_four_photos_are_a_game_of_four_with_the_result_of_scan(
    window: Firefox, served: str, tmp_path: Path, capsys: Any
) -> None:
    game = photographed_game(tmp_path, capsys)
    window.open(f"{served}/{VARIANT}/")
    window.click(".menu button")
    window.click('[data-key="new"]')
    window.complaints.clear()
    window.choose_files("input[type=file][accept^=image]", *game.photos)
    wait_until(lambda: window.run("document.querySelector('.review') !== null"), "the review")
    for seat, name in enumerate(NAMES):
        window.run(f"{NAME_FIELDS}[{seat}].value = {json.dumps(name)}")
        window.run(f"{NAME_FIELDS}[{seat}].dispatchEvent(new Event('change'))")
    for seat, crossed in enumerate(game.crossed):
        for cell, is_crossed in window.run(TILES.format(seat=seat)):
            if is_crossed != (cell in crossed):
                window.click(f'.doubts [data-key="{seat}"] [data-key="{cell}"]')
    window.click("dialog .answers button")
    for seat, crossed in enumerate(game.crossed):
        window.click(f'[data-key="player {seat}"]')
        assert set(window.run(CROSSED)) == set(crossed)
    window.click('[data-key="finish"]')
    labels, lines = window.run(f"({TABLE})()")
    columns = zip(["Rank", "Name", *labels], zip(*lines, strict=True), strict=True)
    assert {label: list(column) for label, column in columns} == game.points()
    assert ", ".join(game.scanned["winners"]) in window.run("document.querySelector('.winner').innerText")
    assert not window.complaints
