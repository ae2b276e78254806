"""Read a user's file with care: never a folder or a pipe, never more than so many bytes."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from sheetgen.errors import InputError, shortened


class Wanted(NamedTuple):
    """What would be better than a file that cannot be read."""

    kind: str
    """For what is no file: a file of which kind is wanted."""
    missing: Callable[[Path], str | None] = lambda _: None
    """For a file that is not there."""
    smaller: str = ""
    """For a file that is too large, after how much is read."""
    other: str | None = None
    """For all that the system refuses."""


def read_bounded(path: Path, label: str, most: int, wanted: Wanted) -> bytes:
    """The whole file, or say why not. `label` is how messages name it.

    It is opened once, and what was opened is looked at: the name may lead to another file a moment later.
    """
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise InputError.of(f"{label} is not a regular file", wanted.kind)
            data = b"" if status.st_size > most else file.read(most + 1)
    except (OSError, ValueError) as error:
        raise _refusal(error, path, label, wanted) from None
    size = max(status.st_size, len(data))
    if size > most:
        hint = f"At most {most:,} bytes are read. {wanted.smaller}".rstrip()
        raise InputError.of(f"{label} is too large ({size:,} bytes)", hint)
    return data


def is_folder(path: Path) -> bool:
    """Is it known to be a folder?"""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def confined_path(name: str, folder: Path, home: Path) -> Path | None:
    """Return the path of a file that an untrusted file in `folder` names; None if it lies outside `home`."""
    try:
        path = folder / name
        is_inside = not Path(name).is_absolute() and path.resolve().is_relative_to(home.resolve())
    except (OSError, RuntimeError, ValueError):  # a circle of links is a RuntimeError
        raise InputError.of(f"cannot read {shortened(name)!r}", "Write the name of a file beside this one.") from None
    return path if is_inside else None


def _without_waiting(path: str, flags: int) -> int:
    """Opening a pipe would wait until somebody writes to it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _refusal(error: OSError | ValueError, path: Path, label: str, wanted: Wanted) -> InputError:
    if is_folder(path):
        return InputError.of(f"{label} is a folder", wanted.kind)
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return InputError.of(f"there is no file {label}", wanted.missing(path))
    if isinstance(error, OSError) and error.errno == errno.ENXIO:  # a socket
        return InputError.of(f"{label} is not a regular file", wanted.kind)
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return InputError.of(f"cannot read {label}: {reason}", wanted.other)
