from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from sheetgen.api import scanning
from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.photos import limited_reading
from sheetgen.photos.known_sheets import KnownSheets
from sheetgen.photos.page_reader import PageReader
from tests.helpers import LANGUAGES
from tests.photos.reading import built_in_sheets, read_once


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Commands run in an empty folder, with an empty home."""
    folder = tmp_path / "work"
    folder.mkdir()
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("APPDATA", str(home / "AppData"))
    monkeypatch.setenv("COLUMNS", "120")
    return folder


class InThisProcess:
    """A LimitedProcess that is none: it calls the function right here, because starting a process takes long."""

    def __init__(self, function: Callable[..., Any], errors: tuple[type[Exception], ...], *limits: Any) -> None:
        self.call = function

    def close(self) -> None:
        """Do nothing."""


@pytest.fixture
def shared_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    """All `scan` commands in this process share the built-in known sheets, and read each photo of them once."""

    def kept(layouts: Sequence[Layout], languages: Sequence[Locale], default: Layout | None) -> KnownSheets:
        codes = tuple(language.code for language in languages)
        is_built_in = default is None and set(codes) <= set(LANGUAGES)
        return built_in_sheets(codes) if is_built_in else KnownSheets(layouts, languages, default)

    monkeypatch.setattr(scanning, "KnownSheets", kept)
    monkeypatch.setattr(limited_reading, "LimitedProcess", InThisProcess)
    monkeypatch.setattr(PageReader, "read", lambda self, *photo: read_once(*photo))
