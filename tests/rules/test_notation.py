from __future__ import annotations

from sheetgen.rules.notation import CellSpec, parse_cells, parse_spaces
from sheetgen.rules.rulebook import Space


def test_cells_run_up_down_and_as_listed() -> None:
    assert [cell.number for cell in parse_cells("red 2..12")] == list(range(2, 13))
    assert [cell.number for cell in parse_cells("green 12..2")] == list(range(12, 1, -1))
    assert [cell.number for cell in parse_cells("red 10 6 2..4")] == [10, 6, 2, 3, 4]
    mixed = parse_cells("yellow 2..3, blue 5")
    assert mixed == (CellSpec("yellow", 2), CellSpec("yellow", 3), CellSpec("blue", 5))


def test_spaces() -> None:
    assert parse_spaces("red 4 +1, green 10 +20") == (Space("red", 4, 1), Space("green", 10, 20))
