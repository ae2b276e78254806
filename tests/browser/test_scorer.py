"""What players do with the page besides tapping crosses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from sheetgen.layouts.catalog import load_layout, load_locale, load_theme, load_variant
from sheetgen.scorer.page.html_page import scorer_page
from tests.browser.axe import violations
from tests.browser.phone import Phone
from tests.helpers import EXAMPLES, run
from tests.profiles import selection

NewPhone = Callable[..., Phone]
EVIL = "<img src=x onerror=alert(1)>"


def test_points_change_with_every_tap(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    assert phone.points() == ["0", "0", "0", "0", "0", "0"]
    phone.cross("red 2", "red 5", "yellow 7", "penalty 1")
    assert phone.points() == ["3", "1", "0", "0", "−5", "−1"]
    phone.cross("red 5", "penalty 1")
    assert phone.points() == ["1", "1", "0", "0", "0", "2"]
    assert phone.cell("red 2").get_attribute("aria-pressed") == "true"
    assert phone.cell("red 5").get_attribute("aria-pressed") == "false"


def test_a_last_number_offers_the_lock(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.cross("green 12", "green 11", "green 10", "green 9", "green 8")
    assert not phone.page.locator(".offer").count()
    phone.cross("green 2")
    assert phone.findings() == [
        ("lock-missing", "warning: Green 2 is crossed, but Green lock is not. It was counted as if it were. C6")
    ]
    assert phone.cell("green lock").get_attribute("data-severity") == "warning"
    phone.tap(".offer .strong")
    assert "green lock" in phone.crossed()
    assert not phone.findings() and not phone.page.locator(".offer").count()


def test_findings_stand_in_plain_words_and_mark_their_cells(served: str, phone: Phone) -> None:
    phone.open(f"{served}/bigpoints/")
    phone.cross("red-yellow 5", "red 12", "red lock")
    told = [text for _, text in phone.findings()]
    assert told == [
        "error: Red 12 needs 5 crosses before it; this row has 0. C6",
        "error: Bonus field Red-Yellow 5 is crossed, but neither of its neighbours is (Red 5, Yellow 5). B2",
    ]
    marked = {id for id in ("red 12", "red-yellow 5", "red 5", "yellow 5", "red 2")
              if phone.cell(id).get_attribute("data-severity") == "error"}  # fmt: skip
    assert marked == {"red 12", "red-yellow 5", "red 5", "yellow 5"}


def test_the_id_of_a_rule_opens_the_rule_in_words(served: str, phone: Phone) -> None:
    """As large as a finger needs it, and beside the finding, whose tap still leads to the cell."""
    phone.open(f"{served}/classic/")
    phone.cross("red 12", "red lock")
    rule = phone.page.get_by_role("button", name="Rule C6")
    box = rule.bounding_box()
    assert box and min(box["width"], box["height"]) >= 24
    assert rule.inner_text() == "C6" and not rule.locator("xpath=ancestor::button").count()
    rule.tap()
    dialog = phone.page.get_by_role("dialog", name="Rule C6")
    assert dialog.locator("h2").all_inner_texts() == ["Closing a row"]
    assert "The last number needs at least 5 crosses before it" in dialog.inner_text()
    assert not violations(phone.page)
    phone.answer("Close")
    expect(dialog).to_have_count(0)
    expect(rule).to_be_focused()
    phone.tap(".findings button")
    assert not phone.page.locator("dialog").count()


def test_a_rule_may_take_several_paragraphs(served: str, new_phone: NewPhone) -> None:
    """They are those of this game, in the language of the phone."""
    phone = new_phone(language="de")
    phone.open(f"{served}/onboard/")
    phone.tap('[data-key="add"]')
    phone.go("result")
    phone.finish()
    phone.page.get_by_role("button", name="Regel O6").tap()
    dialog = phone.page.locator("dialog")
    assert dialog.locator("h2").all_inner_texts() == ["Ende", "Endspurt"]
    assert "eines der letzten 5 Felder" in dialog.inner_text()
    phone.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_without_words_for_a_rule_its_id_is_only_text(phone: Phone, tmp_path: Path) -> None:
    file, page = tmp_path / "en.toml", tmp_path / "page.html"
    file.write_text('extends = "en"\ncode = "en"\n[[rules]]\nwhen = []\nheading = "Rules"\ntext = "Ask Anna."\n')
    made = scorer_page(load_variant("classic"), load_theme("color"), [load_locale(str(file))])
    page.write_text(made.html, encoding="utf-8")
    phone.open(page.as_uri())
    phone.cross("red 12", "red lock")
    assert phone.findings()[0][1].endswith("this row has 0. C6")
    assert phone.page.locator(".findings button").count() == 1


def test_sums_on_paper_are_compared(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.cross("red 2", "red 3", "red 4", "penalty 1")
    phone.tap("details summary")
    phone.fill("sum red", "6")
    phone.fill("sum penalties", "5")
    assert not phone.findings()
    phone.fill("sum total", "11")
    assert phone.findings() == [("wrong-sum", "error: Total: the sheet says 11, but it is 1. C9")]
    assert phone.page.locator(".sums .wrong .verdict").inner_text() == "→ 1"
    phone.fill("sum total", "1")
    assert not phone.findings()
    phone.fill("sum total", "12")
    phone.fill("sum total", "")
    assert not phone.findings()


def test_as_we_play_the_order_is_kept(served: str, phone: Phone) -> None:
    phone.open(f"{served}/bigpoints/")
    phone.tap('button:has-text("As we play")')
    phone.cross("red 5")
    shut = [id for id in ("red 4", "red 6", "red 12", "red lock", "red-yellow 4", "red-yellow 5", "yellow 2")
            if phone.cell(id).get_attribute("aria-disabled") == "true"]  # fmt: skip
    assert shut == ["red 4", "red 12", "red lock", "red-yellow 4"]
    phone.page.locator('[data-cell="red 4"]').tap(force=True)
    assert phone.toast() == "Red 4 cannot be used: it stands to the left of Red 5."
    phone.page.locator('[data-cell="red 12"]').tap(force=True)
    assert phone.toast() == "Red 12 needs 5 crosses before it; this row has 1."
    phone.page.locator('[data-cell="red-yellow 4"]').tap(force=True)
    assert phone.toast().startswith("Bonus field Red-Yellow 4 cannot be crossed")
    phone.page.locator('[data-cell="red lock"]').tap(force=True)
    assert phone.toast() == "Red lock comes with the last number: cross that first (Red 12)."
    assert phone.crossed() == ["red 5"]
    phone.cross("red-yellow 5", "red 6")
    phone.cross("red 5")
    assert "latest" in phone.toast()
    phone.cross("red 6")
    assert phone.crossed() == ["red 5", "red-yellow 5"]


def test_undo_and_redo(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.tap('button:has-text("As we play")')
    phone.cross("red 2", "red 3", "blue 12")
    phone.tap('[data-key="undo"]')
    phone.tap('[data-key="undo"]')
    assert phone.crossed() == ["red 2"]
    phone.tap('[data-key="redo"]')
    assert phone.crossed() == ["red 2", "red 3"]
    phone.cross("green 12")
    assert phone.page.locator('[data-key="redo"]').is_disabled()
    phone.reload()
    phone.tap('[data-key="undo"]')
    assert phone.crossed() == ["red 2", "red 3"]


def test_nothing_is_lost_by_reloading_or_coming_back(served: str, phone: Phone) -> None:
    phone.open(f"{served}/onboard/")
    phone.enter(json.loads((EXAMPLES / "games" / "onboard.json").read_text()), quick=True)
    phone.go("result")
    before = phone.table(), phone.findings()
    phone.reload()
    assert (phone.table(), phone.findings()) == before
    phone.open(f"{served}/classic/")
    assert phone.players() == ["Player 1"]
    phone.open(f"{served}/onboard/")
    phone.go("result")
    assert (phone.table(), phone.findings()) == before


def test_several_games_side_by_side(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.name("Anna")
    phone.cross("red 2")
    phone.choose("New game")
    assert phone.players() == ["Player 1"] and phone.crossed() == []
    phone.name("Ben")
    annas, bens = sorted(phone.stored_games(), key=lambda entry: str(entry["result"]))
    assert [entry["result"][0]["name"] for entry in (annas, bens)] == ["Anna", "Ben"]
    phone.open(f"{served}/classic/#game/{annas['id']}")
    assert phone.players() == ["Anna"] and phone.crossed() == ["red 2"]
    phone.open(f"{served}/classic/#game/nowhere")
    assert "cannot be opened" in phone.toast() and phone.players() == ["Ben"]


def test_players_come_go_and_change_places(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    for seat, name in enumerate(["Anna", "Ben", "Carla", "Dan", "Eve"]):
        if seat:
            phone.tap('[data-key="add"]')
        phone.name(name)
        phone.cross("red 2", *(["red 3"] if seat == 2 else []))
    assert not phone.page.locator('[data-key="add"]').count()
    phone.go("result")
    phone.tap('[aria-label="Move Carla up"]')
    phone.tap('[aria-label="Move Carla up"]')
    phone.tap('[aria-label="Remove Ben"]')
    phone.answer("Cancel")
    phone.tap('[aria-label="Remove Ben"]')
    phone.answer("Delete")
    phone.fill("seat 3", "Anna")
    assert phone.table()["Name"] == ["Carla", "Anna", "Dan", "Anna 2"]
    assert phone.table()["Rank"] == ["1", "2", "2", "2"]
    phone.page.go_back()
    assert phone.players() == ["Carla", "Anna", "Dan", "Anna 2"]


def test_a_printed_code_opens_its_sheet(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#FW3UIQ.41")
    assert phone.page.locator(".serial").inner_text() == "No. 41"
    assert phone.page.locator(".fingerprint").inner_text() == "FW3UIQ"
    phone.name("Anna")
    phone.cross("red 2")
    phone.open(f"{served}/classic/#FW3UIQ.42")
    assert phone.players() == ["Anna", "Player 2"]
    assert phone.page.locator(".serial").inner_text() == "No. 42"
    phone.open(f"{served}/classic/#FW3UIQ.41")
    phone.answer("The same sheet: Anna")
    assert phone.crossed() == ["red 2"]
    assert not phone.page.locator(".notices p").count()


def test_a_sheet_scanned_another_day_begins_a_new_game(served: str, phone: Phone) -> None:
    phone.is_altered = True
    phone.page.clock.install(time="2026-01-01T20:00:00")
    phone.open(f"{served}/classic/#FW3UIQ.1")
    phone.name("Anna")
    phone.page.clock.set_fixed_time("2026-01-03T20:00:00")
    phone.open(f"{served}/classic/#FW3UIQ.2")
    assert phone.players() == ["Player 1"]
    assert len(phone.stored_games()) == 2


@pytest.mark.parametrize(
    ("print_", "told"), [("AAAA6I", "printed with other rules"), ("FW3UAA", "in another form. The rules are the same")]
)
def test_a_sheet_of_other_rules_is_told(print_: str, told: str, served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#{print_}.3")
    assert told in phone.page.locator(".notices").inner_text()
    assert phone.page.locator(".serial").inner_text() == "No. 3"


def test_a_classic_sheet_is_shared_in_16_characters(served: str, new_phone: NewPhone, capsys: Any) -> None:
    sender, receiver = new_phone(), new_phone()
    sender.open(f"{served}/classic/")
    cells = [str(cell.get_attribute("data-cell")) for cell in sender.page.locator(".cell").all()]
    sender.cross(*cells)
    link = sender.shared_link("share sheet")
    assert len(link.partition("#")[2]) == 16
    receiver.open(f"{served}/classic/")
    receiver.name("Ben")
    receiver.open(link)
    receiver.answer("Add to this game")
    assert receiver.players() == ["Ben", "Player 2"]
    assert receiver.crossed() == sender.crossed() == cells
    assert receiver.total() == sender.total()
    assert "#" not in receiver.page.url
    answer = json.loads(run(capsys, "score", link, "--json").output)
    assert str(answer["players"][0]["total"]) == sender.total()


@pytest.mark.parametrize("name", selection(["bigpoints", "onboard", "duel", "broken"], ["onboard", "duel"]))
def test_a_whole_game_travels_in_a_link(
    name: str, served: str, new_phone: NewPhone, capsys: Any, tmp_path: Path
) -> None:
    file = EXAMPLES / "games" / f"{name}.json"
    record = json.loads(file.read_text())
    sender, receiver = new_phone(), new_phone(language="de-CH")
    sender.open(f"{served}/{record['variant']}/")
    sender.open_file(file)
    sender.go("result")
    link = sender.shared_link("share game")
    expected = json.loads(run(capsys, "score", str(file), "--json").output)
    assert json.loads(run(capsys, "score", link, "--json").output) == expected
    receiver.open(link)
    receiver.answer("Als neues Spiel")
    receiver.go("result")
    assert list(receiver.table().values()) == list(sender.table().values())
    with receiver.page.expect_download() as download:
        receiver.tap('[data-key="export"]')
    saved = tmp_path / "saved.json"
    download.value.save_as(saved)
    assert json.loads(run(capsys, "score", str(saved), "--json").output) == expected


def test_a_damaged_link_is_told(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.cross("red 2", "red 3")
    link = phone.shared_link("share sheet")
    base, _, code = link.partition("#")
    changed = code[:-1] + ("A" if code[-1] != "A" else "B")
    for bad in (changed, code[:-1], code + code, code[:4], "%3Cb%3E", code[:4] + "A" * 10_000, f"{code}~"):
        phone.open(f"{base}#{bad}")
        assert phone.toast().startswith("This link is damaged"), bad
    phone.open(f"{base}#AAAA{code[4:]}")
    assert "other rules" in phone.toast()
    phone.open(f"{base}#{code}).")
    phone.answer("Cancel")
    assert phone.players() == ["Player 1"] and phone.crossed() == ["red 2", "red 3"]


def test_a_file_that_is_no_game_is_told(served: str, phone: Phone, tmp_path: Path) -> None:
    phone.open(f"{served}/classic/")
    wrong = {
        "text.json": "no JSON",
        "other.json": (EXAMPLES / "games" / "duel.json").read_text(),
        "bad.json": '{"variant": "classic", "players": [{"name": "A", "marks": {"red": [13]}}]}',
    }
    told = []
    for name, text in wrong.items():
        (tmp_path / name).write_text(text)
        phone.open_file(tmp_path / name)
        told.append(phone.toast().partition(": ")[2])
        phone.page.evaluate("document.querySelector('.toast').hidden = true")
    assert told == ["JSON", '"duel"', "players[0].marks.red[0] (unknown-choice)"]


def test_the_language_follows_the_browser_and_can_be_changed(served: str, new_phone: NewPhone) -> None:
    phone = new_phone(language="de-AT")
    phone.open(f"{served}/classic/")
    phone.cross("red 12", "red lock")
    assert phone.page.locator("h1").inner_text() == "Klassisch"
    assert phone.findings()[0][1].startswith("Fehler: Vor Rot 12 müssen 5 Kreuze stehen")
    phone.choose("English")
    assert phone.page.locator("h1").inner_text() == "Classic"
    assert phone.page.evaluate("document.documentElement.lang") == "en"
    phone.open(f"{served}/bigpoints/")
    assert phone.page.locator("nav").inner_text().split() == ["Sheet", "Result", "Book", "Photo"]
    other = new_phone(language="fi-FI")
    other.open(f"{served}/classic/")
    assert other.page.evaluate("document.documentElement.lang") == "en"


def test_colours_follow_the_device_and_can_be_changed(served: str, new_phone: NewPhone) -> None:
    phone = new_phone(dark=True)
    phone.open(f"{served}/classic/")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = phone.page.evaluate(ground)
    phone.choose("Light")
    light = phone.page.evaluate(ground)
    phone.reload()
    assert phone.page.evaluate(ground) == light != dark


def test_names_and_links_are_only_ever_text(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.name(EVIL)
    assert phone.players() == [EVIL]
    phone.go("result")
    assert phone.table()["Name"] == [EVIL]
    phone.open(f"{served}/classic/#{EVIL}")
    phone.open(f"{served}/classic/#FW3U{EVIL}")
    assert phone.toast().startswith("This link is damaged")
    assert not phone.page.locator("img").count()


def test_texts_of_a_layout_are_only_ever_text(phone: Phone, tmp_path: Path) -> None:
    file, page = tmp_path / "evil.toml", tmp_path / "evil.html"
    file.write_text(f'extends = "classic"\nslug = "evil"\ntitle = "{EVIL}"\n[labels]\nsum_total = "<b>sum</b>"\n')
    page.write_text(scorer_page(load_layout(file), load_theme("color")).html, encoding="utf-8")
    phone.open(page.as_uri())
    assert phone.page.locator("h1").inner_text() == EVIL
    assert phone.page.locator(".total dt").inner_text() == "<b>sum</b>"
    assert not phone.page.locator("img").count()


@pytest.mark.parametrize(
    ("variant", "address"), [("duel", "/"), ("classic", "/"), ("classic", "http://elsewhere.example/")]
)
def test_the_policy_is_in_force(variant: str, address: str, served: str, phone: Phone) -> None:
    """A page asks nobody for anything, even if it reads photos."""
    phone.open(f"{served}/{variant}/")
    phone.page.evaluate(
        """() => {
          window.ran = [];
          document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='ran.push(1)'>");
          const script = document.createElement("script");
          script.textContent = "ran.push(2)";
          document.body.append(script);
        }"""
    )
    for ask in ("fetch", "import"):
        answer = f"address => {ask}(address).then(() => 'answered', () => 'refused')"
        assert phone.page.evaluate(answer, address) == "refused"
    assert phone.page.evaluate("ran") == []
    complaints = [complaint for complaint in phone.complaints if "Content Security Policy" in complaint]
    assert any("connect" in complaint.lower() for complaint in complaints) and len(complaints) >= 3
    phone.complaints.clear()
    phone.requests = [url for url in phone.requests if not url.endswith(("/x", served + "/", "elsewhere.example/"))]


def test_tokens_are_placed_stacked_and_taken_back(served: str, phone: Phone) -> None:
    phone.open(f"{served}/duel/#U8CEP5.9")
    assert phone.players() == ["Black", "Grey"] and not phone.page.locator('[data-key="add"]').count()
    phone.cross("red 5", "red 5", "red 5")
    phone.tap('[data-key="player 1"]')
    phone.cross("blue 9", "penalty 1")
    assert phone.cell("red 5").locator(".token").inner_text() == "3"
    assert phone.cell("red 5").get_attribute("aria-label") == "Red 5, Black 3"
    phone.tap('[data-key="player 0"]')
    assert phone.points() == ["6", "0", "0", "0", "0", "6"]
    phone.tap('button:has-text("Take one back")')
    phone.cross("red 5", "red 5", "penalty 1")
    assert phone.cell("red 5").locator(".token").inner_text() == ""
    phone.cross("red 5", "red 5")
    assert phone.crossed() == []


def test_pieces_stand_on_the_chosen_side(served: str, phone: Phone) -> None:
    phone.open(f"{served}/onboard/")
    phone.cross("green 10")
    phone.cross_space(5)
    assert phone.points()[-2:] == ["3", "4"]
    assert phone.cell("space 5").get_attribute("aria-label") == "Space 5: Green 10, 3 extra points, Player 1"
    assert not phone.findings()
    phone.tap('.track button:has-text("Side B")')
    phone.answer("Cancel")
    assert phone.points()[-2] == "3"
    phone.tap('.track button:has-text("Side B")')
    phone.answer("Change the side")
    assert phone.cell("space 5").get_attribute("aria-label") == "Space 5: Yellow 6, 1 extra points"
    phone.cross_space(2)
    phone.cross_space(2)
    assert phone.points()[-2] == "0"


def test_a_tap_that_ends_typing_is_not_lost(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.page.locator('[data-key="name"]').fill("Anna")
    phone.tap('[data-key="add"]')
    assert phone.players() == ["Anna", "Player 2"]
    phone.page.locator('[data-key="name"]').fill("Ben")
    phone.tap('[data-key="player 0"]')
    assert phone.players() == ["Anna", "Ben"]
    assert phone.page.locator('[data-key="name"]').input_value() == "Anna"
    phone.page.locator('[data-key="name"]').fill("   ")
    phone.touch("red 2")
    assert phone.players() == ["Player 1", "Ben"]
    assert phone.page.locator('[data-key="name"]').input_value() == ""


def test_undo_takes_back_whatever_it_was(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.cross("red 2")
    phone.tap('[data-key="add"]')
    phone.cross("blue 12")
    phone.finish()
    phone.go("sheet")
    assert not phone.page.locator('[data-key="finish"]').count()
    phone.tap('[data-key="undo"]')
    assert phone.page.locator('[data-key="finish"]').count()
    for players in (["Player 1", "Player 2"], ["Player 1"], ["Player 1"]):
        phone.tap('[data-key="undo"]')
        assert phone.players() == players
    assert phone.crossed() == []
    for crossed in (["red 2"], [], ["blue 12"]):
        phone.tap('[data-key="redo"]')
        assert phone.crossed() == crossed


def test_a_printed_code_is_read_once(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/#FW3UIQ.41")
    phone.name("Anna")
    phone.tap('[data-key="add"]')
    phone.go("result")
    phone.tap('[aria-label="Remove Anna"]')
    phone.answer("Delete")
    phone.reload()
    assert phone.page.locator(".result-screen").count() == 1
    phone.go("sheet")
    assert phone.players() == ["Player 1"]
    assert not phone.page.locator(".serial").count()


ODD_NAMES = [
    "山田\u3000太郎",
    "A\u00a0B",
    "👩\u200d👩\u200d👧",
    "x" * 35 + "👩" * 9,
    "\u202eabc",
    "  a\tb  ",
    "e\u0301",
]


def test_odd_names_survive(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    for name in ODD_NAMES:
        phone.name(name)
        shown = phone.players()
        phone.tap('[data-key="add"]')
        phone.name(name)
        phone.reload()
        assert len(phone.players()) == 2 and phone.players()[0] == shown[0]
        phone.tap('[data-key="undo"]')
        phone.tap('[data-key="undo"]')


def test_dialogs_give_the_focus_back(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.cross("red 2")
    for leave in ("Escape", "Enter"):
        phone.page.locator('[data-key="share sheet"]').focus()
        phone.page.keyboard.press("Enter")
        phone.page.locator("dialog button").last.focus()
        phone.page.keyboard.press(leave)
        assert not phone.page.locator("dialog").count()
        assert phone.page.evaluate("document.activeElement.dataset.key") == "share sheet"


def test_the_link_is_copied(served: str, phone: Phone) -> None:
    phone.is_altered = True
    phone.context.grant_permissions(["clipboard-read"])
    phone.open(f"{served}/classic/")
    phone.cross("red 2")
    phone.tap('[data-key="share sheet"]')
    phone.answer("Copy the link")
    assert phone.page.locator("dialog").inner_text().find("Copied") >= 0
    assert phone.page.evaluate("navigator.clipboard.readText()") == phone.page.locator("dialog input").input_value()


def test_names_that_two_players_share_are_told_apart_everywhere(served: str, phone: Phone, capsys: Any) -> None:
    phone.open(f"{served}/classic/")
    phone.name("Player 2")
    phone.tap('[data-key="add"]')
    phone.tap('[data-key="add"]')
    phone.name("Player 2")
    shown = phone.players()
    phone.go("result")
    answer = json.loads(run(capsys, "score", phone.shared_link("share game"), "--json").output)
    assert [player["name"] for player in answer["players"]] == shown == ["Player 2", "Player 2 2", "Player 2 3"]


def test_a_plain_sheet_joins_a_game_that_is_being_played(served: str, new_phone: NewPhone) -> None:
    sender, receiver = new_phone(), new_phone()
    sender.open(f"{served}/classic/")
    sender.cross("red 5", "blue 9")
    receiver.open(f"{served}/classic/")
    receiver.tap('button:has-text("As we play")')
    receiver.cross("red 2")
    receiver.open(sender.shared_link("share sheet"))
    receiver.answer("Add to this game")
    receiver.cross("red 6")
    assert receiver.crossed() == ["red 5", "red 6", "blue 9"]
    assert not receiver.findings()


def test_a_lock_takes_one_token(served: str, phone: Phone) -> None:
    phone.open(f"{served}/duel/")
    phone.cross("red lock", "red lock")
    assert phone.points()[0] == "1"


def test_the_lock_can_be_declined(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    phone.cross("red 12")
    phone.go("result")
    assert not phone.page.locator(".offer").count()
    phone.go("sheet")
    phone.tap(".offer .icon-button")
    assert not phone.page.locator(".offer").count() and "red lock" not in phone.crossed()


def test_the_tab_of_the_player_stays_in_sight(served: str, phone: Phone) -> None:
    phone.open(f"{served}/classic/")
    for _ in range(4):
        phone.tap('[data-key="add"]')
    place = "document.querySelector('.players').scrollLeft"
    before = phone.page.evaluate(place)
    phone.cross("red 2", "red 3")
    assert phone.page.evaluate(place) == before > 0
    phone.go("result")
    phone.go("sheet")
    tab, strip = (phone.page.locator(name).bounding_box() for name in ('[data-key="player 4"]', ".players"))
    assert tab and strip and strip["x"] <= tab["x"] and tab["x"] + tab["width"] <= strip["x"] + strip["width"]
