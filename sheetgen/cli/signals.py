"""Being asked to end: by Ctrl-C, by a closing terminal, or by the system."""

from __future__ import annotations

import signal
import sys
from types import FrameType

from sheetgen.patience import ENDS


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
