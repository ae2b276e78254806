"""Files that cannot be layouts at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sheetgen.errors import InputError
from sheetgen.layouts.catalog import load_layout
from sheetgen.layouts.files.source import MAX_BYTES, read_source
from tests.systems import posix_only


def complaint(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        load_layout(path)
    return str(caught.value)


def test_a_missing_file_names_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("")
    assert "mine.toml" in complaint(tmp_path / "mein.toml")


def test_a_folder(tmp_path: Path) -> None:
    assert "is a folder" in complaint(tmp_path)


def test_a_broken_file_is_told_with_line_and_column(tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_text('slug = "x"\ntitle = "Big\n')
    message = complaint(file)
    assert f"{file}:2:13: not valid TOML" in message
    assert 'title = "Big' in message


def test_an_unfinished_file(tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_text("points = [1, 2")
    assert f"{file}:1:15: not valid TOML" in complaint(file)


def test_an_empty_file_lists_all_that_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "empty.toml"
    file.write_text("")
    message = complaint(file)
    assert f"{file}:1:1: slug, title, about and game are missing" in message
    assert 'Or begin with extends = "…", one of bigpoints, bonus-a' in message


def test_a_binary_file(tmp_path: Path) -> None:
    file = tmp_path / "binary.toml"
    file.write_bytes(bytes(range(256)))
    assert "not a text in UTF-8" in complaint(file)


def test_a_file_of_50_megabytes_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "huge.toml"
    with file.open("wb") as handle:
        handle.truncate(50_000_000)
    assert "too large (50,000,000 bytes)" in complaint(file)


def test_a_file_at_the_limit_is_read(tmp_path: Path) -> None:
    file = tmp_path / "large.toml"
    file.write_text("#\n" * (MAX_BYTES // 2))
    assert read_source(file).data == {}


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[\n" * 20_000 + "]" * 1000,
        "a = [\n" + "{b=[\n" * 9_000,
        ".".join("a" * 900) + " = 1",
        "[" + ".".join("a" * 900) + "]",
        "\n".join("a." * 900 + f"b{number} = 1" for number in range(35)),
    ],
    ids=["arrays", "tables", "dotted", "header", "many dotted"],
)
def test_deep_nesting_neither_hangs_nor_crashes(text: str, tmp_path: Path) -> None:
    file = tmp_path / "deep.toml"
    file.write_text(text)
    assert "nested too deeply" in complaint(file)


def test_a_very_long_line_is_not_parsed(tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    file.write_text("a = 1\n" + ".".join("a" * 20_000) + " = 1")
    assert f"{file}:2:1: this line has 40,003 characters" in complaint(file)


@posix_only
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    assert "not a regular file" in complaint(pipe)


def test_a_byte_order_mark_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "notepad.toml"
    file.write_bytes(b"\xef\xbb\xbfa = 1\n")
    assert read_source(file).data == {"a": 1}


def test_windows_line_ends_are_read(tmp_path: Path) -> None:
    file = tmp_path / "dos.toml"
    file.write_bytes(b'a = 1\r\nb = "x"\r\n')
    source = read_source(file)
    assert source.data == {"a": 1, "b": "x"}
    place = source.place(("b",))
    assert place and place.line == 2
