"""Codes as readers and as the library that makes them see them."""

from __future__ import annotations

import numpy
import pytest
from hypothesis import given, settings, strategies as st
from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

from sheetgen.drawing.qr_codes import BEST_MASK_CODES, QrCodes
from sheetgen.drawing.sheet_links import DEFAULT_BASE, SheetLinks
from tests.helpers import Pixels, decoded
from tests.profiles import amount, examples

LONG = "https://scores.example.org/a/rather/long/folder/of/a/club/that/plays/every/second/tuesday/in/the/old/school"


def by_the_library(text: str, modules: int, mask: int) -> list[list[bool]]:
    code = QRCode(version=(modules - 17) // 4, error_correction=ERROR_CORRECT_M, mask_pattern=mask, border=0)
    code.add_data(text, optimize=0)
    code.make(fit=False)
    return [[bool(dark) for dark in row] for row in code.get_matrix()]


def composed(codes: QrCodes, text: str, modules: int) -> list[list[bool]]:
    digits = codes.bits(text, modules)
    assert len(digits) == modules**2 and set(digits) == {"0", "1"}
    return [[digit == "1" for digit in digits[start : start + modules]] for start in range(0, modules**2, modules)]


@settings(max_examples=examples(25))
@given(st.text("abcdefghijklmnopqrstuvwxyz0123456789-./", min_size=1, max_size=60), st.integers(1, 9_999_999))
def test_a_reader_gets_back_the_link(path: str, serial: int) -> None:
    links = SheetLinks(f"https://{path}", "classic", "ABC123", 9_999_999)
    matrix = numpy.array(composed(QrCodes(), links.url(serial), links.modules))
    assert matrix.shape == (links.modules, links.modules)
    assert decoded(enlarged(matrix)) == [links.url(serial)]


def enlarged(matrix: numpy.typing.NDArray[numpy.bool_]) -> Pixels:
    white = numpy.pad(~matrix, 4, constant_values=True)
    return numpy.kron(white, numpy.ones((4, 4))).astype(numpy.uint8) * 255


@pytest.mark.parametrize("base", [DEFAULT_BASE, LONG])
def test_composed_codes_are_those_of_the_library(base: str) -> None:
    """Numbers of all lengths, one after the other and far apart, in the size that the longest of them needs."""
    links = SheetLinks(base, "bigpoints", "THGWZT", 9_999_999)
    modules, codes = links.modules, QrCodes()
    mask = mask_of(codes, links.url(1), modules)
    for serial in range(2, BEST_MASK_CODES + 1):
        mask_of(codes, links.url(serial), modules)
    for serial in [*range(5, 23), *range(95, 105), 777, 998, 1000, 4711, 65_536, 123_456, 999_999, 9_999_999]:
        text = links.url(serial)
        assert composed(codes, text, modules) == by_the_library(text, modules, mask), serial


def mask_of(codes: QrCodes, text: str, modules: int) -> int:
    """The mask with which the library makes the same code."""
    found = composed(codes, text, modules)
    (mask,) = (mask for mask in range(8) if by_the_library(text, modules, mask) == found)
    return mask


@settings(max_examples=amount(default=5, thorough=30))
@given(st.lists(st.text("abcXYZ0189-._~%#/é", min_size=30, max_size=33), min_size=6, max_size=9))
def test_texts_that_have_little_in_common_are_composed_as_well(texts: list[str]) -> None:
    codes, links = QrCodes(), [f"https://{text}" for text in texts]
    first, *_ = [mask_of(codes, link, 57) for link in links[:BEST_MASK_CODES]]
    for link in links[BEST_MASK_CODES:]:
        assert composed(codes, link, 57) == by_the_library(link, 57, first)


def test_the_first_few_codes_have_the_masks_that_suit_them_best() -> None:
    codes, links = QrCodes(), SheetLinks(DEFAULT_BASE, "classic", "FW3U6I", 99)
    for serial in range(1, BEST_MASK_CODES + 1):
        text = links.url(serial)
        assert composed(codes, text, 33) == composed(QrCodes(), text, 33)
    assert mask_of(codes, links.url(50), 33) == mask_of(QrCodes(), links.url(1), 33)


def test_the_library_makes_few_of_the_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    make = QRCode.makeImpl

    def counted(code: QRCode, test: bool, mask: int) -> None:
        made.append(code)
        make(code, test, mask)

    monkeypatch.setattr(QRCode, "makeImpl", counted)
    codes, links = QrCodes(), SheetLinks(DEFAULT_BASE, "bigpoints", "THGWZT", 10_000)
    different = {codes.bits(links.url(serial), 33) for serial in range(1, 10_001)}
    assert len(different) == 10_000
    # The first few with each mask; then for each of five lengths one, and one for each of the four bits in which digits
    # differ, at each place.
    assert len(made) <= 9 * BEST_MASK_CODES + 5 + 4 * (1 + 2 + 3 + 4)
