"""Which changes of files are noticed, and how far a look goes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sheetgen.preview import watched_files
from sheetgen.preview.watched_files import snapshot


@pytest.fixture
def first(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text("a = 1\n")
    return file


def test_nothing_changed(first: Path) -> None:
    assert snapshot(first, ()) == snapshot(first, ())


def test_another_text_is_noticed(first: Path) -> None:
    before = snapshot(first, ())
    first.write_text("a = 12\n")
    assert snapshot(first, ()) != before


def test_a_file_put_in_its_place_is_noticed(first: Path) -> None:
    """Even if it has the same size and time."""
    before = snapshot(first, ())
    times = (first.stat().st_atime_ns, first.stat().st_mtime_ns)
    other = first.with_name("mine.toml~")
    other.write_text("a = 2\n")
    os.utime(other, ns=times)
    other.replace(first)
    assert snapshot(first, ()) != before


def test_a_missing_file_is_no_error(first: Path) -> None:
    first.unlink()
    assert snapshot(first, ())[first] is None
    assert snapshot(first.parent / "no" / "such" / "folder.toml", ())


@pytest.mark.parametrize("name", ["base.toml", "own.ttf", "LOUD.TOML", "a/b/c/theme.toml"])
def test_files_beside_and_below_are_watched(name: str, first: Path) -> None:
    before = snapshot(first, ())
    file = first.parent / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("")
    assert snapshot(first, ()) != before


@pytest.mark.parametrize("name", ["notes.txt", ".git/config.toml", "a/b/c/d/deep.toml"])
def test_others_are_not(name: str, first: Path) -> None:
    before = snapshot(first, ())
    file = first.parent / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("")
    assert snapshot(first, ()) == before


def test_a_circle_of_links_is_not_followed(first: Path) -> None:
    (first.parent / "again").symlink_to(first.parent, target_is_directory=True)
    assert list(snapshot(first, ())) == [first]


def test_files_that_were_used_are_watched_wherever_they_are(
    first: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    used = tmp_path_factory.mktemp("elsewhere") / "base.toml"
    used.write_text("b = 1\n")
    before = snapshot(first, [used])
    used.write_text("b = 22\n")
    assert snapshot(first, [used]) != before


def test_a_huge_folder_is_not_looked_through(first: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched_files, "MAX_ENTRIES", 20)
    for number in range(50):
        (first.parent / f"{number}.toml").write_text("")
    found = snapshot(first, ())
    assert first in found and len(found) <= 21


def test_a_relative_path_is_the_same_file(first: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(first.parent)
    assert snapshot(Path(first.name), ()) == snapshot(first, ())
