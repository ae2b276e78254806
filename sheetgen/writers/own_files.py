"""Recognise files that this program made, so that an output never replaces anything else by mistake."""

import mmap
from collections.abc import Iterable
from pathlib import Path

from sheetgen.errors import InputError, Problem

# By ending: how such a file begins, and a text in each one that this program makes.
_MARKS = {
    ".pdf": (b"%PDF-", b"/Creator (sheetgen "),
    ".svg": (b"<svg ", b"<!--made by sheetgen-->"),
    ".png": (b"\x89PNG", b"tEXtSoftware\0sheetgen"),
    ".html": (b"<!doctype html>", b"sheetgen</title>"),
    ".json": (b'{\n "', b'\n "players": [\n  {"name": '),  # a record with a line for each player
}


def require_replaceable(files: Iterable[Path], force: bool = False) -> None:
    """Raise InputError if files exist that this program did not make, unless `force`.

    Empty files may be replaced. Files with an ending that no output has are not looked at.
    """
    if force:
        return
    foreign = [file for file in files if _is_foreign(file)]
    if foreign:
        hint = "Choose another name, or replace it with --force."
        raise InputError(Problem(f"{file} exists, and sheetgen did not make it", hint) for file in foreign)


def _is_foreign(file: Path) -> bool:
    mark = _MARKS.get(file.suffix.lower())
    try:
        if mark is None or not file.is_file() or not file.stat().st_size:
            return False
        beginning, text = mark
        with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as content:
            return content[: len(beginning)] != beginning or content.find(text) < 0
    except OSError:  # it cannot be written either, which is reported then
        return False
