"""Whatever stops a process that writes, its targets are whole, and the next run leaves nothing else behind."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path

import pytest

from sheetgen.errors import InputError
from sheetgen.writers.atomic_files import atomic_file, atomic_folder
from tests.faults import Fault, faulty_runs
from tests.systems import posix_only

pytestmark = posix_only

IMPORTS = "from pathlib import Path\nfrom sheetgen.writers.atomic_files import *\n"
FILE = f"""{IMPORTS}
with atomic_file(Path("out")) as temporary:
    temporary.write_text("new")
"""
FILES = f"""{IMPORTS}
with atomic_files([Path("out"), Path("out-2")], new=[Path("out-2")]) as temporaries:
    for temporary in temporaries:
        temporary.write_text("new")
"""
FOLDER = f"""{IMPORTS}
with atomic_folder(Path("out"), lambda folder, name: None) as temporary:
    (temporary / "one").write_text("new")
    (temporary / "two").write_text("new")
"""
OLD_FILE, NEW_FILE = {"out": "old"}, {"out": "new"}
NEW_FILES = {"out": "new", "out-2": "new"}
OLD_FOLDER, NEW_FOLDER = {"out/one": "old", "out/three": "old"}, {"out/one": "new", "out/two": "new"}
CASES = {
    "a new file": (FILE, [{}, NEW_FILE]),
    "an old file": (FILE, [OLD_FILE, NEW_FILE]),
    "several files": (FILES, [OLD_FILE, NEW_FILE, NEW_FILES]),
    "a new folder": (FOLDER, [{}, NEW_FOLDER]),
    "an old folder": (FOLDER, [OLD_FOLDER, NEW_FOLDER]),
}


def make(folder: Path, files: dict[str, str]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)


def content(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}


def clean_up(target: Path, is_folder: bool) -> None:
    """Write the target once more, which removes what a killed process has left, and fail then."""
    write = atomic_folder(target, lambda folder, name: None) if is_folder else atomic_file(target)
    with pytest.raises(InputError, match="not today"), write:
        raise InputError.of("not today")


@pytest.mark.parametrize("fault", ["killed", "disk full"])
@pytest.mark.parametrize("case", CASES)
def test_after_a_fault_at_any_step_all_is_as_it_was_or_as_it_should_be(case: str, fault: Fault, tmp_path: Path) -> None:
    code, states = CASES[case]
    folder = tmp_path / "work"
    make(folder, states[0])
    found = []
    for run in faulty_runs(fault, code, [], folder):
        clean_up(folder / "out", is_folder=code == FOLDER)
        state = states.index(content(folder))
        if fault == "killed":
            assert run.returncode == -signal.SIGKILL
        elif state < len(states) - 1:
            assert "No space left on device" in run.stderr
        else:
            assert run.returncode == 0, run.stderr
        found.append(state)
        make(folder, states[0])
    assert {0, len(states) - 1} <= set(found)
