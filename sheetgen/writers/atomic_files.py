"""Whole files or none: everything is written beside its place and moved there when it is complete."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sheetgen.errors import InputError
from sheetgen.interrupts import signals_deferred


def must_be_empty(path: Path) -> None:
    """Refuse to replace a folder that has anything in it."""
    if any(path.iterdir()):
        raise _occupied(path)


@contextmanager
def whole_folder(path: Path, check: Callable[[Path], None] = must_be_empty) -> Iterator[Path]:
    """A temporary folder to fill. It becomes `path` if all goes well, in place of a folder that passes the check."""
    target = Path(os.path.realpath(path))
    temporary = target.parent / f".{target.name}.{os.getpid()}.part"
    with _telling(path):
        try:
            if path.is_dir():
                if Path.cwd().is_relative_to(target):
                    raise InputError.of(f"{path} is the folder you are in", "Name another one.")
                check(path)
            elif path.exists():
                raise _occupied(path)
            temporary.mkdir()
            yield temporary
            with signals_deferred():
                _replace_folder(temporary, target)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)


def _occupied(path: Path) -> InputError:
    return InputError.of(f"{path} is there already, and not an empty folder", "Name a new folder.")


def _replace_folder(new: Path, target: Path) -> None:
    """No system swaps two folders at once; so the old one is only moved aside until the new one has its place."""
    old = new.with_suffix(".old")
    try:
        with suppress(FileNotFoundError):
            target.rename(old)
        new.rename(target)
    finally:
        if not target.exists() and old.exists():
            old.rename(target)
        if old.is_symlink():  # to itself, or else the folder behind it would have been replaced
            old.unlink()
        shutil.rmtree(old, ignore_errors=True)


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A temporary path to write to. It replaces `path` if all goes well and vanishes if not."""
    target = Path(os.path.realpath(path))  # a link stays, and what it points to is replaced
    temporary = target.parent / f".{target.name}.{os.getpid()}.part"
    with _telling(path):
        try:
            if path.is_dir():
                raise InputError.of(f"{path} is a folder", "Give the name of a file.")
            if path.exists() and not path.is_file():
                raise InputError.of(f"{path} is not a regular file", "Give the name of a file.")
            # Made here, so that a folder that cannot be written to is noticed before any work is done.
            temporary.touch(exist_ok=False)
            yield temporary
            temporary.replace(target)
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


@contextmanager
def _telling(path: Path) -> Iterator[None]:
    """Say in plain words why a path cannot be written."""
    try:
        yield
    except OSError as error:
        hint = None if path.parent.exists() else f"There is no folder {path.parent}; make it first."
        raise InputError.of(f"cannot write {path}: {error.strerror or error}", hint) from None
