"""Layouts that play together: what they share, and what is left out where they do not fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sheetgen.errors import InputError
from sheetgen.layouts.catalog import load_layout, load_variant
from sheetgen.layouts.companions import rulebook_of
from sheetgen.rules.game_spec import compile_rulebook
from sheetgen.rules.shuffle.arrangement import read_sheet, table_sheets
from tests.helpers import VARIANTS


def own(folder: Path, text: str) -> Path:
    file = folder / "mine.toml"
    file.write_text(f'slug = "mine"\n{text}', encoding="utf-8")
    return file


def test_the_two_double_layouts_play_together() -> None:
    assert {name for name in VARIANTS if rulebook_of(load_variant(name)).companions} == {"double-a", "double-b"}
    one, other = (rulebook_of(load_variant(name)) for name in ("double-a", "double-b"))
    assert one.companions["double-b"] == replace(other, companions={})
    assert other.companions["double-a"] == replace(one, companions={})


def test_printed_sheets_keep_their_fingerprints() -> None:
    layout = load_variant("double-a")
    assert rulebook_of(layout).rules_fingerprint == compile_rulebook(layout.game).rules_fingerprint


@pytest.mark.parametrize(
    ("changes", "companions"),
    [
        ("", ["double-b"]),
        ("[game]\npoints = [1, 2, 3]", ["double-b"]),  # each sheet has its own table
        ("[game]\nplayers = { max = 4 }", []),  # inherited, and left out
        ("[game]\npenalties = { points = -3 }", []),
        ('[game.rows]\nred.lock.colour = "blue"', []),
        ('[game]\nshuffle = ["colours"]', []),
        ("[game]\ntogether = []", []),
    ],
)
def test_a_layout_of_ones_own_keeps_companions_that_fit(changes: str, companions: list[str], tmp_path: Path) -> None:
    layout = load_layout(own(tmp_path, f'extends = "double-a"\n{changes}'))
    assert list(rulebook_of(layout).companions) == companions


def test_sheets_are_named_by_their_layouts() -> None:
    book = rulebook_of(load_variant("double-a"))
    other = read_sheet(book, " Double-B ")
    assert other and other.code == "double-b" and other.rulebook.twice
    assert read_sheet(book, "double-a") is None
    with pytest.raises(InputError, match="Did you mean 'double-b'"):
        read_sheet(book, "double-c")
    codes = [sheet.code if sheet else None for sheet in table_sheets(book, "double-b,double-a", 3)]
    assert codes == ["double-b", None, "double-b"]
    with pytest.raises(InputError, match="there is no sheet 'a-e'"):
        table_sheets(book, "a-e", 3)
