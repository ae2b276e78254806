"""Work that nothing may interrupt half-way."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

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
