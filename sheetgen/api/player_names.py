"""The names of players from a file: one name a line, or a table with a column `name`."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from sheetgen.bounded_reading import ReadHints, read_bounded
from sheetgen.errors import InputError, shortened

MAX_BYTES = 1_000_000
COLUMN = "name"

_HINT = "Give a text file with one name a line, or a CSV file with a column `name`."


def read_player_names(file: Path) -> list[str]:
    """Return the names in a file, without empty lines.

    If the words of its first line, separated by commas, semicolons or tabs, include `name`, the file is a table.
    """
    data = read_bounded(file, str(file), MAX_BYTES, ReadHints(_HINT, missing=_missing_hint))
    try:
        text = data.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise InputError.of(f"{file} is not a text in UTF-8", "In Excel: Save as, CSV UTF-8.") from None
    lines = text.splitlines()
    head = lines[0] if lines else ""
    delimiter = next((each for each in ";\t," if each in head), ",")
    try:
        columns = next(_rows(head, delimiter, strict=False), [])  # a name may begin with a quotation mark
        index = next((at for at, word in enumerate(columns) if word.strip().lower() == COLUMN), None)
        if index is not None:
            names = [row[index] for row in [*_rows(text, delimiter)][1:] if len(row) > index]
        elif file.suffix.lower() == ".csv" and len(columns) > 1:
            found = ", ".join(map(shortened, columns))
            raise InputError.of(f"{file} has no column `name`", f"Its first line has {found}: rename a column to name.")
        else:
            names = lines
    except csv.Error:
        hint = 'Close every quotation mark, and double those inside a name: "Anna ""Ace"" Smith".'
        raise InputError.of(f"the quotation marks in {file} do not match", hint) from None
    names = [name.strip() for name in names if name.strip()]
    if not names:
        raise InputError.of(f"{file} contains no names", _HINT)
    return names


def _missing_hint(file: Path) -> str:
    plain = file.with_name(file.name.removeprefix("@"))
    return f"Did you mean {plain}?" if plain != file and plain.exists() else _HINT


def _rows(text: str, delimiter: str, strict: bool = True) -> Iterator[list[str]]:
    """Return an iterator over the rows of a table. If `strict`, it raises csv.Error for misplaced quotation marks."""
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=strict)
