"""Whatever stops a command, its outputs are whole, and the next run leaves nothing else behind."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

import pytest

from sheetgen.scorer.site import MARKER
from tests.faults import COMMAND, RENAMES, faulty_runs
from tests.photos.plain_shot import photo
from tests.profiles import amount, selection
from tests.timeouts import TIMEOUT, wait_until

GAMES = 3000  # so many are played by several processes
COMMANDS = {
    "pdf": "pdf -v classic --count 2000 --force -o out.pdf",
    "png": "png -v classic --count 6 --dpi 40 --force -o out.png",
    "page": "page -v classic --force -o out.html",
    "scan": "scan photo.jpg --force -o out.json",
    "simulate": f"simulate -v classic -n {GAMES} --records out",
    "site": "site out",
}
OLD_FILES = {
    "pdf": ["out.pdf"],
    "png": ["out-1.png", "out-2.png", "out-3.png"],
    "page": ["out.html"],
    "scan": ["out.json"],
}
OLD = b"old"
ENDINGS = {".pdf": b"%%EOF", ".png": b"IEND\xaeB`\x82", ".html": b"</html>", ".json": b"}"}

NAMESPACE = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"]


def may_run(*command: str) -> bool:
    """Return whether a command exists here and succeeds, which may need root."""
    return shutil.which(command[0]) is not None and subprocess.run(command, capture_output=True).returncode == 0


CAN_MOUNT = may_run("mkfs.ext4", "-V") and may_run("losetup", "--find") and may_run("unshare", "--mount", "true")


def started(arguments: str, folder: Path, *before: str) -> subprocess.Popen[str]:
    command = [*before, sys.executable, "-m", "sheetgen", *arguments.split()]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finished(running: subprocess.Popen[str]) -> tuple[int, str, str]:
    output, errors = running.communicate(timeout=10 * TIMEOUT)
    return running.returncode, output, errors


def run(arguments: str, folder: Path) -> None:
    status, _, errors = finished(started(arguments, folder))
    assert status in (0, 1), errors  # a scanned game may break rules


def kill_while_it_writes(arguments: str, folder: Path, delay: float) -> None:
    """Kill a command some seconds after it has begun to write, unless it ends before."""
    running = started(arguments, folder)
    wait_until(lambda: list(folder.glob(".out*")) or running.poll() is not None)
    with suppress(subprocess.TimeoutExpired):
        running.wait(delay)
    running.kill()
    finished(running)


@pytest.fixture(scope="module")
def old_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("old")
    run("site site", folder)
    return folder / "site"


def prepare(folder: Path, name: str, old_site: Path) -> None:
    """Make the folder anew, with a photo and older outputs of the command with this name."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    photo(str(folder / "photo.jpg"), ["red 2", "red 3"])
    for file in OLD_FILES.get(name, []):
        (folder / file).write_bytes(OLD)
    if name == "site":
        shutil.copytree(old_site, folder / "out")


def require_whole(folder: Path) -> None:
    """Fail unless each visible file is an old one or complete, and all files of a folder are there."""
    out = folder / "out"
    for file in folder.glob("out*.*"):
        content = file.read_bytes()
        assert content == OLD or content.rstrip().endswith(ENDINGS[file.suffix]), file
    if (out / MARKER).exists():
        for name, digest in json.loads((out / MARKER).read_bytes())["files"].items():
            assert sha256((out / name).read_bytes()).hexdigest() == digest, name
    elif out.exists():
        games = list(out.iterdir())
        assert len(games) == GAMES and all(json.loads(game.read_bytes()) for game in games)


def require_clean(folder: Path) -> None:
    """Fail if there is anything hidden."""
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("name", selection(COMMANDS, ["png"]))
def test_killed_before_any_move_the_outputs_are_whole(name: str, old_site: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    prepare(folder, name, old_site)
    kills = 0
    for killed in faulty_runs("killed", COMMAND, COMMANDS[name].split(), folder, RENAMES):
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        require_whole(folder)
        run(COMMANDS[name], folder)
        require_whole(folder)
        require_clean(folder)
        prepare(folder, name, old_site)
        kills += 1
    assert kills >= 1


@pytest.mark.parametrize("name", selection(COMMANDS, ["simulate"]))
def test_killed_at_a_random_moment_the_outputs_are_whole(name: str, old_site: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    prepare(folder, name, old_site)
    chance = random.Random(name)
    for _ in range(amount(1, 40)):
        kill_while_it_writes(COMMANDS[name], folder, delay=chance.choice((0.0, 0.01, 0.1, 1.0)) * chance.random())
        require_whole(folder)
    if name == "simulate":
        shutil.rmtree(folder / "out", ignore_errors=True)  # it replaces no folder with games
    run(COMMANDS[name], folder)
    require_whole(folder)
    require_clean(folder)


HOLD = """
import sys
from pathlib import Path
from sheetgen.writers.atomic_files import atomic_folder
from tests.systems import posix_only

pytestmark = posix_only
with atomic_folder(Path("out")) as temporary:
    (temporary / "mine").write_text("precious")
    print("writing", flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(not may_run(*NAMESPACE, "true"), reason="process namespaces are not allowed here")
def test_of_two_processes_that_do_not_see_each_other_one_is_refused(own_folder: Path) -> None:
    """As in two containers with the same volume, where both may have the same process id."""
    command = [*NAMESPACE, sys.executable, "-c", HOLD]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdin and first.stdout and first.stdout.readline() == "writing\n"
        status, _, errors = finished(started("simulate -v classic --records out", own_folder, *NAMESPACE))
        assert status == 2 and "out is being written by another process" in errors
        first.stdin.close()
    assert first.returncode == 0
    assert [path.name for path in own_folder.rglob("*")] == ["out", "mine"]


@contextmanager
def disk(image: Path, folder: Path) -> Iterator[None]:
    """Mount a disk image at a folder."""
    folder.mkdir(exist_ok=True)
    subprocess.run(["mount", "-o", "loop", image, folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.skipif(not CAN_MOUNT, reason="disk images cannot be mounted here")
@pytest.mark.parametrize("name", selection(COMMANDS, ["page"]))
def test_what_is_reported_as_written_survives_a_power_cut(name: str, old_site: Path, tmp_path: Path) -> None:
    """A copy of the disk image, made when the command has ended, is what a computer finds after a power cut then."""
    image, copy, mounted = tmp_path / "disk", tmp_path / "copy", tmp_path / "mounted"
    folder = mounted / "folder"
    with image.open("wb") as file:
        file.truncate(256 * 1024**2)
    subprocess.run(["mkfs.ext4", "-q", image], check=True)
    with disk(image, mounted):
        prepare(folder, name, old_site)
        os.sync()
        run(COMMANDS[name], folder)
        shutil.copyfile(image, copy)
        expected = sizes(folder)
    with disk(copy, mounted):
        assert sizes(folder) == expected
        require_whole(folder)
        if name != "simulate":  # which replaces no folder with games
            run(COMMANDS[name], folder)
            require_clean(folder)


def sizes(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_size for path in folder.rglob("*") if ".out" not in str(path)}
