"""Layout files that are previewed."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheetgen.preview.builder import Choices

A4 = Choices("a4")
LARGE = 'extends = "duel"\nslug = "mine"\ntitle = "Mine"\n[board]\nwidth = "480mm"\nheight = "340mm"\n'
CLASSIC = 'extends = "classic"\nslug = "mine"\ntitle = "Mine"\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(CLASSIC)
    return path
