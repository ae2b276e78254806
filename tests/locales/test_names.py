from __future__ import annotations

from sheetgen.layouts.catalog import load_locale
from sheetgen.locales.names import cell_name


def test_cells_are_named_as_players_name_them() -> None:
    english, german = load_locale("en"), load_locale("de")
    assert [cell_name(id, english) for id in ("red 5", "red lock", "green-blue 2", "own 5#2")] == [
        *("Red 5", "Red lock", "Green-Blue 2", "Own 5#2"),
    ]
    assert cell_name("blue lock", german) == "Schloss Blau"
    assert [cell_name("penalty 2", locale) for locale in (english, german)] == ["Misthrow 2", "Fehlwurf 2"]
