"""How long tests wait for what they expect. All waiting in the tests uses these values.

A test goes on as soon as what it expects is there, so a large value costs nothing; a small one would fail on a slow or
busy machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable

TIMEOUT = 90  # seconds until a test gives up on a page, a server or a process
TIMEOUT_MS = TIMEOUT * 1000  # the same for Playwright, which counts milliseconds
POLL = 0.02  # seconds between two looks at something that tells nobody when it changes


def wait_until(happened: Callable[[], object], what: str = "what was expected") -> None:
    """Return as soon as the condition holds; fail after TIMEOUT."""
    end = time.monotonic() + TIMEOUT
    while not happened():
        assert time.monotonic() < end, f"waited {TIMEOUT} s for {what}"
        time.sleep(POLL)
