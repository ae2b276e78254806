"""Pictures whose kind is told by the name of their file."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheetgen.errors import InputError
from sheetgen.writers.raster import picture_file


def test_a_file_of_another_kind_is_refused_with_a_better_name(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught, picture_file(tmp_path / "scores.pdf"):
        pytest.fail("it should not have come so far")
    (problem,) = caught.value.problems
    assert "neither .png nor .svg" in problem.message and problem.hint == "Name it scores.png."
    assert not list(tmp_path.iterdir())
