from __future__ import annotations

from typing import get_args

import pytest

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.emblems import EmblemColours, draw_emblem
from sheetgen.drawing.scene import Box, bounds
from sheetgen.file_model import EmblemName
from tests.helpers import VARIANTS, contains, edition

BOX = Box(10, 20, 30, 30)


@pytest.mark.parametrize("name", get_args(EmblemName))
@pytest.mark.parametrize("fills", [("#ff0000",), ("#ff0000", "#00ff00", "#0000ff", "#ffff00")], ids=len)
def test_an_emblem_fills_its_box_and_stays_inside(name: EmblemName, fills: tuple[str, ...]) -> None:
    canvas = Canvas(50, 60)
    draw_emblem(canvas, name, BOX, EmblemColours(fills, "#000000", "#ffffff", "#000000"))
    around = Box.around(bounds(item) for item in canvas.items)
    assert contains(BOX.grown(BOX.w * 0.06), around)
    assert max(around.w, around.h) > BOX.w * 0.75


def test_every_built_in_layout_has_an_emblem_and_almost_every_one_its_own() -> None:
    emblems = [edition(variant).layout.emblem for variant in VARIANTS]
    assert all(emblems)
    assert len(set(emblems)) >= len(emblems) - 1  # both Gemixxt share one
