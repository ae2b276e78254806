"""An existing file is replaced only by a whole one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sheetgen.errors import InputError
from sheetgen.writers.atomic_files import atomic_file, atomic_folder


def test_the_file_appears_when_it_is_complete(tmp_path: Path) -> None:
    file = tmp_path / "out.txt"
    with atomic_file(file) as temporary:
        temporary.write_text("new")
        assert not file.exists()
    assert file.read_text() == "new"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("error", [InputError.of("no"), KeyboardInterrupt(), ValueError()])
def test_after_an_error_the_old_file_is_still_there_and_nothing_else(tmp_path: Path, error: BaseException) -> None:
    file = tmp_path / "out.txt"
    file.write_text("old")

    def fail() -> None:
        with atomic_file(file) as temporary:
            temporary.write_text("half")
            raise error

    with pytest.raises(type(error)):
        fail()
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("place", ["missing/out.txt", "file/out.txt"])
def test_a_place_that_cannot_be_written_to(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot write"), atomic_file(tmp_path / place):
        pytest.fail("nothing should be done before the place is known to work")


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    link = tmp_path / "link.txt"
    link.symlink_to("real.txt")
    with atomic_file(link) as temporary:
        temporary.write_text("new")
    assert link.is_symlink()
    assert (tmp_path / "real.txt").read_text() == "new"


def test_a_circle_of_links_points_nowhere_and_is_replaced(tmp_path: Path) -> None:
    link = tmp_path / "loop.pdf"
    link.symlink_to("loop.pdf")
    with atomic_file(link) as temporary:
        temporary.write_text("new")
    assert link.read_text() == "new"
    assert list(tmp_path.iterdir()) == [link]


def test_a_device_or_pipe_is_left_alone(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(InputError, match="not a regular file"), atomic_file(pipe):
        pass
    assert pipe.is_fifo()


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder"), atomic_file(tmp_path):
        pass


def test_a_folder_is_whole_or_not_there(tmp_path: Path) -> None:
    target = tmp_path / "games"
    with pytest.raises(InputError, match="cannot write"), atomic_folder(target) as temporary:
        (temporary / "no" / "one").write_text("1")
    assert list(tmp_path.iterdir()) == []
    with atomic_folder(target) as temporary:
        (temporary / "one").write_text("1")
        assert not target.exists()
    assert [path.name for path in tmp_path.iterdir()] == ["games"] and (target / "one").read_text() == "1"


def test_an_empty_folder_is_filled_and_a_full_one_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "games"
    target.mkdir()
    with atomic_folder(target) as temporary:
        (temporary / "one").write_text("1")
    with pytest.raises(InputError, match="not an empty folder"), atomic_folder(target):
        pytest.fail("it should not have come so far")
    assert (target / "one").read_text() == "1"


def test_a_folder_takes_the_place_of_a_circle_of_links(tmp_path: Path) -> None:
    target = tmp_path / "circle"
    target.symlink_to(target)
    with atomic_folder(target) as temporary:
        (temporary / "file").write_text("new")
    assert [path.name for path in tmp_path.iterdir()] == ["circle"]
    assert (target / "file").read_text() == "new"


def test_a_missing_folder_around_it_is_told(tmp_path: Path) -> None:
    for write in (atomic_file, atomic_folder):
        with pytest.raises(InputError, match="make it first"), write(tmp_path / "no" / "where"):
            pytest.fail("it should not have come so far")
