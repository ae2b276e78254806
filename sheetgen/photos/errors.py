"""Why a photo cannot be read.

Whether photos can be read here: that needs libraries of the extra `scan`, which may not be installed.
"""

from __future__ import annotations

from importlib.util import find_spec

from sheetgen.locales.labels import render
from sheetgen.locales.locale import Locale


class PhotoError(Exception):
    """This photo cannot be read. The reason is one of the `[photos]` that every language has words for."""

    def __init__(self, reason: str, /, **values: str | int) -> None:
        super().__init__(reason, values)
        self.reason = reason
        self.values = values

    def message(self, locale: Locale) -> str:
        """What is wrong, and what to do, in a language."""
        text: str = getattr(locale.photos, self.reason)
        return render(text, self.values)


LIBRARIES = ("cv2", "numpy", "PIL", "pillow_heif", "zxingcpp")


def can_read_photos() -> bool:
    """Is everything installed? Nothing of it is loaded."""
    return all(find_spec(library) for library in LIBRARIES)
