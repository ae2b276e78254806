"""QR codes: made by the library, or composed of what it has made.

For one version, error level and mask, a code is a linear function of its text over bits: two texts of the same length
that differ in one bit have codes that differ in the same modules, whatever else the texts say. So of the thousand
codes of a pad the library makes the first few, and one for each bit that changes; all others are sums of these.
"""

from __future__ import annotations

from functools import lru_cache

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode
from qrcode.util import MODE_8BIT_BYTE, QRData

from sheetgen.drawing.scene import Box, Code, Segment
from sheetgen.drawing.shapes import bitmap
from sheetgen.drawing.sheet_links import QUIET_ZONE

FEW = 4
"""Codes for which there is time: those of a page."""
MOST_LEARNT = 4
"""Where more bits change for the first time, as on shuffled sheets, the library is quicker to make the whole code."""

Matrix = tuple[tuple[bool, ...], ...]


@lru_cache(maxsize=64)
def code_matrix(text: str, modules: int) -> Matrix:
    """The dark modules of the code for this text, in the version of the given size, at level M."""
    return _made(text.encode(), modules, ERROR_CORRECT_M, None)


def code_outline(code: Code) -> tuple[Segment, ...]:
    """The dark area inside the code's box, its quiet zone left white."""
    matrix, inner = code_matrix(code.text, code.modules), dark_box(code)
    return bitmap(lambda column, row: matrix[row][column], code.modules, inner.x, inner.y, inner.w)


def dark_box(code: Code) -> Box:
    """The code's box without its quiet zone."""
    return code.box.grown(-QUIET_ZONE * code.box.w / (code.modules + 2 * QUIET_ZONE))


class Codes:
    """The codes of one file, as texts of 1 for each dark module and 0 for each light one, row by row.

    The first few are the library's own, each with the mask that suits it best, which takes time to find. All others
    have the mask of the first.
    """

    def __init__(self, level: int = ERROR_CORRECT_M) -> None:
        self._level = level
        self._own = 0
        self._masks: dict[int, int] = {}
        self._families: dict[tuple[int, int], _Family] = {}

    def digits(self, text: str, modules: int) -> str:
        """The code for this text, as the library makes it in the version of this size and with the mask."""
        data = text.encode()
        if self._own < FEW or modules not in self._masks:
            self._own += 1
            mask = _unmade(data, modules, self._level, None).best_mask_pattern()
            self._masks.setdefault(modules, mask)
            return _digits(_made(data, modules, self._level, mask))
        family = self._families.get((modules, len(data)))
        if family is None:
            family = _Family(data, modules, self._level, self._masks[modules])
            self._families[modules, len(data)] = family
        return f"{family.code(data):0{modules**2}b}"


class _Family:
    """Codes of texts that have the same length, as numbers whose bits are the modules."""

    def __init__(self, first: bytes, modules: int, level: int, mask: int) -> None:
        self._made_by = modules, level, mask
        self._length = len(first)
        self._first = int.from_bytes(first)
        self._code = self._make(self._first)
        self._known = 0
        self._changes: dict[tuple[int, int], int] = {}

    def code(self, text: bytes) -> int:
        """The first code, and what each changed byte changes in it."""
        number = int.from_bytes(text)
        changed, code, place = number ^ self._first, self._code, 0
        unknown = changed & ~self._known
        if unknown.bit_count() > MOST_LEARNT:
            return self._make(number)
        self._learn(unknown)
        while changed:
            if change := changed & 0xFF:
                code ^= self._changes.get((place, change)) or self._compose(place, change)
            changed >>= 8
            place += 1
        return code

    def _learn(self, bits: int) -> None:
        """Let the library make what each of these bits of the text changes."""
        self._known |= bits
        while bits:
            lowest = bits & -bits
            place = (lowest.bit_length() - 1) // 8
            self._changes[place, lowest >> 8 * place] = self._make(self._first ^ lowest) ^ self._code
            bits ^= lowest

    def _compose(self, place: int, change: int) -> int:
        """What several bits change of the byte that stands so many bytes before the end."""
        lowest = change & -change
        rest = change ^ lowest
        code = self._changes[place, lowest] ^ (self._changes.get((place, rest)) or self._compose(place, rest))
        self._changes[place, change] = code
        return code

    def _make(self, text: int) -> int:
        return int(_digits(_made(text.to_bytes(self._length), *self._made_by)), 2)


def _digits(code: Matrix) -> str:
    return "".join("1" if dark else "0" for row in code for dark in row)


def _made(data: bytes, modules: int, level: int, mask: int | None) -> Matrix:
    code = _unmade(data, modules, level, mask)
    code.make(fit=False)
    return tuple(tuple(bool(dark) for dark in row) for row in code.get_matrix())


def _unmade(data: bytes, modules: int, level: int, mask: int | None) -> QRCode:
    code = QRCode(version=(modules - 17) // 4, error_correction=level, border=0, mask_pattern=mask)
    code.add_data(QRData(data, mode=MODE_8BIT_BYTE))
    return code
