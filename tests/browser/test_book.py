"""The book: all finished games of all layouts, who leads, and the figures of each player."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import FloatRect, expect

from tests.browser.axe import violations
from tests.browser.book import Book
from tests.browser.book_games import END, Entry, book_file, entry, random_entries
from tests.browser.phone import Phone
from tests.browser.test_access import OVERFLOW, TARGETS
from tests.profiles import selection

NewPhone = Callable[..., Phone]

CLIPPED = """
() => [...document.querySelectorAll(".book-screen *, h1, h1 *")]
  .filter((element) => !element.closest(".scrolling, .chips, svg") && !element.matches(".filters"))
  .filter((element) => getComputedStyle(element).display !== "inline")
  .filter((element) => element.scrollWidth > element.clientWidth + 1)
  .map((element) => element.outerHTML.slice(0, 200))
"""


def play(phone: Phone, url: str, *players: tuple[str, tuple[str, ...]], finish: bool = True) -> None:
    """Play a game on the page of its sheet: each player's name and crosses."""
    phone.open(url)
    for seat, (name, cells) in enumerate(players):
        if seat:
            phone.tap('[data-key="add"]')
        phone.name(name)
        phone.cross(*cells)
    if finish:
        phone.go("result")
        phone.tap('[data-key="finish"]')
        phone.page.locator('[data-key="again"]').wait_for()


def test_finished_games_of_all_layouts_are_in_the_book(served: str, phone: Phone) -> None:
    book = Book.opened(phone, served)
    assert "No game is finished yet" in phone.page.locator(".empty").inner_text()
    assert "“Finish the game”" in phone.page.locator(".empty").inner_text()
    play(phone, f"{served}/classic/", ("Anna", ("red 2", "red 3")), ("Ben", ("blue 12",)))
    play(phone, f"{served}/bigpoints/", ("Ben", ("red 2", "red 3", "red 4")), ("Anna", ("penalty 1",)))
    play(phone, f"{served}/classic/", ("Carla", ("red 2",)), finish=False)
    Book.opened(phone, served)
    assert book.games.locator(".open b").all_inner_texts() == ["Big Points", "Classic"]
    assert book.tables() == [["Ben 6", "Anna −5"], ["Anna 3", "Ben 1"]]
    assert book.games.locator(".won").all_inner_texts() == ["Ben 6", "Anna 3"]
    assert book.unfinished.locator(".open b").all_inner_texts() == ["Classic"]
    assert book.unfinished.locator(".table").inner_text() == "Carla 1"
    # Both have won once, and the average decides.
    assert book.ranking.locator(".name").all_inner_texts() == ["Ben leads", "Anna"]
    assert book.figures(book.ranking.first) == {
        "Games": "2",
        "Average": "3.5",
        "Best": "6",
        "Streak": "1",
        "Longest": "1",
    }
    assert book.ranking.first.locator(".icon").count() == 1 and not book.ranking.nth(1).locator(".icon").count()


def test_a_tap_opens_a_game_on_the_page_of_its_sheet(served: str, phone: Phone) -> None:
    play(phone, f"{served}/classic/", ("Anna", ("red 2", "red 3")), ("Ben", ("blue 12",)))
    play(phone, f"{served}/duel/", ("Zoë", ("red 2", "red 3")), finish=False)
    book = Book.opened(phone, served)
    book.press(book.game("Classic"), "open")
    phone.page.locator(".result-screen").wait_for()
    assert phone.page.url == f"{served}/classic/"
    assert phone.page.locator(".winner").count() == 0, "it was finished, but it is not over"
    assert phone.table()["Name"] == ["Anna", "Ben"]
    phone.page.go_back()
    expect(book.games).to_have_count(1)
    Book.opened(phone, served)
    book.press(book.unfinished.first, "open")
    phone.page.locator(".sheet-screen").wait_for()
    assert phone.page.url == f"{served}/duel/" and phone.crossed() == ["red 2", "red 3"]
    assert phone.players()[0] == "Zoë"


def test_the_book_and_the_sheets_lead_to_each_other(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.opened |= {f"{served}/book/", f"{served}/"}
    phone.tap('nav [data-key="book"]')
    expect(phone.page.locator("h1")).to_have_text("Book of games")
    phone.tap("h1 a")
    phone.page.locator('a[href="book/"]').tap()
    expect(phone.page.locator(".empty h2")).to_have_text("No game is finished yet")
    assert phone.page.title() == "Book of games · sheetgen"


def expected_players(entries: list[Entry]) -> list[tuple[str, int, int]]:
    """Name, games and wins of all players in games of several, the leader first."""
    totals, wins = defaultdict(list), Counter[str]()
    for each in entries:
        best = max(player["total"] for player in each["result"])
        for player in each["result"]:
            totals[player["name"]].append(player["total"])
            wins[player["name"]] += player["total"] == best
    order = sorted(totals, key=lambda name: (-wins[name], -sum(totals[name]) / len(totals[name])))
    return [(name, len(totals[name]), wins[name]) for name in order]


def shown_players(book: Book) -> list[tuple[str, int, int]]:
    """The same as the book shows it."""
    names = [name.removesuffix(" leads") for name in book.ranking.locator(".name").all_inner_texts()]
    games = [int(book.figures(item)["Games"]) for item in book.ranking.all()]
    wins = [int(text) for text in book.ranking.locator(".wins b").all_inner_texts()]
    return list(zip(names, games, wins, strict=True))


@pytest.fixture
def filled(served: str, phone: Phone) -> tuple[Book, list[Entry]]:
    """The book with 500 games, opened on the day after the last one."""
    phone.is_altered = True
    phone.page.clock.set_fixed_time((END + 86_400_000) / 1000)
    book, entries = Book.opened(phone, served), random_entries(500)
    assert book.read(book_file(entries)) == "New games: 500. Updated: 0. Already here: 0."
    return book, entries


def test_500_games_are_shown_50_at_a_time_and_counted_as_python_counts(filled: tuple[Book, list[Entry]]) -> None:
    book, entries = filled
    assert shown_players(book) == expected_players(entries)
    assert book.page.locator(".history h2").inner_text() == "Games 500"
    assert book.games.count() == 50
    assert book.page.locator(".history h3").all_inner_texts() == ["June 2026", "May 2026", "April 2026"]
    expect(book.page.locator('[data-key="more"]')).to_have_text("Show more (450)")
    for shown in (100, 150):
        book.page.locator('[data-key="more"]').click()
        expect(book.games).to_have_count(shown)
    tables = [sorted(f"{each['name']} {each['total']}" for each in entry["result"]) for entry in entries[:150]]
    assert [sorted(text.replace("−", "-") for text in table) for table in book.tables()] == tables


def test_a_layout_and_a_period_choose_the_games(filled: tuple[Book, list[Entry]]) -> None:
    book, entries = filled
    of_duel = [each for each in entries if each["layout"] == "duel"]
    book.choose("Duel")
    assert shown_players(book) == expected_players(of_duel)
    assert set(book.games.locator(".open b").all_inner_texts()) == {"Duel"}
    book.choose("30 days")
    recent = [each for each in of_duel if each["finished"] >= END - 29 * 86_400_000]
    assert 0 < len(recent) < 30
    assert shown_players(book) == expected_players(recent) and book.games.count() == len(recent)
    book.choose("All")
    book.choose("This year")
    of_year = [each for each in entries if each["finished"] >= 1_767_225_600_000]
    assert shown_players(book) == expected_players(of_year) and len(of_year) < 200
    book.choose("All time")
    assert shown_players(book) == expected_players(entries)


def test_a_player_has_a_page_with_figures_and_charts(filled: tuple[Book, list[Entry]]) -> None:
    book, entries = filled
    page = book.page
    book.ranking.filter(has_text="Ben").locator("button").click()
    expect(page.locator("h2")).to_have_text("Ben")
    assert page.evaluate("document.activeElement.tagName") == "H2"
    totals = [
        player["total"] for each in reversed(entries) for player in each["result"] if player["name"] == "Ben"
    ]  # the earliest first
    [(_, games, wins)] = [each for each in expected_players(entries) if each[0] == "Ben"]
    figures = book.figures(page.locator(".book-screen > .card").first)
    assert figures["Games"] == str(games) and figures["Wins"] == str(wins)
    assert figures["Won"] == f"{round(100 * wins / games)}%" and figures["Best"] == str(max(totals))
    assert figures["Average"] == f"{sum(totals) / games:.1f}"
    assert page.locator(".layout h4").count() == 4
    points, spread = page.get_by_role("img").all()
    assert points.locator("circle").count() == games and points.locator(".won").count() == wins
    label = str(points.get_attribute("aria-label"))
    assert f"Games: {games}." in label and f"From {min(totals)} to {max(totals)} points".replace("-", "−") in label
    assert sum(int(text.split(": ")[1]) for text in _bins(spread.get_attribute("aria-label"))) == games
    heights = [float(str(bar.get_attribute("height"))) for bar in spread.locator("rect").all()]
    assert len(heights) > 5 and max(heights) > 90 and min(heights) >= 0
    places = [(float(str(dot.get_attribute("cy"))), total) for dot, total in zip(
        points.locator("circle").all(), totals, strict=True)]  # fmt: skip
    assert sorted(places) == sorted(places, key=lambda place: (-place[1], place[0])), "more points are higher up"
    book.choose("Duel")
    assert points.locator("circle").count() < games
    page.locator('[data-key="back"]').click()
    expect(book.ranking.first).to_be_visible()


def _bins(label: str | None) -> list[str]:
    return str(label).partition("by points: ")[2].rstrip(".").split(", ")


def test_the_back_button_and_a_reload_know_the_player(filled: tuple[Book, list[Entry]]) -> None:
    book, _ = filled
    book.ranking.first.locator("button").focus()
    book.page.keyboard.press("Enter")
    name = book.page.locator("h2").inner_text()
    book.page.reload()
    expect(book.page.locator("h2")).to_have_text(name)
    book.page.go_back()
    expect(book.ranking).to_have_count(5)
    expect(book.ranking.first.locator("button")).to_be_focused()


def test_a_game_is_deleted_only_after_asking(served: str, phone: Phone) -> None:
    book = Book.opened(phone, served)
    book.read(book_file(random_entries(3)))
    first = book.tables()[0]
    book.press(book.games.first, "delete")
    question = phone.page.locator("dialog p").inner_text()
    assert question.startswith("Delete this game for good?") and all(
        name.rpartition(" ")[0] in question for name in first
    )
    book.answer("Cancel")
    assert book.games.count() == 3
    book.press(book.games.first, "delete")
    book.answer("Delete")
    expect(book.games).to_have_count(2)
    assert first not in book.tables()
    assert phone.page.evaluate("document.activeElement.tagName") == "H2", "the focus is not lost"
    phone.wait_until_stored()
    phone.page.reload()
    expect(book.games).to_have_count(2)


def test_notes_are_written_changed_and_removed(served: str, phone: Phone) -> None:
    book = Book.opened(phone, served)
    book.read(book_file([{**each, "note": ""} for each in random_entries(2)]))
    note = book.games.nth(1).locator(".note")
    book.write_note(book.games.nth(1), "  By the <b>lake</b>  ")
    expect(note).to_have_text("By the <b>lake</b>")
    assert phone.page.evaluate("document.activeElement.dataset.key").startswith("note ")
    phone.wait_until_stored()
    phone.page.reload()
    expect(note).to_have_text("By the <b>lake</b>")
    book.press(book.games.nth(1), "note")
    assert phone.page.locator("textarea").input_value() == "By the <b>lake</b>"
    phone.page.keyboard.press("Escape")
    book.write_note(book.games.nth(1), "x" * 600)
    expect(note).to_have_text("x" * 500)
    book.write_note(book.games.nth(1), "")
    expect(note).to_have_count(0)


def test_what_other_windows_do_is_shown_at_once(served: str, phone: Phone) -> None:
    book = Book.opened(phone, served)
    other = Book.in_window(phone.context.new_page(), served)
    book.read(book_file(random_entries(3)))
    expect(other.games).to_have_count(3)
    book.write_note(book.games.first, "From afar")
    expect(other.games.first.locator(".note")).to_have_text("From afar")
    other.press(other.games.first, "delete")
    other.answer("Delete")
    expect(book.games).to_have_count(2)
    other.page.goto(f"{served}/classic/")
    other.page.locator('[data-key="name"]').fill("Nora")
    other.page.locator('[data-key="name"]').press("Tab")
    expect(book.unfinished).to_have_count(1)
    expect(book.unfinished.locator(".table")).to_have_text("Nora 0")
    book.press(book.unfinished.first, "delete")
    book.answer("Delete")
    expect(other.page.locator('[data-key="name"]')).to_have_value("")
    other.page.close()


def test_a_browser_that_stores_nothing_is_told(served: str, phone: Phone) -> None:
    phone.is_altered = True
    phone.page.add_init_script("Object.defineProperty(window, 'indexedDB', {get() { throw new Error('shut'); }})")
    book = Book.opened(phone, served)
    assert "stores nothing" in phone.page.locator(".notice").inner_text()
    book.read(book_file(random_entries(2)))
    assert book.games.count() == 2
    book.write_note(book.games.first, "Still here")
    expect(book.games.first.locator(".note")).to_have_text("Still here")
    book.press(book.games.first, "delete")
    book.answer("Delete")
    expect(book.games).to_have_count(1)


def test_players_without_names_and_games_alone_are_listed_but_not_ranked(served: str, phone: Phone) -> None:
    alone, nameless = random_entries(2, layouts=("classic",))
    alone["result"] = [{"name": "Anna", "total": 30, "rank": 1}]
    nameless["result"] = [{"name": "", "total": 12, "rank": 1}, {"name": "", "total": 8, "rank": 2}]
    book = Book.opened(phone, served)
    book.read(book_file([alone, nameless]))
    assert book.tables() == [["Anna 30"], ["Player 1 12", "Player 2 8"]]
    assert not book.ranking.count()
    assert "no two players with names" in phone.page.locator(".players-section").inner_text()


@pytest.mark.parametrize(
    ("language", "title", "leads", "average"),
    [("de-DE", "Spielebuch", "Anna führt", "41,5"), ("en-GB", "Book of games", "Anna leads", "41.5")],
)
def test_the_book_speaks_the_language_of_the_device(
    language: str, title: str, leads: str, average: str, served: str, new_phone: NewPhone
) -> None:
    phone = new_phone(language=language)
    book = Book.opened(phone, served)
    games = random_entries(2, layouts=("classic",))
    for game, total in zip(games, (41, 42), strict=True):
        game["result"] = [{"name": "Anna", "total": total, "rank": 1}, {"name": "Ben", "total": 3, "rank": 2}]
    book.read(book_file(games))
    assert phone.page.locator("h1").inner_text() == title
    assert book.ranking.locator(".name").first.inner_text() == leads
    assert average in book.figures(book.ranking.first).values()
    assert phone.page.locator(":root").get_attribute("lang") == language[:2]


def test_a_choice_of_colours_holds_for_the_book(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.tap(".menu button")
    phone.answer("Dark")
    Book.opened(phone, served)
    expect(phone.page.locator(":root")).to_have_attribute("data-look", "dark")


def test_a_page_alone_contains_the_book(files: Path, phone: Phone) -> None:
    """Games of other layouts are in the list, but only its own can be opened."""
    phone.open((files / "classic.html").as_uri())
    phone.go("book")
    book = Book(phone.page)
    assert not phone.page.locator(".empty a").count()
    entries = [
        entry(layout, Random(1), layout, END - number) for number, layout in enumerate(["classic", "duel", "onboard"])
    ]
    entries[2]["finished"] = None
    assert book.read(book_file(entries)) == "New games: 3. Updated: 0. Already here: 0."
    assert book.games.count() == 2 and book.unfinished.count() == 1
    assert not book.game("Duel").locator("a.open, button.open").count()
    book.ranking.first.locator("button").click()
    phone.page.locator("h2").wait_for()
    phone.page.go_back()
    expect(book.games).to_have_count(2)
    book.press(book.game("Classic"), "open")
    phone.page.locator(".result-screen").wait_for()
    names = [player["name"] for player in sorted(entries[0]["result"], key=lambda player: int(player["rank"]))]
    assert phone.table()["Name"] == names
    phone.go("book")
    book.press(book.game("Classic"), "delete")
    book.answer("Delete")
    expect(book.games).to_have_count(1)
    phone.go("sheet")
    assert phone.players() == ["Player 1"], "the game that was open is gone"


def views(book: Book) -> Iterator[str]:
    """Every view of the book, one after the other."""
    page = book.page
    yield "empty"
    entries = random_entries(30)
    entries[0]["finished"] = None
    entries[1]["result"][0]["name"] = "A player with a name of forty letters xx"
    with page.expect_file_chooser() as chooser:
        page.locator('[data-key="import"]').click()
    chooser.value.set_files({"name": "b", "mimeType": "application/json", "buffer": book_file(entries)})
    page.locator("dialog").wait_for()
    yield "told"
    page.locator("dialog button").click()
    yield "overview"
    book.ranking.filter(has_text="Ben").locator("button").click()
    page.locator(".chart").first.wait_for()
    yield "player"
    page.locator('[data-key="back"]').click()
    book.ranking.first.wait_for()
    book.press(book.games.first, "note")
    yield "note"
    page.keyboard.press("Escape")
    book.press(book.games.first, "delete")
    yield "delete"
    page.keyboard.press("Escape")


SIZES = {"phone": (360, 740), "landscape": (740, 360), "desktop": (1280, 800)}


@pytest.mark.parametrize("size", selection(SIZES, ["phone", "landscape", "desktop"]))
def test_everybody_can_use_every_view(size: str, served: str, new_phone: NewPhone) -> None:
    """Axe finds nothing, in light and in dark colours; targets are large enough, and nothing is too wide."""
    width, height = SIZES[size]
    phone = new_phone(width=width, height=height)
    for view in views(Book.opened(phone, served)):
        assert not phone.page.evaluate(TARGETS), view
        assert not violations(phone.page), view
        assert phone.page.evaluate(OVERFLOW) <= 0, view
        assert not phone.page.evaluate(CLIPPED), view


@pytest.mark.parametrize(("width", "language"), selection([(320, "de"), (360, "en"), (360, "de")], [(320, "de")]))
def test_large_text_is_not_cut_off(width: int, language: str, served: str, new_phone: NewPhone) -> None:
    phone = new_phone(width=width, language=language)
    book = Book.opened(phone, served)
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for view in views(book):
        assert phone.page.evaluate(OVERFLOW) <= 0, view
        assert not phone.page.evaluate(CLIPPED), view


def box_of(phone: Phone, part: str) -> FloatRect:
    box = phone.page.locator(part).bounding_box()
    assert box
    return box


def test_wide_screens_have_two_columns(served: str, new_phone: NewPhone) -> None:
    phone = new_phone(width=1280, height=800)
    book = Book.opened(phone, served)
    book.read(book_file(random_entries(5)))
    players, history, transfer = (box_of(phone, f".{part}") for part in ("players-section", "history", "transfer"))
    assert history["x"] > players["x"] + players["width"] and history["y"] == players["y"]
    assert transfer["x"] == players["x"] and transfer["y"] >= players["y"] + players["height"]
