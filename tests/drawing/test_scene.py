from __future__ import annotations

from hypothesis import given, strategies as st

from sheetgen.drawing.scene import Box, Matrix, Scene, Turn, Use


@given(st.sampled_from([0, 90, 270]), st.floats(0.1, 3), st.floats(-9, 9), st.floats(0, 30), st.floats(0, 20))
def test_a_placed_scene_fills_its_box_whatever_its_turn(
    turn: Turn, scale: float, x: float, px: float, py: float
) -> None:
    use = Use(Scene(30, 20, ()), x, 4.0, scale, turn)
    corner = use.matrix.box(Box(0, 0, 30, 20))
    box = Box(x, 4.0, *((30 * scale, 20 * scale) if turn == 0 else (20 * scale, 30 * scale)))
    for side in ("x", "y", "w", "h"):
        assert abs(getattr(corner, side) - getattr(box, side)) < 1e-9
    outer = Matrix(2, 0, 0, 2, 1, 1)
    twice = outer.after(use.matrix).point(px, py)
    step = outer.point(*use.matrix.point(px, py))
    assert abs(twice[0] - step[0]) < 1e-6 and abs(twice[1] - step[1]) < 1e-6
