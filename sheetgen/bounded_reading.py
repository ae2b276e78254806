"""Safe reading of user files: regular files only, up to a size limit, with a record of which versions were read."""

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from sheetgen.errors import InputError, shortened

# Modification time in ns, size in bytes, and inode, which changes if a file is replaced; None if there is no file.
FileVersion = tuple[int, int, int] | None

_versions: ContextVar[dict[Path, FileVersion] | None] = ContextVar("versions", default=None)


class ReadHints(NamedTuple):
    """Hints for the error messages about a file that cannot be read."""

    kind: str  # for a folder, pipe or device: which kind of file to give
    missing: Callable[[Path], str | None] = lambda _: None  # for a file that does not exist
    smaller: str = ""  # for a file that is too large; printed after the size limit
    other: str | None = None  # for all other system errors


def read_bounded(path: Path, label: str, max_bytes: int, hints: ReadHints) -> bytes:
    """Return the content of a regular file, or raise an InputError that names the file by `label`.

    The open file is checked, because the path could lead to another file a moment later.
    """
    if (versions := _versions.get()) is not None:
        versions.setdefault(path.absolute(), file_version(path))
    try:
        with open(path, "rb", opener=_open_without_blocking) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise InputError.of(f"{label} is not a regular file", hints.kind)
            data = b"" if status.st_size > max_bytes else file.read(max_bytes + 1)
    except (OSError, ValueError) as error:
        raise _input_error(error, path, label, hints) from None
    size = max(status.st_size, len(data))
    if size > max_bytes:
        hint = f"At most {max_bytes:,} bytes are read. {hints.smaller}".rstrip()
        raise InputError.of(f"{label} is too large ({size:,} bytes)", hint)
    return data


@contextmanager
def recorded_versions() -> Iterator[dict[Path, FileVersion]]:
    """Record the version of every file that is read, or found missing, inside the context."""
    versions: dict[Path, FileVersion] = {}
    token = _versions.set(versions)
    try:
        yield versions
    finally:
        _versions.reset(token)


def file_version(path: Path) -> FileVersion:
    """Return the current version of a file, which changes with its content."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def is_folder(path: Path) -> bool:
    """Return whether the path is a folder; False if the system rejects the path."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def confined_path(name: str, folder: Path, home: Path) -> Path | None:
    """Return the path of a file that an untrusted file in `folder` names; None if it lies outside `home`."""
    try:
        path = folder / name
        is_inside = not Path(name).is_absolute() and path.resolve().is_relative_to(home.resolve())
    except (OSError, RuntimeError, ValueError):  # RuntimeError: symbolic links form a loop
        raise InputError.of(f"cannot read {shortened(name)!r}", "Write the name of a file beside this one.") from None
    return path if is_inside else None


def _open_without_blocking(path: str, flags: int) -> int:
    """Open a file without waiting for a writer if it is a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _input_error(error: OSError | ValueError, path: Path, label: str, hints: ReadHints) -> InputError:
    if is_folder(path):
        return InputError.of(f"{label} is a folder", hints.kind)
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return InputError.of(f"there is no file {label}", hints.missing(path))
    if isinstance(error, OSError) and error.errno == errno.ENXIO:  # a socket
        return InputError.of(f"{label} is not a regular file", hints.kind)
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return InputError.of(f"cannot read {label}: {reason}", hints.other)
