"""From the scanned sheet to the right seat, with as few questions and keys as possible."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sheetgen.drawing.fingerprint import fingerprint
from tests.browser.axe import violations
from tests.browser.phone import Phone
from tests.helpers import edition

NewPhone = Callable[..., Phone]
CLASSIC = fingerprint(edition("classic"))
DUEL = fingerprint(edition("duel"))


def finished_game(phone: Phone, served: str) -> None:
    """A game of Anna and Ben on the sheets 1 and 2."""
    for serial, name in ((1, "Anna"), (2, "Ben")):
        phone.open(f"{served}/classic/#{CLASSIC}.{serial}")
        phone.name(name)
        phone.cross("red 2", "red 3", *(f"penalty {box}" for box in range(1, 5) if serial == 1))
    phone.finish()


def test_a_sheet_of_a_finished_game_asks_and_starts_a_new_one_with_the_same_players(served: str, phone: Phone) -> None:
    finished_game(phone, served)
    phone.open(f"{served}/classic/#{CLASSIC}.1")
    expect(phone.page.locator("dialog")).to_contain_text("Sheet No. 1 has crosses already (Anna, ")
    assert not violations(phone.page)
    phone.answer("A new game with the same players")
    assert phone.players() == ["Anna", "Ben"] and phone.crossed() == []
    assert phone.page.locator(".serial").inner_text() == "No. 1"
    assert len(phone.stored_games()) == 2
    phone.open(f"{served}/classic/#{CLASSIC}.2")
    assert phone.players() == ["Anna", "Ben"], "Ben waits for his sheet"
    assert phone.page.locator('[data-key="name"]').input_value() == "Ben"


def test_a_sheet_of_a_finished_game_can_be_looked_at_again(served: str, phone: Phone) -> None:
    finished_game(phone, served)
    phone.open(f"{served}/classic/#{CLASSIC}.2")
    phone.answer("The same sheet: Ben")
    assert phone.page.locator('[data-key="name"]').input_value() == "Ben"
    assert phone.crossed() == ["red 2", "red 3"]
    assert len(phone.stored_games()) == 1


def test_a_question_that_is_not_answered_changes_nothing(served: str, phone: Phone) -> None:
    finished_game(phone, served)
    before = phone.stored_games()
    phone.open(f"{served}/classic/#{CLASSIC}.1")
    phone.answer("Cancel")
    assert phone.crossed() == [] and phone.stored_games() == before


def test_yesterdays_crosses_are_not_opened_by_another_sheet_with_their_number(served: str, phone: Phone) -> None:
    """Not finished, and not long ago: 11 hours."""
    phone.is_altered = True
    phone.page.clock.install(time="2026-01-01T22:00:00")
    phone.open(f"{served}/classic/#{CLASSIC}.1")
    phone.name("Anna")
    phone.cross("red 2")
    phone.page.clock.set_fixed_time("2026-01-02T09:00:00")
    phone.open(f"{served}/classic/#{CLASSIC}.1")
    phone.answer("A new game with the same players")
    assert phone.players() == ["Anna"] and phone.crossed() == []


def test_another_sheet_with_the_same_number_joins_the_game(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#{CLASSIC}.1")
    phone.name("Anna")
    phone.cross("red 2")
    phone.open(f"{served}/classic/#{CLASSIC}.1")
    phone.answer("Another sheet with this number")
    assert phone.players() == ["Anna", "Player 2"] and phone.crossed() == []
    phone.tap('[data-key="undo"]')
    assert phone.players() == ["Anna"]


def test_a_sheet_without_crosses_needs_no_question(served: str, phone: Phone) -> None:
    for serial in (1, 2, 1):
        phone.open(f"{served}/classic/#{CLASSIC}.{serial}")
    assert not phone.page.locator("dialog").count()
    assert phone.page.locator(".serial").inner_text() == "No. 1"


def test_a_board_with_tokens_asks_too(served: str, phone: Phone) -> None:
    phone.open(f"{served}/duel/#{DUEL}.3")
    phone.name("Anna")
    phone.tap('[data-key="player 1"]')
    phone.cross("red 5")
    phone.finish()
    phone.open(f"{served}/duel/#{DUEL}.3")
    phone.answer("A new game with the same players")
    assert phone.players() == ["Anna", "Grey"] and phone.crossed() == []
    assert phone.page.locator(".serial").inner_text() == "No. 3"


def test_a_name_in_the_link_is_the_name_of_the_player(served: str, phone: Phone) -> None:
    for serial, name, seen in ((1, "Anna", "Anna"), (2, "J%C3%B6rg%20%F0%9F%8E%B2", "Jörg 🎲"), (3, "%FF", "Player 3")):
        phone.open(f"{served}/classic/#{CLASSIC}.{serial}~{name}")
        assert phone.players()[-1] == seen
    assert phone.page.locator(".serial").inner_text() == "No. 3"


def test_a_name_in_the_link_tells_sheets_with_the_same_number_apart(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#{CLASSIC}.1~Anna")
    phone.cross("red 2")
    phone.open(f"{served}/classic/#{CLASSIC}.1~Ben")
    assert phone.players() == ["Anna", "Ben"] and phone.crossed() == []
    phone.open(f"{served}/classic/#{CLASSIC}.1~Anna")
    assert phone.crossed() == ["red 2"]
    assert not phone.page.locator("dialog").count()


@pytest.mark.parametrize("name", ["<img src=x onerror=alert(1)>", "%3Cscript%3E", "~" * 9, "%" * 99, "A" * 9999])
def test_a_name_in_a_link_is_only_ever_text(name: str, served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#{CLASSIC}.1~{name}")
    [shown] = phone.players()
    assert len(shown) <= 40
    assert not phone.page.locator("main img, main script").count()


def test_players_who_wait_for_their_sheets_are_asked_for(served: str, phone: Phone) -> None:
    """Each one gets a sheet by one tap, in whatever order they are scanned."""
    phone.open(f"{served}/classic/")
    for seat, name in enumerate(["Anna", "Ben", "Carla"]):
        if seat:
            phone.tap('[data-key="add"]')
        phone.name(name)
    phone.open(f"{served}/classic/#{CLASSIC}.31")
    phone.answer("Carla")
    phone.open(f"{served}/classic/#{CLASSIC}.32")
    phone.answer("Anna")
    phone.open(f"{served}/classic/#{CLASSIC}.33")
    assert not phone.page.locator("dialog").count(), "only Ben is left"
    seats = []
    for seat in range(3):
        phone.tap(f'[data-key="player {seat}"]')
        seats.append(phone.page.locator(".serial").inner_text())
    assert phone.players() == ["Anna", "Ben", "Carla"] and seats == ["No. 32", "No. 33", "No. 31"]


def test_players_are_remembered_in_all_layouts(served: str, phone: Phone) -> None:
    finished_game(phone, served)
    phone.open(f"{served}/bigpoints/")
    known = phone.page.locator(".suggestions button")
    assert known.all_inner_texts() == ["Anna, Ben", "Anna", "Ben"]
    known.nth(2).tap()
    phone.tap('[data-key="add"]')
    assert known.all_inner_texts() == ["Anna"]
    known.first.tap()
    assert phone.players() == ["Ben", "Anna"] and not known.count()


def test_the_same_players_are_one_tap_away(served: str, phone: Phone) -> None:
    finished_game(phone, served)
    phone.open(f"{served}/classic/#{CLASSIC}.77")
    phone.tap('[data-key="table"]')
    assert phone.players() == ["Anna", "Ben"]
    assert phone.page.locator(".serial").inner_text() == "No. 77"
    phone.tap('[data-key="undo"]')
    assert phone.players() == ["Player 1"]


def test_a_new_player_can_be_named_at_once(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.name("Anna")
    phone.tap('[data-key="add"]')
    phone.page.keyboard.type("Ben")
    phone.page.keyboard.press("Enter")
    assert phone.page.evaluate("document.activeElement.tagName") == "BODY", "the keyboard of a phone is closed"
    assert phone.players() == ["Anna", "Ben"]


def test_a_shared_sheet_that_is_opened_again_replaces_itself(served: str, new_phone: NewPhone) -> None:
    sender, receiver = new_phone(), new_phone()
    sender.open(f"{served}/classic/")
    links = []
    for name in ("", "Anna"):
        sender.name(name)
        sender.cross("red 5" if name else "red 4")
        links.append(sender.shared_link("share sheet"))
    receiver.open(f"{served}/classic/")
    receiver.name("Ben")
    for link in links[:1] * 2:
        receiver.open(link)
        receiver.answer("Add to this game")
    assert receiver.players() == ["Ben", "Player 2"]
    receiver.open(links[1])
    receiver.answer("Add to this game")
    sender.cross("blue 7")
    receiver.open(sender.shared_link("share sheet"))
    receiver.answer("Add to this game")
    assert receiver.players() == ["Ben", "Player 2", "Anna"]
    assert receiver.crossed() == ["red 4", "red 5", "blue 7"]


def test_a_shared_game_that_is_opened_again_replaces_itself(served: str, new_phone: NewPhone) -> None:
    sender, receiver = new_phone(), new_phone()
    finished_game(sender, served)
    link = sender.shared_link("share game")
    for _ in range(2):
        receiver.open(link)
        receiver.answer("Open as a new game")
        receiver.cross("blue 12")
    [entry] = receiver.stored_games()
    assert [player["name"] for player in entry["result"]] == ["Anna", "Ben"] and entry["finished"]
    assert "blue 12" in receiver.crossed()
    receiver.tap('[data-key="undo"]')
    receiver.tap('[data-key="undo"]')
    assert "blue 12" in receiver.crossed(), "what was replaced can be brought back"


def test_the_title_leads_to_all_sheets(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.opened |= {f"{served}/", f"{served}/duel/"}
    phone.tap("h1 a")
    phone.page.locator("main a[href='duel/']").tap()
    expect(phone.page.locator("h1")).to_have_text("Duel")


def test_a_sheet_that_is_not_known_here_leads_to_all_sheets(served: str, phone: Phone) -> None:
    phone.opened |= {f"{served}/grandmas-sheet/", f"{served}/classic/"}
    phone.page.goto(f"{served}/grandmas-sheet/#AAAAAA.1")
    phone.complaints = [each for each in phone.complaints if "404" not in each]
    phone.page.locator("main a[href='/classic/']").tap()
    phone.page.locator(".view").first.wait_for()


def follow(phone: Phone, fragment: str) -> None:
    """Follow a link to the page that is open already, which is not loaded again."""
    phone.page.evaluate("fragment => { location.hash = fragment; }", fragment)


def test_a_scanned_sheet_takes_one_of_several_empty_seats(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.tap('[data-key="add"]')
    phone.tap('[data-key="add"]')
    for seat, serial in enumerate((7, 8)):
        phone.open(f"{served}/classic/#{CLASSIC}.{serial}")
        assert phone.page.locator(".players [aria-pressed=true]").get_attribute("data-key") == f"player {seat}"
        assert phone.page.locator(".serial").inner_text() == f"No. {serial}"
    assert len(phone.players()) == 3


def test_a_game_never_gets_more_players_than_can_play(served: str, new_phone: NewPhone) -> None:
    """Even if two links arrive while a question is open."""
    links = []
    for names in (("Anna", "Ben"), ("Carla", "Dan")):
        sender = new_phone()
        sender.open(f"{served}/classic/")
        for seat, name in enumerate(names):
            if seat:
                sender.tap('[data-key="add"]')
            sender.name(name)
            sender.cross("red 2")
        sender.go("result")
        links.append(sender.shared_link("share game").partition("#")[2])
    phone = new_phone()
    phone.open(f"{served}/classic/")
    for name in ("Eve", "Finn"):
        phone.name(name)
        phone.cross("red 3")
        phone.tap('[data-key="add"]')
    for link in links:
        follow(phone, link)
        phone.page.locator(f'dialog:has-text("{"Anna" if link == links[0] else "Carla"}")').wait_for()
    for _ in links:
        phone.page.locator("dialog").last.get_by_role("button").first.tap()
    assert len(phone.players()) <= 5
    phone.reload()
    assert len(phone.players()) <= 5


def test_a_link_that_is_opened_twice_in_one_tab_makes_one_game(served: str, new_phone: NewPhone) -> None:
    sender, receiver = new_phone(), new_phone()
    finished_game(sender, served)
    link = sender.shared_link("share game").partition("#")[2]
    receiver.open(f"{served}/classic/")
    for _ in range(2):
        follow(receiver, link)
        receiver.answer("Open as a new game")
        expect(receiver.page.locator(".player-name")).to_have_count(2)
    assert len(receiver.stored_games()) == 1


def test_a_sheet_joins_the_running_game_while_another_one_is_looked_at(served: str, phone: Phone) -> None:
    finished_game(phone, served)
    [old] = phone.stored_games()
    phone.open(f"{served}/classic/#{CLASSIC}.7")
    phone.name("Carla")
    phone.open(f"{served}/classic/#game/{old['id']}")
    follow(phone, f"{CLASSIC}.8")
    expect(phone.page.locator(".player-name")).to_have_text(["Carla", "Player 2"])


def test_a_reload_opens_the_game_that_was_open_whatever_the_back_button_did(served: str, phone: Phone) -> None:
    finished_game(phone, served)
    phone.tap('[data-key="again"]')
    phone.cross("blue 12")
    phone.page.go_back()
    phone.page.go_back()
    phone.reload()
    phone.go("sheet")
    assert phone.crossed() == ["blue 12"]


def test_a_new_game_has_no_notice_of_an_old_sheet(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#AAAAAA.3")
    assert "other rules" in phone.page.locator(".notices").inner_text()
    phone.choose("New game")
    assert not phone.page.locator(".notices p").count()
