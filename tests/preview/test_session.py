"""The preview's session: it follows a layout file that changes, and keeps what was good."""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from sheetgen.preview.builder import Choices, Defaults, PreviewContent, build_content
from sheetgen.preview.session import MAX_STATES, PreviewSession, PreviewState
from tests.preview.conftest import A4, CLASSIC, LARGE
from tests.timeouts import TIMEOUT, wait_until


def finished(session: PreviewSession, choices: Choices = A4) -> PreviewState:
    """What there is to see once nothing newer is to come."""
    wait_until(lambda: not session.state(choices)[1])
    state, _ = session.state(choices)
    assert state
    return state


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
    assert file.absolute() in finished(session).versions
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
    papers = [Choices(f"{200 + number}x300mm") for number in range(MAX_STATES + 1)]
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
