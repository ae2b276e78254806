"""The largest layouts that are allowed take neither long nor much memory, whatever is done with them."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest

from sheetgen.layouts.catalog import load_layout
from sheetgen.rules.game_spec import compile_rulebook
from tests.helpers import PROJECT
from tests.layouts.largest_layouts import largest_layout
from tests.profiles import selection
from tests.timeouts import TIMEOUT

MOST_SECONDS = 10 * TIMEOUT
"""Of the processor, and far more than is needed on any computer: this finds what hangs."""
MOST_MEGABYTES = 500

# A command that ends itself if it takes too long, and tells what it took, its children included. It is forked, because
# on Linux a program's memory is at least that of the one that started it, and the tests are large.
SCRIPT = f"""
import os, resource, sys
if child := os.fork():
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
resource.setrlimit(resource.RLIMIT_CPU, ({MOST_SECONDS}, {MOST_SECONDS + 1}))
from sheetgen.cli.app import main
from tests.systems import posix_only

pytestmark = posix_only
status = 0
try:
    main(sys.argv[1:])
except SystemExit as ended:
    status = ended.code
used = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
unit = 1024 * 1024 if sys.platform == "darwin" else 1024
print("used", status or 0, sum(used) // unit, file=sys.stderr)
"""

COMMANDS = {
    "check": ("check", "mine.toml"),
    "pdf": ("pdf", "--layout", "mine.toml", "--paper", "2000x2000mm", "-o", "made.pdf"),
    "page": ("page", "--layout", "mine.toml", "-o", "made.html"),
    "simulate": ("simulate", "--layout", "mine.toml", "-n", "20"),
    "show": ("show", "./mine.toml"),
    "show as data": ("show", "./mine.toml", "--json"),
}


@dataclass(frozen=True)
class Used:
    """How a command ended and how much memory it took."""

    status: int
    megabytes: int
    said: str


def measured(folder: Path, *arguments: str) -> Used:
    environment = {**os.environ, "PYTHONPATH": str(PROJECT), "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [sys.executable, "-c", SCRIPT, *arguments]
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    *told, last = ended.stderr.splitlines()
    _, status, megabytes = last.split()
    return Used(int(status), int(megabytes), ended.stdout + "\n".join(told))


CASES = [*product(("track", "tokens"), COMMANDS), *product(("features",), ("check", "pdf", "page", "simulate"))]
QUICK = [
    ("track", "pdf"),
    ("track", "simulate"),
    ("tokens", "check"),
    ("tokens", "show as data"),
    ("tokens", "page"),
    ("features", "pdf"),
]


@pytest.mark.parametrize(("kind", "command"), selection(CASES, QUICK))
def test_the_largest_layouts_are_bounded(kind: str, command: str, tmp_path: Path) -> None:
    largest_layout(tmp_path, kind)
    used = measured(tmp_path, *COMMANDS[command])
    assert used.status == 0, used.said[-2000:]
    assert used.megabytes < MOST_MEGABYTES


def test_they_are_as_large_as_can_be(tmp_path: Path) -> None:
    rulebook = compile_rulebook(load_layout(largest_layout(tmp_path, "track")).game)
    assert len(rulebook.coloured_rows) == 12
    assert len(rulebook.rows) == 23
    assert {len(row.cells) for row in rulebook.rows} == {60}
    assert {len(track) for track in rulebook.tracks.values()} == {120}
    assert len(load_layout(tmp_path / "mine.toml").source.sources) == 8


def test_all_that_sheets_can_have_is_as_large_as_can_be(tmp_path: Path) -> None:
    rulebook = compile_rulebook(load_layout(largest_layout(tmp_path, "features")).game)
    assert {len(row.cells) for row in rulebook.coloured_rows} == {60}
    assert (len(rulebook.doubles), len(rulebook.links), len(rulebook.lucky)) == (12 * 29, 60, 6)
    assert (len(rulebook.rows), len(rulebook.rows[-1].cells)) == (13, 24)
    assert [len(line.cells) for line in rulebook.scores[-4:]] == [60] * 4
