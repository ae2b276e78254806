"""Files of the book: everything out and in again, hostile files, and a table for spreadsheets."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.book import Book
from tests.browser.book_games import Entry, book_file, random_entries
from tests.browser.phone import Phone

NewPhone = Callable[..., Phone]

EVIL = "<img src=x onerror=alert(1)><script>alert(2)</script>"


def games_in(file: bytes) -> list[Entry]:
    """The games in a file of the book, the latest first."""
    data = json.loads(file)
    assert data["sheetgen_book"] == 1
    return sorted(data["games"], key=lambda game: -int(game["changed"]))


def test_everything_moves_to_another_phone(served: str, new_phone: NewPhone) -> None:
    old, new = (Book.opened(new_phone(), served) for _ in range(2))
    entries = random_entries(500)
    entries[7]["finished"] = None
    old.read(book_file(entries))
    name, file = old.saved()
    assert name == f"sheetgen-book-{datetime.now(UTC).astimezone():%Y-%m-%d}.json"
    assert games_in(file) == entries
    assert new.read(file) == "New games: 500. Updated: 0. Already here: 0."
    assert new.saved()[1] == file
    assert new.tables() == old.tables()


def test_the_same_file_twice_changes_nothing(served: str, phone: Phone) -> None:
    book, file = Book.opened(phone, served), book_file(random_entries(30))
    book.read(file)
    before = book.saved()[1]
    assert book.read(file) == "New games: 0. Updated: 0. Already here: 30."
    assert book.saved()[1] == before


def test_games_that_were_changed_later_replace_earlier_ones(served: str, phone: Phone) -> None:
    book = Book.opened(phone, served)
    first, second, third, fourth = random_entries(4)
    book.read(book_file([first, {**second, "note": ""}, third]))
    later = {**first, "changed": first["changed"] + 1, "result": [{**each, "total": 7} for each in first["result"]]}
    earlier = {**third, "changed": third["changed"] - 1, "result": later["result"]}
    noted = {**second, "note": "From the other phone"}
    told = book.read(book_file([earlier, noted, later, first, fourth]))
    assert told == "New games: 1. Updated: 2. Already here: 1."
    stored = {game["id"]: game for game in games_in(book.saved()[1])}
    assert stored[first["id"]]["result"] == later["result"]
    assert stored[second["id"]] == {**noted, "revision": 2}
    assert stored[third["id"]] == third and stored[fourth["id"]] == fourth


def test_a_game_that_is_open_in_another_window_is_updated(served: str, phone: Phone) -> None:
    book = Book.opened(phone, served)
    [game] = random_entries(1, layouts=("classic",))
    book.read(book_file([game]))
    window = phone.context.new_page()
    window.goto(f"{served}/classic/#game/{game['id']}")
    window.locator(".winner").wait_for()
    changed = json.loads(json.dumps(game))
    changed["changed"] += 1
    changed["game"]["now"]["names"][0] = changed["result"][0]["name"] = "Nora"
    book.read(book_file([changed, *random_entries(2, seed=2)]))
    expect(window.locator(".scores tbody")).to_contain_text("Nora")
    window.close()


def spoilt(**values: Any) -> Entry:
    return {**random_entries(1)[0], "id": "spoilt", **values}


RESULT = {"name": "Anna", "total": 5, "rank": 1}
DAMAGED: dict[str, Any] = {
    "null": None,
    "number": 5,
    "text": "game",
    "list": [],
    "nothing": {},
    "earlier version": spoilt(version=1),
    "id of another kind": spoilt(id=5),
    "id that leads elsewhere": spoilt(id="../../x"),
    "layout that leads elsewhere": spoilt(layout="//evil.example"),
    "time that is no date": spoilt(finished=1e300),
    "negative time": spoilt(changed=-5),
    "time as a text": spoilt(finished="2026-01-01"),
    "no players": spoilt(result=[]),
    "too many players": spoilt(result=[RESULT] * 21),
    "players as an object": spoilt(result={"0": RESULT, "length": 1}),
    "player without points": spoilt(result=[{"name": "Anna", "rank": 1}]),
    "points that are none": spoilt(result=[{**RESULT, "total": "5"}]),
    "half a point": spoilt(result=[{**RESULT, "total": 0.5}]),
    "endless points": spoilt(result=[{**RESULT, "total": 10**300}]),
    "name as a list": spoilt(result=[{**RESULT, "name": ["Anna"]}]),
    "endless name": spoilt(result=[{**RESULT, "name": "A" * 501}]),
    "note as an object": spoilt(note={}),
    "endless note": spoilt(note="x" * 501),
    "titles as a text": spoilt(title="Classic"),
    "title as a number": spoilt(title={"en": 5}),
    "no game": spoilt(game=None),
    "deep nesting": spoilt(game={"now": json.loads("[" * 50 + "]" * 50)}),
}


def test_damaged_games_are_left_out_and_counted(served: str, phone: Phone) -> None:
    """All others are read, and the page works as before."""
    book = Book.opened(phone, served)
    good = random_entries(2)
    told = book.read(book_file([*DAMAGED.values(), *good, spoilt(version=3), {"version": 99, "id": "new"}]))
    assert told == (
        "New games: 2. Updated: 0. Already here: 0. "
        f"Left out, damaged: {len(DAMAGED)}. Left out, of a later version: 2."
    )
    phone.wait_until_stored()
    phone.page.reload()
    expect(book.games).to_have_count(2)
    assert games_in(book.saved()[1]) == good


@pytest.mark.parametrize("name", DAMAGED)
def test_each_damaged_game_is_found(name: str, served: str, phone: Phone) -> None:
    told = Book.opened(phone, served).read(book_file([DAMAGED[name]]))
    assert told == "New games: 0. Updated: 0. Already here: 0. Left out, damaged: 1."


FILES = {
    "empty": (b"", "cannot be read"),
    "cut off": (book_file(random_entries(2))[:-9], "cannot be read"),
    "not JSON": (b"%PDF-1.4", "cannot be read"),
    "binary": (bytes(range(256)), "cannot be read"),
    "deep": (b"[" * 200_000, "cannot be read"),
    "deep and closed": (b"[" * 200_000 + b"]" * 200_000, "no book of games"),
    "null": (b"null", "no book of games"),
    "a single game": (b'{"variant": "classic", "players": []}', "no book of games"),
    "games that are no list": (b'{"sheetgen_book": 1, "games": {"length": 1}}', "no book of games"),
    "version as a text": (b'{"sheetgen_book": "1", "games": []}', "no book of games"),
    "version 0": (b'{"sheetgen_book": 0, "games": []}', "no book of games"),
    "later version": (b'{"sheetgen_book": 2, "everything": "else"}', "of a later version than this page"),
    "21 MB": (b" " * 21_000_000 + book_file([]), "larger than 20 MB"),
}


def test_other_files_are_refused_in_plain_words(served: str, phone: Phone) -> None:
    book = Book.opened(phone, served)
    book.read(book_file(random_entries(1)))
    before = book.saved()[1]
    for name, (file, message) in FILES.items():
        assert message in book.read(file), name
        assert book.saved()[1] == before, name
    assert book.read(book_file(random_entries(2))) == "New games: 1. Updated: 0. Already here: 1."


def test_a_deep_game_among_others_harms_nothing(served: str, phone: Phone) -> None:
    """Nested so deep that the browser could parse it, but not store it."""
    book, good = Book.opened(phone, served), random_entries(2)
    text = book_file([*good, spoilt(game={"now": "DEEP"})]).replace(b'"DEEP"', b"[" * 100_000 + b"]" * 100_000)
    assert "New games: 2" in (told := book.read(text)) and "damaged: 1." in told


def test_texts_of_strangers_stay_texts(served: str, phone: Phone) -> None:
    book = Book.opened(phone, served)
    layout = "__proto__"
    names = [EVIL, "constructor", "{{ name }} $& $1", "\u202eevil"]
    result = [{"name": name, "total": 9 - rank, "rank": rank} for rank, name in enumerate(names, 1)]
    title = {"en": EVIL, "__proto__": "x", "toString": "y"}
    book.read(
        book_file([spoilt(id=f"evil-{each}", note=EVIL, layout=layout, title=title, result=result) for each in (1, 2)])
    )
    expect(book.games).to_have_count(2)
    assert book.ranking.locator(".name").all_inner_texts() == [f"{EVIL} leads", *names[1:]]
    assert not book.games.locator("a").count(), "there is no page of this layout"
    for place, name in enumerate(names):
        book.ranking.nth(place).locator("button").click()
        expect(phone.page.locator("h2")).to_have_text(name)
        assert name in str(phone.page.get_by_role("img").first.get_attribute("aria-label"))
        phone.page.locator('[data-key="back"]').click()
        book.ranking.first.wait_for()
    book.press(book.games.first, "delete")
    assert EVIL in phone.page.locator("dialog p").inner_text()
    assert not phone.page.locator("img:not([role])").count() and phone.page.locator("script").count() == 2


def test_a_full_storage_loses_nothing(served: str, phone: Phone) -> None:
    phone.is_altered = True
    session = phone.context.new_cdp_session(phone.page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": served, "quotaSize": 300_000})
    book = Book.opened(phone, served)
    book.read(book_file(random_entries(3)))
    before = book.saved()[1]
    told = book.read(book_file(random_entries(500, seed=2)))
    assert told == "The storage of this device is full. Nothing was added, and nothing is lost."
    assert book.saved()[1] == before
    phone.wait_until_stored()
    phone.page.reload()
    expect(book.games).to_have_count(3)


def test_the_table_has_a_line_for_each_player_of_each_finished_game(served: str, phone: Phone) -> None:
    book, entries = Book.opened(phone, served), random_entries(40)
    entries[0]["finished"] = None
    entries[1]["result"] = [{"name": "", "total": -5, "rank": 1}]
    entries[1]["note"] = 'Two lines,\nwith "quotes"; and more'
    book.read(book_file(entries))
    name, file = book.saved("save table")
    assert name == f"sheetgen-book-{datetime.now(UTC).astimezone():%Y-%m-%d}.csv"
    text = file.decode("utf-8-sig")
    assert file.startswith(b"\xef\xbb\xbf") and text.count("\r\n") == text.count("\r")
    head, *lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    assert head == ["date", "layout", "player", "points", "rank", "players", "note", "game"]
    assert lines == [
        [
            f"{datetime.fromtimestamp(game['finished'] / 1000, UTC).astimezone():%Y-%m-%d}",
            *(game["layout"], player["name"] or "Player 1", str(player["total"]), str(player["rank"])),
            *(str(len(game["result"])), game["note"], game["id"]),
        ]
        for game in reversed(entries[1:])
        for player in game["result"]
    ]


def test_no_cell_of_the_table_is_a_formula(served: str, phone: Phone) -> None:
    formulas = ["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", '=HYPERLINK("http://evil.example","x")']
    harmless = ["-15", "a=1", "'quoted", " =1"]
    book = Book.opened(phone, served)
    result = [{"name": name, "total": -15, "rank": 1} for name in [*formulas, *harmless]]
    book.read(book_file([spoilt(note=formulas[0], result=result)]))
    rows = list(csv.DictReader(io.StringIO(book.saved("save table")[1].decode("utf-8-sig"), newline="")))
    assert [row["player"] for row in rows] == [*(f"'{formula}" for formula in formulas), *harmless]
    assert {(row["points"], row["note"]) for row in rows} == {("-15", "'=1+1")}
