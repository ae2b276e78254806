"""Being asked to end: by Ctrl-C, by a closing terminal, or by the system."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def leave_cleanly() -> None:
    """On any of these signals, leave like on Ctrl-C, cleaning up on the way out."""
    for number in ENDS:
        signal.signal(number, _end)


def _end(number: int, _frame: FrameType | None) -> None:
    """Who asks once more must not disturb the cleaning up."""
    for each in ENDS:
        signal.signal(each, signal.SIG_IGN)
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    sys.exit(128 + number)


@contextmanager
def signals_waiting() -> Iterator[None]:
    """Such signals are heard a moment later.

    Processes that are started meanwhile never hear them: the first one cleans up for all.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
