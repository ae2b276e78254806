"""`sheetgen preview` in a real browser, while a file is edited."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from sheetgen.resources import folder
from tests.browser.axe import axe, violations
from tests.browser.phone import open_tab
from tests.helpers import EXAMPLES
from tests.scorer.commands import PREVIEW, serving

GOOD = 'extends = "classic"\nslug = "mine"\ntitle = "Mine"\nabout = "A test"\n'
LARGE = 'extends = "duel"\nslug = "mine"\ntitle = "Mine"\n[board]\nwidth = "480mm"\nheight = "340mm"\n'
TABS = ("Pages", "Scorer", "Rules")
WIDTHS = (480, 768, 960, 1024, 1280, 1600, 360)  # axe looks at the last one, a phone's
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CARET_OVER = """
pre => {
  const {left, right} = pre.querySelector("mark").getBoundingClientRect();
  const caret = pre.querySelector("b").getBoundingClientRect();
  return Math.abs((left + right) / 2 - (caret.left + caret.right) / 2);
}
"""


@dataclass
class Editing:
    """A page in the browser, and the file that it shows."""

    page: Page
    file: Path
    url: str
    complaints: list[str]

    def save(self, text: str) -> None:
        self.file.write_text(text, encoding="utf-8")

    def open(self, fragment: str = "") -> None:
        self.page.goto(self.url + fragment)
        self.page.locator("figure img, .problems li").first.wait_for()

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name).click()

    def picture(self) -> str:
        return str(self.page.locator("figure img").first.get_attribute("src"))

    def title(self, title: str) -> None:
        expect(self.page.locator("h1")).to_have_text(title)


@contextmanager
def editing(browser: Browser, home: Path, text: str = GOOD, **options: Any) -> Iterator[Editing]:
    """The real command, and a page that must not complain."""
    file = home / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with serving(home, "mine.toml", command=PREVIEW) as server:
        page = open_tab(browser, **{"viewport": {"width": 1280, "height": 800}, **options})
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        editor = Editing(page, file, f"http://127.0.0.1:{server.port}/", complaints)
        editor.open()
        yield editor
        page.context.close()
        assert not complaints
        assert server.end(signal.SIGINT)[0] == 0


@pytest.fixture(scope="module")
def shared_editor(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editing]:
    with editing(browser, tmp_path_factory.mktemp("preview")) as one:
        yield one


# A sheet with crosses from before would be asked about, and the question takes the focus.
FORGET_GAMES = """async () => {
  for (const {name} of await indexedDB.databases()) {
    await new Promise((done) => { indexedDB.deleteDatabase(name).onsuccess = done; });
  }
}"""


@pytest.fixture
def editor(shared_editor: Editing) -> Editing:
    """One command for all tests, with the good file, nothing chosen and no games in the scorer."""
    shared_editor.page.goto("about:blank")
    shared_editor.save(GOOD)
    shared_editor.page.set_viewport_size({"width": 1280, "height": 800})
    shared_editor.open()
    shared_editor.title("Mine")
    expect(shared_editor.page.locator(".status")).to_have_text("Up to date")
    expect(shared_editor.page.locator(".problems")).to_be_hidden()
    shared_editor.page.evaluate(FORGET_GAMES)
    assert not shared_editor.complaints
    return shared_editor


def test_an_edit_shows_its_picture(editor: Editing) -> None:
    picture = editor.picture()
    editor.save(GOOD.replace("Mine", "Yours"))
    editor.title("Yours")
    expect(editor.page.locator("figure img").first).not_to_have_attribute("src", picture)
    editor.page.wait_for_function("() => document.querySelector('figure img').complete")


def test_an_error_shows_its_place_and_the_last_good_picture_stays(editor: Editing) -> None:
    page, picture = editor.page, editor.picture()
    editor.save(GOOD + "[game]\npenalties = { boxes = 4, point = -5 }\n")
    problem = page.locator(".problems li").first
    expect(problem).to_contain_text("mine.toml:6:26")
    expect(problem.locator("code")).to_contain_text("penalties = { boxes = 4, point = -5 }")
    assert problem.locator("mark").inner_text() == "p"
    assert problem.locator("pre").evaluate(CARET_OVER) < 1
    expect(problem).to_contain_text("Did you mean 'points'?")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_text("Last good state")).to_be_visible()
    assert editor.picture() == picture
    editor.save(GOOD)
    expect(page.locator(".problems")).to_be_hidden()
    expect(page.get_by_text("Last good state")).to_be_hidden()
    assert editor.picture() == picture


def test_what_is_unwise_can_be_opened(editor: Editing) -> None:
    advice = editor.page.locator(".advice")
    expect(advice).to_be_hidden()
    editor.save(GOOD + '[sheet]\ntext = "6pt"\n')
    expect(advice.locator("summary")).to_have_text("1 warning")
    expect(advice.locator("li")).to_be_hidden()
    advice.locator("summary").click()
    expect(advice.locator("li")).to_contain_text("mine.toml:6:1")
    expect(advice.locator("li")).to_contain_text("hard to read")
    assert not axe(editor.page)
    editor.save(GOOD + "[game]\ndice = 99\n")
    expect(editor.page.locator(".problems li")).to_contain_text("mine.toml:6:1")
    expect(advice).to_be_hidden()


def test_themes_languages_and_typefaces_beside_it_are_followed(editor: Editing) -> None:
    beside = editor.file.parent / "looks"
    beside.mkdir()
    theme, language, font = beside / "night.toml", beside / "own.toml", beside / "Own.ttf"
    theme.write_text('extends = "color"\n[colours]\nred = "#aa0044"\n')
    language.write_text('extends = "en"\ncode = "xx"\n[labels]\nscan = "Look here"\n')
    shutil.copy(folder("fonts") / "Lexend-Bold.ttf", font)
    names = 'theme = "looks/night.toml"\nlang = "looks/own.toml"\n[fonts]\nregular = "looks/Own.ttf"\n'

    def shows_another(picture: str) -> str:
        expect(editor.page.locator("figure img").first).not_to_have_attribute("src", picture)
        return editor.picture()

    first = editor.picture()
    editor.save(GOOD + names)
    picture = shows_another(first)
    theme.write_text('extends = "color"\n[colours]\nred = "#00aa44"\n')
    picture = shows_another(picture)
    language.write_text('extends = "en"\ncode = "xx"\n[labels]\nscan = "Look there"\n')
    picture = shows_another(picture)
    shutil.copy(folder("fonts") / "Lexend-SemiBold.ttf", font)
    picture = shows_another(picture)
    theme.unlink()
    expect(editor.page.locator(".problems li")).to_contain_text("there is no file")
    assert editor.picture() == picture
    theme.write_text('extends = "color"\n[colours]\nred = "#0044aa"\n')
    shows_another(picture)


def test_the_caret_stands_under_its_column_behind_wide_letters(editor: Editing) -> None:
    editor.save(GOOD + 'labels = { name = "表表表表🎲🎲", nmae = "" }\n')
    pre = editor.page.locator(".problems pre").first
    expect(pre.locator("mark")).to_have_text("n")
    assert pre.evaluate(CARET_OVER) < 1


def test_a_file_that_is_wrong_from_the_beginning(browser: Browser, tmp_path: Path) -> None:
    with editing(browser, tmp_path, "a = = 1\n") as editor:
        expect(editor.page.locator(".problems li")).to_contain_text("mine.toml:1:5")
        assert editor.page.locator("figure").count() == 0
        assert not editor.page.get_by_text("Last good state").is_visible()
        assert not axe(editor.page)
        editor.save(GOOD)
        editor.title("Mine")
        expect(editor.page.locator("figure img")).to_be_visible()
        expect(editor.page.locator(".problems")).to_be_hidden()


def test_a_file_put_in_its_place_is_noticed(editor: Editing) -> None:
    other = editor.file.with_name("mine.toml.new")
    for title in ("Renamed", "Again"):
        other.write_text(GOOD.replace("Mine", title))
        other.replace(editor.file)
        editor.title(title)


def test_a_file_that_is_extended_is_followed(editor: Editing) -> None:
    base = editor.file.parent / "base" / "club.toml"
    base.parent.mkdir()
    base.write_text(GOOD)
    editor.save('extends = "base/club.toml"\ntitle = "Ours"\n')
    editor.title("Ours")
    picture = editor.picture()
    base.write_text(GOOD + "[game.penalties]\npoints = -3\n")
    expect(editor.page.locator("figure img")).not_to_have_attribute("src", picture)
    base.write_text(GOOD + "[game.penalties]\npoints = 3\n")
    expect(editor.page.locator(".problems li")).to_contain_text("club.toml:6:1")


def test_what_looks_the_same_is_left_alone(editor: Editing) -> None:
    page = editor.page
    page.evaluate(
        "() => { window.changes = 0; "
        "new MutationObserver(() => window.changes++)"
        ".observe(document.querySelector('main'), "
        "{subtree: true, childList: true, attributes: true, characterData: true}); }"
    )
    with page.expect_response(lambda answer: '"busy": true' in answer.text()):
        editor.save(GOOD + "# only a comment\n")
    with page.expect_response(lambda answer: '"busy": false' in answer.text()):
        pass
    assert page.evaluate("window.changes") == 0


def test_choices_are_kept(editor: Editing) -> None:
    page, picture = editor.page, editor.picture()
    page.get_by_label("Paper").select_option("letter")
    expect(page.locator("figcaption").first).to_contain_text("215.9 × 279.4 mm")
    page.get_by_label("Theme").select_option("cvd")
    page.get_by_label("Language").select_option("de")
    editor.tab("Rules")
    expect(page.locator("tbody th").first).to_have_text("Rot")
    assert page.locator(".words").get_attribute("lang") == "de"
    page.reload()
    expect(page.locator("tbody th").first).to_have_text("Rot")
    assert [page.get_by_label(name).input_value() for name in ("Paper", "Theme", "Language")] == ["letter", "cvd", "de"]
    expect(page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")
    editor.open("#")
    editor.tab("Pages")
    expect(page.locator("figure img").first).to_have_attribute("src", picture)


def test_a_choice_that_cannot_be_drawn(browser: Browser, tmp_path: Path) -> None:
    with editing(browser, tmp_path, LARGE) as editor:
        picture = editor.picture()
        editor.page.get_by_label("Paper").select_option("a5")
        expect(editor.page.locator(".problems li").first).to_contain_text("the paper a5 is too small")
        assert editor.picture() == picture
        expect(editor.page.get_by_text("Last good state")).to_be_visible()
        editor.page.get_by_label("Paper").select_option("a3")
        expect(editor.page.locator(".problems")).to_be_hidden()
        expect(editor.page.locator("figure img").first).not_to_have_attribute("src", picture)


def test_the_scorer_can_be_used_and_keeps_its_crosses(editor: Editing) -> None:
    editor.tab("Scorer")
    phone = editor.page.frame_locator("iframe")
    expect(phone.locator(".serial")).to_have_text("No. 1")
    phone.locator('[data-cell="red 5"]').click()
    expect(phone.locator(".points dd").last).to_have_text("1")
    editor.save(GOOD.replace("Mine", "Yours"))
    expect(phone.locator("h1")).to_have_text("Yours")
    expect(phone.locator('[data-cell="red 5"]')).to_have_attribute("aria-pressed", "true")
    editor.page.get_by_label("Language").select_option("de")
    expect(phone.locator(".serial")).to_have_text("Nr. 1")


def test_the_rules_follow(editor: Editing) -> None:
    editor.tab("Rules")
    lock = editor.page.locator("tbody tr").first.locator("td").last
    expect(lock).to_have_text("after 5")
    editor.save(GOOD + "[game.rows]\nred.lock.needs = 4\n")
    expect(lock).to_have_text("after 4")
    expect(editor.page.locator(".words")).to_contain_text("4/5")


def test_tabs_with_the_keyboard(editor: Editing) -> None:
    page = editor.page
    page.get_by_role("tab", name="Pages").focus()
    for key, wanted in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowRight", 0),
        ("ArrowLeft", 2),
        ("Home", 0),
        ("End", 2),
    ]:
        page.keyboard.press(key)
        expect(page.locator(f"#tab-{TABS[wanted].lower()}")).to_be_focused()
        expect(page.get_by_role("tabpanel")).to_have_id(TABS[wanted].lower())
        assert page.locator('[role="tab"][tabindex="0"]').count() == 1
    page.keyboard.press("Tab")
    expect(page.locator("#rules")).to_be_focused()


def test_axe_finds_nothing_and_every_width_has_room(editor: Editing) -> None:
    text = (EXAMPLES / "layouts" / "club-night.toml").read_text()
    shutil.copy(EXAMPLES / "layouts" / "club-logo.png", editor.file.parent)
    editor.save(text)
    editor.title("Club Night")
    for state in ("good", "bad"):
        for tab in TABS:
            editor.tab(tab)
            if state == "good" or tab == TABS[0]:
                assert not violations(editor.page), (state, tab)
            for width in WIDTHS:
                editor.page.set_viewport_size({"width": width, "height": 740})
                assert editor.page.evaluate(OVERFLOW) <= 0, (state, tab, width)
        editor.save(text + f"wrong = '{'long ' * 60}'\n")
        editor.page.locator(".problems li").wait_for()


def test_a_hidden_page_does_not_ask(editor: Editing, browser: Browser) -> None:
    """However long it is hidden, by the page's clock."""
    page = open_tab(browser)
    page.clock.install()
    page.goto(editor.url)
    expect(page.locator(".status")).to_have_text("Up to date")
    hide = (
        "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true}); "
        "document.dispatchEvent(new Event('visibilitychange')); }"
    )
    page.evaluate(hide, True)
    page.clock.run_for(10_000)  # what was asked for before has come
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(60_000)
    assert not asked
    editor.save(GOOD.replace("Mine", "Yours"))
    page.evaluate(hide, False)
    expect(page.locator("h1")).to_have_text("Yours")
    assert asked
    page.context.close()


def test_it_goes_on_when_the_server_is_back(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(GOOD)
    page = open_tab(browser)
    with serving(tmp_path, "mine.toml", command=PREVIEW) as server:
        port = server.port
        page.goto(f"http://127.0.0.1:{port}/")
        expect(page.locator(".status")).to_have_text("Up to date")
        server.end(signal.SIGINT)
    expect(page.locator(".status")).to_contain_text("Stopped")
    expect(page.locator("figure img")).to_be_visible()
    (tmp_path / "mine.toml").write_text(GOOD.replace("Mine", "Yours"))
    with serving(tmp_path, "mine.toml", "--port", str(port), command=PREVIEW):
        expect(page.locator("h1")).to_have_text("Yours")
        expect(page.locator(".status")).to_have_text("Up to date")
    page.context.close()


def test_the_way_back_does_not_lead_through_old_scorers(editor: Editing) -> None:
    before = editor.page.evaluate("history.length")
    editor.tab("Scorer")
    phone = editor.page.frame_locator("iframe")
    for title in ("One", "Two"):
        editor.save(GOOD.replace("Mine", title))
        expect(phone.locator("h1")).to_have_text(title)
    assert editor.page.evaluate("history.length") == before
