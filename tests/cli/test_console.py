"""Servers end when they are asked to, at whatever moment that is."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sheetgen.interrupts import TERMINATION_SIGNALS
from tests.profiles import amount
from tests.timeouts import TIMEOUT

SCRIPT = """
import os, random, signal, sys, threading, time
from sheetgen.cli.console import until_stopped
from sheetgen.scorer.web.server import Server
from tests.systems import posix_only

pytestmark = posix_only

number, rounds = int(sys.argv[1]), int(sys.argv[2])
random.seed(number)

def ask_to_stop():
    time.sleep(random.uniform(0, 0.004))
    os.kill(os.getpid(), number)

for _ in range(rounds):
    asking = threading.Thread(target=ask_to_stop)
    with Server("127.0.0.1", 0) as server, until_stopped(server):
        asking.start()
        server.run()
    asking.join()
"""


@pytest.mark.parametrize("number", TERMINATION_SIGNALS)
def test_no_moment_is_a_bad_one(number: int) -> None:
    rounds = amount(default=60, thorough=200)
    command = [sys.executable, "-X", "dev", "-c", SCRIPT, str(int(number)), str(rounds)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=10 * TIMEOUT, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "\nStopped.\n" * rounds, "")
