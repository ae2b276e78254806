"""QR codes that the page draws: cameras read them, and they are those of the library."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import numpy
import pytest
import zxingcpp
from qrcode.base import rs_blocks
from qrcode.constants import ERROR_CORRECT_L
from qrcode.main import QRCode
from qrcode.util import MODE_8BIT_BYTE, QRData, lost_point

from tests.js.modules import Modules
from tests.profiles import SEED, Counted, amount, selection

VERSIONS = range(1, 23)
MASKS = range(8)
LINK_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
ALPHABETS = {
    "printable ASCII": "".join(map(chr, range(32, 127))),
    "few characters": "01",
    "UTF-8": "abc äöüßéñ €„“ 日本語 🎲🖍",
}
QUIET_ZONE, PIXELS = 4, 3  # modules around a code, pixels of a module

Rows = list[str]


def capacity(version: int) -> int:
    """Bytes of the longest text."""
    if version not in VERSIONS:
        return 0
    return sum(int(block.data_count) for block in rs_blocks(version, ERROR_CORRECT_L)) - (2 if version < 10 else 3)


def text_of(random: Random, alphabet: str, length: int) -> str:
    """A text of so many bytes; the last ones are letters if no other character fits."""
    text = ""
    while (left := length - len(text.encode())) > 0:
        character = random.choice(alphabet)
        text += character if len(character.encode()) <= left else "x"
    return text


def link_of(random: Random, length: int) -> str:
    base = f"http://sheetgen.local:8717/{random.choice(['classic', 'connected-chain'])}/#"
    return (base + text_of(random, LINK_DIGITS, max(0, length - len(base))))[:length]


def texts_for(version: int) -> Iterator[str]:
    """Texts of each kind for this version: the shortest, the longest, and some in between."""
    random = Random(f"{SEED}/qr-encoder/{version}")
    shortest, longest = capacity(version - 1) + 1, capacity(version)
    for length in (shortest, longest, *(random.randint(shortest, longest) for _ in range(amount(2, 30)))):
        yield link_of(random, length)
        yield from (text_of(random, alphabet, length) for alphabet in ALPHABETS.values())


def encode_all(modules: Modules, texts: Sequence[str]) -> list[Rows]:
    codes = modules.call("tests/qr_answers", "encodeAll", list(texts))
    assert None not in codes
    return list(codes)


def library_code(text: str, version: int, mask: int) -> QRCode:
    code = QRCode(version=version, error_correction=ERROR_CORRECT_L, border=0, mask_pattern=mask)
    code.add_data(QRData(text.encode(), mode=MODE_8BIT_BYTE))
    code.make(fit=False)
    return code


def rows_of(code: QRCode) -> Rows:
    return ["".join("1" if dark else "0" for dark in row) for row in code.get_matrix()]


def scanned(rows: Rows) -> str:
    """The text that zxing-cpp reads from a picture of the code."""
    light = numpy.array([[module == "0" for module in row] for row in rows])
    picture = numpy.pad(light, QUIET_ZONE, constant_values=True).repeat(PIXELS, axis=0).repeat(PIXELS, axis=1)
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    [found] = zxingcpp.read_barcodes(picture.astype(numpy.uint8) * 255, formats=formats)
    return str(found.bytes, "utf-8")  # its text is a guess if a short one could be in another encoding


@pytest.mark.parametrize("version", VERSIONS)
def test_any_text_is_scanned_from_the_smallest_code(version: int, modules: Modules, record_property: Counted) -> None:
    texts = list(texts_for(version))
    codes = encode_all(modules, texts)
    assert {len(rows) for rows in codes} == {17 + 4 * version}
    assert [scanned(rows) for rows in codes] == texts
    record_property("QR codes scanned", len(codes))


@pytest.mark.parametrize("version", selection(VERSIONS, [*VERSIONS][::3]))
def test_a_code_is_that_of_the_library_with_the_best_mask(version: int, modules: Modules) -> None:
    """The first one of those with the fewest penalty points."""
    texts = list(texts_for(version))[: amount(4, 120)]
    for text, rows in zip(texts, encode_all(modules, texts), strict=True):
        codes = [library_code(text, version, mask) for mask in MASKS]
        penalties = [lost_point(code.modules) for code in codes]
        assert rows == rows_of(codes[penalties.index(min(penalties))])


def test_every_mask_is_used_and_read(modules: Modules) -> None:
    random = Random(f"{SEED}/qr-encoder")
    texts = [text_of(random, ALPHABETS["printable ASCII"], capacity(1)) for _ in range(300)]
    codes = encode_all(modules, texts)
    assert {int(rows[8][2:5], 2) ^ 0b101 for rows in codes} == set(MASKS)  # the format information has it inverted so
    assert [scanned(rows) for rows in codes] == texts


def test_a_text_that_is_too_long_has_no_code(modules: Modules) -> None:
    longest = capacity(VERSIONS[-1])
    texts = ["x" * longest, "x" * (longest + 1), "ä" * (longest // 2), "ä" * (longest // 2 + 1), "x" * 100_000]
    codes = modules.call("tests/qr_answers", "encodeAll", texts)
    assert [rows is None for rows in codes] == [False, True, False, True, True]


def test_no_text_has_a_code_too(modules: Modules) -> None:
    [rows] = encode_all(modules, [""])
    assert rows in [rows_of(library_code("", 1, mask)) for mask in MASKS]
