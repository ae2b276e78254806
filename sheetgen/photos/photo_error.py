"""Why a photo cannot be read."""

from __future__ import annotations

from sheetgen.layouts.labels import render
from sheetgen.layouts.locales import Locale


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
