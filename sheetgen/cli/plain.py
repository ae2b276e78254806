"""For terminals that know only a few characters: simple signs instead of question marks."""

from __future__ import annotations

import codecs
import sys
from io import TextIOWrapper

ERRORS = "sheetgen-plain"

_SIGNS = {"−": "-", "–": "-", "±": "+-", "×": "x", "…": "...", "→": "->", "█": "#", **dict.fromkeys("▏▎▍▌▋▊▉", " ")}


def speak_plainly() -> None:
    """Make output never fail, whatever the terminal's encoding is."""
    codecs.register_error(ERRORS, _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=ERRORS)


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_SIGNS.get(character, "?") for character in error.object[error.start : error.end]), error.end
