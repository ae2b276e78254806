"""Files that are read with care."""

from __future__ import annotations

import errno
import os
import socket
from contextlib import suppress
from pathlib import Path

import pytest

from sheetgen.bounded_reading import ReadHints, file_version, read_bounded, recorded_versions
from sheetgen.errors import InputError
from tests.systems import linux_only, posix_only

WANTED = ReadHints("A file.", missing=lambda path: f"Not {path.name}.", smaller="Cut it.", other="Another one.")


def refusal(path: Path, most: int = 10) -> tuple[str, str | None]:
    with pytest.raises(InputError) as caught:
        read_bounded(path, "it", most, WANTED)
    [problem] = caught.value.problems
    return problem.message, problem.hint


def test_a_file_up_to_the_limit(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"0123456789")
    assert read_bounded(file, "it", 10, WANTED) == b"0123456789"
    assert refusal(file, 9) == ("it is too large (10 bytes)", "At most 9 bytes are read. Cut it.")


@linux_only
def test_a_file_that_hides_its_size() -> None:
    """The system says 0 bytes for what it makes up."""
    file = Path("/proc/self/status")
    assert file.stat().st_size == 0
    assert refusal(file) == ("it is too large (11 bytes)", "At most 10 bytes are read. Cut it.")


@posix_only
def test_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        for name in ("pipe", "socket"):
            assert refusal(tmp_path / name) == ("it is not a regular file", "A file.")
    assert refusal(Path("/dev/zero")) == ("it is not a regular file", "A file.")
    assert refusal(tmp_path) == ("it is a folder", "A file.")


def test_what_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "link").symlink_to("none")
    for name in ("none", "link", "file/none"):
        path = tmp_path / name
        assert refusal(path) == ("there is no file it", f"Not {path.name}.")


def test_what_the_system_refuses(tmp_path: Path) -> None:
    (tmp_path / "round").symlink_to("round")
    assert refusal(tmp_path / "round") == (f"cannot read it: {os.strerror(errno.ELOOP)}", "Another one.")
    assert refusal(tmp_path / ("x" * 5000)) == ("cannot read it: File name too long", "Another one.")
    assert refusal(tmp_path / "\0") == ("cannot read it: embedded null byte", "Another one.")


def test_the_versions_of_files_that_are_read_are_recorded(tmp_path: Path) -> None:
    file, missing = tmp_path / "a.toml", tmp_path / "b.toml"
    file.write_text("a = 1\n")
    with recorded_versions() as versions:
        for path in (file, missing):
            with suppress(InputError):
                read_bounded(path, path.name, 100, WANTED)
    assert versions == {file: file_version(file), missing: None} and versions[file]


def test_a_file_put_in_its_place_is_another_version(tmp_path: Path) -> None:
    """Even if it has the same size and time."""
    file, other = tmp_path / "a.toml", tmp_path / "b.toml"
    file.write_text("a = 1\n")
    other.write_text("a = 2\n")
    os.utime(other, ns=(file.stat().st_atime_ns, file.stat().st_mtime_ns))
    before = file_version(file)
    other.replace(file)
    assert file_version(file) != before
