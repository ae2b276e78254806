from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from sheetgen.drawing.pages.paper import parse_paper
from sheetgen.errors import InputError
from sheetgen.writers.raster import check_pixels, png_pages, require_picture_name
from tests.helpers import document, save


def test_pictures_know_their_true_size(tmp_path: Path) -> None:
    file = tmp_path / "out.pdf"
    save(document("duel"), file)
    pictures = [Image.open(BytesIO(data)) for data in png_pages(file, 100)]
    assert len(pictures) == 2
    assert pictures[0].size == (round(297 / 25.4 * 100) + 1, round(210 / 25.4 * 100))
    assert pictures[0].info["dpi"] == pytest.approx((100, 100), abs=0.1)


def test_a_picture_too_large_is_refused() -> None:
    check_pixels(parse_paper("a3"), 600)
    with pytest.raises(InputError, match="too large"):
        check_pixels(parse_paper("2000x2000mm"), 600)


def test_a_file_of_another_kind_is_refused_with_a_better_name(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        require_picture_name(tmp_path / "scores.pdf")
    (problem,) = caught.value.problems
    assert "neither .png nor .svg" in problem.message and problem.hint == "Name it scores.png."
