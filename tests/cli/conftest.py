from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.photos import known_sheets, reading
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
    monkeypatch.setenv("COLUMNS", "120")
    return folder


@pytest.fixture
def shared_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    """All `scan` commands in this process share the built-in known sheets, and read each photo of them once."""
    make = known_sheets.KnownSheets

    def kept(
        layouts: Sequence[Layout], languages: Sequence[Locale], default: Layout | None
    ) -> known_sheets.KnownSheets:
        codes = tuple(language.code for language in languages)
        is_built_in = default is None and set(codes) <= set(LANGUAGES)
        return built_in_sheets(codes) if is_built_in else make(layouts, languages, default)

    monkeypatch.setattr(known_sheets, "KnownSheets", kept)
    monkeypatch.setattr(reading, "read_photo", read_once)
