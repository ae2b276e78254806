"""The game ends properly: the page knows when, says so, and shows the result."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.phone import Phone

RED = [f"red {number}" for number in (2, 3, 4, 5, 6)]
GREEN = [f"green {number}" for number in (12, 11, 10, 9, 8)]


def as_we_play(phone: Phone, url: str, *names: str) -> None:
    """Start a game of these players in which crosses are made one after the other."""
    phone.open(url)
    phone.tap('button:has-text("As we play")')
    for seat, name in enumerate(names):
        if seat:
            phone.tap('[data-key="add"]')
        phone.name(name)


def turn_to(phone: Phone, seat: int) -> None:
    phone.tap(f'[data-key="player {seat}"]')


def offers(phone: Phone) -> Locator:
    return phone.page.locator(".offer span")


def test_one_button_finishes_the_game_and_shows_the_winner(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.name("Anna")
    phone.cross("red 2", "penalty 1", "penalty 2", "penalty 3", "penalty 4")
    phone.tap('[data-key="add"]')
    phone.name("Ben")
    phone.cross("red 2", "red 3", "penalty 1", "penalty 2", "penalty 3")
    phone.tap('[data-key="finish"]')
    winner = phone.page.locator(".winner.sure")
    expect(winner).to_contain_text("Winner: Ben")
    assert phone.page.locator(".confetti i").count()
    assert phone.table()["Name"] == ["Ben", "Anna"]
    [entry] = phone.stored_games()
    assert entry["finished"] and entry["result"] == [
        {"name": "Anna", "total": -19, "rank": 2},
        {"name": "Ben", "total": -12, "rank": 1},
    ]


def test_the_winner_is_celebrated_calmly_if_the_device_asks_for_it(served: str, phone: Phone) -> None:
    phone.is_altered = True
    phone.page.emulate_media(reduced_motion="reduce")
    phone.open(f"{served}/classic/")
    phone.cross("red 2", "penalty 1", "penalty 2", "penalty 3", "penalty 4")
    phone.tap('[data-key="add"]')
    phone.cross("red 2", "red 3", "penalty 1", "penalty 2", "penalty 3")
    phone.finish()
    expect(phone.page.locator(".winner.sure")).to_be_visible()
    assert not phone.page.locator(".confetti").count()


def test_a_finished_game_goes_on_and_is_played_again(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.name("Anna")
    phone.cross("red 2")
    phone.finish()
    phone.tap('[data-key="reopen"]')
    [entry] = phone.stored_games()
    assert entry["finished"] is None
    phone.finish()
    phone.tap('[data-key="again"]')
    assert phone.players() == ["Anna"] and phone.crossed() == []
    assert [bool(entry["finished"]) for entry in phone.stored_games()].count(True) == 1


def test_a_single_sheet_is_finished_without_a_winner(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.name("Anna")
    phone.cross("red 2", "red 3")
    phone.finish()
    assert phone.page.locator(".winner").inner_text().split() == ["Anna", "Total", "3"]
    assert not phone.findings(), "nobody says that the game is not over"


def test_a_game_that_is_not_over_has_no_winner_yet(served: str, phone: Phone) -> None:
    as_we_play(phone, f"{served}/classic/", "Anna", "Ben")
    phone.cross("red 2")
    phone.finish()
    assert not phone.page.locator(".winner").count()
    assert [code for code, _ in phone.findings()] == ["game-not-over"]


def test_the_last_penalty_ends_the_game(served: str, phone: Phone) -> None:
    as_we_play(phone, f"{served}/classic/", "Anna", "Ben")
    phone.cross("penalty 1", "penalty 2", "penalty 3")
    assert not offers(phone).count()
    phone.cross("penalty 4")
    expect(offers(phone)).to_contain_text("The game is over")
    phone.tap('[data-key="finish now"]')
    expect(phone.page.locator(".winner")).to_contain_text("Winner: Anna")


def test_the_second_closed_row_ends_the_game(served: str, phone: Phone) -> None:
    as_we_play(phone, f"{served}/classic/", "Anna", "Ben")
    phone.cross(*RED, "red 12")
    assert not offers(phone).count()
    turn_to(phone, 1)
    phone.cross(*GREEN, "green 2")
    expect(offers(phone)).to_have_text(["The game is over. Closed: Red, Green."])
    phone.tap(".offer .icon-button")
    assert not offers(phone).count(), "whoever knows better goes on"
    phone.cross("blue 12")
    assert not offers(phone).count()


def test_the_final_stretch_is_told(served: str, phone: Phone) -> None:
    as_we_play(phone, f"{served}/onboard/", "Anna", "Ben")
    last = phone.page.locator(".track [data-cell^='space ']").last.get_attribute("data-cell")
    phone.tap(f'.track [data-cell="{last}"]')
    expect(offers(phone)).to_contain_text("Everybody else has one more turn")


def test_the_last_token_ends_the_game(served: str, phone: Phone) -> None:
    phone.open(f"{served}/duel/")
    phone.cross(*["red 5"] * 21)
    assert not offers(phone).count()
    phone.cross("blue 9")
    expect(offers(phone)).to_contain_text("Black has no tokens left")


def test_on_finished_sheets_nothing_is_told_before_all_are_entered(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.cross("penalty 1", "penalty 2", "penalty 3", "penalty 4")
    assert not offers(phone).count()


def test_a_lock_comes_along_with_the_last_number_as_we_play(served: str, phone: Phone) -> None:
    as_we_play(phone, f"{served}/classic/", "Anna")
    phone.cross(*RED)
    phone.cross("red lock")
    assert "Red 12" in phone.toast() and "red lock" not in phone.crossed()
    phone.cross("red 12")
    assert phone.crossed() == [*RED, "red 12", "red lock"]
    assert not phone.findings()
    phone.cross("red lock")
    assert phone.crossed() == RED, "they are taken back together, too"


def test_a_row_that_one_player_closes_is_closed_for_all(served: str, phone: Phone) -> None:
    as_we_play(phone, f"{served}/bigpoints/", "Anna", "Ben")
    phone.cross(*GREEN[:2])
    turn_to(phone, 0)
    phone.cross(*GREEN, "green 2")
    turn_to(phone, 1)
    assert phone.cell("green 8").get_attribute("aria-disabled") == "true"
    phone.page.locator('[data-cell="green 8"]').tap(force=True)
    assert phone.toast() == "Green 8 cannot be used: Green is closed."
    phone.cross("green-blue 12")
    assert "green-blue 12" in phone.crossed(), "bonus fields stay open"
    turn_to(phone, 0)
    phone.tap('[data-key="undo"]')
    phone.tap('[data-key="undo"]')
    turn_to(phone, 1)
    assert phone.cell("green 8").get_attribute("aria-disabled") == "false"


def test_others_may_close_the_row_with_the_same_roll(served: str, phone: Phone) -> None:
    as_we_play(phone, f"{served}/classic/", "Anna", "Ben", "Carla")
    phone.cross(*RED[:3])
    turn_to(phone, 1)
    phone.cross(*RED)
    turn_to(phone, 0)
    phone.cross(*RED, "red 12")
    expect(offers(phone)).to_have_text(["Anna closes Red. Who else crosses 12 with this roll?"])
    assert phone.page.locator(".offer .strong").all_inner_texts() == ["Ben"], "Carla has too few crosses"
    phone.tap('[data-key="close 1"]')
    assert not offers(phone).count()
    turn_to(phone, 1)
    assert phone.crossed() == [*RED, "red 12", "red lock"]
    phone.finish()
    assert "impossible-closing" not in [code for code, _ in phone.findings()]


def test_the_offer_ends_with_the_next_cross(served: str, phone: Phone) -> None:
    as_we_play(phone, f"{served}/classic/", "Anna", "Ben")
    phone.cross(*RED)
    turn_to(phone, 0)
    phone.cross(*RED, "red 12", "blue 12")
    assert not offers(phone).count()
    turn_to(phone, 1)
    assert phone.cell("red 12").get_attribute("aria-disabled") == "true"


NAMES = ["Anna", "Benedikt", "Charlotte", "Maximilian", "Wilhelmine"]


@pytest.mark.parametrize("variant", ["classic", "onboard", "connected-steps"])
def test_the_table_has_room_for_five_names(variant: str, served: str, phone: Phone) -> None:
    """On a screen of 360 pixels, with two-digit points everywhere: no name is cut, and nothing scrolls."""
    phone.open(f"{served}/{variant}/")
    for seat in range(int(phone.page.evaluate("JSON.parse(page.textContent).rulebook.players.max"))):
        if seat:
            phone.tap('[data-key="add"]')
        phone.name(NAMES[seat])
        phone.cross(*RED, *GREEN, *(cell.replace("red", "yellow") for cell in RED), "blue 12", "blue 11", "penalty 1")
    phone.finish()
    widths = "table => [table.parentElement.scrollWidth, table.parentElement.clientWidth]"
    needed, given = phone.page.locator(".scores").evaluate(widths)
    assert needed <= given
    heads = phone.page.locator(".scores tbody th").all()
    assert all(head.evaluate("cell => cell.scrollWidth <= cell.clientWidth") for head in heads)


def test_an_offer_ends_with_the_player_it_is_about(served: str, phone: Phone) -> None:
    as_we_play(phone, f"{served}/classic/", "Anna", "Ben")
    phone.cross(*RED, "red 12")
    for _ in range(8):
        phone.page.locator('[data-key="undo"]').tap()
    assert len(phone.players()) == 1 and not offers(phone).count()


def test_who_is_left_alone_in_a_finished_game_is_not_told_that_it_goes_on(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.name("Anna")
    phone.cross("red 2")
    phone.tap('[data-key="add"]')
    phone.finish()
    phone.tap('[aria-label="Remove Player 2"]')
    assert phone.table()["Name"] == ["Anna"] and not phone.findings()
