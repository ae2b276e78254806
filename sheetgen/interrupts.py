"""Work that nothing may interrupt half-way.

Being asked to end: by Ctrl-C, by a closing terminal, or by the system.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ENDS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Ctrl-C, the system, and a closing terminal ask a program to end."""


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


def leave_cleanly() -> None:
    """On any of these signals, leave like on Ctrl-C, cleaning up on the way out."""
    on_end(_leave)


def on_end(leave: Callable[[int], None]) -> None:
    """On any of these signals, do this from now on. Who asks once more must not disturb the cleaning up."""

    def end(number: int, _frame: FrameType | None) -> None:
        for each in ENDS:
            signal.signal(each, signal.SIG_IGN)
        leave(number)

    for number in ENDS:
        signal.signal(number, end)


def _leave(number: int) -> None:
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    sys.exit(128 + number)
