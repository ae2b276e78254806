"""An existing file or folder is replaced only by a whole one, and by one process at a time."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from sheetgen.errors import InputError
from sheetgen.writers.atomic_files import atomic_file, atomic_files, atomic_folder
from tests.systems import posix_only


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


@posix_only
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


@posix_only
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664])
def test_permissions_stay_as_they_were(tmp_path: Path, mode: int) -> None:
    file, folder = tmp_path / "out.txt", tmp_path / "games"
    file.touch()
    folder.mkdir()
    file.chmod(mode)
    folder.chmod(mode | 0o100)
    with atomic_file(file) as temporary:
        temporary.write_text("new")
    with atomic_folder(folder) as temporary:
        (temporary / "one").write_text("1")
    assert (stat.S_IMODE(file.stat().st_mode), stat.S_IMODE(folder.stat().st_mode)) == (mode, mode | 0o100)


def test_new_files_have_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    with atomic_file(tmp_path / "out.txt") as temporary:
        temporary.write_text("new")
    assert (tmp_path / "out.txt").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_several_files_appear_together(tmp_path: Path) -> None:
    files = [tmp_path / "1.svg", tmp_path / "2.svg"]
    files[0].write_text("old")
    with atomic_files(files) as temporaries:
        for number, temporary in enumerate(temporaries):
            temporary.write_text(str(number))
        assert [path.read_text() for path in tmp_path.glob("*.svg")] == ["old"]
    assert [path.read_text() for path in files] == ["0", "1"]
    assert sorted(tmp_path.iterdir()) == files


def test_links_to_other_folders_stay_links(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "real").write_text("old")
        (tmp_path / name / "link").symlink_to("real")
    links = [tmp_path / "a" / "link", tmp_path / "b" / "link"]
    with atomic_files(links) as temporaries:
        for number, temporary in enumerate(temporaries):
            temporary.write_text(str(number))
    assert [path.read_text() for path in links] == ["0", "1"] and all(path.is_symlink() for path in links)


def test_a_file_that_must_be_new_replaces_nothing(tmp_path: Path) -> None:
    """Even if somebody else made it meanwhile; and then no other new one stays."""
    files = [tmp_path / "1.toml", tmp_path / "2.toml"]

    def write() -> None:
        with atomic_files(files, new=files) as temporaries:
            for temporary in temporaries:
                temporary.write_text("new")
            files[1].write_text("mine")

    with pytest.raises(InputError, match="File exists"):
        write()
    assert list(tmp_path.iterdir()) == [files[1]] and files[1].read_text() == "mine"


def test_what_is_put_into_a_folder_meanwhile_is_kept(tmp_path: Path) -> None:
    target = tmp_path / "games"

    def write() -> None:
        with atomic_folder(target) as temporary:
            (temporary / "one").write_text("1")
            target.mkdir(exist_ok=True)
            (target / "mine").write_text("precious")

    for _ in ("there is no folder yet", "there is an empty one"):
        with pytest.raises(InputError, match="games exists already"):
            write()
        assert [path.name for path in tmp_path.rglob("*")] == ["games", "mine"]
        (target / "mine").unlink()


@pytest.mark.parametrize("write", [atomic_file, atomic_folder])
def test_one_process_at_a_time(tmp_path: Path, write: Callable[[Path], AbstractContextManager[Path]]) -> None:
    target, other = tmp_path / "out", tmp_path / "other"
    with write(target) as temporary, write(other) as unrelated:
        with pytest.raises(InputError, match="out is being written by another process"), write(target):
            pytest.fail("it should not have come so far")
        for path in (temporary, unrelated):
            (path / "file" if path.is_dir() else path).write_text("new")
    assert sorted(tmp_path.iterdir()) == [other, target]


def test_only_the_remains_of_the_same_target_are_removed(tmp_path: Path) -> None:
    others = [".out.0123456789abcdef", ".out.mine.part", ".out.0123456789abcdef.part.txt", ".a.0123456789abcdef.part"]
    for name in (*others, ".out.0123456789abcdef.part"):
        (tmp_path / name).mkdir()
    with atomic_file(tmp_path / "out") as temporary:
        temporary.write_text("new")
    assert {path.name for path in tmp_path.iterdir()} == {*others, "out"}
