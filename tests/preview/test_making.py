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
from sheetgen.preview.builder import Choices, Defaults, Made, draw, load
from sheetgen.preview.session import MOST_KEPT, Showing, Workshop
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


def made(file: Path, choices: Choices = A4, defaults: Defaults | None = None) -> Made:
    defaults = defaults or Defaults()
    return draw(load(file, choices, defaults).edition, choices.paper, defaults.base)


def finished(workshop: Workshop, choices: Choices = A4) -> Showing:
    """What there is to see once nothing newer is to come."""
    wait_until(lambda: not workshop.look(choices)[1])
    showing, _ = workshop.look(choices)
    assert showing
    return showing


@pytest.mark.parametrize("example", selection(EXAMPLE_LAYOUTS, EXAMPLE_LAYOUTS[::3]), ids=lambda path: path.stem)
def test_pictures_are_those_that_svg_makes(example: Path) -> None:
    found = made(example)
    document = Document(Job(load(example, A4, Defaults()).edition, parse_paper("a4")))
    wanted = [svg_text(page.scene, document.info.title, "en").encode() for page in document.pages()]
    assert [picture.svg for picture in found.pictures] == wanted
    layout = load_layout(example)
    assert found.scorer == scorer_page(layout, own_theme(layout) or load_theme("color"))


def test_choices_and_defaults(file: Path) -> None:
    plain = made(file)
    german = made(file, Choices("letter", "cvd", "de"))
    assert (plain.pictures[0].width, german.pictures[0].width) == (210, 215.9)
    assert german.language == "de" and german.words.rows[0].name == "Rot"
    assert german.scorer_tag != plain.scorer_tag
    settings = Defaults(theme="cvd", language="de", base="http://a.example")
    assert made(file, Choices("letter"), settings).scorer_tag == german.scorer_tag
    assert made(file, A4, settings).link.startswith("http://a.example/mine/#")


def test_only_the_first_pages_are_drawn(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "MOST_PAGES", 2)
    file.write_text('extends = "onboard"\nslug = "mine"\n')
    found = made(file)
    assert (len(found.pictures), found.page_count) == (2, 4)


@pytest.mark.parametrize("variant", selection(VARIANTS, UNLIKE))
def test_words_tell_the_whole_game(variant: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'extends = "{variant}"\nslug = "mine"\n')
    words, book = made(file).words, edition(variant).rulebook
    assert words.paragraphs == rule_paragraphs(edition(variant)) and words.paragraphs
    for shown, row in zip(words.rows, book.rows, strict=True):
        numbers = [cell.number for cell in row.cells if cell.id not in book.doubles]
        assert list(map(int, re.findall(r"\d+", shown.numbers))) == ([*chain(*row.swaps)] or numbers)
    assert [row.needs for row in words.rows] == [row.lock.needs if row.lock else None for row in book.rows]
    told = [line for line in facts(edition(variant)) if line[0] not in (*(row.id for row in book.rows), "points")]
    assert words.facts == told
    assert tuple(words.points) == book.scores[0].points[1:]


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
    workshop = Workshop(file, Defaults())
    assert workshop.look(A4) == (None, True)
    first = finished(workshop)
    assert first.made and first.made.title == "Mine" and not first.problems
    file.write_text(CLASSIC.replace("Mine", "Yours"))
    second = finished(workshop)
    assert second.made and second.made.title == "Yours"
    file.write_text("title = = 1\n")
    third = finished(workshop)
    assert third.made == second.made
    assert [problem.place and problem.place.line for problem in third.problems] == [1]
    file.write_text(CLASSIC)
    assert finished(workshop).problems == ()


def test_what_is_extended_is_watched(file: Path) -> None:
    hidden = file.parent / ".hidden"
    hidden.mkdir()
    base = hidden / "base.toml"
    base.write_text(CLASSIC)
    file.write_text('extends = ".hidden/base.toml"\n')
    workshop = Workshop(file, Defaults())
    assert file.absolute() in finished(workshop).seen
    base.write_text(CLASSIC.replace("Mine", "Ours"))
    showing = finished(workshop)
    assert showing.made and showing.made.title == "Ours"


def test_the_same_text_makes_the_same_bytes(file: Path) -> None:
    workshop = Workshop(file, Defaults())
    before = finished(workshop).made
    file.write_text(CLASSIC + "# a comment\n")
    after = finished(workshop).made
    assert after == before


@pytest.mark.parametrize("gap", ["missing", "empty"])
def test_a_file_that_is_being_saved_is_no_error(gap: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the workshop pauses, the editor comes to its end."""
    pause = SimpleNamespace(sleep=lambda _: file.write_text(CLASSIC))
    monkeypatch.setattr("sheetgen.preview.session.time", pause)
    workshop = Workshop(file, Defaults())
    finished(workshop)
    seen: list[int] = []
    for _ in range(3):
        if gap == "missing":
            file.unlink()
        else:
            file.write_text("")
        wait_until(lambda: _noted(workshop, seen) and file.exists() and file.read_text() == CLASSIC)
        seen.append(len(finished(workshop).problems))
    assert set(seen) == {0}


def _noted(workshop: Workshop, seen: list[int]) -> bool:
    showing, is_busy = workshop.look(A4)
    seen.append(len(showing.problems) if showing else 0)
    return not is_busy


def test_a_file_that_stays_away_is_one(file: Path) -> None:
    workshop = Workshop(file, Defaults())
    finished(workshop)
    file.unlink()
    assert "there is no file" in finished(workshop).problems[0].message


def test_other_choices_show_what_was_good_with_these(file: Path) -> None:
    file.write_text(LARGE)
    workshop = Workshop(file, Defaults())
    good = finished(workshop).made
    small = finished(workshop, Choices("a5"))
    assert small.problems and small.made is None
    assert good and workshop.good(small) == good


def test_only_one_is_made_at_a_time(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask, and whatever they choose; and all are answered at once."""
    running, most, go = 0, 0, threading.Event()
    lock = threading.Lock()

    def slow(*arguments: object) -> Made:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        assert go.wait(TIMEOUT)
        with lock:
            running -= 1
        return draw(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("sheetgen.preview.session.draw", slow)
    workshop = Workshop(file, Defaults())
    everybody = [Choices("a4"), Choices("a3"), Choices("a4", "cvd")]
    for choices in everybody * 5:
        assert workshop.look(choices) == (None, True)
    go.set()
    for choices in everybody:
        assert finished(workshop, choices).made
    assert most == 1


def test_a_failure_of_the_program_is_told_and_not_tried_for_ever(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failures: list[str] = []

    def note(told: threading.ExceptHookArgs) -> None:
        failures.append(str(told.exc_value))

    def fail(*_: object) -> Made:
        raise RuntimeError("a bug")

    monkeypatch.setattr(threading, "excepthook", note)
    monkeypatch.setattr("sheetgen.preview.session.draw", fail)
    workshop = Workshop(file, Defaults())
    assert finished(workshop).problems[0].message == "the program failed on this file"
    finished(workshop)
    assert failures == ["a bug"]


def test_old_choices_are_forgotten(file: Path) -> None:
    workshop = Workshop(file, Defaults())
    papers = [Choices(f"{200 + number}x300mm") for number in range(MOST_KEPT + 1)]
    for choices in papers:
        finished(workshop, choices)
    assert workshop.look(papers[-1])[0] and workshop.look(papers[0])[0] is None


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
    workshop = Workshop(file, Defaults())
    assert finished(workshop).problems
    other.write_text(good)
    showing = finished(workshop)
    assert showing.made and not showing.problems


def test_a_broken_file_that_is_named_by_a_change_is_followed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    other = file.parent / DEEP
    other.parent.mkdir(parents=True)
    other.write_text("a = = 1\n")
    workshop = Workshop(file, Defaults(changes=(f"theme={DEEP}",)))
    assert finished(workshop).problems
    other.write_text(NIGHT)
    assert not finished(workshop).problems


def test_files_that_name_each_other_are_told(file: Path) -> None:
    file.write_text('extends = "other.toml"\n')
    (file.parent / "other.toml").write_text('extends = "mine.toml"\n')
    assert "extends itself" in finished(Workshop(file, Defaults())).problems[0].message


def test_a_chosen_file_is_followed_with_what_it_extends(file: Path) -> None:
    theme, base = file.parent / "looks" / "night.toml", file.parent / ".hidden" / "base.toml"
    for path in (theme, base):
        path.parent.mkdir()
    base.write_text(NIGHT)
    theme.write_text('extends = "../.hidden/base.toml"\n')
    workshop, chosen = Workshop(file, Defaults()), Choices("a4", "looks/night.toml")
    before = finished(workshop, chosen)
    assert before.made and before.made != finished(workshop).made
    base.write_text(NIGHT.replace("aa0044", "00aa44"))
    after = finished(workshop, chosen)
    assert after.made and after.made != before.made
    base.write_text("a = = 1\n")
    assert finished(workshop, chosen).problems and not finished(workshop).problems


class Locked(type(Path())):  # type: ignore[misc]
    """A file in a folder that was closed a moment ago. For root there is none, so it is told here."""

    def exists(self, *_: object, **__: object) -> bool:
        raise PermissionError(13, "Permission denied")


def test_a_folder_that_is_closed_is_a_problem_and_no_failure(file: Path) -> None:
    file.write_text("a = = 1\n")
    [problem] = finished(Workshop(Locked(file), Defaults())).problems
    assert "not valid TOML" in problem.message
