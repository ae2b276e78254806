"""The error for photos that cannot be read, and whether and how the libraries of the extra `scan` are installed."""

from importlib.util import find_spec

from sheetgen.locales.locale import Locale
from sheetgen.locales.texts import render

SCAN_LIBRARIES = ("PIL", "pillow_heif", "py_mini_racer")
# Double quotes work in every shell, cmd.exe included.
INSTALL_HINT = (
    'In the folder of sheetgen: pip install ".[scan]" '
    '(or pipx install --force ".[scan]", or uv tool install ".[scan]").'
)


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


def can_read_photos() -> bool:
    """Return whether all libraries of the extra `scan` are installed, without importing them."""
    return all(find_spec(library) for library in SCAN_LIBRARIES)
