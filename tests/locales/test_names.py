from __future__ import annotations

from pathlib import Path

from sheetgen.layouts.catalog import load_layout, load_locale, load_variant
from sheetgen.locales.names import cell_name


def test_cells_are_named_as_players_name_them() -> None:
    english, german, classic = load_locale("en"), load_locale("de"), load_variant("classic")
    assert [cell_name(id, classic, english) for id in ("red 5", "red lock", "green-blue 2", "own 5#2")] == [
        *("Red 5", "Red lock", "Green-Blue 2", "Own 5#2"),
    ]
    assert cell_name("blue lock", classic, german) == "Schloss Blau"
    boxes = [cell_name("penalty 2", classic, locale) for locale in (english, german)]
    assert boxes == ["Misthrows 2", "Fehlwürfe 2"]


def test_boxes_for_misthrows_have_the_word_of_the_layout(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "classic"\nslug = "mine"\n[labels]\nsum_penalties = { de = "Nieten" }\n')
    layout = load_layout(file)
    boxes = [cell_name("penalty 1", layout, load_locale(language)) for language in ("en", "de")]
    assert boxes == ["Misthrows 1", "Nieten 1"]
