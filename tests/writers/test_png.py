from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from sheetgen.errors import InputError
from sheetgen.writers.pdf import write_pdf
from sheetgen.writers.png import png_pages
from tests.helpers import document


def test_pictures_know_their_true_size(tmp_path: Path) -> None:
    file = tmp_path / "out.pdf"
    write_pdf(document("duel"), file)
    pictures = [Image.open(BytesIO(data)) for data in png_pages(file, 100)]
    assert len(pictures) == 2
    assert pictures[0].size == (round(297 / 25.4 * 100) + 1, round(210 / 25.4 * 100))
    assert pictures[0].info["dpi"] == pytest.approx((100, 100), abs=0.1)


def test_a_picture_too_large_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "out.pdf"
    write_pdf(document("classic", "2000x2000mm"), file)
    with pytest.raises(InputError, match="too large"):
        next(png_pages(file, 600))
