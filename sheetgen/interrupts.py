"""Termination signals: exit cleanly on them, or defer them while work must not be interrupted."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

# Ctrl-C, a request of the system to end, and a closed terminal. Windows has no SIGHUP.
TERMINATION_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Defer termination signals until the end of the context.

    Processes started inside the context inherit this and never receive the signals, so the caller has to end them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, TERMINATION_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def on_termination(handle: Callable[[int], None]) -> None:
    """Call `handle` with the number of the first termination signal, and ignore all later ones."""

    def handle_once(number: int, _frame: FrameType | None) -> None:
        for each in TERMINATION_SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        handle(number)

    for number in TERMINATION_SIGNALS:
        signal.signal(number, handle_once)


def exit_cleanly(number: int) -> None:
    """Raise an exception for a termination signal, as Ctrl-C does, so that context managers clean up."""
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    sys.exit(128 + number)
