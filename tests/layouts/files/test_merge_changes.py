"""Changes from the command line are laid over the layout like a small file."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheetgen.errors import InputError
from sheetgen.layouts.catalog import load_layout, load_variant
from sheetgen.layouts.files.merge import MAX_CHANGES
from sheetgen.layouts.layout import Layout


def changed(*changes: str) -> Layout:
    return load_variant("classic", changes)


def test_values_are_read_as_a_file_writes_them() -> None:
    layout = changed(
        "game.penalties.points=-3",
        "game.points = [1, 2, 3]",
        "sheet.cell.width=9mm",
        "game.rows.red.cells=red 2..10",
        "title=Tonight",
        'about="in quotes"',
        "game.rows.blue=false",
    )
    assert layout.game.penalties.points == -3
    assert layout.game.points == [1, 2, 3]
    assert layout.sheet and layout.sheet.cell.width == 9
    assert [cell.number for cell in layout.game.rows["red"].cells] == list(range(2, 11))
    assert (layout.title["en"], layout.about["en"]) == ("Tonight", "in quotes")
    assert list(layout.game.rows) == ["red", "yellow", "green"]


def test_the_last_one_wins() -> None:
    assert changed("game.penalties.points=-3", "game.penalties.points=-4").game.penalties.points == -4


def test_the_command_line_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "classic"\nslug = "mine"\n[game.penalties]\npoints = -3\nboxes = 3\n')
    penalties = load_layout(file, ["game.penalties.points=-1"]).game.penalties
    assert (penalties.points, penalties.boxes) == (-1, 3)


@pytest.mark.parametrize(
    ("change", "message", "hint"),
    [
        ("game.penalty.boxes=3", "--set:1:6: unknown key 'game.penalty'", "Did you mean 'penalties'?"),
        ("game.penalties.boxes=9", "--set:1:16: game.penalties.boxes cannot be 9", "1 to 8"),
        ("title=5", "--set:1:1: title: 5 is neither a text", '"Classic"'),
        ("nonsense", "'nonsense' is not a change", "game.penalties.points=-3"),
        ("=5", "is not a change", "game.penalties.points=-3"),
        ("a b=5", "is not a change", "game.penalties.points=-3"),
        ("title=", "--set:1:1: title: ", '"Classic"'),
        ("extends.a=1", "--set cannot change the key extends", "--variant"),
        ("title=a\nslug=b", "is not a change", "game.penalties.points=-3"),
        ("extends=duel", "--set cannot change the key extends", "--variant"),
        ("x" * 3000 + "=1", "'xxx", ""),
    ],
)
def test_what_is_wrong_is_told(change: str, message: str, hint: str) -> None:
    with pytest.raises(InputError) as caught:
        changed(change)
    assert message in str(caught.value) or len(change) > 2000
    assert hint in str(caught.value)


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(InputError) as caught:
        changed("nonsense", "more nonsense", "game.dice=7")
    assert len(caught.value.problems) == 2


def test_only_so_many() -> None:
    assert changed(*["game.penalties.points=-3"] * MAX_CHANGES).game.penalties.points == -3
    with pytest.raises(InputError, match="101 changes"):
        changed(*["game.penalties.points=-3"] * (MAX_CHANGES + 1))
