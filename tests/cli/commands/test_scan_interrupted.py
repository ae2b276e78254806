"""`sheetgen scan` in a process of its own: it obeys signals, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import pytest

from sheetgen.interrupts import TERMINATION_SIGNALS
from tests.helpers import is_gone
from tests.photos.hostile_files import jpeg_with_scans
from tests.profiles import selection
from tests.systems import posix_only
from tests.timeouts import TIMEOUT, wait_until

pytestmark = posix_only

SIGNALS = TERMINATION_SIGNALS
MOMENTS = [0.0, 0.3, 1.5]  # seconds since the photos are read: while the other process starts, and while it decodes


@pytest.mark.parametrize(
    ("number", "wait"), selection(product(SIGNALS, MOMENTS), zip(SIGNALS, reversed(MOMENTS), strict=False))
)
def test_a_scan_ends_at_once_when_it_is_told_to(number: signal.Signals, wait: float, own_folder: Path) -> None:
    """Whatever is being decoded; the signal reaches all processes, as Ctrl-C in a terminal does."""
    photo = own_folder.parent / "slow.jpg"
    photo.write_bytes(jpeg_with_scans(8000, 6000, 32))
    command = [sys.executable, "-m", "sheetgen", "scan", *[str(photo)] * 5, "-o", "game.json", "--json"]
    running = subprocess.Popen(
        command, cwd=own_folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    wait_until(lambda: list(own_folder.iterdir()), "the file that is made just before photos are read")
    time.sleep(wait)
    os.killpg(running.pid, number)
    output, errors = running.communicate(timeout=TIMEOUT)
    assert (running.returncode, output, errors) == (128 + number, "", "")
    assert not list(own_folder.iterdir())
    wait_until(lambda: is_gone(running.pid), "the end of the process that decodes")
