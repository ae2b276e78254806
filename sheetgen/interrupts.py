"""Termination signals: exit cleanly on them, or defer them while work must not be interrupted."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

# Sent by Ctrl-C, by the system, and by a closing terminal.
TERMINATION_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Defer termination signals until the end of the context.

    Processes started inside the context never receive them; the process that started them has to end them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, TERMINATION_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def exit_on_signals() -> None:
    """Let every termination signal raise an exception, as Ctrl-C does, so that context managers clean up."""
    on_termination(_raise)


def on_termination(handle: Callable[[int], None]) -> None:
    """Call `handle` with the number of the first termination signal, and ignore all that follow it."""

    def handle_once(number: int, _frame: FrameType | None) -> None:
        for each in TERMINATION_SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        handle(number)

    for number in TERMINATION_SIGNALS:
        signal.signal(number, handle_once)


def _raise(number: int) -> None:
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    sys.exit(128 + number)
