"""The race track: its road passes through all spaces, whatever their number."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheetgen.drawing.boards.track_board import TrackPlan, track_board
from sheetgen.drawing.scene import Box, Path as Outline, bounds
from sheetgen.drawing.sheet_links import DEFAULT_BASE, SheetLinks
from sheetgen.errors import InputError
from tests.helpers import contains, edition, edition_of, overlap, tagged

NUMBERS = [f"{row} {number}" for number in range(2, 12) for row in ("red", "yellow", "green", "blue")]


def made(folder: Path, spaces: int, columns: int) -> Path:
    track = ", ".join(f"{NUMBERS[index % len(NUMBERS)]} +{index}" for index in range(spaces))
    file = folder / "mine.toml"
    file.write_text(
        'extends = "onboard"\nslug = "mine"\n[game.track.sides]\nb = false\n'
        f'a.spaces = "{track}"\n[board]\ncolumns = {columns}\ncell.width = "12mm"\ncell.height = "11mm"\n'
    )
    return file


@pytest.mark.parametrize("columns", [4, 7, 8, 10, 12])
@pytest.mark.parametrize("spaces", [8, 15, 24, 31, 40])
def test_any_track_is_sound_or_refused(spaces: int, columns: int, tmp_path: Path) -> None:
    own = edition_of(made(tmp_path, spaces, columns))
    try:
        plan = TrackPlan(own, "a")
    except InputError as error:
        assert "too large for" in str(error) or "in a curve" in str(error)
        return
    board = track_board(own, "a", SheetLinks(DEFAULT_BASE, "mine", "ABCDEF", 9), 1)
    whole = Box(0, 0, board.width, board.height)
    cells = tagged(board)
    assert [id for id, _ in cells] == [f"space {index}" for index in range(spaces + 1)]
    for index, (id, box) in enumerate(cells):
        assert contains(whole, box), id
        for other, there in (*cells[index + 1 :], ("finish", plan.finish), ("code", plan.code)):
            assert not overlap(box, there), (id, other)
    road, *_ = (item for item in board.items if isinstance(item, Outline) and item.paint.line > 5)
    assert contains(whole, bounds(road))
    for _, box in cells[1:]:
        assert contains(bounds(road).grown(0.01), box)


def test_the_built_in_track_ends_before_the_code() -> None:
    plan = TrackPlan(edition("onboard"), "a")
    assert plan.lanes == 5
    assert plan.spaces[-1].right < plan.finish.x < plan.finish.right < plan.code.x
