"""The fingerprint tells rules and geometry, and nothing else."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from sheetgen.drawing.fingerprint import fingerprint, sheet_geometry
from sheetgen.resources import folder
from tests.helpers import LANGUAGES, THEMES, VARIANTS, edition, edition_of, row_cells


@pytest.mark.parametrize("variant", VARIANTS)
def test_themes_and_languages_do_not_change_it(variant: str) -> None:
    marks = {fingerprint(edition(variant, theme, language)) for theme, language in product(THEMES, LANGUAGES)}
    assert len(marks) == 1
    assert re.fullmatch(r"[0-9A-Z]{6}", marks.pop())


def changed(tmp_path: Path, text: str) -> str:
    file = tmp_path / "mine.toml"
    file.write_text(f'extends = "classic"\nslug = "mine"\n{text}\n')
    return fingerprint(edition_of(file))


def test_rules_change_the_first_four_and_geometry_the_last_two(tmp_path: Path) -> None:
    classic = fingerprint(edition("classic"))
    rules = changed(tmp_path, "[game.penalties]\npoints = -3")
    places = changed(tmp_path, '[sheet.cell]\nheight = "14mm"')
    assert rules[:4] != classic[:4] and rules[4:] == classic[4:]
    assert places[:4] == classic[:4] and places[4:] != classic[4:]
    assert changed(tmp_path, 'title = "Mine"') == classic


def test_a_scaled_sheet_is_the_same_sheet(tmp_path: Path) -> None:
    text = (folder("templates") / "layouts" / "classic.toml").read_text(encoding="utf-8")
    double = re.sub(r'"([\d.]+)(mm|pt)"', lambda found: f'"{float(found[1]) * 2:g}{found[2]}"', text)
    file = tmp_path / "double.toml"
    file.write_text(double, encoding="utf-8")
    assert fingerprint(edition_of(file)) == fingerprint(edition("classic"))


def test_the_geometry_tells_where_everything_is() -> None:
    geometry = sheet_geometry(edition("bigpoints"))
    assert geometry["size"] == [200, 134]
    assert len(geometry["marks"]) == 4
    assert len(geometry["qr"]) == 4
    assert set(geometry["cells"]) == {*row_cells(edition("bigpoints").rulebook), *(f"penalty {n}" for n in range(1, 5))}
