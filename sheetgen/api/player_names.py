"""The names of players from a file: one name a line, or a table with a column `name`."""

import csv
import io
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
    data = read_bounded(file, str(file), MAX_BYTES, ReadHints(_HINT, missing=lambda _: _HINT))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError.of(f"{file} is not a text in UTF-8", 'Save it as "CSV UTF-8" or as text in UTF-8.') from None
    head = text.partition("\n")[0].strip()
    delimiter = next((each for each in ";\t," if each in head), ",")
    columns = [word.strip().strip('"').lower() for word in head.split(delimiter)]
    if COLUMN in columns:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))[1:]
        names = [row[columns.index(COLUMN)] for row in rows if len(row) > columns.index(COLUMN)]
    elif file.suffix.lower() == ".csv" and len(columns) > 1:
        found = ", ".join(map(shortened, columns))
        raise InputError.of(f"{file} has no column `name`", f"Its first line has {found}.")
    else:
        names = text.splitlines()
    names = [name.strip() for name in names if name.strip()]
    if not names:
        raise InputError.of(f"{file} contains no names", _HINT)
    return names
