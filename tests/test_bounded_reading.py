"""Files that are read with care."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path

import pytest

from sheetgen.bounded_reading import ReadHints, read_bounded
from sheetgen.errors import InputError

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


def test_a_file_that_hides_its_size() -> None:
    """The system says 0 bytes for what it makes up."""
    file = Path("/proc/self/status")
    assert file.stat().st_size == 0
    assert refusal(file) == ("it is too large (11 bytes)", "At most 10 bytes are read. Cut it.")


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
