"""Sheets of layouts that play together meet in one game, whichever page is opened."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.layouts.catalog import load_locale
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.simulate import SimulationSetup, play
from sheetgen.rules.shuffle.arrangement import table_sheets
from tests.browser.axe import violations
from tests.browser.phone import Phone
from tests.browser.scores import table_of
from tests.game_helpers import rulebook
from tests.helpers import edition, run
from tests.scorer.sheet_photos import photo

A, B = "double-a", "double-b"
CODES = {name: fingerprint(edition(name)) for name in (A, B)}


def choose_layout(phone: Phone, title: str) -> None:
    phone.page.locator('[aria-label="Sheet"]').get_by_role("button", name=title, exact=True).tap()


def test_a_scanned_sheet_of_the_other_layout_joins_the_running_game(served: str, phone: Phone) -> None:
    phone.open(f"{served}/{A}/#{CODES[A]}.1")
    phone.name("Anna")
    phone.cross("red 3", "red 3#2")
    phone.open(f"{served}/{B}/#{CODES[B]}.1")
    assert phone.players() == ["Anna", "Player 2"] and phone.crossed() == []
    phone.name("Ben")
    phone.cross("red 3", *(f"penalty {box}" for box in range(1, 5)))
    assert [entry["layout"] for entry in phone.stored_games()] == [B]
    assert phone.total() == "−17"  # one cross that counts twice, and four penalties
    phone.open(f"{served}/{A}/#{CODES[A]}.1")
    phone.answer("The same sheet: Anna")
    assert phone.players() == ["Anna", "Ben"] and phone.crossed() == ["red 3", "red 3#2"]
    phone.finish()
    assert phone.table()["Name"] == ["Anna", "Ben"] and len(phone.stored_games()) == 1


def test_a_player_who_waits_for_a_sheet_takes_one_of_the_other_layout(served: str, phone: Phone) -> None:
    phone.open(f"{served}/{A}/#{CODES[A]}.1~Anna")
    phone.cross("red 2")
    phone.tap('[data-key="add"]')
    phone.name("Ben")
    phone.open(f"{served}/{B}/#{CODES[B]}.1")
    assert phone.players() == ["Anna", "Ben"]
    assert phone.page.locator('[data-key="name"]').input_value() == "Ben"


def test_players_choose_their_layout_before_the_first_cross(served: str, phone: Phone) -> None:
    phone.open(f"{served}/{A}/")
    assert phone.cell("red 3#2").count() == 1
    choose_layout(phone, "Double B")
    assert phone.cell("red 3#2").count() == 0
    assert not violations(phone.page)
    phone.cross("red 3")
    assert phone.total() == "3"
    expect(phone.page.locator('[aria-label="Sheet"]')).to_have_count(0)
    phone.tap('[data-key="undo"]')
    choose_layout(phone, "Double A")
    phone.cross("red 3")
    assert phone.total() == "1"


def test_a_whole_game_of_both_layouts_is_scored_as_by_the_command(
    served: str, phone: Phone, tmp_path: Path, capsys: Any
) -> None:
    book = rulebook(A)
    sheets = table_sheets(book, f"{A},{B}", 3)
    played = play([Grid(book, sheet) for sheet in sheets], SimulationSetup(3, "careful", 4), 1)
    record = played.record.to_data(book, {"variant": A})
    record["players"][0]["sheet"] = A  # which is not needed
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    wanted = table_of(json.loads(run(capsys, "score", str(file), "--json").output))
    phone.open(f"{served}/{A}/")
    phone.open_file(file)
    phone.go("result")
    assert phone.table() == wanted and not phone.findings()
    link = phone.shared_link("share game")
    assert json.loads(run(capsys, "score", link, "--json").output)["findings"] == []
    phone.open(link)
    phone.answer(load_locale("en").scorer.as_new)
    assert phone.players() == [player["name"] for player in record["players"]]


def test_a_photo_of_the_other_layout_is_read_here(served: str, phone: Phone) -> None:
    crossed = ("red 2", "red 3", "yellow 5", "blue 12", "penalty 1")
    phone.open(f"{served}/{A}/#{CODES[A]}.1~Anna")
    phone.cross("red 2")
    phone.photograph(photo(B, 5, crossed))
    assert phone.players() == ["Anna", "Player 2"]
    assert phone.page.locator(".serial").inner_text() == "No. 5"
    assert sorted(phone.crossed()) == sorted(crossed)
