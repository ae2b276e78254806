"""The error for photos that cannot be read, and whether and how the libraries of the extra `scan` are installed."""

import platform
import sys
from importlib.util import find_spec

from sheetgen.locales.locale import Locale
from sheetgen.locales.texts import render

SCAN_LIBRARIES = ("PIL", "pillow_heif", "py_mini_racer")
# Double quotes work in every shell, cmd.exe included.
INSTALL_HINT = (
    'In the folder of sheetgen: pip install ".[scan]" '
    '(or pipx install --force ".[scan]", or uv tool install ".[scan]").'
)


UNSUPPORTED_HINT = (
    "The reader needs a 64-bit system (x86 or ARM). A phone can read them, on the page that the code opens."
)
SUPPORTED_MACHINES = ("x86_64", "AMD64", "aarch64", "arm64", "ARM64")  # those of the extra `scan` in pyproject.toml


class PhotoError(Exception):
    """A photo cannot be read. The reason is a key of the table `[photos]` in every locale."""

    def __init__(self, reason: str, /, **values: str | int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values = values

    def message(self, locale: Locale) -> str:
        """Return what is wrong and what to do, in the locale's language."""
        text: str = getattr(locale.photos, self.reason)
        return render(text, self.values)


def install_hint() -> str:
    """Return how to make photos readable on this computer, or where else they can be read."""
    is_supported = sys.maxsize > 2**32 and platform.machine() in SUPPORTED_MACHINES
    return INSTALL_HINT if is_supported else UNSUPPORTED_HINT


def can_read_photos() -> bool:
    """Return whether all libraries of the extra `scan` are installed, without importing them."""
    return all(find_spec(library) for library in SCAN_LIBRARIES)
