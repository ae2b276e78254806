"""Atomic writes: files and folders are written under a temporary name and moved into place when they are complete."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sheetgen.errors import InputError
from sheetgen.interrupts import signals_deferred


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """Yield a temporary path to write to. It replaces `path` on success and is deleted after an error."""
    target = Path(os.path.realpath(path))  # keep a symbolic link, and replace the file it points to
    temporary = _temporary_path(target)
    with _write_errors(path):
        try:
            if path.is_dir():
                raise InputError.of(f"{path} is a folder", "Give the name of a file.")
            if path.exists() and not path.is_file():
                raise InputError.of(f"{path} is not a regular file", "Give the name of a file.")
            temporary.touch(exist_ok=False)  # fails before any work is done if the folder cannot be written to
            yield temporary
            temporary.replace(target)
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


def require_empty(path: Path) -> None:
    """Raise InputError unless the path is an empty folder."""
    if not path.is_dir() or any(path.iterdir()):
        raise InputError.of(f"{path} exists already and is not an empty folder", "Name a new folder.")


@contextmanager
def atomic_folder(path: Path, check: Callable[[Path], None] = require_empty) -> Iterator[Path]:
    """Yield a temporary folder to fill. It becomes `path` on success, replacing a folder that passes `check`."""
    target = Path(os.path.realpath(path))
    temporary = _temporary_path(target)
    with _write_errors(path):
        try:
            if path.is_dir():
                if Path.cwd().is_relative_to(target):
                    raise InputError.of(f"{path} is the folder you are in", "Name another one.")
                check(path)
            elif path.exists():
                require_empty(path)  # raises the error
            temporary.mkdir()
            yield temporary
            with signals_deferred():
                _replace_folder(temporary, target)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)


def _replace_folder(new: Path, target: Path) -> None:
    """Move the new folder into place. There is no portable way to swap folders, so first move the old one aside."""
    old = new.with_suffix(".old")
    try:
        with suppress(FileNotFoundError):
            target.rename(old)
        new.rename(target)
    finally:
        if not target.exists() and old.exists():
            old.rename(target)
        if old.is_symlink():  # a link to itself; any other link was resolved by the caller
            old.unlink()
        shutil.rmtree(old, ignore_errors=True)


def _temporary_path(target: Path) -> Path:
    return target.parent / f".{target.name}.{os.getpid()}.part"


@contextmanager
def _write_errors(path: Path) -> Iterator[None]:
    """Convert system errors inside the context to InputErrors about the path."""
    try:
        yield
    except OSError as error:
        hint = None if path.parent.exists() else f"There is no folder {path.parent}; make it first."
        raise InputError.of(f"cannot write {path}: {error.strerror or error}", hint) from None
