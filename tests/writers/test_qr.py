from __future__ import annotations

import numpy
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.drawing.links import SheetLinks
from sheetgen.writers.qr import code_matrix
from tests.helpers import decoded


@settings(max_examples=25, deadline=None)
@given(st.text("abcdefghijklmnopqrstuvwxyz0123456789-./", min_size=1, max_size=60), st.integers(1, 9_999_999))
def test_a_reader_gets_back_the_link(path: str, serial: int) -> None:
    links = SheetLinks(f"https://{path}", "classic", "ABC123", 9_999_999)
    matrix = numpy.array(code_matrix(links.url(serial), links.modules))
    assert matrix.shape == (links.modules, links.modules)
    picture = numpy.kron(numpy.pad(~matrix, 4, constant_values=True), numpy.ones((4, 4))).astype(numpy.uint8) * 255
    assert decoded(picture) == [links.url(serial)]
