"""What a phone has stored stays: in two windows, when it is full, after a crash, and from one version to the next."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.browser.book import Book
from tests.browser.book_games import book_file, random_entries
from tests.browser.phone import STORED_GAMES, Phone
from tests.systems import posix_only
from tests.timeouts import TIMEOUT_MS, wait_until

STORED = Path(__file__).parent / "stored"
NewPhone = Callable[..., Phone]
PUT = """
(entry) => new Promise((resolve) => {
  const opening = indexedDB.open("sheetgen");
  opening.onsuccess = () => {
    const transaction = opening.result.transaction("games", "readwrite");
    transaction.objectStore("games").put(entry);
    transaction.oncomplete = () => resolve(opening.result.close());
  };
})
"""


def limit_storage(phone: Phone, url: str, size: int) -> CDPSession:
    """Give a site that has stored nothing yet so many bytes, until the session is detached."""
    phone.is_altered = True
    session = phone.context.new_cdp_session(phone.page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": url, "quotaSize": size})
    return session


def second_window(phone: Phone, url: str) -> Page:
    phone.is_altered = True
    window = phone.context.new_page()
    window.goto(url)
    window.locator(".view").first.wait_for()
    return window


def test_two_windows_show_the_same_game(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.cross("red 2")
    phone.wait_until_stored()
    second = second_window(phone, f"{served}/classic/")
    second.locator('[data-cell="red 3"]').tap()
    expect(phone.cell("red 3")).to_have_attribute("aria-pressed", "true")
    assert phone.crossed() == ["red 2", "red 3"]


def test_what_two_windows_do_at_once_is_all_kept(served: str, phone: Phone) -> None:
    """Neither window has heard of the other's crosses when it makes its own."""
    phone.open(f"{served}/classic/")
    phone.cross("red 2")
    phone.wait_until_stored()
    second = second_window(phone, f"{served}/classic/")
    for page in (phone.page, second):
        page.evaluate("BroadcastChannel.prototype.postMessage = () => {}")
    click = "ids => ids.forEach((id) => document.querySelector(`[data-cell='${id}']`).click())"
    phone.page.evaluate(click, ["red 3", "red 4"])
    second.evaluate(click, ["blue 12", "blue 11"])

    def stored_marks() -> dict[str, list[int]]:
        [entry] = phone.stored_games()
        return dict(entry["game"]["now"]["record"]["players"][0]["marks"])

    # With its next cross, the first window finds what the second one has stored by then.
    wait_until(lambda: sum(map(len, stored_marks().values())) == 5, "the crosses of both windows in the store")
    phone.page.evaluate(click, ["yellow 2"])
    wait_until(lambda: len(phone.crossed()) == 6, "all crosses in the first window")
    assert stored_marks() == {
        "red": [2, 3, 4],
        "yellow": [2],
        "green": [],
        "blue": [12, 11],
    }


def test_two_windows_finish_different_games(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    second = second_window(phone, f"{served}/bigpoints/")
    for page in (phone.page, second):
        page.locator('[data-cell="red 2"]').tap()
        page.locator('[data-key="finish"]').tap()
    layouts = {"classic", "bigpoints"}
    wait_until(
        lambda: {entry["layout"] for entry in phone.stored_games() if entry["finished"]} == layouts, "both games"
    )


def test_a_game_that_another_window_deletes_is_gone_here_too(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.cross("red 2")
    phone.page.evaluate(
        """() => new Promise((resolve) => {
          const opening = indexedDB.open("sheetgen");
          opening.onsuccess = () => {
            const transaction = opening.result.transaction("games", "readwrite");
            transaction.objectStore("games").clear();
            transaction.oncomplete = () => resolve(opening.result.close());
          };
        })"""
    )
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    wait_until(lambda: phone.crossed() == [], "an empty sheet")
    assert phone.stored_games() == [], "it does not come back"


def test_a_new_game_is_not_replaced_by_a_running_one(served: str, phone: Phone) -> None:
    """After the page was in the background."""
    phone.open(f"{served}/classic/")
    phone.name("Anna")
    phone.cross("red 2")
    phone.choose("New game")
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    for _ in range(3):  # the page reads the game, then all entries
        phone.wait_until_stored()
    assert phone.crossed() == [] and phone.players() == ["Player 1"]


def test_what_is_about_a_player_whom_another_window_removes_is_dropped(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.name("Anna")
    phone.cross("red 2")
    phone.tap('[data-key="add"]')
    phone.wait_until_stored()
    second = second_window(phone, f"{served}/classic/")
    for page in (phone.page, second):
        page.evaluate("BroadcastChannel.prototype.postMessage = () => {}")
    second.locator('nav [data-key="result"]').tap()
    second.locator('[aria-label="Remove Player 2"]').tap()
    wait_until(lambda: len(phone.stored_games()[0]["result"]) == 1, "one player in the store")
    phone.cross("penalty 1")
    phone.cross("blue 12")
    wait_until(lambda: phone.players() == ["Anna"], "one player")
    assert not phone.page.locator(".notices p").count()
    phone.cross("red 3")
    phone.reload()
    assert phone.players() == ["Anna"] and "red 3" in phone.crossed()


def test_a_question_about_a_player_does_not_remove_another_one(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    for seat, name in enumerate(("Anna", "Ben", "Carla")):
        if seat:
            phone.tap('[data-key="add"]')
        phone.name(name)
        phone.cross("red 2")
    phone.go("result")
    phone.wait_until_stored()
    second = second_window(phone, f"{served}/classic/")
    phone.tap('[aria-label="Remove Ben"]')
    second.locator('nav [data-key="result"]').tap()
    second.locator('[aria-label="Remove Anna"]').tap()
    second.locator("dialog .danger").tap()
    expect(phone.page.locator(".scores tbody tr")).to_have_count(2)
    phone.answer("Delete")
    assert phone.table()["Name"] == ["Ben", "Carla"]


def test_a_full_phone_is_told_and_loses_nothing(served: str, phone: Phone) -> None:
    """What was stored last stays whole, the screen has the rest, and all of it is stored as soon as there is room."""
    phone.open(f"{served}/classic/")
    phone.cross("red 2")
    phone.wait_until_stored()
    phone.page.evaluate(
        """() => {
          const {put} = IDBObjectStore.prototype;
          window.makeRoom = () => (IDBObjectStore.prototype.put = put);
          IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
        }"""
    )
    notice = phone.page.locator(".notices")
    phone.cross("red 3")
    expect(notice).to_contain_text("storage of this device is full")
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    phone.cross("red 4")
    [entry] = phone.stored_games()
    assert phone.crossed() == ["red 2", "red 3", "red 4"] and entry["result"][0]["total"] == 1
    phone.page.evaluate("() => void makeRoom()")
    phone.cross("blue 12")
    expect(notice).to_have_text("")
    phone.complaints.clear()
    phone.reload()
    assert phone.crossed() == ["red 2", "red 3", "red 4", "blue 12"]


def test_a_phone_without_any_room_is_told(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    limit = limit_storage(phone, served, 1)
    phone.cross("red 2")
    expect(phone.page.locator(".notices")).to_contain_text("storage of this device is full")
    limit.detach()
    phone.cross("red 3")
    expect(phone.page.locator(".notices")).to_have_text("")
    phone.reload()
    assert phone.crossed() == ["red 2", "red 3"]


def test_a_page_with_unsaved_crosses_asks_before_it_is_closed(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    limit_storage(phone, served, 1)
    phone.cross("red 2")
    expect(phone.page.locator(".notices")).to_contain_text("full")
    with phone.page.expect_event("dialog") as asked:
        phone.page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.accept()


@pytest.mark.parametrize("missing", ["indexedDB", "localStorage"])
def test_a_browser_that_keeps_nothing_is_told_and_counts_all_the_same(missing: str, served: str, phone: Phone) -> None:
    """Without localStorage only the language and the colours are forgotten, which is nothing to be told."""
    phone.is_altered = True
    phone.page.add_init_script(f"Object.defineProperty(window, '{missing}', {{get() {{ throw new Error('shut'); }}}})")
    phone.open(f"{served}/classic/")
    told = phone.page.locator(".notices").inner_text()
    assert ("stores nothing" in told) == (missing == "indexedDB")
    phone.name("Anna")
    phone.cross("red 2", "penalty 1")
    phone.finish()
    assert phone.table()["Total"] == ["−4"]
    phone.choose("New game")
    expect(phone.page.locator(".suggestions button")).to_have_text(["Anna"])


NONSENSE: list[Any] = [
    {"version": 2},
    {"version": 2, "layout": "classic", "rules": "FW3U", "changed": 10**15, "result": [], "game": {}},
    {"version": 2, "revision": "x", "layout": ["classic"], "title": None, "result": [None], "game": None},
    {"version": 3, "layout": "classic", "game": {"now": {"serials": [1]}}},
]


def test_what_the_phone_has_stored_may_be_nonsense(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.cross("red 2")
    [entry] = phone.stored_games()
    unreadable: list[Any] = [{}, {"now": {}}, {"now": {"record": {}}}, []]
    spoilt = [{**entry, "game": game} for game in unreadable]
    odd = {"current": "length", "changed": "x", "finished": {}, "names": [{}], "serials": "x", "id": 7, "seat": "x"}
    spoilt += [{**entry, "game": {**entry["game"], "now": {**entry["game"]["now"], key: odd[key]}}} for key in odd]
    for number, content in enumerate([*NONSENSE, *spoilt]):
        phone.page.evaluate(PUT, {**content, "id": f"bad-{number}", "changed": 9e14})
    for number in range(len(NONSENSE), len(NONSENSE) + len(spoilt)):
        phone.open(f"{served}/classic/#game/bad-{number}")
        phone.tap('[data-key="player 0"]')
        phone.open(f"{served}/classic/#game/bad-{number}")
        phone.cross("blue 12")
        assert len(phone.crossed()) in (1, 2)
    phone.open(f"{served}/classic/#FW3UIQ.1")
    phone.choose("New game")
    phone.cross("red 3")
    assert phone.total() == "1"
    assert len(phone.stored_games()) >= 2 + len(NONSENSE) + len(spoilt), "what cannot be read is left alone"


def test_games_of_the_previous_format_are_moved(served: str, phone: Phone) -> None:
    """In localStorage, one key for each game."""
    old = json.loads((STORED / "version_1.json").read_text(encoding="utf-8"))
    phone.opened.add(f"{served}/")
    phone.page.goto(f"{served}/")
    phone.page.evaluate("old => Object.entries(old).forEach(([key, text]) => localStorage.setItem(key, text))", old)
    phone.open(f"{served}/classic/")
    games = sorted(phone.stored_games(), key=lambda entry: entry["changed"])
    assert [(entry["version"], entry["layout"], entry["result"]) for entry in games] == [
        (2, "classic", [{"name": "Anna", "total": 24, "rank": 1}, {"name": "Ben", "total": 18, "rank": 2}]),
        (2, "classic", [{"name": "Carla", "total": 3, "rank": 1}]),
    ]
    assert [bool(entry["finished"]) for entry in games] == [True, False]
    left = phone.page.evaluate("Object.keys(localStorage)")
    assert {key.split("/")[1] for key in left} == {"duel"}, "that page moves its own games"
    phone.open(f"{served}/classic/#game/{games[1]['id']}")
    assert phone.players() == ["Carla"] and phone.crossed() == ["yellow 4", "yellow 7"]
    phone.tap('[data-key="redo"]')
    assert phone.crossed() == ["red 2", "yellow 4", "yellow 7"]
    phone.open(f"{served}/duel/")
    assert len(phone.stored_games()) == 3 and not phone.page.evaluate("Object.keys(localStorage)")


def test_games_of_the_previous_format_are_moved_whatever_the_rules_were(served: str, phone: Phone) -> None:
    """They keep the fingerprint of their rules. What this page cannot read stays where it is."""
    old = json.loads((STORED / "version_1.json").read_text(encoding="utf-8"))
    of_other_rules = {key.replace("/FW3U/", "/AAAA/"): text for key, text in old.items() if "/classic/" in key}
    unreadable = "sheetgen/classic/BBBB/game/1-1"
    left = {unreadable: '{"now": {"names": ["A"], "record": {"players": [{"name": "A", "marks": {"pink": [3]}}]}}}'}
    left |= dict.fromkeys(
        ("sheetgen/classic/BBBB/game/2 2", "sheetgen/classic/BBBBB/game/3-3"), next(iter(old.values()))
    )
    left |= {"sheetgen/classic/BBBB/game/4-4": "null", "sheetgen/classic/BBBB/game/5-5": "[5", "sheetgen/theirs": "x"}
    phone.opened.add(f"{served}/")
    phone.page.goto(f"{served}/")
    script = "old => Object.entries(old).forEach(([key, text]) => localStorage.setItem(key, text))"
    phone.page.evaluate(script, {**of_other_rules, **left})
    phone.open(f"{served}/classic/")
    games = sorted(phone.stored_games(), key=lambda entry: entry["changed"])
    assert [(game["rules"], [player["name"] for player in game["result"]]) for game in games] == [
        ("AAAA", ["Anna", "Ben"]),
        ("AAAA", ["Carla"]),
    ]
    assert set(phone.page.evaluate("Object.keys(localStorage)")) == set(left)
    phone.open(f"{served}/classic/#game/{games[1]['id']}")
    assert phone.crossed() == ["yellow 4", "yellow 7"]
    assert "other rules" in phone.page.locator(".notices").inner_text()


def test_an_old_game_stays_if_the_store_has_something_unreadable_in_its_place(served: str, phone: Phone) -> None:
    old = json.loads((STORED / "version_1.json").read_text(encoding="utf-8"))
    key, text = next((key, text) for key, text in old.items() if "/classic/" in key and "/game/" in key)
    phone.open(f"{served}/classic/")
    phone.page.evaluate(PUT, {"id": key.rpartition("/")[2], "version": 3})
    phone.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, text])
    phone.reload()
    assert phone.page.evaluate("Object.keys(localStorage)") == [key]


def test_old_games_stay_where_they_are_until_there_is_room(served: str, phone: Phone) -> None:
    limit = limit_storage(phone, served, 1)
    old = json.loads((STORED / "version_1.json").read_text(encoding="utf-8"))
    phone.open(f"{served}/bigpoints/")
    phone.page.evaluate("old => Object.entries(old).forEach(([key, text]) => localStorage.setItem(key, text))", old)
    phone.open(f"{served}/classic/")
    assert len(phone.page.evaluate("Object.keys(localStorage)")) == len(old)
    limit.detach()
    phone.reload()
    assert len(phone.stored_games()) == 2


@pytest.mark.parametrize("version", [2])
def test_games_of_every_version_can_be_opened(version: int, served: str, phone: Phone) -> None:
    """A file for each version of entries, as a page of that time has stored them."""
    phone.open(f"{served}/classic/")
    entries = json.loads((STORED / f"version_{version}.json").read_text(encoding="utf-8"))
    for entry in entries:
        phone.page.evaluate(PUT, entry)
        phone.open(f"{served}/{entry['layout']}/#game/{entry['id']}")
        phone.go("result")
        best = sorted(entry["result"], key=lambda player: player["rank"])
        assert phone.table()["Total"] == [str(player["total"]).replace("-", "−") for player in best]


LATER: list[Any] = [
    {"id": "later-1", "version": 3, "everything": "else"},
    {"id": "later-2", "version": 99, "layout": "classic", "game": {"now": {"serials": [1]}}},
]


def test_games_of_a_later_version_are_counted_and_kept(served: str, phone: Phone) -> None:
    """By the pages of sheets and by the book; nothing overwrites or deletes them."""
    phone.open(f"{served}/classic/")
    told = "Games of a newer version: 2. Reload this page while you are online to see them."
    for entry in LATER:
        phone.page.evaluate(PUT, entry)
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    notices = phone.page.locator(".notices p")
    expect(notices).to_have_text([told])
    phone.open(f"{served}/onboard/#game/later-1")
    assert notices.all_inner_texts() == [told] and "cannot be opened" in phone.toast()
    phone.cross("red 2")
    phone.finish()
    book = Book.opened(phone, served)
    expect(book.page.locator(".notice")).to_have_text([told])
    in_their_place = [{**entry, "id": f"later-{number}"} for number, entry in enumerate(random_entries(3), start=1)]
    assert book.read(book_file(in_their_place)) == (
        "New games: 1. Updated: 0. Already here: 0. Left out, of a later version: 2."
    )
    book.saved()
    assert book.told() == "Left out, of a later version: 2."
    stored = phone.stored_games()
    assert [entry for entry in stored if entry["id"] in ("later-1", "later-2")] == LATER and len(stored) == 4


def test_what_cannot_be_stored_because_of_a_newer_page_is_told(served: str, phone: Phone) -> None:
    """A newer page has stored the open game meanwhile. It stays as that page has stored it."""
    phone.open(f"{served}/classic/")
    phone.cross("red 2")
    [entry] = phone.stored_games()
    newer = {**entry, "version": 3, "revision": 7}
    phone.page.evaluate(PUT, newer)
    phone.cross("red 3")
    notices = phone.page.locator(".notices")
    expect(notices).to_contain_text("stores nothing")
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(notices).to_contain_text("Games of a newer version: 1.")
    assert phone.crossed() == ["red 2", "red 3"] and phone.stored_games() == [newer]
    phone.is_altered = True  # the page would ask whether to leave it
    with phone.page.expect_event("dialog") as asked:
        phone.page.close(run_before_unload=True)
    asked.value.accept()


UPGRADE = """
() => new Promise((resolve) => {
  const opening = indexedDB.open("sheetgen", 7);
  opening.onupgradeneeded = () => opening.result.deleteObjectStore("games");
  opening.onsuccess = () => resolve(opening.result.close());
})
"""


def test_a_database_of_a_later_version_is_told_and_left_alone(served: str, phone: Phone) -> None:
    """At once on a page that is open, and on every page that is opened then."""
    phone.open(f"{served}/classic/")
    phone.cross("red 2")
    phone.wait_until_stored()
    phone.page.evaluate(UPGRADE)
    phone.cross("red 3")
    notices = phone.page.locator(".notices")
    expect(notices).to_contain_text("stores nothing")
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(notices).to_contain_text("Games of a newer version: ?. Reload this page")
    assert phone.crossed() == ["red 2", "red 3"]
    phone.is_altered = True
    other = phone.context.new_page()
    other.goto(f"{served}/duel/")
    expect(other.locator(".notices p")).to_have_count(2)
    other.locator('[data-cell="red 2"]').first.tap()
    expect(other.locator('[data-cell="red 2"] .token')).to_have_count(1)
    book = Book.in_window(other, served)
    expect(book.page.locator(".notice")).to_have_count(2)
    assert other.evaluate("indexedDB.databases().then(([{version}]) => version)") == 7


CLEAR = """
() => new Promise((resolve) => {
  const deleting = indexedDB.deleteDatabase("sheetgen");
  deleting.onsuccess = () => resolve();
})
"""


@pytest.mark.parametrize("how", ["another window", "the browser"])
def test_an_open_page_stores_on_after_all_data_are_deleted(how: str, served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.cross("red 2")
    phone.wait_until_stored()
    if how == "another window":
        phone.page.evaluate(CLEAR)
    else:
        phone.is_altered = True
        session = phone.context.new_cdp_session(phone.page)
        session.send("Storage.clearDataForOrigin", {"origin": served, "storageTypes": "indexeddb"})
    phone.cross("red 3")
    return_to_page = "document.dispatchEvent(new Event('visibilitychange'))"  # as from the settings of the browser
    wait_until(lambda: (phone.page.evaluate(return_to_page), phone.stored_games())[1], "a stored game")
    expect(phone.page.locator(".notices")).to_have_text("")
    phone.complaints.clear()
    phone.reload()
    assert phone.crossed() == ["red 2", "red 3"]


def test_a_database_without_its_store_is_made_anew(served: str, phone: Phone) -> None:
    """As it is after any other page of the site has opened it first."""
    phone.opened.add(f"{served}/")
    phone.page.goto(f"{served}/")
    phone.page.evaluate(
        """() => new Promise((resolve) => {
          const opening = indexedDB.open("sheetgen", 1);
          opening.onsuccess = () => resolve(opening.result.close());
        })"""
    )
    phone.opened.add(f"{served}/classic/")
    phone.page.goto(f"{served}/classic/")
    phone.page.locator(".view").first.wait_for()
    phone.cross("red 2")
    phone.reload()
    assert phone.crossed() == ["red 2"] and len(phone.stored_games()) == 1


def test_a_game_that_could_not_be_stored_is_stored_later_even_if_another_one_is_open(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    limit = limit_storage(phone, served, 1)
    phone.name("Anna")
    phone.cross("red 2")
    phone.finish()
    phone.choose("New game")
    expect(phone.page.locator(".notices")).to_contain_text("storage of this device is full")
    limit.detach()
    phone.cross("blue 12")
    wait_until(lambda: len(phone.stored_games()) == 2, "both games")
    names = {entry["result"][0]["name"]: entry["finished"] is not None for entry in phone.stored_games()}
    assert names == {"Anna": True, "": False}
    expect(phone.page.locator(".notices")).to_have_text("")


ODD_VALUES = """
const cyclic = {};
cyclic.self = cyclic;
const VALUES = {
  nothing: undefined,
  no_number: NaN,
  large: Number.MAX_SAFE_INTEGER,
  integer: 10n,
  key: "length",
  date: new Date(NaN),
  blob: new Blob(["x"]),
  cyclic,
  proto: JSON.parse('{"__proto__": {"x": 1}, "toString": 5, "valueOf": 6, "includes": 5, "map": 7, "length": 1e9}'),
  long: new Array(9999).fill(0),
};
"""
SPOIL = f"""
async ([entry, paths]) => {{
  {ODD_VALUES}
  const ids = [];
  for (const path of paths) {{
    for (const [name, value] of Object.entries(VALUES)) {{
      const spoilt = structuredClone(entry);
      spoilt.id = ["odd", ...path, name].join("-");
      let place = spoilt;
      for (const key of path.slice(0, -1)) place = place[key];
      place[path.at(-1)] = value;
      await ({PUT})(spoilt);
      ids.push(spoilt.id);
    }}
  }}
  return ids;
}}
"""
ODD_PLACES: list[list[str | int]] = [
    ["revision"],
    ["title", "en"],
    ["game"],
    ["game", "past"],
    ["game", "now", "mode"],
    ["game", "now", "seat"],
    ["game", "now", "origin"],
    ["game", "now", "serials"],
    ["game", "now", "record"],
]
IDS = """
() => new Promise((resolve) => {
  const opening = indexedDB.open("sheetgen");
  opening.onsuccess = () => {
    const reading = opening.result.transaction("games").objectStore("games").getAllKeys();
    reading.onsuccess = () => {
      opening.result.close();
      resolve(reading.result);
    };
  };
})
"""


def test_values_that_no_file_can_have_do_no_harm(served: str, phone: Phone) -> None:
    """IndexedDB also stores dates, blobs, cycles and the like; the pages, the book and its file go on without them."""
    phone.open(f"{served}/classic/")
    phone.cross("red 2", "red 3")
    [entry] = phone.stored_games()
    ids = phone.page.evaluate(SPOIL, [entry, ODD_PLACES])
    phone.is_altered = True  # values like these cannot be brought to this process, and so not be waited for
    undo = "for (const key of ['undo', 'undo', 'redo']) document.querySelector(`[data-key=${key}]`)?.click()"
    page = phone.page
    for id in ("odd-game-now-seat-key", "odd-game-now-seat-proto", "odd-game-now-mode-cyclic"):
        page.goto("about:blank")
        page.goto(f"{served}/classic/#game/{id}")
        page.locator("main:not([aria-busy=true]) .view").first.wait_for()
        page.evaluate(undo)
        phone.cross("green 12")
        assert "green 12" in phone.crossed()
    page.goto(f"{served}/classic/#game/odd-revision-large")
    page.locator("main:not([aria-busy=true]) .view").first.wait_for()
    phone.cross("blue 12", "blue 11")
    page.goto(f"{served}/classic/#FW3UIQ.5")
    page.locator("main:not([aria-busy=true]) .view").first.wait_for()
    assert set(ids) <= set(page.evaluate(IDS))
    phone.opened |= {f"{served}/classic/", f"{served}/book/"}
    book = Book.in_window(page, served)
    revision = book.unfinished.locator('[data-key="open odd-revision-large"]')
    expect(revision).to_have_count(1)
    _, file = book.saved()
    assert "Left out, damaged:" in book.told()
    assert len(json.loads(file)["games"]) > len(ids) // 2


def test_what_the_browser_remembers_of_a_page_may_be_nonsense(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.cross("red 2")
    for state in ({"screen": "constructor"}, {"screen": {"toString": 5}, "game": [5], "player": {}}, "text", [1]):
        phone.page.evaluate("state => history.replaceState(state, '')", state)
        phone.reload()
        assert phone.crossed() == ["red 2"]
        phone.page.evaluate("dispatchEvent(new PopStateEvent('popstate', {state: history.state}))")
        phone.cross("red 3", "red 3")


def test_a_damaged_photo_that_another_page_has_passed_on_is_told(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.opened.add(f"{served}/camera.js")
    for junk in ("junk", "data:image/jpeg;base64,%%%"):
        phone.page.evaluate("junk => sessionStorage.setItem('sheetgen photo', junk)", junk)
        phone.reload()
        expect(phone.page.locator(".toast")).to_contain_text("could not be loaded")
        assert phone.page.evaluate("sessionStorage.length") == 0


def test_a_game_with_other_rules_is_kept_and_told(served: str, phone: Phone) -> None:
    """After a change of a layout's rules: if the page can still read the crosses, it shows them; if not, it says so."""
    phone.open(f"{served}/classic/")
    phone.cross("red 2")
    [entry] = phone.stored_games()
    record = entry["game"]["now"]["record"]
    readable = {**entry, "id": "old-rules", "rules": "AAAA"}
    broken_record = {**record, "players": [{**record["players"][0], "marks": {"pink": [3]}}]}
    broken = {**entry, "id": "odd-rules", "rules": "AAAA", "game": {**entry["game"], "now": {"record": broken_record}}}
    for each in (readable, broken):
        phone.page.evaluate(PUT, each)
    phone.open(f"{served}/classic/#game/old-rules")
    assert phone.crossed() == ["red 2"]
    assert "other rules" in phone.page.locator(".notices").inner_text()
    phone.open(f"{served}/classic/#game/odd-rules")
    assert "cannot be opened" in phone.toast()
    assert len(phone.stored_games()) == 3


def test_many_games_are_no_burden(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.name("Anna")
    phone.cross("red 2", "penalty 1")
    phone.finish()
    [entry] = phone.stored_games()
    phone.page.evaluate(
        f"entry => Promise.all(Array.from({{length: 500}}, (_, at) => ({PUT})({{...entry, id: `game-${{at}}`}})))",
        entry,
    )
    phone.open(f"{served}/classic/")
    phone.cross("red 3")
    assert phone.total() == "1"
    expect(phone.page.locator(".suggestions button")).to_have_text(["Anna"])
    assert len(phone.stored_games()) == 502


@posix_only
def test_a_browser_that_is_killed_has_all_that_was_stored(served: str, browser: Browser, tmp_path: Path) -> None:
    """Killed right after a tap, again and again: the game is whole, and only the very last cross may be missing."""
    program = os.environ["SHEETGEN_BROWSER"]
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    cells = [f"red {number}" for number in range(2, 12)]
    for made in range(len(cells)):
        context = browser.browser_type.launch_persistent_context(
            tmp_path / "profile", executable_path=program, args=arguments
        )
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        page.goto(f"{served}/classic/")
        page.locator(".view").first.wait_for()
        crossed = page.locator('.cell[aria-pressed="true"]').evaluate_all("all => all.map((cell) => cell.dataset.cell)")
        assert crossed == cells[:made]
        page.locator(f'[data-cell="{cells[made]}"]').click()
        page.evaluate(STORED_GAMES)
        with context.expect_event("close"):
            kill_browser(tmp_path / "profile")


def kill_browser(profile: Path) -> None:
    """Kill all processes of the browser with this profile, without any chance to write."""
    found = subprocess.run(["pgrep", "-f", f"user-data-dir={profile}"], capture_output=True, text=True, check=True)
    for process in found.stdout.split():
        os.kill(int(process), signal.SIGKILL)
