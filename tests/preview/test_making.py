"""What is made of a layout file, and of one that changes."""

from __future__ import annotations

import re
import threading
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import pytest

from sheetgen.drawing.pages.document import Document, Job
from sheetgen.drawing.pages.paper import parse_paper
from sheetgen.drawing.pages.rules_card import rule_paragraphs
from sheetgen.errors import InputError
from sheetgen.layouts.catalog import load_layout, load_theme, own_theme
from sheetgen.linting.summary import facts
from sheetgen.preview import builder as making
from sheetgen.preview.builder import Choices, Defaults, PreviewContent, build_content, load
from sheetgen.preview.session import MAX_KEPT, PreviewSession, PreviewState
from sheetgen.scorer.page.page import scorer_page
from sheetgen.writers.svg import svg_text
from tests.helpers import EXAMPLE_LAYOUTS, LANGUAGES, UNLIKE, VARIANTS, edition
from tests.profiles import selection
from tests.timeouts import TIMEOUT, wait_until

A4 = Choices("a4")
LARGE = 'extends = "duel"\nslug = "mine"\ntitle = "Mine"\n[board]\nwidth = "480mm"\nheight = "340mm"\n'
CLASSIC = 'extends = "classic"\nslug = "mine"\ntitle = "Mine"\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(CLASSIC)
    return path


def made(file: Path, choices: Choices = A4, defaults: Defaults | None = None) -> PreviewContent:
    defaults = defaults or Defaults()
    return build_content(load(file, choices, defaults)[0], choices.paper, defaults.base)


def finished(session: PreviewSession, choices: Choices = A4) -> PreviewState:
    """What there is to see once nothing newer is to come."""
    wait_until(lambda: not session.state(choices)[1])
    state, _ = session.state(choices)
    assert state
    return state


@pytest.mark.parametrize("example", selection(EXAMPLE_LAYOUTS, EXAMPLE_LAYOUTS[::3]), ids=lambda path: path.stem)
def test_pictures_are_those_that_svg_makes(example: Path) -> None:
    found = made(example)
    document = Document(Job(load(example, A4, Defaults())[0], parse_paper("a4")))
    wanted = [svg_text(page.scene, document.info.title, "en").encode() for page in document.pages()]
    assert [picture.svg for picture in found.pictures] == wanted
    layout = load_layout(example)
    assert found.scorer == scorer_page(layout, own_theme(layout) or load_theme("color"))


def test_choices_and_defaults(file: Path) -> None:
    plain = made(file)
    german = made(file, Choices("letter", "cvd", "de"))
    assert (plain.pictures[0].width, german.pictures[0].width) == (210, 215.9)
    assert german.data["language"] == "de" and german.data["rows"][0]["name"] == "Rot"
    assert german.data["scorer"] != plain.data["scorer"]
    settings = Defaults(theme="cvd", language="de", base="http://a.example")
    assert made(file, Choices("letter"), settings).data["scorer"] == german.data["scorer"]
    assert made(file, A4, settings).data["link"].startswith("http://a.example/mine/#")


def test_only_the_first_pages_are_drawn(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "MAX_PAGES", 2)
    file.write_text('extends = "onboard"\nslug = "mine"\n')
    found = made(file)
    assert (len(found.pictures), found.data["page_count"]) == (2, 4)


@pytest.mark.parametrize("variant", selection(VARIANTS, UNLIKE))
def test_words_tell_the_whole_game(variant: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'extends = "{variant}"\nslug = "mine"\n')
    words, book = made(file).data, edition(variant).rulebook
    assert words["paragraphs"] == rule_paragraphs(edition(variant)) != []
    for shown, row in zip(words["rows"], book.rows, strict=True):
        numbers = [cell.number for cell in row.cells if cell.id not in book.doubles]
        assert list(map(int, re.findall(r"\d+", shown["numbers"]))) == ([*chain(*row.swaps)] or numbers)
    assert [row["needs"] for row in words["rows"]] == [row.lock.needs if row.lock else None for row in book.rows]
    told = [line for line in facts(edition(variant)) if line[0] not in (*(row.id for row in book.rows), "points")]
    assert words["facts"] == told
    assert words["points"] == book.scores[0].points[1:]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_printed_on_the_back_are_these_paragraphs(language: str) -> None:
    printed = Document(Job(edition("duel", language=language), parse_paper("a4"), back="rules"))
    drawn = " ".join(svg_text(page.scene, "", language) for page in printed.pages())
    for heading, _ in rule_paragraphs(edition("duel", language=language)):
        assert f'aria-label="{heading}"' in drawn


def test_a_paper_that_is_too_small_is_a_problem(file: Path) -> None:
    file.write_text(LARGE)
    with pytest.raises(InputError, match="the paper a5 is too small"):
        made(file, Choices("a5"))


def test_the_same_problem_is_told_once(file: Path) -> None:
    """It spoils both the print and the scorer."""
    file.write_text(CLASSIC + '[sheet.cell]\nwidth = "14.6mm"\n')
    with pytest.raises(InputError, match="too wide") as error:
        made(file)
    assert len(error.value.problems) == len(set(error.value.problems))


def test_an_edit_is_shown_and_an_error_leaves_the_last_good(file: Path) -> None:
    session = PreviewSession(file, Defaults())
    assert session.state(A4) == (None, True)
    first = finished(session)
    assert first.content and first.content.data["title"] == "Mine" and not first.problems
    file.write_text(CLASSIC.replace("Mine", "Yours"))
    second = finished(session)
    assert second.content and second.content.data["title"] == "Yours"
    file.write_text("title = = 1\n")
    third = finished(session)
    assert third.content == second.content
    assert [problem.place and problem.place.line for problem in third.problems] == [1]
    file.write_text(CLASSIC)
    assert finished(session).problems == ()


def test_what_is_extended_is_watched(file: Path) -> None:
    hidden = file.parent / ".hidden"
    hidden.mkdir()
    base = hidden / "base.toml"
    base.write_text(CLASSIC)
    file.write_text('extends = ".hidden/base.toml"\n')
    session = PreviewSession(file, Defaults())
    assert file.absolute() in finished(session).snapshot
    base.write_text(CLASSIC.replace("Mine", "Ours"))
    state = finished(session)
    assert state.content and state.content.data["title"] == "Ours"


def test_the_same_text_makes_the_same_bytes(file: Path) -> None:
    session = PreviewSession(file, Defaults())
    before = finished(session).content
    file.write_text(CLASSIC + "# a comment\n")
    after = finished(session).content
    assert after == before


@pytest.mark.parametrize("gap", ["missing", "empty"])
def test_a_file_that_is_being_saved_is_no_error(gap: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the session pauses, the editor comes to its end."""
    pause = SimpleNamespace(sleep=lambda _: file.write_text(CLASSIC))
    monkeypatch.setattr("sheetgen.preview.session.time", pause)
    session = PreviewSession(file, Defaults())
    finished(session)
    seen: list[int] = []
    for _ in range(3):
        if gap == "missing":
            file.unlink()
        else:
            file.write_text("")
        wait_until(lambda: _noted(session, seen) and file.exists() and file.read_text() == CLASSIC)
        seen.append(len(finished(session).problems))
    assert set(seen) == {0}


def _noted(session: PreviewSession, seen: list[int]) -> bool:
    state, is_busy = session.state(A4)
    seen.append(len(state.problems) if state else 0)
    return not is_busy


def test_a_file_that_stays_away_is_one(file: Path) -> None:
    session = PreviewSession(file, Defaults())
    finished(session)
    file.unlink()
    assert "there is no file" in finished(session).problems[0].message


def test_other_choices_show_what_was_good_with_these(file: Path) -> None:
    file.write_text(LARGE)
    session = PreviewSession(file, Defaults())
    good = finished(session).content
    small = finished(session, Choices("a5"))
    assert small.problems and small.content is None
    assert good and session.shown_content(small) == good


def test_only_one_is_made_at_a_time(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask, and whatever they choose; and all are answered at once."""
    running, most, go = 0, 0, threading.Event()
    lock = threading.Lock()

    def slow(*arguments: object) -> PreviewContent:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        assert go.wait(TIMEOUT)
        with lock:
            running -= 1
        return build_content(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("sheetgen.preview.session.build_content", slow)
    session = PreviewSession(file, Defaults())
    everybody = [Choices("a4"), Choices("a3"), Choices("a4", "cvd")]
    for choices in everybody * 5:
        assert session.state(choices) == (None, True)
    go.set()
    for choices in everybody:
        assert finished(session, choices).content
    assert most == 1


def test_a_failure_of_the_program_is_told_and_not_tried_for_ever(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failures: list[str] = []

    def note(told: threading.ExceptHookArgs) -> None:
        failures.append(str(told.exc_value))

    def fail(*_: object) -> PreviewContent:
        raise RuntimeError("a bug")

    monkeypatch.setattr(threading, "excepthook", note)
    monkeypatch.setattr("sheetgen.preview.session.build_content", fail)
    session = PreviewSession(file, Defaults())
    assert finished(session).problems[0].message == "the program failed on this file"
    finished(session)
    assert failures == ["a bug"]


def test_old_choices_are_forgotten(file: Path) -> None:
    session = PreviewSession(file, Defaults())
    papers = [Choices(f"{200 + number}x300mm") for number in range(MAX_KEPT + 1)]
    for choices in papers:
        finished(session, choices)
    assert session.state(papers[-1])[0] and session.state(papers[0])[0] is None


DEEP = "a/b/c/d/e/t.toml"
NIGHT = 'extends = "color"\n[colours]\nred = "#aa0044"\n'


@pytest.mark.parametrize("name", [DEEP, ".looks/t.toml"])
@pytest.mark.parametrize("broken", ["a = = 1\n", "outlin = 1\n", None], ids=["syntax", "key", "missing"])
@pytest.mark.parametrize("key", ["theme", "extends"])
def test_a_broken_file_is_followed_wherever_it_lies(key: str, broken: str | None, name: str, file: Path) -> None:
    """Also if nothing was ever good."""
    other = file.parent / name
    other.parent.mkdir(parents=True)
    if broken:
        other.write_text(broken)
    good = NIGHT if key == "theme" else CLASSIC
    file.write_text(f'{key} = "{name}"\n' + (CLASSIC if key == "theme" else ""))
    session = PreviewSession(file, Defaults())
    assert finished(session).problems
    other.write_text(good)
    state = finished(session)
    assert state.content and not state.problems


def test_a_broken_file_that_is_named_by_a_change_is_followed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    other = file.parent / DEEP
    other.parent.mkdir(parents=True)
    other.write_text("a = = 1\n")
    session = PreviewSession(file, Defaults(changes=(f"theme={DEEP}",)))
    assert finished(session).problems
    other.write_text(NIGHT)
    assert not finished(session).problems


def test_files_that_name_each_other_are_told(file: Path) -> None:
    file.write_text('extends = "other.toml"\n')
    (file.parent / "other.toml").write_text('extends = "mine.toml"\n')
    assert "extends itself" in finished(PreviewSession(file, Defaults())).problems[0].message


def test_a_chosen_file_is_followed_with_what_it_extends(file: Path) -> None:
    theme, base = file.parent / "looks" / "night.toml", file.parent / ".hidden" / "base.toml"
    for path in (theme, base):
        path.parent.mkdir()
    base.write_text(NIGHT)
    theme.write_text('extends = "../.hidden/base.toml"\n')
    session, chosen = PreviewSession(file, Defaults()), Choices("a4", "looks/night.toml")
    before = finished(session, chosen)
    assert before.content and before.content != finished(session).content
    base.write_text(NIGHT.replace("aa0044", "00aa44"))
    after = finished(session, chosen)
    assert after.content and after.content != before.content
    base.write_text("a = = 1\n")
    assert finished(session, chosen).problems and not finished(session).problems


class Locked(type(Path())):  # type: ignore[misc]
    """A file in a folder that was closed a moment ago. For root there is none, so it is told here."""

    def exists(self, *_: object, **__: object) -> bool:
        raise PermissionError(13, "Permission denied")


def test_a_folder_that_is_closed_is_a_problem_and_no_failure(file: Path) -> None:
    file.write_text("a = = 1\n")
    [problem] = finished(PreviewSession(Locked(file), Defaults())).problems
    assert "not valid TOML" in problem.message
