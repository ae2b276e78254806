"""Atomic, durable writes: outputs are made in a hidden staging folder beside them, and moved into place when complete.

At any moment, even after a crash or a power cut, a target is whole: as it was before, or as it should be. A process
locks the targets that it writes; others are refused meanwhile. What a killed process leaves behind is removed when the
same target is written again; if it was killed while it replaced a folder, the old folder gets its name back.
"""

import errno
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from filelock import FileLock, Timeout

from sheetgen.errors import InputError
from sheetgen.interrupts import signals_deferred

SYNC_THREADS = 16  # file systems write many files to the disk at once if many threads wait for it
NEW, OLD = "new", "old"  # names in a staging folder: the folder that is made, and the one that it replaces
_CANNOT_SYNC = (errno.EINVAL, errno.ENOTSUP)  # errors of file systems that cannot sync folders

CheckFolder = Callable[[Path, Path], None]  # gets a folder, and the path by which messages call it


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """Yield a temporary path to write to. It replaces `path` on success and is deleted after an error."""
    with atomic_files([path]) as [temporary]:
        yield temporary


@contextmanager
def atomic_files(paths: Sequence[Path], new: Sequence[Path] = ()) -> Iterator[list[Path]]:
    """Yield temporary paths to write to. They replace `paths` together on success and are deleted after an error.

    A symbolic link stays a link to its file, and a file keeps its permissions. Nothing may exist at the paths in `new`.
    """
    targets = [Path(os.path.realpath(path)) for path in paths]
    staging_folders: dict[Path, Path] = {}
    with _write_errors(paths[0]), ExitStack() as stack:
        for path, target in zip(paths, targets, strict=True):
            if path.is_dir():
                raise InputError.of(f"{path} is a folder", "Give the name of a file.")
            if path.exists() and not path.is_file():
                raise InputError.of(f"{path} is not a regular file", "Give the name of a file.")
            if target.parent not in staging_folders:
                staging_folders[target.parent] = stack.enter_context(_staging_folder(target))
        temporaries = [
            staging_folders[target.parent] / f"{index}{target.suffix}" for index, target in enumerate(targets)
        ]
        yield temporaries
        _sync_all(temporaries)
        for temporary, target in zip(temporaries, targets, strict=True):
            _copy_permissions(target, temporary)
        with signals_deferred(), ExitStack() as undo:
            for path, temporary, target in zip(paths, temporaries, targets, strict=True):
                if path in new:
                    _move_without_replacing(temporary, target)
                    undo.callback(target.unlink)
                else:
                    temporary.replace(target)
            undo.pop_all()
        _sync_all(staging_folders.keys())


def require_empty(folder: Path, name: Path) -> None:
    """Raise InputError unless the path is an empty folder."""
    if not folder.is_dir() or any(folder.iterdir()):
        raise InputError.of(f"{name} exists already and is not an empty folder", "Name a new folder.")


@contextmanager
def atomic_folder(path: Path, check: CheckFolder = require_empty) -> Iterator[Path]:
    """Yield a temporary folder to fill. It becomes `path` on success, replacing a folder that passes `check`."""
    target = Path(os.path.realpath(path))

    def check_old(folder: Path) -> None:
        if folder.exists():
            (check if folder.is_dir() else require_empty)(folder, path)

    with _write_errors(path), _staging_folder(target) as staging:
        if path.is_dir() and Path.cwd().is_relative_to(target):
            raise InputError.of(f"{path} is the folder you are in", "Name another one.")
        check_old(path)
        new = staging / NEW
        new.mkdir()
        yield new
        _sync_all([*new.rglob("*"), new])
        _copy_permissions(target, new)
        with signals_deferred():
            _replace_folder(new, target, staging / OLD, check_old)
        _sync(target.parent)


def _replace_folder(new: Path, target: Path, old: Path, check_old: Callable[[Path], None]) -> None:
    """Move an old folder aside and the new one into place. There is no portable way to swap them.

    The old one is checked once more when nobody can put files into it any more, because it has lost its name.
    """
    with suppress(FileNotFoundError):
        target.rename(old)
    try:
        check_old(old)
        new.rename(target)
    except BaseException:
        if os.path.lexists(old):
            old.rename(target)
        raise


@contextmanager
def _staging_folder(target: Path) -> Iterator[Path]:
    """Lock the target, and yield a new folder beside it, which is removed in the end with all that is in it.

    Raises InputError if another process has the lock.
    """
    if not target.parent.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    lock_file = target.with_name(f".{target.name}.lock")
    staging = target.with_name(f".{target.name}.{token_hex(8)}.part")
    lock = FileLock(lock_file, timeout=0)
    try:
        with signals_deferred():
            lock.acquire()
            _remove_leftovers(target)
            staging.mkdir()
        yield staging
    except Timeout:
        hint = "Wait until it is done, or write to another place."
        raise InputError.of(f"{target.name} is being written by another process", hint) from None
    finally:
        with signals_deferred():
            shutil.rmtree(staging, ignore_errors=True)
            if lock.is_locked:
                with suppress(OSError):  # Windows removes it by itself
                    lock_file.unlink()
                lock.release()


def _remove_leftovers(target: Path) -> None:
    """Remove the staging folders of processes that were killed, and give an old folder its name back."""
    name = re.compile(rf"\.{re.escape(target.name)}\.[0-9a-f]{{16}}\.part")
    for leftover in target.parent.iterdir():
        if not name.fullmatch(leftover.name):
            continue
        old = leftover / OLD
        if old.is_dir() and not os.path.lexists(target):
            old.rename(target)
        shutil.rmtree(leftover, ignore_errors=True)


def _move_without_replacing(source: Path, target: Path) -> None:
    """Move a file, or raise FileExistsError if there is one already."""
    try:
        os.link(source, target)
    except FileExistsError:
        raise
    except OSError:  # the file system has no hard links
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        source.rename(target)


def _copy_permissions(target: Path, new: Path) -> None:
    """Give a new file or folder the permissions of the one that it will replace, if there is one."""
    if target.exists():
        shutil.copymode(target, new)


def _sync_all(paths: Iterable[Path]) -> None:
    """Wait until files, and the entries of folders, are on the disk."""
    with ThreadPoolExecutor(SYNC_THREADS) as threads:
        list(threads.map(_sync, paths))


def _sync(path: Path) -> None:
    if os.name == "nt" and path.is_dir():  # Windows cannot open folders
        return
    # Windows syncs only what is open for writing.
    descriptor = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise
    finally:
        os.close(descriptor)


@contextmanager
def _write_errors(path: Path) -> Iterator[None]:
    """Convert system errors inside the context to InputErrors about the path."""
    try:
        yield
    except OSError as error:
        hint = None if path.parent.exists() else f"There is no folder {path.parent}; make it first."
        raise InputError.of(f"cannot write {path}: {error.strerror or error}", hint) from None
