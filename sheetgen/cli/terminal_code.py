"""A QR code in the terminal."""

from __future__ import annotations

import os
import shutil
import sys

QUIET_ZONE = 4
_COLOURS = "\x1b[38;5;16;48;5;231m"  # true black on true white: in all themes of a terminal, dark on light
_RESET = "\x1b[0m"
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def terminal_code(text: str) -> list[str]:
    """The code's lines, two rows of modules in each."""
    from qrcode.constants import ERROR_CORRECT_L
    from qrcode.main import QRCode

    code = QRCode(error_correction=ERROR_CORRECT_L, border=QUIET_ZONE)
    code.add_data(text)
    rows: list[list[bool]] = code.get_matrix()
    rows.append([False] * len(rows[0]))  # they are odd in number
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return [_COLOURS + "".join(_HALVES[pair] for pair in zip(*both, strict=True)) + _RESET for both in pairs]


def can_show(lines: list[str]) -> bool:
    """Is there a terminal with these signs, with colours, and wide enough?"""
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb" or os.environ.get("NO_COLOR"):
        return False
    try:
        "".join(_HALVES.values()).encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    width = len(lines[0]) - len(_COLOURS) - len(_RESET)
    return shutil.get_terminal_size().columns >= width
