"""QR codes, made by the library `qrcode` or, in long pads, composed of a few that it has made.

For a given version, error correction level and mask, the modules of a QR code are a linear function of the bits of its
text: flipping one bit of the text always flips the same modules. So the library makes one code for each length of the
texts and one for each bit that differs between them; every other code is an XOR of these. A code of the library takes
1 ms, which would be 10 seconds for a pad of 10,000 sheets.
"""

from functools import lru_cache

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode
from qrcode.util import MODE_8BIT_BYTE, QRData

from sheetgen.drawing.scene import Box, Code, Segment
from sheetgen.drawing.shapes import bitmap
from sheetgen.errors import InputError

QUIET_ZONE = 4  # width of the white border around a code, in modules
MIN_MODULE = 0.5  # smallest module that cameras can read, in mm
BEST_MASK_CODES = 4  # codes of a file that get the best mask each, which takes 5 ms to find; the others share one

# Bytes that codes of version 3, 4, … hold at level M. A link does not fit a smaller version.
_FIRST_VERSION = 3
_CAPACITY = (42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412)

ModuleRows = tuple[tuple[bool, ...], ...]  # True for each dark module


def code_width(length: int) -> int:
    """Return the width in modules of the smallest code for a link of so many characters."""
    for index, capacity in enumerate(_CAPACITY):
        if length <= capacity:
            return 17 + 4 * (_FIRST_VERSION + index)
    raise InputError.of(
        f"the link has {length} characters, too long for a code", f"At most {_CAPACITY[-1]}; use a shorter scorer URL."
    )


@lru_cache(maxsize=64)
def code_matrix(text: str, modules: int) -> ModuleRows:
    """Return the code of a text at level M with the best mask, in the version that is `modules` wide."""
    return _library_code(text.encode(), modules, ERROR_CORRECT_M, None)


def code_outline(code: Code) -> tuple[Segment, ...]:
    """Return the outline of the code's dark area, in mm, inside of its quiet zone."""
    matrix, inner = code_matrix(code.text, code.modules), dark_box(code)
    return bitmap(lambda column, row: matrix[row][column], code.modules, inner.x, inner.y, inner.w)


def dark_box(code: Code) -> Box:
    """Return the box of the code without its quiet zone, in mm."""
    return code.box.grown(-QUIET_ZONE * code.box.w / (code.modules + 2 * QUIET_ZONE))


class QrCodes:
    """The codes of one file: the first few with the best mask each, all others with the mask of the first."""

    def __init__(self, level: int = ERROR_CORRECT_M) -> None:
        self._level = level
        self._best_mask_codes = 0
        self._composers: dict[int, _Composer] = {}  # by the width of the code in modules

    def bits(self, text: str, modules: int) -> str:
        """Return the code of a text, `modules` wide, row by row: "1" for a dark module and "0" for a light one."""
        data = text.encode()
        if self._best_mask_codes < BEST_MASK_CODES or modules not in self._composers:
            self._best_mask_codes += 1
            mask = _prepared(data, modules, self._level, None).best_mask_pattern()
            self._composers.setdefault(modules, _Composer(modules, self._level, mask))
            return _bits(_library_code(data, modules, self._level, mask))
        return f"{self._composers[modules].code(data):0{modules**2}b}"


class _Composer:
    """Composes codes of one version, level and mask. Texts and codes are integers; each bit of a code is a module."""

    def __init__(self, modules: int, level: int, mask: int) -> None:
        self._parameters = modules, level, mask
        self._first: dict[int, tuple[int, int]] = {}  # by length in bytes: the first such text and its code
        self._flipped: dict[int, int] = {}  # by the index of a bit of the text: the modules that it flips

    def code(self, data: bytes) -> int:
        """Return the code of a text: the first code of its length, with those modules flipped that its bits flip."""
        length, text = len(data), int.from_bytes(data)
        if length not in self._first:
            self._first[length] = text, self._make(text, length)
        first_text, first_code = self._first[length]
        code, differing = first_code, text ^ first_text
        while differing:
            bit = differing & -differing  # the lowest bit that is set
            index = 8 * length - bit.bit_length()
            if index not in self._flipped:
                self._flipped[index] = first_code ^ self._make(first_text ^ bit, length)
            code ^= self._flipped[index]
            differing ^= bit
        return code

    def _make(self, text: int, length: int) -> int:
        return int(_bits(_library_code(text.to_bytes(length), *self._parameters)), 2)


def _bits(matrix: ModuleRows) -> str:
    return "".join("1" if dark else "0" for row in matrix for dark in row)


def _library_code(data: bytes, modules: int, level: int, mask: int | None) -> ModuleRows:
    code = _prepared(data, modules, level, mask)
    code.make(fit=False)
    return tuple(tuple(bool(dark) for dark in row) for row in code.get_matrix())


def _prepared(data: bytes, modules: int, level: int, mask: int | None) -> QRCode:
    code = QRCode(version=(modules - 17) // 4, error_correction=level, border=0, mask_pattern=mask)
    code.add_data(QRData(data, mode=MODE_8BIT_BYTE))
    return code
